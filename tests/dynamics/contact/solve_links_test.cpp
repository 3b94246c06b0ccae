// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests dynamics/contact/solve_links.cpp.
#include <gtest/gtest.h>

#include "souple/dynamics/contact/solve_links.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/part_def.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

const Vec3 down(0, -9.81, 0);

MaterialPoint on_body(int frame, const Vec3& local) { return {.frame = frame, .local = local}; }

MaterialPoint on_part(const World& world, const std::string& part, const Grip& grip) {
    return find_spot(world.model, world.model.parts[find_part(world.model, part)], grip);
}

Vec3 gap_of(const World& world, const Link& link) {
    return position_of(world.state, link.a) - position_of(world.state, link.b);
}

Vec3 angular_momentum(const World& world) {
    Vec3 sum = Vec3::Zero();
    for (const Part& part : world.model.parts) sum += angular_momentum(world.model, world.state, part);
    return sum;
}

RigidDef untouchable(std::vector<BodyDef> bodies) {
    RigidDef def = rigid_of(std::move(bodies));
    def.part.touches = Touches::Nothing;
    def.part.self_contact = false;
    return def;
}

/// A free cloth with a spinning box at a spot of one triangle, a second box on a soft link, no gravity.
World closed_world() {
    World world;
    world.model.gravity.setZero();
    ClothDef cloth = small_cloth(6);
    cloth.part.name = "cloth";
    cloth.part.touches = Touches::Nothing;
    cloth.part.substeps = 3;
    cloth.holds.pins.clear();
    add_cloth(world, cloth);
    BodyDef box = body_of(Box{{0.1, 0.05, 0.08}}, {0.3, 0.2, 0.1});
    box.density = 500;
    box.velocity = {0.3, -0.5, 0.2};
    box.spin = {4, -2, 3};
    BodyDef other = box;
    other.position = {-0.3, -0.2, 0};
    other.velocity = {0, 0.6, -0.4};
    add_rigid(world, untouchable({box, other}));
    Link rigid;
    rigid.a = on_part(world, "cloth", {.rest = {0.17, 0, 0.21}});
    rigid.b = on_body(0, {0.1, 0.05, 0.08});
    Link soft{.a = on_body(1, {0.1, 0, 0}), .b = on_body(0, {-0.1, 0, 0}), .stiffness = 200, .damping = 0.5};
    world.model.links = {rigid, soft};
    return world;
}

TEST(Links, a_closed_world_keeps_momentum_and_angular_momentum_to_rounding) {
    World world = closed_world();
    const Vec3 p = momentum(world), l = angular_momentum(world);
    Real pulled = 0;
    for (int k = 0; k < 300; ++k) {
        ASSERT_FALSE(world.step({.h = 1.0 / 240, .intervals = 2}).failure);
        pulled += world.scratch->links.rows[0].impulse.norm();
    }
    EXPECT_GT(pulled, 0.1) << "the link must have had something to do";
    EXPECT_LT((momentum(world) - p).norm(), 1e-12 * (1 + momentum_scale(world)));
    EXPECT_LT((angular_momentum(world) - l).norm(), 1e-12 * (1 + l.norm()));
}

TEST(Links, the_ends_of_a_rigid_link_come_together_and_stay) {
    World world = closed_world();
    for (int k = 0; k < 120; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 240, .intervals = 2}).failure);
    EXPECT_LT(gap_of(world, world.model.links[0]).norm(), 1e-6);
    EXPECT_GT(gap_of(world, world.model.links[1]).norm(), 1e-3) << "a spring gives way";
}

TEST(Links, a_gap_at_the_start_closes_no_faster_than_overlaps_do_and_leaves_no_speed) {
    World world;
    world.model.gravity.setZero();
    add_rigid(world, untouchable({body_of(Sphere{0.1}, {0, 0, 0}), body_of(Sphere{0.1}, {1, 0, 0})}));
    world.model.links = {{.a = on_body(0, {0, 0, 0}), .b = on_body(1, {0, 0, 0})}};
    ASSERT_FALSE(world.step({.h = 0.01}).failure);
    EXPECT_NEAR(gap_of(world, world.model.links[0]).norm(), 1 - 2 * 0.01 * world.model.contact.push_speed,
                1e-12)
        << "two passes";
    EXPECT_LT(world.state.frames.v[0].norm(), 1e-12);
}

TEST(Links, a_body_on_a_cloth_hangs_by_its_weight) {
    World world;
    world.model.gravity = down;
    ClothDef cloth = small_cloth(4);
    cloth.part.name = "cloth";
    cloth.part.touches = Touches::Nothing;
    cloth.part.substeps = 1;
    cloth.part.rotation = {90, 0, 0};
    cloth.stiffness = 200;
    cloth.damping_time = 0.02;
    cloth.holds.pins = {{.edge = "top"}};
    add_cloth(world, cloth);
    BodyDef box = body_of(Box{{0.05, 0.05, 0.05}}, {0, -1, 0});
    box.density = 300;  // 0.3 kg
    add_rigid(world, untouchable({box}));
    Link link;
    link.a = on_part(world, "cloth", {.rest = {0.02, 0, 0.4}});
    world.state.frames.x[0] = position_of(world.state, link.a) - Vec3(0, 0.05, 0);
    link.b = on_body(0, {0, 0.05, 0});
    world.model.links = {link};
    world.model.drags.push_back({.name = "air at the cloth", .part = 0, .linear = 0.02});
    world.model.drags.push_back({.name = "air at the box", .part = 1, .linear = 3});
    const StepSettings settings{.h = 1.0 / 120, .intervals = 16};
    for (int k = 0; k < 600; ++k) ASSERT_FALSE(world.step(settings).failure);
    const Real h = settings.h / settings.intervals;
    const Vec3 pull = -world.scratch->links.rows[0].impulse / h;  // on the body
    EXPECT_NEAR(pull.y(), 0.3 * 9.81, 1e-3 * 0.3 * 9.81);
    EXPECT_LT(gap_of(world, link).norm(), 1e-9);
    EXPECT_LT(world.state.frames.v[0].norm(), 1e-3);
}

TEST(Links, a_spring_gives_way_by_weight_over_stiffness) {
    World world;
    world.model.gravity = down;
    ParticlesDef nail;
    nail.part.name = "nail";
    nail.points = {{.position = {0, 1, 0}, .pinned = true}};
    add_particles(world, nail);
    add_rigid(world, untouchable({body_of(Sphere{0.05}, {0, 1, 0})}));
    const Real weight = world.model.frame_inertia[0].mass * 9.81;
    world.model.links = {{.a = on_part(world, "nail", {.point = 0}),
                          .b = on_body(0, {0, 0, 0}),
                          .stiffness = 100,
                          .damping = 10}};
    for (int k = 0; k < 600; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 120, .intervals = 2}).failure);
    EXPECT_NEAR(gap_of(world, world.model.links[0]).y(), weight / 100, 1e-9);
    EXPECT_EQ(world.state.x[0], Vec3(0, 1, 0)) << "a pinned point stays";
}

TEST(Links, a_stiff_spring_in_a_long_step_comes_to_rest) {
    World world;
    world.model.gravity.setZero();
    add_rigid(world, untouchable({body_of(Sphere{0.05}, {0, 0, 0}), body_of(Sphere{0.05}, {0.3, 0, 0})}));
    world.model.links = {{.a = on_body(0, {0.05, 0, 0}), .b = on_body(1, {-0.05, 0, 0}), .stiffness = 1e9}};
    for (int k = 0; k < 100; ++k) ASSERT_FALSE(world.step({.h = 0.02}).failure);
    EXPECT_LT(gap_of(world, world.model.links[0]).norm(), 1e-6);
    EXPECT_LT(kinetic_energy(world), 1e-6);
}

/// Bodies one below the other, each linked to the next, the first to a pinned point.
World chain_of_bodies(int count) {
    World world;
    world.model.gravity = down;
    ParticlesDef nail;
    nail.part.name = "nail";
    nail.points = {{.position = {0, 0, 0}, .pinned = true}};
    add_particles(world, nail);
    std::vector<BodyDef> bodies;
    for (int k = 0; k < count; ++k)
        bodies.push_back(body_of(Box{{0.05, 0.01, 0.01}}, {0.05 + 0.1 * k, 0, 0}));
    add_rigid(world, untouchable(bodies));
    MaterialPoint before = on_part(world, "nail", {.point = 0});
    for (int k = 0; k < count; ++k) {
        world.model.links.push_back({.a = before, .b = on_body(k, {-0.05, 0, 0})});
        before = on_body(k, {0.05, 0, 0});
    }
    return world;
}

TEST(Links, a_long_chain_of_bodies_swings_without_opening) {
    World world = chain_of_bodies(30);
    Real widest = 0;
    for (int k = 0; k < 120; ++k) {
        ASSERT_FALSE(world.step({.h = 1.0 / 240}).failure);
        for (const Link& link : world.model.links) widest = std::max(widest, gap_of(world, link).norm());
    }
    EXPECT_LT(widest, 2e-3) << "of links 0.1 m long";
    EXPECT_LT(world.state.frames.x[29].y(), -0.5) << "it has fallen";
}

TEST(Links, bodies_on_links_do_not_fall_asleep) {
    for (const bool linked : {false, true}) {
        World world = rigid_world(
            {body_of(Box{{0.5, 0.5, 0.5}}, {0, 0.5, 0}), body_of(Box{{0.5, 0.5, 0.5}}, {1.2, 0.5, 0})}, down);
        add_floor(world);
        world.model.contact.sleeping = true;
        if (linked) world.model.links = {{.a = on_body(0, {0.6, 0, 0}), .b = on_body(1, {-0.6, 0, 0})}};
        for (int k = 0; k < 120; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 120}).failure);
        EXPECT_EQ(world.scratch->interaction.asleep.empty(), linked);
    }
}

TEST(Links, two_points_tied_from_the_start_move_as_one_mass) {
    World world;
    world.model.gravity.setZero();
    for (const auto& [name, mass, speed] : {std::tuple("light", 1.0, 3.0), std::tuple("heavy", 2.0, 0.0)}) {
        ParticlesDef def;
        def.part.name = name;
        def.points = {{.position = {1, 2, 3}, .velocity = {0, speed, 0}, .mass = mass}};
        add_particles(world, def);
    }
    world.model.links = {
        {.a = on_part(world, "light", {.point = 0}), .b = on_part(world, "heavy", {.point = 0})}};
    ASSERT_FALSE(world.step({.h = 0.5}).failure);
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR((world.state.v[i] - Vec3(0, 1, 0)).norm(), 0, 1e-14);
        EXPECT_NEAR((world.state.x[i] - Vec3(1, 2.5, 3)).norm(), 0, 1e-14);
    }
}

}  // namespace
}  // namespace souple
