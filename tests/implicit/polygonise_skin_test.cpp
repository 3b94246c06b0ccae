// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests src/souple/implicit/polygonise_skin.h, leaf_values.h and cube_cases.h.
#include "souple/implicit/polygonise_skin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/implicit/cube_cases.h"
#include "support/finite_differences.h"

namespace souple {
namespace {

using std::numbers::pi;

SkinField field_of(const std::vector<Vec3>& points, const FieldLaw& law) {
    std::vector<SkinPrimitive> primitives;
    std::vector<Pose> carriers;
    for (const Vec3& p : points) {
        primitives.push_back(point_skeleton(Vec3::Zero(), law));
        primitives.back().carrier = static_cast<int>(carriers.size());
        carriers.push_back({p, Quat::Identity()});
    }
    SkinField field;
    pose_field(field, primitives, carriers);
    return field;
}

Real area_of(const TriangleMesh& mesh) {
    Real sum = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) sum += area(mesh, static_cast<int>(t));
    return sum;
}

int euler_number(const TriangleMesh& mesh) {
    return static_cast<int>(mesh.points.size()) - static_cast<int>(edges_of(mesh).size()) +
           static_cast<int>(mesh.triangles.size());
}

/// Every edge once in each direction, and the triangles of every point one single ring.
void expect_closed_manifold(const TriangleMesh& mesh) {
    std::map<std::pair<int, int>, int> third;
    std::vector<int> triangles_of(mesh.points.size(), 0), start(mesh.points.size(), -1);
    for (const auto& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            ASSERT_TRUE(third.emplace(std::pair{t[k], t[(k + 1) % 3]}, t[(k + 2) % 3]).second);
            ++triangles_of[t[k]];
            start[t[k]] = t[(k + 1) % 3];
        }
    for (std::size_t p = 0; p < mesh.points.size(); ++p) {
        const int point = static_cast<int>(p);
        ASSERT_GE(start[p], 0) << "a point without triangles";
        int ring = 0;
        for (int around = start[p]; ring == 0 || around != start[p]; ++ring) {
            const auto next = third.find({point, around});
            ASSERT_TRUE(next != third.end() && ring <= triangles_of[p]) << "an open edge";
            around = next->second;
        }
        ASSERT_EQ(ring, triangles_of[p]) << "two sheets meet in one point";
    }
}

constexpr FieldLaw law{.thickness = 1, .range = 2, .slope = 1.5};

TEST(PolygoniseSkin, F0_26_area_volume_and_places_of_a_sphere_converge_at_second_order) {
    const SkinField field = field_of({Vec3(0.013, -0.021, 0.037)}, law);
    std::array<Real, 3> area_error, volume_error, distance;
    for (int level = 0; level < 3; ++level) {
        const TriangleMesh mesh = polygonise_skin(field, 0.2 / (1 << level));
        area_error[level] = std::abs(area_of(mesh) - 4 * pi);
        volume_error[level] = std::abs(signed_volume(mesh) - 4 * pi / 3);
        distance[level] = 0;
        for (const Vec3& p : mesh.points)
            distance[level] =
                std::max(distance[level], std::abs((p - field.primitives[0].centre).norm() - 1));
    }
    for (int level = 0; level < 2; ++level) {
        EXPECT_NEAR(std::log2(area_error[level] / area_error[level + 1]), 2, 0.15);
        EXPECT_NEAR(std::log2(volume_error[level] / volume_error[level + 1]), 2, 0.15);
        EXPECT_NEAR(std::log2(distance[level] / distance[level + 1]), 2, 0.3);
    }
    EXPECT_LT(distance[2], 1e-3);
    EXPECT_LT(volume_error[2], 0.002 * 4 * pi / 3);
}

TEST(PolygoniseSkin, F0_26_triangles_are_counter_clockwise_seen_from_outside) {
    const TriangleMesh mesh = polygonise_skin(field_of({Vec3::Zero()}, law), 0.25);
    EXPECT_GT(signed_volume(mesh), 0);
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
        EXPECT_TRUE(area(mesh, t) < 1e-9 || normal(mesh, t).dot(mesh.points[mesh.triangles[t][0]]) > 0);
}

TEST(PolygoniseSkin, F0_26_is_a_closed_manifold_for_any_skeleton_however_coarse_the_cells) {
    Rng rng{5};
    for (int trial = 0; trial < 40; ++trial) {
        std::vector<SkinPrimitive> primitives;
        std::vector<Pose> carriers;
        for (int i = 0; i < 30; ++i) {
            SkinPrimitive one = point_skeleton(Vec3::Zero(), {0.3, 0.8, 3.0});
            one.carrier = i;
            for (int side = 0; side < i % 4; ++side) one.half_size[side] = rng.uniform(0.1, 0.5);
            if (i % 5 == 0) one.stretch = Vec3(0.6, 1.5, 1);
            primitives.push_back(one);
            carriers.push_back({2 * random_vector(rng), random_rotation(rng)});
        }
        SkinField field;
        pose_field(field, primitives, carriers);
        const TriangleMesh mesh = polygonise_skin(field, rng.uniform(0.15, 0.9));
        ASSERT_FALSE(mesh.triangles.empty());
        expect_closed_manifold(mesh);
        EXPECT_TRUE(is_closed(mesh));
    }
}

TEST(CubeCases, every_case_closes_up_with_any_neighbour) {
    // two cells that share a face must cut it along the same segments, in opposite directions
    const auto segments_on = [](int inside, int axis, int side) {
        std::map<std::pair<int, int>, int> edges;
        for (int t = 0; t < cube_cases()[inside].count; ++t)
            for (int k = 0; k < 3; ++k) {
                const auto& triangle = cube_cases()[inside].triangles[t];
                const int a = triangle[k], b = triangle[(k + 1) % 3];
                const auto on_face = [&](int edge) {
                    const auto [corner, along] = cube_edge(edge);
                    return along != axis && (corner >> axis & 1) == side;
                };
                const auto slid = [&](int edge) {  // the same edge seen from the other cell
                    for (int e = 0; e < 12; ++e)
                        if (cube_edge(e).axis == cube_edge(edge).axis &&
                            cube_edge(e).corner == (cube_edge(edge).corner & ~(1 << axis)))
                            return e;
                    return -1;
                };
                if (on_face(a) && on_face(b)) ++edges[{slid(a), slid(b)}];
            }
        return edges;
    };
    for (int axis = 0; axis < 3; ++axis)
        for (int a = 0; a < 256; ++a)
            for (int b = 0; b < 256; ++b) {
                bool fits = true;
                for (int c = 0; c < 8; ++c)
                    if (!(c >> axis & 1)) fits = fits && (a >> (c | 1 << axis) & 1) == (b >> c & 1);
                if (!fits || b % 7 != 0) continue;
                std::map<std::pair<int, int>, int> turned;
                for (const auto& [edge, count] : segments_on(b, axis, 0))
                    turned[{edge.second, edge.first}] = count;
                EXPECT_EQ(segments_on(a, axis, 1), turned);
            }
}

TEST(PolygoniseSkin, F0_31_two_blobs_are_two_spheres_apart_and_one_when_near) {
    const FieldLaw blob{1, 1.9, 1.5};
    EXPECT_EQ(euler_number(polygonise_skin(field_of({Vec3(-2, 0, 0), Vec3(2, 0, 0)}, blob), 0.1)), 4);
    EXPECT_EQ(euler_number(polygonise_skin(field_of({Vec3(-1, 0, 0), Vec3(1, 0, 0)}, blob), 0.1)), 2);
}

TEST(PolygoniseSkin, F0_26_a_ring_has_one_hole_and_a_shell_has_an_inside) {
    std::vector<Vec3> ring, shell;
    for (int i = 0; i < 16; ++i) ring.push_back(4 * Vec3(std::cos(pi * i / 8), 0.1, std::sin(pi * i / 8)));
    for (const Vec3& p : make_icosphere(4, 2).points) shell.push_back(p);
    EXPECT_EQ(euler_number(polygonise_skin(field_of(ring, law), 0.25)), 0);
    const TriangleMesh hollow = polygonise_skin(field_of(shell, law), 0.25);
    EXPECT_EQ(euler_number(hollow), 4) << "an outer and an inner sphere";
    EXPECT_TRUE(is_closed(hollow));
}

TEST(PolygoniseSkin, F0_26_points_lie_on_the_skin_of_a_sum_to_second_order) {
    Rng rng{9};
    std::vector<Vec3> points;
    for (int i = 0; i < 20; ++i) points.push_back(1.5 * random_vector(rng));
    const SkinField field = field_of(points, law);
    std::array<Real, 2> worst{};
    for (int level = 0; level < 2; ++level)
        for (const Vec3& p : polygonise_skin(field, 0.1 / (1 << level)).points) {
            const FieldSample here = sample(field, p);
            worst[level] = std::max(worst[level], std::abs(here.value - 1) / here.gradient.norm());
        }
    EXPECT_GT(worst[0] / worst[1], 2.8);
    EXPECT_LT(worst[1], 2e-3);
}

TEST(PolygoniseSkin, same_bits_on_one_two_and_eight_threads) {
    Rng rng{21};
    std::vector<Vec3> points;
    for (int i = 0; i < 200; ++i) points.push_back(5 * random_vector(rng));
    const SkinField field = field_of(points, law);
    std::vector<TriangleMesh> meshes;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        meshes.push_back(polygonise_skin(field, 0.2));
    }
    EXPECT_GT(meshes[0].triangles.size(), 10000u);
    for (const int other : {1, 2}) {
        EXPECT_TRUE(meshes[0].points == meshes[other].points);
        EXPECT_TRUE(meshes[0].triangles == meshes[other].triangles);
    }
}

TEST(PolygoniseSkin, visits_cells_in_proportion_to_the_surface) {
    const SkinField field = field_of({Vec3::Zero()}, law);
    std::array<std::size_t, 3> leaves;
    TriangleMesh mesh;
    SkinMesher mesher;
    for (int level = 0; level < 3; ++level) {
        polygonise_skin(mesher, std::array<PressedSkin, 1>{{{&field, 1}}}, 0, 0.05 / (1 << level), mesh);
        leaves[level] = mesher.leaves.size();
    }
    EXPECT_LT(leaves[2], 4.4 * static_cast<Real>(leaves[1]));
    EXPECT_LT(64.0 * static_cast<Real>(leaves[2]), 5.0 * static_cast<Real>(mesh.triangles.size()));
}

/// Turned boxes of all kinds, some stretched.
SkinField random_boxes(int count, std::uint64_t seed, const Vec3& middle) {
    Rng rng{seed};
    std::vector<SkinPrimitive> primitives;
    std::vector<Pose> carriers;
    for (int i = 0; i < count; ++i) {
        primitives.push_back(point_skeleton(Vec3::Zero(), {0.4, 1.1, 2}));
        primitives.back().carrier = i;
        for (int side = 0; side < i % 4; ++side) primitives.back().half_size[side] = rng.uniform(0.1, 0.5);
        if (i % 5 == 0) primitives.back().stretch = Vec3(0.7, 1.3, 1.0);
        carriers.push_back({middle + 1.5 * random_vector(rng), random_rotation(rng)});
    }
    SkinField field;
    pose_field(field, primitives, carriers);
    return field;
}

TEST(PolygoniseSkin, F0_26_finds_every_edge_of_the_whole_lattice_that_the_skin_crosses) {
    const SkinField own = random_boxes(30, 31, Vec3::Zero()), other = random_boxes(20, 32, Vec3(1.2, 0.3, 0));
    const std::array<PressedSkin, 2> skins{{{&own, 1}, {&other, 2}}};
    const Real cell = 0.1;
    const int reach = 40;  // cells from the middle on: beyond all fields
    const auto inside = [&](int i, int j, int k) {
        const Vec3 p = cell * Vec3(i, j, k);
        return value(own, p) - 1 - std::max(Real(0), 2 * (value(other, p) - 1)) > 0;
    };
    std::size_t crossed = 0;
    for (int k = -reach; k < reach; ++k)
        for (int j = -reach; j < reach; ++j)
            for (int i = -reach; i < reach; ++i) {
                const bool here = inside(i, j, k);
                crossed += (here != inside(i + 1, j, k)) + (here != inside(i, j + 1, k)) +
                           (here != inside(i, j, k + 1));
            }
    SkinMesher mesher;
    TriangleMesh mesh;
    polygonise_skin(mesher, skins, 0, cell, mesh);
    EXPECT_GT(crossed, 3000u);
    EXPECT_EQ(mesh.points.size(), crossed);
    EXPECT_TRUE(is_closed(mesh));
}

TEST(PolygoniseSkin, inside_a_lump_where_many_fields_overlap_few_leaves_are_sampled) {
    std::vector<Vec3> points;
    for (int i = 0; i < 512; ++i) points.push_back(Vec3(i % 8, i / 8 % 8, i / 64));
    const SkinField field = field_of(points, {0.6, 1.2, 2.5});
    SkinMesher mesher;
    TriangleMesh mesh;
    polygonise_skin(mesher, std::array<PressedSkin, 1>{{{&field, 1}}}, 0, 0.08, mesh);
    std::size_t crossed = 0;
    for (std::size_t leaf = 0; leaf < mesher.leaves.size(); ++leaf)
        crossed += mesher.first_triangle[leaf] != mesher.first_triangle[leaf + 1];
    EXPECT_GT(crossed, 1000u);
    EXPECT_LT(mesher.leaves.size(), 2 * crossed);
}

TEST(PolygoniseSkin, the_second_use_of_a_mesher_gives_the_same_mesh) {
    const SkinField field = field_of({Vec3::Zero(), Vec3(1, 1, 0)}, law);
    const SkinField large = field_of({Vec3::Zero(), Vec3(1, 1, 0), Vec3(2, 3, 1)}, law);
    SkinMesher mesher;
    TriangleMesh mesh;
    polygonise_skin(mesher, std::array<PressedSkin, 1>{{{&large, 1}}}, 0, 0.2, mesh);
    polygonise_skin(mesher, std::array<PressedSkin, 1>{{{&field, 1}}}, 0, 0.2, mesh);
    const TriangleMesh fresh = polygonise_skin(field, 0.2);
    EXPECT_TRUE(mesh.points == fresh.points);
    EXPECT_TRUE(mesh.triangles == fresh.triangles);
}

TEST(PolygoniseSkin, refuses_cells_without_size_or_too_small_and_shows_nothing_of_nothing) {
    const SkinField field = field_of({Vec3::Zero()}, law);
    EXPECT_THROW(polygonise_skin(field, 0), InputError);
    EXPECT_THROW(polygonise_skin(field, 1e-7), InputError);
    EXPECT_TRUE(polygonise_skin(field_of({}, law), 0.1).triangles.empty());
    EXPECT_TRUE(polygonise_skin(field_of({Vec3(std::nan(""), 0, 0)}, law), 0.1).triangles.empty());
}

TEST(PolygoniseSkin, F0_28_skins_that_press_each_other_share_their_contact_surface) {
    const SkinField left = field_of({Vec3(-0.8, 0, 0)}, law), right = field_of({Vec3(0.8, 0, 0)}, law);
    const std::array<PressedSkin, 2> skins{{{&left, 1000}, {&right, 1000}}};
    SkinMesher mesher;
    TriangleMesh mesh;
    polygonise_skin(mesher, skins, 0, 0.05, mesh);
    EXPECT_TRUE(is_closed(mesh));
    Real farthest = -1;
    for (const Vec3& p : mesh.points) farthest = std::max(farthest, p.x());
    EXPECT_NEAR(farthest, 0, 1e-7) << "flat against the plane between two equal spheres";
    const Real cap = pi * 0.2 * 0.2 * (3 - 0.2) / 3;
    EXPECT_NEAR(signed_volume(mesh), 4 * pi / 3 - cap, 0.01);
    polygonise_skin(mesher, skins, 1, 0.05, mesh);
    Real nearest = 1;
    for (const Vec3& p : mesh.points) nearest = std::min(nearest, p.x());
    EXPECT_NEAR(nearest, 0, 1e-7);
}

TEST(PolygoniseSkin, F0_27_a_softer_skin_gives_way_more) {
    const SkinField left = field_of({Vec3(-0.8, 0, 0)}, law), right = field_of({Vec3(0.8, 0, 0)}, law);
    const std::array<PressedSkin, 2> skins{{{&left, 1000}, {&right, 3000}}};
    SkinMesher mesher;
    TriangleMesh mesh;
    polygonise_skin(mesher, skins, 0, 0.02, mesh);
    Real on_axis = -1;
    for (const Vec3& p : mesh.points)
        if (std::hypot(p.y(), p.z()) < 0.02) on_axis = std::max(on_axis, p.x());
    // depth of the left d, of the right 0.4 - d: 1000 d = 3000 (0.4 - d), so d = 0.3
    EXPECT_NEAR(on_axis, -0.8 + 1 - 0.3, 2e-3);
}

}  // namespace
}  // namespace souple
