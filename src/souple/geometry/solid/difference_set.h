// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The set of all differences a - b of two convex solids: it holds the origin when they overlap.
#pragma once

#include "souple/geometry/solid/support.h"

namespace souple {

struct DifferencePoint {
    Vec3 w = Vec3::Zero();                          ///< [m], on_a - on_b
    Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();  ///< [m], axes of the world, origin at a
};

/// Cores only; see core_radius().
struct DifferenceSet {
    const Convex *a = nullptr, *b = nullptr;
    Mat3 rotation_a = Mat3::Identity(), rotation_b = Mat3::Identity();
    Vec3 offset = Vec3::Zero();  ///< [m], from a to b

    DifferencePoint farthest(const Vec3& direction) const {
        DifferencePoint point;
        point.on_a = rotation_a * core_support(*a, rotation_a.transpose() * direction);
        point.on_b = offset + rotation_b * core_support(*b, -(rotation_b.transpose() * direction));
        point.w = point.on_a - point.on_b;
        return point;
    }
};

/// A point, segment, triangle or tetrahedron of differences, with the weights of the point nearest to the
/// origin.
struct Simplex {
    int count = 0;
    std::array<DifferencePoint, 4> points;
    std::array<Real, 4> weights{};
};

/// How deep the origin lies in the set: where its surface is nearest.
struct Depth {
    Real depth = 0;        ///< [m]; negative when the origin is outside by round-off
    Vec3 normal{0, 1, 0};  ///< unit, outward: from a to b
    Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();
    bool converged = false;
};

/// Expands the simplex, which holds the origin, until a facet lies on the surface. A flat set has depth 0
/// across it. Ends when the facet is at most `accuracy` times the size of the set away from the surface.
Depth expand(const DifferenceSet& set, const Simplex& start, Real accuracy);

}  // namespace souple
