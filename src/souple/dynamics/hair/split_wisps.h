// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Wisps that split where they are squashed, and halves that become one again (001 W6).
#pragma once

#include <optional>

#include "souple/dynamics/world.h"

namespace souple {

struct HairScratch;  // dynamics/hair/hair_scratch.h

/// Where and how flat a wisp is at its flattest free particle.
struct Flattest {
    int particle = 2;
    Real ratio = 1;               ///< smallest over largest diameter
    Vec3 longest = Vec3::Zero();  ///< unit, along the largest diameter
};
Flattest flattest_of(const Model& model, const Hair& hair, int slot, const State& state,
                     const HairScratch& scratch);

/// The other half of a wisp's last split while it lives and has not split on; -1 otherwise.
int other_half(const HairState& own, int slot);

/// Splits slot into itself and a free slot at `where`. False when there is no free slot.
bool split_wisp(World& world, int hair, int slot, const Flattest& where);

/// Joins two halves, which keeps their momentum; the higher slot becomes free.
void merge_wisps(World& world, int hair, int slot, int other);

/// Between two steps of h [s]: notes which halves are apart, merges those that have been close for long, and
/// splits what is too flat.
void change_wisps(World& world, Real h);

}  // namespace souple
