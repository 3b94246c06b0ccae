// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What unlocks those who stand in each other's way: whom others hold up turns its wanted velocity to one
// side, the same for everybody, by the whole angle when it stands. Two who face each other then step aside to
// different sides of the line between them, a ring of people turns around its middle, and of two in one door
// one makes way, whatever the symmetry; nothing is left to chance. Walls alone turn nobody: along them one
// slides, and turned into one it would not; and who queues is turned no farther than once. The rule is the
// same on flat ground, on surfaces and in space.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/agents/linear_programme.h"

namespace souple {

/// How much of a velocity is missing: 0 for one that is reached along its way, 1 for who stands or goes back.
template <class Vec>
Real missing_share(const Vec& v, const Vec& whole) {
    const Real squared = whole.squaredNorm();
    return squared > 0 ? std::clamp(1 - v.dot(whole) / squared, Real(0), Real(1)) : Real(0);
}

/// [rad] how far to turn. `alone` is the velocity that there would be without the others, `among` what they
/// leave of it, `now` the one that was reached: who starts or is braked by a wall is slow, but nobody's
/// fault.
template <class Vec>
Real angle_aside(const AgentGroup& group, const Vec& alone, const Vec& among, const Vec& now) {
    constexpr Real rounding = 1e-9;
    if (group.side == 0 || missing_share(among, alone) <= rounding) return 0;
    return group.side * missing_share(now, alone);
}
/// [rad] a turn that still leads nowhere back.
inline Real bounded_turn(Real angle) {
    constexpr Real most = std::numbers::pi / 2;
    return std::clamp(angle, -most, most);
}

/// In the plane from x towards z.
inline Vec2 turned_aside(const Vec2& wanted, Real angle) {
    return std::cos(angle) * wanted + std::sin(angle) * Vec2(-wanted.y(), wanted.x());
}
/// `up` is a unit vector across `wanted`; along y this is the turn of flat ground.
inline Vec3 turned_aside(const Vec3& wanted, Real angle, const Vec3& up) {
    return std::cos(angle) * wanted + std::sin(angle) * wanted.cross(up);
}

/// The velocity that lines of others allow, nearest to the one without them (`alone`) turned aside;
/// `straight` is the one nearest to that itself. Who would stand all the same, in a pocket between others who
/// do not go its way, is turned up to four times as far, but no farther than a right angle: two who touch ask
/// for more than 30 degrees, and those in a ring for nearly that right angle. `queues`: who is ahead goes the
/// same way, and one waits.
inline Vec2 choose_aside(const AgentGroup& group, const HalfPlanes& planes, const Vec2& alone,
                         const Vec2& straight, const Vec2& now, Real most, bool queues) {
    const int most_turns = queues ? 1 : 4;
    constexpr Real standing = 0.1;  // of the speed
    const Real angle = angle_aside(group, alone, straight, now);
    Vec2 v = straight;
    for (int turn = 1; angle != 0 && turn <= most_turns; ++turn) {
        v = choose_velocity(planes, turned_aside(alone, bounded_turn(turn * angle)), most);
        if (v.squaredNorm() > standing * standing * alone.squaredNorm()) break;
    }
    return v;
}

/// In space, where nothing is up: the axis farthest from the way. It is the same for who comes the other way,
/// so that the two turn to different sides.
inline Vec3 up_in_space(const Vec3& wanted) {
    if (wanted.squaredNorm() == 0) return Vec3::UnitY();
    const Vec3 ahead = wanted.normalized();
    int least = 0;
    ahead.cwiseAbs().minCoeff(&least);
    return (Vec3::Unit(least) - ahead[least] * ahead).normalized();
}

}  // namespace souple
