// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/near_pairs.h: the list is that of brute force, however old it is.
#include "souple/dynamics/contact/near_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "souple/geometry/crossing.h"
#include "souple/geometry/distance.h"
#include "souple/math/rotation.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

using PairNodes = std::array<int, 4>;

World crumpled_sheet(Rng& rng) {
    World world;
    ClothDef def = small_cloth(8);
    def.holds = {};
    def.part.self_contact = true;
    def.part.thickness = 4e-3;
    add_cloth(world, def);
    for (Vec3& x : world.state.x) x = 0.3 * x + 0.08 * random_vector(rng);
    return world;
}

std::vector<Nodes<2>> edges_by_hand(const Model& model) {
    std::set<Nodes<2>> edges;
    for (const Nodes<3>& t : model.triangles)
        for (int k = 0; k < 3; ++k)
            edges.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    return {edges.begin(), edges.end()};
}

Real point_distance(const std::vector<Vec3>& x, const PairNodes& n) {
    return (closest_on_triangle(x[n[0]], x[n[1]], x[n[2]], x[n[3]]).point - x[n[0]]).norm();
}
Real edge_distance(const std::vector<Vec3>& x, const PairNodes& n) {
    return nearest_on_edges(x[n[0]], x[n[1]], x[n[2]], x[n[3]]).distance;
}

bool all_differ(const PairNodes& n) { return std::set<int>(n.begin(), n.end()).size() == 4; }

/// Every point against every triangle and every edge against every other.
std::set<PairNodes> pairs_by_hand(const Model& model, const std::vector<Nodes<2>>& edges,
                                  const std::vector<Vec3>& x, Real more) {
    std::set<PairNodes> near;
    const auto look = [&](const PairNodes& n, auto distance) {
        if (!all_differ(n)) return;
        const Real keep = std::max(
            1e-6, std::min(2 * model.parts[0].surface.thickness, 0.5 * distance(model.point_rest, n)));
        if (distance(x, n) - keep <= more) near.insert(n);
    };
    for (int i = 0; i < static_cast<int>(x.size()); ++i)
        for (const Nodes<3>& t : model.triangles) look({i, t[0], t[1], t[2]}, point_distance);
    for (const Nodes<2>& a : edges)
        for (const Nodes<2>& b : edges)
            if (a < b) look({a[0], a[1], b[0], b[1]}, edge_distance);
    return near;
}

std::set<PairNodes> awake_of(const OwnSheet& sheet) {
    std::set<PairNodes> awake;
    for (const int k : sheet.awake) awake.insert(sheet.near[k].nodes);
    return awake;
}

}  // namespace

TEST(NearPairs, are_those_of_brute_force_while_the_sheet_moves) {
    Rng rng{5};
    World world = crumpled_sheet(rng);
    const Model& model = world.model;
    const std::vector<Nodes<2>> edges = edges_by_hand(model);
    const Movers movers;
    const SheetView view{model, model.parts[0], edges, movers};
    std::vector<Vec3> x = world.state.x, drift(x.size());
    for (Vec3& way : drift) way = 0.002 * random_vector(rng);
    OwnSheet sheet;
    int searches = 0;
    std::size_t most = 0;
    for (int n = 0; n < 40; ++n) {
        const Real more = rng.uniform(0, 0.004), listed = sheet.listed_travel;
        refresh_near(view, x, more, sheet);
        searches += n == 0 || sheet.listed_travel != listed ? 1 : 0;
        wake_near(x, -1, more, sheet);
        const std::set<PairNodes> expected = pairs_by_hand(model, edges, x, more);
        ASSERT_EQ(awake_of(sheet), expected) << n;
        most = std::max(most, expected.size());
        std::vector<Vec3> next = x;  // flies, turns, trembles and changes its shape for good
        const Quat turn = to_quaternion(0.1 * random_vector(rng));
        for (std::size_t i = 0; i < x.size(); ++i)
            next[i] = turn * (x[i] + drift[i]) + Vec3(0.1, 0, 0.05) + 0.001 * random_vector(rng);
        sheet.travel += 2 * change_of_shape(model.parts[0].points, x, next);
        x = next;
    }
    EXPECT_GT(most, 20u);
    EXPECT_LT(searches, 20);
    EXPECT_GT(searches, 1);
}

TEST(NearPairs, a_sheet_that_only_trembles_is_searched_once) {
    Rng rng{8};
    const World world = crumpled_sheet(rng);
    const std::vector<Nodes<2>> edges = edges_by_hand(world.model);
    const Movers movers;
    const SheetView view{world.model, world.model.parts[0], edges, movers};
    const std::vector<Vec3>& rest = world.state.x;
    std::vector<Vec3> x = rest;
    OwnSheet sheet;
    for (int n = 0; n < 200; ++n) {
        refresh_near(view, x, 0.001, sheet);
        ASSERT_EQ(sheet.x_listed, rest) << n;
        wake_near(x, -1, 0.001, sheet);
        if (n % 50 == 49) {
            ASSERT_EQ(awake_of(sheet), pairs_by_hand(world.model, edges, x, 0.001)) << n;
        }
        std::vector<Vec3> next = rest;
        for (Vec3& p : next) p += 0.002 * random_vector(rng);
        sheet.travel += 2 * change_of_shape(world.model.parts[0].points, x, next);
        x = next;
    }
    EXPECT_GT(sheet.travel, 10 * sheet.skin);
}

TEST(NearPairs, what_is_known_already_is_not_woken_again) {
    Rng rng{6};
    World world = crumpled_sheet(rng);
    const std::vector<Nodes<2>> edges = edges_by_hand(world.model);
    OwnSheet sheet;
    refresh_near({world.model, world.model.parts[0], edges, {}}, world.state.x, 0.01, sheet);
    wake_near(world.state.x, -1, 0.002, sheet);
    std::set<PairNodes> first = awake_of(sheet);
    wake_near(world.state.x, 0.002, 0.008, sheet);
    const std::set<PairNodes> second = awake_of(sheet);
    for (const PairNodes& n : second) EXPECT_FALSE(first.contains(n));
    first.insert(second.begin(), second.end());
    EXPECT_EQ(first, pairs_by_hand(world.model, edges, world.state.x, 0.008));
}

TEST(NearPairs, flying_and_turning_change_no_shape_and_nothing_changes_more_than_is_said) {
    Rng rng{7};
    const World world = crumpled_sheet(rng);
    const Range points = world.model.parts[0].points;
    const std::vector<Vec3>& x = world.state.x;
    std::vector<Vec3> moved = x;
    const Quat turn = to_quaternion({0.02, -0.01, 0.03});
    for (Vec3& p : moved) p = turn * p + Vec3(3, 1, 2);
    EXPECT_LT(change_of_shape(points, x, moved), 1e-4);
    for (Vec3& p : moved) p += 0.01 * random_vector(rng);
    const Real change = change_of_shape(points, x, moved);
    EXPECT_LT(change, 0.03);
    for (int i = 0; i < points.count; ++i)
        for (int j = 0; j < i; ++j)
            EXPECT_LE(std::abs((moved[i] - moved[j]).norm() - (x[i] - x[j]).norm()), 2 * change + 1e-12);
}

TEST(NearPairs, a_flat_sheet_has_none_however_thick_it_is) {
    World world;
    ClothDef def = small_cloth(10);
    def.part.thickness = 1;
    add_cloth(world, def);
    const std::vector<Nodes<2>> edges = edges_by_hand(world.model);
    OwnSheet sheet;
    refresh_near({world.model, world.model.parts[0], edges, {}}, world.state.x, 0, sheet);
    wake_near(world.state.x, -1, 0, sheet);
    EXPECT_TRUE(sheet.awake.empty());  // neighbours along the sheet do not push each other
}

}  // namespace souple
