// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/impact.h"

#include <algorithm>

namespace souple {

namespace {

/// Friction takes at most this much speed, and never turns the motion round.
Vec3 slowed(const Vec3& sliding, Real friction) {
    const Real speed = sliding.norm();
    return speed > friction ? Vec3(sliding * (1 - friction / speed)) : Vec3(Vec3::Zero());
}

/// A velocity that presses on the surface loses its inward part, and friction acts on what it pressed with.
Vec3 rest_on(const Obstacle& obstacle, const Vec3& velocity, const Vec3& normal) {
    const Real inward = -velocity.dot(normal);
    return slowed(velocity + inward * normal, obstacle.friction * inward);
}

/// Which moment of a substep the velocity it starts with belongs to, as a fraction of it. Methods that move
/// points with the new velocity hold it half a substep late, like leapfrog; those that move them with the old
/// one, half too early.
Real velocity_moment(Method method) {
    switch (method) {
        case Method::SemiImplicitEuler:
        case Method::ImplicitEuler:
        case Method::Multirate:
            return -0.5;
        case Method::ExplicitEuler:
        case Method::CorrectedEuler:
            return 0.5;
        default:
            return 0;
    }
}

/// The fastest that a point may leave: as fast as it came. Where the change comes from forces inside the
/// obstacle it says nothing about the way there, and counting it would let stiff springs throw points off
/// ever faster; methods that look at forces only where the substep starts may count it.
Real inward_limit(const TouchedSubstep& touched) {
    const Real before = -touched.before.dot(touched.normal), after = -touched.after.dot(touched.normal);
    return std::max(0.0, velocity_moment(touched.method) < 0 ? std::max(before, after) : before);
}

}  // namespace

Vec3 velocity_after_impact(const Obstacle& obstacle, const Vec3& velocity, const Vec3& normal) {
    const Real inward = -velocity.dot(normal);
    if (inward <= 0) return velocity;
    const Real restitution = inward > obstacle.bounce_speed ? obstacle.restitution : 0;
    const Vec3 sliding = obstacle.tangential_keep * (velocity + inward * normal);
    return slowed(sliding, obstacle.friction * (1 + restitution) * inward) + restitution * inward * normal;
}

AfterTouch after_touch(const Obstacle& obstacle, const TouchedSubstep& touched) {
    const Vec3 change = touched.after - touched.before;
    const Real passed = std::clamp(touched.fraction - velocity_moment(touched.method), 0.0, 1.0);
    const Vec3 left = velocity_after_impact(obstacle, touched.before + passed * change, touched.normal);
    const Real came = inward_limit(touched);
    const auto outside = [&](const Vec3& velocity) -> Vec3 {
        const Real outward = velocity.dot(touched.normal);
        if (outward < 0) return rest_on(obstacle, velocity, touched.normal);
        return velocity - std::max(0.0, outward - came) * touched.normal;
    };
    return {outside(left + (1 - passed) * change), outside(left + 0.5 * (1 - touched.fraction) * change)};
}

}  // namespace souple
