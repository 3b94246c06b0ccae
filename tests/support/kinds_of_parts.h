// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One part of each kind, far from each other, and its numbers as bits, for tests.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/together.h"

namespace souple {

/// One part of each kind, each 50 m from the next and with contacts of its own where it can have them.
inline const std::map<std::string, std::string>& kinds_of_parts() {
    static const std::map<std::string, std::string> parts{
        {"rigid", R"({ "kind": "rigid", "name": "rigid", "position": [0, 1, 0], "bodies": [
            { "shape": { "kind": "sphere", "radius": 0.25 }, "velocity": [0, 1, 0], "restitution": 0.3 },
            { "shape": { "kind": "box", "size": [1, 0.2, 1] }, "position": [0.1, 0.5, 0] } ] })"},
        {"articulated",
         R"({ "kind": "articulated", "name": "articulated", "floating": true, "position": [50, 0, 0],
          "links": [
            { "name": "a", "shape": { "kind": "box", "size": [0.3, 0.4, 0.2] }, "position": [0, 1, 0] },
            { "name": "b", "parent": "a", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0, 1.4, 0],
              "joint": { "kind": "ball", "at": [0, 1.2, 0], "damping": 0.1 } } ] })"},
        {"cloth", R"({ "kind": "cloth", "name": "cloth", "material": "kerchief", "position": [100, 1, 0],
            "self_contact": true, "velocity": [0, 2, 0] })"},
        {"particles",
         R"({ "kind": "particles", "name": "particles", "material": "grains", "self_contact": true,
          "position": [150, 1, 0], "points": [
            { "position": [0, 0, 0], "mass": 0.1, "velocity": [1, 0, 0] },
            { "position": [0.3, 0.02, 0], "mass": 0.2 } ] })"},
        {"hair",
         R"({ "kind": "hair", "name": "hair", "material": "fringe", "position": [200, 1, 0], "rotation": [40, 0, 0] })"},
        {"oriented",
         R"({ "kind": "oriented", "name": "oriented", "material": "beads", "position": [250, 1, 0],
            "objects": [{ "mass": 1, "inertia": 0.03, "spin": [0, 1, 0],
                          "shape": { "kind": "row", "count": 3, "spacing": 0.42 } }] })"},
        {"skin",
         R"({ "kind": "oriented", "name": "skin", "material": "soft_bar", "position": [300, 1, 0], "objects": [
            { "mass": 1, "inertia": 0.03, "spin": [0, 1, 0], "shape": { "kind": "row", "count": 2, "spacing": 0.42 } },
            { "mass": 1, "inertia": 0.03, "position": [0, 0.5, 0], "velocity": [0, -3, 0],
              "shape": { "kind": "row", "count": 2, "spacing": 0.42 } } ] })"},
        {"crowd", R"({ "kind": "crowd", "name": "crowd", "material": "person", "groups": [
            { "name": "two", "places": { "kind": "list", "places": [[350, 0], [352, 0.1]] },
              "goal_opposite": [351, 0] } ] })"},
    };
    return parts;
}

/// A scene with these kinds, in their order.
inline std::string text_with_kinds(const std::vector<std::string>& kinds) {
    std::string parts;
    for (const std::string& kind : kinds) parts += (parts.empty() ? "" : ", ") + kinds_of_parts().at(kind);
    return scene_text(R"("include": ["../materials/together.json"], "duration": 0.5,
        "step": 0.008333333333333333, "intervals": 2, "parts": [ )" +
                      parts + " ]");
}

/// The numbers of a part as bytes.
inline std::string bits_of(const World& world, const std::string& name) {
    std::string bits;
    const auto add = [&bits](const auto& values, const Range& range) {
        for (int i = range.begin; i < range.end(); ++i)
            bits.append(reinterpret_cast<const char*>(&values[i]), sizeof values[i]);
    };
    for (const Part& part : world.model.parts) {
        if (part.name != name) continue;
        add(world.state.x, part.points);
        add(world.state.v, part.points);
        add(world.state.frames.x, part.frames);
        add(world.state.frames.q, part.frames);
        add(world.state.frames.v, part.frames);
        add(world.state.frames.w, part.frames);
    }
    return bits;
}

inline World run_to_end(const std::string& text) {
    Simulation simulation = simulation_of(text);
    while (!is_finished(simulation)) EXPECT_FALSE(advance(simulation).failure);
    return std::move(simulation.world);
}

}  // namespace souple
