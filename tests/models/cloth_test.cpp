// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/models/cloth.h and cloth_grid.h
#include "souple/models/cloth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "souple/core/errors.h"
#include "souple/dynamics/measure.h"
#include "souple/models/cloth_grid.h"
#include "support/test_world.h"

namespace souple {

namespace {

Real sum(const std::vector<Real>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// The sheet of 004 A3: 6 by 3, both short sides clamped, density 1, gravity 1, k = 100 at level 0.
ClothDef sheet(int level, Real stiffness, StiffnessLaw law) {
    ClothDef def;
    def.columns = 6 << level;
    def.rows = 3 << level;
    def.width = 6;
    def.height = 3;
    def.density = 1;
    def.stiffness = stiffness;
    def.stiffness_law = law;
    def.holds.pins = {{.edge = "left"}, {.edge = "right"}};
    def.part.self_contact = false;
    def.part.method = Method::ImplicitEuler;
    def.part.solver_tolerance = 1e-6;
    return def;
}

Real sag_of(const ClothDef& def) {
    World world;
    add_cloth(world, def);
    world.model.gravity = {0, -1, 0};
    for (int i = 0; i < 260; ++i) {
        world.step({.h = 0.15});
        for (Vec3& v : world.state.v) v *= 0.93;  // friction of the settling, not of the sheet
    }
    return -min_height(world.state, world.model.parts[0]);
}

}  // namespace

TEST(Cloth, F4_12_masses_of_a_grid_are_voronoi_areas) {
    ClothDef def = small_cloth(4);
    def.density = 2;
    const std::vector<Real> masses = grid_masses(def);
    EXPECT_NEAR(sum(masses), 2, 1e-14);
    EXPECT_DOUBLE_EQ(masses[0], 2.0 / 16 / 4);  // a corner has a quarter of a square
    EXPECT_DOUBLE_EQ(masses[1], 2.0 / 16 / 2);  // a side half of one
    EXPECT_DOUBLE_EQ(masses[6], 2.0 / 16);      // an inner point a whole one
    def.columns = def.rows = 8;
    EXPECT_DOUBLE_EQ(grid_masses(def)[10], masses[6] / 4);  // a level finer: a quarter
}

TEST(Cloth, F4_21_voronoi_areas_agree_with_counting_nearest_corners) {
    const std::array<std::array<Vec3, 3>, 3> triangles = {
        std::array<Vec3, 3>{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.3, 0.8, 0)},
        std::array<Vec3, 3>{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(-0.5, 0.4, 0)},
        std::array<Vec3, 3>{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
    for (const auto& [p, q, r] : triangles) {
        const Vec3 areas = voronoi_areas(p, q, r);
        const Real area = 0.5 * (q - p).cross(r - p).norm();
        EXPECT_NEAR(areas.sum(), area, 1e-14);
        const int n = 2000;
        Vec3 counts = Vec3::Zero();
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n - i; ++j) {
                const Real u = (i + 1.0 / 3) / n, v = (j + 1.0 / 3) / n;
                const Vec3 x = p + u * (q - p) + v * (r - p);
                const Vec3 d((x - p).squaredNorm(), (x - q).squaredNorm(), (x - r).squaredNorm());
                int nearest = 0;
                d.minCoeff(&nearest);
                ++counts[nearest];
            }
        EXPECT_LT((counts / counts.sum() * area - areas).cwiseAbs().maxCoeff(), 1e-3 * area);
    }
}

TEST(Cloth, F4_13_F4_14_springs_keep_k_at_every_level_and_borders_have_half) {
    for (const int squares : {4, 8}) {
        World world;
        ClothDef def = small_cloth(squares);
        add_cloth(world, def);
        const Spring& border = world.model.springs[0];       // first row, along u
        const Spring& inner = world.model.springs[squares];  // second row
        const Spring& diagonal = world.model.springs.back();
        EXPECT_NEAR(inner.stiffness, def.stiffness, 1e-12);
        EXPECT_NEAR(border.stiffness, def.stiffness / 2, 1e-12);
        EXPECT_NEAR(diagonal.stiffness, def.stiffness / std::sqrt(2.0), 1e-12);
        EXPECT_NEAR(diagonal.rest_length, std::sqrt(2.0) / squares, 1e-12);
        const int structural = 2 * squares * (squares + 1);
        EXPECT_EQ(world.model.springs.size(), static_cast<std::size_t>(structural + 2 * squares * squares));
    }
}

TEST(Cloth, F4_14_sag_does_not_depend_on_the_level) {
    EXPECT_NEAR(sag_of(sheet(0, 100, StiffnessLaw::Elongation)), 0.768, 0.001);
    EXPECT_NEAR(sag_of(sheet(1, 100, StiffnessLaw::Elongation)), 0.764, 0.001);
}

TEST(Cloth, F4_13_the_wrong_laws_change_the_sag_with_the_level) {
    EXPECT_NEAR(sag_of(sheet(1, 100, StiffnessLaw::Strain)), 0.605, 0.002);
    EXPECT_NEAR(sag_of(sheet(1, 50, StiffnessLaw::Elongation)), 0.968, 0.002);
}

TEST(Cloth, F4_23_van_gelder_springs_stretch_like_a_membrane_of_modulus_E2) {
    // on equilateral triangles E2 is Young's modulus of the sheet and Poisson's ratio is 1/3:
    // energy of a uniaxial strain e with both directions held is 1/2 E/(1 - nu^2) e^2 per area
    TriangleMesh mesh;
    const int n = 24;
    const Real h = std::sqrt(3.0) / 2;
    for (int r = 0; r <= n; ++r)
        for (int c = 0; c <= n; ++c) mesh.points.emplace_back(c + 0.5 * r, 0, -h * r);
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) {
            const int a = r * (n + 1) + c;
            mesh.triangles.push_back({a, a + 1, a + n + 1});
            mesh.triangles.push_back({a + 1, a + n + 2, a + n + 1});
        }
    ClothDef def;
    def.mesh = mesh;
    def.law = ClothLaw::VanGelder;
    def.stiffness = 7;
    // [J] of a stretch, with a part of it as contraction across
    const Real strain = 1e-4;
    const auto energy = [&](Real contraction) {
        def.stretch = {1 + strain, 1, 1 - contraction * strain};
        World world;
        add_cloth(world, def);
        return elastic_energy(world.model, world.control, world.state, world.model.parts[0]);
    };
    const Real area = n * n * h, scale = 0.5 * 7 * strain * strain * area;
    EXPECT_NEAR(energy(0) / scale, 1 / (1 - 1.0 / 9), 0.01);
    // a parabola: its lowest point is a sheet that is free across, which has E and nu each by itself
    const Real at_0 = energy(0), at_half = energy(0.5), at_1 = energy(1);
    const Real curved = 2 * (at_0 - 2 * at_half + at_1), slope = -3 * at_0 + 4 * at_half - at_1;
    const Real poisson = -slope / (2 * curved);
    EXPECT_NEAR(poisson, 1.0 / 3, 0.01 / 3);
    EXPECT_NEAR(energy(poisson) / scale, 1, 0.01);
}

TEST(Cloth, F4_23_stiffness_is_area_over_length_squared_and_does_not_scale) {
    TriangleMesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, -1}, {1, 0, -1}};
    mesh.triangles = {{0, 1, 2}, {1, 3, 2}};
    ClothDef def;
    def.law = ClothLaw::VanGelder;
    def.stiffness = 10;
    const auto check_edges = [&](Real scale) {
        TriangleMesh scaled = mesh;
        for (Vec3& p : scaled.points) p *= scale;
        const std::vector<Real> k = edge_stiffness(def, scaled, std::vector<Real>(4, 1.0));
        const std::vector<MeshEdge> edges = edges_of(scaled);
        for (std::size_t e = 0; e < edges.size(); ++e)
            EXPECT_NEAR(k[e], edges[e].right < 0 ? 10 * 0.5 / 1 : 10 * 1.0 / 2, 1e-12);
    };
    check_edges(1);
    check_edges(17);
}

TEST(Cloth, F4_22_stiffness_follows_the_root_of_the_mass) {
    TriangleMesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, -1}};
    mesh.triangles = {{0, 1, 2}};
    ClothDef def;
    def.law = ClothLaw::Mass;
    def.stiffness = 10;
    def.density = 2;
    const std::vector<Real> light = edge_stiffness(def, mesh, {2, 2, 2});
    const std::vector<Real> heavy = edge_stiffness(def, mesh, {2, 2, 8});
    const std::vector<MeshEdge> edges = edges_of(mesh);
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const Real length = (mesh.points[edges[e].a] - mesh.points[edges[e].b]).norm();
        EXPECT_NEAR(light[e], 10 / length, 1e-12);
        const bool has_heavy = edges[e].a == 2 || edges[e].b == 2;
        EXPECT_NEAR(heavy[e], 10 / length * (has_heavy ? std::sqrt(2.0) : 1.0), 1e-12);
    }
}

TEST(Cloth, F4_1_F4_16_any_triangle_mesh_is_a_mass_spring_surface) {
    ClothDef def;
    def.mesh = make_icosphere(0.5, 1);
    def.law = ClothLaw::VanGelder;
    def.density = 3;
    World world;
    add_cloth(world, def);
    const Part& part = world.model.parts[0];
    Real area_sum = 0;
    for (int t = 0; t < static_cast<int>(def.mesh.triangles.size()); ++t) area_sum += area(def.mesh, t);
    EXPECT_NEAR(mass_of(world.model, part), 3 * area_sum, 1e-12);
    EXPECT_EQ(part.springs.count, static_cast<int>(edges_of(def.mesh).size()));
    EXPECT_EQ(part.points.count, static_cast<int>(def.mesh.points.size()));
    world.model.gravity.setZero();
    run(world, 10);
    EXPECT_NEAR(kinetic_energy(world.model, world.state, part), 0, 1e-20);  // its rest shape is at rest
}

TEST(Cloth, energy_is_unchanged_by_a_rigid_motion) {
    ClothDef def = small_cloth(4);
    def.stretch = {1.1, 1, 0.95};
    World straight, turned;
    add_cloth(straight, def);
    def.part.rotation = {30, 40, 50};
    def.part.position = {1, 2, 3};
    add_cloth(turned, def);
    const auto energy = [](const World& w) {
        return elastic_energy(w.model, w.control, w.state, w.model.parts[0]);
    };
    EXPECT_GT(energy(straight), 1e-3);
    EXPECT_NEAR(energy(turned), energy(straight), 1e-12);
}

TEST(Cloth, the_default_cloth_is_stable_at_the_default_step) {
    World world;
    ClothDef def;
    def.holds.pins = {{.edge = "left"}};
    add_cloth(world, def);
    for (int i = 0; i < 60; ++i) ASSERT_FALSE(world.step().failure) << "step " << i;
    EXPECT_LT(max_strain(world.model, world.state, world.model.parts[0]), 0.5);
}

TEST(Cloth, edges_have_their_names_and_mistakes_their_messages) {
    ClothDef def = small_cloth(2);
    EXPECT_EQ(grid_edge_points(def, "top"), (std::vector<int>{6, 7, 8}));
    EXPECT_EQ(grid_edge_points(def, "left"), (std::vector<int>{0, 3, 6}));
    EXPECT_EQ(grid_edge_points(def, "corners"), (std::vector<int>{0, 2, 6, 8}));
    EXPECT_EQ(grid_edge_points(def, "border").size(), 8u);
    EXPECT_THROW(grid_edge_points(def, "middle"), InputError);
    def.mesh = make_icosphere(1, 0);
    World world;
    EXPECT_THROW(add_cloth(world, def), InputError);  // the grid law needs a grid
    def.mesh.triangles[0] = {0, 1, 99};
    EXPECT_THROW(add_cloth(world, def), InputError);
}

TEST(Cloth, turned_by_a_right_angle_about_x_its_top_is_up) {
    ClothDef def = small_cloth(2);
    def.part.rotation = {90, 0, 0};
    World world;
    add_cloth(world, def);
    EXPECT_NEAR(world.state.x[7].y(), 0.5, 1e-12);
    EXPECT_NEAR(world.state.x[1].y(), -0.5, 1e-12);
}

TEST(Cloth, meets_cloth_and_itself_unless_it_says_no) {
    const auto surface_of = [](const ClothDef& def) {
        World world;
        add_cloth(world, def);
        return world.model.parts[0].surface;
    };
    ClothDef def;
    def.columns = def.rows = 4;
    EXPECT_TRUE(surface_of(def).self_contact);
    EXPECT_EQ(surface_of(def).touches, Touches::Everything);
    def.part.self_contact = false;
    def.part.touches = Touches::Bodies;
    EXPECT_FALSE(surface_of(def).self_contact);
    EXPECT_EQ(surface_of(def).touches, Touches::Bodies);
    ClothDef refined;
    refined.adapt = RefineRule{};
    EXPECT_TRUE(surface_of(refined).self_contact);
    EXPECT_EQ(surface_of(refined).touches, Touches::Everything);
}

}  // namespace souple
