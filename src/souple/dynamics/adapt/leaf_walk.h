// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What deriving the laws of one adaptive surface passes from step to step.
#pragma once

#include <array>
#include <vector>

#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/adapt/kept_laws.h"
#include "souple/dynamics/adapt/law_change.h"

namespace souple {

/// One leaf face, ready for its laws.
struct Leaf {
    int face = 0;   ///< slot
    int level = 0;  ///< times its root was divided
    int rate = 0;   ///< its laws act every T / 2^rate
    int count = 0;  ///< corners
    int kept = -1;  ///< KeptLaws::leaves: its laws are as they were; -1: they are derived
    std::array<int, 4> node{-1, -1, -1, -1};  ///< corners in the State
};

struct LeafWalk {
    AdaptiveCloth& cloth;
    const Leaves& state;
    Model& model;
    int first = 0;  ///< point of the part in the State
    const KeptLaws* kept = nullptr;
    LawChange* change = nullptr;

    std::vector<int> node_of_slot = {};   ///< State index by slot of a vertex, -1 for a free slot
    std::vector<int> slot_of_point = {};  ///< by point of the part
    std::vector<int> by_level = {};       ///< slots of vertices, parents first
    std::vector<char> is_led = {}, is_interpolated = {};  ///< by slot
    std::vector<Leaf> leaves = {};                        ///< as they lie in the tree of faces
    std::vector<int> leaf_rate = {};                      ///< by point: of the fastest leaf at it
    std::vector<Spring> new_springs = {};                 ///< those that were derived
    std::vector<Bend> new_bends = {};
    /// By rate: KeptLaws::springs and bends by their number, and new ones by the complement of theirs. A
    /// spring is as fast as the fastest leaf at any of its ends: a light point among fine faces must not get
    /// the long impulse of a coarse neighbour. A bend is as fast as its own triangles.
    std::vector<std::vector<int>> springs = {}, bends = {};
    std::vector<Real> zone_mass = {};  ///< [kg] by point, before interpolated ones pass theirs on

    int rate_of(int node) const { return leaf_rate[node - first]; }
    const Map2& map() const { return state.map; }
    const Vec3& rest(int node) const { return model.point_rest[node]; }
};

}  // namespace souple
