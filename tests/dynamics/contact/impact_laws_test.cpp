// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/impact_laws.h
#include "souple/dynamics/contact/impact_laws.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <numbers>

#include "support/finite_differences.h"

namespace souple {
namespace {

constexpr ImpactRule both_rules[] = {ImpactRule::Energetic, ImpactRule::Newton};

/// Response of a body at a point: arm from its centre of mass, inverse inertia in world axes.
Mat3 response_of(Real mass, const Mat3& inverse_inertia, const Vec3& arm) {
    const Mat3 cross = cross_matrix(arm);
    return Mat3(Mat3::Identity() / mass - cross * inverse_inertia * cross);
}

/// A solid sphere on a floor, and how an impulse at its lowest point changes its motion.
struct SphereOnFloor {
    Real mass = 2, radius = 0.3;
    Vec3 v = Vec3::Zero(), w = Vec3::Zero();

    Vec3 arm() const { return {0, -radius, 0}; }
    Real inertia() const { return 0.4 * mass * radius * radius; }
    Impact impact() const {
        Impact result;
        result.response = response_of(mass, Mat3(Mat3::Identity() / inertia()), arm());
        result.velocity = v + w.cross(arm());
        return result;
    }
    SphereOnFloor pushed(const Vec3& impulse) const {
        SphereOnFloor after = *this;
        after.v += impulse / mass;
        after.w += arm().cross(impulse) / inertia();
        return after;
    }
};

/// A thin rod that touches the floor with one end, leaning by an angle from the floor.
Impact rod_on_floor(Real angle, const Vec3& velocity) {
    const Real mass = 1, length = 1, across = 12 / (mass * length * length);
    const Vec3 axis(std::cos(angle), std::sin(angle), 0);
    // turning about its own axis: that of a rod a tenth as thick as long
    const Mat3 inverse_inertia =
        across * (Mat3::Identity() - axis * axis.transpose()) + 100 * across * axis * axis.transpose();
    Impact impact;
    impact.response = response_of(mass, inverse_inertia, -length / 2 * axis);
    impact.velocity = velocity;
    return impact;
}

Impact random_impact(Rng& rng) {
    Mat3 root;
    for (int i = 0; i < 3; ++i) root.col(i) = random_vector(rng);
    Impact impact;
    impact.response = root * root.transpose() + 0.05 * Mat3::Identity();
    impact.normal = random_rotation(rng) * Vec3::UnitX();
    impact.velocity = random_vector(rng);
    if (impact.velocity.dot(impact.normal) > 0) impact.velocity = -impact.velocity;
    return impact;
}

Vec3 velocity_after(const Impact& impact, const Vec3& impulse) {
    return impact.velocity + impact.response * impulse;
}

Real beyond_cone(const Impact& impact, const Vec3& impulse, Real friction) {
    const Real pressed = impulse.dot(impact.normal);
    return (impulse - pressed * impact.normal).norm() - friction * pressed;
}

TEST(ImpactLaws, F3_62_T6_spheres_that_meet_centrally_part_as_masses_and_restitution_say) {
    const Real m1 = 2, m2 = 3, v1 = 4, v2 = -1;
    for (const ImpactRule rule : both_rules)
        for (const Real e : {0.0, 0.4, 1.0}) {
            Impact impact;
            impact.response = Mat3::Identity() * (1 / m1 + 1 / m2);
            impact.normal = Vec3::UnitX();
            impact.velocity = Vec3(v2 - v1, 0, 0);
            const Vec3 p = impact_impulse(impact, {rule, e, 0.5});
            const Real after1 = v1 - p.x() / m1, after2 = v2 + p.x() / m2;
            EXPECT_NEAR(after1, ((m1 - e * m2) * v1 + (1 + e) * m2 * v2) / (m1 + m2), 1e-13);
            EXPECT_NEAR(m1 * after1 + m2 * after2, m1 * v1 + m2 * v2, 1e-13);
            EXPECT_LT(p.tail<2>().norm(), 1e-15);
        }
}

TEST(ImpactLaws, F3_62_T6_a_bouncing_ball_rises_to_e_to_the_power_2n_and_rests_after_a_finite_time) {
    const Real e = 0.8, g = 9.81, h = 1.5;
    for (const ImpactRule rule : both_rules) {
        SphereOnFloor ball;
        Real time = std::sqrt(2 * h / g), speed = g * time;
        for (int bounce = 1; bounce <= 100; ++bounce) {
            ball.v = Vec3(0, -speed, 0);
            speed = ball.pushed(impact_impulse(ball.impact(), {rule, e, 0.2})).v.y();
            EXPECT_NEAR(speed * speed / (2 * g), h * std::pow(e, 2 * bounce), 1e-13);
            time += 2 * speed / g;
        }
        EXPECT_NEAR(time, std::sqrt(2 * h / g) * (1 + e) / (1 - e), 1e-8);
    }
}

TEST(ImpactLaws, F3_62_T7_a_sphere_that_touches_slowly_enough_ends_rolling) {
    for (const ImpactRule rule : both_rules) {
        SphereOnFloor sphere;
        sphere.v = Vec3(1, -2, 0);
        sphere.w = Vec3(0, 0, 1.5);  // contact speed v_x + r w_z
        const ImpactLaw law{rule, 0.5, 0.3};
        ASSERT_LE(1.45, 3.5 * 0.3 * 1.5 * 2);
        const SphereOnFloor after = sphere.pushed(impact_impulse(sphere.impact(), law));
        EXPECT_NEAR(after.v.x(), (5 * 1 - 2 * 0.3 * 1.5) / 7, 1e-12);
        EXPECT_NEAR(after.impact().velocity.x(), 0, 1e-12);
        EXPECT_NEAR(after.v.y(), 0.5 * 2, 1e-12);
    }
}

TEST(ImpactLaws, F3_62_T7_a_sphere_that_touches_fast_keeps_sliding_and_loses_mu_times_the_normal_change) {
    for (const ImpactRule rule : both_rules)
        for (const Real sign : {1.0, -1.0}) {
            SphereOnFloor sphere;
            sphere.v = Vec3(sign * 5, -2, 0);
            const ImpactLaw law{rule, 0.5, 0.3};
            ASSERT_GT(5, 3.5 * 0.3 * 1.5 * 2);
            const SphereOnFloor after = sphere.pushed(impact_impulse(sphere.impact(), law));
            EXPECT_NEAR(after.v.x(), sign * (5 - 0.3 * 1.5 * 2), 1e-12);
            EXPECT_GT(sign * after.impact().velocity.x(), 0);
            EXPECT_NEAR(after.v.y(), 1, 1e-12);
        }
}

TEST(ImpactLaws, F3_62_T7_the_limit_between_rolling_and_sliding_is_seven_halves_of_mu) {
    const Real limit = 3.5 * 0.3 * 1.5 * 2;
    for (const ImpactRule rule : both_rules) {
        SphereOnFloor sphere;
        sphere.v = Vec3(limit * 0.999, -2, 0);
        EXPECT_NEAR(sphere.pushed(impact_impulse(sphere.impact(), {rule, 0.5, 0.3})).impact().velocity.x(), 0,
                    1e-12);
        sphere.v = Vec3(limit * 1.001, -2, 0);
        EXPECT_NEAR(sphere.pushed(impact_impulse(sphere.impact(), {rule, 0.5, 0.3})).impact().velocity.x(),
                    0.001 * limit, 1e-12);
    }
}

TEST(ImpactLaws, F3_62_T8_a_rod_that_falls_flat_on_one_end_turns_away_and_keeps_its_energy_at_e_1) {
    const Real v = 3, mass = 1, length = 1;
    for (const ImpactRule rule : both_rules)
        for (const Real e : {0.0, 0.5, 1.0}) {
            const Impact impact = rod_on_floor(0, Vec3(0, -v, 0));
            const Vec3 p = impact_impulse(impact, {rule, e, 0.4});
            EXPECT_NEAR(p.y(), (1 + e) * mass * v / 4, 1e-13);
            EXPECT_NEAR(p.y() * length / 2 * 12 / (mass * length * length), 1.5 * (1 + e) * v / length,
                        1e-12);
            EXPECT_NEAR(energy_change(impact, p), -(1 - e * e) * mass * v * v / 8, 1e-12);
        }
}

TEST(ImpactLaws, the_change_of_energy_is_that_of_the_bodies) {
    SphereOnFloor sphere;
    sphere.v = Vec3(1, -2, 0.5);
    sphere.w = Vec3(3, 1, -2);
    const auto energy = [](const SphereOnFloor& s) {
        return (s.mass * s.v.squaredNorm() + s.inertia() * s.w.squaredNorm()) / 2;
    };
    const Vec3 p(0.3, 2, -0.7);
    EXPECT_NEAR(energy_change(sphere.impact(), p), energy(sphere.pushed(p)) - energy(sphere), 1e-12);
}

TEST(ImpactLaws,
     F3_62_newtons_rule_creates_energy_where_a_rod_turns_its_sliding_and_the_energetic_one_never) {
    Real largest_gain = 0;
    for (int degrees = 20; degrees <= 80; degrees += 5)
        for (const Real sliding : {-1.0, -0.6, -0.3, -0.1, 0.1, 0.3, 0.6, 1.0})
            for (const Real friction : {0.1, 0.3, 0.5, 0.8}) {
                const Impact impact = rod_on_floor(degrees * std::numbers::pi / 180, Vec3(sliding, -1, 0));
                const Vec3 newton = impact_impulse(impact, {ImpactRule::Newton, 0.9, friction});
                const Vec3 energetic = impact_impulse(impact, {ImpactRule::Energetic, 0.9, friction});
                largest_gain = std::max(largest_gain, energy_change(impact, newton));
                EXPECT_LE(energy_change(impact, energetic), 0);
                // what makes energy is no breach of restitution or of the cone
                EXPECT_LT(beyond_cone(impact, newton, friction), 1e-12);
                EXPECT_GT(velocity_after(impact, energetic).y(), 0);
            }
    EXPECT_GT(largest_gain, 0.01);  // of a rod that brings half a joule for each (m/s)^2
}

/// Kane's example: two equal hinged rods that hang from a fixed point, the free end strikes the floor.
Impact double_pendulum_on_floor(Real q1, Real q2, Real w1, Real w2) {
    // m = l = 1; angles from the vertical; M = [4/3, c/2; c/2, 1/3]
    const Real c = std::cos(q1 - q2) / 2, determinant = 4.0 / 9 - c * c;
    const Vec3 j1(std::cos(q1), std::sin(q1), 0), j2(std::cos(q2), std::sin(q2), 0);
    Impact impact;
    impact.response = (j1 * j1.transpose() / 3 + j2 * j2.transpose() * 4 / 3 -
                       c * (j1 * j2.transpose() + j2 * j1.transpose())) /
                      determinant;
    impact.velocity = j1 * w1 + j2 * w2;
    return impact;
}

TEST(ImpactLaws, F3_62_kanes_double_pendulum_gains_energy_by_newtons_rule_and_loses_it_by_the_energetic_one) {
    const Real degree = std::numbers::pi / 180;
    const Impact impact = double_pendulum_on_floor(20 * degree, 30 * degree, -0.1, -0.2);
    const Vec3 newton = impact_impulse(impact, {ImpactRule::Newton, 0.7, 0.5});
    const Vec3 energetic = impact_impulse(impact, {ImpactRule::Energetic, 0.7, 0.5});
    const Real before = (4.0 / 3 * 0.01 + 0.04 / 3 + 0.02 * std::cos(10 * degree)) / 2;
    EXPECT_GT(energy_change(impact, newton), 0.05 * before);
    EXPECT_LT(energy_change(impact, energetic), -0.05 * before);
}

TEST(ImpactLaws, without_friction_both_rules_say_the_same) {
    Rng rng{3};
    for (int trial = 0; trial < 1000; ++trial) {
        const Impact impact = random_impact(rng);
        for (const Real e : {0.0, 0.6, 1.0}) {
            const Vec3 a = impact_impulse(impact, {ImpactRule::Energetic, e, 0});
            const Vec3 b = impact_impulse(impact, {ImpactRule::Newton, e, 0});
            EXPECT_LT((a - b).norm(), 1e-12 * b.norm());
            EXPECT_NEAR(velocity_after(impact, a).dot(impact.normal), -e * impact.velocity.dot(impact.normal),
                        1e-11);
        }
    }
}

TEST(ImpactLaws, F3_62_no_slip_of_newtons_rule_stops_sliding_and_turns_the_normal_speed_round) {
    Rng rng{4};
    int stuck = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        const Impact impact = random_impact(rng);
        const Vec3 after = -0.3 * impact.velocity.dot(impact.normal) * impact.normal;
        const Vec3 expected = impact.response.inverse() * (after - impact.velocity);
        if (beyond_cone(impact, expected, 1) > 0) continue;
        ++stuck;
        const Vec3 p = impact_impulse(impact, {ImpactRule::Newton, 0.3, 1});
        EXPECT_LT((p - expected).norm(), 1e-10 * p.norm());
    }
    EXPECT_GT(stuck, 100);
}

TEST(ImpactLaws, energetic_impacts_never_gain_energy_nor_leave_the_cone_nor_go_on_approaching) {
    Rng rng{5};
    for (int trial = 0; trial < 10000; ++trial) {
        const Impact impact = random_impact(rng);
        const Real e = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 0 : rng.uniform();
        const ImpactLaw law{ImpactRule::Energetic, e, rng.uniform(0, 1.5)};
        const Vec3 p = impact_impulse(impact, law);
        ASSERT_TRUE(is_finite(p));
        const Real size = std::abs(impact.velocity.dot(p));
        ASSERT_LE(energy_change(impact, p), 1e-12 * size);
        ASSERT_LE(beyond_cone(impact, p, law.friction), 1e-12 * p.norm());
        ASSERT_GE(velocity_after(impact, p).dot(impact.normal), -1e-10 * p.norm());
    }
}

TEST(ImpactLaws, at_a_central_contact_friction_stops_sliding_but_never_turns_it) {
    Rng rng{6};
    for (int trial = 0; trial < 2000; ++trial) {
        SphereOnFloor sphere;
        sphere.v = random_vector(rng) - Vec3(0, 1, 0);
        sphere.w = 5 * random_vector(rng);
        const Impact impact = sphere.impact();
        const Vec3 p = impact_impulse(impact, {ImpactRule::Energetic, rng.uniform(), rng.uniform()});
        const Vec3 before(impact.velocity.x(), 0, impact.velocity.z()), after = velocity_after(impact, p);
        EXPECT_GE(before.dot(after), -1e-12);
        EXPECT_LT(before.cross(Vec3(after.x(), 0, after.z())).norm(), 1e-11);
        EXPECT_LE(p.dot(before), 0);
    }
}

TEST(ImpactLaws, sliding_whose_direction_turns_is_followed) {
    // tangential responses 1 and 4: in the time with dp = |u| dt the parts fall as exp(-mu k t), so that they
    // obey z = z0 (x / x0)^4 wherever the impact ends
    Impact impact;
    impact.response = Vec3(1, 2, 4).asDiagonal();
    impact.velocity = Vec3(1, -2, 1);
    const Vec3 after = velocity_after(impact, impact_impulse(impact, {ImpactRule::Energetic, 0, 0.4}));
    EXPECT_NEAR(after.y(), 0, 1e-12);
    EXPECT_LT(after.x(), 0.9);
    EXPECT_GT(after.x(), 0.5);
    EXPECT_NEAR(after.z(), std::pow(after.x(), 4), 1e-4);
}

TEST(ImpactLaws, a_rod_that_jams_on_its_leading_end_first_presses_harder_and_then_stops_sliding) {
    // mu K_nt > K_nn: sliding to the left drives the end into the floor
    const Real friction = 1.5;
    Impact impact = rod_on_floor(60 * std::numbers::pi / 180, Vec3(-1, -0.01, 0));
    if (impact.response(0, 1) > 0) impact.velocity.x() = 1;
    ASSERT_GT(friction * std::abs(impact.response(0, 1)), impact.response(1, 1));
    const Vec3 p = impact_impulse(impact, {ImpactRule::Energetic, 0.5, friction});
    const Real gentle = impact_impulse(impact, {ImpactRule::Energetic, 0.5, 0}).y();
    EXPECT_GT(p.y(), 5 * gentle);
    EXPECT_GT(velocity_after(impact, p).y(), 0);
    EXPECT_LT(energy_change(impact, p), 0);
    EXPECT_NEAR(velocity_after(impact, p).x(), 0, 1e-9);
    // the closed forms have no answer here, and the rule falls back on this one
    EXPECT_LT((impact_impulse(impact, {ImpactRule::Newton, 0.5, friction}) - p).norm(), p.norm());
}

TEST(ImpactLaws, a_body_on_a_pivot_that_friction_wedges_stays_there) {
    // one way to move, (3, 1) / sqrt 10: nothing can stick and rebound, and the response has rank one
    const Vec3 way = Vec3(3, 1, 0).normalized();
    Impact impact;
    impact.response = way * way.transpose();
    impact.velocity = -2 * way;
    const Vec3 freed = impact_impulse(impact, {ImpactRule::Energetic, 1, 0.2});
    EXPECT_LE(energy_change(impact, freed), 1e-12);
    EXPECT_GT(velocity_after(impact, freed).y(), 0);  // a third is needed to hold it
    const Vec3 held = impact_impulse(impact, {ImpactRule::Energetic, 1, 0.5});
    EXPECT_LT(velocity_after(impact, held).norm(), 1e-9);
    EXPECT_TRUE(is_finite(impact_impulse(impact, {ImpactRule::Newton, 1, 0.5})));
}

TEST(ImpactLaws, things_that_part_or_cannot_move_feel_nothing) {
    for (const ImpactRule rule : both_rules) {
        Impact impact;
        impact.velocity = Vec3(1, 0.1, 0);
        EXPECT_EQ(impact_impulse(impact, {rule, 0.5, 0.5}), Vec3(0, 0, 0));
        impact.velocity = Vec3(1, -1, 0);
        impact.response.setZero();
        EXPECT_EQ(impact_impulse(impact, {rule, 0.5, 0.5}), Vec3(0, 0, 0));
    }
}

}  // namespace
}  // namespace souple
