// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Probes that measured nothing: a value that is no number passes for no result.
#pragma once

#include <string>
#include <vector>

#include "souple/scene/probes.h"

namespace souple {

/// Why this value of the world's time is no number, when that is, and what to write when it is meant.
std::string why_undefined(const Probe& probe, const World& world, Real value);

/// For each probe with a value that is no number, and none that may be undefined: its name and why.
std::vector<std::string> complaints_about(const std::vector<Probe>& probes);
/// The same as a SceneError at the first of them.
void refuse_undefined(const Scene& scene, const std::vector<Probe>& probes);

}  // namespace souple
