// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/bounce.h"

#include <algorithm>
#include <atomic>

#include "souple/dynamics/contact/colour_rows.h"
#include "souple/dynamics/contact/fill_rows.h"
#include "souple/dynamics/contact/tree_movers.h"

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
    const ManifoldMovers& movers;
    const Manifold& manifold;
    const SideCentres& centres;

    Vec3 at(const Places& places, const MoverVelocity& a, const MoverVelocity& b) const {
        return b.v + b.w.cross(places.b - centres.b) - a.v - a.w.cross(places.a - centres.a);
    }
};

/// What forces added over the interval: an impact must not see what is added after it. Spin is taken as it is
/// at the end: turning changes it on the way without any work, and with an older spin an impact would do
/// some.
MoverVelocity gained(const InteractionScratch& scratch, int mover) {
    MoverVelocity gain;
    if (mover >= 0 && mover < scratch.movers.first_driven)
        gain.v = scratch.free_velocity[mover].v - scratch.start_velocity[mover].v;
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
    const MoverVelocity gain_a = gained(scratch, approach.movers.a),
                        gain_b = gained(scratch, approach.movers.b);
    for (int k = 0; k < manifold.count; ++k) {
        const ManifoldPoint& point = manifold.points[k];
        const Places places = places_of(point);
        const Real speed = -manifold.normal.dot(approach.at(places, a, b));
        if (speed <= 0 || point.gap > h * speed) continue;
        const Real time = std::max(Real(0), point.gap) / speed;
        const Real gain = -manifold.normal.dot(approach.at(places, gain_a, gain_b));
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
    // a spot of a cloth goes on from where the interval brought it
    if (mover < 0 || mover >= scratch.movers.first_driven) return;
    if (is_link(scratch.movers, mover))
        return shift_tree(scratch.movers, mover, -impulse, -angular, time, scratch.shift, scratch.turn);
    const MoverAnswer& answer = scratch.movers.answer[mover];
    scratch.shift[mover] -= time * answer.inverse_mass * impulse;
    scratch.turn[mover] -= time * (answer.inverse_inertia * angular);
}

bool bounce_manifold(const Model& model, Real h, InteractionScratch& scratch, const Manifold& manifold) {
    if (manifold.restitution <= 0) return false;
    const SideCentres centres = centres_of(scratch, manifold);
    const ManifoldMovers movers = movers_of(scratch, manifold);
    const Approach approach{movers, manifold, centres};
    const MoverVelocity a = velocity_of(scratch.movers, movers.a), b = velocity_of(scratch.movers, movers.b);
    const Touchdown touchdown = find_touchdown(model, h, approach, scratch, a, b);
    if (touchdown.count == 0) return false;
    const Vec3 arm_a = touchdown.places.a - centres.a, arm_b = touchdown.places.b - centres.b;
    const Mat3 response = response_between(scratch.movers, movers.a, arm_a, movers.b, arm_b, manifold.normal);
    const Vec3 later = approach.at(touchdown.places, gained(scratch, movers.a), gained(scratch, movers.b));
    const Vec3 velocity = approach.at(touchdown.places, a, b) - (1 - touchdown.time / h) * later;
    const Vec3 impulse = impact_impulse({response, manifold.normal, velocity},
                                        {model.contact.impact_rule, manifold.restitution, manifold.friction});
    apply_impulse(scratch.movers, movers.a, -impulse, -arm_a.cross(impulse));
    apply_impulse(scratch.movers, movers.b, impulse, arm_b.cross(impulse));
    shift_side(scratch, movers.a, -impulse, -arm_a.cross(impulse), touchdown.time);
    shift_side(scratch, movers.b, impulse, arm_b.cross(impulse), touchdown.time);
    return !impulse.isZero(0);
}

}  // namespace

ManifoldMovers movers_of(const InteractionScratch& scratch, const Manifold& manifold) {
    return {mover_of(manifold.a, scratch.movers), mover_of(manifold.b, scratch.movers)};
}

SideCentres centres_of(const InteractionScratch& scratch, const Manifold& manifold) {
    const ManifoldMovers movers = movers_of(scratch, manifold);
    SideCentres centres{manifold.points[0].place, manifold.points[0].place};
    if (movers.a >= 0) centres.a = scratch.start_centre[movers.a];
    if (movers.b >= 0) centres.b = scratch.start_centre[movers.b];
    return centres;
}

void bounce(const Model& model, Real h, InteractionScratch& scratch) {
    for (int sweep = 0; scratch.any_bounces && sweep < most_sweeps; ++sweep) {
        std::atomic<bool> bounced{false};
        for_each_packet(scratch, [&](const RowPacket& packet) {
            for (const int k : packet.manifold)
                if (k >= 0 && bounce_manifold(model, h, scratch, scratch.manifolds[k])) bounced = true;
        });
        if (!bounced) return;
    }
}

}  // namespace souple
