// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/measure_contact.h
#include "souple/dynamics/contact/measure_contact.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "souple/dynamics/contact/find_pairs.h"
#include "souple/dynamics/contact/touch_pair.h"

#include "support/rigid_world.h"

namespace souple {
namespace {

/// [m] the same by looking at every two touchables.
Real brute_force_overlap(const World& world, int part) {
    InteractionScratch all;
    list_movers(world.model, all.movers);
    list_touchables(world.model, all);
    all.movers.spreads.resize(2);
    Control control = world.control;
    for (ObstacleMotion& motion : control.obstacles) motion.pose_t0 = motion.pose_t1;
    const ContactView view{world.model, control, world.state, 0, all.edges};
    const auto thickness = [&](const Touchable& t) {
        return t.part >= 0 && t.kind != TouchableKind::Piece ? world.model.parts[t.part].surface.thickness
                                                             : 0;
    };
    Real deepest = 0;
    const int count = static_cast<int>(all.touchables.size());
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) {
            const Touchable &a = all.touchables[i], &b = all.touchables[j];
            const bool is_edge = a.kind == TouchableKind::Edge || b.kind == TouchableKind::Edge;
            if ((a.part != part && b.part != part) || !may_touch(world.model, a, b)) continue;
            if (i >= all.body_count && !is_matter_pair(view, a, b)) continue;
            if (is_edge && a.kind != b.kind) continue;
            Manifold manifold;
            touch_pair(view, a, b, 0, manifold, all.movers);
            for (int k = 0; k < manifold.count; ++k)
                deepest = std::max(deepest, -manifold.points[k].gap - thickness(a) - thickness(b));
        }
    return deepest;
}

/// Bodies, a sheet and dust that fall into each other.
World heap() {
    World world = rigid_world(mixed_bodies(12, 4, 0.35, 3, {0, 0.5}), down);
    add_room(world, 0.6, {});
    ClothDef cloth = small_cloth(6);
    cloth.part.touches = Touches::Everything;
    add_cloth(world, cloth);
    ParticlesDef dust;
    dust.part.name = "dust";
    dust.part.touches = Touches::Everything;
    for (int k = 0; k < 30; ++k) dust.points.push_back({.position = {0.04 * k - 0.5, 0.02, 0.01 * k - 0.2}});
    add_particles(world, dust);
    return world;
}

}  // namespace

TEST(MeasureContact, what_is_far_from_a_part_is_left_out_and_changes_nothing) {
    World world = heap();
    Real deepest = 0;
    for (int k = 0; k < 12; ++k) {
        world.step({.h = 1.0 / 60});
        for (int part = 0; part < static_cast<int>(world.model.parts.size()); ++part) {
            EXPECT_EQ(deepest_overlap(world, part), brute_force_overlap(world, part)) << part;
            deepest = std::max(deepest, deepest_overlap(world, part));
        }
    }
    EXPECT_GT(deepest, 1e-3);
}

TEST(MeasureContact, two_balls_overlap_by_their_radii_less_their_distance) {
    World world = rigid_world({body_of(Sphere{0.2}, {0, 0, 0}), body_of(Sphere{0.3}, {0.4, 0, 0})});
    EXPECT_NEAR(deepest_overlap(world, 0), 0.1, 1e-12);
    world.state.frames.x[1].x() = 0.51;
    EXPECT_EQ(deepest_overlap(world, 0), 0);
}

TEST(MeasureContact, a_box_lies_in_the_floor_before_and_after_the_first_step) {
    World world = rigid_world({body_of(Box{{0.5, 0.5, 0.5}}, {0, 0.47, 0})});
    add_floor(world);
    EXPECT_NEAR(deepest_overlap(world, 0), 0.03, 1e-12);
    world.model.contact.push_rate = 0;
    world.step();
    EXPECT_NEAR(deepest_overlap(world, 0), 0.03, 1e-9);
}

TEST(MeasureContact, cloth_and_points_count_without_their_thickness) {
    World world = rigid_world({body_of(Sphere{0.2}, {0, 0, 0})});
    ParticlesDef def;
    def.part.name = "point";
    def.part.thickness = 0.05;
    def.points = {{.position = {0.19, 0, 0}, .mass = 1}};
    add_particles(world, def);
    EXPECT_NEAR(deepest_overlap(world, 1), 0.01, 1e-12);
    EXPECT_NEAR(deepest_overlap(world, 0), 0.01, 1e-12);
    world.state.x[0].x() = 0.21;
    EXPECT_EQ(deepest_overlap(world, 1), 0);
    ClothDef cloth = small_cloth(8);
    cloth.part.position = {0, 0.15, 0};
    add_cloth(world, cloth);
    EXPECT_NEAR(deepest_overlap(world, 2), 0.05, 1e-9);
}

/// [m] the same of one part, its thickness included.
Real thick_overlap(const World& world, int part) {
    return deepest_overlaps(world, std::span(&part, 1), Thickness::Counts)[part];
}

TEST(MeasureContact, thick_points_and_cloth_overlap_before_anything_gets_through) {
    World world;
    ParticlesDef def;
    def.part.touches = Touches::Everything;
    def.part.thickness = 0.05;
    def.part.name = "one";
    def.points = {{.position = {0.1, 0, 0.1}, .mass = 1}};
    add_particles(world, def);
    def.part.thickness = 0.03;
    def.part.name = "other";
    def.points = {{.position = {0.1, 0.06, 0.1}, .mass = 1}};
    add_particles(world, def);
    EXPECT_NEAR(thick_overlap(world, 0), 0.05 + 0.03 - 0.06, 1e-12);
    EXPECT_NEAR(thick_overlap(world, 1), 0.02, 1e-12);
    EXPECT_EQ(deepest_overlap(world, 1), 0) << "the points themselves are apart";
    world.state.x[1].y() = 0.081;
    EXPECT_EQ(thick_overlap(world, 1), 0);
    ClothDef cloth = small_cloth(8);
    cloth.part.touches = Touches::Everything;
    cloth.part.thickness = 0.01;
    cloth.part.position = {0, -0.04, 0};
    add_cloth(world, cloth);
    EXPECT_NEAR(thick_overlap(world, 2), 0.05 + 0.01 - 0.04, 1e-9);
    EXPECT_EQ(deepest_overlap(world, 2), 0);
}

TEST(MeasureContact, parts_that_pass_through_each_other_do_not_count) {
    World world = rigid_world({body_of(Sphere{0.2}, {0, 0, 0})});
    add_rigid(world, rigid_of({body_of(Sphere{0.2}, {0.1, 0, 0})}, "other"));
    EXPECT_NEAR(deepest_overlap(world, 1), 0.3, 1e-12);
    world.model.strangers.push_back({0, 1});
    EXPECT_EQ(deepest_overlap(world, 1), 0);
}

TEST(MeasureContact, a_sheet_that_stands_in_another_crosses_what_its_lowest_edges_reach) {
    World world;
    ClothDef lying = small_cloth(1), standing = small_cloth(1);
    lying.holds = standing.holds = {};
    standing.part.name = "standing";
    standing.part.rotation = {90, 0, 0};
    standing.part.position = {0.013, 0.4, 0.021};
    add_cloth(world, lying);
    add_cloth(world, standing);
    // two triangles stand in two: the standing lower one passes through both, the upper one as well
    EXPECT_GT(crossing_count(world.model, world.state, 0), 1);
    EXPECT_EQ(crossing_count(world.model, world.state, 0), crossing_count(world.model, world.state, 1));
    for (int i = world.model.parts[1].points.begin; i < world.model.parts[1].points.end(); ++i)
        world.state.x[i].y() += 0.2;
    EXPECT_EQ(crossing_count(world.model, world.state, 0), 0);
}

}  // namespace souple
