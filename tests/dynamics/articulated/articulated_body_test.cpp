// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/articulated/articulated_body.cpp
#include "souple/dynamics/articulated/articulated_body.h"

#include <gtest/gtest.h>

#include "souple/dynamics/articulated/spatial_algebra.h"
#include "support/both_formulations.h"

namespace souple {
namespace {

const std::vector<JointKind> all_kinds{JointKind::Fixed, JointKind::Hinge, JointKind::Slider,
                                       JointKind::Universal, JointKind::Ball};

/// Freedoms in the order of dense_accelerations.
Eigen::VectorXd listed(const TestTree& test) {
    std::vector<Real> numbers;
    for (int i = 0; i < test.count(); ++i) {
        const JointKind kind = test.tree.links[i].kind;
        for (int k = 0; k < std::min(freedom_of(kind), 3); ++k)
            numbers.push_back(test.accelerations[i].qdd[k]);
        for (int k = 0; kind == JointKind::Free && k < 3; ++k)
            numbers.push_back(test.accelerations[i].spin[k]);
    }
    return Eigen::Map<Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

void solve(TestTree& test) {
    accelerate(test.tree, test.joints, test.loads(), 0, test.work, test.accelerations);
}

TEST(ArticulatedBody, F3_17_accelerations_are_those_of_the_dense_lagrange_equations) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        TestTree test = random_tree(2 + static_cast<int>(seed) % 9, all_kinds, seed % 2 == 1, seed);
        solve(test);
        const Eigen::VectorXd dense = dense_accelerations(test);
        EXPECT_LT((listed(test) - dense).norm(), 1e-10 * (1 + dense.norm())) << "tree " << seed;
    }
}

TEST(ArticulatedBody, F3_15_the_whole_matrix_of_a_floating_chain_gives_what_the_recursion_gives) {
    TestTree test = random_tree(12, {JointKind::Hinge, JointKind::Slider}, true, 60);
    for (int i = 1; i < test.count(); ++i) {
        test.tree.links[i].parent = i - 1;
        test.tree.links[i].laws[0].stiffness = 3;
        test.tree.links[i].laws[0].damping = 0.5;
    }
    settle(test);
    solve(test);
    const Eigen::VectorXd dense = dense_accelerations(test);
    EXPECT_LT((listed(test) - dense).norm(), 1e-10 * (1 + dense.norm()));
}

TEST(ArticulatedBody, F3_16_armstrong_and_green_find_the_same_on_ball_joints) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        TestTree test = random_tree(2 + static_cast<int>(seed) % 7, {JointKind::Ball}, true, 100 + seed);
        solve(test);
        const std::vector<Twist> other = armstrong_green(test);
        for (int i = 0; i < test.count(); ++i) {
            const Twist& own = test.work.motion[i];
            EXPECT_LT((own.w - other[i].w).norm(), 1e-10 * (1 + own.w.norm())) << seed << " " << i;
            EXPECT_LT((own.v - other[i].v).norm(), 1e-10 * (1 + own.v.norm())) << seed << " " << i;
        }
    }
}

void expect_both_go_alike(TestTree& test, unsigned seed) {
    const Going own = reduced_going(test), other = maximal_going(test);
    for (int i = 0; i < test.count(); ++i) {
        const Twist &a = own.centres[i], &b = other.centres[i];
        EXPECT_LT((a.v - b.v).norm(), 1e-10 * (1 + b.v.norm())) << "tree " << seed << ", link " << i;
        EXPECT_LT((a.w - b.w).norm(), 1e-10 * (1 + b.w.norm())) << "tree " << seed << ", link " << i;
        for (int k = 0; k < test.work.places[i].freedom; ++k)
            EXPECT_NEAR(own.drives[i].force[k], other.drives[i].force[k],
                        1e-10 * (1 + b.v.norm() + b.w.norm()))
                << "tree " << seed << ", link " << i;
    }
}

TEST(ArticulatedBody, F3_4_multipliers_on_free_bodies_find_the_same) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        TestTree test = random_tree(2 + static_cast<int>(seed) % 5, all_kinds, seed % 2 == 0, 200 + seed);
        test.tree.decay_time = 1;
        expect_both_go_alike(test, seed);
    }
}

/// Springs, stops that half of the joints are in, motors of which some have no more strength.
DofLaw random_law(std::mt19937& rng) {
    std::uniform_real_distribution<Real> share(0, 1);
    DofLaw law;
    law.stiffness = 5 * share(rng);
    law.damping = share(rng);
    law.rest = share(rng) - 0.5;
    law.low = -share(rng);
    law.high = share(rng);
    law.stop_stiffness = 20 * share(rng);
    law.stop_damping = share(rng);
    law.motor_speed = 2 * share(rng) - 1;
    law.motor_gain = 3 * share(rng);
    law.motor_most = 2 * share(rng);
    return law;
}

/// Some freedoms are pushed, and of some the acceleration is prescribed, as the joints are.
Behaviour random_behaviour(int count, std::mt19937& rng) {
    std::vector<JointDrive> drives(count);
    for (JointDrive& drive : drives) {
        drive.force = 2 * random_vector(rng);
        drive.acceleration = 3 * random_vector(rng);
        for (bool& prescribed : drive.prescribed) prescribed = rng() % 3 == 0;
    }
    return [drives](Real, std::span<const JointState> joints, std::span<JointDrive> out) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = drives[i];
            out[i].force -= 0.5 * joints[i].qd;
            out[i].acceleration -= joints[i].qd;
        }
    };
}

TEST(ArticulatedBody, F3_4_F3_21_laws_drives_and_prescribed_accelerations_are_those_of_multipliers) {
    int prescribed = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 rng(900 + seed);
        TestTree test = random_tree(2 + static_cast<int>(seed) % 6, all_kinds, seed % 2 == 0, 900 + seed);
        if (seed % 4 == 0)
            test.tree.links.back().parent = -1;  // the world holds it, though the first is free
        settle(test);
        test.tree.decay_time = 1;
        for (TreeLink& link : test.tree.links)
            for (DofLaw& law : link.laws) law = random_law(rng);
        test.tree.behaviour = random_behaviour(test.count(), rng);
        expect_both_go_alike(test, seed);
        for (int i = 0; i < test.count(); ++i)
            for (int k = 0; k < test.work.places[i].freedom; ++k) {
                if (!test.work.drives[i].prescribed[k]) continue;
                EXPECT_DOUBLE_EQ(test.accelerations[i].qdd[k], test.work.drives[i].acceleration[k]);
                ++prescribed;
            }
    }
    EXPECT_GT(prescribed, 30);
}

TEST(ArticulatedBody, F3_21_the_force_a_prescribed_acceleration_takes_gives_that_acceleration) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        TestTree test = random_tree(6, {JointKind::Hinge, JointKind::Universal, JointKind::Ball},
                                    seed % 2 == 0, 300 + seed);
        for (int i = 1; i < test.count(); i += 2) {
            test.work.drives[i].prescribed[0] = true;
            test.work.drives[i].acceleration[0] = 0.3 * i - 1;
            test.work.drives[i].force[0] = 0.7;
        }
        solve(test);
        const Eigen::VectorXd prescribed = listed(test);
        for (int i = 1; i < test.count(); i += 2) {
            EXPECT_DOUBLE_EQ(test.accelerations[i].qdd[0], 0.3 * i - 1);
            test.work.drives[i].prescribed[0] = false;
        }
        solve(test);
        EXPECT_LT((listed(test) - prescribed).norm(), 1e-12 * (1 + prescribed.norm())) << seed;
    }
}

/// Rods of length L and mass m in line along x, on a hinge about z between them; the first is free.
TestTree two_rods(Real L, Real m) {
    TestTree test;
    test.tree.frames = {0, 2};
    TreeLink first, second;
    first.kind = JointKind::Free;
    second.parent = 0;
    second.kind = JointKind::Hinge;
    second.in_parent.position = {L / 2, 0, 0};
    second.in_joint.position = {L / 2, 0, 0};
    test.tree.links = {first, second};
    test.joints.resize(2);
    test.inertia.assign(2, {m, Vec3(1e-9, m * L * L / 12, m * L * L / 12)});
    test.force.assign(2, Vec3::Zero());
    test.torque = test.force;
    settle(test);
    return test;
}

TEST(ArticulatedBody, F3_64_two_hinged_rods_hit_at_their_end_move_as_T9_says) {
    constexpr Real L = 0.8, m = 1.7, P = 2.3;
    TestTree test = two_rods(L, m);
    factor_tree(test.tree, test.inertia, test.work);
    const Vec3 impulse(0, P, 0), arm(-L / 2, 0, 0);
    answer_impulse(test.tree, 0, {arm.cross(impulse), impulse}, test.work);
    const Twist first = test.work.motion[0];
    const Twist second = seen_at(test.work.motion[1], test.work.places[1].centre);
    EXPECT_NEAR(first.v.y(), 5 * P / (4 * m), 1e-12);
    EXPECT_NEAR(second.v.y(), -P / (4 * m), 1e-12);
    EXPECT_NEAR(first.w.z(), -9 * P / (2 * m * L), 1e-12);
    EXPECT_NEAR(second.w.z(), 3 * P / (2 * m * L), 1e-12);
    EXPECT_NEAR(m * second.v.y(), -P / 4, 1e-12) << "the hinge passes on a quarter";
    const Real I = m * L * L / 12;
    const Real energy = 0.5 * m * (first.v.squaredNorm() + second.v.squaredNorm()) +
                        0.5 * I * (first.w.squaredNorm() + second.w.squaredNorm());
    EXPECT_NEAR(energy, 7 * P * P / (4 * m), 1e-12);
}

TEST(ArticulatedBody, F3_64_answers_to_impulses_are_symmetric_and_positive) {
    TestTree test = random_tree(8, all_kinds, true, 7);
    factor_tree(test.tree, test.inertia, test.work);
    std::mt19937 rng(3);
    const Wrench one{random_vector(rng), random_vector(rng)}, other{random_vector(rng), random_vector(rng)};
    answer_impulse(test.tree, 3, one, test.work);
    const Real there = dot(test.work.motion[6], other);
    EXPECT_GT(dot(test.work.motion[3], one), 0);
    answer_impulse(test.tree, 6, other, test.work);
    EXPECT_NEAR(dot(test.work.motion[3], one), there, 1e-12);
}

TEST(ArticulatedBody, F3_1_reading_joints_from_frames_gives_the_joints_back) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        TestTree test = random_tree(7, all_kinds, seed % 2 == 0, 400 + seed);
        std::vector<JointState> joints = test.joints;
        for (JointState& joint : joints) joint.turn = Quat::Identity();
        std::vector<LinkPlace> places;
        read_joints(test.tree, test.frames, joints, places);
        for (int i = 0; i < test.count(); ++i) {
            const JointKind kind = test.tree.links[i].kind;
            for (int k = 0; k < std::min(freedom_of(kind), 3); ++k) {
                EXPECT_NEAR(joints[i].qd[k], test.joints[i].qd[k], 1e-12) << i;
                if (kind == JointKind::Ball) continue;
                EXPECT_NEAR(joints[i].q[k], test.joints[i].q[k], 1e-12) << i;
            }
            if (kind != JointKind::Ball && kind != JointKind::Free) continue;
            EXPECT_LT(joints[i].turn.angularDistance(test.joints[i].turn), 1e-7) << i;
        }
    }
}

}  // namespace
}  // namespace souple
