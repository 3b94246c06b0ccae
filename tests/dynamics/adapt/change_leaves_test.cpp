// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/change_leaves.cpp: what a division does to the mass around it, to a point that
// becomes free by it, and to memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "dynamics/adapt/adaptive_world.h"

namespace souple {
namespace {

/// Mass of each point by the slot of its vertex, which stays.
std::vector<Real> masses_by_slot(const World& world) {
    std::vector<Real> masses(world.state.leaves[0].map.vertices.slot_count(), 0);
    for (std::size_t p = 0; p < world.model.point_mass.size(); ++p)
        masses[world.model.point_id[p]] = world.model.point_mass[p];
    return masses;
}

std::set<int> corner_slots(const World& world, const std::vector<int>& faces) {
    std::set<int> slots;
    const Map2& map = world.state.leaves[0].map;
    for (const int face : faces)
        for_each_corner(map, Face{face}, [&](Dart d) { slots.insert(vertex_of(map, d).index); });
    return slots;
}

TEST(ChangeLeaves, F4_12_F4_21_T2_mass_within_divided_faces_stays_there_and_no_other_point_changes) {
    for (const ClothDef& def : {adaptive_grid(6, 6), adaptive_mesh()}) {
        World world = world_of(def);
        const std::vector<int> leaves = leaf_faces(world);
        const std::vector<int> patch{leaves[0], leaves[1], leaves[leaves.size() / 2]};
        const std::set<int> corners = corner_slots(world, patch);
        for (int level = 0; level < 2; ++level) {
            const std::vector<Real> before = masses_by_slot(world);
            std::vector<int> divided = patch;
            if (level > 0) {
                divided = leaf_faces(world);
                std::erase_if(divided, [&](int face) {
                    const int parent = world.state.leaves[0].map.faces[face].parent;
                    return std::count(patch.begin(), patch.end(), parent) == 0;
                });
            }
            ASSERT_FALSE(divided.empty());
            world.model.adaptive[0].rule.balance = false;  // which would divide more
            divide_faces(0, divided, world.state, world.model);
            const std::vector<Real> after = masses_by_slot(world);
            Real in_patch = 0, was_in_patch = 0;
            for (std::size_t slot = 0; slot < after.size(); ++slot) {
                const bool is_new = slot >= before.size();
                // points that a first division has put into the patch count as its own
                const bool inside =
                    is_new || corners.count(slot) > 0 || world.state.leaves[0].map.vertices[slot].level > 0;
                if (inside) {
                    in_patch += after[slot];
                    was_in_patch += is_new ? 0 : before[slot];
                } else {
                    EXPECT_NEAR(after[slot], before[slot], 1e-12 * before[slot]);
                }
            }
            EXPECT_NEAR(in_patch, was_in_patch, 1e-12 * was_in_patch);
        }
    }
}

/// Points, springs, triangles, and places kept for faces and vertices.
std::size_t stored(const World& world) {
    const Map2& map = world.state.leaves[0].map;
    return world.state.x.size() + world.model.springs.size() + world.model.triangles.size() +
           map.faces.slot_count() + map.vertices.slot_count();
}

/// Divides the last leaf and one of its children, and so on.
void divide_into_a_corner(World& world, int times) {
    for (int k = 0; k < times; ++k) divide_faces(0, {leaf_faces(world).back()}, world.state, world.model);
}

TEST(ChangeLeaves, F4_15_T26_what_is_stored_goes_with_the_leaves_and_not_with_the_finest_level) {
    for (ClothDef def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        std::vector<std::size_t> sizes;
        for (const int finest : {6, 12}) {
            def.adapt->max_level = finest;
            World world = world_of(def);
            const Real each = Real(stored(world)) / leaf_faces(world).size();
            divide_into_a_corner(world, 6);
            const std::size_t leaves = leaf_faces(world).size();
            EXPECT_EQ(world.model.adaptive[0].leaves.size(), leaves);
            EXPECT_LT(leaves, 200u);  // all of that level would be 4096 times as many
            EXPECT_LT(stored(world), 2 * each * leaves);
            sizes.push_back(stored(world));
        }
        EXPECT_EQ(sizes[0], sizes[1]);
    }
}

TEST(ChangeLeaves, F4_15_T26_what_was_left_by_faces_that_were_joined_is_used_again) {
    for (ClothDef def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        def.adapt->balance = false;
        World world = world_of(def);
        const int face = leaf_faces(world)[3];
        const auto divide_and_join = [&] {
            divide_faces(0, {face}, world.state, world.model);
            join_faces(0, {face}, world.state, world.model);
        };
        const std::size_t at_first = world.state.x.size();
        divide_and_join();
        const Map2& map = world.state.leaves[0].map;
        const int faces = map.faces.slot_count(), vertices = map.vertices.slot_count();
        const Spring* springs = world.model.springs.data();
        for (int k = 0; k < 20; ++k) divide_and_join();
        EXPECT_EQ(map.faces.slot_count(), faces);
        EXPECT_EQ(map.vertices.slot_count(), vertices);
        EXPECT_EQ(world.model.springs.data(), springs);  // nothing as large as the sheet is allocated anew
        EXPECT_EQ(world.state.x.size(), at_first);
    }
}

/// A point by the slot of its vertex.
int point_of(const World& world, int slot) {
    const auto at = std::find(world.model.point_id.begin(), world.model.point_id.end(), slot);
    return static_cast<int>(at - world.model.point_id.begin());
}

TEST(ChangeLeaves, F4_7_T13_a_point_that_becomes_free_neither_jumps_nor_changes_its_speed) {
    for (const ClothDef& def : {adaptive_grid(3, 3), adaptive_mesh()}) {
        World world = world_of(def);
        for (std::size_t p = 0; p < world.state.x.size(); ++p) {
            world.state.x[p] += 0.02 * Vec3(std::sin(5.0 * p), std::cos(3.0 * p), std::sin(2.0 * p));
            world.state.v[p] = Vec3(std::sin(3.0 * p), std::cos(2.0 * p), 0.3 * p);
        }
        divide_faces(0, {leaf_faces(world)[0]}, world.state, world.model);
        ASSERT_FALSE(world.model.interpolated.empty());
        struct Between {
            int slot;
            Vec3 x, v;
        };
        std::vector<Between> between;
        for (const Interpolated& i : world.model.interpolated) {
            EXPECT_LT((world.state.v[i.node] - 0.5 * (world.state.v[i.a] + world.state.v[i.b])).norm(),
                      1e-14);
            between.push_back({world.model.point_id[i.node], world.state.x[i.node], world.state.v[i.node]});
        }
        std::vector<int> others = leaf_faces(world);
        std::erase_if(others, [&](int face) { return world.state.leaves[0].map.faces[face].parent >= 0; });
        const Vec3 v_of_first = world.state.v[point_of(world, 0)];
        divide_faces(0, others, world.state, world.model);
        ASSERT_TRUE(world.model.interpolated.empty());
        // areas nearest to the corners of a triangle do not balance in its middle: what dividing does to the
        // momentum of triangles is given back to all free points alike
        const Vec3 common = world.state.v[point_of(world, 0)] - v_of_first;
        if (world.model.adaptive[0].squares) {
            EXPECT_LT(common.norm(), 1e-14);
        }
        for (const Between& was : between) {
            const int p = point_of(world, was.slot);
            EXPECT_GT(world.model.inv_mass[p], 0);  // it is free now
            EXPECT_LT((world.state.x[p] - was.x).norm(), 1e-14);
            EXPECT_LT((world.state.v[p] - was.v - common).norm(), 1e-14);
        }
    }
}

}  // namespace
}  // namespace souple
