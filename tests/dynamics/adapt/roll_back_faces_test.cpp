// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/roll_back_faces.cpp: the source's rollback, of the divided faces only.
#include <gtest/gtest.h>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/dynamics/adapt/keep_energy.h"
#include "souple/dynamics/adapt/sunk_points.h"

namespace souple {
namespace {

/// A sheet that is held at one side, or by two points, swings down.
World swinging(ClothDef def, Rollback rollback) {
    def.bend_rigidity = 1e-3;
    def.adapt->rollback = rollback;
    if (def.mesh.triangles.empty())
        def.holds.pins = {{.edge = "left"}};
    else
        def.holds.pins = {{.points = {0, 3}}};
    World world;
    add_cloth(world, def);
    return world;
}

/// By slot of a vertex: corners of faces that have been divided.
std::vector<char> divided_corners(const World& world) {
    std::vector<char> inside(world.state.leaves[0].map.vertices.slot_count(), false);
    for (std::size_t t = 0; t < world.model.triangles.size(); ++t)
        if (world.model.adaptive[0].leaf_of_triangle(t).level > 0)
            for (const int node : world.model.triangles[t]) inside[world.model.point_id[node]] = true;
    return inside;
}

/// How many points of the coarse sheet, which tries the same step and divides nothing, have other bits than
/// in the sheet that has just divided faces for the first time; only of those at such faces, or not at them.
int count_differing(Rollback rollback, bool at_divided) {
    ClothDef coarse = adaptive_grid(6, 6);
    coarse.adapt->max_level = 0;
    World world = swinging(adaptive_grid(6, 6), rollback), undivided = swinging(coarse, rollback);
    int divided = 0;
    for (int k = 0; k < 100 && divided == 0; ++k) {
        divided = world.step({0.004, 1}).divided_faces;
        EXPECT_EQ(undivided.step({0.004, 1}).divided_faces, 0);
    }
    EXPECT_GT(divided, 0);
    const std::vector<char> inside = divided_corners(world);
    int differing = 0;
    for (std::size_t p = 0; p < world.state.x.size(); ++p) {
        const std::size_t slot = world.model.point_id[p];
        if (slot >= undivided.state.x.size() || inside[slot] != at_divided) continue;
        differing +=
            world.state.x[p] != undivided.state.x[slot] || world.state.v[p] != undivided.state.v[slot];
    }
    return differing;
}

TEST(RollBackFaces, F4_8_points_of_other_faces_keep_what_the_first_try_gave_them_bit_by_bit) {
    EXPECT_EQ(count_differing(Rollback::Faces, false), 0);
    EXPECT_GT(count_differing(Rollback::Faces, true), 0);
}

TEST(RollBackFaces, when_the_world_goes_back_the_points_around_the_divided_faces_move_differently) {
    EXPECT_GT(count_differing(Rollback::World, false), 0);
}

/// Swinging sheets that see in the step they are about to take that faces must be divided, and divide them in
/// one go.
std::vector<World> sheets_before_a_division() {
    std::vector<World> worlds;
    for (ClothDef def : {adaptive_grid(6, 6), adaptive_mesh()}) {
        def.adapt->balance = false;
        World world = swinging(def, Rollback::World);
        Obstacle far;  // where there is one no face is divided before the first try
        far.shape = Sphere{0.1};
        far.pose.position = {0, -100, 0};
        add_obstacle(world, far);
        for (int k = 0; k < 100; ++k) {
            World before = world;
            const StepReport report = world.step({0.004, 1});
            EXPECT_FALSE(report.failure);
            if (report.divided_faces > 0 && report.rejected_tries == 1) worlds.push_back(before);
        }
    }
    return worlds;
}

TEST(RollBackFaces, F4_8_T17_what_goes_back_is_what_was_before_the_step_bit_by_bit) {
    const std::vector<World> worlds = sheets_before_a_division();
    EXPECT_GT(worlds.size(), 4u);
    for (const World& before : worlds) {
        World tried = before, by_hand = before;
        ASSERT_FALSE(tried.step({0.004, 1}).failure);
        std::vector<int> faces;
        for (const int face : leaf_faces(before))
            if (!is_leaf(tried.state.leaves[0].map, Face{face})) faces.push_back(face);
        const Real energy =
            energy_beside_laws(by_hand.model, by_hand.control, by_hand.state, by_hand.model.parts[0]);
        const LawChange laws = divide_faces(0, faces, by_hand.state, by_hand.model);
        note_sunk_points(by_hand.model, 0, by_hand.state);
        take_new_energy(by_hand.model, by_hand.control, {0, faces, energy, laws}, by_hand.state);
        // no step was tried before this one
        EXPECT_EQ(by_hand.step({0.004, 1}).rejected_tries, 0);
        EXPECT_EQ(by_hand.state.x, tried.state.x);
        EXPECT_EQ(by_hand.state.v, tried.state.v);
        EXPECT_EQ(by_hand.state.time, tried.state.time);
    }
}

TEST(RollBackFaces, F4_8_T17_points_of_divided_faces_go_back_to_the_same_bits_as_with_the_world) {
    int compared = 0;
    for (const World& before : sheets_before_a_division()) {
        World all = before, faces_only = before;
        faces_only.model.adaptive[0].rule.rollback = Rollback::Faces;
        const int divided = all.step({0.004, 1}).divided_faces;
        if (faces_only.step({0.004, 1}).divided_faces != divided) continue;  // more of them, later
        ++compared;
        std::vector<char> was_leaf(faces_only.state.leaves[0].map.faces.slot_count(), false);
        for (const int face : leaf_faces(before)) was_leaf[face] = true;
        for (const Leaf& leaf : faces_only.model.adaptive[0].leaves) {
            if (was_leaf[leaf.face]) continue;
            for (int k = 0; k < leaf.count; ++k) {
                EXPECT_EQ(faces_only.state.x[leaf.node[k]], all.state.x[leaf.node[k]]);
                EXPECT_EQ(faces_only.state.v[leaf.node[k]], all.state.v[leaf.node[k]]);
            }
        }
    }
    EXPECT_GT(compared, 4);
}

TEST(RollBackFaces, F4_8_faces_go_back_until_no_fold_is_beyond_its_limit) {
    for (const ClothDef& def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        World world = swinging(def, Rollback::Faces);
        int divided = 0, rejected = 0;
        for (int k = 0; k < 60; ++k) {
            const StepReport report = world.step({0.004, 1});
            ASSERT_FALSE(report.failure) << to_text(*report.failure);
            divided += report.divided_faces;
            rejected = std::max(rejected, report.rejected_tries);
            std::vector<int> bent;
            find_bent_faces(world.model.adaptive[0], world.state.x, bent);
            EXPECT_TRUE(bent.empty());
        }
        EXPECT_GT(divided, 4);
        EXPECT_GT(rejected, 0);
        EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), 0.2, 0.2e-12);
    }
}

/// [kg m/s] how much the momentum of a free sheet that folds has changed while its faces were divided.
Real momentum_drift(Rollback rollback) {
    ClothDef def = adaptive_grid(4, 4);
    def.bend_rigidity = 1e-3;
    def.adapt->rollback = rollback;
    World world = world_of(def);
    for (std::size_t p = 0; p < world.state.x.size(); ++p)
        world.state.v[p] = {0, 4 * std::abs(world.state.x[p].x()), 0};
    const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
    int divided = 0;
    for (int k = 0; k < 40; ++k) divided += world.step({0.004, 1}).divided_faces;
    EXPECT_GT(divided, 0);
    return (momentum(world.model, world.state, world.model.parts[0]) - before).norm();
}

TEST(RollBackFaces, momentum_stays_to_rounding_when_the_world_goes_back_but_not_when_faces_do) {
    EXPECT_LT(momentum_drift(Rollback::World), 1e-13);
    EXPECT_GT(momentum_drift(Rollback::Faces), 1e-9);
}

}  // namespace
}  // namespace souple
