// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/held_things.h and held_controls.cpp by way of the studio: what is held is saved with
// the scene
#include "souple/scene/held_things.h"

#include <gtest/gtest.h>

#include "souple/scene/checkpoint.h"
#include "souple/scene/json/write.h"
#include "souple/scene/report.h"
#include "souple/studio/journal.h"
#include "souple/studio/messages.h"
#include "studio/open_session.h"
#include "support/test_scene.h"

namespace souple {

namespace {

const char* rope_and_box = R"("duration": 10, "step": 0.005,
    "parts": [ { "kind": "particles", "name": "rope", "position": [0, 1, 0],
                 "chains": [ { "segments": 6, "pinned_start": 1 } ] },
               { "kind": "rigid", "name": "boxes", "bodies": [
                   { "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] }, "position": [2, 1, 0] },
                   { "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] }, "position": [3, 1, 0] } ] } ])";

const char* falling_sheet = R"("duration": 10, "step": 0.004, "gravity": [0, -1, 0],
    "parts": [ { "kind": "cloth", "name": "sheet", "columns": 4, "rows": 4, "density": 0.2, "stiffness": 50,
                 "bend_rigidity": 1e-3, "substeps": 1, "adapt": { "max_level": 2 } } ])";

std::string at_text(const Vec3& x) {
    return "[" + number_text(x.x()) + "," + number_text(x.y()) + "," + number_text(x.z()) + "]";
}

/// Says an order about a place of a structure, which must be carried out.
void touch(Session& session, const char* order, const std::string& structure, int node, const Vec3& at,
           const std::string& more = "") {
    const std::string reply =
        answer(session, 1,
               std::string(R"({"do":")") + order + R"(","structure":")" + structure + R"(","node":)" +
                   std::to_string(node) + R"(,"at":)" + at_text(at) + more + "}");
    ASSERT_TRUE(is_ok(reply)) << reply;
}

void steps_on(Session& session, int count) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(advance(session)) << session.trouble;
}

/// Holds a point of the rope and a box, and loads the other box, each at another time.
void hold_some(Session& session) {
    const Frame frame = current_frame(session).frame;
    const State& state = session.simulation.world.state;
    steps_on(session, 20);
    touch(session, "pin", frame.curves.at(0).head.name, 0, state.x.back());
    steps_on(session, 10);
    const std::string boxes = frame.instances.at(0).head.name;
    touch(session, "add_force", boxes, 1, state.frames.x[1] + Vec3(0.1, 0, 0), R"(,"force":[0,3,1.5])");
    steps_on(session, 10);
    touch(session, "pin", boxes, 0, state.frames.x[0] + Vec3(0.1, 0.1, 0));
    steps_on(session, 40);
}

std::string held_text(const Session& session) {
    const Node status = status_of(session);
    const auto spots = [&](const char* key) {
        std::string text;
        for (const Node& item : find_member(status, key)->items)
            text +=
                find_member(item, "part")->text + to_text(*find_member(item, key[0] == 'h' ? "at" : "force"));
        return text;
    };
    return spots("held") + spots("forces");
}

}  // namespace

TEST(HeldThings, a_saved_scene_has_what_is_held_and_its_run_has_the_bits_of_the_run_that_was_watched) {
    OpenSession opened(scene_text(rope_and_box));
    Session& session = opened.session;
    hold_some(session);
    EXPECT_EQ(session.unsaved, 3);
    const std::string held = held_text(session), hash = hash_text(session.simulation.world.state);
    ASSERT_TRUE(is_ok(answer(session, 1, R"({"do":"save","file":"out/kept.json"})")));
    EXPECT_EQ(session.unsaved, 0);
    ASSERT_TRUE(is_ok(answer(session, 1, R"({"do":"open","scene":"out/kept.json"})")));
    EXPECT_EQ(held_text(session).size(), held.size());  // the same, told before their time
    steps_on(session, 80);
    EXPECT_EQ(held_text(session), held);
    EXPECT_EQ(hash_text(session.simulation.world.state), hash);

    Simulation run = make_simulation(load_scene((opened.folder / "out/kept.json").string()));
    for (int k = 0; k < 80; ++k) ASSERT_FALSE(advance(run).failure);
    EXPECT_EQ(hash_text(run.world.state), hash);

    ASSERT_TRUE(is_ok(answer(session, 1, R"({"do":"save","file":"out/again.json"})")));
    ASSERT_TRUE(is_ok(answer(session, 1, R"({"do":"save","file":"out/third.json"})")));
    const Document first = load_document((opened.folder / "out/kept.json").string());
    const Document again = load_document((opened.folder / "out/again.json").string());
    EXPECT_TRUE(same_value(first.root, again.root)) << to_text(first.root) << to_text(again.root);
}

TEST(HeldThings, a_spot_of_cloth_that_refines_itself_is_saved_by_its_place_in_the_rest_shape) {
    OpenSession opened(scene_text(falling_sheet));
    Session& session = opened.session;
    steps_on(session, 5);
    touch(session, "pin", current_frame(session).frame.surfaces.at(0).head.name, 0,
          session.simulation.world.state.x.front());
    steps_on(session, 60);
    const std::string hash = hash_text(session.simulation.world.state);
    answer(session, 1, R"({"do":"save","file":"out/kept.json"})");
    answer(session, 1, R"({"do":"open","scene":"out/kept.json"})");
    steps_on(session, 65);
    EXPECT_EQ(hash_text(session.simulation.world.state), hash);
}

TEST(HeldThings, what_waits_for_its_time_can_be_let_go_and_is_then_not_saved) {
    OpenSession opened(scene_text(rope_and_box));
    Session& session = opened.session;
    hold_some(session);
    answer(session, 1, R"({"do":"save","file":"out/kept.json"})");
    answer(session, 1, R"({"do":"open","scene":"out/kept.json"})");
    EXPECT_EQ(find_member(status_of(session), "held")->items.size(), 2u);
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"unpin","part":"rope","at":[0,0,0]})")));
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"remove_force","number":1})")));
    EXPECT_FALSE(is_ok(answer(session, 1, R"({"do":"remove_force","number":1})")));
    steps_on(session, 60);
    EXPECT_EQ(find_member(status_of(session), "held")->items.size(), 1u);
    EXPECT_TRUE(session.simulation.world.control.hands.forces.empty());
    answer(session, 1, R"({"do":"save","file":"out/kept.json"})");
    EXPECT_EQ(load_scene((opened.folder / "out/kept.json").string()).def.controls.size(), 1u);
}

TEST(HeldThings, a_session_that_is_opened_again_after_a_crash_holds_what_it_held) {
    OpenSession opened(scene_text(rope_and_box));
    Session& session = opened.session;
    Journal journal;
    keep(tell(session, EditStep::Opened, true), journal);
    steps_on(session, 10);
    keep(tell(session, EditStep::None, true), journal);  // a state from before anything was held
    hold_some(session);
    keep(tell(session, EditStep::None, false), journal);
    Session again;
    again.folder = opened.folder.string();
    open_again(again, journal_from_bytes(to_bytes(journal)));
    steps_on(again, 80);  // from step 10 to 90
    EXPECT_EQ(held_text(again), held_text(session));
    EXPECT_EQ(hash_text(again.simulation.world.state), hash_text(session.simulation.world.state));
}

TEST(HeldThings, a_run_resumed_from_a_checkpoint_holds_what_it_held) {
    OpenSession opened(scene_text(rope_and_box));
    hold_some(opened.session);
    answer(opened.session, 1, R"({"do":"save","file":"out/kept.json"})");
    const Scene scene = load_scene((opened.folder / "out/kept.json").string());
    Simulation whole = make_simulation(scene), resumed = make_simulation(scene);
    for (int k = 0; k < 50; ++k) advance(whole);
    from_bytes(to_bytes(whole), "half way", resumed);
    for (Simulation* run : {&whole, &resumed})
        for (int k = 0; k < 30; ++k) ASSERT_FALSE(advance(*run).failure);
    EXPECT_EQ(hash_text(resumed.world.state), hash_text(whole.world.state));
    EXPECT_EQ(hash_text(whole.world.state), hash_text(opened.session.simulation.world.state));
}

TEST(HeldThings, a_hold_without_a_place_holds_where_its_spot_is_then) {
    OpenSession opened(scene_text(R"("duration": 10, "step": 0.01,
        "parts": [ { "kind": "particles", "name": "stone", "points": [ { "mass": 2 } ] } ],
        "controls": [ { "kind": "hold", "spot": { "part": "stone", "point": 0 }, "from": 0.2 } ])"));
    Session& session = opened.session;
    steps_on(session, 20);
    const Vec3 then = session.simulation.world.state.x[0];
    EXPECT_LT(then.y(), -0.1);
    steps_on(session, 20);
    EXPECT_EQ(session.simulation.world.state.x[0], then);
}

TEST(HeldThings, a_control_that_holds_what_is_not_there_is_refused_with_its_place) {
    OpenSession opened(scene_text(rope_and_box));
    const auto refusal_of = [&](const char* control) {
        return answer(opened.session, 1,
                      std::string(R"({"do":"set","path":"controls","value":[)") + control + "]}");
    };
    EXPECT_TRUE(has(refusal_of(R"({"kind":"hold","spot":{"part":"boxes","frame":2}})"), "has no body 2"));
    EXPECT_TRUE(has(refusal_of(R"({"kind":"hold","spot":{"part":"boxs","frame":0}})"), "boxes"));
    EXPECT_TRUE(has(refusal_of(R"({"kind":"hold","spot":{"part":"rope","point":99}})"), "controls.0.spot"));
    EXPECT_TRUE(has(refusal_of(R"({"kind":"load","spot":{"part":"rope","point":1}})"), "force"));
    EXPECT_TRUE(has(refusal_of(R"({"kind":"hold","spot":{"part":"rope","every":true}})"), "one spot"));
    EXPECT_TRUE(is_ok(refusal_of(R"({"kind":"hold","spot":{"part":"rope","point":3}})")));
}

}  // namespace souple
