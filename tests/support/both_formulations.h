// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Accelerations of a test tree in joint coordinates and with a multiplier for every joint, loops closed.
#pragma once

#include "souple/dynamics/articulated/constraints.h"
#include "souple/dynamics/articulated/loops.h"
#include "support/reference_trees.h"

namespace souple {

/// Of the links' centres, and what drives took.
struct Going {
    std::vector<Twist> centres;
    std::vector<JointDrive> drives;
};

/// At time 0; `accelerations` of the tree are those of its joints.
inline Going reduced_going(TestTree& test) {
    ConstraintScratch scratch;
    std::vector<Vec3> force = test.force, torque = test.torque;
    add_loop_laws(test.tree, test.frames, force, torque);
    const auto go = [&] {
        ask_behaviour(test.tree, 0, test.joints, test.work);
        accelerate(test.tree, test.joints, {test.inertia, force, torque}, 0, test.work, test.accelerations);
    };
    go();
    if (close_loops(test.tree, test.frames, test.work, scratch, force, torque)) go();
    Going going{{}, test.work.drives};
    for (int i = 0; i < test.count(); ++i) {
        const LinkPlace& place = test.work.places[i];
        const Vec3& w = place.velocity.w;
        going.centres.push_back(seen_at(test.work.motion[i], place.centre));
        going.centres.back().v += w.cross(w.cross(place.centre));
    }
    return going;
}

inline Going maximal_going(const TestTree& test) {
    std::vector<Vec3> force = test.force, torque = test.torque;
    std::vector<JointState> joints = test.joints;
    TreeWork work;
    prepare(test.tree, work);
    ConstraintScratch scratch;
    add_joint_forces(test.tree, test.frames, test.inertia, 0, joints, work, scratch, force, torque);
    Going going{{}, work.drives};
    for (int i = 0; i < test.count(); ++i) {
        const Mat3 moments = world_moments(test, i);
        const Vec3& w = test.frames.w[i];
        going.centres.push_back(
            {moments.ldlt().solve(Vec3(torque[i] - w.cross(moments * w))), force[i] / test.inertia[i].mass});
    }
    return going;
}

}  // namespace souple
