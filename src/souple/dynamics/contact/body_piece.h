// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the Model knows of contact: the solid pieces that frames carry, and how contacts are answered.
#pragma once

#include <memory>

#include "souple/dynamics/contact/impact_laws.h"
#include "souple/dynamics/contact/penalty_laws.h"
#include "souple/geometry/solid/solid.h"
#include "souple/math/types.h"

namespace souple {

/// A contact takes the larger restitution of its two sides and the geometric mean of their frictions.
struct ContactMaterial {
    Real restitution = 0;  ///< in [0, 1]
    Real friction = 0.5;   ///< Coulomb's coefficient, >= 0
};

/// A convex solid, or the inside of a closed mesh, that goes where a frame goes.
struct BodyPiece {
    int frame = 0;                            ///< State::frames
    Convex convex = Sphere{};                 ///< unused when `mesh` is set
    std::shared_ptr<const SurfaceTree> mesh;  ///< closed, or null
    Pose pose;                                ///< in the frame's axes
    ContactMaterial material;
};

/// Who carries out the resting contacts of an interval.
enum class ContactSolver {
    SequentialImpulses,  ///< a fixed number of sweeps from the impulses of the last interval
    Complementarity,     ///< sweeps until the residual is below the tolerance (003 F3.67)
};

struct ContactSettings {
    ContactSolver solver = ContactSolver::SequentialImpulses;
    int iterations = 4;          ///< SequentialImpulses: sweeps over all contacts in one interval
    int push_iterations = 2;     ///< sweeps that push overlapping things apart
    Real tolerance = 1e-9;       ///< [m/s] Complementarity: largest residual
    int max_iterations = 20000;  ///< Complementarity: at most
    Real push_rate = 0.2;        ///< fraction of an overlap that one interval takes away
    Real push_speed = 3;         ///< [m/s] things that overlap come apart no faster than this
    Real slop = 1e-4;            ///< [m] overlap that is left alone, so that touching things keep touching
    Real bounce_speed = 0.05;    ///< [m/s] slower impacts do not bounce, so that things come to rest
    ImpactRule impact_rule = ImpactRule::Energetic;
    PenaltyLaw penalty;                   ///< kind Impulse: no penalty; others answer instead of impulses
    bool shock_propagation = false;       ///< sweeps and a last pass go up from what is fixed (003 F3.63)
    bool first_contact_time = false;      ///< intervals are cut where things first touch (003 F3.66),
    Real first_contact_tolerance = 1e-6;  ///< [m] to within this overlap
    int max_divisions = 1;                ///< steps in which a body goes far are divided so often at most
    bool sleeping = false;                ///< islands that have come to rest are left alone
    Real sleep_speed = 0.02;              ///< [m/s] slower than this is rest,
    Real sleep_time = 0.5;                ///< [s] for this long
};

}  // namespace souple
