// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Forces of all laws between the particles of one oriented part, and what becomes of its bonds.
#pragma once

#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/oriented/neighbour_list.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Adds what the part's particles, the medium and obstacles do to its frames.
void add_oriented_forces(const Model& model, const Control& control, const OrientedPart& oriented,
                         const Moment& moment, NeighbourList& list, Forces& forces);

/// Room for asking about energy again and again.
struct EnergyRoom {
    NeighbourList list;
    std::vector<Real> own;  ///< [J] by place in the list
};

/// [J] of the laws between particles, and of melting springs.
Real oriented_energy(const Model& model, const OrientedPart& oriented, const Moment& moment,
                     EnergyRoom& room);

/// Pairs of a part that are in each other's range, where `modes` lets more than repulsion act.
std::vector<Bond> pairs_in_range(const OrientedPart& oriented, std::span<const Vec3> x);

/// Heat flows along the bonds for a time [s]; bonds that are too long, or too hot, break.
void update_bonds(const Model& model, const OrientedPart& oriented, Real time, State& state);

/// Groups of particles that hang together: by bonds, or by being in range.
int fragment_count(const OrientedPart& oriented, std::span<const Vec3> x, const OrientedMemory& memory);

}  // namespace souple
