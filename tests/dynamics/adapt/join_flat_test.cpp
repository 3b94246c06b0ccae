// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/join_flat.cpp: faces that are flat are joined.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/topology/refine.h"

namespace souple {
namespace {

/// A sheet of three levels that was folded a little joins its faces again, to as many points as it began
/// with.
void expect_joined_again(ClothDef def, bool meets) {
    def.part.self_contact = meets;
    def.adapt->join_below = 0.4;
    def.adapt->join_after = 0.02;
    World world = world_of(def);
    const int at_first = world.model.parts[0].points.count;
    world.model.drags.push_back({.rate = 20});
    divide_some(world, 3);
    ASSERT_GT(world.model.parts[0].rates.size(), 2u);
    for (std::size_t p = 0; p < world.state.x.size(); ++p)
        if (world.model.inv_mass[p] > 0) world.state.v[p] = Vec3(1, 0.01 * std::sin(5.0 * p), 0);
    int joined = 0;
    for (int k = 0; k < 400; ++k) {
        const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
        world.model.drags[0].rate = k < 200 ? 20 : 0;
        const StepReport report = world.step({0.002, 1});
        joined += report.joined_faces;
        if (k < 200) continue;
        EXPECT_LT((momentum(world.model, world.state, world.model.parts[0]) - before).norm(), 1e-13);
    }
    EXPECT_GT(joined, 3);
    EXPECT_EQ(world.model.parts[0].points.count, at_first);
    EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), 0.2, 0.2e-12);
}

TEST(JoinFlat, a_sheet_that_was_folded_and_flattens_joins_its_faces_again) {
    for (const ClothDef& def : {adaptive_grid(4, 4), adaptive_mesh()})
        for (const bool meets : {false, true}) expect_joined_again(def, meets);
}

/// Ends of chords of divided faces that are between two others themselves.
int interpolated_ends(const World& world) {
    const Map2& map = world.state.leaves[0].map;
    std::vector<char> is_between(map.vertices.slot_count(), false);
    for (const Interpolated& one : world.model.interpolated)
        is_between[world.model.point_id[one.node]] = true;
    int count = 0;
    for (int slot = 0; slot < map.faces.slot_count(); ++slot)
        if (map.faces.is_live(slot) && !is_leaf(map, Face{slot}) && can_merge(map, Face{slot})) {
            const Corners corners = corners_of(map, Face{slot});
            for (int k = 0; k < corners.count; ++k) count += is_between[corners.slot[k]];
        }
    return count;
}

TEST(JoinFlat, T28_joining_keeps_the_momentum_also_of_chords_whose_ends_are_interpolated) {
    for (ClothDef def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        def.adapt->balance = false;
        def.adapt->join_below = 0.9;
        def.adapt->join_after = 0;
        World world = world_of(def);
        divide_some(world, 3);
        ASSERT_GT(interpolated_ends(world), 0);
        for (std::size_t p = 0; p < world.state.x.size(); ++p)
            if (world.model.inv_mass[p] > 0) world.state.v[p] = Vec3(1, 0.1 * std::sin(5.0 * p), 0);
        place_all_interpolated(world.model, world.state);
        const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
        int joined = 0;
        for (int k = 0; k < 200; ++k) {
            joined += world.step({0.002, 1}).joined_faces;
            const Vec3 now = momentum(world.model, world.state, world.model.parts[0]);
            ASSERT_LT((now - before).norm(), 1e-13) << k;
        }
        EXPECT_GT(joined, 3);
    }
}

}  // namespace
}  // namespace souple
