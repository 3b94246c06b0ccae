// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/leaf_values.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

/// One number for each node, and some to make it whole vectors.
constexpr int padded_nodes = 128;
using NodeValues = Eigen::Array<Real, padded_nodes, 1>;

/// FieldCurve::value of many distances at once.
void add_values(const PosedPrimitive& primitive, const NodeValues& distance2, NodeValues& sums) {
    const FieldCurve& curve = primitive.curve;
    const NodeValues x = distance2.sqrt() - primitive.offset;
    const NodeValues outer = x.max(curve.thickness).min(curve.range);
    sums += (outer - curve.range).square() * (curve.c * outer + curve.h) +
            curve.slope * (curve.thickness - x).max(0.0);
}

/// From the primitive to the nodes along one axis of the world, each computed from the node's own number.
using RowWays = std::array<Real, leaf_nodes>;
std::array<RowWays, 3> ways_from(const SkinMesher& mesher, const CellPlace& low, const Vec3& centre) {
    std::array<RowWays, 3> ways;
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < leaf_nodes; ++i) ways[axis][i] = mesher.cell * (low[axis] + i) - centre[axis];
    return ways;
}

/// A point with an even field: most of all primitives, and the inner loop of all polygonising.
void add_round(const SkinMesher& mesher, const CellPlace& low, const PosedPrimitive& primitive,
               NodeValues& sums) {
    std::array<RowWays, 3> square = ways_from(mesher, low, primitive.centre);
    for (RowWays& ways : square)
        for (Real& way : ways) way *= way;
    NodeValues distance2;
    int node = 0;
    for (int k = 0; k < leaf_nodes; ++k)
        for (int j = 0; j < leaf_nodes; ++j) {
            const Real of_row = square[1][j] + square[2][k];
            for (int i = 0; i < leaf_nodes; ++i, ++node) distance2[node] = square[0][i] + of_row;
        }
    distance2.tail<padded_nodes - nodes_in_leaf>().setZero();
    add_values(primitive, distance2, sums);
}

/// As stretched_way, for all nodes of a leaf.
void add_turned(const SkinMesher& mesher, const CellPlace& low, const PosedPrimitive& primitive,
                NodeValues& sums) {
    const std::array<RowWays, 3> ways = ways_from(mesher, low, primitive.centre);
    NodeValues distance2 = NodeValues::Zero(), local;
    for (int axis = 0; axis < 3; ++axis) {
        int node = 0;
        for (int k = 0; k < leaf_nodes; ++k)
            for (int j = 0; j < leaf_nodes; ++j) {
                const Real of_row =
                    primitive.to_local(axis, 1) * ways[1][j] + primitive.to_local(axis, 2) * ways[2][k];
                for (int i = 0; i < leaf_nodes; ++i, ++node)
                    local[node] = primitive.to_local(axis, 0) * ways[0][i] + of_row;
            }
        local.tail<padded_nodes - nodes_in_leaf>().setZero();
        const Real half = primitive.half_size[axis];
        distance2 += ((local - local.max(-half).min(half)) * primitive.shrink[axis]).square();
    }
    add_values(primitive, distance2, sums);
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
bool sum_skin(const SkinMesher& mesher, const CellPlace& low, std::span<const int> members,
              NodeValues& sums) {
    const Ball ball = ball_around(mesher, low, leaf_cells);
    bool reaches = false;
    for (const int i : members) {
        const PosedPrimitive& primitive = mesher.primitives[i];
        const Real nearest = field_distance(primitive, ball.centre) -
                             ball.radius * primitive.shrink.maxCoeff() - primitive.offset;
        if (!(nearest < primitive.curve.range)) continue;
        if (!reaches) sums.setZero();
        reaches = true;
        if (primitive.is_round)
            add_round(mesher, low, primitive, sums);
        else
            add_turned(mesher, low, primitive, sums);
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
    NodeValues own = NodeValues::Zero(), against = NodeValues::Zero(), other;
    for_each_skin(mesher, members_of(mesher.bricks, leaf.brick), [&](int skin, std::span<const int> members) {
        if (skin == 0)
            sum_skin(mesher, leaf.low, members, own);
        else if (sum_skin(mesher, leaf.low, members, other))
            against = against.max(mesher.hardness[skin] * (other - 1));
    });
    Real* const values = mesher.values.data() + static_cast<std::size_t>(l) * nodes_in_leaf;
    own = (own - 1) - against;
    const auto nodes = own.head<nodes_in_leaf>();
    if (!(nodes.maxCoeff() > 0) || nodes.minCoeff() > 0) return false;
    std::copy(own.data(), own.data() + nodes_in_leaf, values);
    return true;
}

}  // namespace souple
