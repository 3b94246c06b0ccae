// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/ground_reaction.h
#include "souple/dynamics/contact/ground_reaction.h"

#include <gtest/gtest.h>

#include "souple/models/articulated.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

constexpr Real depth = 0.004;  // [m]
constexpr Real ground_interval = 0.002;

/// A row of boxes in one body that reach a little into the floor; 20 cm long and 1 kg each.
BodyDef row_of_boxes(int count, const Vec3& position) {
    BodyDef body;
    for (int k = 0; k < count; ++k)
        body.solid.pieces.push_back({Box{Vec3(0.1, 0.05, 0.1)}, {Vec3(0.3 * k, 0, 0), Quat::Identity()}});
    body.density = 250;
    body.position = position;
    return body;
}

World world_of_rows(const std::vector<int>& counts, ResponseKind kind) {
    std::vector<BodyDef> bodies;
    for (std::size_t k = 0; k < counts.size(); ++k)
        bodies.push_back(row_of_boxes(counts[k], Vec3(0, 0.05 - depth, 0.5 * k)));
    World world = rigid_world(bodies, down);
    world.model.contact.penalty = {.kind = kind};
    add_floor(world);
    return world;
}

/// [N] on each body along the normals of what it stands on, from the impulses of the last step.
Real carried_force(const World& world) { return carried_impulse(world) / ground_interval; }

/// Boxes side by side on hinges along x, whose bottoms reach into the floor by the depths given.
ArticulatedDef hinged_boxes(const std::vector<Real>& depths) {
    ArticulatedDef def;
    def.part.name = "row";
    def.floating = true;
    for (std::size_t k = 0; k < depths.size(); ++k) {
        LimbDef link;
        link.name = "box" + std::to_string(k);
        if (k > 0) link.parent = "box" + std::to_string(k - 1);
        link.body = body_of(Box{Vec3(0.1, 0.05, 0.1)}, Vec3(0.3 * k, 0.05 - depths[k], 0));
        link.body.density = 250;
        link.joint.kind = JointKind::Hinge;
        link.joint.at = Vec3(0.3 * k - 0.15, 0.05, 0);
        link.joint.axis = Vec3::UnitX();
        def.links.push_back(link);
    }
    return def;
}

}  // namespace

TEST(GroundReaction, F3_68_bodies_of_one_two_and_four_pieces_are_carried_once) {
    World world = world_of_rows({1, 2, 4}, ResponseKind::GroundReaction);
    for (int k = 0; k < 100; ++k) {
        world.step({.h = ground_interval});
        ASSERT_NEAR(carried_force(world), 7 * g, 1e-9);
        for (int body = 0; body < 3; ++body) {
            ASSERT_LT(world.state.frames.v[body].norm(), 1e-12);
            ASSERT_LT(world.state.frames.w[body].norm(), 1e-12);
        }
    }
}

TEST(GroundReaction, F3_68_the_weight_is_shared_in_proportion_to_depth) {
    // two feet of one body, one three times as deep
    BodyDef body = row_of_boxes(2, Vec3(0, 0.05 - 0.001, 0));
    body.solid.pieces[1].pose.position.y() = -0.002;
    World world = rigid_world({body}, down);
    world.model.contact.penalty = {.kind = ResponseKind::GroundReaction};
    add_floor(world);
    world.step({.h = ground_interval});
    Real least = 1e30, most = 0;
    for (const ManifoldMemory& kept : world.state.touching) {
        Real sum = 0;
        for (int k = 0; k < kept.count; ++k) sum += kept.normal[k] / ground_interval;
        least = std::min(least, sum);
        most = std::max(most, sum);
    }
    EXPECT_NEAR(most / least, 3, 1e-6);
    EXPECT_NEAR(most + least, 2 * g, 1e-9);
}

TEST(GroundReaction, F3_68_the_weight_of_an_articulated_body_is_shared_by_its_links) {
    World world;
    world.model.gravity = down;
    add_articulated(world, hinged_boxes({depth, depth, depth, depth}));
    world.model.contact.penalty = {.kind = ResponseKind::GroundReaction};
    add_floor(world);
    for (int k = 0; k < 100; ++k) {
        world.step({.h = ground_interval});
        ASSERT_NEAR(carried_force(world), 4 * g, 1e-9);
        for (int link = 0; link < 4; ++link) ASSERT_LT(world.state.frames.v[link].norm(), 1e-12);
    }
}

TEST(GroundReaction, F3_68_a_link_that_is_alone_in_the_ground_is_not_thrown_up) {
    World world;
    world.model.gravity = down;
    add_articulated(world, hinged_boxes({depth, -0.01, -0.02, -0.03}));
    world.model.contact.penalty = {.kind = ResponseKind::GroundReaction};
    add_floor(world);
    for (int k = 0; k < 20; ++k) {
        world.step({.h = ground_interval});
        ASSERT_LT(world.state.frames.v[0].y(), 1e-12);
        // it carries itself at least, and no more than the four
        ASSERT_GT(carried_force(world), g);
        ASSERT_LT(carried_force(world), 4 * g);
    }
}

TEST(GroundReaction, F3_68_a_wall_beside_takes_no_share_of_the_weight) {
    World world = world_of_rows({1}, ResponseKind::GroundReaction);
    add_fixed(world, Plane{Vec3(1, 0, 0), -0.1 + 2 * depth}, {}, {});
    for (int k = 0; k < 50; ++k) {
        world.step({.h = ground_interval});
        ASSERT_NEAR(carried_force(world), g, 1e-9);
        ASSERT_LT(world.state.frames.v[0].norm(), 1e-12);
    }
}

/// A box in the corner of floor and wall, pressed by forces.
World world_in_corner(const Vec3& force, Real into_wall, ResponseKind kind) {
    World world;
    world.model.gravity = down;
    RigidDef def = rigid_of({row_of_boxes(1, Vec3(0.1 - into_wall, 0.05 - depth, 0))});
    def.torques = {{.frame = 0, .force = force}};
    add_rigid(world, def);
    world.model.contact.penalty = {.kind = kind};
    add_floor(world);
    add_fixed(world, Plane{Vec3(1, 0, 0), 0}, {}, {});
    return world;
}

TEST(GroundReaction, F3_69_walls_carry_what_presses_on_each_and_do_not_ask_the_other) {
    for (const Real into_wall : {0.001, 0.004, 0.02}) {
        World world = world_in_corner(Vec3(-30, -5, 0), into_wall, ResponseKind::WallReaction);
        for (int k = 0; k < 50; ++k) {
            world.step({.h = ground_interval});
            ASSERT_NEAR(carried_force(world), 30 + 5 + g, 1e-9) << into_wall;
            ASSERT_LT(world.state.frames.v[0].norm(), 1e-12) << into_wall;
        }
    }
}

TEST(GroundReaction, F3_69_what_is_pulled_off_is_not_held) {
    World world = world_in_corner(Vec3(8, 15, 0), 0.004, ResponseKind::WallReaction);
    for (int k = 1; k <= 3; ++k) {
        world.step({.h = ground_interval});
        ASSERT_NEAR(world.state.frames.v[0].x(), k * ground_interval * 8, 1e-12);
        ASSERT_NEAR(world.state.frames.v[0].y(), k * ground_interval * (15 - g), 1e-12);
    }
}

TEST(GroundReaction, F3_69_a_push_on_one_link_is_shared_by_all_that_stand_at_the_wall) {
    World world;
    world.model.gravity = down;
    ArticulatedDef def = hinged_boxes({depth, depth});
    def.torques = {{.frame = 0, .force = Vec3(0, 0, -12)}, {.frame = 1, .force = Vec3(0, 0, -12)}};
    add_articulated(world, def);
    world.model.contact.penalty = {.kind = ResponseKind::WallReaction};
    add_floor(world);
    add_fixed(world, Plane{Vec3(0, 0, 1), -0.1 + 0.002}, {}, {});
    for (int k = 0; k < 50; ++k) {
        world.step({.h = ground_interval});
        ASSERT_NEAR(carried_force(world), 2 * g + 24, 1e-9);
        for (int link = 0; link < 2; ++link) ASSERT_LT(world.state.frames.v[link].norm(), 1e-12);
    }
}

TEST(GroundReaction, F3_68_F3_69_springs_act_beside_what_is_carried) {
    for (const ResponseKind kind : {ResponseKind::GroundReaction, ResponseKind::WallReaction}) {
        World world = world_of_rows({2}, kind);
        world.model.contact.penalty.stiffness = 100;
        world.step({.h = ground_interval});
        // eight corners, all as deep; its weight is carried, so springs alone move it
        EXPECT_NEAR(world.state.frames.v[0].y(), ground_interval * 8 * 100 * depth / 2, 1e-12);
    }
}

}  // namespace souple
