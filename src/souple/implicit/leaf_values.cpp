// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/leaf_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "souple/implicit/lane_field.h"

namespace souple {

namespace {

/// Lanes for all nodes of a leaf; those left over at the end repeat its last node.
constexpr int node_lanes = (nodes_in_leaf + lane_count - 1) / lane_count;
using NodeValues = std::array<Lanes, node_lanes>;

/// [m] where the nodes are, each computed from the node's own number: the same bits in every leaf.
struct NodePlaces {
    NodeValues x, y, z;
};

/// Numbers of the nodes along one axis of a leaf, whose steps are so many nodes long.
constexpr std::array<Real, node_lanes * lane_count> node_steps(int stride) {
    std::array<Real, node_lanes * lane_count> steps{};
    for (int lane = 0; lane < node_lanes * lane_count; ++lane)
        steps[lane] = std::min(lane, nodes_in_leaf - 1) / stride % leaf_nodes;
    return steps;
}
constexpr std::array<std::array<Real, node_lanes * lane_count>, 3> steps_along{
    node_steps(1), node_steps(leaf_nodes), node_steps(leaf_nodes* leaf_nodes)};

NodePlaces places_of_nodes(const SkinMesher& mesher, const CellPlace& low) {
    NodePlaces places;
    std::memcpy(places.x.data(), steps_along[0].data(), sizeof places.x);
    std::memcpy(places.y.data(), steps_along[1].data(), sizeof places.y);
    std::memcpy(places.z.data(), steps_along[2].data(), sizeof places.z);
    for (int n = 0; n < node_lanes; ++n) {
        places.x[n] = mesher.cell * (places.x[n] + Real(low[0]));
        places.y[n] = mesher.cell * (places.y[n] + Real(low[1]));
        places.z[n] = mesher.cell * (places.z[n] + Real(low[2]));
    }
    return places;
}

/// Adds the field of a primitive at all nodes of a leaf: the innermost loop of all polygonising.
void add_field(const NodePlaces& nodes, const PosedPrimitive& primitive, NodeValues& sums) {
    const auto add_by = [&](const auto& distance) {
        for (int n = 0; n < node_lanes; ++n)
            sums[n] += value(primitive.curve,
                             distance(primitive, {nodes.x[n], nodes.y[n], nodes.z[n]}) - primitive.offset);
    };
    if (primitive.is_round)
        add_by([](const PosedPrimitive& round, const LaneVec3& p) { return round_distance(round, p); });
    else
        add_by([](const PosedPrimitive& turned, const LaneVec3& p) { return turned_distance(turned, p); });
}

/// Balls around the eight parts of a cube of cells: part i is lane i % 4 of i / 4.
struct Octants {
    std::array<LaneVec3, 2> centres;  ///< [m]
    Real radius = 0;                  ///< [m]
};

Octants octants_of(const SkinMesher& mesher, const CellPlace& low, int cells) {
    const Real side = 0.5 * cells, half = 0.5 * side;
    Octants octants;
    for (int z = 0; z < 2; ++z)
        octants.centres[z] = {mesher.cell * (Lanes{0, side, 0, side} + (low[0] + half)),
                              mesher.cell * (Lanes{0, 0, side, side} + (low[1] + half)),
                              all_lanes(mesher.cell * (z * side + (low[2] + half)))};
    octants.radius = std::sqrt(3.0) * half * mesher.cell;
    return octants;
}

/// Calls fn(skin, primitives of it) for each skin that has a primitive among the ascending ones.
template <class Fn>
void for_each_skin(const SkinMesher& mesher, std::span<const int> members, const Fn& fn) {
    auto begin = members.begin();
    for (int skin = 0; skin + 1 < static_cast<int>(mesher.first_primitive.size()); ++skin) {
        const auto end = std::lower_bound(begin, members.end(), mesher.first_primitive[skin + 1]);
        if (begin != end) fn(skin, std::span<const int>(begin, end));
        begin = end;
    }
}

/// Of members of a brick: which of its leaves each of them reaches.
const std::uint8_t* reaches_of(const SkinMesher& mesher, std::span<const int> members) {
    return mesher.reaches.data() + (members.data() - mesher.bricks.members.data());
}

/// Adds up the primitives of one skin; false when none of them reaches the leaf.
bool sum_skin(const NodePlaces& nodes, int child, const SkinMesher& mesher, std::span<const int> members,
              NodeValues& sums) {
    const std::uint8_t* const reaches = reaches_of(mesher, members);
    bool any_reaches = false;
    for (std::size_t m = 0; m < members.size(); ++m) {
        if (!(reaches[m] >> child & 1)) continue;
        if (!any_reaches) sums.fill(all_lanes(0));
        any_reaches = true;
        add_field(nodes, mesher.primitives[members[m]], sums);
    }
    return any_reaches;
}

/// Notes which leaves of a brick each of its primitives reaches.
void find_reaches(SkinMesher& mesher, int brick, const Octants& leaves) {
    std::uint8_t* reach = mesher.reaches.data() + mesher.bricks.first[brick];
    for (const int i : members_of(mesher.bricks, brick)) {
        const PosedPrimitive& primitive = mesher.primitives[i];
        const Real farthest =
            primitive.curve.range + primitive.offset + leaves.radius * primitive.shrink.maxCoeff();
        const int low = bits_of(field_distance(primitive, leaves.centres[0]) < farthest);
        const int high = bits_of(field_distance(primitive, leaves.centres[1]) < farthest);
        *reach++ = static_cast<std::uint8_t>(low | high << 4);
    }
}

/// Bits of the octants that the skin may pass through. Primitives count that reach one of the leaves whose
/// bits are given.
int crossed_octants(const SkinMesher& mesher, int brick, const Octants& octants, int leaves) {
    constexpr Real rounding = 1e-9;
    std::array<LaneBounds, 2> own, against;  // `against`: [own pressures] of the hardest other skin
    for_each_skin(mesher, members_of(mesher.bricks, brick), [&](int skin, std::span<const int> members) {
        const std::uint8_t* const reaches = reaches_of(mesher, members);
        std::array<LaneBounds, 2> sum;
        for (std::size_t m = 0; m < members.size(); ++m) {
            if (!(reaches[m] & leaves)) continue;
            for (int z = 0; z < 2; ++z) {
                const LaneBounds one =
                    bounds_in_balls(mesher.primitives[members[m]], octants.centres[z], octants.radius);
                sum[z].low += one.low;
                sum[z].high += one.high;
            }
        }
        if (skin == 0) own = sum;
        for (int z = 0; z < 2 && skin > 0; ++z) {
            against[z].low = larger(against[z].low, mesher.hardness[skin] * (sum[z].low - 1));
            against[z].high = larger(against[z].high, mesher.hardness[skin] * (sum[z].high - 1));
        }
    });
    int crossed = 0;
    for (int z = 0; z < 2; ++z)
        crossed |= bits_of((own[z].high - 1 - against[z].low > -rounding) &
                           (own[z].low - 1 - against[z].high < rounding))
                   << 4 * z;
    return crossed;
}

}  // namespace

void find_crossed_leaves(SkinMesher& mesher, int brick) {
    const CellPlace place = place_of(mesher.bricks.keys[brick]);
    const Octants leaves = octants_of(mesher, leaf_place(place, 0), brick_cells);
    find_reaches(mesher, brick, leaves);
    int mask = crossed_octants(mesher, brick, leaves, 0xff);
    for (int child = 0; child < 8; ++child) {
        if (!(mask >> child & 1)) continue;
        const Octants parts = octants_of(mesher, leaf_place(place, child), leaf_cells);
        if (crossed_octants(mesher, brick, parts, 1 << child) == 0) mask &= ~(1 << child);
    }
    mesher.masks[brick] = static_cast<std::uint8_t>(mask);
}

bool fill_values(SkinMesher& mesher, int l) {
    const SkinLeaf& leaf = mesher.leaves[l];
    const NodePlaces nodes = places_of_nodes(mesher, leaf.low);
    NodeValues own{}, against{}, other;
    for_each_skin(mesher, members_of(mesher.bricks, leaf.brick), [&](int skin, std::span<const int> members) {
        if (skin == 0)
            sum_skin(nodes, leaf.child, mesher, members, own);
        else if (sum_skin(nodes, leaf.child, mesher, members, other))
            for (int n = 0; n < node_lanes; ++n)
                against[n] = larger(against[n], mesher.hardness[skin] * (other[n] - 1));
    });
    Lanes low = all_lanes(1), high = all_lanes(-1);
    for (int n = 0; n < node_lanes; ++n) {
        own[n] = (own[n] - 1) - against[n];
        low = smaller(low, own[n]);
        high = larger(high, own[n]);
    }
    if (!any(high > 0) || !any(low <= 0)) return false;
    std::memcpy(mesher.values.data() + static_cast<std::size_t>(l) * nodes_in_leaf, own.data(),
                nodes_in_leaf * sizeof(Real));
    return true;
}

}  // namespace souple
