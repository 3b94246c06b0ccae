// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/touch_pair.h
#include "souple/dynamics/contact/touch_pair.h"

#include <gtest/gtest.h>

#include <numeric>

#include "souple/dynamics/contact/fill_rows.h"
#include "souple/dynamics/scratch.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// The manifold of two touchables of a world, sought for the coming time [s].
struct Sought {
    Manifold manifold;
    Movers movers;

    Sought(World& world, const Touchable& a, const Touchable& b, Real length) {
        prepare(world.model, *world.scratch);
        apply_controls({world.model, 0, length}, world.control, world.state, world.scratch->profile,
                       world.scratch->carriers);
        movers.spreads.resize(1);
        const ContactView view{world.model, world.control, world.state, length};
        touch_pair(view, a, b, 0, manifold, movers);
    }
};

constexpr Touchable first_body{TouchableKind::Piece, 0, 0};
constexpr Touchable second_body{TouchableKind::Piece, 1, 0};
constexpr Touchable first_obstacle{TouchableKind::Obstacle, 0, -1};

World two_balls(Real distance, const Vec3& velocity) {
    BodyDef left = body_of(Sphere{0.2}, {0, 0, 0}, {0.3, 0.4}),
            right = body_of(Sphere{0.3}, {distance, 0, 0});
    right.material = {0.6, 0.9};
    left.velocity = velocity;
    return rigid_world({left, right});
}

}  // namespace

TEST(TouchPair, F3_61_the_normal_points_from_a_to_b_and_the_gap_is_the_way_between) {
    World world = two_balls(0.502, Vec3::Zero());
    world.model.gravity = {0, -9.81, 0};
    const Manifold found = Sought(world, first_body, second_body, 1.0 / 30).manifold;
    ASSERT_EQ(found.count, 1);
    EXPECT_NEAR(found.points[0].gap, 0.002, 1e-12);
    EXPECT_LT((found.normal - Vec3::UnitX()).norm(), 1e-12);
    EXPECT_LT((found.points[0].place - Vec3(0.201, 0, 0)).norm(), 1e-12);
    EXPECT_LT((place_on_a(found.points[0]) - Vec3(0.2, 0, 0)).norm(), 1e-12);
    EXPECT_LT((place_on_b(found.points[0]) - Vec3(0.202, 0, 0)).norm(), 1e-12);
    const Manifold other = Sought(world, second_body, first_body, 1.0 / 30).manifold;
    EXPECT_LT((other.normal + Vec3::UnitX()).norm(), 1e-12);
}

TEST(TouchPair, a_contact_takes_the_larger_restitution_and_the_geometric_mean_of_frictions) {
    World world = two_balls(0.4, Vec3::Zero());
    const Manifold found = Sought(world, first_body, second_body, 1.0 / 60).manifold;
    EXPECT_EQ(found.restitution, 0.6);
    EXPECT_NEAR(found.friction, 0.6, 1e-15);
}

TEST(TouchPair, F3_61_what_cannot_touch_within_the_step_is_no_contact) {
    World slow = two_balls(1, {1, 0, 0});
    EXPECT_EQ(Sought(slow, first_body, second_body, 1.0 / 60).manifold.count, 0);
    World fast = two_balls(1, {60, 0, 0});
    EXPECT_EQ(Sought(fast, first_body, second_body, 1.0 / 60).manifold.count, 1);
}

TEST(TouchPair, F3_66_a_fast_body_touches_where_it_will_meet_the_other) {
    // from far left, half a radius above the other's centre: the normal is that of the touch, not of now
    World world = two_balls(5, {600, 0, 0});
    world.state.frames.x[0].y() = 0.25;
    const Sought sought(world, first_body, second_body, 1.0 / 60);
    ASSERT_EQ(sought.manifold.count, 1);
    const Vec3 normal = Vec3(std::sqrt(0.25 - 0.0625), -0.25, 0) / 0.5;
    EXPECT_LT((sought.manifold.normal - normal).norm(), 1e-3);
    // each side keeps its own place
    EXPECT_LT((sought.manifold.points[0].local_a - 0.2 * normal).norm(), 1e-3);
    EXPECT_LT((sought.manifold.points[0].local_b + 0.3 * normal).norm(), 1e-3);
}

TEST(TouchPair, F3_66_a_fast_body_that_passes_by_touches_nothing) {
    World world = two_balls(5, {600, 0, 0});
    world.state.frames.x[0].y() = 0.52;
    EXPECT_EQ(Sought(world, first_body, second_body, 1.0 / 60).manifold.count, 0);
}

TEST(TouchPair, F3_61_a_box_on_a_plane_touches_with_its_four_corners) {
    World world = rigid_world({body_of(Box{{0.5, 0.2, 0.3}}, {0, 0.2, 0})});
    add_floor(world);
    for (const bool box_first : {true, false}) {
        const Manifold found = box_first ? Sought(world, first_body, first_obstacle, 1.0 / 60).manifold
                                         : Sought(world, first_obstacle, first_body, 1.0 / 60).manifold;
        ASSERT_EQ(found.count, 4);
        EXPECT_LT((found.normal - (box_first ? -1 : 1) * Vec3::UnitY()).norm(), 1e-12);
        EXPECT_EQ((box_first ? found.b : found.a).obstacle, 0);
        for (int k = 0; k < 4; ++k) {
            EXPECT_NEAR(found.points[k].gap, 0, 1e-12);
            EXPECT_NEAR(std::abs(found.points[k].place.x()), 0.5, 1e-12);
            EXPECT_NEAR(std::abs(found.points[k].place.z()), 0.3, 1e-12);
        }
    }
}

TEST(TouchPair, F3_61_places_follow_their_carriers_when_contacts_are_followed) {
    World world = rigid_world({body_of(Box{{0.5, 0.2, 0.3}}, {0, 0.2, 0})});
    add_floor(world);
    Sought sought(world, first_body, first_obstacle, 1.0 / 60);
    world.state.frames.x[0] += Vec3(0.1, 0.003, 0);
    const ContactView view{world.model, world.control, world.state, 1.0 / 60};
    RowPacket packet;
    CarriedPlaces places;
    enter_manifold(sought.manifold, 0, sought.movers, packet, places);
    LanePoses a, b;
    a.set(0, carrier_of(view, sought.movers, packet.a[0]));
    b.set(0, carrier_of(view, sought.movers, packet.b[0]));
    note_places(follow_places(a, b, places, packet.normal), 0, a.position.at(0), sought.manifold);
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(sought.manifold.points[k].gap, 0.003, 1e-12);
    EXPECT_NEAR(sought.manifold.points[0].apart.norm(), 0.003, 1e-12) << "it slides along the floor";
}

TEST(TouchPair, F3_61_a_ball_on_a_triangle_hangs_on_its_three_corners) {
    World world = rigid_world({body_of(Sphere{0.2}, {0.1, 0.201, -0.05})});
    ClothDef cloth = small_cloth(1);
    cloth.holds.pins.clear();
    add_cloth(world, cloth);
    int spots = 0;
    for (int t = 0; t < static_cast<int>(world.model.triangles.size()); ++t) {
        const Sought sought(world, first_body, {TouchableKind::Triangle, t, 1}, 1.0 / 60);
        if (sought.manifold.count == 0) continue;
        const Spread& spread = sought.movers.spreads[0];
        Vec3 spot = Vec3::Zero();
        for (int k = 0; k < 3; ++k) spot += spread.weights[k] * world.state.x[spread.movers[k] - 1];
        EXPECT_NEAR(std::accumulate(spread.weights.begin(), spread.weights.end(), 0.0), 1, 1e-12);
        EXPECT_LT((sought.manifold.normal + Vec3::UnitY()).norm(), 1e-9);
        EXPECT_LT((spot - Vec3(0.1, 0, -0.05)).norm(), 1e-9);
        EXPECT_NEAR(sought.manifold.points[0].gap, 0, 1e-9);  // the cloth is 1 mm thick
        ++spots;
    }
    EXPECT_EQ(spots, 1);
}

TEST(TouchPair, F3_61_a_mesh_touches_a_plane_with_its_lowest_corners) {
    BodyDef body;
    body.solid.mesh =
        std::make_shared<const SurfaceTree>(make_surface_tree(make_box_mesh({0.5, 0.2, 0.3}), "box"));
    body.position = {0, 0.199, 0};
    World world = rigid_world({body});
    add_floor(world);
    world.step({.h = 1.0 / 60});
    int places = 0;
    for (const Manifold& manifold : world.scratch->interaction.manifolds)
        for (int k = 0; k < manifold.count; ++k) {
            EXPECT_NEAR(manifold.points[k].gap, -0.001, 1e-9);
            ++places;
        }
    EXPECT_EQ(places, 4);
}

namespace {

/// Boxes that lie on a fixed box and on each other, one aslant, one across a corner, one very fast, and a
/// ball.
World heap_of_boxes() {
    BodyDef aslant = body_of(Box{{0.5, 0.5, 0.5}}, {0.3, 1.49, 0.1}, {0.2, 0.3});
    aslant.rotation = 25 * Vec3(0.1, 1, 0.2).normalized();
    BodyDef fast = body_of(Box{{0.1, 0.2, 0.1}}, {-0.2, 1.3, 0}, {0, 0.7});
    fast.velocity = {0, -60, 0};
    BodyDef corner = body_of(Box{{0.5, 0.5, 0.5}}, {1.001, 1.001, 0});
    corner.rotation = {0.1, 0, 0};
    World world = rigid_world({body_of(Box{{0.5, 0.5, 0.5}}, {0, 0.499, 0}),
                               body_of(Box{{0.5, 0.5, 0.5}}, {0.9995, 0.5, 0.2}, {0.1, 0.9}), aslant, fast,
                               corner, body_of(Sphere{0.3}, {0.7, 1.29, 0.3})},
                              {0, -9.81, 0});
    add_fixed(world, Box{{5, 0.5, 5}}, {{0, -0.5, 0}, Quat::Identity()}, {0, 0.6});
    return world;
}

}  // namespace

TEST(TouchPair, boxes_one_after_the_other_touch_as_each_pair_does_alone) {
    World world = heap_of_boxes();
    prepare(world.model, *world.scratch);
    apply_controls({world.model, 0, 1.0 / 60}, world.control, world.state, world.scratch->profile,
                   world.scratch->carriers);
    const ContactView view{world.model, world.control, world.state, 1.0 / 60};
    InteractionScratch scratch;
    scratch.movers.first_driven = world.state.frames.count();
    for (int k = 0; k < 6; ++k) scratch.touchables.push_back({TouchableKind::Piece, k, 0});
    scratch.touchables.push_back({TouchableKind::Obstacle, 0, -1});
    for (int a = 0; a < 7; ++a)
        for (int b = a + 1; b < 7; ++b) scratch.pairs.push_back({a, b});
    const int count = static_cast<int>(scratch.pairs.size());
    scratch.manifolds.resize(scratch.pairs.size());
    touch_pairs(view, 0, count, scratch);
    int touching = 0;
    for (int k = 0; k < count; ++k) {
        const auto [a, b] = scratch.pairs[k];
        const Manifold& found = scratch.manifolds[k];
        Manifold alone;
        touch_pair(view, scratch.touchables[a], scratch.touchables[b], 0, alone, scratch.movers);
        ASSERT_EQ(found.count, alone.count) << a << " " << b;
        if (alone.count == 0) continue;
        ++touching;
        EXPECT_EQ(found.pair, (std::uint64_t(a) << 32) | std::uint64_t(b));
        EXPECT_EQ(found.normal, alone.normal);
        EXPECT_EQ(found.friction, alone.friction);
        EXPECT_EQ(found.restitution, alone.restitution);
        EXPECT_EQ(found.a.mover, alone.a.mover);
        EXPECT_EQ(found.b.mover, alone.b.mover);
        EXPECT_EQ(found.b.obstacle, alone.b.obstacle);
        for (int p = 0; p < alone.count; ++p) {
            EXPECT_EQ(found.points[p].local_a, alone.points[p].local_a);
            EXPECT_EQ(found.points[p].local_b, alone.points[p].local_b);
            EXPECT_EQ(found.points[p].gap, alone.points[p].gap);
            EXPECT_EQ(found.points[p].feature, alone.points[p].feature);
        }
    }
    EXPECT_GE(touching, 8);
}

}  // namespace souple
