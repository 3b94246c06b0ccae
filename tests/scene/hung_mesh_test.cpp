// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/leaf_laws.cpp by the mesh of scene R11: irregular triangles hang alike at three
// levels (004 T10).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "souple/geometry/mesh_files.h"
#include "souple/models/cloth.h"

namespace souple {
namespace {

constexpr int rows = 10;  // of 10 points each; those that come after them are inside

TriangleMesh sheet_of(const std::string& file) {
    return load_mesh(std::string(SOUPLE_SOURCE_DIR) + "/data/" + file);
}

/// [m] how far the lower edge hangs below its rest, on the mean over its length.
Real mean_drop(const World& world) {
    std::vector<std::pair<Real, Real>> edge;  // place along it, drop
    for (std::size_t p = 0; p < world.state.x.size(); ++p) {
        const Vec3& rest = world.model.point_rest[p];
        if (std::abs(rest.z() - 0.5) < 1e-9) edge.emplace_back(rest.x(), -0.5 - world.state.x[p].y());
    }
    std::sort(edge.begin(), edge.end());
    Real sum = 0;
    for (std::size_t k = 1; k < edge.size(); ++k)
        sum += (edge[k].first - edge[k - 1].first) * 0.5 * (edge[k].second + edge[k - 1].second);
    return sum / (edge.back().first - edge.front().first);
}

/// [m] of a mesh of 1 m by 1 m that hangs by its upper side: the material `net` of R11.
Real drop_at(const TriangleMesh& mesh, int level) {
    ClothDef def;
    def.mesh = mesh;
    def.law = ClothLaw::VanGelder;
    def.stiffness = 50;
    def.density = 0.2;
    def.bend_rigidity = 1e-4;
    def.part.rotation = {90, 0, 0};
    def.part.self_contact = false;
    def.part.substeps = 1;
    def.adapt = RefineRule{};
    def.adapt->rate_length = RateLength::Shortest;
    def.adapt->start_level = def.adapt->max_level = level;
    std::vector<int> top(rows);
    for (int k = 0; k < rows; ++k) top[k] = rows * (rows - 1) + k;
    def.holds.pins = {{.points = top}};
    World world;
    add_cloth(world, def);
    world.model.drags.push_back({.rate = 10});
    const auto drop_after = [&](int steps) {
        for (int k = 0; k < steps; ++k) EXPECT_FALSE(world.step({0.004, 1}).failure);
        return mean_drop(world);
    };
    const Real nearly = drop_after(550), drop = drop_after(50);
    EXPECT_NEAR(nearly, drop, 1e-3 * drop);  // it has come to rest
    return drop;
}

/// How much further the mesh hangs at level 1 than at level 0, and at level 2 than at level 1.
std::array<Real, 2> changes_of_drop(const TriangleMesh& mesh) {
    const std::array<Real, 3> drop{drop_at(mesh, 0), drop_at(mesh, 1), drop_at(mesh, 2)};
    return {drop[1] / drop[0] - 1, drop[2] / drop[1] - 1};
}

TEST(HungMesh, F4_23_T10_irregular_triangles_hang_alike_at_three_levels) {
    const auto [first, second] = changes_of_drop(sheet_of("irregular_sheet_delaunay.obj"));
    EXPECT_LT(std::abs(first), 0.06);
    EXPECT_LT(std::abs(second), 0.6 * std::abs(first));
}

// Triangles cut in three by a point inside are the flat ones that the source rejects (004 F4.20): with seven
// of them the first change, 6.5 %, is beyond the 6 % of T10; it halves all the same.
TEST(HungMesh, F4_23_T10_with_some_triangles_cut_in_three_the_change_is_larger_and_shrinks) {
    const auto [first, second] = changes_of_drop(sheet_of("irregular_sheet.obj"));
    EXPECT_LT(std::abs(first), 0.07);
    EXPECT_LT(std::abs(second), 0.06);
    EXPECT_LT(std::abs(second), 0.6 * std::abs(first));
}

}  // namespace
}  // namespace souple
