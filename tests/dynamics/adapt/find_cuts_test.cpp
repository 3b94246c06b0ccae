// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/find_cuts.cpp: faces that an obstacle reaches into.
#include "souple/dynamics/adapt/find_cuts.h"

#include <gtest/gtest.h>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/core/rng.h"

namespace souple {
namespace {

/// The direction across a flat sheet.
Vec3 across(const World& world) {
    const Nodes<3>& t = world.model.triangles.front();
    const std::vector<Vec3>& x = world.state.x;
    return (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).normalized();
}

/// A flat sheet over a small ball that touches the middle of a side.
World sheet_on_ball(const ClothDef& def) {
    World world = world_of(def);
    const auto& leaves = world.model.adaptive[0].leaves;
    const Leaf& leaf = leaves[leaves.size() / 2];
    Obstacle ball;
    ball.name = "ball";
    ball.shape = Sphere{0.04};
    ball.pose.position =
        0.5 * (world.state.x[leaf.node[0]] + world.state.x[leaf.node[1]]) - 0.04 * across(world);
    add_obstacle(world, ball);
    return world;
}

/// Side by side, without remembering: deeper under the middle of a side than its part of it and its ends are.
std::vector<int> cut_faces(const World& world, const SolidsNow& now) {
    const AdaptiveCloth& cloth = world.model.adaptive[0];
    std::vector<int> faces;
    for (const Leaf& leaf : cloth.leaves) {
        bool is_cut = false;
        const auto look = [&](int from, int to) {
            const Vec3 &a = world.state.x[leaf.node[from]], &b = world.state.x[leaf.node[to]];
            const auto depth = [&](const Vec3& x) { return -now.solids[0].distance_to(x, 10); };
            const Real ends = 0.5 * (std::max(0.0, depth(a)) + std::max(0.0, depth(b)));
            const Real allowed = cloth.rule.contact_depth * (b - a).norm();
            is_cut = is_cut || depth(0.5 * (a + b)) > allowed + ends;
        };
        for (int k = 0; k < leaf.count; ++k) look(k, (k + 1) % leaf.count);
        if (leaf.count == 4) look(0, 2);
        if (is_cut && leaf.level < cloth.rule.max_level) faces.push_back(leaf.face);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

TEST(FindCuts, F4_27_what_is_remembered_of_sides_finds_all_that_looking_everywhere_finds) {
    for (const ClothDef& def : {adaptive_grid(6, 6), adaptive_mesh()})
        for (const bool ball_moves : {false, true}) {
            World world = sheet_on_ball(def);
            world.model.adaptive[0].rule.contact_depth = 0.02;
            const Vec3 up = across(world);
            CutWatch watch;
            Rng rng{5};
            std::size_t found = 0, silent = 0;
            for (int look = 0; look < 400; ++look) {
                const Real by = look % 5 == 0 ? 1e-3 : 1e-5;
                for (Vec3& x : world.state.x) x += (look % 80 < 40 ? -6e-4 : 6e-4) * up;
                for (Vec3& x : world.state.x)
                    for (int k = 0; k < 3; ++k) x[k] += rng.uniform(-by, by);
                if (ball_moves) world.model.obstacles[0].pose.position += rng.uniform(-1e-3, 1e-3) * up;
                const SolidsNow now(world.model, 0, 0);
                std::vector<int> faces;
                find_cut_faces(world.model, now, world.model.adaptive[0], world.state.x, watch, faces);
                ASSERT_EQ(faces, cut_faces(world, now)) << "look " << look;
                found += faces.size();
                for (const Real due : watch.due) silent += due > watch.gone ? 1 : 0;
            }
            EXPECT_GT(found, 20u);
            EXPECT_GT(silent, 1000u);
        }
}

}  // namespace
}  // namespace souple
