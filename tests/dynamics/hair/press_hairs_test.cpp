// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of hairs under sheets: src/souple/dynamics/hair/press_hairs.cpp
#include <gtest/gtest.h>

#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/draw_hairs.h"
#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/hair/press_hairs.h"
#include "souple/dynamics/measure.h"
#include "souple/models/cloth.h"
#include "support/hair_world.h"

namespace souple {
namespace {

constexpr Real thickness = 1e-3;

/// A wisp along +x from the origin, 1 cm in radius, and a sheet across y at a height.
World wisp_under_sheet(Real height) {
    World world;
    world.model.gravity = Vec3::Zero();
    HairDef hair = one_wisp(Vec3::UnitX());
    hair.part.touches = Touches::Everything;
    hair.look.hairs = 200;
    add_hair(world, hair);
    ClothDef cloth;
    cloth.part.position = Vec3(0.1, height, 0);
    cloth.part.thickness = thickness;
    cloth.columns = cloth.rows = 7;
    cloth.width = cloth.height = 0.8;
    add_cloth(world, cloth);
    return world;
}

std::vector<SheetOnHair> sheets_of(const World& world) {
    return find_sheets(world.model, world.model.hair[0], world.state);
}

/// [m] of all points outside the root, or the opposite of the lowest.
Real highest_hair(const World& world, const HairLines& lines, Real sign = 1) {
    const int root = world.model.hair[0].look.points;
    Real highest = -1;
    for (std::size_t h = 0; h + 1 < lines.first.size(); ++h)
        for (int p = lines.first[h] + root; p < lines.first[h + 1]; ++p)
            highest = std::max(highest, sign * lines.points[p].y());
    return highest;
}

HairLines shown(const World& world) {
    return shown_hairs(world.model, world.control, world.model.hair[0], world.state);
}

TEST(PressHairs, hairs_stay_below_a_sheet_that_lies_on_their_wisp) {
    const World world = wisp_under_sheet(0.004);
    const Real highest = highest_hair(world, shown(world));
    EXPECT_LT(highest, 0.004 - thickness / 2);  // (thickness counts along the way, which slants)
    EXPECT_GT(highest, 0.004 - thickness);
    EXPECT_GT(highest_hair(world, shown(world), -1), 0.005);  // what is below is as it was
    HairGallery gallery;
    EXPECT_EQ(hair_through_cloth(world, 0, gallery), 0);
    EXPECT_EQ(wisp_through_cloth(world, 0), 0);
}

TEST(PressHairs, hairs_that_nothing_presses_are_as_they_are_drawn) {
    const World world = wisp_under_sheet(0.03);
    const HairLines pressed = shown(world),
                    drawn = draw_hairs(world.model, world.control, world.model.hair[0], world.state);
    EXPECT_EQ(pressed.points, drawn.points);
    World alone = hair_world(one_wisp(Vec3::UnitX()));
    EXPECT_TRUE(sheets_of(alone).empty());
}

TEST(PressHairs, strangers_do_not_press) {
    World world = wisp_under_sheet(0.004);
    world.model.strangers.push_back({0, 1});
    EXPECT_TRUE(sheets_of(world).empty());
    EXPECT_GT(highest_hair(world, shown(world)), 0.005);
}

/// The straight way up: 3 cm to the sheet less its thickness.
TEST(PressHairs, the_way_ends_before_the_thickness_of_a_sheet) {
    const World world = wisp_under_sheet(0.03);
    const std::vector<SheetOnHair> sheets = sheets_of(world);
    ASSERT_EQ(sheets.size(), 1u);
    const Vec3 from(0.11, 0, 0.02);
    EXPECT_NEAR(way_to_sheet(sheets, from, from + Vec3(0, 0.1, 0)), 0.29, 1e-12);
    EXPECT_EQ(way_to_sheet(sheets, from, from + Vec3(0, 0.028, 0)), 1);
    EXPECT_EQ(way_to_sheet(sheets, from, from - Vec3(0, 0.1, 0)), 1);
    EXPECT_EQ(way_to_sheet(sheets, from + Vec3(0, 0.0295, 0), from + Vec3(0, 0.1, 0)), 0);
    EXPECT_EQ(way_to_sheet(sheets, from, from), 1);
    EXPECT_EQ(way_to_sheet(sheets, from + Vec3(1, 0, 0), from + Vec3(1, 0.1, 0)), 1);  // beside it
}

/// Two hairs that rise by 5 cm and come down again: one stands 2 cm out of the sheet, one passes beside it.
TEST(PressHairs, what_stands_through_is_measured_between_two_crossings) {
    const World world = wisp_under_sheet(0.03);
    HairLines lines;
    for (const Real z : {0.01, 0.7})
        for (const Real y : {0.0, 0.05, 0.01, 0.02}) {
            if (y == 0) lines.first.push_back(static_cast<int>(lines.points.size()));
            lines.points.emplace_back(0.1 + y, y, z);
        }
    lines.first.push_back(static_cast<int>(lines.points.size()));
    EXPECT_NEAR(farthest_through(sheets_of(world), lines, 0), 0.02, 1e-12);
    lines.points.erase(lines.points.begin(), lines.points.begin() + 4);
    lines.first = {0, 4};
    EXPECT_EQ(farthest_through(sheets_of(world), lines, 0), 0);
}

TEST(PressHairs, an_axis_that_stands_through_is_told) {
    World world = wisp_under_sheet(0.03);
    world.state.x[7].y() = 0.05;
    EXPECT_NEAR(wisp_through_cloth(world, 0), 0.02, 1e-12);
}

TEST(PressHairs, hairs_are_the_same_on_any_number_of_threads) {
    const World world = wisp_under_sheet(0.004);
    std::vector<Vec3> one;
    for (const int count : {1, 2, 8}) {
        const ThreadLimit limit(count);
        const HairLines lines = shown(world);
        if (one.empty()) one = lines.points;
        EXPECT_EQ(lines.points, one);
    }
}

/// The held end of a wisp outside its head carries a sheet as its free particles do.
TEST(PressHairs, a_sheet_rests_on_the_roots_of_hair) {
    World world;
    HairDef hair = one_wisp(Vec3::UnitY());
    hair.part.touches = Touches::Everything;
    hair.particles = 3;
    hair.length = 0.02;
    hair.roots.clear();
    for (const Real x : {-0.02, 0.02})
        for (const Real z : {-0.02, 0.02}) hair.roots.push_back({Vec3(x, 0, z), Vec3(0, -1, 0)});
    add_hair(world, hair);
    ClothDef cloth;
    cloth.part.position = Vec3(0, 0.012, 0);
    cloth.part.thickness = 5e-3;
    cloth.columns = cloth.rows = 1;
    cloth.width = cloth.height = 0.1;
    add_cloth(world, cloth);
    for (int k = 0; k < 40; ++k) world.step({.h = 0.01, .intervals = 4});
    // both thicknesses above the roots
    EXPECT_NEAR(centre_of_mass(world.model, world.state, world.model.parts[1]).y(), 0.007, 1e-3);
}

}  // namespace
}  // namespace souple
