// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/leaf_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "souple/math/lanes.h"

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

/// FieldCurve::value of four distances at once.
Lanes values_at(const PosedPrimitive& primitive, const Lanes& squared_distance) {
    const FieldCurve& curve = primitive.curve;
    const Lanes thickness = all_lanes(curve.thickness), range = all_lanes(curve.range);
    const Lanes x = root(squared_distance) - primitive.offset;
    const Lanes outer = smaller(larger(x, thickness), range), gap = outer - range;
    return gap * gap * (curve.c * outer + curve.h) + curve.slope * larger(thickness - x, all_lanes(0));
}

/// A point with an even field: most of all primitives, and the inner loop of all polygonising.
void add_round(const NodePlaces& nodes, const PosedPrimitive& primitive, NodeValues& sums) {
    const Vec3& c = primitive.centre;
    for (int n = 0; n < node_lanes; ++n) {
        const Lanes x = nodes.x[n] - c.x(), y = nodes.y[n] - c.y(), z = nodes.z[n] - c.z();
        sums[n] += values_at(primitive, x * x + y * y + z * z);
    }
}

/// As stretched_way, for all nodes of a leaf.
void add_turned(const NodePlaces& nodes, const PosedPrimitive& primitive, NodeValues& sums) {
    const Vec3& c = primitive.centre;
    for (int n = 0; n < node_lanes; ++n) {
        const Lanes x = nodes.x[n] - c.x(), y = nodes.y[n] - c.y(), z = nodes.z[n] - c.z();
        Lanes squared = all_lanes(0);
        for (int axis = 0; axis < 3; ++axis) {
            const Lanes local = primitive.to_local(axis, 0) * x + primitive.to_local(axis, 1) * y +
                                primitive.to_local(axis, 2) * z;
            const Lanes half = all_lanes(primitive.half_size[axis]);
            const Lanes way = (local - smaller(larger(local, -half), half)) * primitive.shrink[axis];
            squared += way * way;
        }
        sums[n] += values_at(primitive, squared);
    }
}

struct Ball {
    Vec3 centre = Vec3::Zero();
    Real radius = 0;
};

Ball ball_around(const SkinMesher& mesher, const CellPlace& low, int cells) {
    const Real half = 0.5 * cells;
    return {mesher.cell * (Vec3(low[0], low[1], low[2]) + Vec3::Constant(half)),
            std::sqrt(3.0) * half * mesher.cell};
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

/// Adds up the primitives of one skin; false when none of them reaches the leaf.
bool sum_skin(const NodePlaces& nodes, const Ball& ball, const SkinMesher& mesher,
              std::span<const int> members, NodeValues& sums) {
    bool reaches = false;
    for (const int i : members) {
        const PosedPrimitive& primitive = mesher.primitives[i];
        const Real nearest = field_distance(primitive, ball.centre) -
                             ball.radius * primitive.shrink.maxCoeff() - primitive.offset;
        if (!(nearest < primitive.curve.range)) continue;
        if (!reaches) sums.fill(all_lanes(0));
        reaches = true;
        if (primitive.is_round)
            add_round(nodes, primitive, sums);
        else
            add_turned(nodes, primitive, sums);
    }
    return reaches;
}

}  // namespace

bool may_cross(const SkinMesher& mesher, int brick, const CellPlace& low, int cells) {
    constexpr Real rounding = 1e-9;
    const Ball ball = ball_around(mesher, low, cells);
    FieldBounds own;
    Real other_low = 0, other_high = 0;  // [own pressures] of the hardest other skin
    for_each_skin(mesher, members_of(mesher.bricks, brick), [&](int skin, std::span<const int> members) {
        FieldBounds bounds;
        for (const int i : members) {
            const FieldBounds one = bounds_in_ball(mesher.primitives[i], ball.centre, ball.radius);
            bounds = {bounds.low + one.low, bounds.high + one.high};
        }
        if (skin == 0) {
            own = bounds;
        } else {
            other_low = std::max(other_low, mesher.hardness[skin] * (bounds.low - 1));
            other_high = std::max(other_high, mesher.hardness[skin] * (bounds.high - 1));
        }
    });
    return own.high - 1 - other_low > -rounding && own.low - 1 - other_high < rounding;
}

bool fill_values(SkinMesher& mesher, int l) {
    const SkinLeaf& leaf = mesher.leaves[l];
    const NodePlaces nodes = places_of_nodes(mesher, leaf.low);
    const Ball ball = ball_around(mesher, leaf.low, leaf_cells);
    NodeValues own{}, against{}, other;
    for_each_skin(mesher, members_of(mesher.bricks, leaf.brick), [&](int skin, std::span<const int> members) {
        if (skin == 0)
            sum_skin(nodes, ball, mesher, members, own);
        else if (sum_skin(nodes, ball, mesher, members, other))
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
