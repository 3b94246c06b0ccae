// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Building some parts takes steps that are products of numbers of the scene, such as agents times cells. They
// are counted, and what would take minutes is refused.
#pragma once

#include <string>

namespace souple {

/// Adds up steps of building one part.
class BuildingWork {
public:
    explicit BuildingWork(std::string part) : part_(std::move(part)) {}

    /// To be called before the steps are taken: InputError when they and those before are too many. `what`
    /// says what they are for, `instead` what to change.
    void spend(double steps, const std::string& what, const std::string& instead);

private:
    std::string part_;
    double spent_ = 0;
};

}  // namespace souple
