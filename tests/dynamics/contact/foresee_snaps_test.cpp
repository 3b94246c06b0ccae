// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/foresee_snaps.h
#include "souple/dynamics/contact/foresee_snaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/test_world.h"

namespace souple {
namespace {

/// A sheet across y, held at its border, whose middle somebody has pulled down by `depth` [m].
World drawn_sheet(Real depth, Real stiffness = 400) {
    World world;
    ClothDef cloth = small_cloth(10);
    cloth.width = cloth.height = 1;
    cloth.density = 0.15;
    cloth.stiffness = stiffness;
    cloth.part.thickness = 0.01;
    cloth.holds.pins = {{.edge = "border"}};
    add_cloth(world, cloth);
    for (Vec3& x : world.state.x)
        x.y() = -depth * std::max(Real(0), 1 - 2 * std::max(std::abs(x.x()), std::abs(x.z())));
    return world;
}

std::vector<Real> thrown_in(const World& world, Real length, Real slack) {
    std::vector<Vec3> pull;
    std::vector<Real> thrown;
    foresee_snaps(world.model, world.state, length, slack, pull, thrown);
    return thrown;
}

Real farthest(const std::vector<Real>& thrown) { return *std::max_element(thrown.begin(), thrown.end()); }

}  // namespace

TEST(ForeseeSnaps, what_is_slack_or_balanced_is_not_thrown) {
    EXPECT_EQ(farthest(thrown_in(drawn_sheet(0), 0.01, 1e-6)), 0);
    World stretched = drawn_sheet(0);
    for (Vec3& x : stretched.state.x) x *= 1.3;  // (its border is held, so all that pulls is balanced)
    EXPECT_EQ(farthest(thrown_in(stretched, 0.01, 1e-6)), 0);
}

TEST(ForeseeSnaps, tension_throws_by_half_its_acceleration_times_the_square_of_the_time) {
    World world;
    ClothDef cloth = small_cloth(1);
    cloth.holds.pins = {{.edge = "top"}};
    add_cloth(world, cloth);
    const Spring& spring = world.model.springs.front();
    int free = -1;
    for (int i = 0; i < world.state.point_count(); ++i)
        if (world.model.inv_mass[i] > 0) free = i;
    Vec3 pull = Vec3::Zero();
    world.state.x[free] += Vec3(0, 0.002 * spring.rest_length, 0.003 * spring.rest_length);
    for (const Spring& s : world.model.springs)
        for (int end = 0; end < 2; ++end)
            if (s.nodes[end] == free) {
                const Vec3 way = world.state.x[s.nodes[1 - end]] - world.state.x[free];
                pull += s.stiffness * (way.norm() - s.rest_length) * way.normalized();
            }
    const Real h = 1e-3;
    EXPECT_NEAR(thrown_in(world, h, 0)[free], 0.5 * h * h * world.model.inv_mass[free] * pull.norm(), 1e-12);
    EXPECT_EQ(thrown_in(world, h, 1)[free], 0);
    EXPECT_LE(farthest(thrown_in(world, 1e3, 0)), 1.5 * spring.rest_length);  // (the longest are diagonals)
}

}  // namespace souple
