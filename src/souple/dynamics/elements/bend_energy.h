// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Energy of many bends, four at a time.
#pragma once

#include <vector>

#include "souple/dynamics/elements/assembly.h"
#include "souple/dynamics/elements/bend_packet.h"

namespace souple {

struct Part;

/// [J] by lane; 0 in lanes that are left over.
Lanes energies_of(const BendPacket& packet, const Vec3* x);

/// [J] of all bends of a part.
Real packed_bend_energy(const Model& model, const Part& part, const std::vector<Vec3>& x, Assembly& assembly);

}  // namespace souple
