// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/volumes/map3.cpp, build_map3.cpp, refine3.cpp and levels3.cpp.
#include "souple/topology/volumes/map3.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "souple/core/errors.h"
#include "topology/space/spaces.h"

namespace souple {
namespace {

Map3 map_of(const HexahedronMesh& mesh) {
    return map_from_hexahedra(static_cast<int>(mesh.points.size()), mesh.hexahedra, mesh.name);
}

std::vector<HexahedronMesh> all_meshes() {
    HexahedronMesh ring = grid_mesh(3, 3, 1);
    ring.name = "ring";
    ring.hexahedra.erase(ring.hexahedra.begin() + 4);
    return {grid_mesh(1, 1, 1), grid_mesh(3, 2, 2), turned_mesh(2, 2, 2), ring};
}

TEST(Map3, F2_2_operators_pair_darts_and_cells_of_a_ball_and_a_ring_are_counted) {
    for (const HexahedronMesh& mesh : all_meshes()) {
        SCOPED_TRACE(mesh.name);
        const Map3 map = map_of(mesh);
        EXPECT_EQ(find_fault(map), "");
        EXPECT_EQ(count_cells(map).euler(), mesh.name == "ring" ? 0 : 1);
    }
    const VolumeCounts counts = count_cells(map_of(grid_mesh(3, 2, 2)));
    EXPECT_EQ(counts.vertices, 4 * 3 * 3);
    EXPECT_EQ(counts.edges, 3 * 9 + 2 * 12 + 2 * 12);
    EXPECT_EQ(counts.faces, 4 * 4 + 3 * 6 + 3 * 6);
    EXPECT_EQ(counts.volumes, 12);
}

TEST(Map3, F2_2_a_broken_link_or_a_wrong_index_is_found) {
    const Map3 good = map_of(grid_mesh(2, 2, 1));
    for (int kind = 0; kind < 7; ++kind) {
        Map3 map = good;
        Dart3Record& dart = map.darts[30];
        int* const numbers[] = {&dart.next, &dart.across, &dart.beyond, &dart.vertex,
                                &dart.edge, &dart.face,   &dart.volume};
        *numbers[kind] = (*numbers[kind] + 1) % 3;
        EXPECT_NE(find_fault(map), "") << kind;
    }
}

TEST(Map3, F2_3_the_outside_is_marked_and_everything_else_has_a_volume) {
    const Map3 map = map_of(grid_mesh(3, 2, 2));
    int border = 0;
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        EXPECT_EQ(is_border(map, {d}), !volume_of(map, {d}));
        border += is_border(map, {d});
    }
    EXPECT_EQ(border, 4 * (2 * 4 + 2 * 6 + 2 * 6));
    EXPECT_EQ(map.darts.live_count(), 24 * 12 + border);
}

TEST(Map3, F2_2_cells_that_are_no_manifold_are_refused_by_name) {
    const auto message_of = [](const HexahedronMesh& mesh) {
        try {
            map_of(mesh);
        } catch (const TopologyError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    HexahedronMesh mesh = grid_mesh(2, 1, 1);
    mesh.hexahedra[1][3] = mesh.hexahedra[1][0];
    EXPECT_NE(message_of(mesh).find("hexahedron 1 has point"), std::string::npos);
    mesh = grid_mesh(2, 1, 1);
    mesh.hexahedra.push_back(mesh.hexahedra[0]);
    EXPECT_NE(message_of(mesh).find("hexahedra"), std::string::npos);
    mesh = grid_mesh(2, 1, 1);
    for (int c = 0; c < 4; ++c) std::swap(mesh.hexahedra[1][2 * c], mesh.hexahedra[1][2 * c + 1]);
    EXPECT_NE(message_of(mesh).find("disagree"), std::string::npos);
    mesh = grid_mesh(2, 2, 1);
    mesh.hexahedra = {mesh.hexahedra[0], mesh.hexahedra[3]};
    EXPECT_NE(message_of(mesh), "");
    mesh = grid_mesh(1, 1, 1);
    mesh.points.push_back(Vec3::Zero());
    EXPECT_NE(message_of(mesh).find("point 8 belongs to no hexahedron"), std::string::npos);
}

TEST(Map3, F2_5_F2_10_volumes_around_one_are_those_that_share_a_vertex) {
    Map3 map = map_of(grid_mesh(3, 3, 2));
    Rng rng{3};
    VolumeChange change;
    for (int i = 0; i < 12; ++i) change_one_volume(map, rng, 2, change);
    std::map<int, std::set<int>> vertices;  // by volume
    for (int d = 0; d < map.darts.slot_count(); ++d)
        if (map.darts.is_live(d) && !is_border(map, {d}))
            vertices[map.darts[d].volume].insert(map.darts[d].vertex);
    OrbitRoom room;
    std::vector<int> found;
    for (const auto& [c, own] : vertices) {
        std::vector<int> expected;
        for (const auto& [other, theirs] : vertices) {
            bool shares = false;
            for (const int v : own) shares |= theirs.count(v) > 0;
            if (other != c && shares) expected.push_back(other);
        }
        find_volumes_around(map, {c}, room, found);
        ASSERT_EQ(found, expected) << c;
    }
}

TEST(Refine3, F2_9_a_hexahedron_becomes_eight_and_the_euler_number_stays) {
    Map3 map = map_of(grid_mesh(1, 1, 1));
    VolumeChange change;
    split(map, VolumeCell{0}, change);
    EXPECT_EQ(find_fault(map), "");
    const VolumeCounts counts = count_cells(map);
    EXPECT_EQ(counts.vertices, 27);
    EXPECT_EQ(counts.edges, 54);
    EXPECT_EQ(counts.faces, 36);
    EXPECT_EQ(counts.volumes, 8);
    EXPECT_EQ(change.added.size(), 19u);
    OrbitRoom room;
    for_each_volume(map, [&](VolumeCell c) {
        find_volume_darts(map, dart_of(map, c), room);
        EXPECT_EQ(room.darts.size(), 24u);
    });
}

TEST(Refine3, F2_6_random_splits_and_merges_keep_the_map_valid) {
    for (const HexahedronMesh& mesh : all_meshes()) {
        SCOPED_TRACE(mesh.name);
        Map3 map = map_of(mesh);
        const int euler = count_cells(map).euler();
        Rng rng{1};
        VolumeChange change;
        for (int i = 0; i < 80; ++i) {
            change_one_volume(map, rng, 3, change);
            ASSERT_EQ(find_fault(map), "") << i;
            ASSERT_EQ(count_cells(map).euler(), euler) << i;
        }
    }
}

/// The finest links of `plain` are those of level k of `map`: walked side by side from dart 0.
void expect_same_level(const Map3& map, int k, const Map3& plain) {
    std::map<int, int> partner{{0, 0}};
    std::vector<int> waiting{0};
    const auto meet = [&](Dart a, Dart b) {
        ASSERT_LE(level_of(map, a), k);
        const auto [place, is_new] = partner.try_emplace(a.index, b.index);
        ASSERT_EQ(place->second, b.index);
        if (is_new) waiting.push_back(a.index);
    };
    while (!waiting.empty()) {
        const Dart a{waiting.back()}, b{partner[a.index]};
        waiting.pop_back();
        ASSERT_EQ(phi1_inv(map, k, phi1(map, k, a)), a);
        ASSERT_EQ(phi2(map, k, phi2(map, k, a)), a);
        ASSERT_EQ(phi3(map, k, phi3(map, k, a)), a);
        ASSERT_NO_FATAL_FAILURE(meet(phi1(map, k, a), phi1(plain, b)));
        ASSERT_NO_FATAL_FAILURE(meet(phi2(map, k, a), phi2(plain, b)));
        ASSERT_NO_FATAL_FAILURE(meet(phi3(map, k, a), phi3(plain, b)));
        ASSERT_EQ(level_of(map, a), level_of(plain, b));
        ASSERT_EQ(map.volumes.is_live(volume_of(map, k, a).index),
                  plain.volumes.is_live(volume_of(plain, b).index));
        const VolumeCell c = volume_of(map, k, a);
        ASSERT_EQ(c ? level_of(map, c) : -1, c ? level_of(plain, volume_of(plain, b)) : -1);
    }
    EXPECT_EQ(static_cast<int>(partner.size()), plain.darts.live_count());
    int coarse = 0;
    for (int d = 0; d < map.darts.slot_count(); ++d)
        coarse += map.darts.is_live(d) && map.darts[d].level <= k;
    EXPECT_EQ(coarse, plain.darts.live_count());
}

/// Splits in `plain` what is split in `map` below level k: the same children of the same parents.
void copy_splits(const Map3& map, VolumeCell from, Map3& plain, VolumeCell to, int k) {
    if (is_leaf(map, from) || level_of(map, from) >= k) return;
    VolumeChange change;
    split(plain, to, change);
    int other = plain.volumes[to.index].first_child;
    for (int c = map.volumes[from.index].first_child; c >= 0; c = map.volumes[c].next_sibling) {
        copy_splits(map, {c}, plain, {other}, k);
        other = plain.volumes[other].next_sibling;
    }
}

TEST(Refine3, F2_6_F2_8_every_level_is_the_one_written_out_plainly) {
    for (const HexahedronMesh& mesh : all_meshes()) {
        SCOPED_TRACE(mesh.name);
        Map3 map = map_of(mesh);
        Rng rng{2};
        VolumeChange change;
        for (int round = 0; round < 4; ++round) {
            for (int i = 0; i < 12; ++i) change_one_volume(map, rng, 3, change);
            for (int k = 0; k <= 3; ++k) {
                Map3 plain = map_of(mesh);
                for (int h = 0; h < static_cast<int>(mesh.hexahedra.size()); ++h)
                    copy_splits(map, {h}, plain, {h}, k);
                ASSERT_NO_FATAL_FAILURE(expect_same_level(map, k, plain)) << round << " " << k;
            }
        }
    }
}

TEST(Refine3, F2_8_split_then_merge_restores_every_bit) {
    Map3 map = map_of(grid_mesh(2, 2, 2));
    Rng rng{4};
    VolumeChange change;
    for (int i = 0; i < 60; ++i) {
        const Map3 before = map;
        const VolumeCell c = random_volume(map, rng);
        if (level_of(map, c) == 3) continue;
        split(map, c, change);
        ASSERT_NE(map, before);
        merge(map, c, change);
        ASSERT_EQ(map, before) << i;
        split(map, c, change);
    }
    ASSERT_EQ(find_fault(map), "");
    // everything merged: nothing is left
    std::function<void(VolumeCell)> merge_all = [&](VolumeCell c) {
        if (is_leaf(map, c)) return;
        for (int k = map.volumes[c.index].first_child; k >= 0; k = map.volumes[k].next_sibling)
            merge_all({k});
        merge(map, c, change);
    };
    for (int h = 0; h < 8; ++h) merge_all({h});
    EXPECT_EQ(map, map_of(grid_mesh(2, 2, 2)));
}

TEST(Refine3, F2_36_faces_and_edges_that_a_finer_neighbour_needs_stay_divided) {
    Map3 map = map_of(grid_mesh(2, 1, 1));
    VolumeChange change;
    split(map, VolumeCell{0}, change);
    split(map, VolumeCell{1}, change);
    merge(map, VolumeCell{0}, change);
    EXPECT_EQ(find_fault(map), "");
    OrbitRoom room;
    find_volume_darts(map, dart_of(map, VolumeCell{0}), room);
    EXPECT_EQ(room.darts.size(), 24u + 4u + 12u);  // four halves on other faces; one face is four
}

}  // namespace
}  // namespace souple
