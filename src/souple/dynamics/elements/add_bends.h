// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Forces of all bends of a part, four at a time.
#pragma once

#include <vector>

#include "souple/dynamics/elements/assembly.h"

namespace souple {

struct Part;

/// f[node] += force of each bend on it, added at every point in the order of the bends, on any number of
/// threads.
void add_bends(const Model& model, const Part& part, const std::vector<Vec3>& x, const std::vector<Vec3>& v,
               Assembly& assembly, std::vector<Vec3>& f);

}  // namespace souple
