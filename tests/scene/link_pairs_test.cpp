// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/contact/solve_links.h: a spot of any kind of part is held to one of any other.
#include "souple/dynamics/contact/solve_links.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/together.h"

namespace souple {
namespace {

/// A part of some kind that takes hold at its own origin.
struct HeldKind {
    std::string kind;
    std::string keys;     ///< of the part
    std::string end;      ///< of the link
    bool is_free = true;  ///< neither on a scalp nor on legs, which take momentum
};

const std::vector<HeldKind>& held_kinds() {
    static const std::vector<HeldKind> kinds{
        {"rigid", R"("self_contact": false, "bodies": [
            { "shape": { "kind": "box", "size": [0.2, 0.1, 0.3] }, "spin": [1, 2, 0] } ])",
         R"("frame": 0, "local": [0.1, 0, 0])"},
        {"articulated", R"("self_contact": false, "floating": true, "links": [
            { "name": "a", "shape": { "kind": "box", "size": [0.3, 0.4, 0.2] } },
            { "name": "b", "parent": "a", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0, 0.4, 0],
              "joint": { "kind": "ball", "at": [0, 0.2, 0], "damping": 0.1 } } ])",
         R"("frame": 1, "local": [0, -0.1, 0])"},
        {"cloth", R"("material": "kerchief", "self_contact": false)", R"("rest": [0.02, 0, 0.01])"},
        {"particles", R"("chains": [
            { "to": [0, -0.3, 0], "segments": 5, "mass": 0.2, "stiffness": 500, "damping": 0.5 } ])",
         R"("point": 0)"},
        {"oriented", R"("material": "beads", "objects": [
            { "mass": 1, "inertia": 0.03, "shape": { "kind": "row", "count": 3, "spacing": 0.42 } } ])",
         R"("frame": 1, "local": [0, 0, 0])"},
        {"hair", R"("material": "fringe")", R"("rest": [0, -10, 0])", false},
        {"crowd", R"("material": "person", "groups": [
            { "name": "one", "places": { "kind": "list", "places": [[X, 0]] }, "goal_shift": [0, 0] } ])",
         R"("point": 0)", false},
    };
    return kinds;
}

/// Agents say themselves where they stand.
std::string placed_at(std::string keys, Real x) {
    if (const auto at = keys.find("[X,"); at != std::string::npos) keys.replace(at + 1, 1, std::to_string(x));
    return keys;
}

std::string part_text(const HeldKind& held, const std::string& name, Real x, Real speed) {
    const std::string place = held.kind == "crowd" ? "" : ", \"position\": [" + std::to_string(x) + ", 0, 0]";
    const std::string way = held.kind == "crowd" || held.kind == "hair"
                                ? ""
                                : ", \"velocity\": [0, 0, " + std::to_string(speed) + "]";
    return "{ \"kind\": \"" + held.kind + "\", \"name\": \"" + name + "\", \"touches\": \"nothing\"" + place +
           way + ", " + placed_at(held.keys, x) + " }";
}

/// Two parts on one link, weightless.
std::string linked_pair(const HeldKind& a, const HeldKind& b) {
    return scene_text(R"("include": ["../materials/together.json"], "duration": 0.5,
        "step": 0.008333333333333333, "intervals": 8, "gravity": [0, 0, 0], "parts": [ )" +
                      part_text(a, "a", 0, 0.2) + ", " + part_text(b, "b", 0.15, -0.1) +
                      R"( ], "links": [ { "a": { "part": "a", )" + a.end + R"( }, "b": { "part": "b", )" +
                      b.end + " } } ]");
}

Real gap_in(const World& world) {
    const Link& link = world.model.links.front();
    return (position_of(world.state, link.a) - position_of(world.state, link.b)).norm();
}

}  // namespace

TEST(LinkPairs, spots_of_every_two_kinds_of_parts_come_together_and_keep_their_momentum) {
    for (const HeldKind& a : held_kinds())
        for (const HeldKind& b : held_kinds()) {
            SCOPED_TRACE(a.kind + " and " + b.kind);
            Simulation simulation = simulation_of(linked_pair(a, b));
            const Vec3 before = common_momentum(simulation.world);
            const Real gap = gap_in(simulation.world);
            while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
            const Vec3 change = common_momentum(simulation.world) - before;
            EXPECT_GT(gap, 0.01);
            EXPECT_LT(gap_in(simulation.world), 1e-7);
            if (a.is_free && b.is_free) {
                EXPECT_LT(change.norm(), 1e-12);
            }
        }
}

TEST(LinkPairs, a_cloth_that_refines_itself_is_refused_by_name) {
    HeldKind refined = held_kinds()[2];
    refined.keys = R"("adapt": { "max_level": 1 }, "columns": 4, "rows": 4)";
    try {
        simulation_of(linked_pair(refined, held_kinds()[0]));
        FAIL() << "it was taken";
    } catch (const InputError& error) {
        const std::string complaint = error.what();
        EXPECT_TRUE(has(complaint, "part 'a' refines itself: a link cannot hold it")) << complaint;
        EXPECT_TRUE(has(complaint, "links.0.a")) << complaint;
    }
}

}  // namespace souple
