// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A tree in reduced coordinates through a substep: slopes of its joints, summed by the part's method. A
// floating base keeps the momentum that forces from outside leave it, to rounding.
#pragma once

#include "souple/dynamics/articulated/constraints.h"

namespace souple {

struct Substep;
struct SolverScratch;

/// Rates of change of a joint, summed over the visits of a method.
struct JointSlope {
    Vec3 q = Vec3::Zero();
    Quat turn{0, 0, 0, 0};
    Vec3 qd = Vec3::Zero();
    Vec3 spin = Vec3::Zero();
};

struct TreeScratch {
    TreeWork work;
    ConstraintScratch constraints;
    std::vector<JointState> stage;
    std::vector<JointSlope> sum;
    std::vector<JointAcceleration> acceleration;
    std::vector<Vec3> force, torque;  ///< by frame of the Model: with what loops do
    Wrench outside;                   ///< sum over the visits, about the origin
    Vec3 centre_slope = Vec3::Zero();
};

void prepare(const ArticulatedTree& tree, std::size_t frames, TreeScratch& scratch);

/// One substep of a reduced tree with the method of its part.
void step_tree(const Substep& substep, const ArticulatedTree& tree, State& state, SolverScratch& scratch);

/// Linear and angular momentum of the tree about the origin.
Wrench momentum_of(const ArticulatedTree& tree, std::span<const FrameInertia> inertia, const Frames& frames);

/// Gives a floating base the velocity with which the tree has this momentum; nothing when the base is held.
/// Joints, places and frames follow.
void restore_momentum(const ArticulatedTree& tree, std::span<const FrameInertia> inertia,
                      const Wrench& momentum, std::span<JointState> joints, std::vector<LinkPlace>& places,
                      Frames& frames);

/// Whether nothing but loops and contacts holds any of its links to the world.
bool floats(const ArticulatedTree& tree);

/// Puts a tree where the speeds it has at the end of an interval of h [s] bring it from where it was at its
/// start, with its momentum. Impulses of contact shift places as one step with the new speeds does: what
/// several substeps bend of the way would lift a tree at rest, and it would sink back with a speed.
void straighten_way(const ArticulatedTree& tree, std::span<const FrameInertia> inertia,
                    std::span<const JointState> start, Real h, std::span<JointState> joints,
                    std::vector<LinkPlace>& places, Frames& frames);

}  // namespace souple
