// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/scene.h, simulation.h, probes.h and expectations.h
#include "souple/scene/simulation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/scene/report.h"
#include "support/test_scene.h"

namespace souple {

namespace {

std::string error_of(const std::string& body) {
    try {
        make_simulation(load_scene_text(scene_text(body), "test.json"));
    } catch (const SceneError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(Simulation, the_multirate_method_cannot_be_chosen_for_a_part_without_rates) {
    const std::string text =
        scene_text(R"("parts": [ { "kind": "particles", "name": "p", "method": "multirate",
        "points": [ { "position": [0, 1, 0] } ] } ])");
    EXPECT_THROW(load_scene_text(text, "multirate.json"), InputError);
}

TEST(Simulation, a_sheet_that_goes_back_in_parts_meets_bodies_only) {
    const auto sheet = [](const std::string& more) {
        return R"("duration": 1, "step": 0.004, "parts": [ { "kind": "cloth", "name": "sheet", "columns": 2, "rows": 2,
            "substeps": 1, )" +
               more + " } ]";
    };
    const auto surface = [&](const std::string& more) {
        return make_simulation(load_scene_text(scene_text(sheet(more)), "sheet.json"))
            .world.model.parts[0]
            .surface;
    };
    EXPECT_EQ(surface(R"("adapt": { "rollback": "faces" })").touches, Touches::Bodies);
    EXPECT_FALSE(surface(R"("adapt": { "rollback": "faces" })").self_contact);
    EXPECT_EQ(surface(R"("adapt": { "rollback": "faces" }, "touches": "nothing")").touches, Touches::Nothing);
    EXPECT_EQ(surface(R"("adapt": { "rollback": "faces" }, "ball": "together")").touches, Touches::Nothing);
    EXPECT_EQ(surface(R"("adapt": {})").touches, Touches::Everything);
    EXPECT_TRUE(surface(R"("adapt": {})").self_contact);
    for (const char* more : {R"("touches": "everything")", R"("self_contact": true)"}) {
        const std::string complaint =
            error_of(sheet(std::string(R"("adapt": { "rollback": "faces" }, )") + more));
        EXPECT_TRUE(has(complaint, "with rollback faces it")) << complaint;
        EXPECT_TRUE(has(complaint, "parts.sheet")) << complaint;
    }
}

TEST(Scene, parts_fields_and_settings_reach_the_model) {
    const Simulation simulation = make_simulation(
        load_scene_text(scene_text(R"(
        "gravity": [0, -2, 0], "seed": 9,
        "parts": [ { "kind": "particles", "name": "a", "points": [ { "mass": 3 } ], "substeps": 5, "method": "midpoint" },
                   { "kind": "obstacle", "name": "ball", "shape": { "kind": "sphere", "radius": 2 }, "friction": 0.7 } ],
        "fields": [ { "kind": "drag", "part": "a", "linear": 0.5 }, { "kind": "vortex", "axis": [0, 0, 3], "speed": 2 } ])"),
                        "test.json", {.settings = {"parts.a.points.0.mass=4"}, .read_file = {}}));
    const Model& model = simulation.world.model;
    EXPECT_EQ(model.gravity.y(), -2);
    EXPECT_EQ(model.seed, 9u);
    EXPECT_EQ(model.point_mass[0], 4);
    EXPECT_EQ(model.parts[0].substeps, 5);
    EXPECT_EQ(model.parts[0].method, Method::Midpoint);
    EXPECT_EQ(std::get<Sphere>(model.obstacles[0].shape).radius, 2);
    EXPECT_EQ(model.obstacles[0].friction, 0.7);
    EXPECT_EQ(model.drags[0].part, 0);
    EXPECT_TRUE(model.winds[0].axis.isApprox(Vec3::UnitZ()));
}

TEST(Scene, a_link_holds_a_body_where_the_other_end_is) {
    const std::string parts = R"("parts": [
        { "kind": "particles", "name": "a", "points": [ { "position": [0, 1, 0] } ] },
        { "kind": "rigid", "name": "b", "position": [0, 0.5, 0], "bodies": [ { "shape": { "kind": "box" } } ] } ],)";
    const Model model =
        make_simulation(load_scene_text(scene_text(parts + R"("links": [ { "a": { "part": "a", "point": 0 },
            "b": { "part": "b", "frame": 0 }, "stiffness": 5, "damping": 2 } ])"),
                                        "test.json"))
            .world.model;
    ASSERT_EQ(model.links.size(), 1u);
    EXPECT_EQ(model.links[0].a.nodes[0], 0);
    EXPECT_TRUE(model.links[0].b.local.isApprox(Vec3(0, 0.5, 0)));
    EXPECT_EQ(model.links[0].stiffness, 5);
    EXPECT_EQ(model.links[0].damping, 2);
    const auto wrong = [&](const std::string& link) {
        const std::string text = parts + R"("links": [ { "name": "knot", )" + link + " } ]";
        return error_of(text);
    };
    const std::string a = R"("a": { "part": "a", "point": 0 }, )";
    EXPECT_TRUE(
        has(wrong(a + R"("b": { "part": "c", "frame": 0 })"), "links.knot.b.part: no part is named 'c'"));
    EXPECT_TRUE(
        has(wrong(a + R"("b": { "part": "b", "frame": 3 })"), "links.knot.b: part 'b' has no body 3"));
    EXPECT_TRUE(has(wrong(a + R"("b": { "part": "b" })"), "exactly one of point, rest, frame and every"));
    EXPECT_TRUE(has(wrong(a + R"("b": { "part": "b", "frame": 0 }, "damping": 1)"), "needs a stiffness"));
    EXPECT_TRUE(has(
        wrong(R"("a": { "part": "b", "frame": 0, "local": [0, 0, 0] }, "b": { "part": "b", "frame": 0 })"),
        "both ends are on the same body"));
    EXPECT_TRUE(
        has(wrong(R"("a": { "part": "b", "frame": 0 }, "b": { "part": "b", "frame": 0 })"), "needs local"));
}

TEST(Scene, mistakes_between_entries_have_their_place) {
    const std::string part = R"("parts": [ { "kind": "particles", "name": "a", "points": [ {} ] } ],)";
    EXPECT_TRUE(
        has(error_of(part + R"("probes": [ { "name": "p", "measure": "speed", "part": "b", "point": 0 } ])"),
            "probes.p.part: no part is named 'b'"));
    EXPECT_TRUE(has(error_of(part + R"("probes": [ { "name": "p", "measure": "speed", "part": "a" } ])"),
                    "exactly one of"));
    EXPECT_TRUE(
        has(error_of(part + R"("probes": [ { "name": "p", "measure": "speed", "part": "a", "point": 7 } ])"),
            "no point 7"));
    EXPECT_TRUE(
        has(error_of(part + R"("expect": [ { "probe": "q", "below": 1 } ])"), "no probe is named 'q'"));
    EXPECT_TRUE(has(
        error_of(part +
                 R"("probes": [ { "name": "p", "measure": "momentum" } ], "expect": [ { "probe": "p" } ])"),
        "exactly one of below"));
    EXPECT_TRUE(has(
        error_of(
            part +
            R"("probes": [ { "name": "p", "measure": "momentum" } ], "expect": [ { "probe": "p", "below": 1, "at": 99 } ])"),
        "outside"));
    EXPECT_TRUE(
        has(error_of(part + R"("fields": [ { "kind": "drag", "part": "nobody" } ])"), "no part is named"));
    EXPECT_TRUE(has(
        error_of(part + R"("controls": [ { "kind": "animate", "path": "parts.a.mass", "keys": [[0, 1]] } ])"),
        "controls.0.path"));
    EXPECT_TRUE(has(
        error_of(part +
                 R"("controls": [ { "kind": "animate", "path": "gravity.1", "keys": [[1, 1], [0, 2]] } ])"),
        "increase"));
    EXPECT_TRUE(has(
        error_of(
            R"("parts": [ { "kind": "particles", "name": "a", "points": [ {} ], "springs": [ { "a": 0, "b": 4 } ] } ])"),
        "parts.a: part 'a' has no point 4"));
    EXPECT_TRUE(has(
        error_of(
            R"("parts": [ { "kind": "particles", "points": [ {} ] }, { "kind": "particles", "points": [ {} ] } ])"),
        "two parts"));
    EXPECT_TRUE(has(error_of(R"("parts": [ { "kind": "cloth", "mesh": "nowhere.obj" } ])"), "nowhere.obj"));
}

TEST(Scene, mistakes_that_would_show_only_while_running_are_found_at_once) {
    const std::string part = R"("parts": [ { "kind": "particles", "name": "a", "points": [ {} ] } ],)";
    EXPECT_TRUE(
        has(error_of(part + R"("controls": [ { "kind": "animate", "path": "step", "keys": [[0, 1]] } ])"),
            "cannot change"));
    EXPECT_TRUE(has(
        error_of(
            R"("parts": [ { "kind": "obstacle", "name": "o", "shape": { "kind": "plane" }, "position": [0, 0, 0] } ],
        "controls": [ { "kind": "animate", "path": "parts.o.position.1", "keys": [[0, 1]] } ])"),
        "motion"));
    EXPECT_TRUE(
        has(error_of(R"("parts": [ { "kind": "particles", "name": "a", "points": [ { "mass": 1 } ] } ],
        "controls": [ { "kind": "animate", "path": "parts.a.points.0.mass", "keys": [[0, 1], [1, -1]] } ])"),
            "mass"));
    EXPECT_TRUE(has(
        error_of(
            R"("parts": [ { "kind": "particles", "points": [ {}, {} ], "springs": [ { "a": 0, "b": 1, "law": "strain" } ] } ])"),
        "no length"));
    EXPECT_TRUE(has(
        error_of(
            R"("parts": [ { "kind": "frames", "frames": [ {} ], "method": "midpoint", "rotation_rule": "quaternion" } ])"),
        "Euler"));
    EXPECT_TRUE(has(
        error_of(
            part +
            R"("probes": [ { "name": "p", "measure": "momentum" } ], "expect": [ { "probe": "p", "between": [1, 0] } ])"),
        "lower"));
    EXPECT_TRUE(has(error_of(R"("step": 1e-12, "duration": 10)"), "more than"));
}

TEST(Scene, probes_follow_a_falling_stone) {
    Simulation simulation = make_simulation(load_scene_text(falling_stone(), "test.json"));
    EXPECT_FALSE(settle(simulation).failure);
    while (!is_finished(simulation)) advance(simulation);
    const Probe& height = simulation.probes[0];
    ASSERT_EQ(height.values.size(), 101u);
    EXPECT_EQ(height.values.front(), 10);
    EXPECT_NEAR(height.times.back(), 1, 1e-12);
    EXPECT_NEAR(height.values.back(), 10 - 0.5 * 9.81 * 1.01, 1e-9);  // semi-implicit Euler at h = 0.01
    const Probe& fallen = simulation.probes[1];
    EXPECT_NEAR(fallen.values.back(), -0.5 * 9.81 * 1.01, 1e-9);
}

TEST(Expectations, each_bound_and_each_moment) {
    Probe probe;
    probe.name = "p";
    probe.times = {0, 1, 2, 3};
    probe.values = {4, -2, 7, 1};
    const auto ok = [&](ExpectDef expect) {
        expect.probe = "p";
        return judge({expect}, {probe}).at(0).ok;
    };
    const auto at = [](Node when, auto change) {
        ExpectDef expect;
        expect.at = std::move(when);
        change(expect);
        return expect;
    };
    EXPECT_TRUE(ok(at("end", [](auto& e) { e.near = 1.0; })));
    EXPECT_FALSE(ok(at("end", [](auto& e) { e.below = 1.0; })));  // strict
    EXPECT_FALSE(ok(at("end", [](auto& e) { e.above = 1.0; })));
    EXPECT_TRUE(ok(at("max", [](auto& e) { e.near = 7.0; })));
    EXPECT_TRUE(ok(at("min", [](auto& e) { e.near = -2.0; })));
    EXPECT_TRUE(ok(at("mean", [](auto& e) { e.near = 2.5; })));
    EXPECT_TRUE(ok(at(1.2, [](auto& e) { e.near = -2.0; })));
    EXPECT_TRUE(ok(at("always", [](auto& e) { e.between = {{-2, 7}}; })));
    EXPECT_FALSE(ok(at("always", [](auto& e) { e.between = {{-1.9, 7}}; })));
    EXPECT_FALSE(ok(at("always", [](auto& e) { e.below = 7.0; })));
    EXPECT_TRUE(ok(at("end", [](auto& e) {
        e.near = 1.1;
        e.tolerance = 0.2;
    })));
    probe.values[2] = NAN;
    EXPECT_FALSE(ok(at("always", [](auto& e) { e.above = -100.0; })));
    EXPECT_FALSE(ok(at("max", [](auto& e) { e.below = 100.0; })));
    EXPECT_FALSE(ok(at("mean", [](auto& e) { e.below = 100.0; })));
}

TEST(Simulation, an_animated_number_changes_the_model_and_keeps_the_state) {
    Simulation simulation = make_simulation(load_scene_text(scene_text(R"(
        "duration": 1, "step": 0.01, "gravity": [0, 0, 0],
        "parts": [ { "kind": "particles", "name": "a", "points": [ { "mass": 2 } ] } ],
        "controls": [ { "kind": "animate", "path": "gravity.1", "keys": [[0, 0], [1, -4]] } ])"),
                                                            "test.json"));
    settle(simulation);
    while (!is_finished(simulation)) advance(simulation);
    EXPECT_NEAR(simulation.world.state.v[0].y(), -2, 0.03);  // the integral of -4 t
    EXPECT_NEAR(simulation.world.model.gravity.y(), -4 * 0.99, 1e-9);
}

TEST(Simulation, the_pre_roll_settles_before_time_zero) {
    Simulation simulation = make_simulation(load_scene_text(scene_text(R"(
        "duration": 0.1, "step": 0.01, "pre_roll": { "duration": 4, "damping": 5 },
        "parts": [ { "kind": "particles", "name": "a", "points": [ { "pinned": true }, { "position": [0, -1, 0], "mass": 2 } ],
                     "springs": [ { "a": 0, "b": 1, "stiffness": 100 } ] } ],
        "probes": [ { "name": "y", "measure": "position", "part": "a", "point": 1, "component": "y" } ])"),
                                                            "test.json"));
    EXPECT_FALSE(settle(simulation).failure);
    EXPECT_EQ(simulation.world.state.time, 0);
    EXPECT_EQ(simulation.world.state.step, 0);
    EXPECT_NEAR(simulation.probes[0].values.at(0), -1 - 2 * 9.81 / 100, 1e-3);
    EXPECT_EQ(simulation.world.state.v[1].norm(), 0);
}

TEST(Expectations, a_kept_bound_shows_its_worst_value) {
    Probe probe;
    probe.name = "p";
    probe.times = {0, 1, 2};
    probe.values = {1, 5, 2};
    ExpectDef expect;
    expect.probe = "p";
    expect.at = Node("always");
    expect.below = 9.0;
    const Verdict verdict = judge({expect}, {probe}).at(0);
    EXPECT_TRUE(verdict.ok);
    EXPECT_EQ(verdict.value, 5);
    EXPECT_EQ(verdict.time, 1);
}

TEST(Expectations, from_leaves_out_what_was_recorded_before) {
    Probe probe;
    probe.name = "p";
    probe.times = {0, 1, 2, 3};
    probe.values = {9, 5, 2, 4};
    ExpectDef expect;
    expect.probe = "p";
    expect.at = Node("always");
    expect.below = 4.5;
    EXPECT_FALSE(judge({expect}, {probe}).at(0).ok);
    expect.from = 1.5;
    const Verdict verdict = judge({expect}, {probe}).at(0);
    EXPECT_TRUE(verdict.ok);
    EXPECT_EQ(verdict.value, 4);
    EXPECT_EQ(verdict.time, 3);
    expect.from = 4;  // nothing is left to be judged
    EXPECT_FALSE(judge({expect}, {probe}).at(0).ok);
}

TEST(Report, has_every_key_that_readers_rely_on) {
    Simulation simulation = make_simulation(load_scene_text(falling_stone(), "test.json"));
    settle(simulation);
    advance(simulation);
    const Node report = make_report(simulation, {}, judge(simulation.scene.def.expect, simulation.probes));
    for (const char* key : {"scene", "steps", "simulated_s", "wall_s", "load_s", "record_s", "threads",
                            "hash", "stages", "parts", "probes", "expectations", "peak_memory_mb"})
        EXPECT_NE(find_member(report, key), nullptr) << key;
    EXPECT_EQ(find_member(report, "hash")->text, hash_text(simulation.world.state));
    EXPECT_EQ(find_member(*find_member(*find_member(report, "probes"), "height"), "values")->items.size(),
              2u);
    EXPECT_GT(peak_memory_mb(), 1);
}

}  // namespace souple
