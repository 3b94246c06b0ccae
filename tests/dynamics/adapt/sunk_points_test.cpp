// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/sunk_points.cpp and keep_energy.cpp: a cloth divides its squares over the edge of a
// table, where the new points would lie inside it.
#include "souple/dynamics/adapt/sunk_points.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "dynamics/adapt/adaptive_world.h"

namespace souple {
namespace {

constexpr Real h = 0.004;

/// The tablecloth of 004 R7 with the source's thresholds. Squares may be cut as deep as a tenth of their side
/// before they divide.
World tablecloth() {
    World world;
    Obstacle table;
    table.name = "table";
    table.shape = Box{{0.25, 0.25, 0.25}};
    table.pose.position = {0, -0.251, 0};
    add_obstacle(world, table);
    ClothDef def = adaptive_grid(8, 8);
    def.bend_rigidity = 1e-3;
    def.part.substeps = 1;
    def.adapt->contact_depth = 0.1;
    add_cloth(world, def);
    world.model.drags.push_back({.rate = 10});
    return world;
}

Real motion(const World& world) { return kinetic_energy(world.model, world.state, world.model.parts[0]); }

Real energy_of_sheet(const World& world) {
    const Part& cloth = world.model.parts[0];
    return motion(world) + elastic_energy(world.model, world.control, world.state, cloth) +
           potential_energy(world.model, world.state, cloth);
}

/// The same world after a step in which it may divide nothing.
World undivided_step(World world) {
    for (Real& limit : world.model.adaptive[0].cosine_limit) limit = -2;
    world.model.adaptive[0].rule.contact_depth = 0;
    EXPECT_EQ(world.step({h, 1}).divided_faces, 0);
    return world;
}

TEST(SunkPoints, F4_8_squares_that_divide_over_the_edge_of_a_table_are_not_thrown_off) {
    World world = tablecloth();
    Real largest = 0, jump = 0, unpaid = -1, gain = -1;
    int divided = 0;
    for (int k = 0; k < 75; ++k) {
        const World before = world;
        const StepReport report = world.step({h, 1});
        ASSERT_FALSE(report.failure) << to_text(*report.failure);
        largest = std::max(largest, motion(world));
        divided += report.divided_faces;
        if (report.divided_faces == 0) continue;
        const World undivided = undivided_step(before);
        // what folds more easily moves more, at the cost of what is stored otherwise
        unpaid = std::max(unpaid, std::min(motion(world) - motion(undivided),
                                           energy_of_sheet(world) - energy_of_sheet(undivided)));
        jump = std::max(jump, motion(world) - motion(undivided));
        gain = std::max(gain, energy_of_sheet(world) - energy_of_sheet(undivided));
    }
    EXPECT_GT(divided, 100);
    EXPECT_LT(largest, 0.04);  // [J] as it falls
    EXPECT_LT(jump, 1e-3 * largest);
    EXPECT_LT(gain, 0.03 * largest);
    EXPECT_LT(unpaid, 0) << "motion from nowhere";
}

TEST(SunkPoints, F4_8_new_points_inside_a_table_come_out_of_it_little_by_little) {
    World world = tablecloth();
    const auto deepest = [&] {
        const auto& sunk = world.state.leaves[0].sunk;
        return sunk.empty() ? 0 : *std::max_element(sunk.begin(), sunk.end());
    };
    int k = 0;
    while (deepest() < 2e-3 && k++ < 75) ASSERT_FALSE(world.step({h, 1}).failure);
    ASSERT_LT(k, 75);
    const SolidsNow table(world.model, 0, world.model.parts[0].surface.thickness);
    world.model.adaptive[0].rule.max_level = 0;  // no more new points
    for (Real& limit : world.model.adaptive[0].cosine_limit) limit = -2;
    world.model.adaptive[0].rule.contact_depth = 0;
    const Real begin = deepest();
    for (k = 0; k < 25; ++k) ASSERT_FALSE(world.step({h, 1}).failure);
    EXPECT_GT(deepest(), 0.1 * begin);
    EXPECT_LT(deepest(), 0.2 * begin);
    for (int p = 0; p < world.state.point_count(); ++p) {
        if (is_led(world.model, p)) continue;
        EXPECT_LE(table.depth_at(world.state.x[p]), 1e-6 + deepest());
    }
}

}  // namespace
}  // namespace souple
