// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Scalar constraints between two frames, each with its error, its rate and what it accelerates by itself:
// what joints and loops are made of (003 F3.4, F3.20).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "souple/dynamics/articulated/tree.h"
#include "souple/dynamics/state.h"

namespace souple {

/// One scalar constraint between two frames, -1 for the world. Its acceleration is
///   linear . (a_b - a_a) + angular_b . alpha_b - angular_a . alpha_a + drift.
struct ConstraintRow {
    int a = -1, b = -1;  ///< frames of the Model
    Vec3 linear = Vec3::Zero();
    Vec3 angular_a = Vec3::Zero(), angular_b = Vec3::Zero();
    Real error = 0;  ///< [m], or a cosine
    Real rate = 0;   ///< its rate of change
    Real drift = 0;  ///< acceleration that comes from velocities alone
};

/// A frame, or the world, as a constraint sees it.
struct JointSide {
    int frame = -1;
    Pose pose;
    Vec3 v = Vec3::Zero(), w = Vec3::Zero();
};

JointSide side_of(const Frames& frames, int frame);
Vec3 velocity_at(const JointSide& side, const Vec3& place);

/// Distance of two material places along an axis that goes with a. Where b's place is, a is taken along.
ConstraintRow place_row(const JointSide& a, const JointSide& b, const Vec3& place_a, const Vec3& place_b,
                        const Vec3& axis);

/// Cosine between an axis of a and one of b.
ConstraintRow angle_row(const JointSide& a, const JointSide& b, const Vec3& axis_a, const Vec3& axis_b);

/// Two unit vectors across a unit axis, and each other.
std::array<Vec3, 2> across_of(const Vec3& axis);

/// Number of the frame of a link; the world stays -1.
inline int frame_of(const ArticulatedTree& tree, int link) {
    return link < 0 ? -1 : tree.frames.begin + link;
}

/// How many rows a loop has.
int row_count(const LoopClosure& loop);
/// Those rows.
void add_loop_rows(const ArticulatedTree& tree, const Frames& frames, const LoopClosure& loop,
                   std::vector<ConstraintRow>& rows);

/// Adds what springs, stops, motors and damping of the loops do to forces [N] and torques [N m].
void add_loop_laws(const ArticulatedTree& tree, const Frames& frames, std::span<Vec3> force,
                   std::span<Vec3> torque);

/// [J] of springs and stops of the loops.
Real loop_energy(const ArticulatedTree& tree, const Frames& frames);

}  // namespace souple
