// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/penalize.h"

#include <array>
#include <cmath>

#include "souple/dynamics/contact/bounce.h"
#include "souple/dynamics/contact/colour_rows.h"
#include "souple/dynamics/contact/solve_resting.h"

namespace souple {

namespace {

/// A place of a manifold, and how fast b slides there.
struct SlidingPlace {
    ManifoldMovers sides;
    Vec3 arm_a, arm_b;  ///< [m] from the centres
    Vec3 velocity;      ///< [m/s] of b relative to a, along the surface
};

/// [N s] that stops sliding: of links, which answer as trees, what their row knows of its middle.
Real stopping_impulse(const Movers& movers, const SlidingPlace& place, int count, const RowPacket& packet,
                      int lane) {
    const Vec3& u = place.velocity;
    if (packet.on_tree) {
        const Vec3 t1 = packet.tangent.at(lane), t2 = packet.normal.at(lane).cross(t1);
        const Real u1 = t1.dot(u), u2 = t2.dot(u);
        return std::hypot(packet.k11[lane] * u1 + packet.k12[lane] * u2,
                          packet.k12[lane] * u1 + packet.k22[lane] * u2) /
               count;
    }
    const Mat3 response = response_at(answer_of(movers, place.sides.a), place.arm_a) +
                          response_at(answer_of(movers, place.sides.b), place.arm_b);
    const Real answer = u.dot(response * u);
    return answer > 0 ? u.norm() * u.squaredNorm() / answer : 0;
}

/// Friction stops sliding but does not turn it round: as a force of the speed alone it would shake what rests
/// in all but the shortest steps.
Vec3 at_most(const Vec3& impulse, Real most) {
    const Real size = impulse.norm();
    return size > most ? Vec3(most / size * impulse) : impulse;
}

void penalize_lane(const Model& model, Real h, InteractionScratch& scratch, RowPacket& packet, int lane) {
    const PenaltyLaw& law = model.contact.penalty;
    const Manifold& manifold = scratch.manifolds[packet.manifold[lane]];
    const ManifoldMovers sides = movers_of(scratch, manifold);
    const SideCentres centres = centres_of(scratch, manifold);
    const std::array<Real, 4> carried =
        has_reaction(law.kind) ? scratch.reaction[packet.manifold[lane]] : std::array<Real, 4>{};
    for (int k = 0; k < manifold.count; ++k) {
        // a force acts along one line: across a gap too, both sides feel it at the same place
        const Vec3& place = manifold.points[k].place;
        const MoverVelocity a = velocity_of(scratch.movers, sides.a),
                            b = velocity_of(scratch.movers, sides.b);
        const Vec3 arm_a = place - centres.a, arm_b = place - centres.b;
        const Vec3 u = b.v + b.w.cross(arm_b) - a.v - a.w.cross(arm_a);
        const Real force = normal_force(law, manifold.points[k].gap, u.dot(manifold.normal),
                                        packet.inverse_diagonal[k][lane], carried[k]);
        const Vec3 along = u - u.dot(manifold.normal) * manifold.normal;
        const Real stop =
            stopping_impulse(scratch.movers, {sides, arm_a, arm_b, along}, manifold.count, packet, lane);
        const Vec3 friction = friction_force({manifold.friction}, force, u, manifold.normal);
        const Vec3 impulse = h * (force - carried[k]) * manifold.normal + at_most(h * friction, stop);
        apply_impulse(scratch.movers, sides.a, -impulse, -arm_a.cross(impulse));
        apply_impulse(scratch.movers, sides.b, impulse, arm_b.cross(impulse));
        packet.impulse[k][lane] = h * force;
    }
}

}  // namespace

void penalize(const Model& model, Real h, InteractionScratch& scratch) {
    weigh_packets(scratch);
    for_each_packet(scratch, [&](RowPacket& packet) {
        for (int lane = 0; lane < lane_count; ++lane)
            if (packet.manifold[lane] >= 0) penalize_lane(model, h, scratch, packet, lane);
    });
}

}  // namespace souple
