// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/articulated/virtual_work.h
#include "souple/dynamics/articulated/virtual_work.h"

#include <gtest/gtest.h>

#include "souple/dynamics/articulated/constraints.h"
#include "support/reference_trees.h"

namespace souple {
namespace {

const std::vector<JointKind> some_kinds{JointKind::Hinge, JointKind::Slider, JointKind::Universal,
                                        JointKind::Ball};

std::vector<GeneralisedForce> generalised_of(const TestTree& test, const std::vector<Vec3>& force,
                                             const std::vector<Vec3>& torque) {
    std::vector<GeneralisedForce> generalised(test.tree.links.size());
    std::vector<Wrench> carried;
    find_generalised_forces(test.tree, test.work.places, force, torque, carried, generalised);
    return generalised;
}

TEST(VirtualWork, F3_3_power_along_the_freedoms_is_the_power_of_the_forces_on_the_links) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        const TestTree test = random_tree(8, some_kinds, seed % 2 == 0, 40 + seed);
        const std::vector<GeneralisedForce> generalised = generalised_of(test, test.force, test.torque);
        Real power = 0, along = 0;
        for (int i = 0; i < test.count(); ++i) {
            power += test.force[i].dot(test.frames.v[i]) + test.torque[i].dot(test.frames.w[i]);
            const JointState& joint = test.joints[i];
            const JointKind kind = test.tree.links[i].kind;
            for (int k = 0; k < std::min(3, freedom_of(kind)); ++k)
                along += generalised[i].force[k] * joint.qd[k];
            if (kind == JointKind::Free) along += generalised[i].moment.dot(joint.spin);
        }
        EXPECT_NEAR(along, power, 1e-11 * (1 + std::abs(power)));
    }
}

TEST(VirtualWork, F3_3_forces_on_links_accelerate_as_their_generalised_forces_at_the_joints_do) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        TestTree test = random_tree(8, some_kinds, false, 140 + seed);
        accelerate(test.tree, test.joints, test.loads(), 0, test.work, test.accelerations);
        const std::vector<JointAcceleration> wanted = test.accelerations;
        const std::vector<GeneralisedForce> generalised = generalised_of(test, test.force, test.torque);
        const std::vector<Vec3> nothing(test.tree.links.size(), Vec3::Zero());
        for (int i = 0; i < test.count(); ++i) test.work.drives[i].force = generalised[i].force;
        accelerate(test.tree, test.joints, {test.inertia, nothing, nothing}, 0, test.work,
                   test.accelerations);
        for (int i = 0; i < test.count(); ++i)
            EXPECT_LT((test.accelerations[i].qdd - wanted[i].qdd).norm(), 1e-9 * (1 + wanted[i].qdd.norm()));
    }
}

TEST(VirtualWork, F3_3_joints_are_perfect_what_their_multipliers_do_works_along_no_freedom) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        const TestTree test = random_tree(8, some_kinds, seed % 2 == 0, 240 + seed);
        std::vector<Vec3> force = test.force, torque = test.torque;
        std::vector<JointState> joints = test.joints;
        TreeWork work;
        prepare(test.tree, work);
        ConstraintScratch scratch;
        add_joint_forces(test.tree, test.frames, test.inertia, 0, joints, work, scratch, force, torque);
        Real largest = 0;
        for (int i = 0; i < test.count(); ++i) {
            force[i] -= test.force[i];
            torque[i] -= test.torque[i];
            largest = std::max(largest, force[i].norm());
        }
        EXPECT_GT(largest, 1) << "they do something";
        for (const GeneralisedForce& left : generalised_of(test, force, torque)) {
            EXPECT_LT(left.force.norm(), 1e-9 * largest);
            EXPECT_LT(left.moment.norm(), 1e-9 * largest);
        }
    }
}

}  // namespace
}  // namespace souple
