// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/leaf_laws.cpp: bending at all levels; the variant with constant masses, and what it
// does to a sheet that is divided on one side only.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/part_stencils.h"
#include "souple/geometry/mesh_files.h"

namespace souple {
namespace {

World partly_divided(LevelLaw law) {
    ClothDef def = adaptive_grid(8, 8);
    def.level_law = law;
    World world = world_of(def);
    divide_some(world, 2);
    return world;
}

TEST(LeafLaws, F4_11_with_constant_masses_every_point_weighs_what_a_coarse_inner_one_does) {
    const World world = partly_divided(LevelLaw::ConstantMass);
    const Part& part = world.model.parts[0];
    ASSERT_GT(part.interpolated.count, 0);
    std::vector<Real> expected(part.points.count, 0.2 / 64);
    for (const Interpolated& between : world.model.interpolated)
        expected[between.node - part.points.begin] = 0;
    for (int k = 0; k < part.points.count; ++k)
        EXPECT_NEAR(world.model.point_mass[part.points.begin + k], expected[k], 1e-15);
    EXPECT_GT(mass_of(world.model, part), 2 * 0.2);  // which is no way to keep the mass
}

TEST(LeafLaws, F4_11_with_constant_masses_springs_are_twice_as_stiff_with_each_level) {
    const World wrong = partly_divided(LevelLaw::ConstantMass), right = partly_divided(LevelLaw::Invariant);
    ASSERT_EQ(wrong.model.springs.size(), right.model.springs.size());
    std::array<int, 3> count{};
    for (std::size_t s = 0; s < wrong.model.springs.size(); ++s) {
        // sides and diagonals of squares of 12.5 cm at level 0
        const int level = static_cast<int>(std::log2(0.125 * 1.42 / wrong.model.springs[s].rest_length));
        ++count[level];
        EXPECT_NEAR(wrong.model.springs[s].stiffness, (1 << level) * right.model.springs[s].stiffness, 1e-12);
    }
    for (const int springs : count) EXPECT_GT(springs, 0);
}

/// The middle of a leaf at rest.
Vec3 rest_centre(const World& world, const Leaf& leaf) {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < leaf.count; ++k) sum += world.model.point_rest[leaf.node[k]];
    return sum / leaf.count;
}

/// A sheet that hangs from four springs at its corners, with some squares of its right half divided, once and
/// twice; not those at the corners, which sink the deeper the finer they are (004 A14).
World hanging_sheet(LevelLaw law) {
    ClothDef def = adaptive_grid(8, 8);
    def.level_law = law;
    def.bend_rigidity = 1e-3;
    def.part.substeps = 1;
    def.adapt->alpha = 180;  // it is divided by hand
    for (const Real x : {-1, 1})
        for (const Real z : {-1, 1})
            def.holds.ties.push_back(
                {.grip = {.rest = {0.5 * x, 0, 0.5 * z}}, .to = {0.6 * x, 0.1, 0.6 * z}, .stiffness = 20});
    World world;
    add_cloth(world, def);
    world.model.drags.push_back({.rate = 10});
    for (int k = 0; k < 2; ++k) {
        std::vector<int> some;
        for (const Leaf& leaf : world.model.adaptive[0].leaves) {
            const Real x = rest_centre(world, leaf).x();
            if (x > 0 && x < 0.375 && leaf.face % 3 == k) some.push_back(leaf.face);
        }
        divide_faces(0, some, world.state, world.model);
    }
    return world;
}

/// How far mirrored points of the coarse grid hang apart, at most, as a part of the sheet's depth.
Real asymmetry(LevelLaw law) {
    World world = hanging_sheet(law);
    EXPECT_GT(leaf_faces(world).size(), 100u);
    for (int k = 0; k < 2000; ++k) EXPECT_FALSE(world.step({0.002, 1}).failure);
    Real apart = 0;
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
            apart = std::max(apart, std::abs(world.state.x[9 * row + column].y() -
                                             world.state.x[9 * row + 8 - column].y()));
    return apart / extent(world.state, world.model.parts[0]).y();
}

TEST(LeafLaws, F4_11_T9_a_sheet_divided_on_one_side_hangs_evenly_unless_masses_are_constant) {
    EXPECT_LT(asymmetry(LevelLaw::Invariant), 0.03);
    EXPECT_GT(asymmetry(LevelLaw::ConstantMass), 0.2);
}

constexpr Real rolled_to = 0.8, plate = 1e-3;  // [1/m] curvature; [N m] rigidity

/// Rolls a sheet to a cylinder whose axis has an angle [rad] with z.
void roll(World& world, Real angle) {
    const Vec3 along(std::cos(angle), 0, std::sin(angle)), across(-along.z(), 0, along.x());
    for (std::size_t p = 0; p < world.state.x.size(); ++p) {
        const Vec3& rest = world.model.point_rest[p];
        const Real turned = rolled_to * rest.dot(along);
        world.state.x[p] = rest.dot(across) * across +
                           (std::sin(turned) * along + (std::cos(turned) - 1) * Vec3::UnitY()) / rolled_to;
    }
    place_interpolated(world.model, world.model.parts[0].interpolated, world.state);
}

/// Energy of bending over that of a plate of the same area, on triangles that have all their neighbours.
Real bending_of_plate(const World& world) {
    Real sum = 0, area = 0;
    for (const Bend& bend : world.model.bends) {
        const auto& n = bend.nodes;
        if (std::count_if(n.begin(), n.end(), [](int node) { return node < 0; }) > 0) continue;
        const auto& rest = world.model.point_rest;
        sum += energy(bend, stencil_of(n, world.state.x));
        area += 0.5 * (rest[n[1]] - rest[n[0]]).cross(rest[n[2]] - rest[n[0]]).norm();
    }
    return sum / (area * plate * rolled_to * rolled_to / 2);
}

/// A sheet divided everywhere, and one half of it once more.
World bendable(ClothDef def, int level, bool mixed) {
    def.bend_rigidity = plate;
    World world = world_of(def);
    divide_everywhere(0, level, world.state, world.model);
    std::vector<int> half;
    for (const Leaf& leaf : world.model.adaptive[0].leaves)
        if (mixed && rest_centre(world, leaf).x() > 0) half.push_back(leaf.face);
    divide_faces(0, half, world.state, world.model);
    return world;
}

/// The largest and the least of that ratio over the directions [rad] of the axis.
std::array<Real, 2> bending_over(const ClothDef& def, int level, bool mixed,
                                 std::initializer_list<Real> angles) {
    World world = bendable(def, level, mixed);
    std::array<Real, 2> ends{1e9, 0};
    for (const Real angle : angles) {
        roll(world, angle);
        const Real ratio = bending_of_plate(world);
        ends = {std::min(ends[0], ratio), std::max(ends[1], ratio)};
    }
    return ends;
}

const std::initializer_list<Real> all_around{0,   0.4, std::numbers::pi / 4, 1.2, std::numbers::pi / 2,
                                             2.3, 2.8};

ClothDef even_triangles() {
    ClothDef def = adaptive_grid(8, 8);
    def.law = ClothLaw::VanGelder;
    return def;
}

ClothDef irregular_triangles() {
    ClothDef def = even_triangles();
    def.mesh = load_mesh(std::string(SOUPLE_SOURCE_DIR) + "/data/irregular_sheet.obj");
    return def;
}

TEST(LeafLaws, a_rolled_sheet_of_squares_or_even_triangles_bends_as_a_plate_at_all_levels) {
    for (const ClothDef& def : {adaptive_grid(8, 8), even_triangles()})
        for (int level = 0; level < 3; ++level) {
            const auto [least, most] = bending_over(def, level, false, all_around);
            EXPECT_NEAR(least, 1, 1.5e-3) << level;
            EXPECT_NEAR(most, 1, 1.5e-3) << level;
        }
}

// Where levels meet, points between others lie on the chord and not on the cylinder.
TEST(LeafLaws, where_levels_meet_a_rolled_sheet_costs_a_little_more_and_less_so_when_it_is_finer) {
    for (const ClothDef& def : {adaptive_grid(8, 8), even_triangles()})
        for (int level = 0; level < 3; ++level) {
            const auto [least, most] = bending_over(def, level, true, all_around);
            EXPECT_GT(least, 1) << level;
            EXPECT_LT(most, 1 + std::ldexp(0.08, -level)) << level;
        }
}

TEST(LeafLaws, a_rolled_sheet_of_irregular_triangles_comes_nearer_to_a_plate_with_each_level) {
    const std::array<Real, 3> bounds{0.5, 0.25, 0.12};
    for (int level = 0; level < 3; ++level)
        for (const bool mixed : {false, true}) {
            const auto [least, most] = bending_over(irregular_triangles(), level, mixed, all_around);
            EXPECT_GT(least, 1) << level;
            EXPECT_LT(most, 1 + bounds[level]) << level;
        }
}

}  // namespace
}  // namespace souple
