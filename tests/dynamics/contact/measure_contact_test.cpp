// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/measure_contact.h
#include "souple/dynamics/contact/measure_contact.h"

#include <gtest/gtest.h>

#include "support/rigid_world.h"

namespace souple {

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
