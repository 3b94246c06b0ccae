// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/penalty_laws.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace souple {

namespace {

/// Deeper than this many ranges the exponential goes on as its tangent: a lost point must not overflow.
constexpr Real steepest = 30;

/// e^t and its integral, with the tangent beyond `steepest`.
Real growth(Real t) { return std::exp(std::min(t, steepest)) * (1 + std::max(0.0, t - steepest)); }
Real growth_integral(Real t) {
    const Real beyond = std::max(0.0, t - steepest);
    return std::exp(std::min(t, steepest)) * (1 + beyond + beyond * beyond / 2);
}

Real exponential_force(const PenaltyLaw& law, Real gap, Real gap_rate) {
    const Real near = growth(-gap / law.range);
    // the damper fades with the field: it would brake what is far away otherwise
    return law.stiffness / law.range * near - law.damping * std::min(near, 1.0) * gap_rate;
}

/// Spring and damper while inside.
Real spring_force(Real stiffness, Real damping, Real gap, Real gap_rate) {
    return gap < 0 ? -stiffness * gap - damping * gap_rate : 0;
}

Real signed_force(const PenaltyLaw& law, Real gap, Real gap_rate, Real mass) {
    switch (law.kind) {
        case ResponseKind::Impulse:
            return 0;
        case ResponseKind::GroundReaction:
        case ResponseKind::WallReaction:
            return spring_force(law.stiffness, law.damping, gap, gap_rate);
        case ResponseKind::ExponentialField:
            return exponential_force(law, gap, gap_rate);
        case ResponseKind::MillerGround:
            return mass * spring_force(law.stiffness, law.damping, gap, gap_rate);
        case ResponseKind::ContactSpring:
            return spring_force(gap_rate > 0 ? law.rebound * law.stiffness : law.stiffness, law.damping, gap,
                                gap_rate);
    }
    return 0;
}

Real squared(Real x) { return x * x; }

}  // namespace

Real normal_force(const PenaltyLaw& law, Real gap, Real gap_rate, Real mass, Real carried) {
    return std::max(0.0, signed_force(law, gap, gap_rate, mass) + carried);
}

Real recoverable_energy(const PenaltyLaw& law, Real gap, Real mass) {
    const Real inside = squared(std::min(gap, 0.0)) / 2;
    switch (law.kind) {
        case ResponseKind::Impulse:
            return 0;
        case ResponseKind::GroundReaction:
        case ResponseKind::WallReaction:
            return law.stiffness * inside;
        case ResponseKind::ExponentialField:
            return law.stiffness * growth_integral(-gap / law.range);
        case ResponseKind::MillerGround:
            return mass * law.stiffness * inside;
        case ResponseKind::ContactSpring:
            return law.rebound * law.stiffness * inside;
    }
    return 0;
}

Vec3 friction_force(const SlidingFriction& friction, Real normal_force, const Vec3& velocity,
                    const Vec3& normal) {
    const Vec3 sliding = velocity - velocity.dot(normal) * normal;
    return -friction.coefficient * normal_force / std::max(sliding.norm(), friction.slip_speed) * sliding;
}

MassAtGround put_outside(const PenaltyLaw& law, const MassAtGround& mass, Real gap, const Vec3& normal) {
    if (gap >= 0) return mass;
    const Real inward = std::max(0.0, -mass.v.dot(normal));
    return {mass.x - gap * normal, mass.v + (1 + law.rebound) * inward * normal};
}

Real contact_duration(const PenaltyLaw& law, Real mass) {
    return std::numbers::pi / 2 * std::sqrt(mass / law.stiffness) * (1 + 1 / std::sqrt(law.rebound));
}

}  // namespace souple
