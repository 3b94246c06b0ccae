// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/building_work.h"

#include <fmt/format.h>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr double most_building_steps = 1e9;  // of 10 to 50 ns

}  // namespace

void BuildingWork::spend(double steps, const std::string& what, const std::string& instead) {
    spent_ += steps;
    if (!(spent_ > most_building_steps)) return;
    throw InputError(
        fmt::format("building '{}' would take more than {:.0e} steps, the last {:.1e} for {}; {}", part_,
                    most_building_steps, steps, what, instead));
}

}  // namespace souple
