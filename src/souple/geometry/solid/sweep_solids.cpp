// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/sweep_solids.h"

#include <algorithm>
#include <cmath>

#include "souple/geometry/solid/gjk.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

/// Grazing pairs creep; past this many steps the place reached is reported, early but safe.
constexpr int max_steps = 1000;

struct MovingSolid {
    const Convex* convex = nullptr;
    Pose start, end;
    Vec3 motion, turn;  ///< over the whole way: [m], [rad]
    Real swing = 0;     ///< [m], most that turning alone moves a point

    Pose at(Real s) const { return interpolate(start, end, s); }
    /// Of a point of the solid, per whole way.
    Vec3 velocity(const Vec3& point, const Pose& now) const {
        return motion + turn.cross(point - now.position);
    }
};

MovingSolid moving(const Convex& convex, const Pose& start, const Pose& end) {
    MovingSolid solid;
    solid.convex = &convex;
    solid.start = start;
    solid.end = end;
    solid.motion = end.position - start.position;
    solid.turn = to_rotation_vector(end.rotation * start.rotation.conjugate());
    solid.swing = solid.turn.norm() * bounding_radius(convex);
    return solid;
}

/// Most that the two can approach along n over the whole way.
Real fastest_approach(const MovingSolid& a, const MovingSolid& b, const Vec3& n) {
    return (a.motion - b.motion).dot(n) + a.swing + b.swing;
}

bool is_approaching(const MovingSolid& a, const MovingSolid& b, const ClosestPoints& near) {
    const Real speed = (a.velocity(near.on_a, a.start) - b.velocity(near.on_b, b.start)).dot(near.normal);
    const Real fastest = (a.motion - b.motion).norm() + a.swing + b.swing;
    return speed > 1e-12 * fastest;
}

}  // namespace

std::optional<SolidHit> sweep(const Convex& a, const Pose& a0, const Pose& a1, const Convex& b,
                              const Pose& b0, const Pose& b1, Real margin) {
    const MovingSolid moving_a = moving(a, a0, a1), moving_b = moving(b, b0, b1);
    const Real tolerance = 1e-9 + 1e-3 * std::abs(margin);
    Real target = margin, s = 0;
    for (int step = 0;; ++step) {
        const ClosestPoints near = closest(a, moving_a.at(s), b, moving_b.at(s));
        const SolidHit hit{s, near.normal, 0.5 * (near.on_a + near.on_b)};
        if (step == 0 && near.distance <= margin + tolerance) {
            if (is_approaching(moving_a, moving_b, near)) return hit;
            // free to leave: only coming nearer than now is a hit, until they have been apart
            target = std::min(margin, near.distance) - 2 * tolerance;
        } else if (near.distance <= target + tolerance || step == max_steps) {
            return hit;
        } else if (near.distance > margin + tolerance) {
            target = margin;
        }
        // along the normal they cannot meet before this, whatever else they do
        const Real approach = fastest_approach(moving_a, moving_b, near.normal);
        if (!(approach > 0)) return std::nullopt;
        s += (near.distance - target) / approach;
        if (!(s <= 1)) return std::nullopt;
    }
}

}  // namespace souple
