// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/contact/interactions.h: what is far away changes no bit, whatever it is.
#include "souple/dynamics/contact/interactions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "souple/dynamics/scratch.h"
#include "support/kinds_of_parts.h"

namespace souple {
namespace {

/// Some parts that belong together, with what holds them. Names of parts begin with that of the company.
struct Company {
    std::string name, parts, links;
};

/// Each 50 m from the next.
std::vector<Company> all_companies() {
    std::vector<Company> all;
    for (const auto& [kind, text] : kinds_of_parts()) all.push_back({kind, text, ""});
    all.push_back(
        {"tied",
         R"({ "kind": "rigid", "name": "tied", "touches": "nothing", "self_contact": false, "position": [400, 0, 0], "bodies": [
            { "shape": { "kind": "box", "size": [0.4, 0.1, 0.1] }, "position": [0.2, 1, 0], "spin": [3, 1, 0] },
            { "shape": { "kind": "box", "size": [0.4, 0.1, 0.1] }, "position": [0.7, 1, 0] } ] },
          { "kind": "particles", "name": "tied_chain", "touches": "nothing", "position": [400, 1, 0], "chains": [
            { "to": [0, -0.3, 0], "segments": 5, "mass": 0.2, "stiffness": 500, "damping": 0.5 } ] })",
         R"({ "a": { "part": "tied", "frame": 0, "local": [0.25, 0, 0] }, "b": { "part": "tied", "frame": 1 } },
          { "a": { "part": "tied_chain", "point": 0 }, "b": { "part": "tied", "frame": 0 }, "strength": 40 })"});
    all.push_back({"lift", R"({ "kind": "obstacle", "name": "lift_floor", "position": [450, 0, 0],
            "shape": { "kind": "box", "size": [1, 0.1, 1] },
            "motion": [ { "time": 0, "position": [450, 0, 0] }, { "time": 1, "position": [450, 2, 0] } ] },
          { "kind": "cloth", "name": "lift_sheet", "material": "kerchief", "position": [450, 0.2, 0] })",
                   ""});
    all.push_back({"refined",
                   R"({ "kind": "cloth", "name": "refined", "position": [500, 1, 0], "density": 0.2,
            "stiffness": 50, "bend_rigidity": 1e-3, "columns": 6, "rows": 6, "substeps": 1,
            "adapt": { "alpha": 11, "beta": 20, "near_limit": 0.93, "max_level": 2 },
            "pins": [{ "edge": "top" }] })",
                   ""});
    all.push_back({"looped", R"({ "kind": "articulated", "name": "looped", "position": [550, 1, 0], "links": [
            { "name": "a", "shape": { "kind": "box", "size": [0.4, 0.05, 0.05] }, "position": [0.2, 0, 0],
              "joint": { "kind": "hinge", "at": [0, 0, 0], "axis": [0, 0, 1], "damping": 0.01 } },
            { "name": "b", "parent": "a", "shape": { "kind": "box", "size": [0.05, 0.05, 0.4] }, "position": [0.4, 0, 0.2],
              "joint": { "kind": "ball", "at": [0.4, 0, 0], "damping": 0.01 } } ],
          "loops": [ { "kind": "distance", "b": "b", "at": [0.4, 0, 0.4], "a_at": [0.4, 0.5, 0.4] } ] })",
                   ""});
    all.push_back({"maximal", R"({ "kind": "articulated", "name": "maximal", "position": [600, 1, 0],
          "formulation": "maximal", "links": [
            { "name": "a", "shape": { "kind": "box", "size": [0.4, 0.05, 0.05] }, "position": [0.2, 0, 0],
              "joint": { "kind": "ball", "at": [0, 0, 0], "damping": 0.01 } },
            { "name": "b", "parent": "a", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0.6, 0, 0],
              "joint": { "kind": "hinge", "at": [0.4, 0, 0], "axis": [0, 1, 0], "speed": [2, 0, 0] } } ] })",
                   ""});
    all.push_back({"stack", R"({ "kind": "obstacle", "name": "stack_floor", "position": [650, 0, 0],
            "shape": { "kind": "box", "size": [2, 0.2, 2] } },
          { "kind": "rigid", "name": "stack", "position": [650, 0.1, 0], "bodies": [
            { "shape": { "kind": "box", "size": [0.4, 0.4, 0.4] }, "position": [0, 0.2, 0] },
            { "shape": { "kind": "box", "size": [0.4, 0.4, 0.4] }, "position": [0.05, 0.6, 0] } ] })",
                   ""});
    return all;
}

std::string text_with(const std::vector<Company>& companies) {
    std::string parts, links;
    for (const Company& company : companies) {
        parts += (parts.empty() ? "" : ", ") + company.parts;
        if (!company.links.empty()) links += (links.empty() ? "" : ", ") + company.links;
    }
    return scene_text(R"("include": ["../materials/together.json"], "duration": 0.5,
        "step": 0.008333333333333333, "intervals": 2, "contact": { "sleeping": true, "sleep_time": 0.2 },
        "links": [ )" +
                      links + R"( ], "parts": [ )" + parts + " ]");
}

/// All numbers of a company.
std::string bits_of_company(const World& world, const std::string& name) {
    std::string bits;
    for (const Part& part : world.model.parts)
        if (part.name == name || part.name.starts_with(name + "_")) bits += bits_of(world, part.name);
    return bits;
}

/// Whether some surface has more faces than it began with.
bool faces_divided(const World& world) {
    constexpr std::size_t at_first = 50;  // two for each of 5 x 5 squares
    return !world.model.adaptive.empty() && world.model.triangles.size() > at_first;
}

}  // namespace

TEST(Together, a_part_that_touches_nobody_is_not_changed_by_one_bit_when_others_are_added) {
    std::vector<Company> all = all_companies();
    const World crowded = run_to_end(text_with(all));
    std::reverse(all.begin(), all.end());
    const World reversed = run_to_end(text_with(all));
    for (const Company& company : all) {
        const World world = run_to_end(text_with({company}));
        const std::string alone = bits_of_company(world, company.name);
        EXPECT_GT(alone.size(), 0u) << company.name;
        EXPECT_TRUE(alone == bits_of_company(crowded, company.name)) << company.name;
        EXPECT_TRUE(alone == bits_of_company(reversed, company.name)) << company.name << " in another order";
        // each did what it is here for
        EXPECT_EQ(!world.scratch->interaction.asleep.empty(), company.name == "stack") << company.name;
        EXPECT_EQ(world.scratch->links.rows.size(), company.name == "tied" ? 2u : 0u) << company.name;
        EXPECT_EQ(faces_divided(world), company.name == "refined") << company.name;
    }
}

}  // namespace souple
