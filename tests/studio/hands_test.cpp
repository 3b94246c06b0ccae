// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/touch.h: balls that push, forces that last, wisps that are pulled
#include "souple/studio/touch.h"

#include <gtest/gtest.h>

#include "souple/dynamics/measure.h"
#include "souple/studio/messages.h"
#include "studio/open_session.h"
#include "support/test_scene.h"

namespace souple {

namespace {

const char* stone_at_rest = R"("duration": 10, "step": 0.005, "gravity": [0, 0, 0],
    "parts": [ { "kind": "particles", "name": "stone", "points": [ { "position": [0.05, 0, 0], "mass": 2 } ] } ])";

const char* two_boxes = R"("duration": 10, "step": 0.005, "gravity": [0, 0, 0],
    "parts": [ { "kind": "rigid", "name": "one", "bodies": [ { "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] } } ] },
               { "kind": "rigid", "name": "two", "bodies": [ { "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] },
                                                           "position": [3, 0, 0] } ] } ])";

const char* hanging_wisp = R"("duration": 10, "step": 0.01,
    "parts": [ { "kind": "hair", "name": "hair", "substeps": 60, "roots": [ { "direction": [0, -1, 0] } ] } ])";

const char* pendulum = R"("duration": 10, "step": 0.005, "gravity": [0, 0, 0],
    "parts": [ { "kind": "articulated", "name": "arm", "links": [
        { "name": "rod", "shape": { "kind": "box", "size": [0.4, 0.05, 0.05] }, "position": [0.2, 0, 0],
          "joint": { "kind": "hinge", "axis": [0, 0, 1] } } ] } ])";

const char* blob = R"("duration": 10, "step": 0.005, "gravity": [0, 0, 0],
    "parts": [ { "kind": "oriented", "name": "blob", "drag": 5,
                 "laws": [ { "name": "hold", "interactions": [ { "law": "cohesion", "amplitude": 100 } ] } ],
                 "objects": [ { "shape": { "kind": "row", "count": 2 } } ] } ])";

const char* free_sheet = R"("duration": 10, "step": 0.004, "gravity": [0, 0, 0],
    "parts": [ { "kind": "cloth", "name": "sheet", "columns": 4, "rows": 4, "density": 0.2, "stiffness": 50,
                 "bend_rigidity": 1e-3, "substeps": 1, "adapt": { "max_level": 2 } } ])";

const char* stone_in_changing_air = R"("duration": 10, "step": 0.005, "gravity": [0, 0, 0],
    "parts": [ { "kind": "particles", "name": "stone", "points": [ { "mass": 2 } ] } ],
    "fields": [ { "kind": "wind", "name": "breeze", "velocity": [0, 0, 0] } ],
    "controls": [ { "kind": "animate", "path": "fields.breeze.velocity.0", "keys": [[0, 0], [10, 1]] } ])";

void hold_force(Session& session, const std::string& structure, const Vec3& at, const Vec3& force) {
    Hands& hands = session.simulation.world.control.hands;
    hands.forces.push_back(
        {1, find_touched(session.plan, session.simulation.world, {structure, 0, at}), force});
}

void take_steps(Session& session, int count) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(advance(session)) << session.trouble;
}

}  // namespace

TEST(Hands, a_ball_pushes_a_point_out_of_itself_and_away_from_its_middle) {
    OpenSession opened(scene_text(stone_at_rest));
    Session& session = opened.session;
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"push","at":[0,0,0],"radius":0.2})"), "\"ok\":true"));
    take_steps(session, 100);
    const Vec3 x = session.simulation.world.state.x[0];
    EXPECT_GE(x.x(), 0.2 - 1e-9);
    EXPECT_NEAR(x.y(), 0, 1e-12);
    const Real speed = session.simulation.world.state.v[0].norm();
    answer(session, 1, R"({"do":"release"})");
    take_steps(session, 10);
    EXPECT_NEAR(session.simulation.world.state.v[0].norm(), speed, 1e-9);
}

TEST(Hands, a_ball_pushes_the_body_it_meets_and_no_other) {
    OpenSession opened(scene_text(two_boxes));
    Session& session = opened.session;
    answer(session, 1, R"({"do":"push","at":[-0.25,0,0],"radius":0.2})");
    take_steps(session, 50);
    EXPECT_GT(session.simulation.world.state.frames.x[0].x(), 0.01);
    EXPECT_NEAR(session.simulation.world.state.frames.x[1].x(), 3, 1e-9);
}

TEST(Hands, a_force_accelerates_its_point_until_it_is_removed) {
    OpenSession opened(scene_text(stone_at_rest));
    Session& session = opened.session;
    const std::string name = current_frame(session).frame.points[0].head.name;
    const std::string reply =
        answer(session, 1,
               R"({"do":"add_force","structure":")" + name + R"(","node":0,"at":[0,0,0],"force":[0,3,0]})");
    EXPECT_TRUE(has(reply, "\"number\":1")) << reply;
    take_steps(session, 100);
    EXPECT_NEAR(session.simulation.world.state.v[0].y(), 3 * 0.5 / 2, 1e-9);  // F t / m
    EXPECT_EQ(current_frame(session).arrows.at(0).name, "held");
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"remove_force","number":1})"), "\"ok\":true"));
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"remove_force","number":1})"), "no force 1"));
    take_steps(session, 100);
    EXPECT_NEAR(session.simulation.world.state.v[0].y(), 3 * 0.5 / 2, 1e-9);
}

TEST(Hands, a_force_acts_in_steps_in_which_its_cloth_divides_too) {
    OpenSession opened(scene_text(free_sheet));
    Session& session = opened.session;
    const World& world = session.simulation.world;
    const Vec3 force(0, 0.3, 0);
    const std::string name = current_frame(session).frame.surfaces.at(0).head.name;
    hold_force(session, name, world.state.x.front(), force);
    int dividing = 0;
    for (int k = 0; k < 60; ++k) {
        const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
        const std::size_t points = world.state.x.size();
        take_steps(session, 1);
        const Vec3 gained = momentum(world.model, world.state, world.model.parts[0]) - before;
        EXPECT_NEAR(gained.y() / (0.004 * force.y()), 1, 0.01) << "step " << k;  // F h
        dividing += world.state.x.size() > points;
    }
    EXPECT_GT(dividing, 2);
}

TEST(Hands, a_force_acts_in_steps_in_which_an_animated_number_changes) {
    OpenSession opened(scene_text(stone_in_changing_air));
    Session& session = opened.session;
    hold_force(session, current_frame(session).frame.points.at(0).head.name, Vec3::Zero(), Vec3(0, 3, 0));
    take_steps(session, 100);
    EXPECT_NEAR(session.simulation.world.state.v[0].y(), 3 * 0.5 / 2, 1e-9);  // F t / m
}

TEST(Hands, a_held_point_does_not_move_in_a_step_in_which_an_animated_number_changes) {
    OpenSession opened(scene_text(R"("duration": 10, "step": 0.005, "gravity": [0, -9.81, 0],
        "parts": [ { "kind": "particles", "name": "pair", "points": [ {}, { "position": [0, -1, 0] } ],
                     "springs": [ { "a": 0, "b": 1, "stiffness": 100 } ] } ],
        "controls": [ { "kind": "animate", "path": "gravity.0", "keys": [[0, 0], [10, 1]] } ])"));
    Session& session = opened.session;
    World& world = session.simulation.world;
    const std::string name = current_frame(session).frame.curves.at(0).head.name;
    hold_still(find_touched(session.plan, world, {name, 0, Vec3::Zero()}), world, session.simulation.held);
    for (int k = 0; k < 10; ++k) {
        take_steps(session, 1);
        EXPECT_EQ(world.state.x[0], Vec3::Zero()) << "step " << k;
        EXPECT_EQ(world.state.v[0], Vec3::Zero()) << "step " << k;
    }
    EXPECT_LT(world.state.v[1].y(), 0);
}

TEST(Hands, a_force_beside_the_middle_of_a_body_turns_it) {
    OpenSession opened(scene_text(two_boxes));
    Session& session = opened.session;
    const std::string name = current_frame(session).frame.instances[0].head.name;
    answer(session, 1,
           R"({"do":"add_force","structure":")" + name + R"(","node":0,"at":[0.1,0,0],"force":[0,1,0]})");
    take_steps(session, 20);
    EXPECT_GT(session.simulation.world.state.frames.w[0].z(), 0.01);
    EXPECT_GT(session.simulation.world.state.frames.v[0].y(), 0.001);
}

TEST(Hands, a_pulled_wisp_follows_the_pointer_and_falls_back) {
    OpenSession opened(scene_text(hanging_wisp));
    Session& session = opened.session;
    const World& world = session.simulation.world;
    take_steps(session, 5);
    const std::string name = current_frame(session).wisps.at(0).head.name;
    const Vec3 tip = world.state.x.back(), target = tip + Vec3(0.08, 0.03, 0);
    Grab grab = find_touched(session.plan, world, {name, 0, tip});
    EXPECT_EQ(grab.point, world.state.point_count() - 1);
    grab.target = target;
    session.simulation.world.control.hands.grabs.push_back(grab);
    take_steps(session, 150);
    EXPECT_LT((world.state.x.back() - target).norm(), 0.6 * (tip - target).norm());
    session.simulation.world.control.hands.grabs.clear();
    take_steps(session, 300);
    EXPECT_LT((world.state.x.back() - tip).norm(), 0.3 * (tip - target).norm());
}

TEST(Hands, a_held_particle_of_a_wisp_stays_while_the_rest_swings) {
    OpenSession opened(scene_text(hanging_wisp));
    Session& session = opened.session;
    World& world = session.simulation.world;
    const std::string name = current_frame(session).wisps.at(0).head.name;
    const Vec3 tip = world.state.x.back();
    hold_still(find_touched(session.plan, world, {name, 0, tip}), world, session.simulation.held);
    set_scene_value(session, "gravity", make_array({5, -5, 0}));
    take_steps(session, 60);
    EXPECT_LT((world.state.x.back() - tip).norm(), 1e-9);
    let_go(0, tip, world, session.simulation.held);
    take_steps(session, 60);
    EXPECT_GT((world.state.x.back() - tip).norm(), 0.01);
}

TEST(Hands, a_pulled_link_turns_about_its_joint) {
    OpenSession opened(scene_text(pendulum));
    Session& session = opened.session;
    const std::string name = current_frame(session).frame.instances.at(0).head.name;
    Grab grab = find_touched(session.plan, session.simulation.world, {name, 0, Vec3(0.4, 0, 0)});
    grab.target = Vec3(0.2, 0.3, 0);
    session.simulation.world.control.hands.grabs.push_back(grab);
    take_steps(session, 400);
    const Vec3 end = place_of(grab, session.simulation.world.model, session.simulation.world.state);
    EXPECT_LT((end - 0.4 * grab.target.normalized()).norm(), 0.05);
}

TEST(Hands, a_pulled_oriented_particle_takes_its_neighbour_along) {
    OpenSession opened(scene_text(blob));
    Session& session = opened.session;
    const World& world = session.simulation.world;
    const std::string name = current_frame(session).frame.discs.at(0).head.name;
    const Vec3 from = world.state.frames.x[0];
    Grab grab = find_touched(session.plan, world, {name, 0, from});
    EXPECT_EQ(grab.frame, 0);
    grab.target = from + Vec3(0, 0.5, 0);
    session.simulation.world.control.hands.grabs.push_back(grab);
    const Vec3 middle = (world.state.frames.x[0] + world.state.frames.x[1]) / 2;
    take_steps(session, 400);
    EXPECT_LT((world.state.frames.x[0] - grab.target).norm(), 0.1);
    EXPECT_GT(((world.state.frames.x[0] + world.state.frames.x[1]) / 2 - middle).y(), 0.2);
}

TEST(Hands, several_values_are_changed_as_one_edit) {
    OpenSession opened(scene_text(two_boxes));
    Session& session = opened.session;
    const std::string reply = answer(session, 1, R"({"do":"set","changes":[
        {"path":"parts.one.position","value":[0,1,0]},{"path":"parts.two.position","value":[0,1,0]}]})");
    EXPECT_TRUE(has(reply, "\"ok\":true")) << reply;
    EXPECT_EQ(session.undo.size(), 1u);
    EXPECT_NEAR(session.simulation.world.state.frames.x[0].y(), 1, 1e-12);
    EXPECT_NEAR(session.simulation.world.state.frames.x[1].y(), 1, 1e-12);
    undo_edit(session);
    EXPECT_NEAR(session.simulation.world.state.frames.x[1].y(), 0, 1e-12);
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"set","changes":[
        {"path":"parts.one.position","value":[0,1,0]},{"path":"parts.two.position","value":"x"}]})"),
                    "\"ok\":false"));
    EXPECT_NEAR(session.simulation.world.state.frames.x[0].y(), 0, 1e-12);
}

}  // namespace souple
