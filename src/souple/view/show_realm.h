// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The cells of a crowd on a curved surface or in space as they are seen.
#pragma once

#include <string>
#include <vector>

#include "souple/dynamics/agents/crowd.h"
#include "souple/view/frame.h"

namespace souple {

/// The way up where each agent and corner is; zero in space.
std::vector<Vec3> ups_in_realm(const Realm& realm, const CrowdState& memory);

/// Appends the triangles of a surface and their sides, by level and by who is in them; of a space the edges
/// of the cells with somebody in them.
void show_realm(const CrowdPart& crowd, const CrowdState& memory, const Part& part, const std::string& name,
                Frame& frame);

}  // namespace souple
