// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/leaf_laws.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/dynamics/adapt/find_folds.h"
#include "souple/geometry/triangle_mesh.h"
#include "souple/topology/levels.h"

namespace souple {

namespace {

constexpr int finest_rate = 16;

/// A leaf with its neighbours beyond each side.
struct Around {
    const Leaf& leaf;
    Corners own;
    std::array<Beyond, 4> beyond;

    bool is_same_leaf(const LeafWalk& walk, int side) const {
        const Face face = beyond[side].face;
        return face && level_of(walk.map(), face) == leaf.level && is_leaf(walk.map(), face);
    }
    /// Of two leaves of one level the one with the lower slot speaks for both.
    bool speaks_for(const LeafWalk& walk, int side) const {
        return !is_same_leaf(walk, side) || leaf.face < beyond[side].face.index;
    }
};

Around look_around(const LeafWalk& walk, const Leaf& leaf) {
    Around around{leaf, corners_of(walk.map(), Face{leaf.face}), {}};
    for (int side = 0; side < leaf.count; ++side)
        around.beyond[side] = beyond_side(walk.map(), around.own, leaf.level, side);
    return around;
}

Real area_of(const Vec3& a, const Vec3& b, const Vec3& c) { return 0.5 * (b - a).cross(c - a).norm(); }

/// [m^2] a plane square is cut along one diagonal.
Real area_of(const LeafWalk& walk, const Leaf& leaf) {
    const auto at = [&](int k) -> const Vec3& { return walk.rest(leaf.node[k]); };
    const Real half = area_of(at(0), at(1), at(2));
    return leaf.count == 3 ? half : half + area_of(at(0), at(2), at(3));
}

Real level_factor(const SheetMaterial& material, int level) {
    switch (material.level_law) {
        case LevelLaw::KeptStrain:
        case LevelLaw::ConstantMass:
            return std::ldexp(1.0, level);
        case LevelLaw::Halved:
            return std::ldexp(1.0, -level);
        case LevelLaw::Invariant:
            break;
    }
    return 1;
}

/// [N/m] what one leaf adds to the spring along one of its sides.
Real side_stiffness(const LeafWalk& walk, const Leaf& leaf, Real length, int a, int b) {
    const SheetMaterial& material = walk.cloth.material;
    const Real factor = level_factor(material, leaf.level) * material.stiffness;
    switch (material.law) {
        case ClothLaw::Grid:
            return 0.5 * factor * walk.cloth.square_side / length * std::ldexp(1.0, -leaf.level);
        case ClothLaw::VanGelder:
            return factor * area_of(walk, leaf) / (length * length);
        case ClothLaw::Mass: {
            const Real zones = std::sqrt(walk.zone_mass[a - walk.first] * walk.zone_mass[b - walk.first]);
            return 0.5 * factor * std::sqrt(zones / material.density) / length;
        }
        case ClothLaw::Uniform:
            break;
    }
    return 0.5 * factor;
}

void add_spring(LeafWalk& walk, int a, int b, Real length, Real stiffness) {
    walk.springs[spring_rate(walk, {a, b})].add(true, {static_cast<int>(walk.new_springs.size()), 1});
    walk.new_springs.push_back({{a, b}, length, stiffness, walk.cloth.material.damping_time * stiffness});
}

void add_springs(LeafWalk& walk, const Around& around) {
    const Leaf& leaf = around.leaf;
    for (int side = 0; side < leaf.count; ++side) {
        if (!around.speaks_for(walk, side)) continue;
        const int a = leaf.node[side], b = leaf.node[(side + 1) % leaf.count];
        const Real length = (walk.rest(b) - walk.rest(a)).norm();
        Real stiffness = side_stiffness(walk, leaf, length, a, b);
        if (around.is_same_leaf(walk, side)) {
            Leaf other = leaf;
            for (int k = 0; k < leaf.count; ++k)
                other.node[k] = walk.node_of_slot[around.beyond[side].corners.slot[k]];
            stiffness += side_stiffness(walk, other, length, a, b);
        }
        add_spring(walk, a, b, length, stiffness);
    }
    if (leaf.count < 4) return;
    for (int k = 0; k < 2; ++k) {
        const int a = leaf.node[k], b = leaf.node[k + 2];
        const Real length = (walk.rest(b) - walk.rest(a)).norm();
        add_spring(walk, a, b, length, 2 * side_stiffness(walk, leaf, length, a, b));
    }
}

/// The corner across from a side in the triangle that has it. Squares are cut from corner 0 to corner 2.
int apex_of(const LeafWalk& walk, const Around& around, int side) {
    const Beyond& beyond = around.beyond[side];
    if (!beyond.face) return -1;
    const Corners& corners = around.beyond[side].corners;
    const int apex =
        corners.count == 3 ? (beyond.side + 2) % 3 : (beyond.side == 0 || beyond.side == 3 ? 2 : 0);
    return walk.node_of_slot[corners.slot[apex]];
}

/// Unlike that of springs, the stiffness of a bend falls with the square of its size: where a coarse one
/// moves the light points of fine faces, the square of omega is a quarter of theirs for each level between
/// them, and so it may act as seldom as its own triangles ask for. A coarser one beyond a side asks for less.
int bend_rate(const LeafWalk& walk, const Around& around) {
    int rate = around.leaf.rate;
    if (walk.cloth.squares) return rate;
    for (int side = 0; side < 3; ++side) {
        const Face face = around.beyond[side].face;
        if (!face || level_of(walk.map(), face) < around.leaf.level) continue;
        if (const int leaf = walk.leaf_of_face[face.index]; leaf >= 0) {
            rate = std::max(rate, walk.leaves[leaf].rate);
            continue;
        }
        const std::array<int, 4>& slot = around.beyond[side].corners.slot;
        rate = std::max(rate, rate_of(walk, {walk.node_of_slot[slot[0]], walk.node_of_slot[slot[1]],
                                             walk.node_of_slot[slot[2]]}));
    }
    return rate;
}

void add_bend(LeafWalk& walk, int rate, const Nodes<6>& nodes) {
    Stencil<6> rest;
    for (int k = 0; k < 6; ++k) rest[k] = nodes[k] < 0 ? Vec3(Vec3::Zero()) : walk.rest(nodes[k]);
    walk.bends[rate].add(true, {static_cast<int>(walk.new_bends.size()), 1});
    walk.new_bends.push_back(make_bend(nodes, rest, walk.cloth.material.bend));
}

void add_bends(LeafWalk& walk, const Around& around) {
    if (walk.cloth.material.bend.rigidity == 0) return;
    const std::array<int, 4>& node = around.leaf.node;
    const int rate = bend_rate(walk, around);
    const auto apex = [&](int side) { return apex_of(walk, around, side); };
    if (around.leaf.count == 3) {
        add_bend(walk, rate, {node[0], node[1], node[2], apex(1), apex(2), apex(0)});
        return;
    }
    add_bend(walk, rate, {node[0], node[1], node[2], apex(1), node[3], apex(0)});
    add_bend(walk, rate, {node[0], node[2], node[3], apex(2), apex(3), node[1]});
}

int place_of(const Corners& corners, int slot) {
    for (int k = 0; k < corners.count; ++k)
        if (corners.slot[k] == slot) return k;
    return -1;
}

void add_fold(LeafWalk& walk, const Fold& fold) {
    (has_limit(walk.cloth.cosine_limit, fold) ? walk.limited_folds : walk.idle_folds).push_back(fold);
}

/// Two grid lines cross each side between two squares, one at each end (004 F4.5).
void add_line_folds(LeafWalk& walk, const Around& around, int side, int other) {
    const Leaf& leaf = around.leaf;
    const Corners& beyond = around.beyond[side].corners;
    const auto node = [&](int k) { return leaf.node[(k + 4) % 4]; };
    const auto beyond_node = [&](int k) { return walk.node_of_slot[beyond.slot[(k + 4) % 4]]; };
    if (const int p = place_of(beyond, around.own.slot[side]); p >= 0)
        add_fold(walk, {beyond_node(p + 1), node(side), node(side - 1), -1, leaf.face, other});
    if (const int p = place_of(beyond, around.own.slot[(side + 1) % 4]); p >= 0)
        add_fold(walk, {beyond_node(p - 1), node(side + 1), node(side + 2), -1, leaf.face, other});
}

void add_folds(LeafWalk& walk, const Around& around) {
    const Leaf& leaf = around.leaf;
    for (int side = 0; side < leaf.count; ++side) {
        const Face face = around.beyond[side].face;
        if (!face || !around.speaks_for(walk, side)) continue;
        const int other = is_leaf(walk.map(), face) ? face.index : -1;
        if (leaf.count == 4)
            add_line_folds(walk, around, side, other);
        else
            add_fold(walk, {leaf.node[side], leaf.node[(side + 1) % 3], leaf.node[(side + 2) % 3],
                            apex_of(walk, around, side), leaf.face, other});
    }
}

Real length_of(const AdaptiveCloth& cloth, const std::array<Real, 3>& lengths) {
    switch (cloth.rule.rate_length) {
        case RateLength::Shortest:
            return *std::min_element(lengths.begin(), lengths.end());
        case RateLength::Longest:
            return *std::max_element(lengths.begin(), lengths.end());
        case RateLength::Mean:
            break;
    }
    return (lengths[0] + lengths[1] + lengths[2]) / 3;
}

}  // namespace

int rate_of(const LeafWalk& walk, const Nodes<3>& triangle) {
    std::array<Real, 3> lengths;
    for (int k = 0; k < 3; ++k)
        lengths[k] = (walk.rest(triangle[(k + 1) % 3]) - walk.rest(triangle[k])).norm();
    const Real halvings = std::log2(walk.cloth.mean_length / length_of(walk.cloth, lengths));
    return std::clamp(static_cast<int>(std::lround(halvings)), 0, finest_rate);
}

int rate_of_bends(const AdaptiveCloth& cloth, int level) {
    const SheetMaterial& material = cloth.material;
    if (material.bend.rigidity == 0) return 0;
    // squares of frequencies of level 0, times its density: of points that go up and down by turns, and of
    // springs along sides and diagonals
    const Real area = cloth.mean_length * cloth.mean_length;
    const Real folds = 64 * material.bend.rigidity / (area * area);
    const Real springs = (4 + 2 * std::numbers::sqrt2) * material.stiffness / area;
    const Real octaves = 2 * level + 0.5 * std::log2(folds / std::max(folds, springs));
    return std::clamp(static_cast<int>(std::ceil(octaves - 1e-9)), 0, finest_rate);
}

std::array<Real, 4> corner_areas(const LeafWalk& walk, const Leaf& leaf) {
    if (leaf.count == 4) {
        const Real quarter = 0.25 * area_of(walk, leaf);
        return {quarter, quarter, quarter, quarter};
    }
    const Vec3 areas =
        voronoi_areas(walk.rest(leaf.node[0]), walk.rest(leaf.node[1]), walk.rest(leaf.node[2]));
    return {areas[0], areas[1], areas[2], 0};
}

Real cosine_limit_of(const LeafWalk& walk, const Leaf& leaf) {
    const Real angle = largest_angle(walk.cloth, leaf.level, area_of(walk, leaf));
    return leaf.level < walk.cloth.rule.max_level && angle < std::numbers::pi ? std::cos(angle) : -2;
}

void derive_laws(LeafWalk& walk, const Leaf& leaf) {
    const Around around = look_around(walk, leaf);
    add_springs(walk, around);
    add_bends(walk, around);
    add_folds(walk, around);
}

}  // namespace souple
