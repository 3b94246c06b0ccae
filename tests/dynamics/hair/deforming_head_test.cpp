// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of roots on a mesh that deforms: src/souple/models/hair.cpp and dynamics/surface_anchor.h
#include <gtest/gtest.h>

#include <functional>
#include <numbers>
#include <string>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/dynamics/hair/draw_hairs.h"
#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/hair/split_wisps.h"
#include "souple/dynamics/surface_anchor.h"
#include "souple/math/rotation.h"
#include "support/hair_world.h"

namespace souple {
namespace {

constexpr Real step_length = 1.0 / 90;

/// Eight faces around the origin, corners 0.1 m from it.
TriangleMesh eight_faces() {
    TriangleMesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const Real side : {0.1, -0.1}) mesh.points.push_back(side * Vec3::Unit(axis));
    for (int x = 0; x < 2; ++x)
        for (int y = 0; y < 2; ++y)
            for (int z = 0; z < 2; ++z) {
                const bool even = (x + y + z) % 2 == 0;
                mesh.triangles.push_back({x, (even ? 2 + y : 4 + z), (even ? 4 + z : 2 + y)});
            }
    return mesh;
}

/// A mesh whose points are at motion(time, rest) at the ends of all intervals.
template <class Fn>
MeshSequence sequence_of(const TriangleMesh& mesh, int steps, const Fn& motion) {
    MeshSequence sequence;
    sequence.triangles = mesh.triangles;
    for (int k = 0; k <= steps; ++k) {
        sequence.times.push_back(k * step_length);
        sequence.points.emplace_back();
        for (const Vec3& p : mesh.points) sequence.points.back().push_back(motion(k * step_length, p));
    }
    return sequence;
}

/// Wisps on two faces that can twist; they do not meet the head, so that only roots lead them.
HairDef rooted_hair(Method method) {
    HairDef def = test_hair();
    def.part.method = method;
    if (method == Method::VelocityVerlet) def.part.substeps = 1;
    def.part.collides = false;
    def.head = "head";
    def.material.twist_stiffness = 1e-4;
    def.material.twist_damping = 3e-6;
    def.roots = {{Vec3(0.038, 0.035, 0.03), Vec3(1, 1, 1)}, {Vec3(-0.03, 0.04, 0.034), Vec3(-1, 1, 1)}};
    return def;
}

World world_on(Obstacle head, const HairDef& def) {
    World world;
    world.model.gravity = Vec3(0, -9.8, 0);
    head.name = "head";
    if (head.track < 0) head.track = add_track(world, {.name = "head", .keys = {{0, {}}}});
    add_obstacle(world, head);
    add_hair(world, def);
    return world;
}

template <class Fn>
World world_on_mesh(int steps, const Fn& motion, const HairDef& def) {
    Obstacle head;
    head.deforming = std::make_shared<const MeshSequence>(sequence_of(eight_faces(), steps, motion));
    return world_on(head, def);
}

/// The same mesh, rigid, on a track with a key at the end of every interval.
World world_on_track(int steps, const std::function<Pose(Real)>& pose, const HairDef& def) {
    World world;
    world.model.gravity = Vec3(0, -9.8, 0);
    Track track;
    track.name = "head";
    for (int k = 0; k <= steps; ++k) track.keys.push_back({k * step_length, pose(k * step_length)});
    Obstacle head;
    head.name = "head";
    head.shape = MeshShape{std::make_shared<const SurfaceTree>(make_surface_tree(eight_faces(), "head"))};
    head.track = add_track(world, track);
    add_obstacle(world, head);
    add_hair(world, def);
    return world;
}

Pose tumbling(Real t) { return {Vec3(0.2 * t, 0, -0.1 * t), to_quaternion(t * Vec3(1, 5, -2))}; }

}  // namespace

TEST(DeformingHead, W1_5_a_mesh_that_only_turns_carries_hair_as_a_rigid_head_does) {
    constexpr int steps = 20;
    for (const Method method : {Method::CorrectedEuler, Method::VelocityVerlet}) {
        const HairDef def = rooted_hair(method);
        World mesh = world_on_mesh(
            steps, [](Real t, const Vec3& p) { return tumbling(t).to_world(p); }, def);
        World rigid = world_on_track(steps, tumbling, def);
        for (int k = 0; k < steps; ++k) {
            ASSERT_FALSE(mesh.step({.h = step_length}).failure);
            ASSERT_FALSE(rigid.step({.h = step_length}).failure);
        }
        for (std::size_t i = 0; i < mesh.state.x.size(); ++i) {
            const Real grown = i % 10 < 2 ? 1 : 1e6;  // free particles tumble: what is rounded off grows
            EXPECT_LT((mesh.state.x[i] - rigid.state.x[i]).norm(), grown * 1e-13);
            EXPECT_LT((mesh.state.v[i] - rigid.state.v[i]).norm(), grown * 1e-11);
            EXPECT_NEAR(mesh.state.hair[0].twist[i], rigid.state.hair[0].twist[i], 1e-5);
        }
        EXPECT_GT(std::abs(tip_twist(mesh, 0)), 1) << "the roots have turned about the wisps";
        const HairLines a = draw_hairs(mesh.model, mesh.control, mesh.model.hair[0], mesh.state);
        const HairLines b = draw_hairs(rigid.model, rigid.control, rigid.model.hair[0], rigid.state);
        ASSERT_EQ(a.points.size(), b.points.size());
        for (std::size_t p = 0; p < a.points.size(); ++p) EXPECT_LT((a.points[p] - b.points[p]).norm(), 1e-6);
    }
}

TEST(DeformingHead, W1_5_roots_stay_on_their_material_and_are_as_fast_as_it) {
    // twice as wide and sheared at the end: the same map for all faces, so that material places are known
    constexpr int steps = 20;
    const auto map = [](Real t, const Vec3& p) {
        const Real s = t / (steps * step_length);
        return Vec3((1 + s) * p.x() + 0.5 * s * p.y(), p.y(), p.z());
    };
    const HairDef def = rooted_hair(Method::VelocityVerlet);
    World world = world_on_mesh(steps, map, def);
    const int segment_points[2] = {1, 11};
    Vec3 feet[2];
    for (int r = 0; r < 2; ++r) {
        const Vec3 n = def.roots[r].direction.normalized();
        const Vec3& root = world.state.x[segment_points[r]];
        feet[r] = root - (root.dot(n) - 0.1 / std::sqrt(3)) * n;  // on the face |x| + |y| + |z| = 0.1
    }
    std::vector<Vec3> before = world.state.x;
    for (int k = 0; k < steps; ++k) {
        ASSERT_FALSE(world.step({.h = step_length}).failure);
        for (int r = 0; r < 2; ++r) {
            const int out = segment_points[r], in = out - 1;
            const Vec3 foot = map(world.state.time, feet[r]), way = world.state.x[out] - world.state.x[in];
            EXPECT_NEAR((world.state.x[out] - foot).norm(), (def.roots[r].position - feet[r]).norm(), 1e-9);
            EXPECT_NEAR(way.norm(), 0.03, 1e-12) << "the root segment keeps its length";
            const Vec3 led = (world.state.x[out] - before[out]) / step_length;
            EXPECT_LT((world.state.v[out] - led).norm(), 1e-9);
        }
        before = world.state.x;
    }
    for (int r = 0; r < 2; ++r) {  // across the skin, which the map has tilted
        const Vec3 n = def.roots[r].direction.cwiseQuotient(Vec3(2, 1, 1)) -
                       Vec3(0, 0.5 * def.roots[r].direction.x() / 2, 0);
        const Vec3 way = world.state.x[segment_points[r]] - world.state.x[segment_points[r] - 1];
        EXPECT_LT(way.normalized().cross(n.normalized()).norm(), 1e-9);
    }
}

TEST(DeformingHead, W1_5_drawn_hairs_turn_with_the_skin_also_before_the_first_step) {
    // a quarter turn in the first interval, about the root of the first wisp
    const Vec3 axis = Vec3(1, 1, 1).normalized();
    HairDef def = rooted_hair(Method::VelocityVerlet);
    def.roots = {{0.061 * axis, axis}};
    const auto spin = [&](Real t, const Vec3& p) {
        return Vec3(to_quaternion(t / step_length * 0.5 * std::numbers::pi * axis) * p);
    };
    World world = world_on_mesh(1, spin, def);
    world.model.gravity.setZero();
    const auto first_across = [&] {
        const HairLines lines = draw_hairs(world.model, world.control, world.model.hair[0], world.state);
        const Vec3 arm = lines.points[0] - world.state.x[0];
        return Vec3(arm - arm.dot(axis) * axis);
    };
    const Vec3 before = first_across();
    ASSERT_GT(before.norm(), 1e-4);
    ASSERT_FALSE(world.step({.h = step_length}).failure);
    EXPECT_LT((first_across() - spin(step_length, before)).norm(), 1e-9);
}

TEST(DeformingHead, W1_5_the_first_axis_is_across_the_root_whatever_way_the_head_stands) {
    Obstacle head;
    head.name = "head";
    head.pose.rotation = to_quaternion(Vec3(0.4, -1.1, 0.7));
    head.deforming = std::make_shared<const MeshSequence>(
        sequence_of(eight_faces(), 1, [](Real, const Vec3& p) { return p; }));
    HairDef def = rooted_hair(Method::VelocityVerlet);
    for (RootDef& root : def.roots)
        root = {head.pose.to_world(root.position), head.pose.rotation * root.direction};
    World world;
    add_track(world, {.name = "head", .keys = {{0, {}}}});  // which the obstacle itself is not on
    add_obstacle(world, head);
    add_hair(world, def);
    std::vector<Pose> skin;
    anchors_now(world.model, world.state, skin);
    for (int r = 0; r < 2; ++r) {
        const WispRoot& root = world.model.hair[0].roots[r];
        const Vec3 side = skin[root.anchor].rotation * root.side;
        EXPECT_NEAR(side.norm(), 1, 1e-12);
        EXPECT_NEAR(side.dot(def.roots[r].direction), 0, 1e-12);
    }
}

TEST(DeformingHead, W6_2_halves_of_a_wisp_have_its_root_on_the_skin) {
    HairDef def = rooted_hair(Method::VelocityVerlet);
    def.roots.pop_back();
    def.split.ratio = 0.6;
    def.room = 2;
    World world = world_on_mesh(
        20, [](Real t, const Vec3& p) { return tumbling(t).to_world(p); }, def);
    for (const int sample : {1, 3}) world.state.hair[0].radius[4 * 5 + sample] = 0.003;  // squashed
    for (int k = 0; k < 20; ++k) {
        change_wisps(world, step_length);
        ASSERT_FALSE(world.step({.h = step_length}).failure);
    }
    ASSERT_EQ(wisp_count(world.model, world.state, 0), 2);
    for (int i = 0; i < 2; ++i) EXPECT_LT((world.state.x[i] - world.state.x[10 + i]).norm(), 1e-15);
    EXPECT_GT((world.state.x[9] - world.state.x[19]).norm(), 1e-3) << "they have left each other";
    EXPECT_LT((world.state.x[1] - tumbling(world.state.time).to_world(def.roots[0].position)).norm(), 1e-12);
}

TEST(DeformingHead, T24_threads_do_not_change_a_bit) {
    const auto breathe = [](Real t, const Vec3& p) { return Vec3((1 + 0.2 * std::sin(20 * t)) * p); };
    HairDef def = test_hair();
    def.head = "head";
    def.scalps = {{.count = 12, .angle = 90, .face = 0}};
    const auto hash_with = [&](int threads) {
        World world = world_on_mesh(10, breathe, def);
        ThreadLimit limit(threads);
        limit.run([&] { step_hair(world, 10); });
        EXPECT_LT(wisp_penetration(world, 0), 1e-3);
        return hash_of(world.state);
    };
    const std::uint64_t one = hash_with(1);
    EXPECT_EQ(one, hash_with(2));
    EXPECT_EQ(one, hash_with(8));
}

TEST(DeformingHead, a_scalp_grows_on_a_mesh_and_roots_beside_it_are_refused) {
    const auto still = [](Real, const Vec3& p) { return p; };
    HairDef def = test_hair();
    def.head = "head";
    def.scalps = {{.count = 30, .angle = 100, .face = 0}};
    World world = world_on_mesh(1, still, def);
    EXPECT_EQ(wisp_count(world.model, world.state, 0), 30);
    EXPECT_EQ(world.model.anchors.size(), 30u);
    HairDef lost = rooted_hair(Method::VelocityVerlet);
    lost.roots = {{Vec3(0.3, 0, 0), Vec3(1, 0, 0)}};
    EXPECT_THROW(world_on_mesh(1, still, lost), InputError);
    lost.roots = {{Vec3(0.01, 0.01, 0.01), Vec3(1, 1, 1)}};
    EXPECT_THROW(world_on_mesh(1, still, lost), InputError) << "it ends inside";
}

TEST(DeformingHead, W1_5_a_root_on_a_triangle_that_loses_its_area_later_is_refused) {
    // at the end a corner of the first root's triangle is on the side between the other two
    const auto fold = [](Real t, const Vec3& p) {
        return t > 1.5 * step_length && p.x() > 0.05 ? Vec3(0, 0.05, 0.05) : p;
    };
    const HairDef def = rooted_hair(Method::VelocityVerlet);
    EXPECT_NO_THROW(world_on_mesh(1, fold, def));
    try {
        world_on_mesh(2, fold, def);
        FAIL() << "it was not noticed";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("triangle 0 of 'head'"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("no area in shape 2"), std::string::npos) << error.what();
    }
    HairDef beside = def;
    beside.roots.erase(beside.roots.begin());
    EXPECT_NO_THROW(world_on_mesh(2, fold, beside)) << "nothing grows there";
}

}  // namespace souple
