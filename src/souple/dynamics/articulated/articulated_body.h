// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Featherstone's articulated-body algorithm on trees (003 F3.17, F3.18): accelerations of all joints, and the
// velocities that an impulse on one link gives to all of them, in a time that grows with the number of links.
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/articulated/tree_motion.h"
#include "souple/dynamics/model.h"

namespace souple {

/// How a joint gives way under what hangs on it.
struct LinkFactor {
    std::array<Wrench, 3> load;     ///< of each freedom: articulated inertia times column
    std::array<Real, 3> inverse{};  ///< 1 / (column . load), 0 where the motion is prescribed
};

/// Numbers by link, kept from call to call.
struct TreeWork {
    std::vector<LinkPlace> places;
    std::vector<LinkFactor> factors;
    std::vector<SpatialInertia> inertia;
    std::vector<Wrench> bias;
    std::vector<std::array<Real, 3>> push;  ///< what is left to accelerate each freedom
    std::vector<Twist> motion;              ///< accelerations, or changes of velocity, of reference points
    std::vector<JointDrive> drives;
    std::vector<Mat6> free_inverse;  ///< of free joints
};

void prepare(const ArticulatedTree& tree, TreeWork& work);

/// What acts on a tree besides its joints, on the frames of the world.
struct TreeLoads {
    std::span<const FrameInertia> inertia;  ///< by frame of the Model
    std::span<const Vec3> force;            ///< [N] at the centre
    std::span<const Vec3> torque;           ///< [N m]
};

/// Spring, stop and motor along one freedom, and how the force grows against place and speed.
struct DofForce {
    Real force = 0, stiffness = 0, damping = 0;
};
DofForce dof_force(const DofLaw& law, Real q, Real qd);
/// [J] of its spring and its stops.
Real dof_energy(const DofLaw& law, Real q);

/// Forces of springs, stops and motors at the joint's freedoms, and how they grow with each acceleration
/// when they are taken at the end of an implicit step of length h [s] (0: now).
struct JointForce {
    Vec3 force = Vec3::Zero();
    Vec3 growth = Vec3::Zero();
};
JointForce joint_force(const TreeLink& link, const JointState& joint, Real h);

/// Accelerations of the joints where work.places are. The drives must be there; their `force` is, where an
/// acceleration is prescribed, replaced by the force that it takes.
void accelerate(const ArticulatedTree& tree, std::span<const JointState> joints, const TreeLoads& loads,
                Real implicit, TreeWork& work, std::span<JointAcceleration> accelerations);

/// Prepares answers to impulses where work.places are.
void factor_tree(const ArticulatedTree& tree, std::span<const FrameInertia> inertia, TreeWork& work);

/// Changes of velocity of every link's reference point, into work.motion, by an impulse on one link about its
/// reference point (003 F3.64). After factor_tree.
void answer_impulse(const ArticulatedTree& tree, int link, const Wrench& impulse, TreeWork& work);

/// [J] of springs and stops of the joints.
Real joint_energy(const ArticulatedTree& tree, std::span<const JointState> joints);

}  // namespace souple
