// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/map2.cpp, and of cells.h, flags.h and walks.h beside it.
#include "souple/topology/map2.h"

#include <gtest/gtest.h>

#include <set>

#include "level_oracle.h"
#include "souple/topology/flags.h"

namespace souple {
namespace {

/// Refined here and there, with hanging vertices of several levels.
std::vector<Twin> refined_surfaces() {
    std::vector<Twin> twins;
    for (const Surface& surface : all_surfaces()) {
        Rng rng{5};
        Twin& twin = twins.emplace_back(surface);
        for (int i = 0; i < 25; ++i) twin.step(rng, 3);
    }
    return twins;
}

template <class Visit>
void for_each_flag(const Map2& map, const Visit& visit) {
    for (int d = 0; d < map.darts.slot_count(); ++d)
        if (map.darts.is_live(d))
            for (const bool at_end : {false, true}) visit(Flag{{d}, at_end});
}

Vertex vertex_of(const Map2& map, Flag flag) {
    return flag.at_end ? end_of(map, flag.dart) : souple::vertex_of(map, flag.dart);
}

TEST(Flags, F2_1_each_alpha_pairs_flags_and_changes_one_cell_only) {
    for (const Twin& twin : refined_surfaces()) {
        const Map2& map = twin.map;
        for_each_flag(map, [&](Flag flag) {
            const Flag v = alpha0(map, flag), e = alpha1(map, flag), f = alpha2(map, flag);
            ASSERT_EQ(alpha0(map, v), flag);
            ASSERT_EQ(alpha1(map, e), flag);
            ASSERT_EQ(alpha2(map, f), flag);
            EXPECT_NE(vertex_of(map, v), vertex_of(map, flag));
            EXPECT_EQ(v.dart, flag.dart);
            EXPECT_EQ(vertex_of(map, e), vertex_of(map, flag));
            EXPECT_NE(edge_of(map, e.dart), edge_of(map, flag.dart));
            EXPECT_EQ(face_of(map, e.dart), face_of(map, flag.dart));
            EXPECT_EQ(vertex_of(map, f), vertex_of(map, flag));
            EXPECT_EQ(edge_of(map, f.dart), edge_of(map, flag.dart));
            EXPECT_NE(face_of(map, f.dart), face_of(map, flag.dart));
        });
    }
}

TEST(Flags, F2_1_half_of_the_flags_are_the_darts_of_the_oriented_map) {
    // the thesis's example: a triangle and a quad with a side in common
    Surface s{"kite", {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {2, 0, 0}}, {}, 1};
    add_polygon(s, {0, 3, 2, 1});
    add_polygon(s, {1, 2, 4});
    const Map2 map = map_of(s);
    const CellCounts counts = count_cells(map);
    EXPECT_EQ(counts.faces, 2);
    EXPECT_EQ(counts.edges, 6);
    EXPECT_EQ(counts.vertices, 5);
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        EXPECT_EQ(alpha1(map, alpha0(map, {{d}})), (Flag{phi1(map, {d})}));
        EXPECT_EQ(alpha2(map, alpha0(map, {{d}})), (Flag{phi2(map, {d})}));
    }
}

TEST(Map2, F2_2_links_and_cells_agree_on_every_surface_and_the_euler_characteristic_is_that_of_its_kind) {
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        const Map2 map = map_of(surface);
        EXPECT_EQ(find_fault(map), "");
        const CellCounts counts = count_cells(map);
        EXPECT_EQ(counts.euler(), surface.euler);
        EXPECT_EQ(counts.holes, surface.holes);
        EXPECT_EQ(counts.components, surface.components);
        EXPECT_EQ(counts.vertices, static_cast<int>(surface.points.size()));
    }
}

TEST(Map2, F2_2_a_broken_link_or_a_wrong_index_is_found) {
    const Map2 map = map_of(sheet(3, 3, true));
    const auto fault_after = [&](auto damage) {
        Map2 broken = map;
        damage(broken);
        return find_fault(broken);
    };
    EXPECT_NE(fault_after([](Map2& m) { std::swap(m.darts[0].next, m.darts[1].next); }), "");
    EXPECT_NE(fault_after([](Map2& m) { m.darts[0].across = 0; }), "");
    EXPECT_NE(fault_after([](Map2& m) { m.darts[0].vertex ^= 1; }), "");
    EXPECT_NE(fault_after([](Map2& m) { m.darts[0].face = 5; }), "");
    EXPECT_NE(fault_after([](Map2& m) { m.darts[0].edge ^= 1; }), "");
    EXPECT_NE(fault_after([](Map2& m) { m.vertices[0].dart = m.vertices[1].dart; }), "");
    EXPECT_NE(fault_after([](Map2& m) { m.faces[0].first_child = 1; }), "");
}

TEST(Map2, F2_3_darts_of_holes_are_marked_and_everything_else_has_a_face) {
    for (const Twin& twin : refined_surfaces()) {
        const Map2& map = twin.map;
        std::map<int, int> faces_of_edge;
        for (int d = 0; d < map.darts.slot_count(); ++d) {
            if (!map.darts.is_live(d)) continue;
            EXPECT_EQ(is_border(map, {d}), !face_of(map, {d}));
            faces_of_edge[edge_of(map, {d}).index] += !is_border(map, {d});
        }
        for (const auto& [edge, faces] : faces_of_edge)
            EXPECT_EQ(faces == 1, is_border(map, phi2(map, dart_of(map, Edge{edge}))) ||
                                      is_border(map, dart_of(map, Edge{edge})));
    }
}

TEST(Map2, F2_3_marks_of_a_wall_go_to_the_halves_of_its_edge_and_the_children_of_its_face) {
    Map2 map = map_of(sheet(2, 2, false));
    map.faces[1].mark = 3;
    map.edges[edge_of(map, dart_of(map, Face{1})).index].mark = 7;
    MapChange change;
    split(map, {1}, change);
    int marked_faces = 0, marked_edges = 0;
    for_each_face(map, [&](Face f) { marked_faces += map.faces[f.index].mark == 3; });
    for_each_edge(map, [&](Edge e) { marked_edges += map.edges[e.index].mark == 7; });
    EXPECT_EQ(marked_faces, 4);
    EXPECT_EQ(marked_edges, 2);
}

TEST(SlotTable, F2_4_indices_stay_and_freed_slots_come_back_latest_first) {
    SlotTable<int> table;
    for (int i = 0; i < 5; ++i) EXPECT_EQ(table.add(10 + i), i);
    table.remove(1);
    table.remove(3);
    EXPECT_EQ(table.live_count(), 3);
    EXPECT_EQ(table[4], 14);
    EXPECT_EQ(table.add(20), 3);
    table.remove(3);
    table.remove(4);  // nothing lives behind slot 2 now
    EXPECT_EQ(table.slot_count(), 3);
    EXPECT_EQ(table.add(30), 1);
    EXPECT_EQ(table.add(31), 3);
    EXPECT_TRUE(table.is_live(2) && !table.is_live(4) && !table.is_live(-1));
}

TEST(Map2, F2_4_all_darts_of_a_cell_share_its_value) {
    for (Twin& twin : refined_surfaces()) {
        const Map2& map = twin.map;
        Attribute<Face, int> sides;
        sides.fit(map.faces);
        for (int d = 0; d < map.darts.slot_count(); ++d)
            if (map.darts.is_live(d) && !is_border(map, {d})) ++sides[face_of(map, {d})];
        for_each_face(map, [&](Face f) {
            int around = 0;
            for_each_dart(map, f, [&](Dart d) {
                EXPECT_EQ(face_of(map, d), f);
                ++around;
            });
            EXPECT_EQ(sides[f], around);
        });
    }
}

TEST(Walks, F2_5_cells_visited_are_the_orbits_counted_by_brute_force) {
    for (const Twin& twin : refined_surfaces()) {
        const Map2& map = twin.map;
        const auto orbits = [&](auto step, bool holes) {
            std::set<int> seen;
            int count = 0;
            for (int first = 0; first < map.darts.slot_count(); ++first) {
                if (!map.darts.is_live(first) || seen.count(first)) continue;
                if (is_border(map, {first}) && !holes) continue;
                ++count;
                for (Dart d{first}; seen.insert(d.index).second;) d = step(d);
            }
            return count;
        };
        const CellCounts counts = count_cells(map);
        EXPECT_EQ(counts.vertices, orbits([&](Dart d) { return turn(map, d); }, true));
        EXPECT_EQ(counts.edges, orbits([&](Dart d) { return phi2(map, d); }, true));
        EXPECT_EQ(counts.faces, orbits([&](Dart d) { return phi1(map, d); }, false));
    }
}

TEST(Walks, F2_5_faces_around_a_face_are_those_that_share_a_vertex) {
    for (const Twin& twin : refined_surfaces()) {
        const Map2& map = twin.map;
        std::map<int, std::set<int>> corners;
        for (int d = 0; d < map.darts.slot_count(); ++d)
            if (map.darts.is_live(d) && !is_border(map, {d}))
                corners[face_of(map, {d}).index].insert(vertex_of(map, Dart{d}).index);
        std::vector<Face> found, expected;
        for (const auto& [f, own] : corners) {
            expected.clear();
            for (const auto& [g, other] : corners)
                if (g != f &&
                    std::any_of(own.begin(), own.end(), [&, &o = other](int v) { return o.count(v); }))
                    expected.push_back({g});
            find_faces_around(map, {f}, found);
            ASSERT_EQ(found, expected);
        }
    }
}

TEST(Map2, a_copy_is_equal_and_has_the_same_hash_and_any_change_shows) {
    Twin twin(torus(true));
    Rng rng{3};
    for (int i = 0; i < 20; ++i) twin.step(rng, 3);
    Map2 copy = twin.map;
    EXPECT_TRUE(copy == twin.map);
    EXPECT_EQ(hash_of(copy), hash_of(twin.map));
    std::set<std::uint64_t> hashes{hash_of(copy)};
    for (int d = 0; d < copy.darts.slot_count(); ++d) {
        copy.darts[d].label ^= 1;
        hashes.insert(hash_of(copy));
        copy.darts[d].label ^= 1;
    }
    EXPECT_EQ(hashes.size(), 1u + static_cast<std::size_t>(copy.darts.slot_count()));
}

}  // namespace
}  // namespace souple
