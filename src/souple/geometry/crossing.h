// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// When a moving point passes through a moving triangle, or a moving edge through another one: four points
// that move straight lie in a plane at the roots of a cubic. And whether two triangles are crossed now.
#pragma once

#include <array>
#include <optional>

#include "souple/math/types.h"

namespace souple {

/// Four points at start + s * motion, s from 0 to 1.
struct MovingPoints {
    std::array<Vec3, 4> start{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};   ///< [m]
    std::array<Vec3, 4> motion{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< [m]

    Vec3 at(int k, Real s) const { return start[k] + s * motion[k]; }
};

/// In order; places where the four touch a plane without changing sides are not among them.
struct CoplanarTimes {
    int count = 0;
    std::array<Real, 3> s{};
};

/// When the four points pass through a common plane, s in [0, 1].
CoplanarTimes coplanar_times(const MovingPoints& points);

/// Two things that meet. The way from the first to the second is the sum of weight times place; weights of
/// the first are negative and sum to -1, those of the second to 1.
struct Crossing {
    Real s = 0;
    Vec3 normal = Vec3::UnitY();  ///< unit, from the first to the second as they were at the start
    std::array<Real, 4> weights{};
};

/// The sum of weight times place [m].
inline Vec3 way_between(const Crossing& crossing, const std::array<Vec3, 4>& places) {
    Vec3 way = Vec3::Zero();
    for (int k = 0; k < 4; ++k) way += crossing.weights[k] * places[k];
    return way;
}

/// When point 0 first passes through the triangle 1, 2, 3. Coming nearer than `gap` [m] at the end counts as
/// well: from there nobody could tell which side it came from.
std::optional<Crossing> point_crosses_triangle(const MovingPoints& points, Real gap = 0);

/// When the edge from 0 to 1 first passes through the edge from 2 to 3, or comes nearer than `gap` [m] at the
/// end.
std::optional<Crossing> edge_crosses_edge(const MovingPoints& points, Real gap = 0);

struct EdgesNear {
    Real on_a = 0, on_b = 0;  ///< 0 at the first end, 1 at the second
    Real distance = 0;        ///< [m]
};

/// Where the edges from a0 to a1 and from b0 to b1 come nearest to each other.
EdgesNear nearest_on_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

/// Whether the inside of an edge passes through the inside of a triangle.
bool pierces(const Vec3& from, const Vec3& to, const std::array<Vec3, 3>& triangle);

}  // namespace souple
