// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The changing half of a world: everything a resumed run needs, and nothing else. A value: copy it to keep
// it.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/core/rng.h"
#include "souple/dynamics/adapt/leaves.h"
#include "souple/dynamics/agents/crowd_state.h"
#include "souple/dynamics/articulated/tree.h"
#include "souple/dynamics/contact/manifold.h"
#include "souple/dynamics/hair/wisp_state.h"
#include "souple/dynamics/link.h"
#include "souple/dynamics/oriented/oriented_part.h"
#include "souple/dynamics/tissue/tissue_state.h"
#include "souple/math/types.h"

namespace souple {

/// Bodies with an orientation.
struct Frames {
    std::vector<Vec3> x;  ///< [m] centre of mass
    std::vector<Quat> q;  ///< body to world, unit
    std::vector<Vec3> v;  ///< [m/s]
    std::vector<Vec3> w;  ///< [rad/s], world axes

    int count() const { return static_cast<int>(x.size()); }
};

/// What a part carries from one step to the next besides its matter.
struct PartMemory {
    Rng rng;
    int substeps = 0;  ///< those of the last interval, 0 before the first: where step-size control starts
    Real debt = 0;     ///< [J] that contact has put into its springs and that its motion still owes
};

struct State {
    Real time = 0;  ///< [s]
    std::int64_t step = 0;
    std::vector<Vec3> x;  ///< [m] points
    std::vector<Vec3> v;  ///< [m/s]
    Frames frames;
    std::vector<PartMemory> parts;
    std::vector<ManifoldMemory> touching;  ///< contacts between parts, sorted: where the next solve starts

    std::vector<Real> quiet;  ///< [s] by frame: how long it has been slow; empty unless bodies may sleep

    std::vector<Leaves> leaves;   ///< by Model::adaptive
    std::vector<HairState> hair;  ///< by Model::hair

    std::vector<OrientedMemory> oriented;  ///< by Model::oriented

    std::vector<TreeState> trees;      ///< by Model::trees
    std::vector<CrowdState> crowds;    ///< by Model::crowds
    std::vector<TissueState> tissues;  ///< by Model::tissues
    std::vector<LinkGrip> links;       ///< by Model::links; empty unless one of them is conditional

    int point_count() const { return static_cast<int>(x.size()); }

    // (copying and destroying all of these arrays is compiled once, in state.cpp)
    State();
    State(const State&);
    State(State&&) noexcept;
    State& operator=(const State&);
    State& operator=(State&&) noexcept;
    ~State();
};

/// Copies everything but the leaves of adaptive surfaces, which change between steps only.
void copy_all_but_leaves(const State& from, State& to);

/// Equal states have equal hashes, to the bit.
std::uint64_t hash_of(const State& state);

}  // namespace souple
