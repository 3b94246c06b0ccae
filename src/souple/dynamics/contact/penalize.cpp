// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/penalize.h"

#include <array>
#include <span>

#include "souple/dynamics/contact/bounce.h"
#include "souple/dynamics/contact/colour_rows.h"

namespace souple {

namespace {

/// [N] the weight of whatever stands on something fixed; the ground carries nothing else (F3.68).
Real weight_on_ground(const Model& model, const InteractionScratch& scratch, const ContactRows& rows) {
    const bool a_fixed = rows.a == fixed_mover, b_fixed = rows.b == fixed_mover;
    if (a_fixed == b_fixed) return 0;
    const Real inverse_mass = answer_of(scratch.movers, a_fixed ? rows.b : rows.a).inverse_mass;
    const Real along = -model.gravity.dot(rows.normal) * (a_fixed ? 1 : -1);
    return inverse_mass > 0 && along > 0 ? along / inverse_mass : 0;
}

void penalize_row(const Model& model, Real h, InteractionScratch& scratch, ContactRows& rows) {
    const PenaltyLaw& law = model.contact.penalty;
    const Manifold& manifold = scratch.manifolds[rows.manifold];
    const SideCentres centres = centres_of(scratch, manifold);
    std::array<Real, 4> gaps{}, shares{};
    for (int k = 0; k < manifold.count; ++k) gaps[k] = manifold.points[k].gap;
    if (law.kind == ResponseKind::GroundReaction)
        share_weight(weight_on_ground(model, scratch, rows), std::span(gaps).first(manifold.count),
                     std::span(shares).first(manifold.count));
    for (int k = 0; k < manifold.count; ++k) {
        const Vec3& place = manifold.points[k].place;
        const MoverVelocity a = velocity_of(scratch.movers, rows.a), b = velocity_of(scratch.movers, rows.b);
        const Vec3 arm_a = place - centres.a, arm_b = place - centres.b;
        const Vec3 u = b.v + b.w.cross(arm_b) - a.v - a.w.cross(arm_a) + rows.tangent_drift;
        const Real force =
            normal_force(law, gaps[k], u.dot(rows.normal), rows.inverse_diagonal[k]) + shares[k];
        const Vec3 impulse =
            h * (force * rows.normal + friction_force({rows.friction}, force, u, rows.normal));
        apply_impulse(scratch.movers, rows.a, -impulse, -arm_a.cross(impulse));
        apply_impulse(scratch.movers, rows.b, impulse, arm_b.cross(impulse));
        rows.impulse[k] = h * force;
    }
}

}  // namespace

void penalize(const Model& model, Real h, InteractionScratch& scratch) {
    for_each_row(scratch, [&](ContactRows& rows) { penalize_row(model, h, scratch, rows); });
}

}  // namespace souple
