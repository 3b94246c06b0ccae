// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/impact_laws.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace souple {

namespace {

/// Components along the two tangents of a contact.
using Across = Eigen::Matrix<Real, 2, 1>;
using AcrossMatrix = Eigen::Matrix<Real, 2, 2>;

constexpr Real no_end = std::numeric_limits<Real>::infinity();

/// The response in axes of the contact: the normal and two tangents.
struct Axes {
    Vec3 normal, t0, t1;
    Real nn;          ///< n.K n
    Across nt;        ///< tangential part of K n
    AcrossMatrix tt;  ///< tangential part of K t
    AcrossMatrix inverse_tt;
};

/// Where a tangential direction has no response at all, the inverse stays finite.
AcrossMatrix safe_inverse(AcrossMatrix m) {
    const Real size = m(0, 0) + m(1, 1);
    const auto determinant = [&m] { return m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0); };
    if (!(size > 0)) return AcrossMatrix::Zero();
    if (determinant() < 1e-12 * size * size) {
        m(0, 0) += 1e-11 * size;
        m(1, 1) += 1e-11 * size;
    }
    AcrossMatrix inverse;
    inverse << m(1, 1), -m(0, 1), -m(1, 0), m(0, 0);
    return inverse / determinant();
}

Across across(const Axes& axes, const Vec3& v) { return {axes.t0.dot(v), axes.t1.dot(v)}; }

Axes axes_of(const Impact& impact) {
    Axes axes;
    axes.normal = impact.normal;
    axes.t0 = impact.normal.unitOrthogonal();
    axes.t1 = impact.normal.cross(axes.t0);
    const Vec3 by_normal = impact.response * impact.normal;
    axes.nn = impact.normal.dot(by_normal);
    axes.nt = across(axes, by_normal);
    axes.tt.col(0) = across(axes, impact.response * axes.t0);
    axes.tt.col(1) = across(axes, impact.response * axes.t1);
    axes.inverse_tt = safe_inverse(axes.tt);
    return axes;
}

/// How far an impact has come. Its clock is the normal impulse; the impulse is laid down in straight legs
/// along n + d with |d| <= friction, over which velocities are linear and the work is exact. So the energy
/// cannot rise however coarse the legs are.
struct Progress {
    Real regained_share = 0;          ///< e^2
    Real normal_speed = 0;            ///< [m/s]
    Across sliding = Across::Zero();  ///< [m/s]
    Real pressed = 0;                 ///< normal impulse [N s]
    Across rubbed = Across::Zero();   ///< tangential impulse [N s]
    Real stored = 0;                  ///< work of compression that is still to come back [J]
};

/// One leg: du/dp = (rate, slide_rate) along n + d.
struct Leg {
    Across d, slide_rate;
    Real rate;
};

Leg leg_along(const Axes& axes, const Across& d) {
    return {d, axes.nt + axes.tt * d, axes.nn + axes.nt.dot(d)};
}

void move_on(const Leg& leg, Real length, Progress& at) {
    at.pressed += length;
    at.rubbed += length * leg.d;
    at.normal_speed += length * leg.rate;
    at.sliding += length * leg.slide_rate;
}

/// Stores work until the approach ends or the leg does. Returns the length that was used.
Real compress(const Leg& leg, Real length, Progress& at) {
    const Real to_rest = leg.rate > 0 ? -at.normal_speed / leg.rate : no_end;
    const Real used = std::min(length, to_rest);
    at.stored -= at.regained_share * (at.normal_speed + leg.rate * used / 2) * used;
    move_on(leg, used, at);
    if (used == to_rest) at.normal_speed = 0;
    return used;
}

/// Gives back work until none is left, the leg ends, or a strange coupling makes the two approach again.
Real release(const Leg& leg, Real length, Progress& at) {
    const Real squared = at.normal_speed * at.normal_speed + 2 * leg.rate * at.stored;
    const bool empties = squared >= 0;
    const Real whole =
        empties ? 2 * at.stored / (at.normal_speed + std::sqrt(squared)) : -at.normal_speed / leg.rate;
    const Real used = std::min(length, whole);
    at.stored -= (at.normal_speed + leg.rate * used / 2) * used;
    move_on(leg, used, at);
    if (used == whole) (empties ? at.stored : at.normal_speed) = 0;
    return used;
}

/// Goes on along n + d for some normal impulse. True when the impact is over: no approach, nothing stored.
bool follow(const Axes& axes, const Across& d, Real length, Progress& at) {
    const Leg leg = leg_along(axes, d);
    // wedged: a joint lets no impulse along n + d move anything, so that nothing can come back
    if (length == no_end && leg.rate <= 1e-9 * axes.nn) return true;
    for (int phase = 0; phase < 4 && length > 0; ++phase) {
        const bool approaching = at.normal_speed < 0 || (at.normal_speed == 0 && leg.rate < 0);
        if (at.normal_speed >= 0 && at.stored <= 0) return true;
        length -= approaching ? compress(leg, length, at) : release(leg, length, at);
    }
    return at.normal_speed >= 0 && at.stored <= 0;
}

/// Sliding that starts from rest keeps one direction: nt - friction tt s = growth s with |s| = 1 and
/// growth > 0. Newton's method on 1/|s| rises to the only root.
Across breakaway_direction(const Axes& axes, Real friction) {
    Real growth = 0;
    Across s = axes.nt;
    for (int i = 0; i < 30; ++i) {
        AcrossMatrix m = friction * axes.tt;
        m(0, 0) += growth;
        m(1, 1) += growth;
        const AcrossMatrix inverse = safe_inverse(m);
        s = inverse * axes.nt;
        const Real size = s.norm();
        if (!(size > 1 + 1e-14)) break;
        growth += s.squaredNorm() / s.dot(inverse * s) * (size - 1);
    }
    return s.normalized();
}

/// What is left of the sliding ends in one leg that uses all the friction there is.
bool stop_sliding(const Axes& axes, Real friction, Progress& at) {
    const Across y = axes.inverse_tt * at.sliding, z = axes.inverse_tt * axes.nt;
    const Real a = y.squaredNorm(), b = y.dot(z), c = z.squaredNorm() - friction * friction;
    if (a == 0) return false;
    const Real inverse_length = (std::sqrt(std::max(0.0, b * b - a * c)) - b) / a;
    if (!(inverse_length > 0)) return false;
    if (follow(axes, -(y * inverse_length + z), 1 / inverse_length, at)) return true;
    at.sliding.setZero();
    return false;
}

/// After sliding has stopped: it sticks to the end if friction can hold it, or breaks away to the end.
void finish_from_rest(const Axes& axes, Real friction, Progress& at) {
    const Across hold = -(axes.inverse_tt * axes.nt);
    if (hold.norm() > friction) {
        follow(axes, -friction * breakaway_direction(axes, friction), no_end, at);
    } else if (!stop_sliding(axes, friction, at)) {
        follow(axes, hold, no_end, at);
    }
}

/// A leg of sliding: normal impulse and direction. In the time tau with dp = |u| dtau sliding obeys
/// u' = |u| nt - friction tt u, smooth down to rest, and Runge and Kutta's weights are positive: the mean of
/// directions that they form lies in the cone.
struct SlidingLeg {
    Real length;
    Across d;
};

SlidingLeg sliding_leg(const Axes& axes, Real friction, const Across& u0, Real tau) {
    const auto change = [&](const Across& u, Real speed) -> Across {
        return speed * axes.nt - friction * (axes.tt * u);
    };
    const Real speed0 = u0.norm();
    const Across u1 = u0 + tau / 2 * change(u0, speed0);
    const Real speed1 = u1.norm();
    const Across u2 = u0 + tau / 2 * change(u1, speed1);
    const Real speed2 = u2.norm();
    const Across u3 = u0 + tau * change(u2, speed2);
    const Real speeds = speed0 + 2 * (speed1 + speed2) + u3.norm();
    return {tau / 6 * speeds, -friction / speeds * (u0 + 2 * (u1 + u2) + u3)};
}

/// Goes on along a bent leg. An impact that ends halfway would end off the bend, on its chord: the leg is
/// laid again, about as long as it was needed.
bool follow_bend(const Axes& axes, Real friction, Real tau, Progress& at) {
    for (int tries = 0;; ++tries) {
        Progress ahead = at;
        const SlidingLeg leg = sliding_leg(axes, friction, at.sliding, tau);
        const bool over = follow(axes, leg.d, leg.length, ahead);
        const Real needed = (ahead.pressed - at.pressed) / leg.length;
        if (!over || needed > 0.99 || tries == 4) {
            at = ahead;
            return over;
        }
        tau *= needed;
    }
}

/// Follows the sliding, whose direction turns when the response couples the axes. True when the impact ends
/// before the sliding does. The direction has a limit, so few legs are needed.
bool slide(const Axes& axes, Real friction, Progress& at) {
    constexpr Real straight = 1e-5;  // turn for each unit of ln(speed) that is not worth following
    constexpr Real leg_turn = 0.03, leg_growth = 0.6;  // of direction [rad] and ln(speed) in a leg
    constexpr int most_legs = 400;
    const Real slow = 1e-5 * at.sliding.norm();
    for (int leg = 0; leg < most_legs; ++leg) {
        const Real speed = at.sliding.norm();
        if (speed <= slow) return false;
        const Across s = at.sliding / speed, change = axes.nt - friction * (axes.tt * s);
        const Real growth = s.dot(change), turn = std::abs(s.x() * change.y() - s.y() * change.x());
        if (turn <= straight * std::abs(growth) || leg + 1 == most_legs)
            return follow(axes, -friction * s, growth < 0 ? -speed / growth : no_end, at);
        const Real tau = 1 / std::max(turn / leg_turn, std::abs(growth) / leg_growth);
        if (follow_bend(axes, friction, tau, at)) return true;
    }
    return false;
}

Vec3 impulse_of(const Axes& axes, Real pressed, const Across& rubbed) {
    return pressed * axes.normal + rubbed.x() * axes.t0 + rubbed.y() * axes.t1;
}

Vec3 energetic_impulse(const Axes& axes, const Impact& impact, const ImpactLaw& law) {
    Progress at;
    at.regained_share = law.restitution * law.restitution;
    at.normal_speed = impact.velocity.dot(impact.normal);
    at.sliding = across(axes, impact.velocity);
    if (law.friction <= 0) {
        follow(axes, Across::Zero(), no_end, at);
    } else {
        // sliding too slow to matter: rounding would choose its direction
        if (at.sliding.norm() <= 1e-12 * -at.normal_speed) at.sliding.setZero();
        if (!slide(axes, law.friction, at)) finish_from_rest(axes, law.friction, at);
    }
    return impulse_of(axes, at.pressed, at.rubbed);
}

/// The closed forms of F3.62: no slip if its impulse lies in the cone, else slip against its direction.
Vec3 newton_impulse(const Axes& axes, const Impact& impact, const ImpactLaw& law) {
    const Real bounce = -(1 + law.restitution) * impact.velocity.dot(impact.normal);
    const Across sliding = across(axes, impact.velocity), hold = axes.inverse_tt * axes.nt;
    const Real stuck_response = axes.nn - axes.nt.dot(hold);
    const Real pressed = (bounce + hold.dot(sliding)) / stuck_response;
    const Across rubbed = -(axes.inverse_tt * sliding + hold * pressed);
    const Real size = rubbed.norm();
    if (stuck_response > 1e-9 * axes.nn && size <= law.friction * pressed)
        return impulse_of(axes, pressed, rubbed);
    const Across j = size > 0 ? Across(rubbed / size) : Across(Across::Zero());
    const Real response = axes.nn + law.friction * axes.nt.dot(j);
    // jammed: no slip along j ever ends the approach, and only following the impact in detail has an answer
    if (!(response > 1e-9 * axes.nn)) return energetic_impulse(axes, impact, law);
    return impulse_of(axes, bounce / response, bounce / response * law.friction * j);
}

}  // namespace

Vec3 impact_impulse(const Impact& impact, const ImpactLaw& law) {
    const Axes axes = axes_of(impact);
    if (!(impact.velocity.dot(impact.normal) < 0) || !(axes.nn > 0)) return Vec3::Zero();
    return law.rule == ImpactRule::Newton ? newton_impulse(axes, impact, law)
                                          : energetic_impulse(axes, impact, law);
}

Real energy_change(const Impact& impact, const Vec3& impulse) {
    return impact.velocity.dot(impulse) + impulse.dot(impact.response * impulse) / 2;
}

}  // namespace souple
