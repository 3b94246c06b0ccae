// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What one link is: where it acts, what it would like to be zero, when it takes hold and lets go.
#pragma once

#include <cmath>

#include "souple/dynamics/contact/solve_links.h"
#include "souple/dynamics/measure.h"

namespace souple {

inline bool is_torn(const LinkRow& row) { return std::isinf(row.softness); }

inline Vec3 between_ends(const State& state, const Link& link) {
    return position_of(state, link.a) - position_of(state, link.b);
}

inline void let_go(const LinkCondition& when, LinkGrip& grip) {
    const bool for_good = when.once || !std::isfinite(when.catches_within);
    grip = for_good ? LinkGrip::Broken : LinkGrip::Loose;
}

/// What a link does next, by how far apart its ends are (003 F3.72).
inline void update_grip(const LinkCondition& when, Real distance, LinkGrip& grip) {
    if (grip == LinkGrip::Loose && distance > when.catches_within) grip = LinkGrip::Free;
    if (grip == LinkGrip::Free && distance <= when.catches_within) grip = LinkGrip::Holds;
    if (grip == LinkGrip::Holds && distance > when.lets_go_beyond) let_go(when, grip);
}

/// Both ends must feel the impulse at one place, or the pair would turn by itself: at the end that is made of
/// points, or between two bodies.
inline Vec3 place_of_impulse(const State& state, const Link& link) {
    const Vec3 a = position_of(state, link.a), b = position_of(state, link.b);
    if (link.a.frame < 0) return a;
    return link.b.frame < 0 ? b : Vec3(0.5 * (a + b));
}

inline Vec3 arm_of(const State& state, const MaterialPoint& end, const Vec3& place) {
    return end.frame < 0 ? Vec3(Vec3::Zero()) : Vec3(place - state.frames.x[end.frame]);
}

/// [m] what a link would like to be zero.
inline Vec3 gap_of(const State& state, const Link& link) {
    const Vec3 apart = between_ends(state, link);
    const Real distance = apart.norm();
    if (link.rest_length <= 0 || distance <= 0) return apart;
    return (1 - link.rest_length / distance) * apart;
}

/// What a row feels of a vector: the part along its axis, if it has one, and nothing of what is locked.
inline Vec3 felt(const LinkRow& row, const Vec3& vector) {
    if (row.is_partly_locked) return row.free * vector;
    return row.axis.isZero(0) ? vector : Vec3(row.axis.dot(vector) * row.axis);
}

/// Sets the inverse of a response where the row acts. Joints may lock some directions: those take no impulse.
void set_inverse(const Mat3& answer, LinkRow& row);

/// [m/s] of a relative to b, where the impulse acts.
inline Vec3 relative_velocity(const LinkRow& row, const Movers& movers) {
    const MoverVelocity a = velocity_of(movers, row.a), b = velocity_of(movers, row.b);
    return a.v + a.w.cross(row.arm_a) - b.v - b.w.cross(row.arm_b);
}

inline void apply_to_both(const LinkRow& row, const Vec3& impulse, Movers& movers) {
    apply_impulse(movers, row.a, impulse, row.arm_a.cross(impulse));
    apply_impulse(movers, row.b, -impulse, row.arm_b.cross(-impulse));
}

}  // namespace souple
