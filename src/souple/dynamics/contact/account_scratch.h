// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the energy account: who hangs together by contacts, where everything was, and what it stored.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/dynamics/contact/skin_scratch.h"
#include "souple/dynamics/oriented/oriented_forces.h"
#include "souple/dynamics/solvers/solver_scratch.h"

namespace souple {

/// What hangs together by contacts. A node is a frame, a point, or a part that answers as a whole.
struct Island {
    Range nodes;           ///< AccountScratch::nodes
    bool elastic = false;  ///< something in it stores energy
    bool driven = false;   ///< something in it is moved from outside, and may work on it
    bool fixed = false;    ///< something in it stands still: momentum goes there
};

struct AccountScratch {
    bool open = false;  ///< something that stores energy may be touched in this interval
    Motion start;       ///< at the start of the interval
    Motion advanced;    ///< at its end, before skins press and any impulse of contacts

    std::vector<int> parent;                      ///< by node: the way to the first node of its island
    std::vector<int> nodes;                       ///< those with a contact, by island
    std::vector<int> island_of;                   ///< by node, of first ones
    std::vector<Island> islands;                  ///< by first node
    std::vector<int> movers;                      ///< those of a part or an island that can be slowed
    std::vector<Real> stored;                     ///< [J] by part, at the end of the interval
    std::vector<Real> gain;                       ///< [J] by part, since impulses began
    std::vector<int> stored_at;                   ///< by part: the interval that `stored` is of, -1: none
    std::vector<EnergyRoom> rooms;                ///< by Model::oriented
    SkinScratch skins;                            ///< where they are at one of three moments
    std::vector<Real> pressed_at_start, pressed;  ///< [J] by part, stored by pressed skins
    int pressed_at = -1;                          ///< the interval that `pressed` is of, -1: none
};

}  // namespace souple
