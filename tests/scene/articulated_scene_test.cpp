// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/describe_articulated.h
#include "souple/scene/describe_articulated.h"

#include <gtest/gtest.h>

#include "souple/scene/simulation.h"
#include "support/test_scene.h"

namespace souple {
namespace {

/// A crank that a joint turns, with this in its part besides.
std::string crank(const std::string& joint, const std::string& more) {
    return scene_text(R"("duration": 0.5, "step": 0.005, "gravity": [0, 0, 0],
        "parts": [ { "kind": "articulated", "name": "crank", "method": "runge_kutta_4", "links": [
            { "name": "arm", "shape": { "kind": "box", "size": [1, 0.1, 0.1] }, "position": [0.5, 0, 0],
              "joint": { )" +
                      joint + R"( } } ] )" + more + R"( } ],
        "probes": [ { "name": "angle", "measure": "joint_position", "part": "crank", "frame": 0 },
                    { "name": "apart", "measure": "loop_residual", "part": "crank" } ])");
}

std::string complaint_of(const std::string& text) {
    try {
        make_simulation(load_scene_text(text, "crank.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

Simulation run(const std::string& text) {
    Simulation simulation = make_simulation(load_scene_text(text, "crank.json"));
    settle(simulation);
    while (!is_finished(simulation)) EXPECT_FALSE(advance(simulation).failure);
    return simulation;
}

TEST(ArticulatedScene, F3_21_a_drive_turns_a_joint_as_its_keys_say) {
    const Simulation done =
        run(crank(R"("kind": "hinge", "start": [90, 0, 0])",
                  R"(, "drives": [ { "link": "arm", "prescribes": true, "keys": [[0, 4]] } ])"));
    EXPECT_NEAR(done.probes[0].values.back(), M_PI / 2 + 0.5 * 4 * 0.25, 1e-9);
}

TEST(ArticulatedScene, a_loop_to_the_world_is_measured) {
    const Simulation done = run(
        crank(R"("kind": "ball", "speed": [3, 0, 0])", R"(, "loops": [ { "b": "arm", "at": [1, 0, 0] } ])"));
    EXPECT_NEAR(done.probes[0].values.back(), 1.5, 1e-6) << "it still turns about its own axis";
    EXPECT_LT(done.probes[1].values.back(), 1e-9);
}

TEST(ArticulatedScene, what_cannot_be_is_told_with_its_place) {
    EXPECT_EQ(complaint_of(crank(R"("kind": "hinge")", "")), "");
    const std::string axes =
        complaint_of(crank(R"("kind": "universal", "axis": [0, 0, 1], "second_axis": [0, 1, 1])", ""));
    EXPECT_NE(axes.find("parts.crank"), std::string::npos) << axes;
    EXPECT_NE(axes.find("right angles"), std::string::npos) << axes;
    const std::string drive =
        complaint_of(crank(R"("kind": "hinge")", R"(, "drives": [ { "link": "leg", "keys": [[0, 1]] } ])"));
    EXPECT_NE(drive.find("'leg'"), std::string::npos) << drive;
    const std::string apart = complaint_of(crank(R"("kind": "ball", "link_at": [1, 0, 0])", ""));
    EXPECT_NE(apart.find("maximal"), std::string::npos) << apart;
}

}  // namespace
}  // namespace souple
