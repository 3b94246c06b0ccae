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

/// Laws of one rate in the order they will stand in: pieces of the kept ones and of the new ones.
struct LawList {
    struct Piece {
        bool is_new = false;
        Range laws;
    };
    std::vector<Piece> pieces;
    int count = 0;

    void add(bool is_new, Range laws) {
        if (laws.count == 0) return;
        count += laws.count;
        if (!pieces.empty() && pieces.back().is_new == is_new && pieces.back().laws.end() == laws.begin)
            pieces.back().laws.count += laws.count;
        else
            pieces.push_back({is_new, laws});
    }
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
    std::vector<int> leaf_of_face = {};     ///< by slot of a face: its place in `leaves`, -1 for others
    std::vector<int> kept_as = {};          ///< by leaf: KeptLaws::leaves; -1: its laws are derived
    std::vector<int> leaf_rate = {};        ///< by point: of the fastest leaf at it
    std::vector<char> has_other_rate = {};  ///< by point: than before, or it is new
    std::vector<Spring> new_springs = {};   ///< those that were derived
    std::vector<Bend> new_bends = {};
    std::vector<Fold> limited_folds = {}, idle_folds = {};
    /// By rate. A spring is as fast as the fastest leaf at any of its ends: a light point among fine faces
    /// must not get the long impulse of a coarse neighbour. A bend is as fast as its own triangles.
    std::vector<LawList> springs = {}, bends = {};
    std::vector<Real> zone_mass = {};  ///< [kg] by point, before interpolated ones pass theirs on

    int rate_of(int node) const { return leaf_rate[node - first]; }
    const Map2& map() const { return state.map; }
    const Vec3& rest(int node) const { return model.point_rest[node]; }
};

}  // namespace souple
