// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/contact/touch_skin.h.
#include "souple/dynamics/contact/touch_skin.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "souple/scene/simulation.h"

namespace souple {
namespace {

/// Points around a soft bar that lies aslant, all of them outside.
Scene bar_among_points(Real nearest, Real farthest) {
    std::string points;
    for (int i = -3; i <= 3; ++i)
        for (int j = 0; j < 9; ++j)
            for (int k = 0; k < 6; ++k) {
                const Real r = nearest + (farthest - nearest) * j / 8, angle = k * std::numbers::pi / 3;
                points += fmt::format(R"({}{{ "position": [{}, {}, {}], "mass": 0.01 }})",
                                      points.empty() ? "" : ",", 0.08 * i, r * std::cos(angle),
                                      r * std::sin(angle));
            }
    const std::string bar =
        R"({ "kind": "oriented", "name": "soft", "material": "soft_bar", "rotation": [0, 35, 45],
        "objects": [{ "mass": 0.5, "inertia": 0.02, "shape": { "kind": "row", "count": 2, "spacing": 0.4 } }] })";
    const std::string grains =
        R"({ "kind": "particles", "name": "grains", "thickness": 0.001, "rotation": [0, 35, 45], "points": [)" +
        points + "] }";
    return load_scene_text(
        R"({ "souple": 1, "title": "t", "about": "t", "include": ["../materials/together.json"], "duration": 1,
             "step": 0.008333333333333333, "intervals": 4, "gravity": [0, 0, 0], "parts": [)" +
            bar + "," + grains + "] }",
        std::string(SOUPLE_SOURCE_DIR) + "/scenes/together/test.json");
}

}  // namespace

// (far from the skin its field has little slope: points there were said to be 0.63 m deep, on the other side)
TEST(TouchSkin, points_outside_of_a_skin_are_not_found_deep_inside_it) {
    Simulation simulation = make_simulation(bar_among_points(0.27, 0.39));
    const StepReport report = advance(simulation);
    EXPECT_EQ(report.deepest_overlap, 0);
}

}  // namespace souple
