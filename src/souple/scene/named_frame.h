// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames of articulated parts by the names of their links and joints.
#pragma once

#include <string>

#include "souple/dynamics/model.h"

namespace souple {

/// The number in its part of a link, by its name or by that of the joint it hangs on; of a row of links with
/// one name, the last. InputError lists what there is.
int frame_named(const Model& model, const Part& part, const std::string& name);

}  // namespace souple
