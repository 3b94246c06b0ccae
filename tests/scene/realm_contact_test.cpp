// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/contact/agent_bodies.h with crowds on a planet and in space.
#include "souple/dynamics/contact/agent_bodies.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/dynamics/contact/measure_contact.h"
#include "souple/scene/simulation.h"
#include "support/test_scene.h"

namespace souple {
namespace {

const std::string folder_of_scenes = std::string(SOUPLE_SOURCE_DIR) + "/scenes/together/";

Simulation simulation_in_realm(const std::string& parts, const std::string& duration) {
    return make_simulation(
        load_scene_text(scene_text(R"("include": ["../materials/together.json"], "gravity": [0, 0, 0],
        "step": 0.002, "duration": )" +
                                   duration + R"(, "parts": [)" + parts + "]"),
                        folder_of_scenes + "test.json"));
}

/// One who stands on a planet of 4 m, at the end of a direction, without a goal.
std::string person_on_planet(const std::string& at) {
    return R"({ "kind": "crowd", "name": "crowd", "material": "person",
        "realm": { "kind": "sphere", "radius": 4, "subdivisions": 4 },
        "groups": [{ "name": "one", "places": { "kind": "points", "points": [)" +
           at + "] } }] }";
}
std::string ball(const std::string& position, const std::string& velocity) {
    return R"({ "kind": "rigid", "name": "ball", "bodies": [
        { "shape": { "kind": "sphere", "radius": 0.25 }, "density": 60, "friction": 0, "position": )" +
           position + R"(, "velocity": )" + velocity + " } ] }";
}
constexpr Real ball_mass = 3.9269908169872414;  // of 60 kg/m^3

TEST(RealmContact, a_ball_and_a_swimmer_go_on_together_whatever_the_direction) {
    // the swimmer has hardly any strength: what it got it keeps
    Simulation simulation = simulation_in_realm(
        ball("[-0.5, -1, -1]", "[0.6666666666666666, 1.3333333333333333, 1.3333333333333333]") +
            R"(, { "kind": "crowd", "name": "crowd", "touches": "bodies", "mass": 8, "friction": 0,
        "realm": { "kind": "space", "low": [-4, -4, -4], "high": [4, 4, 4], "cells": [4, 4, 4] },
        "kinds": [{ "name": "swimmer", "behaviour": "boids", "radius": 0.3, "acceleration": 1e-9 }],
        "groups": [{ "name": "one", "places": { "kind": "points", "points": [[0, 0, 0]] } }] })",
        "1.2");
    const Vec3 ahead(Vec3(1, 2, 2) / 3);
    while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
    const State& state = simulation.world.state;
    // nothing bounces: 2 m/s times the share of the mass
    const Real together = 2 * ball_mass / (ball_mass + 8);
    EXPECT_LT((state.v[0] - state.v[0].dot(ahead) * ahead).norm(), 1e-3);
    EXPECT_LT((state.v[0] - state.frames.v[0]).norm(), 1e-3);
    EXPECT_NEAR(state.v[0].norm(), together, 1e-3 * together);
}

TEST(RealmContact, upright_on_a_planet_is_along_its_normal_and_a_push_goes_along_its_ground) {
    // the ball flies at the height of the chest, 1 m above the ground, past the planet's side
    Simulation simulation =
        simulation_in_realm(ball("[5, 0, -0.7]", "[0, 0, 2]") + ", " + person_on_planet("[4, 0, 0]"), "1");
    World& world = simulation.world;
    Real fastest = 0, after = 2;
    while (!is_finished(simulation)) {
        ASSERT_FALSE(advance(simulation).failure);
        EXPECT_LT(off_cell(world, 1), 1e-12);
        EXPECT_LT(deepest_overlap(world, 1), 0.01);
        fastest = std::max(fastest, world.state.v[0].norm());
        if (after == 2) after = world.state.frames.v[0].z();
    }
    // the ball loses what both would go on with together; the legs of the person brake it from then on
    const Real together = 2 * ball_mass / (ball_mass + 70);
    EXPECT_NEAR(after, together, 0.1 * together);
    EXPECT_NEAR(fastest, together, 0.02 * together);
    EXPECT_GT(world.state.x[0].z(), 1e-6);
    EXPECT_LT(std::abs(world.state.v[0].x()), 0.01);
}

TEST(RealmContact, what_flies_over_the_head_of_one_on_a_planet_does_not_touch) {
    for (const char* place : {"[-6.1, 0, -0.7]", "[-5.5, 0, -0.7]"}) {  // heads are at 5.75 m
        Simulation simulation =
            simulation_in_realm(ball(place, "[0, 0, 2]") + ", " + person_on_planet("[-4, 0, 0]"), "0.7");
        while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
        EXPECT_EQ(simulation.world.state.frames.v[0].z() == 2, std::string(place) == "[-6.1, 0, -0.7]");
    }
}

TEST(RealmContact, who_walks_on_a_planet_goes_around_a_body_that_it_heeds) {
    for (const bool heeds : {true, false}) {
        Simulation simulation = simulation_in_realm(
            R"({ "kind": "rigid", "name": "ball", "bodies": [
        { "shape": { "kind": "sphere", "radius": 0.4 }, "density": 8000, "position": [0.02, 4.5, 0] } ] },
        { "kind": "crowd", "name": "crowd", "material": "person",
        "kinds": [{ "name": "walker", "radius": 0.22, "height": 1.75, "neighbour_distance": 3, "heeds_bodies": )" +
                std::string(heeds ? "true" : "false") + R"( }],
        "realm": { "kind": "sphere", "radius": 4, "subdivisions": 4 },
        "groups": [{ "name": "one", "places": { "kind": "points", "points": [[-2.4, 3.2, 0]] },
                     "goal_points": [[2.4, 3.2, 0]] }] })",
            "6");
        const Vec3 start = simulation.world.state.frames.x[0];
        while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
        const Real moved = (simulation.world.state.frames.x[0] - start).norm();
        if (heeds) {
            EXPECT_LT(moved, 0.01);  // it may brush past
            EXPECT_EQ(arrived_share(simulation.world, 1), 1);
        } else {
            EXPECT_GT(moved, 0.1);
        }
    }
}

TEST(RealmContact, any_number_of_threads_gives_the_same_bits) {
    // so many that several threads have some of them; the first has nobody beside it but the ball, 5 cm off
    std::string people = "[4, 0, 0]";
    for (int k = 0; k < 300; ++k) {
        const Real turn = 2.399963 * k, high = 1 - 2 * (k + 0.5) / 300, wide = std::sqrt(1 - high * high);
        const Vec3 at = 4 * Vec3(wide * std::cos(turn), high, wide * std::sin(turn));
        if ((at - Vec3(4, 0, 0)).norm() < 1.5) continue;
        people += fmt::format(", [{}, {}, {}]", at.x(), at.y(), at.z());
    }
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 8}) {
        ThreadLimit limit(threads);
        limit.run([&] {
            Simulation simulation = simulation_in_realm(
                ball("[5, 0, -0.52]", "[0, 0, 2]") + ", " + person_on_planet(people), "0.05");
            advance(simulation);
            EXPECT_EQ(simulation.world.state.frames.v[0].z(), 2);  // nobody is touched yet
            Real fastest = 0;
            while (!is_finished(simulation)) {
                advance(simulation);
                fastest = std::max(fastest, simulation.world.state.v[0].norm());
            }
            EXPECT_GT(fastest, 0.05);  // of the 0.1 m/s that both would go on with
            hashes.push_back(hash_of(simulation.world.state));
        });
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace souple
