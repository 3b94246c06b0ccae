// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What one impact between two things makes of their velocities: friction and restitution as a pure function
// of the contact's response (003 F3.9, F3.62). Which bodies stand behind the response does not matter here.
#pragma once

#include "souple/math/types.h"

namespace souple {

/// What restitution means. `Newton` is the ratio of normal speeds, in the closed forms of F3.62 with their
/// signs corrected; with friction it can create energy. `Energetic` (Stronge) is the root of the share of the
/// work of compression that comes back; it never creates energy.
enum class ImpactRule { Energetic, Newton };

struct ImpactLaw {
    ImpactRule rule = ImpactRule::Energetic;
    Real restitution = 0;  ///< [0, 1]
    Real friction = 0;     ///< Coulomb's coefficient, at least 0
};

/// Two things a and b that touch at one point, just before they push each other.
struct Impact {
    /// Change of u by an impulse on b, while its opposite acts on a [1/kg]. Symmetric, positive definite;
    /// semi-definite where a joint leaves no way to move.
    Mat3 response = Mat3::Identity();
    Vec3 normal = Vec3::UnitY();   ///< unit, from a to b
    Vec3 velocity = Vec3::Zero();  ///< u = v_b - v_a at the contact [m/s]; approaching when u.normal < 0
};

/// The impulse on b [N s]; a gets the opposite. Zero when the two do not approach.
Vec3 impact_impulse(const Impact& impact, const ImpactLaw& law);

/// What an impulse adds to the kinetic energy of both together [J]: u.p + p.K p / 2.
Real energy_change(const Impact& impact, const Vec3& impulse);

}  // namespace souple
