// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/bounce.h"

#include <algorithm>
#include <atomic>

#include "souple/dynamics/contact/colour_rows.h"

namespace souple {

namespace {

constexpr int most_sweeps = 64;

/// Where an impact meets each side [m].
struct Places {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
};

Places places_of(const ManifoldPoint& point) { return {place_on_a(point), place_on_b(point)}; }

/// Relative velocity, b minus a, where they touch [m/s].
struct Approach {
    const ContactRows& rows;
    const Manifold& manifold;
    const SideCentres& centres;

    Vec3 at(const Places& places, const MoverVelocity& a, const MoverVelocity& b) const {
        return b.v + b.w.cross(places.b - centres.b) - a.v - a.w.cross(places.a - centres.a) +
               rows.tangent_drift;
    }
};

/// What forces added over the interval: an impact must not see what is added after it. Spin is taken as it is
/// at the end: turning changes it on the way without any work, and with an older spin an impact would do
/// some.
MoverVelocity gained(const InteractionScratch& scratch, int mover) {
    MoverVelocity gain;
    if (mover >= 0) gain.v = scratch.free_velocity[mover].v - scratch.start_velocity[mover].v;
    return gain;
}

/// Where and when the approaching points of a manifold touch.
struct Touchdown {
    Places places;
    Real time = 0;  ///< [s] after the start of the interval
    int count = 0;
};

Touchdown find_touchdown(const Model& model, Real h, const Approach& approach,
                         const InteractionScratch& scratch, const MoverVelocity& a, const MoverVelocity& b) {
    Touchdown touchdown;
    touchdown.time = h;
    const Manifold& manifold = approach.manifold;
    const MoverVelocity gain_a = gained(scratch, approach.rows.a), gain_b = gained(scratch, approach.rows.b);
    for (int k = 0; k < manifold.count; ++k) {
        const ManifoldPoint& point = manifold.points[k];
        const Places places = places_of(point);
        const Real speed = -manifold.normal.dot(approach.at(places, a, b));
        if (speed <= 0 || point.gap > h * speed) continue;
        const Real time = std::max(Real(0), point.gap) / speed;
        const Real gain =
            -manifold.normal.dot(approach.at(places, gain_a, gain_b) - approach.rows.tangent_drift);
        if (speed - (1 - time / h) * gain <= model.contact.bounce_speed) continue;
        touchdown.places.a += places.a;
        touchdown.places.b += places.b;
        touchdown.time = std::min(touchdown.time, time);
        ++touchdown.count;
    }
    if (touchdown.count == 0) return touchdown;
    touchdown.places.a /= touchdown.count;
    touchdown.places.b /= touchdown.count;
    return touchdown;
}

void shift_side(InteractionScratch& scratch, int mover, const Vec3& impulse, const Vec3& angular, Real time) {
    if (mover < 0) return;  // a spot of a cloth goes on from where the interval brought it
    const MoverAnswer& answer = scratch.movers.answer[mover];
    scratch.shift[mover] -= time * answer.inverse_mass * impulse;
    scratch.turn[mover] -= time * (answer.inverse_inertia * angular);
}

bool bounce_row(const Model& model, Real h, InteractionScratch& scratch, const ContactRows& rows) {
    Manifold& manifold = scratch.manifolds[rows.manifold];
    if (manifold.restitution <= 0) return false;
    const SideCentres centres = centres_of(scratch, manifold);
    const Approach approach{rows, manifold, centres};
    const MoverVelocity a = velocity_of(scratch.movers, rows.a), b = velocity_of(scratch.movers, rows.b);
    const Touchdown touchdown = find_touchdown(model, h, approach, scratch, a, b);
    if (touchdown.count == 0) return false;
    const Vec3 arm_a = touchdown.places.a - centres.a, arm_b = touchdown.places.b - centres.b;
    const Mat3 response = response_at(answer_of(scratch.movers, rows.a), arm_a) +
                          response_at(answer_of(scratch.movers, rows.b), arm_b);
    const Vec3 later =
        approach.at(touchdown.places, gained(scratch, rows.a), gained(scratch, rows.b)) - rows.tangent_drift;
    const Vec3 velocity = approach.at(touchdown.places, a, b) - (1 - touchdown.time / h) * later;
    const Vec3 impulse = impact_impulse({response, manifold.normal, velocity},
                                        {model.contact.impact_rule, manifold.restitution, manifold.friction});
    apply_impulse(scratch.movers, rows.a, -impulse, -arm_a.cross(impulse));
    apply_impulse(scratch.movers, rows.b, impulse, arm_b.cross(impulse));
    shift_side(scratch, rows.a, -impulse, -arm_a.cross(impulse), touchdown.time);
    shift_side(scratch, rows.b, impulse, arm_b.cross(impulse), touchdown.time);
    return true;
}

}  // namespace

SideCentres centres_of(const InteractionScratch& scratch, const Manifold& manifold) {
    SideCentres centres{manifold.points[0].place, manifold.points[0].place};
    if (manifold.a.mover >= 0) centres.a = scratch.start_centre[manifold.a.mover];
    if (manifold.b.mover >= 0) centres.b = scratch.start_centre[manifold.b.mover];
    return centres;
}

void bounce(const Model& model, Real h, InteractionScratch& scratch) {
    const bool any = std::any_of(scratch.active.begin(), scratch.active.end(),
                                 [&](int k) { return scratch.manifolds[k].restitution > 0; });
    for (int sweep = 0; any && sweep < most_sweeps; ++sweep) {
        std::atomic<bool> bounced{false};
        for_each_row(scratch, [&](const ContactRows& rows) {
            if (bounce_row(model, h, scratch, rows)) bounced = true;
        });
        if (!bounced) return;
    }
}

}  // namespace souple
