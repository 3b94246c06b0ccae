// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/first_contact.h: steps far longer than an impact, against closed
// forms.
#include "souple/dynamics/contact/first_contact.h"

#include <gtest/gtest.h>

#include "souple/core/parallel.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

const ContactMaterial elastic{1, 0};
const Sphere ball{0.1};

BodyDef flying(const Vec3& position, const Vec3& velocity, const ContactMaterial& material = elastic) {
    BodyDef body = body_of(ball, position, material);
    body.velocity = velocity;
    return body;
}

void cut_at_contacts(World& world, Real tolerance = 1e-10) {
    world.model.contact.first_contact_time = true;
    world.model.contact.first_contact_tolerance = tolerance;
}

/// A ball that falls from 1 m onto the floor, exactly between impacts.
World dropped_ball(Real restitution) {
    World world = rigid_world({flying({0, 1.1, 0}, Vec3::Zero(), {restitution, 0})}, {0, -g, 0});
    world.model.parts[0].method = Method::VelocityVerlet;
    add_fixed(world, Plane{}, {}, {restitution, 0});
    return world;
}

/// Its height after a time [s], at restitution 1.
Real height_at(Real time) {
    const Real half = std::sqrt(2 / g), since_top = std::remainder(time, 2 * half);
    return 1.1 - 0.5 * g * since_top * since_top;
}

}  // namespace

TEST(FirstContact, F3_66_a_ball_bounces_at_the_exact_instant_whatever_the_step) {
    for (const Real h : {0.01, 0.07, 0.3}) {
        World world = dropped_ball(1);
        cut_at_contacts(world);
        for (int k = 0; k < static_cast<int>(3 / h); ++k) {
            ASSERT_FALSE(world.step({h, 1}).failure);
            EXPECT_NEAR(world.state.frames.x[0].y(), height_at(world.state.time), 1e-7) << h << " " << k;
        }
    }
}

TEST(FirstContact, F3_66_without_the_option_a_long_step_misses_the_instant) {
    World world = dropped_ball(1);
    Real worst = 0;
    for (int k = 0; k < 40; ++k) {
        world.step({0.07, 1});
        worst = std::max(worst, std::abs(world.state.frames.x[0].y() - height_at(world.state.time)));
    }
    EXPECT_GT(worst, 1e-3);
}

TEST(FirstContact, F3_66_the_obstacle_that_is_touched_may_stand_anywhere_in_the_list) {
    const auto bounce = [](int floor) {
        World world = rigid_world({flying({0, 1.1, 0}, Vec3::Zero())}, down);
        world.model.parts[0].method = Method::VelocityVerlet;
        for (int k = 0; k < 3; ++k)
            if (k == floor)
                add_fixed(world, Plane{}, {}, elastic);
            else
                add_fixed(world, Sphere{1}, {{50.0 + 5 * k, 0, 0}, Quat::Identity()}, elastic);
        cut_at_contacts(world);
        for (int k = 0; k < 10; ++k) EXPECT_FALSE(world.step({0.3, 1}).failure);
        return world.state.frames.x[0].y();
    };
    for (const int floor : {0, 1, 2}) EXPECT_NEAR(bounce(floor), height_at(3), 1e-6) << floor;
}

TEST(FirstContact, F3_66_several_bounces_fit_into_one_step) {
    World world = dropped_ball(1);
    cut_at_contacts(world);
    const StepReport report = world.step({3.0, 1});
    EXPECT_EQ(report.first_contacts, 3);  // after 1, 3 and 5 half periods of 0.4515 s
    EXPECT_GT(report.rejected_tries, 3);
    EXPECT_NEAR(world.state.frames.x[0].y(), height_at(3), 1e-6);
}

TEST(FirstContact, F3_66_balls_meet_where_and_when_they_touch) {
    // offset by a radius: the line of centres makes 30 degrees with the way of the first
    World world = rigid_world({flying({-1, 0, 0}, {4, 0, 0}), flying({0, 0.1, 0}, Vec3::Zero())});
    cut_at_contacts(world);
    const Real h = 1, touch = (1 - 0.2 * std::cos(30 * degree)) / 4;
    EXPECT_EQ(world.step({h, 1}).first_contacts, 1);
    const Vec3 normal(std::cos(30 * degree), 0.5, 0);
    const Vec3 given = 4 * normal.x() * normal, kept = Vec3(4, 0, 0) - given;
    const Vec3 met(-1 + 4 * touch, 0, 0);
    EXPECT_LT((world.state.frames.v[0] - kept).norm(), 1e-7);
    EXPECT_LT((world.state.frames.v[1] - given).norm(), 1e-7);
    EXPECT_LT((world.state.frames.x[0] - met - (h - touch) * kept).norm(), 1e-7);
    EXPECT_LT((world.state.frames.x[1] - Vec3(0, 0.1, 0) - (h - touch) * given).norm(), 1e-7);
}

TEST(FirstContact, F3_66_a_blow_passes_through_a_row_of_balls_within_one_step) {
    std::vector<BodyDef> row{flying({0, 0, 0}, {2, 0, 0})};
    for (int k = 1; k < 4; ++k) row.push_back(flying({0.5 * k, 0, 0}, Vec3::Zero()));
    World world = rigid_world(row);
    cut_at_contacts(world);
    EXPECT_EQ(world.step({1, 1}).first_contacts, 3);
    // each goes 0.3 m at 2 m/s and stops where it met the next
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(world.state.frames.x[k].x(), 0.5 * k + 0.3, 1e-7);
    EXPECT_NEAR(world.state.frames.x[3].x(), 1.5 + 2 * (1 - 0.45), 1e-7);
}

TEST(FirstContact, F3_66_a_fast_ball_does_not_cross_a_thin_plate) {
    World world = rigid_world({flying({-1, 0, 0}, {300, 0, 0})});
    add_fixed(world, Box{{5e-4, 1, 1}}, {}, elastic);
    cut_at_contacts(world);
    EXPECT_EQ(world.step({0.01, 1}).first_contacts, 1);
    const Real stop = -0.1 - 5e-4;
    EXPECT_NEAR(world.state.frames.x[0].x(), stop - (3 - (stop + 1)), 1e-6);
    EXPECT_NEAR(world.state.frames.v[0].x(), -300, 1e-6);
}

TEST(FirstContact, F3_66_what_rests_stays_while_something_lands_beside_and_on_it) {
    World world = rigid_world(
        {body_of(Box{{0.2, 0.1, 0.2}}, {0, 0.1, 0}, {0, 0.5}), flying({0, 0.8, 0}, Vec3::Zero(), {0, 0.5}),
         flying({1, 0.8, 0}, Vec3::Zero(), {0, 0.5})},
        {0, -g, 0});
    add_fixed(world, Plane{}, {}, {0, 0.5});
    cut_at_contacts(world, 1e-6);
    for (int k = 0; k < 60; ++k) ASSERT_FALSE(world.step({0.02, 1}).failure);
    EXPECT_NEAR(world.state.frames.x[0].y(), 0.1, 5e-4);
    EXPECT_NEAR(world.state.frames.x[1].y(), 0.3, 5e-4);
    EXPECT_NEAR(world.state.frames.x[2].y(), 0.1, 5e-4);
}

TEST(FirstContact, F3_66_what_overlaps_at_the_start_is_not_looked_for) {
    // 5 cm inside each other and parting at 1 m/s: no shorter step would find them apart
    World world = rigid_world({flying({0, 0, 0}, {-0.5, 0, 0}), flying({0.15, 0, 0}, {0.5, 0, 0})});
    cut_at_contacts(world);
    const StepReport report = world.step({0.01, 1});
    EXPECT_FALSE(report.failure);
    EXPECT_EQ(report.rejected_tries, 0);
    EXPECT_GE(world.state.frames.v[1].x() - world.state.frames.v[0].x(), 1);
}

TEST(FirstContact, F3_66_the_bits_do_not_depend_on_threads) {
    const auto run = [](int threads) {
        const ThreadLimit limit(threads);
        std::vector<BodyDef> bodies;
        for (int k = 0; k < 12; ++k)
            bodies.push_back(flying({0.3 * (k % 4), 0.2 + 0.3 * (k / 4), 0.01 * k}, {0.5 - 0.1 * k, -1, 0}));
        World world = rigid_world(bodies, {0, -g, 0});
        add_fixed(world, Plane{}, {}, {0.5, 0.3});
        cut_at_contacts(world, 1e-7);
        for (int k = 0; k < 20; ++k) world.step({0.02, 1});
        return hash_of(world.state);
    };
    EXPECT_EQ(run(1), run(2));
    EXPECT_EQ(run(1), run(8));
}

}  // namespace souple
