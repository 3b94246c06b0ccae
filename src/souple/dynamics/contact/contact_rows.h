// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A manifold as the solver sees it: relative velocities as linear functions of two movers, and how they
// answer.
#pragma once

#include <array>

#include "souple/dynamics/contact/body_piece.h"
#include "souple/dynamics/contact/manifold.h"
#include "souple/dynamics/contact/movers.h"

namespace souple {

using Vec4 = Eigen::Matrix<Real, 4, 1>;
using Mat4 = Eigen::Matrix<Real, 4, 4>;

/// Up to four normal rows that are solved together, and friction at their centre: two directions and a twist.
struct ContactRows {
    int manifold = 0;
    int a = fixed_mover, b = fixed_mover;
    int count = 0;
    Real friction = 0;
    Vec3 normal, tangent_1, tangent_2;

    // normal velocity of point i: n . (v_b - v_a) + lever_b[i] . w_b - lever_a[i] . w_a + drift[i]
    std::array<Vec4, 3> lever_a, lever_b;  ///< (arm x n), one Vec4 for each axis
    Vec4 drift;                            ///< [m/s] what obstacles move by themselves
    Mat4 answer;                           ///< [1/kg] normal velocity at i per impulse at j
    Vec4 inverse_diagonal;                 ///< [kg]
    Vec4 gap;                              ///< [m]
    Vec4 impulse;                          ///< [N s] >= 0
    Vec4 push;  ///< [N s] >= 0, of the pushing apart: moves things, leaves no speed

    Vec3 arm_a, arm_b;       ///< [m] from each centre to the centre of friction
    Vec3 tangent_drift;      ///< [m/s]
    Real k11, k12, k22;      ///< [kg] inverse of the answer along the tangents
    Vec4 distance;           ///< [m] of each point from the centre of friction
    Real inverse_twist = 0;  ///< [kg m^2], 0 when a single point cannot twist
    Real impulse_1 = 0, impulse_2 = 0, twist = 0;
};

/// How overlaps are taken away.
struct PushGoal {
    Real h = 0;      ///< [s] length of the interval
    Real rate = 0;   ///< fraction of the overlap that one interval takes away
    Real speed = 0;  ///< [m/s] at most
    Real slop = 0;   ///< [m] overlap that is left alone
};

/// Velocities [m/s] of what no impulse moves, at the places of a manifold: b minus a.
struct Drift {
    std::array<Vec3, 4> at_points{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
};

/// Centres of the two sides [m]; anywhere for sides without a mover.
struct SideCentres {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
};

/// Fills the rows of a manifold; its impulses are those of the manifold.
void make_rows(const Manifold& manifold, const SideCentres& centres, const Drift& drift, const Movers& movers,
               ContactRows& rows);

/// Applies the impulses that the rows start with.
void warm_start(const ContactRows& rows, Movers& movers);

/// One pass of projected Gauss-Seidel over the rows of one manifold: nothing approaches faster than its gap
/// allows within h [s], friction stays in Coulomb's cone.
void solve_rows(Real h, ContactRows& rows, Movers& movers);

/// Brings friction back into the cone of the load that the last sweep has left: more would add energy.
void clamp_friction(ContactRows& rows, Movers& movers);

/// The other order, in which sweeps find the solution of the complementarity problem.
void solve_rows_friction_last(Real h, ContactRows& rows, Movers& movers);

/// The same as solve_rows for pushing overlaps apart. The velocities of `movers` are here those of the
/// pushing alone, and only normal impulses act.
void solve_push(const PushGoal& goal, ContactRows& rows, Movers& movers);

/// [m/s] of the four points, positive apart.
Vec4 normal_velocities(const ContactRows& rows, const Movers& movers);

/// [m/s] how far the rows are from their complementarity conditions: normal and friction.
Real residual_of(Real h, const ContactRows& rows, const Movers& movers);

}  // namespace souple
