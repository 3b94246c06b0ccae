// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/leaf_laws.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "souple/dynamics/adapt/find_folds.h"
#include "souple/geometry/triangle_mesh.h"
#include "souple/topology/levels.h"

namespace souple {

namespace {

/// Of a block, in springs: about three microseconds, so that half a dozen blocks keep two threads busy.
constexpr int work_of_block = 600;

/// A leaf with its neighbours beyond each side.
struct Around {
    const Leaf& leaf;
    Corners own;
    std::array<Beyond, 4> beyond;
    std::array<Corners, 4> corners;  ///< of the faces beyond

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
    Around around{leaf, corners_of(walk.map(), Face{leaf.face}), {}, {}};
    for (int side = 0; side < leaf.count; ++side) {
        around.beyond[side] = beyond_side(walk.map(), around.own, leaf.level, side);
        if (around.beyond[side].face) around.corners[side] = corners_of(walk.map(), around.beyond[side].face);
    }
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

int spring_rate(const LeafWalk& walk, const Nodes<2>& ends) {
    return std::max(walk.rate_of(ends[0]), walk.rate_of(ends[1]));
}

void add_spring(LeafWalk& walk, int a, int b, Real length, Real stiffness) {
    const int rate = spring_rate(walk, {a, b});
    walk.springs[rate].push_back(~static_cast<int>(walk.new_springs.size()));
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
                other.node[k] = walk.node_of_slot[around.corners[side].slot[k]];
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
    const Corners& corners = around.corners[side];
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
        const std::array<int, 4>& slot = around.corners[side].slot;
        rate = std::max(rate, rate_of(walk, {walk.node_of_slot[slot[0]], walk.node_of_slot[slot[1]],
                                             walk.node_of_slot[slot[2]]}));
    }
    return rate;
}

void add_bend(LeafWalk& walk, int rate, const Nodes<6>& nodes) {
    Stencil<6> rest;
    for (int k = 0; k < 6; ++k) rest[k] = nodes[k] < 0 ? Vec3(Vec3::Zero()) : walk.rest(nodes[k]);
    walk.bends[rate].push_back(~static_cast<int>(walk.new_bends.size()));
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

void add_triangles(LeafWalk& walk, const Leaf& leaf, Part& part) {
    const auto add = [&](int a, int b, int c) {
        part.rates[leaf.rate].triangles.push_back(static_cast<int>(walk.model.triangles.size()));
        walk.model.triangles.push_back({leaf.node[a], leaf.node[b], leaf.node[c]});
        walk.cloth.triangle_level.push_back(leaf.level);
        walk.cloth.triangle_rate.push_back(leaf.rate);
        walk.cloth.triangle_face.push_back(leaf.face);
    };
    add(0, 1, 2);
    if (leaf.count == 4) add(0, 2, 3);
}

int place_of(const Corners& corners, int slot) {
    for (int k = 0; k < corners.count; ++k)
        if (corners.slot[k] == slot) return k;
    return -1;
}

/// Two grid lines cross each side between two squares, one at each end (004 F4.5).
void add_line_folds(LeafWalk& walk, const Around& around, int side, int other) {
    const Leaf& leaf = around.leaf;
    const Corners& beyond = around.corners[side];
    const auto node = [&](int k) { return leaf.node[(k + 4) % 4]; };
    const auto beyond_node = [&](int k) { return walk.node_of_slot[beyond.slot[(k + 4) % 4]]; };
    if (const int p = place_of(beyond, around.own.slot[side]); p >= 0)
        walk.cloth.folds.push_back({beyond_node(p + 1), node(side), node(side - 1), -1, leaf.face, other});
    if (const int p = place_of(beyond, around.own.slot[(side + 1) % 4]); p >= 0)
        walk.cloth.folds.push_back(
            {beyond_node(p - 1), node(side + 1), node(side + 2), -1, leaf.face, other});
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
            walk.cloth.folds.push_back({leaf.node[side], leaf.node[(side + 1) % 3], leaf.node[(side + 2) % 3],
                                        apex_of(walk, around, side), leaf.face, other});
    }
}

/// Derives the laws of a leaf from what is around it.
void derive_laws(LeafWalk& walk, const Leaf& leaf) {
    AdaptiveCloth& cloth = walk.cloth;
    const Around around = look_around(walk, leaf);
    add_springs(walk, around);
    add_bends(walk, around);
    add_folds(walk, around);
    const Real angle = largest_angle(cloth, leaf.level, area_of(walk, leaf));
    if (leaf.level < cloth.rule.max_level && angle < std::numbers::pi)
        cloth.cosine_limit[leaf.face] = std::cos(angle);
}

/// The laws that a leaf had: only how fast springs are may have changed.
void copy_laws(LeafWalk& walk, const Leaf& leaf) {
    const KeptLaws& kept = *walk.kept;
    const KeptLeaf& old = kept.leaves[leaf.kept];
    for (int k = 0; k < old.spring_count; ++k) {
        const Nodes<2>& ends = kept.springs[old.springs[k]].nodes;
        const int rate =
            spring_rate(walk, {kept.node_now[ends[0] - kept.first], kept.node_now[ends[1] - kept.first]});
        walk.springs[rate].push_back(old.springs[k]);
    }
    for (int k = 0; k < old.bend_count; ++k) walk.bends[old.bend_rates[k]].push_back(old.bends[k]);
    // a leaf writes its folds side by side, whether they have a limit or not
    for (const Range folds : {old.folds, old.idle_folds})
        for (int f = folds.begin; f < folds.end(); ++f) walk.cloth.folds.push_back(kept.moved(kept.folds[f]));
    walk.cloth.cosine_limit[leaf.face] = kept.cosine_limit[leaf.face];
}

/// The laws of all rates take the place of those that the part had, and of all behind them.
template <class Element>
void put_laws(const LeafWalk& walk, const std::vector<std::vector<int>>& by_rate,
              std::span<const Element> old, const std::vector<Element>& fresh, Range RateLevel::*of_rate,
              Part& part, Range& range, std::vector<Element>& all) {
    std::size_t count = 0;
    for (const auto& numbers : by_rate) count += numbers.size();
    std::vector<Element> laws;  // some of the old ones stand where these go
    // sizes that come again: the system is then not asked for other pages at every change, which took a third
    // of the time of this
    laws.reserve(std::bit_ceil(range.begin + count));
    laws.assign(all.begin(), all.begin() + range.begin);
    for (std::size_t rate = 0; rate < by_rate.size(); ++rate) {
        part.rates[rate].*of_rate = {static_cast<int>(laws.size()), static_cast<int>(by_rate[rate].size())};
        for (const int number : by_rate[rate]) {
            laws.push_back(number < 0 ? fresh[~number] : old[number]);
            if (number >= 0) walk.kept->renumber(laws.back().nodes);
        }
    }
    range.count = static_cast<int>(count);
    all = std::move(laws);
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

/// Room for about as many laws of each rate as there were.
void begin_rates(LeafWalk& walk, Part& part) {
    constexpr int more = 64;
    std::size_t rates = 1;
    for (const Leaf& leaf : walk.leaves) rates = std::max<std::size_t>(rates, leaf.rate + 1);
    walk.springs.resize(rates);
    walk.bends.resize(rates);
    for (std::size_t rate = 0; rate < std::min(rates, part.rates.size()); ++rate) {
        walk.springs[rate].reserve(part.rates[rate].springs.count + more);
        walk.bends[rate].reserve(part.rates[rate].bends.count + more);
    }
    part.rates.clear();
    part.rates.resize(rates);
}

/// Ends the blocks that have come to some work, in all rates: what is evaluated together lies around the same
/// leaves.
void end_blocks(const LeafWalk& walk, Part& part) {
    constexpr int work_of_bend = 8;  // a spring: 1
    for (std::size_t rate = 0; rate < part.rates.size(); ++rate) {
        RateLevel& level = part.rates[rate];
        const LawCount now{static_cast<int>(walk.springs[rate].size()),
                           static_cast<int>(walk.bends[rate].size()),
                           static_cast<int>(level.triangles.size())};
        const LawCount last = level.block_ends.empty() ? LawCount{} : level.block_ends.back();
        const int work = now.springs - last.springs + work_of_bend * (now.bends - last.bends) +
                         now.triangles - last.triangles;
        if (work >= work_of_block) level.block_ends.push_back(now);
    }
}

}  // namespace

int rate_of(const LeafWalk& walk, const Nodes<3>& triangle) {
    std::array<Real, 3> lengths;
    for (int k = 0; k < 3; ++k)
        lengths[k] = (walk.rest(triangle[(k + 1) % 3]) - walk.rest(triangle[k])).norm();
    const Real halvings = std::log2(walk.cloth.mean_length / length_of(walk.cloth, lengths));
    return std::clamp(static_cast<int>(std::lround(halvings)), 0, 16);
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

void add_laws(LeafWalk& walk, Part& part) {
    AdaptiveCloth& cloth = walk.cloth;
    Model& model = walk.model;
    cloth.folds.clear();
    cloth.triangle_level.clear();
    cloth.triangle_rate.clear();
    cloth.triangle_face.clear();
    cloth.cosine_limit.assign(walk.map().faces.slot_count(), -2);
    begin_rates(walk, part);
    for (const Leaf& leaf : walk.leaves) {
        if (leaf.kept >= 0)
            copy_laws(walk, leaf);
        else
            derive_laws(walk, leaf);
        add_triangles(walk, leaf, part);
        end_blocks(walk, part);
    }
    std::stable_partition(cloth.folds.begin(), cloth.folds.end(),
                          [&](const Fold& fold) { return has_limit(cloth.cosine_limit, fold); });
    const KeptLaws none;
    const KeptLaws& kept = walk.kept ? *walk.kept : none;
    put_laws(walk, walk.springs, kept.springs, walk.new_springs, &RateLevel::springs, part, part.springs,
             model.springs);
    put_laws(walk, walk.bends, kept.bends, walk.new_bends, &RateLevel::bends, part, part.bends, model.bends);
    if (!walk.change) return;
    walk.change->new_springs = std::move(walk.new_springs);
    walk.change->new_bends = std::move(walk.new_bends);
}

}  // namespace souple
