// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Random solids and poses for the tests of solids.
#pragma once

#include "geometry/random_geometry.h"
#include "souple/geometry/solid/solid.h"

namespace souple {

const Quat no_turn = Quat::Identity();

inline Quat random_rotation(Rng& rng) {
    const Real w = rng.normal(), x = rng.normal(), y = rng.normal();
    return Quat(w, x, y, rng.normal()).normalized();
}

inline Pose random_pose(Rng& rng, Real half_size) {
    const Vec3 position = random_point(rng, half_size);
    return {position, random_rotation(rng)};
}

inline Vec3 random_size(Rng& rng, Real low, Real high) {
    const Real x = rng.uniform(low, high), y = rng.uniform(low, high);
    return {x, y, rng.uniform(low, high)};
}

inline Hull random_hull(Rng& rng, int points, Real half_size) {
    std::vector<Vec3> cloud;
    for (int i = 0; i < points; ++i) cloud.push_back(random_point(rng, half_size));
    return {std::make_shared<const ConvexHull>(make_hull(cloud, "hull"))};
}

/// kind: the place in Convex.
inline Convex random_convex(Rng& rng, int kind) {
    const Vec3 size = random_size(rng, 0.3, 1.2);
    switch (kind) {
        case 0:
            return Sphere{size.x()};
        case 1:
            return Box{size};
        case 2:
            return Capsule{0.5 * size.x(), size.y()};
        case 3:
            return Ellipsoid{size};
        case 4:
            return Cylinder{size.x(), size.y()};
        case 5:
            return random_hull(rng, 20, 1);
        default: {
            const Vec3 a = random_point(rng, 1), b = random_point(rng, 1);
            return TriangleSolid{{a, b, random_point(rng, 1)}, 0.1 * size.x()};
        }
    }
}

constexpr int convex_kinds = 7;

}  // namespace souple
