// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/articulated/loops.cpp
#include "souple/dynamics/articulated/loops.h"

#include <gtest/gtest.h>

#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/geometry/formula.h"
#include "souple/geometry/space_curve.h"
#include "souple/math/rotation.h"
#include "support/both_formulations.h"

namespace souple {
namespace {

LoopClosure place_loop(int a, int b, const Vec3& local_a, const Vec3& local_b, std::vector<Vec3> along = {}) {
    LoopClosure loop;
    loop.a = a;
    loop.b = b;
    loop.local_a = local_a;
    loop.local_b = local_b;
    loop.along = std::move(along);
    return loop;
}

TEST(Loops, F3_23_a_tree_with_closed_loops_goes_as_bodies_with_multipliers_do) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        TestTree test = random_tree(7, {JointKind::Hinge, JointKind::Universal, JointKind::Ball},
                                    seed % 2 == 0, 500 + seed);
        test.tree.decay_time = 0.5;
        test.tree.loops.push_back(place_loop(2, 6, Vec3(0.1, 0.2, 0), Vec3(0, 0.3, 0.1)));
        test.tree.loops.push_back(place_loop(-1, 4, Vec3(1, 0, 0), Vec3(0, 0, 0.2), {Vec3::UnitY()}));
        const std::vector<Twist> own = reduced_going(test).centres, other = maximal_going(test).centres;
        for (int i = 0; i < test.count(); ++i) {
            EXPECT_LT((own[i].v - other[i].v).norm(), 1e-8 * (1 + other[i].v.norm())) << seed << " " << i;
            EXPECT_LT((own[i].w - other[i].w).norm(), 1e-8 * (1 + other[i].w.norm())) << seed << " " << i;
        }
    }
}

TEST(Loops, F3_20_errors_of_a_loop_die_away_critically_damped) {
    TestTree test = random_tree(5, {JointKind::Ball}, false, 11);
    test.tree.decay_time = 0.3;
    test.tree.loops.push_back(place_loop(-1, 4, Vec3(0.5, 0, 0), Vec3(0, 0.2, 0)));
    const std::vector<Twist> centres = reduced_going(test).centres;
    std::vector<ConstraintRow> rows;
    list_loops(test.tree, test.frames, rows);
    ASSERT_EQ(rows.size(), 3u);
    for (const ConstraintRow& row : rows) {
        const Real acceleration = row.linear.dot(centres[4].v) + row.angular_b.dot(centres[4].w) + row.drift;
        EXPECT_NEAR(acceleration, -2 / 0.3 * row.rate - row.error / (0.3 * 0.3), 1e-9);
    }
}

/// A loop of this kind between two links, with a law along what it leaves free.
LoopClosure loop_of(LoopKind kind, int a, int b) {
    LoopClosure loop = place_loop(a, b, Vec3(0.1, 0.2, 0), Vec3(0, 0.3, 0.1));
    loop.kind = kind;
    loop.guide_a = {Vec3(0.2, -0.1, 0.3), Quat(0.9, 0.1, -0.3, 0.2).normalized()};
    loop.guide_b = {Vec3::Zero(), Quat(0.7, -0.2, 0.3, 0.4).normalized()};
    loop.length = 0.7;
    if (kind == LoopKind::Curve)
        loop.curve = std::make_shared<const SpaceCurve>(
            make_curve({{0, 0, 0}, {1, 0.3, 0}, {1.5, 1, 0.5}, {1, 2, 1}}, false, "test"));
    if (kind == LoopKind::Surface)
        loop.surface = std::make_shared<const Formula>(parse_formula("sqrt(x^2 + y^2 + z^2) - 1"));
    if (kind == LoopKind::Curve) loop.law.stiffness = 30;
    if (kind == LoopKind::Curve || kind == LoopKind::Surface) loop.law.damping = 2;
    return loop;
}

TEST(Loops, F3_25_constraints_of_every_kind_go_with_the_recursion_as_with_multipliers) {
    int seed = 0;
    for (const LoopKind kind : {LoopKind::Weld, LoopKind::Distance, LoopKind::Curve, LoopKind::Surface})
        for (const int a : {-1, 2}) {
            ++seed;
            TestTree test = random_tree(7, {JointKind::Hinge, JointKind::Universal, JointKind::Ball},
                                        seed % 2 == 0, 700 + seed);
            test.tree.decay_time = 0.5;
            test.tree.loops = {loop_of(kind, a, 6), loop_of(LoopKind::Distance, 4, 1)};
            test.tree.loops[1].held = false;
            test.tree.loops[1].law.stiffness = 50;
            const std::vector<Twist> own = reduced_going(test).centres, other = maximal_going(test).centres;
            for (int i = 0; i < test.count(); ++i) {
                EXPECT_LT((own[i].v - other[i].v).norm(), 1e-8 * (1 + other[i].v.norm())) << seed << " " << i;
                EXPECT_LT((own[i].w - other[i].w).norm(), 1e-8 * (1 + other[i].w.norm())) << seed << " " << i;
            }
        }
}

/// Rows of the loops a moment later, when every joint goes on at its speed.
std::vector<ConstraintRow> rows_after(const TestTree& test, Real h) {
    TestTree later = test;
    for (int i = 0; i < test.count(); ++i)
        move_joint(test.tree.links[i].kind, JointState(test.joints[i]), h, later.joints[i]);
    settle(later);
    std::vector<ConstraintRow> rows;
    list_loops(later.tree, later.frames, rows);
    return rows;
}

TEST(Loops, F3_20_rates_and_drifts_of_distances_and_surfaces_are_those_of_differences) {
    for (const LoopKind kind : {LoopKind::Distance, LoopKind::Surface})
        for (unsigned seed = 0; seed < 5; ++seed) {
            TestTree test =
                random_tree(6, {JointKind::Hinge, JointKind::Slider, JointKind::Universal}, false, 80 + seed);
            test.tree.loops = {loop_of(kind, 2, 5)};
            constexpr Real h = 1e-5;
            const ConstraintRow row = rows_after(test, 0)[0], left = rows_after(test, -h)[0],
                                right = rows_after(test, h)[0];
            EXPECT_NEAR(row.rate, (right.error - left.error) / (2 * h), 1e-6 * (1 + std::abs(row.rate)));
            const std::vector<Twist> drift = drifts(test);
            const Real acceleration = row.linear.dot(drift[5].v - drift[2].v) +
                                      row.angular_b.dot(drift[5].w) - row.angular_a.dot(drift[2].w) +
                                      row.drift;
            EXPECT_NEAR(acceleration, (right.rate - left.rate) / (2 * h),
                        1e-4 * (1 + std::abs(acceleration)));
        }
}

TEST(Loops, F3_5_laws_of_loops_give_back_the_work_put_into_them_and_keep_momentum) {
    TestTree test = random_tree(6, {JointKind::Hinge, JointKind::Ball}, true, 5);
    test.tree.loops = {loop_of(LoopKind::Curve, 2, 5), loop_of(LoopKind::Distance, 1, 4)};
    test.tree.loops[1].held = false;
    test.tree.loops[1].law.stiffness = 40;
    test.tree.loops[1].law.rest = 0.2;
    test.tree.loops[0].law.damping = 0;
    std::vector<Vec3> force(6, Vec3::Zero()), torque(6, Vec3::Zero());
    add_loop_laws(test.tree, test.frames, force, torque);
    Vec3 sum = Vec3::Zero(), moment = Vec3::Zero();
    Real power = 0;
    for (int i = 0; i < 6; ++i) {
        sum += force[i];
        moment += torque[i] + test.frames.x[i].cross(force[i]);
        power += force[i].dot(test.frames.v[i]) + torque[i].dot(test.frames.w[i]);
    }
    EXPECT_LT(sum.norm(), 1e-12);
    EXPECT_LT(moment.norm(), 1e-11);
    // the distance alone: away from its curve a place goes farther than along it
    test.tree.loops.erase(test.tree.loops.begin());
    std::fill(force.begin(), force.end(), Vec3::Zero());
    std::fill(torque.begin(), torque.end(), Vec3::Zero());
    add_loop_laws(test.tree, test.frames, force, torque);
    power = 0;
    for (int i = 0; i < 6; ++i) power += force[i].dot(test.frames.v[i]) + torque[i].dot(test.frames.w[i]);
    const auto energy_after = [&](Real h) {
        TestTree later = test;
        for (int i = 0; i < 6; ++i) {
            later.frames.x[i] += h * test.frames.v[i];
            later.frames.q[i] = (to_quaternion(h * test.frames.w[i]) * test.frames.q[i]).normalized();
        }
        return loop_energy(later.tree, later.frames);
    };
    constexpr Real h = 1e-5;
    EXPECT_NEAR(power, -(energy_after(h) - energy_after(-h)) / (2 * h), 1e-5 * (1 + std::abs(power)));
}

}  // namespace
}  // namespace souple
