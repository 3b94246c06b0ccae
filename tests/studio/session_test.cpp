// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/session.h, past.h and touch.h
#include "souple/studio/session.h"

#include <gtest/gtest.h>

#include "souple/dynamics/measure.h"
#include "studio/open_session.h"
#include "support/test_scene.h"

namespace souple {

namespace {

const char* rope = R"("duration": 1, "step": 0.005,
    "parts": [ { "kind": "particles", "name": "rope", "position": [0, 2, 0], "substeps": 4,
                 "chains": [ { "segments": 6, "pinned_start": 1, "damping": 0.2 } ] } ],
    "probes": [ { "name": "lowest", "measure": "min_height" } ])";

const char* body = R"("duration": 1, "step": 0.005,
    "parts": [ { "kind": "rigid", "name": "box", "bodies": [ { "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] },
                                                           "position": [0, 1, 0] } ] } ])";

std::uint64_t hash_after(Session& session, int steps) {
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(advance(session));
    return hash_of(session.simulation.world.state);
}

std::string error_of_set(Session& session, const std::string& path, const Node& value) {
    try {
        set_scene_value(session, path, value);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(Session, a_watched_run_has_the_bits_of_an_unwatched_one) {
    OpenSession opened(scene_text(rope));
    Simulation alone = make_simulation(opened.session.scene);
    for (int i = 0; i < 40; ++i) advance(alone);
    EXPECT_EQ(hash_after(opened.session, 40), hash_of(alone.world.state));
}

TEST(Session, going_back_and_on_again_gives_the_same_bits_and_probes) {
    OpenSession opened(scene_text(rope));
    Session& session = opened.session;
    const std::uint64_t then = hash_after(session, 20);
    const std::uint64_t later = hash_after(session, 20);
    seek(session, 20);
    EXPECT_EQ(hash_of(session.simulation.world.state), then);
    EXPECT_EQ(session.simulation.probes[0].values.size(), 21u);
    EXPECT_EQ(hash_after(session, 20), later);
    EXPECT_EQ(session.simulation.probes[0].values.size(), 41u);
}

TEST(Session, a_past_beyond_its_memory_keeps_every_second_moment) {
    OpenSession opened(scene_text(rope));
    opened.session.past.most_bytes = 16 * opened.session.past.bytes;
    hash_after(opened.session, 100);
    const Past& past = opened.session.past;
    EXPECT_LE(past.bytes, past.most_bytes);
    EXPECT_GT(past.stride, 1);
    EXPECT_EQ(past.moments.begin()->first, 0);
    seek(opened.session, 50);
    EXPECT_LE(opened.session.simulation.world.state.step, 50);
    EXPECT_GT(opened.session.simulation.world.state.step, 50 - past.stride);
}

TEST(Session, the_clock_makes_the_steps_that_are_due_and_pause_makes_none) {
    OpenSession opened(scene_text(rope));
    Session& session = opened.session;
    EXPECT_EQ(run_for(session, 0.1, 10), 0);
    session.playing = true;
    EXPECT_EQ(run_for(session, 0.1001, 10), 20);
    session.speed = 0.5;
    EXPECT_EQ(run_for(session, 0.1001, 10), 10);
}

TEST(Session, a_run_stops_once_at_the_end_of_its_scene_and_can_go_on) {
    OpenSession opened(scene_text(falling_stone().substr(15, falling_stone().size() - 16)));
    Session& session = opened.session;
    session.playing = true;
    for (int i = 0; i < 10 && session.playing; ++i) run_for(session, 0.2, 10);
    EXPECT_FALSE(session.playing);
    EXPECT_EQ(session.simulation.world.state.step, 100);
    session.playing = true;
    EXPECT_GT(run_for(session, 0.1, 10), 0);
}

TEST(Session, gravity_is_edited_while_the_run_goes_on) {
    OpenSession opened(scene_text(rope));
    Session& session = opened.session;
    hash_after(session, 10);
    EXPECT_EQ(set_scene_value(session, "gravity", make_array({0, 0, 0})), EditEffect::Live);
    EXPECT_EQ(session.simulation.world.state.step, 10);
    EXPECT_EQ(session.simulation.world.model.gravity.norm(), 0);
    hash_after(session, 1);
}

TEST(Session, many_edits_of_a_cloth_that_refines_itself_add_up_while_it_runs) {
    OpenSession opened(scene_text(R"("duration": 1, "step": 0.004,
        "parts": [ { "kind": "cloth", "name": "sheet", "columns": 4, "rows": 4, "density": 0.2, "stiffness": 50,
                     "bend_rigidity": 1e-3, "substeps": 1, "adapt": { "alpha": 10, "beta": 20, "max_level": 2 },
                     "pins": [ { "edge": "left" } ] } ])"));
    Session& session = opened.session;
    hash_after(session, 30);
    const std::size_t points = session.simulation.world.state.x.size();
    ASSERT_GT(points, 25u);
    const std::vector<Spring> springs = session.simulation.world.model.springs;
    const std::vector<std::pair<const char*, Node>> edits{
        {"stiffness", 60},         {"damping_time", 1e-4},       {"bend_rigidity", 5e-4},
        {"density", 0.25},         {"holds_forces", false},      {"level_law", "invariant"},
        {"adapt.alpha", 12},       {"adapt.beta", 18},           {"adapt.max_level", 3},
        {"adapt.join_below", 0.3}, {"adapt.contact_depth", 0.1}, {"adapt.balance", false},
        {"adapt.join_after", 0.2}, {"adapt.rate_length", "mean"}};
    for (const auto& [name, value] : edits) {
        EXPECT_EQ(set_scene_value(session, std::string("parts.sheet.") + name, value), EditEffect::Live)
            << name;
        hash_after(session, 1);
    }
    EXPECT_EQ(session.simulation.world.state.step, 30 + static_cast<int>(edits.size()));
    EXPECT_GE(session.simulation.world.state.x.size(), points);
    EXPECT_NEAR(session.simulation.world.model.springs[0].stiffness / springs[0].stiffness, 1.2, 1e-12);
    const AdaptiveCloth& cloth = session.simulation.world.model.adaptive[0];
    EXPECT_EQ(cloth.material.bend.rigidity, 5e-4);
    EXPECT_EQ(cloth.rule.alpha, 12);
    EXPECT_EQ(cloth.rule.max_level, 3);
    EXPECT_FALSE(cloth.rule.balance);
    EXPECT_NEAR(mass_of(session.simulation.world.model, session.simulation.world.model.parts[0]), 0.25,
                1e-12);
}

TEST(Session, an_edit_of_the_start_restarts_the_run) {
    OpenSession opened(scene_text(rope));
    hash_after(opened.session, 10);
    EXPECT_EQ(set_scene_value(opened.session, "parts.rope.position", make_array({0, 3, 0})),
              EditEffect::Restarted);
    EXPECT_EQ(opened.session.simulation.world.state.step, 0);
    EXPECT_EQ(opened.session.simulation.world.state.x[0].y(), 3);
}

TEST(Session, an_object_left_to_its_defaults_is_made_for_an_edit_inside_it) {
    OpenSession opened(scene_text(rope));
    set_scene_value(opened.session, "contact.push_rate", 0.5);
    EXPECT_EQ(opened.session.scene.def.contact.push_rate, 0.5);
}

TEST(Session, a_bad_value_is_located_and_changes_nothing) {
    OpenSession opened(scene_text(rope));
    Session& session = opened.session;
    const std::uint64_t before = hash_after(session, 3);
    const std::int64_t revision = session.revision;
    EXPECT_TRUE(has(error_of_set(session, "step", -1), "step"));
    EXPECT_TRUE(has(error_of_set(session, "parts.rope.substep", 2), "did you mean"));
    EXPECT_TRUE(has(error_of_set(session, "gravity", "down"), "gravity"));
    EXPECT_NE(error_of_set(session, "", 1), "");
    EXPECT_NE(error_of_set(session, "parts.nobody.mass", 1), "");
    EXPECT_EQ(session.revision, revision);
    EXPECT_EQ(hash_of(session.simulation.world.state), before);
    EXPECT_TRUE(session.undo.empty());
}

TEST(Session, undo_and_redo_go_through_the_edits) {
    OpenSession opened(scene_text(rope));
    Session& session = opened.session;
    set_scene_value(session, "gravity", make_array({0, -1, 0}));
    set_scene_value(session, "gravity", make_array({0, -2, 0}));
    undo_edit(session);
    EXPECT_EQ(session.simulation.world.model.gravity.y(), -1);
    undo_edit(session);
    EXPECT_EQ(session.simulation.world.model.gravity.y(), -9.81);
    EXPECT_THROW(undo_edit(session), InputError);
    redo_edit(session);
    EXPECT_EQ(session.simulation.world.model.gravity.y(), -1);
}

TEST(Touch, a_grabbed_point_goes_to_the_pointer_and_falls_back_when_released) {
    OpenSession opened(scene_text(rope));
    Session& session = opened.session;
    const Frame frame = current_frame(session).frame;
    ASSERT_EQ(frame.curves.size(), 1u);
    const Vec3 tip = session.simulation.world.state.x.back(), target = tip + Vec3(-0.1, 0.1, 0);
    Grab grab = find_touched(session.plan, session.simulation.world, {frame.curves[0].head.name, 0, tip});
    EXPECT_EQ(grab.point, session.simulation.world.state.point_count() - 1);
    grab.target = target;
    session.simulation.world.control.hands.grabs.push_back(grab);
    hash_after(session, 400);
    EXPECT_LT((session.simulation.world.state.x.back() - target).norm(), 0.05);
    session.simulation.world.control.hands.grabs.clear();
    hash_after(session, 60);
    EXPECT_GT((session.simulation.world.state.x.back() - target).norm(), 0.1);
}

TEST(Touch, a_grabbed_body_hangs_under_the_pointer_by_the_place_that_was_hit) {
    OpenSession opened(scene_text(body));
    Session& session = opened.session;
    const Frame frame = current_frame(session).frame;
    ASSERT_EQ(frame.instances.size(), 1u);
    const Vec3 corner(0.1, 1.1, 0.1);
    const Grab grab =
        find_touched(session.plan, session.simulation.world, {frame.instances[0].head.name, 0, corner});
    EXPECT_EQ(grab.frame, 0);
    session.simulation.world.control.hands.grabs.push_back(grab);
    hash_after(session, 600);
    EXPECT_LT(
        (place_of(grab, session.simulation.world.model, session.simulation.world.state) - corner).norm(),
        0.02);
}

TEST(Touch, a_held_point_stays_and_falls_when_let_go) {
    OpenSession opened(scene_text(rope));
    Session& session = opened.session;
    World& world = session.simulation.world;
    const std::string name = current_frame(session).frame.curves[0].head.name;
    const Vec3 tip = world.state.x.back();
    hold_still(find_touched(session.plan, world, {name, 0, tip}), world, session.simulation.held);
    hash_after(session, 50);
    EXPECT_EQ(world.state.x.back(), tip);
    set_scene_value(session, "gravity", make_array({0, -20, 0}));
    hash_after(session, 20);
    EXPECT_EQ(world.state.x.back(), tip) << "an edit must not lose what is held";
    let_go(0, tip, world, session.simulation.held);
    hash_after(session, 50);
    EXPECT_GT((world.state.x.back() - tip).norm(), 0.05);
    EXPECT_THROW(let_go(0, tip, world, session.simulation.held), InputError);
}

TEST(Touch, what_is_no_structure_cannot_be_touched) {
    OpenSession opened(scene_text(rope));
    const World& world = opened.session.simulation.world;
    EXPECT_THROW(find_touched(opened.session.plan, world, {"moon", 0, Vec3::Zero()}), InputError);
}

}  // namespace souple
