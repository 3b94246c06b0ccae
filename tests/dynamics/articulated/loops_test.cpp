// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/articulated/loops.cpp
#include "souple/dynamics/articulated/loops.h"

#include <gtest/gtest.h>

#include "souple/dynamics/articulated/spatial_algebra.h"
#include "support/reference_trees.h"

namespace souple {
namespace {

/// Accelerations of the links' centres in reduced coordinates, loops closed.
std::vector<Twist> reduced_with_loops(TestTree& test) {
    accelerate(test.tree, test.joints, test.loads(), 0, test.work, test.accelerations);
    ConstraintScratch scratch;
    std::vector<Vec3> force = test.force, torque = test.torque;
    close_loops(test.tree, test.frames, test.work, scratch, force, torque);
    accelerate(test.tree, test.joints, {test.inertia, force, torque}, 0, test.work, test.accelerations);
    std::vector<Twist> centres;
    for (int i = 0; i < test.count(); ++i) {
        const LinkPlace& place = test.work.places[i];
        const Vec3& w = place.velocity.w;
        centres.push_back(seen_at(test.work.motion[i], place.centre));
        centres.back().v += w.cross(w.cross(place.centre));
    }
    return centres;
}

/// The same with a multiplier for every joint too.
std::vector<Twist> maximal_with_loops(TestTree& test) {
    std::vector<Vec3> force = test.force, torque = test.torque;
    std::vector<JointState> joints = test.joints;
    TreeWork work;
    prepare(test.tree, work);
    ConstraintScratch scratch;
    add_joint_forces(test.tree, test.frames, test.inertia, 0, joints, work, scratch, force, torque);
    std::vector<Twist> centres;
    for (int i = 0; i < test.count(); ++i) {
        const Mat3 moments = world_moments(test, i);
        const Vec3& w = test.frames.w[i];
        centres.push_back(
            {moments.ldlt().solve(Vec3(torque[i] - w.cross(moments * w))), force[i] / test.inertia[i].mass});
    }
    return centres;
}

TEST(Loops, F3_23_a_tree_with_closed_loops_goes_as_bodies_with_multipliers_do) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        TestTree test = random_tree(7, {JointKind::Hinge, JointKind::Universal, JointKind::Ball},
                                    seed % 2 == 0, 500 + seed);
        test.tree.decay_time = 0.5;
        test.tree.loops.push_back({2, 6, Vec3(0.1, 0.2, 0), Vec3(0, 0.3, 0.1), {}});
        test.tree.loops.push_back({-1, 4, Vec3(1, 0, 0), Vec3(0, 0, 0.2), {Vec3::UnitY()}});
        const std::vector<Twist> own = reduced_with_loops(test), other = maximal_with_loops(test);
        for (int i = 0; i < test.count(); ++i) {
            EXPECT_LT((own[i].v - other[i].v).norm(), 1e-8 * (1 + other[i].v.norm())) << seed << " " << i;
            EXPECT_LT((own[i].w - other[i].w).norm(), 1e-8 * (1 + other[i].w.norm())) << seed << " " << i;
        }
    }
}

TEST(Loops, F3_20_errors_of_a_loop_die_away_critically_damped) {
    TestTree test = random_tree(5, {JointKind::Ball}, false, 11);
    test.tree.decay_time = 0.3;
    test.tree.loops.push_back({-1, 4, Vec3(0.5, 0, 0), Vec3(0, 0.2, 0), {}});
    const std::vector<Twist> centres = reduced_with_loops(test);
    std::vector<ConstraintRow> rows;
    list_loops(test.tree, test.frames, rows);
    ASSERT_EQ(rows.size(), 3u);
    for (const ConstraintRow& row : rows) {
        const Real acceleration = row.linear.dot(centres[4].v) + row.angular_b.dot(centres[4].w) + row.drift;
        EXPECT_NEAR(acceleration, -2 / 0.3 * row.rate - row.error / (0.3 * 0.3), 1e-9);
    }
}

}  // namespace
}  // namespace souple
