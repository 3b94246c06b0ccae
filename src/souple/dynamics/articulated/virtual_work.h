// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Virtual work (003 F3.3): what forces on the links of a tree do along each freedom of its joints.
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/articulated/tree_motion.h"

namespace souple {

/// Work per unit of virtual displacement of a joint, that is [N m/rad] or [N] of each freedom.
struct GeneralisedForce {
    Vec3 force = Vec3::Zero();   ///< by freedom; of a free joint the sum of forces
    Vec3 moment = Vec3::Zero();  ///< [N m] of a free joint, about the centre of its link
};

/// Q_i = sum over links of force . dx/dq_i + torque . dtheta/dq_i, where `places` are, from the tips to the
/// base. Forces [N] act at the centres of the frames, with torques [N m]; indices are those of the Model.
/// `carried` is scratch: what each link hands to its joint.
void find_generalised_forces(const ArticulatedTree& tree, const std::vector<LinkPlace>& places,
                             std::span<const Vec3> force, std::span<const Vec3> torque,
                             std::vector<Wrench>& carried, std::span<GeneralisedForce> generalised);

}  // namespace souple
