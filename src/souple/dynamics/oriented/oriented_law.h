// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One interaction between two oriented particles: A owns the law, B is the other one (000 F0.7 - F0.17).
// With r = x_B - x_A, n_A and n_B the law's axis in both frames, and a(d) = 1 - d^2 the influence, where
// d = (x/range_x)^2 + (y/range_y)^2 + (z/range_z)^2 of r in A's frame:
//
//   energy form    E(r, q_A, q_B) with everything in it, the influence too; F_B = -dE/dr, T = -dE/dangle.
//                  Momentum and angular momentum are kept exactly: T_A + T_B + r x F_B = 0.
//   printed form   the force and torque of the source as printed, the influence not differentiated, and the
//                  torque given back with the opposite sign: angular momentum is not kept.
#pragma once

#include <array>
#include <cmath>

#include "souple/math/types.h"

namespace souple {

enum class LawKind {
    LennardJones,    ///< (2 n E0/r0) ((r0/r)^(2n+1) - (r0/r)^(n+1))
    Cohesion,        ///< E0 (r0-r)^3/r exp(-alpha (r0-r)^2)
    SplineCohesion,  ///< the same properties in pieces of polynomials, with parameters of their own scale
    Globule,         ///< E0 (r/r0) ((r0/r)^m - c(theta) (r0/r)^n) and damping along r (F0.45)
    CoPlanar,        ///< (n_A.r)^2: B in the plane of A
    CoNormal,        ///< |n_A - n_B|^2
    AnySphere,       ///< ((n_A + n_B).r)^2: both on one sphere, whatever its radius
    SphereOfRadius,  ///< |r + R (n_A - n_B)|^2
    PrincipalShape,  ///< |(n_A - n_B) + S r_t|^2 and the height over the paraboloid, S the shape operator
    CoLinear,        ///< |n_A x r|^2 + |n_B x r|^2
    PairFriction,    ///< brakes what is not common rigid motion
    ActiveFibre,     ///< Hill's pull along the axis of A (F0.44)
};

enum class LawForm { Energy, Printed };

/// What the types of two particles let a law do (F0.19).
enum class LawMode {
    Complete,
    Central,    ///< attraction and repulsion only
    Repulsion,  ///< the repelling half of the central laws only
};

/// Kinds that read a number say so beside it.
struct OrientedLaw {
    LawKind kind = LawKind::Cohesion;
    LawForm form = LawForm::Energy;
    Real weight = 1;
    Vec3 range = Vec3::Constant(2.5);     ///< [m] half axes of the influence ellipsoid in A's frame, > 0
    Vec3 rest = Vec3::Ones();             ///< [m] rest distance along A's axes, > 0: central laws, fibre
    Vec3 axis = Vec3::UnitZ();            ///< unit, body axes: which axis is n
    Vec3 direction = Vec3::UnitX();       ///< unit, across the axis: the first principal direction
    Real amplitude = 1000;                ///< E0 [J, N/m^2 or N] of central laws and fibre, k of friction
    Real alpha = 4;                       ///< [1/m^2] cohesion: alpha rest^2 <= 16/3
    Real exponent = 2;                    ///< n of Lennard-Jones and globule
    Real repulsion = 1000;                ///< [N] spline: scale of the repelling half; globule: exponent m
    Real peak = 1.5;                      ///< spline: where it attracts most, over the rest distance
    Real radius = 1;                      ///< [m] of the sphere, < 0 when A's axis points inwards
    std::array<Real, 2> curvature{0, 0};  ///< [1/m] along `direction` and across it
    Real linear = 0;                      ///< friction proportional to speed; globule: damping [kg/s]
    bool objective = true;                ///< friction: blind to common rotation; else as printed
    Real temperature = 0;                 ///< globule: 0 clay, 1 sand, 2 fluid
    Real activation = 0;                  ///< fibre: in [0, 1]
    Real shortening_speed = 10;           ///< [1/s] fibre: rest lengths per second at which it cannot pull
};

/// A particle as laws see it.
struct ParticleView {
    Vec3 x = Vec3::Zero();         ///< [m]
    Mat3 axes = Mat3::Identity();  ///< its body axes in the world, in columns
    Vec3 v = Vec3::Zero();         ///< [m/s]
    Vec3 w = Vec3::Zero();         ///< [rad/s] world axes
};

/// What a law of A does to both; the force on A is -force_b.
struct PairAction {
    Vec3 force_b = Vec3::Zero();   ///< [N]
    Vec3 torque_a = Vec3::Zero();  ///< [N m]
    Vec3 torque_b = Vec3::Zero();  ///< [N m]
};

inline bool is_central(LawKind kind) {
    return kind == LawKind::LennardJones || kind == LawKind::Cohesion || kind == LawKind::SplineCohesion ||
           kind == LawKind::Globule;
}

/// True when exchanging A and B exchanges what happens to them: it needs to be looked at once for a pair.
bool is_even(const OrientedLaw& law);

/// Zero beyond the range and at no distance.
PairAction act(const OrientedLaw& law, LawMode mode, const ParticleView& a, const ParticleView& b);

/// [J] of which the energy form is the derivative; 0 for friction and fibre.
Real energy(const OrientedLaw& law, LawMode mode, const ParticleView& a, const ParticleView& b);

/// Why the law makes no sense, or null.
const char* fault_of(const OrientedLaw& law);

/// [m] beyond this distance the law does nothing.
inline Real reach_of(const OrientedLaw& law) { return law.range.maxCoeff(); }

/// Rest distances of the same volume whose third one is `stretch` times as long (F0.44).
inline Vec3 keep_volume(const Vec3& rest, Real stretch) {
    const Real across = 1 / std::sqrt(stretch);
    return {across * rest.x(), across * rest.y(), stretch * rest.z()};
}

}  // namespace souple
