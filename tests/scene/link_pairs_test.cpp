// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/contact/solve_links.h: a spot of any kind of part is held to one of any other.
#include "souple/dynamics/contact/solve_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/scene/checkpoint.h"
#include "souple/topology/levels.h"
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
        {"cloth", R"("material": "kerchief", "self_contact": false,
            "columns": 6, "rows": 6, "adapt": { "alpha": 2, "beta": 2, "max_level": 2, "near_limit": 1 })",
         R"("rest": [0.02, 0, 0.01])"},
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

void run_to_end(Simulation& simulation) {
    while (!is_finished(simulation)) {
        const StepReport step = advance(simulation);
        ASSERT_FALSE(step.failure) << step.failure->what;
    }
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
            run_to_end(simulation);
            const Vec3 change = common_momentum(simulation.world) - before;
            EXPECT_GT(gap, 0.01);
            EXPECT_LT(gap_in(simulation.world), 1e-7);
            if (a.is_free && b.is_free) {
                EXPECT_LT(change.norm(), 1e-12);
            }
        }
}

/// A hook that goes its way high above, and a point that goes with it.
const char* const led_point =
    R"({ "kind": "obstacle", "name": "hook", "shape": { "kind": "sphere", "radius": 0.1 }, "motion": [
          { "time": 0, "position": [0.15, 9, 0] }, { "time": 0.5, "position": [0.25, 9, 0.1] } ] },
        { "kind": "particles", "name": "b", "touches": "nothing", "position": [0.15, 0, 0],
          "points": [{ "position": [0, 0, 0], "mass": 1 }], "pins": [{ "points": [0], "follow": "hook" }] })";

TEST(LinkPairs, every_kind_goes_with_an_obstacle_on_a_link_to_a_point_that_follows_it) {
    for (const HeldKind& a : held_kinds()) {
        SCOPED_TRACE(a.kind);
        Simulation simulation = simulation_of(scene_text(
            R"("include": ["../materials/together.json"], "duration": 0.5,
            "step": 0.008333333333333333, "intervals": 8, "gravity": [0, 0, 0], "parts": [ )" +
            part_text(a, "a", 0, 0) + ", " + led_point + R"( ], "links": [ { "a": { "part": "a", )" + a.end +
            R"( }, "b": { "part": "b", "point": 0 } } ])"));
        run_to_end(simulation);
        const World& world = simulation.world;
        const Vec3 led = world.state.x[part_named(world, "b").points.begin];
        EXPECT_LT((led - Vec3(0.25, 0, 0.1)).norm(), 1e-12) << "the point is where the hook brought it";
        EXPECT_LT(gap_in(world), 1e-7);
    }
}

TEST(LinkPairs, an_obstacle_is_no_end_of_a_link_and_the_error_says_so) {
    try {
        simulation_of(scene_text(
            R"("parts": [ { "kind": "obstacle", "name": "hook", "shape": { "kind": "sphere", "radius": 0.1 } },
            { "kind": "particles", "name": "a", "points": [{ "position": [0, 0, 0], "mass": 1 }] } ],
            "links": [ { "a": { "part": "a", "point": 0 }, "b": { "part": "hook", "frame": 0 } } ])"));
        FAIL() << "it was taken";
    } catch (const InputError& error) {
        EXPECT_TRUE(has(error.what(), "links.0.b.part")) << error.what();
        EXPECT_TRUE(has(error.what(), "'hook' is an obstacle, which is no end of a link")) << error.what();
    }
}

/// A bob on a hinge that is led along its own arc, slanted in space: joints lock all other directions.
TEST(LinkPairs, a_bob_is_led_along_the_arc_that_its_hinge_leaves) {
    std::string keys;
    for (int k = 0; k <= 50; ++k) {
        const Real angle = 0.004 * k;
        keys += (k ? ", " : "") + ("{ \"time\": " + std::to_string(0.01 * k)) + ", \"position\": [" +
                std::to_string(0.8 * std::sin(angle) + 1) + ", " + std::to_string(-std::cos(angle) + 5) +
                ", " + std::to_string(0.6 * std::sin(angle)) + "] }";
    }
    Simulation simulation =
        simulation_of(scene_text(R"("duration": 0.5, "step": 0.01, "gravity": [0, 0, 0], "parts": [
        { "kind": "obstacle", "name": "hand", "shape": { "kind": "sphere", "radius": 0.01 }, "position": [1, 4, 0],
          "motion": [)" + keys + R"(] },
        { "kind": "particles", "name": "spot", "touches": "nothing", "pins": [{ "points": [0], "follow": "hand" }],
          "points": [{ "position": [0, -1, 0], "mass": 1 }] },
        { "kind": "articulated", "name": "arm", "touches": "nothing", "links": [
          { "name": "bob", "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] }, "position": [0, -1, 0],
            "joint": { "kind": "hinge", "at": [0, 0, 0], "axis": [-0.6, 0, 0.8] } } ] } ],
        "links": [ { "a": { "part": "arm", "frame": 0 }, "b": { "part": "spot", "point": 0 } } ])"));
    run_to_end(simulation);
    EXPECT_LT(gap_in(simulation.world), 1e-5);  // of keys with six digits
    EXPECT_NEAR(simulation.world.state.frames.v[0].norm(), 0.4, 1e-3);
}

/// To bend a stretched arm a little takes no way along it: the linear answer would be a turn without bounds.
TEST(LinkPairs, a_stretched_arm_is_drawn_in_without_a_jump) {
    Simulation simulation = simulation_of(scene_text(R"("duration": 0.5, "step": 0.01, "parts": [
        { "kind": "particles", "name": "nail", "touches": "nothing",
          "points": [{ "position": [0.405, -0.54, 0], "pinned": true }] },
        { "kind": "articulated", "name": "arm", "touches": "nothing", "self_contact": false, "links": [
          { "name": "upper", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0.15, -0.2, 0],
            "joint": { "kind": "hinge", "at": [0, 0, 0], "axis": [0, 0, 1] } },
          { "name": "lower", "parent": "upper", "shape": { "kind": "sphere", "radius": 0.1 },
            "position": [0.45, -0.6, 0], "joint": { "kind": "hinge", "at": [0.3, -0.4, 0], "axis": [0, 0, 1] } } ] } ],
        "links": [ { "a": { "part": "arm", "frame": 1 , "local": [0, 0, 0] }, "b": { "part": "nail", "point": 0 } } ])"));
    const World& world = simulation.world;
    const auto energy = [&] {
        return kinetic_energy(world.model, world.state, world.model.parts[1]) +
               potential_energy(world.model, world.state, world.model.parts[1]);
    };
    const Real start = energy();
    std::vector<Vec3> before = world.state.frames.x;
    while (!is_finished(simulation)) {
        ASSERT_FALSE(advance(simulation).failure);
        for (std::size_t f = 0; f < before.size(); ++f)
            EXPECT_LT((world.state.frames.x[f] - before[f]).norm(), 0.15);
        before = world.state.frames.x;
        EXPECT_LT(energy(), start + 2);  // [J] two balls of 4 kg are lifted by it
    }
    EXPECT_LT(gap_in(world), 1e-7);
}

/// Springs speed a pulled point up within an interval, so its way is not what its speed at the end says.
TEST(LinkPairs, what_pulls_at_a_light_point_of_a_fine_cloth_gains_nothing) {
    Simulation simulation = simulation_of(scene_text(R"("include": ["../materials/together.json"],
        "duration": 0.5, "step": 0.008333333333333333, "intervals": 8, "gravity": [0, 0, 0], "parts": [
          { "kind": "rigid", "name": "a", "touches": "nothing", "self_contact": false, "position": [0, 0.3, 0],
            "velocity": [0, 0, 0.2], "bodies": [ { "shape": { "kind": "sphere", "radius": 0.1 } } ] },
          { "kind": "cloth", "name": "b", "material": "kerchief", "touches": "nothing", "self_contact": false,
            "columns": 24, "rows": 24, "position": [0.15, 0, 0], "velocity": [0, 0, -0.1] } ],
        "links": [ { "a": { "part": "a", "frame": 0 }, "b": { "part": "b", "rest": [0.02, 0, 0.01] } } ])"));
    run_to_end(simulation);
    EXPECT_LT(gap_in(simulation.world), 1e-7);
    const State& state = simulation.world.state;
    EXPECT_LT(state.frames.v[0].norm(), 0.3);
    for (const Vec3& v : state.v) EXPECT_LT(v.norm(), 10);
}

/// A refined cloth without weight whose faces have been divided here and there, and a box on a link to a
/// place of it.
Simulation box_on_divided_sheet(const std::string& rest) {
    Simulation simulation =
        simulation_of(scene_text(R"(
        "duration": 0.4, "step": 0.004, "intervals": 8, "gravity": [0, 0, 0], "parts": [
          { "kind": "cloth", "name": "a", "columns": 4, "rows": 4, "density": 0.2, "stiffness": 50, "substeps": 1,
            "touches": "nothing", "self_contact": false, "adapt": { "alpha": 180, "max_level": 4 } },
          { "kind": "rigid", "name": "b", "touches": "nothing", "self_contact": false, "position": [0, 0.05, 0],
            "bodies": [ { "shape": { "kind": "box", "size": [0.2, 0.1, 0.3] }, "density": 20, "spin": [1, 2, 0] } ] }
        ], "links": [ { "a": { "part": "a", "rest": )" +
                                 rest + R"( }, "b": { "part": "b", "frame": 0, "local": [0.1, 0, 0] } } ])"));
    World& world = simulation.world;
    for (int k = 0; k < 3; ++k) {
        std::vector<int> some;
        const Map2& map = world.state.leaves[0].map;
        for (int slot = 0; slot < map.faces.slot_count(); ++slot)
            if (is_leaf(map, Face{slot}) && slot % 3 == k % 3) some.push_back(slot);
        divide_faces(0, some, world.state, world.model);
    }
    return simulation;
}

bool hangs_between_others(const World& world) {
    const Link& link = world.model.links.front();
    const auto& between = world.model.interpolated;
    return std::any_of(between.begin(), between.end(), [&](const Interpolated& point) {
        for (int k = 0; k < 3; ++k)
            if (link.a.nodes[k] == point.node && link.a.weights[k] > 0.01) return true;
        return false;
    });
}

/// Where the link takes hold of the rest shape.
Vec3 held_place(const World& world) {
    const Link& link = world.model.links.front();
    Vec3 held = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
        if (link.a.nodes[k] >= 0) held += link.a.weights[k] * world.model.point_rest[link.a.nodes[k]];
    return held;
}

TEST(LinkPairs, a_link_holds_the_same_place_of_a_refined_cloth_whatever_points_are_there) {
    int between = 0;
    for (const std::string rest : {"[0, 0, 0]", "[0.13, 0, 0.06]", "[-0.3, 0, 0.2]", "[0.25, 0, 0.125]",
                                   "[-0.07, 0, -0.41]", "[0.28, 0, 0.14]", "[0.5, 0, 0.5]"}) {
        SCOPED_TRACE(rest);
        Simulation simulation = box_on_divided_sheet(rest);
        const Vec3 before = common_momentum(simulation.world);
        Vec3 expected;
        std::sscanf(rest.c_str(), "[%lf, %lf, %lf]", &expected.x(), &expected.y(), &expected.z());
        EXPECT_LT((held_place(simulation.world) - expected).norm(), 1e-12);
        between += hangs_between_others(simulation.world);
        while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
        EXPECT_LT(gap_in(simulation.world), 1e-7);
        EXPECT_LT((common_momentum(simulation.world) - before).norm(), 1e-12);
    }
    EXPECT_GE(between, 2);
}

TEST(LinkPairs, a_link_holds_its_place_of_a_refined_cloth_when_faces_are_joined_and_when_resumed) {
    const std::string file = testing::TempDir() + "linked_refined_cloth.checkpoint";
    Simulation simulation = box_on_divided_sheet("[0.13, 0, 0.06]");
    RefineRule& rule = simulation.world.model.adaptive[0].rule;
    rule.join_below = 0.9;
    rule.join_after = 0.02;
    const int points_at_first = simulation.world.state.point_count();
    while (!is_finished(simulation)) {
        ASSERT_FALSE(advance(simulation).failure);
        EXPECT_LT((held_place(simulation.world) - Vec3(0.13, 0, 0.06)).norm(), 1e-12);
        if (simulation.world.state.step == 50) write_checkpoint(file, simulation);
    }
    EXPECT_LT(simulation.world.state.point_count(), points_at_first);
    EXPECT_LT(gap_in(simulation.world), 1e-6);
    Simulation resumed = box_on_divided_sheet("[0.13, 0, 0.06]");
    resumed.world.model.adaptive[0].rule = rule;
    ASSERT_TRUE(read_checkpoint(file, resumed));
    while (!is_finished(resumed)) ASSERT_FALSE(advance(resumed).failure);
    EXPECT_EQ(hash_of(resumed.world.state), hash_of(simulation.world.state));
}

TEST(LinkPairs, a_link_to_a_refined_cloth_resumes_to_the_same_bits_before_any_face_changes) {
    for (const std::string end : {R"("rest": [0.02, 0, 0.01])", R"("point": 9)"}) {
        SCOPED_TRACE(end);
        HeldKind refined = held_kinds()[3];
        refined.end = end;
        const std::string text = linked_pair(held_kinds()[0], refined);
        Simulation simulation = simulation_of(text), resumed = simulation_of(text);
        for (int k = 0; k < 2; ++k) ASSERT_FALSE(advance(simulation).failure);
        from_bytes(to_bytes(simulation), "a checkpoint in memory", resumed);
        run_to_end(simulation);
        run_to_end(resumed);
        EXPECT_EQ(hash_of(resumed.world.state), hash_of(simulation.world.state));
    }
}

TEST(LinkPairs, every_point_of_another_part_is_held_beside_a_refined_cloth) {
    const Simulation simulation = simulation_of(scene_text(R"(
        "duration": 0.1, "step": 0.01, "parts": [
          { "kind": "cloth", "name": "refined", "columns": 4, "rows": 4, "adapt": { "max_level": 1 } },
          { "kind": "particles", "name": "chain", "position": [0, 1, 0],
            "chains": [ { "to": [0, -0.3, 0], "segments": 3, "mass": 0.2, "stiffness": 50 } ] },
          { "kind": "rigid", "name": "box", "position": [0, 2, 0],
            "bodies": [ { "shape": { "kind": "box", "size": [0.2, 0.1, 0.3] } } ] }
        ], "links": [ { "catches_within": 0.01, "a": { "part": "chain", "every": true },
                        "b": { "part": "box", "frame": 0 } } ])"));
    EXPECT_EQ(simulation.world.model.links.size(), 4u);
}

TEST(LinkPairs, every_point_of_a_refined_cloth_cannot_be_held_and_the_error_says_so) {
    HeldKind refined = held_kinds()[2];
    refined.keys = R"("adapt": { "max_level": 1 }, "columns": 4, "rows": 4)";
    refined.end = R"("every": true)";
    std::string text = linked_pair(refined, held_kinds()[0]);
    text.replace(text.find("{ \"a\""), 1, "{ \"catches_within\": 0.01,");
    try {
        simulation_of(text);
        FAIL() << "it was taken";
    } catch (const InputError& error) {
        const std::string complaint = error.what();
        EXPECT_TRUE(has(complaint, "part 'a' refines itself")) << complaint;
        EXPECT_TRUE(has(complaint, "links.0.a")) << complaint;
    }
}

}  // namespace souple
