// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/contact/interactions.h with every kind of part in one scene.
#include "souple/dynamics/contact/interactions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <numeric>

#include "souple/dynamics/contact/agent_bodies.h"
#include "souple/dynamics/contact/measure_contact.h"
#include "souple/dynamics/measure.h"
#include "souple/geometry/crossing.h"
#include "souple/scene/simulation.h"
#include "support/kinds_of_parts.h"
#include "support/together.h"

namespace souple {
namespace {

/// All pairs of triangles without a common corner, each side of one against the other: no search that could
/// overlook any.
int crossings_by_brute_force(const World& world) {
    const std::vector<Nodes<3>>& triangles = world.model.triangles;
    const std::vector<Vec3>& x = world.state.x;
    int count = 0;
    for (const Nodes<3>& a : triangles)
        for (const Nodes<3>& b : triangles) {
            const auto is_of_b = [&b](int node) { return std::find(b.begin(), b.end(), node) != b.end(); };
            if (std::any_of(a.begin(), a.end(), is_of_b)) continue;
            for (int k = 0; k < 3; ++k)
                count += pierces(x[a[k]], x[a[(k + 1) % 3]], {x[b[0]], x[b[1]], x[b[2]]}) ? 1 : 0;
        }
    return count;
}

}  // namespace

TEST(Together, F3_75_a_sheet_that_a_turning_ball_winds_up_never_crosses_itself) {
    LoadOptions options;
    options.settings = {"parts.sheet.columns=14", "parts.sheet.rows=14", "duration=1.5"};
    Simulation simulation = make_simulation(load_scene(scene_folder + "rotating_sphere.json", options));
    const int every = 12;  // the frames of a film
    while (!is_finished(simulation)) {
        ASSERT_FALSE(advance(simulation).failure);
        if (simulation.world.state.step % every != 0) continue;
        ASSERT_EQ(crossings_by_brute_force(simulation.world), 0) << simulation.world.state.time;
    }
    const Part& sheet = part_named(simulation.world, "sheet");
    EXPECT_GT(angular_momentum(simulation.world.model, simulation.world.state, sheet).y(), 0.001);
}

TEST(Together, a_ball_pushes_an_agent_along_the_ground_and_never_up) {
    Simulation simulation = make_simulation(load_scene(scene_folder + "crowd_and_rigid.json"));
    const int agent = part_named(simulation.world, "crowd").points.begin;
    Real fastest = 0;
    while (!is_finished(simulation)) {
        advance(simulation);
        EXPECT_EQ(simulation.world.state.x[agent].y(), 0);
        EXPECT_EQ(simulation.world.state.v[agent].y(), 0);
        fastest = std::max(fastest, simulation.world.state.v[agent].x());
    }
    // without bounce both go on together: 3.93 kg at 2 m/s and 70 kg at rest, which brakes at 6 m/s^2
    EXPECT_LT(fastest, 2 * 3.93 / (3.93 + 70) * 1.05);
    EXPECT_GT(fastest, 0.5 * 2 * 3.93 / (3.93 + 70));
}

TEST(Together, who_has_left_one_crowd_is_not_in_the_way_of_another) {
    const auto text = [](const std::string& leaves) {
        return scene_text(
            R"("include": ["../materials/together.json"], "duration": 4, "step": 0.0166666667, "parts": [
        { "kind": "crowd", "name": "first", "material": "person", "groups": [
            { "name": "walker", "places": { "kind": "list", "places": [[-2.4, 0.1]] }, "goal_shift": [4.8, 0] } ] },
        { "kind": "crowd", "name": "second", "material": "person", "groups": [
            { "name": "other", "places": { "kind": "list", "places": [[0, 0]] }, "goal_shift": [0.1, 0], "leaves": )" +
            leaves + " } ] } ]");
    };
    for (const bool leaves : {true, false}) {
        Simulation simulation = simulation_of(text(leaves ? "true" : "false"));
        const int walker = part_named(simulation.world, "first").points.begin;
        const Vec3 start = simulation.world.state.x[walker];
        Real aside = 0;
        while (!is_finished(simulation)) {
            advance(simulation);
            aside = std::max(aside, std::abs(simulation.world.state.x[walker].z() - start.z()));
        }
        // who stays is walked around
        EXPECT_EQ(aside < 0.01, leaves) << aside;
        EXPECT_NEAR(simulation.world.state.x[walker].x(), start.x() + 4.8, 0.6);
    }
}

// (before, it was 3.4 cm in the agent when somebody looked for contacts again)
TEST(Together, a_taut_sheet_that_snaps_back_is_stopped_by_an_agent_behind_it) {
    Simulation simulation = simulation_of(scene_text(
        R"("include": ["../materials/together.json"], "duration": 1, "step": 0.01, "intervals": 4, "parts": [
        { "kind": "crowd", "name": "crowd", "material": "person", "groups": [
            { "name": "one", "places": { "kind": "list", "places": [[0, 0]] }, "goal_shift": [0, 0] } ] },
        { "kind": "cloth", "name": "sheet", "touches": "bodies", "self_contact": false, "columns": 10, "rows": 10,
          "width": 1, "height": 1, "density": 0.15, "stiffness": 400, "damping_time": 1e-3, "bend_rigidity": 1e-5,
          "substeps": 8, "thickness": 0.01, "rotation": [90, 0, 0], "position": [0, 0.8, 0.24],
          "pins": [{ "edge": "border" }] } ])"));
    World& world = simulation.world;
    const int sheet = find_part(world.model, "sheet");
    const Range points = world.model.parts[sheet].points;
    for (int i = points.begin; i < points.end(); ++i) {  // somebody has drawn its middle away
        Vec3& x = world.state.x[i];
        const Real aside = std::max(std::abs(x.x()), std::abs(x.y() - 0.8));
        x.z() += 0.3 * std::max(Real(0), 1 - 2 * aside);
    }
    Real deepest = deepest_overlap(world, sheet);
    for (int k = 0; k < 12; ++k) {
        advance(simulation);
        deepest = std::max(deepest, deepest_overlap(world, sheet));
    }
    EXPECT_LT(deepest, 0.005);
}

TEST(Together, legs_brake_what_a_push_gave_at_their_acceleration) {
    Simulation simulation = simulation_of(text_with_kinds({"crowd"}));
    World& world = simulation.world;
    const int agent = part_named(world, "crowd").points.begin;
    const Vec3 push(0, 0, 5);
    world.state.v[agent] = push;
    advance(simulation);  // towards its goal, but no harder than 6 m/s^2
    EXPECT_NEAR((world.state.v[agent] - push).norm(), 6 / 120.0, 1e-3);
}

TEST(Together, a_body_on_the_head_of_an_agent_rests_there) {
    Simulation simulation = simulation_of(scene_text(R"("include": ["../materials/together.json"],
        "duration": 0.5, "step": 0.004, "parts": [
        { "kind": "crowd", "name": "crowd", "material": "person",
          "groups": [{ "name": "one", "places": { "kind": "list", "places": [[0, 0]] } }] },
        { "kind": "rigid", "name": "book", "bodies": [
            { "shape": { "kind": "box", "size": [0.3, 0.04, 0.2] }, "position": [0, 1.771, 0] } ] } ])"));
    while (!is_finished(simulation)) advance(simulation);
    EXPECT_NEAR(simulation.world.state.frames.x[0].y(), 1.77, 1e-3);
    EXPECT_NEAR(simulation.world.state.x[0].norm(), 0, 1e-12);
}

TEST(Together, who_a_body_pushes_into_a_wall_gets_no_speed_from_the_wall) {
    // the ball is 5 cm in the one who stands at the wall x = 0, on flat ground and in space
    for (const char* place :
         {R"("ground": { "kind": "rectangle", "low": [0, 0], "high": [4, 4], "cell": 2 },
          "groups": [{ "name": "one", "places": { "kind": "list", "places": [[0.22, 1.9]] } }])",
          R"("realm": { "kind": "space", "low": [0, 0, 0], "high": [4, 4, 4], "cells": [2, 2, 2] },
          "kinds": [{ "name": "swimmer", "behaviour": "boids", "radius": 0.22 }],
          "groups": [{ "name": "one", "places": { "kind": "points", "points": [[0.01, 1, 1.9]] } }])"}) {
        const bool is_space = std::string(place).find("realm") != std::string::npos;
        Simulation simulation = simulation_of(scene_text(
            R"("include": ["../materials/together.json"], "gravity": [0, 0, 0], "duration": 0.2, "step": 0.002,
        "parts": [ { "kind": "crowd", "name": "crowd", "material": "person", )" +
            std::string(place) + R"( }, { "kind": "rigid", "name": "ball", "bodies": [
            { "shape": { "kind": "sphere", "radius": 0.25 }, "density": 8000, "friction": 0, "position": [)" +
            (is_space ? "0.43" : "0.64") + ", 1, 1.9] } ] } ]"));
        while (!is_finished(simulation)) {
            ASSERT_FALSE(advance(simulation).failure);
            EXPECT_LT(simulation.world.state.v[0].norm(), 0.02) << place;
        }
    }
}

/// A scene of some of its parts, by index, that measures nothing.
Scene with_parts(Scene scene, std::initializer_list<int> kept) {
    Node& root = scene.document.root;
    for (const char* key : {"probes", "expect", "breaks_with"}) remove_member(root, key);
    Node parts = make_array();
    for (const int p : kept) append(parts, find_member(root, "parts")->items[p]);
    set_member(root, "parts", parts);
    reread(scene);
    return scene;
}

/// The bits of both parts of a pair, after the two have met: of those that are there.
std::array<std::string, 2> bits_after_meeting(const Scene& pair, std::initializer_list<int> kept,
                                              bool are_strangers) {
    Simulation simulation = make_simulation(with_parts(pair, kept));
    if (are_strangers) simulation.world.model.strangers = {{0, 1}};
    for (int k = 0; k < 48; ++k) EXPECT_FALSE(advance(simulation).failure);
    const auto& names = find_member(pair.document.root, "parts")->items;
    return {bits_of(simulation.world, find_member(names[0], "name")->text),
            bits_of(simulation.world, find_member(names[1], "name")->text)};
}

std::vector<std::string> pair_scenes() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(scene_folder))
        if (entry.path().filename().string().find("_and_") != std::string::npos)
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

TEST(Together, of_every_two_kinds_strangers_go_to_the_bit_as_if_each_were_alone) {
    int pairs = 0;
    for (const std::string& file : pair_scenes()) {
        SCOPED_TRACE(file);
        const Scene pair = load_scene(file);
        ASSERT_EQ(pair.def.parts.size(), 2u);
        const auto apart = bits_after_meeting(pair, {0, 1}, true);
        EXPECT_GT(apart[0].size(), 0u);
        EXPECT_GT(apart[1].size(), 0u);
        EXPECT_TRUE(apart[0] == bits_after_meeting(pair, {0}, false)[0]);
        EXPECT_TRUE(apart[1] == bits_after_meeting(pair, {1}, false)[1]);
        EXPECT_FALSE(apart == bits_after_meeting(pair, {0, 1}, false)) << "they never met";
        ++pairs;
    }
    EXPECT_GE(pairs, 36) << "eight kinds with each other and with themselves";
}

TEST(Together, the_penetration_of_cloth_on_a_skin_is_measured_without_its_thickness) {
    Simulation simulation = make_simulation(load_scene(scene_folder + "cloth_and_skin.json"));
    World& world = simulation.world;
    const Part& cloth = part_named(world, "cloth");
    const int p = static_cast<int>(&cloth - world.model.parts.data());
    EXPECT_EQ(deepest_overlap(world, p), 0);
    // a point 3 cm under the skin of 20 cm around the middle of the bar
    const Part& bar = part_named(world, "skin");
    world.state.x[cloth.points.begin] = world.state.frames.x[bar.frames.begin + 1] + Vec3(0.17, 0, 0);
    // (neighbours of the middle add to its field there, so that the skin lies a little farther out)
    EXPECT_GT(deepest_overlap(world, p), 0.03);
    EXPECT_LT(deepest_overlap(world, p), 0.07);
}

TEST(Together, one_look_at_what_overlaps_finds_what_a_look_for_each_part_finds) {
    Simulation simulation = make_simulation(load_scene(scene_folder + "closed_world.json"));
    World& world = simulation.world;
    for (int k = 0; k < 60; ++k) advance(simulation);
    // pushed into each other, or nothing overlaps
    const Vec3 middle = world.state.frames.x[0];
    for (Vec3& x : world.state.x) x = middle + 0.5 * (x - middle);
    for (Vec3& x : world.state.frames.x) x = middle + 0.5 * (x - middle);
    std::vector<int> all(world.model.parts.size()), odd;
    std::iota(all.begin(), all.end(), 0);
    for (const int p : all)
        if (p % 2 == 1) odd.push_back(p);
    const std::vector<Real> of_all = deepest_overlaps(world, all), of_odd = deepest_overlaps(world, odd);
    for (const int p : all) {
        EXPECT_EQ(of_all[p], deepest_overlap(world, p)) << world.model.parts[p].name;
        EXPECT_EQ(of_odd[p], p % 2 == 1 ? of_all[p] : 0);
    }
    EXPECT_GE(std::count_if(of_all.begin(), of_all.end(), [](Real depth) { return depth > 1e-3; }), 4);
}

}  // namespace souple
