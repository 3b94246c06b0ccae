// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/hair.h and groom.h
#include "souple/models/hair.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "souple/core/errors.h"
#include "souple/models/groom.h"
#include "support/hair_world.h"

namespace souple {
namespace {

std::string complaint(const HairDef& def) {
    World world;
    Obstacle head;
    head.name = "head";
    head.shape = Sphere{0.1};
    head.track = add_track(world, {.name = "head", .keys = {{0, {}}}});
    add_obstacle(world, head);
    try {
        add_hair(world, def);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Hair, W1_1_a_wisp_has_its_particles_springs_and_mass) {
    const World world = hair_world(one_wisp(Vec3(0, -1, 0)));
    EXPECT_EQ(world.state.x.size(), 10u);
    EXPECT_EQ(world.model.springs.size(), 9u + 8u);
    EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), 1.8e-3, 1e-15);
    EXPECT_EQ(world.model.inv_mass[0], 0);
    EXPECT_EQ(world.model.inv_mass[1], 0);
    EXPECT_GT(world.model.inv_mass[2], 0);
    EXPECT_LT((world.state.x[0] - Vec3(0, 0.03, 0)).norm(), 1e-15);
}

TEST(Hair, W1_3_hinges_replace_the_springs_over_two_segments) {
    HairDef def = one_wisp(Vec3(0, -1, 0));
    def.material.hinges = true;
    const World world = hair_world(def);
    EXPECT_EQ(world.model.springs.size(), 9u);
    EXPECT_EQ(world.model.hinges.size(), 8u);
}

TEST(Hair, a_scalp_covers_the_head_but_not_the_face) {
    World world;
    Obstacle head;
    head.name = "head";
    head.shape = Ellipsoid{Vec3(0.08, 0.1, 0.09)};
    head.track = add_track(world, {.name = "head", .keys = {{0, {Vec3(0, 1, 0), Quat::Identity()}}}});
    add_obstacle(world, head);
    HairDef def = test_hair();
    def.head = "head";
    def.scalps = {{.count = 60}};
    add_hair(world, def);
    EXPECT_EQ(world.state.hair[0].wisps.size(), 60u);
    for (int w = 0; w < 60; ++w) {
        const Vec3 root = world.state.x[10 * w + 1] - Vec3(0, 1, 0);
        EXPECT_NEAR(nearest_surface(head.shape, root, 1).distance, 3e-3, 1e-5);
        EXPECT_LT(nearest_surface(head.shape, world.state.x[10 * w] - Vec3(0, 1, 0), 1).distance, 0);
        EXPECT_TRUE(root.y() >= 0 || root.z() < 0.08) << root.transpose();
    }
}

TEST(Hair, bad_input_is_told_in_words) {
    HairDef none = test_hair();
    EXPECT_NE(complaint(none).find("needs roots"), std::string::npos);
    HairDef thin = one_wisp(Vec3::UnitY());
    thin.radius = 0;
    EXPECT_NE(complaint(thin).find("radius above zero"), std::string::npos);
    HairDef dot = one_wisp(Vec3::UnitY());
    dot.particles = 1;
    EXPECT_NE(complaint(dot).find("3 to 32 particles, not 1"), std::string::npos);
    HairDef lost = one_wisp(Vec3::UnitY());
    lost.head = "hat";
    EXPECT_NE(complaint(lost).find("'hat'"), std::string::npos);
    HairDef bald = test_hair();
    bald.scalps = {{}};
    EXPECT_NE(complaint(bald).find("needs a head"), std::string::npos);
    HairDef outside = one_wisp(Vec3::UnitY());
    outside.head = "head";
    outside.roots[0].position = Vec3(0, 0.5, 0);
    EXPECT_NE(complaint(outside).find("root 0 is not in the head"), std::string::npos);
    HairDef stiff = one_wisp(Vec3::UnitY());
    stiff.part.method = Method::RungeKutta4;
    EXPECT_NE(complaint(stiff).find("corrected_euler"), std::string::npos);
}

TEST(Groom, W4_9_hair_starts_where_a_groom_has_it_and_refuses_one_of_other_hair) {
    World styled = hair_world(one_wisp(Vec3(1, 0, 0)));
    step_hair(styled, 20);
    const std::string file = testing::TempDir() + "souple_test.groom";
    std::ofstream(file) << groom_text(styled, styled.model.hair[0]);
    HairDef def = one_wisp(Vec3(1, 0, 0));
    def.groom = file;
    const World later = hair_world(def);
    for (int i = 0; i < 10; ++i) EXPECT_LT((later.state.x[i] - styled.state.x[i]).norm(), 1e-15);
    def.particles = 8;
    EXPECT_THROW(hair_world(def), InputError);
    std::remove(file.c_str());
}

}  // namespace
}  // namespace souple
