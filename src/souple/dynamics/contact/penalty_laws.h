// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Contact by forces instead of impulses: the sources' alternatives, each a function of the gap and its rate
// (003 F3.68 to F3.71, F3.76). All push, none pulls.
#pragma once

#include "souple/math/types.h"

namespace souple {

/// How two things that touch answer.
enum class ResponseKind {
    Impulse,           ///< impact laws and resting contact; no penalty force
    GroundReaction,    ///< Wilhelms (F3.68): spring and damper while penetrating, friction, shared weight
    WallReaction,      ///< Verroust (F3.69): the same spring, and what presses against walls along the axes
    ExponentialField,  ///< Terzopoulos and others (F3.70): (c / eps) e^(-gap / eps), felt before the touch
    MillerGround,      ///< Miller (F3.71): every mass answers as if it were alone, in proportion to its mass
    ContactSpring,     ///< Moore and Wilhelms (F3.76): softer on the way out, k_r = rebound k_a
};

struct PenaltyLaw {
    ResponseKind kind = ResponseKind::Impulse;
    /// GroundReaction, WallReaction, ContactSpring: [N/m]. ExponentialField: c, the energy at the surface
    /// [J]. MillerGround: [1/s^2], force for each kilogram and metre.
    Real stiffness = 0;
    Real range = 0.01;  ///< ExponentialField: eps, the length over which the force falls by e [m]
    /// ContactSpring: stiffness on the way out for that on the way in, [0, 1]; the speed comes back by its
    /// root. MillerGround, where a mass is put outside at once: the share of the speed that is turned round.
    Real rebound = 1;
    /// GroundReaction, WallReaction, ContactSpring, ExponentialField: [N s/m]. MillerGround: [1/s].
    Real damping = 0;
};

/// Pushes the two apart [N], never negative. `gap` [m] is negative inside, `gap_rate` [m/s] negative while
/// they approach; `mass` [kg] counts in MillerGround only. `carried` [N] is what a reaction adds: the damper
/// takes from it too when they part, or what is carried would throw things up.
Real normal_force(const PenaltyLaw& law, Real gap, Real gap_rate, Real mass, Real carried = 0);

/// Work that can still come back [J]: its slope over the gap is minus the undamped force on the way out.
/// ContactSpring takes in 1 / rebound times as much.
Real recoverable_energy(const PenaltyLaw& law, Real gap, Real mass);

/// Coulomb's friction made smooth: grows with the speed up to `slip_speed`, where it reaches its full size.
struct SlidingFriction {
    Real coefficient = 0;     ///< at least 0
    Real slip_speed = 0.001;  ///< [m/s], above 0: rest creeps at up to this speed
};

/// Against the tangential velocity [N], at most coefficient times normal force. Any normal part of the
/// velocity is ignored.
Vec3 friction_force(const SlidingFriction& friction, Real normal_force, const Vec3& velocity,
                    const Vec3& normal);

/// Whether what is fixed also carries what presses on it (contact/ground_reaction.h).
constexpr bool has_reaction(ResponseKind kind) {
    return kind == ResponseKind::GroundReaction || kind == ResponseKind::WallReaction;
}

struct MassAtGround {
    Vec3 x = Vec3::Zero();  ///< [m]
    Vec3 v = Vec3::Zero();  ///< [m/s]
};

/// Miller's treatment as he does it (F3.71): a mass inside is put back on the surface and its inward speed
/// turned round, `rebound` of it. MillerGround's force is the smooth form of this.
MassAtGround put_outside(const PenaltyLaw& law, const MassAtGround& mass, Real gap, const Vec3& normal);

/// From touch to release of a mass on an undamped ContactSpring [s]:
/// (pi / 2) sqrt(m / k_a) (1 + 1 / sqrt(rebound)).
Real contact_duration(const PenaltyLaw& law, Real mass);

}  // namespace souple
