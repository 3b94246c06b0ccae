// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/build_world.cpp: links that take hold and let go, and motions that bodies carry.
#include <gtest/gtest.h>

#include "souple/scene/checkpoint.h"
#include "souple/scene/simulation.h"
#include "support/test_scene.h"

namespace souple {
namespace {

/// A ball that flies past a held point, with this link between the two.
std::string passing_ball(const std::string& link) {
    return scene_text(R"("title": "pass", "duration": 1, "step": 0.01, "gravity": [0, 0, 0],
        "parts": [
            { "kind": "particles", "name": "nail", "touches": "nothing", "points": [ { "position": [0, 0, 0], "pinned": true }, { "position": [0, 1, 0], "pinned": true } ] },
            { "kind": "rigid", "name": "ball", "touches": "nothing", "velocity": [1, 0, 0], "bodies": [ { "shape": { "kind": "sphere", "radius": 0.1 }, "position": [-0.5, 0.02, 0] } ] } ],
        "links": [ )" +
                      link + R"( ],
        "probes": [ { "name": "held", "measure": "links_held", "part": "ball" } ])");
}

Simulation started_from(const std::string& text) {
    Simulation simulation = make_simulation(load_scene_text(text, "links.json"));
    settle(simulation);
    return simulation;
}

std::string link_complaint(const std::string& text) {
    try {
        started_from(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

const std::string every_nail =
    R"({ "name": "l", "a": { "part": "nail", "every": true }, "b": { "part": "ball", "frame": 0 }, "catches_within": 0.1 })";

TEST(LinkScene, F3_73_every_spot_of_a_part_gets_a_link_and_those_that_are_near_hold) {
    Simulation simulation = started_from(passing_ball(every_nail));
    EXPECT_EQ(simulation.world.model.links.size(), 2u);
    while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
    EXPECT_EQ(simulation.probes[0].values.front(), 0);
    EXPECT_EQ(simulation.probes[0].values.back(), 1);
    EXPECT_LT(simulation.world.state.frames.x[0].norm(), 1e-9) << "it hangs on the nail that it passed";
}

TEST(LinkScene, a_checkpoint_remembers_what_holds) {
    Simulation whole = started_from(passing_ball(every_nail)),
               resumed = started_from(passing_ball(every_nail));
    for (int k = 0; k < 60; ++k) ASSERT_FALSE(advance(whole).failure);
    from_bytes(to_bytes(whole), "memory", resumed);
    EXPECT_EQ(resumed.world.state.links, whole.world.state.links);
    EXPECT_EQ(hash_of(resumed.world.state), hash_of(whole.world.state));
}

TEST(LinkScene, pins_follow_a_body_that_a_motion_names) {
    Simulation simulation =
        started_from(scene_text(R"("title": "carry", "duration": 1, "step": 0.01, "gravity": [0, 0, 0],
        "controls": [ { "kind": "motion", "name": "hand", "part": "ball", "frame": 0 } ],
        "parts": [
            { "kind": "rigid", "name": "ball", "touches": "nothing", "velocity": [1, 0, 0], "bodies": [ { "shape": { "kind": "sphere", "radius": 0.1 }, "spin": [0, 0, 2] } ] },
            { "kind": "particles", "name": "thread", "touches": "nothing", "chains": [ { "from": [0.1, 0, 0], "to": [0.1, -1, 0], "segments": 4, "mass": 0.1, "stiffness": 10, "damping": 0.1 } ],
              "pins": [ { "points": [0], "follow": "hand" } ] } ])"));
    while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
    const State& state = simulation.world.state;
    const Vec3 wanted = state.frames.x[0] + state.frames.q[0] * Vec3(0.1, 0, 0);
    EXPECT_NEAR(state.frames.x[0].x(), 1, 1e-9) << "the thread does not pull";
    EXPECT_LT((state.x[0] - wanted).norm(), 1e-3);
}

TEST(LinkScene, what_links_cannot_be_is_told_with_its_place) {
    EXPECT_EQ(link_complaint(passing_ball(every_nail)), "");
    const std::string both = link_complaint(passing_ball(
        R"({ "a": { "part": "nail", "every": true, "point": 0 }, "b": { "part": "ball", "frame": 0 } })"));
    EXPECT_TRUE(has(both, "exactly one of point")) << both;
    const std::string always = link_complaint(
        passing_ball(R"({ "a": { "part": "nail", "every": true }, "b": { "part": "ball", "frame": 0 } })"));
    EXPECT_TRUE(has(always, "catches_within")) << always;
    const std::string body = link_complaint(
        passing_ball(R"({ "a": { "part": "nail", "point": 0 }, "b": { "part": "ball", "frame": 3 } })"));
    EXPECT_TRUE(has(body, "no body 3")) << body;
    EXPECT_TRUE(has(body, "links.")) << body;
}

TEST(LinkScene, every_agent_of_a_crowd_is_refused_with_its_place) {
    const std::string text =
        scene_text(R"("title": "crowd", "duration": 1, "step": 0.01, "gravity": [0, 0, 0],
        "parts": [
            { "kind": "crowd", "name": "people", "kinds": [ { "name": "walker" } ], "groups": [ { "name": "two", "places": { "kind": "list", "places": [[0, 0], [2, 0]] } } ] },
            { "kind": "rigid", "name": "ball", "touches": "nothing", "bodies": [ { "shape": { "kind": "sphere", "radius": 0.1 } } ] } ],
        "links": [ { "a": { "part": "people", "every": true }, "b": { "part": "ball", "frame": 0 }, "catches_within": 0.1 } ])");
    const std::string complaint = link_complaint(text);
    EXPECT_TRUE(has(complaint, "'people' is a crowd")) << complaint;
    EXPECT_TRUE(has(complaint, "links.0.a")) << complaint;
}

/// A sheet with this rule, and a ball that hangs on its point 12.
std::string ball_on_refined_sheet(const std::string& rule) {
    return scene_text(R"("title": "hung", "duration": 1, "step": 0.004,
        "parts": [
            { "kind": "cloth", "name": "sheet", "columns": 4, "rows": 4, "substeps": 1, "adapt": { )" +
                      rule + R"( } },
            { "kind": "rigid", "name": "ball", "touches": "nothing", "bodies": [ { "shape": { "kind": "sphere", "radius": 0.1 } } ] } ],
        "links": [ { "a": { "part": "ball", "frame": 0 }, "b": { "part": "sheet", "point": 12 } } ])");
}

TEST(LinkScene, a_sheet_that_goes_back_in_parts_is_refused_with_its_place) {
    EXPECT_EQ(link_complaint(ball_on_refined_sheet(R"("rollback": "world")")), "");
    const std::string complaint = link_complaint(ball_on_refined_sheet(R"("rollback": "faces")"));
    EXPECT_TRUE(has(complaint, "'sheet' has rollback faces")) << complaint;
    EXPECT_TRUE(has(complaint, "links.0.b")) << complaint;
}

}  // namespace
}  // namespace souple
