// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/penalty_laws.h
#include "souple/dynamics/contact/penalty_laws.h"

#include <gtest/gtest.h>

#include <cmath>

namespace souple {
namespace {

constexpr ResponseKind forces[] = {ResponseKind::GroundReaction, ResponseKind::WallReaction,
                                   ResponseKind::ExponentialField, ResponseKind::MillerGround,
                                   ResponseKind::ContactSpring};

PenaltyLaw law_of(ResponseKind kind) {
    return {.kind = kind, .stiffness = 300, .range = 0.02, .rebound = 0.36, .damping = 0};
}

/// How a mass that hits at `speed` leaves, and when. Leapfrog with a step that resolves the contact.
struct Bounce {
    Real speed = 0, duration = 0;
};

Bounce bounce(const PenaltyLaw& law, Real mass, Real speed, Real h) {
    Real gap = 0, rate = -speed, time = 0;
    for (int i = 0; i < 1000000 && !(gap > 0 && rate > 0); ++i) {
        rate += h / 2 * normal_force(law, gap, rate, mass) / mass;
        gap += h * rate;
        rate += h / 2 * normal_force(law, gap, rate, mass) / mass;
        time += h;
    }
    return {rate, time};
}

TEST(PenaltyLaws, F3_76_T25_a_contact_spring_gives_back_the_root_of_the_rebound_and_takes_its_time) {
    for (const Real rebound : {0.04, 0.36, 1.0}) {
        PenaltyLaw law = law_of(ResponseKind::ContactSpring);
        law.rebound = rebound;
        const Real mass = 2, duration = contact_duration(law, mass);
        EXPECT_NEAR(duration,
                    1.5707963267948966 * std::sqrt(mass / law.stiffness) * (1 + 1 / std::sqrt(rebound)),
                    1e-15);
        const Bounce result = bounce(law, mass, 3, 1e-4 * duration);
        EXPECT_NEAR(result.speed / 3, std::sqrt(rebound), 1e-3);
        EXPECT_NEAR(result.duration / duration, 1, 1e-3);
    }
}

TEST(PenaltyLaws, F3_76_a_contact_spring_is_softer_on_the_way_out) {
    const PenaltyLaw law = law_of(ResponseKind::ContactSpring);
    EXPECT_NEAR(normal_force(law, -0.01, -1, 5), 3, 1e-13);
    EXPECT_NEAR(normal_force(law, -0.01, 1, 5), 0.36 * 3, 1e-13);
    EXPECT_EQ(normal_force(law, 0.01, -1, 5), 0);
}

TEST(PenaltyLaws, F3_68_F3_70_F3_71_F3_76_force_on_the_way_out_is_minus_the_slope_of_the_energy) {
    for (const ResponseKind kind : forces)
        for (const Real gap : {-0.7, -0.05, -0.003, 0.004, 0.03}) {
            const PenaltyLaw law = law_of(kind);
            const Real h = 1e-6, mass = 3;
            const Real slope =
                (recoverable_energy(law, gap + h, mass) - recoverable_energy(law, gap - h, mass)) / (2 * h);
            const Real force = normal_force(law, gap, 1, mass);
            EXPECT_NEAR(force, -slope, 1e-6 * (1 + std::abs(force)));
        }
}

TEST(PenaltyLaws, F3_68_F3_70_F3_71_F3_76_damping_pushes_more_on_the_way_in_and_nothing_ever_pulls) {
    for (const ResponseKind kind : forces) {
        PenaltyLaw law = law_of(kind);
        law.rebound = 1;
        const Real free = normal_force(law, -0.01, -1, 2);
        law.damping = 7;
        EXPECT_GT(normal_force(law, -0.01, -0.5, 2), free + 3);
        EXPECT_LT(normal_force(law, -0.01, 0.1, 2), free);
        EXPECT_EQ(normal_force(law, -0.01, 1e6, 2), 0);
    }
    EXPECT_EQ(normal_force(law_of(ResponseKind::Impulse), -1, -1, 1), 0);
    EXPECT_EQ(recoverable_energy(law_of(ResponseKind::Impulse), -1, 1), 0);
}

TEST(PenaltyLaws, F3_70_the_field_starts_at_c_over_eps_and_falls_by_e_in_each_range) {
    const PenaltyLaw law = law_of(ResponseKind::ExponentialField);
    EXPECT_NEAR(normal_force(law, 0, 0, 1), 300 / 0.02, 1e-9);
    for (const Real gap : {-0.04, 0.0, 0.1})
        EXPECT_NEAR(normal_force(law, gap, 0, 1) / normal_force(law, gap + 0.02, 0, 1), std::exp(1.0), 1e-12);
    EXPECT_NEAR(recoverable_energy(law, 0, 1), 300, 1e-12);
    EXPECT_TRUE(std::isfinite(normal_force(law, -1000, 0, 1)));
    EXPECT_GT(normal_force(law, -1000, 0, 1), normal_force(law, -999, 0, 1));
}

TEST(PenaltyLaws, F3_70_a_mass_turns_where_the_field_has_taken_its_energy) {
    const PenaltyLaw law{.kind = ResponseKind::ExponentialField, .stiffness = 0.5, .range = 0.02};
    Real gap = 0.3, rate = -0.9, lowest = gap;
    for (int i = 0; i < 20000; ++i) {
        rate += 5e-5 / 2 * normal_force(law, gap, rate, 1);
        gap += 5e-5 * rate;
        rate += 5e-5 / 2 * normal_force(law, gap, rate, 1);
        lowest = std::min(lowest, gap);
    }
    EXPECT_NEAR(lowest, -0.02 * std::log(0.81 / 2 / 0.5), 1e-5);
    EXPECT_NEAR(rate, 0.9, 1e-5);
}

TEST(PenaltyLaws, F3_71_every_mass_sinks_into_millers_ground_alike) {
    const PenaltyLaw law = law_of(ResponseKind::MillerGround);
    EXPECT_NEAR(normal_force(law, -0.01, 0, 4), 4 * 300 * 0.01, 1e-12);
    const Bounce light = bounce(law, 0.1, 2, 1e-5), heavy = bounce(law, 10, 2, 1e-5);
    EXPECT_NEAR(light.duration, heavy.duration, 2e-5);
    EXPECT_NEAR(light.duration, 3.14159265 / std::sqrt(300), 1e-4);
    EXPECT_NEAR(heavy.speed, 2, 1e-4);
}

TEST(PenaltyLaws, F3_71_miller_puts_a_mass_outside_and_turns_its_inward_speed_round) {
    PenaltyLaw law = law_of(ResponseKind::MillerGround);
    law.rebound = 1;
    const Vec3 up(0, 1, 0);
    const MassAtGround turned = put_outside(law, {Vec3(1, -0.2, 0), Vec3(3, -2, 0)}, -0.2, up);
    EXPECT_LT((turned.x - Vec3(1, 0, 0)).norm(), 1e-15);
    EXPECT_LT((turned.v - Vec3(3, 2, 0)).norm(), 1e-15);
    const MassAtGround leaving = put_outside(law, {Vec3(1, -0.2, 0), Vec3(3, 2, 0)}, -0.2, up);
    EXPECT_LT((leaving.v - Vec3(3, 2, 0)).norm(), 1e-15);
    const MassAtGround outside = put_outside(law, {Vec3(1, 0.2, 0), Vec3(3, -2, 0)}, 0.2, up);
    EXPECT_EQ(outside.x, Vec3(1, 0.2, 0));
    EXPECT_EQ(outside.v, Vec3(3, -2, 0));
}

TEST(PenaltyLaws, F3_68_ground_pushes_only_what_penetrates_and_rings_at_the_root_of_k_over_m) {
    const PenaltyLaw law = law_of(ResponseKind::GroundReaction);
    EXPECT_NEAR(normal_force(law, -0.02, 0, 9), 6, 1e-13);
    EXPECT_EQ(normal_force(law, 1e-9, -5, 9), 0);
    EXPECT_NEAR(bounce(law, 3, 1, 1e-5).duration, 3.14159265 / std::sqrt(100), 1e-4);
}

TEST(PenaltyLaws, F3_68_friction_opposes_sliding_up_to_mu_times_the_normal_force) {
    const SlidingFriction friction{.coefficient = 0.4, .slip_speed = 0.01};
    const Vec3 up(0, 1, 0);
    EXPECT_LT((friction_force(friction, 10, Vec3(3, 7, 4), up) - Vec3(-2.4, 0, -3.2)).norm(), 1e-14);
    EXPECT_LT((friction_force(friction, 10, Vec3(0.005, 0, 0), up) - Vec3(-2, 0, 0)).norm(), 1e-14);
    EXPECT_EQ(friction_force(friction, 10, Vec3(0, -3, 0), up).norm(), 0);
    EXPECT_EQ(friction_force(friction, 0, Vec3(1, 0, 0), up).norm(), 0);
}

}  // namespace
}  // namespace souple
