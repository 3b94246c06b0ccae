// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/checkpoint.h and byte_stream.h
#include "souple/scene/checkpoint.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"
#include "souple/scene/checkpoint_file.h"
#include "support/test_scene.h"

namespace souple {

namespace {

/// Cloth with a body, a random net, step control and an animated number: everything a State may hold.
std::string rich_scene() {
    return scene_text(R"("duration": 0.5, "step": 0.01, "pre_roll": { "duration": 0.05 },
        "parts": [ { "kind": "cloth", "name": "cloth", "columns": 6, "rows": 6, "stiffness": 20, "substeps": 8, "bend_rigidity": 1e-5,
                     "position": [0, 0.3, 0] },
                   { "kind": "particles", "name": "net", "clouds": [ { "count": 8 } ],
                     "step_control": { "kind": "try_and_restore", "tolerance": 1e-4 } },
                   { "kind": "frames", "name": "body", "frames": [ { "spin": [1, 2, 3], "moments": [1, 2, 3] } ] },
                   { "kind": "articulated", "name": "arm", "floating": true, "position": [0, 2, 0], "links": [
                       { "name": "upper", "shape": { "kind": "box" }, "spin": [0, 1, 2] },
                       { "name": "lower", "parent": "upper", "shape": { "kind": "box" }, "position": [2, 0, 0],
                         "joint": { "kind": "ball", "at": [1, 0, 0], "speed": [1, 2, 3] } } ] },
                   { "kind": "obstacle", "name": "ball", "shape": { "kind": "sphere", "radius": 0.2 },
                     "motion": [ { "time": 0 }, { "time": 0.5, "position": [0.1, 0, 0] } ] } ],
        "controls": [ { "kind": "animate", "path": "parts.cloth.stiffness", "keys": [[0, 20], [0.5, 30]] } ],
        "probes": [ { "name": "low", "measure": "min_height" } ])");
}

/// A tip that goes through a block of tissue, with a fibre in it.
std::string tissue_scene() {
    return scene_text(R"("duration": 0.5, "step": 0.01, "parts": [
        { "kind": "tissue", "name": "tissue", "space": { "low": [0, 0, 0], "high": [1, 1, 1], "cells": [4, 4, 4] },
          "levels": 2, "follow": "tip", "segment": 0.05, "segments": 20, "refine_within": 0.06,
          "fibres": [ { "points": [[0.2, 0.4, 0.2], [0.8, 0.4, 0.8]] } ] } ],
        "controls": [ { "kind": "motion", "name": "tip", "keys": [ { "time": 0, "position": [0.2, 0.5, 0.5] },
                                                { "time": 0.5, "position": [0.8, 0.5, 0.5] } ] } ],
        "probes": [ { "name": "near", "measure": "near_fibre", "part": "tissue" } ])");
}

Simulation started() {
    Simulation simulation = make_simulation(load_scene_text(rich_scene(), "rich.json"));
    settle(simulation);
    return simulation;
}

std::string message_of(const std::string& bytes) {
    Simulation simulation = started();
    const std::uint64_t before = hash_of(simulation.world.state);
    try {
        from_bytes(bytes, "file", simulation);
    } catch (const InputError& error) {
        EXPECT_EQ(hash_of(simulation.world.state), before);
        return error.what();
    }
    return "";
}

}  // namespace

TEST(Checkpoint, resumed_at_any_step_a_run_ends_in_the_same_bits) {
    Simulation whole = make_simulation(load_scene_text(rich_scene(), "rich.json"));
    std::vector<std::string> saved{to_bytes(whole)};  // in the pre-roll too
    while (!is_finished(whole)) {
        if (whole.world.state.step % 17 == 0) saved.push_back(to_bytes(whole));
        ASSERT_FALSE(advance(whole).failure);
    }
    EXPECT_GE(saved.size(), 3u);
    for (const std::string& bytes : saved) {
        Simulation resumed = make_simulation(load_scene_text(rich_scene(), "rich.json"));
        from_bytes(bytes, "file", resumed);
        while (!is_finished(resumed)) advance(resumed);
        EXPECT_EQ(hash_of(resumed.world.state), hash_of(whole.world.state));
        EXPECT_EQ(resumed.probes[0].values, whole.probes[0].values);
    }
}

TEST(Checkpoint, F3_67_a_cloth_that_owes_energy_resumes_with_its_debt) {
    const auto start = [] {
        return make_simulation(
            load_scene_text(scene_text(R"("duration": 0.1, "step": 0.001, "gravity": [0, 0, 0],
            "parts": [ { "kind": "cloth", "name": "cloth", "columns": 8, "rows": 8, "stiffness": 20, "density": 0.2, "damping_time": 0.001,
                         "bend_rigidity": 1e-5, "substeps": 8, "self_contact": false },
                       { "kind": "rigid", "name": "ball", "bodies": [
                           { "shape": { "kind": "sphere", "radius": 0.2 }, "position": [0, -0.15, 0] } ] } ])"),
                            "debt.json"));
    };
    Simulation whole = start();
    std::string saved;
    while (!is_finished(whole)) {
        if (whole.world.state.step == 20) {
            EXPECT_GT(whole.world.state.parts[0].debt, 1e-6);
            saved = to_bytes(whole);
        }
        ASSERT_FALSE(advance(whole).failure);
    }
    Simulation resumed = start(), forgiven = start();
    from_bytes(saved, "file", resumed);
    from_bytes(saved, "file", forgiven);
    forgiven.world.state.parts[0].debt = 0;
    while (!is_finished(resumed)) advance(resumed), advance(forgiven);
    EXPECT_EQ(hash_of(resumed.world.state), hash_of(whole.world.state));
    EXPECT_NE(hash_of(forgiven.world.state), hash_of(whole.world.state));
}

TEST(Checkpoint, a_cloth_that_refines_itself_resumes_with_its_divided_faces) {
    const std::string text = scene_text(R"("duration": 0.4, "step": 0.004,
        "parts": [ { "kind": "cloth", "name": "cloth", "columns": 4, "rows": 4, "stiffness": 50, "substeps": 1,
                     "bend_rigidity": 1e-3, "pins": [ { "edge": "left" } ],
                     "loads": [ { "grip": { "rest": [0.4, 0, 0.1] }, "force": [0, -0.1, 0] } ],
                     "adapt": { "max_level": 2, "join_below": 0.5, "join_after": 0.02 } } ],
        "controls": [ { "kind": "animate", "path": "parts.cloth.stiffness", "keys": [[0, 50], [0.4, 60]] } ],
        "probes": [ { "name": "faces", "measure": "face_count" },
                    { "name": "spot", "measure": "position", "part": "cloth", "rest": [0.3, 0, 0.2] } ])");
    Simulation whole = make_simulation(load_scene_text(text, "adaptive.json"));
    std::vector<std::string> saved;
    while (!is_finished(whole)) {
        if (whole.world.state.step % 20 == 19) saved.push_back(to_bytes(whole));
        ASSERT_FALSE(advance(whole).failure);
    }
    EXPECT_GT(whole.probes[0].values.back(), 16);
    for (const std::string& bytes : saved) {
        Simulation resumed = make_simulation(load_scene_text(text, "adaptive.json"));
        from_bytes(bytes, "file", resumed);
        while (!is_finished(resumed)) ASSERT_FALSE(advance(resumed).failure);
        EXPECT_EQ(hash_of(resumed.world.state), hash_of(whole.world.state));
        EXPECT_EQ(resumed.probes[1].values, whole.probes[1].values);
    }
}

TEST(Checkpoint, a_tissue_resumes_with_its_trail_and_its_divided_cells) {
    Simulation whole = make_simulation(load_scene_text(tissue_scene(), "tissue.json"));
    std::vector<std::string> saved;
    while (!is_finished(whole)) {
        if (whole.world.state.step % 17 == 0) saved.push_back(to_bytes(whole));
        ASSERT_FALSE(advance(whole).failure);
    }
    EXPECT_GE(saved.size(), 3u);
    EXPECT_GT(whole.world.state.tissues[0].joints, 5);
    for (const std::string& bytes : saved) {
        Simulation resumed = make_simulation(load_scene_text(tissue_scene(), "tissue.json"));
        from_bytes(bytes, "file", resumed);
        while (!is_finished(resumed)) ASSERT_FALSE(advance(resumed).failure);
        EXPECT_EQ(hash_of(resumed.world.state), hash_of(whole.world.state));
        EXPECT_EQ(resumed.world.state.tissues[0].divided, whole.world.state.tissues[0].divided);
        EXPECT_EQ(resumed.probes[0].values, whole.probes[0].values);
    }
}

TEST(Checkpoint, a_tissue_that_cannot_be_is_refused) {
    const auto message = [](const auto& damage) -> std::string {
        Simulation damaged = make_simulation(load_scene_text(tissue_scene(), "tissue.json"));
        for (int i = 0; i < 20; ++i) advance(damaged);
        damage(damaged.world.state.tissues[0]);
        Simulation resumed = make_simulation(load_scene_text(tissue_scene(), "tissue.json"));
        try {
            from_bytes(to_bytes(damaged), "file", resumed);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message([](TissueState&) {}), "");
    EXPECT_NE(message([](TissueState& t) { t.joints = 0; }).find("joints that are not there"),
              std::string::npos);
    EXPECT_NE(message([](TissueState& t) { t.joints = 21; }).find("joints that are not there"),
              std::string::npos);
    EXPECT_NE(
        message([](TissueState& t) { std::swap(t.divided.front(), t.divided.back()); }).find("out of order"),
        std::string::npos);
}

TEST(Checkpoint, a_cut_or_damaged_file_is_refused_and_changes_nothing) {
    const std::string good = to_bytes(started());
    EXPECT_EQ(message_of(good), "");
    for (std::size_t length = 0; length < good.size(); length += 1 + good.size() / 40)
        EXPECT_NE(message_of(good.substr(0, length)), "") << length;
    for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 40) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 0x20);
        EXPECT_NE(message_of(bad), "") << at;
    }
    EXPECT_NE(message_of("").find("ends too early"), std::string::npos);
    EXPECT_NE(message_of("not a checkpoint at all").find("no checkpoint"), std::string::npos);
}

TEST(Checkpoint, a_checkpoint_of_another_scene_is_refused) {
    Simulation other = make_simulation(load_scene_text(falling_stone(), "stone.json"));
    settle(other);
    EXPECT_NE(message_of(to_bytes(other)).find("another scene"), std::string::npos);
}

TEST(Checkpoint, a_run_goes_on_with_another_step) {
    Simulation first = make_simulation(load_scene_text(falling_stone(), "stone.json"));
    for (int i = 0; i < 50; ++i) advance(first);
    Simulation finer = make_simulation(
        load_scene_text(falling_stone(), "stone.json", {.settings = {"step=0.001"}, .read_file = {}}));
    EXPECT_FALSE(from_bytes(to_bytes(first), "file", finer));
    while (!is_finished(finer)) advance(finer);
    EXPECT_NEAR(finer.world.state.time, 1, 1e-9);
    EXPECT_EQ(finer.world.state.step, 550);
    Simulation same = make_simulation(load_scene_text(falling_stone(), "stone.json"));
    EXPECT_TRUE(from_bytes(to_bytes(first), "file", same));
}

TEST(Checkpoint, holds_what_its_run_has_gathered) {
    const auto start = [](const char* bound) {
        return make_simulation(
            load_scene_text(falling_stone(), "stone.json",
                            {.settings = {fmt::format("expect.0.below={}", bound)}, .read_file = {}}));
    };
    Simulation whole = start("6");
    RunCourse course{.run = 0xc0ffee, .frames = 17};
    course.numbers.contacts = std::int64_t(1) << 40;
    course.numbers.most_divisions = 3;
    course.numbers.deepest_press = 0.25;
    course.tallies = make_tallies(whole.scene.def.expect, whole.probes);
    for (int i = 0; i < 50; ++i) {
        advance(whole);
        take_latest(whole.scene.def.expect, whole.probes, whole.world.state.time, course.tallies);
        for (Probe& probe : whole.probes) keep_at_most(8, probe);
    }
    const std::string bytes = to_bytes(whole, course);
    Simulation resumed = start("6");
    RunCourse found;
    EXPECT_TRUE(from_bytes(bytes, "file", resumed, &found));
    EXPECT_EQ(found.run, 0xc0ffeeu);
    EXPECT_EQ(found.frames, 17);
    EXPECT_EQ(found.numbers.contacts, course.numbers.contacts);
    EXPECT_EQ(found.numbers.most_divisions, 3);
    EXPECT_EQ(found.numbers.deepest_press, 0.25);
    EXPECT_EQ(found.tallies.at(0).count, 51);
    EXPECT_EQ(found.tallies.at(0).value, whole.probes[0].latest);
    EXPECT_EQ(resumed.probes[0].taken, 51);
    EXPECT_EQ(resumed.probes[0].values, whole.probes[0].values);
    Simulation other = start("5");  // something else is expected: of that only the kept values are known
    EXPECT_FALSE(from_bytes(bytes, "file", other, &found));
    EXPECT_EQ(found.tallies.at(0).count, 7);
}

TEST(Checkpoint, its_head_is_read_by_itself_and_never_damaged) {
    const std::string path = testing::TempDir() + "souple_checkpoint_head";
    Simulation simulation = started();
    for (int i = 0; i < 5; ++i) advance(simulation);
    write_checkpoint(path, simulation, {.run = 7, .frames = 3});
    const CheckpointHead head = read_checkpoint_head(path);
    EXPECT_EQ(head.run, 7u);
    EXPECT_EQ(head.step, 5);
    EXPECT_EQ(head.time, simulation.world.state.time);
    EXPECT_EQ(head.frames, 3);
    const std::string good = read_checkpoint_bytes(path);
    for (std::size_t at = 0; at < 64; ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        std::ofstream(path, std::ios::binary) << bad;
        EXPECT_THROW(read_checkpoint_head(path), InputError) << at;
    }
    std::remove(path.c_str());
    EXPECT_THROW(read_checkpoint_head(path), InputError);
    EXPECT_THROW(read_checkpoint_head(testing::TempDir()), InputError);
}

TEST(Checkpoint, one_of_an_earlier_format_says_what_to_do) {
    std::string old = to_bytes(started());
    old[8] = 6;
    EXPECT_NE(
        message_of(old).find("its format is version 6, this program reads version 7: it was written by an "
                             "earlier souple; run its scene again"),
        std::string::npos);
    old[8] = 8;
    EXPECT_NE(message_of(old).find("a later souple"), std::string::npos);
}

TEST(Checkpoint, probes_that_cannot_be_are_refused) {
    const auto message = [](const auto& damage) {
        Simulation damaged = started();
        for (int i = 0; i < 20; ++i) advance(damaged);
        damage(damaged.probes[0]);
        return message_of(to_bytes(damaged));
    };
    EXPECT_EQ(message([](Probe&) {}), "");
    EXPECT_EQ(message([](Probe& p) { keep_at_most(4, p); }), "");
    EXPECT_NE(message([](Probe& p) { p.times.pop_back(); }).find("more times than values"),
              std::string::npos);
    EXPECT_NE(message([](Probe& p) { p.taken += 1; }).find("another number of values"), std::string::npos);
    EXPECT_NE(message([](Probe& p) { p.taken = -1; }).find("below zero"), std::string::npos);
    for (const std::int64_t stride : {0, 3, 6})
        EXPECT_NE(message([&](Probe& p) { p.stride = stride; }).find("at intervals"), std::string::npos);
}

TEST(Checkpoint, files_replace_older_ones_whole) {
    const std::string path = testing::TempDir() + "souple_checkpoint_test";
    Simulation simulation = started();
    write_checkpoint(path, simulation);
    advance(simulation);
    write_checkpoint(path, simulation);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
    Simulation resumed = make_simulation(load_scene_text(rich_scene(), "rich.json"));
    read_checkpoint(path, resumed);
    EXPECT_EQ(hash_of(resumed.world.state), hash_of(simulation.world.state));
    std::remove(path.c_str());
    EXPECT_THROW(read_checkpoint(path, resumed), InputError);
    EXPECT_THROW(write_checkpoint("/nowhere/at/all", simulation), InputError);
}

}  // namespace souple
