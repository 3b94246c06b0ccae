// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/scene/measured_kinds.h and check_penalty.h
#include "souple/scene/measured_kinds.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"
#include "souple/scene/simulation.h"
#include "support/test_scene.h"

namespace souple {
namespace {

/// What is said against a sheet and a stone with this probe, or against these contact settings; empty:
/// nothing.
std::string complaint_about(const std::string& probe, const std::string& contact = "{}") {
    try {
        make_simulation(
            load_scene_text(scene_text(R"("title": "two", "duration": 0.1, "step": 0.01, "contact": )" +
                                       contact + R"(, "parts": [
            { "kind": "cloth", "name": "sheet", "columns": 2, "rows": 2 },
            { "kind": "particles", "name": "stone", "points": [ { "position": [0, 10, 0] } ] } ],
            "probes": [ )" + probe + " ]"),
                            "two.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string probe_text(const std::string& measure, const std::string& part) {
    return R"({ "name": "p", "measure": ")" + measure +
           (part.empty() ? "\"" : R"(", "part": ")" + part + '"') + " }";
}

TEST(MeasuredKinds, a_measure_of_another_kind_of_part_is_refused_with_its_place) {
    const std::string said = complaint_about(probe_text("lane_order", "sheet"));
    EXPECT_TRUE(has(said, "two.json:")) << said;
    EXPECT_TRUE(has(said, "probes.p: lane_order is a measure of crowd, and 'sheet' is cloth")) << said;
    for (const char* measure : {"mean_agent_speed", "mean_heat", "lean", "wisp_count", "joint_position",
                                "trail_length", "cell_count", "bond_count"})
        for (const char* part : {"sheet", "stone", ""})
            EXPECT_TRUE(
                has(complaint_about(probe_text(measure, part)), std::string(measure) + " is a measure of"))
                << measure << part;
    EXPECT_TRUE(has(complaint_about(probe_text("smallest_angle", "stone")), "a measure of cloth"));
}

TEST(MeasuredKinds, a_measure_that_some_part_has_is_taken) {
    EXPECT_EQ(complaint_about(probe_text("smallest_angle", "sheet")), "");
    EXPECT_EQ(complaint_about(probe_text("face_count", "")), "");
    EXPECT_EQ(complaint_about(probe_text("kinetic_energy", "stone")), "");
}

TEST(PenaltyOfScenes, forces_without_a_stiffness_are_refused) {
    const std::string said = complaint_about("", R"({ "penalty": { "kind": "ground_reaction" } })");
    EXPECT_TRUE(has(said, "two.json:") && has(said, "needs its stiffness")) << said;
    EXPECT_EQ(complaint_about("", R"({ "penalty": { "kind": "ground_reaction", "stiffness": 0 } })"), "");
    EXPECT_EQ(complaint_about("", R"({ "penalty": {} })"), "");
}

/// What is said against a wall of this shape and place under the wall reaction; empty: nothing.
std::string complaint_about_wall(const std::string& wall) {
    try {
        make_simulation(load_scene_text(
            scene_text(R"("title": "wall", "duration": 0.1, "step": 0.01,
            "contact": { "penalty": { "kind": "wall_reaction", "stiffness": 1000 } },
            "motions": [ { "name": "slide", "keys": [ { "time": 0 }, { "time": 1, "position": [1, 0, 0] } ] },
                         { "name": "swing", "keys": [ { "time": 0 }, { "time": 1, "rotation": [0, 90, 0] } ] } ],
            "parts": [ { "kind": "obstacle", "name": "wall", )" +
                       wall + R"( }, { "kind": "particles", "name": "p", "points": [ {} ] } ])"),
            "wall.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(PenaltyOfScenes, F3_69_walls_must_face_along_the_axes_and_not_turn) {
    const std::string box = R"("shape": { "kind": "box", "size": [1, 2, 3] })";
    for (const std::string& good : {std::string(R"("shape": { "kind": "plane", "normal": [0, 0, -2] })"), box,
                                    box + R"(, "rotation": [0, 90, 0])", box + R"(, "motion": "slide")"})
        EXPECT_EQ(complaint_about_wall(good), "") << good;
    for (const std::string& bad :
         {std::string(R"("shape": { "kind": "plane", "normal": [0, 1, 0.01] })"),
          box + R"(, "rotation": [0, 1, 0])", std::string(R"("shape": { "kind": "sphere", "radius": 1 })"),
          box + R"(, "motion": "swing")"}) {
        const std::string said = complaint_about_wall(bad);
        EXPECT_TRUE(has(said, "wall.json:") && has(said, "parts.wall") && has(said, "wall_reaction"))
            << bad << said;
    }
}

}  // namespace
}  // namespace souple
