// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/level_stack.cpp.
#include "souple/topology/level_stack.h"

#include <gtest/gtest.h>

#include "level_oracle.h"

namespace souple {
namespace {

/// Dart of the stack for each dart of the map that exists at level k, found by walking both from the first
/// mesh.
std::vector<int> match(const Map2& map, const LevelStack& stack, int k) {
    std::vector<int> partner(map.darts.slot_count(), -1), waiting;
    for (int d = 0; d < dart_count(stack, 0); ++d) {
        partner[d] = d;
        waiting.push_back(d);
    }
    while (!waiting.empty()) {
        const Dart d{waiting.back()}, own{partner[d.index]};
        waiting.pop_back();
        for (const auto& [to, expected] : {std::pair{phi1(map, k, d), phi1(stack, k, own)},
                                           std::pair{phi2(map, k, d), phi2(stack, k, own)}}) {
            if (partner[to.index] < 0) {
                partner[to.index] = expected.index;
                waiting.push_back(to.index);
            }
            EXPECT_EQ(partner[to.index], expected.index) << "level " << k;
        }
    }
    return partner;
}

TEST(LevelStack, F2_7_stored_levels_equal_those_computed_from_the_finest_links) {
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        Twin twin(surface);
        LevelStack stack = stack_from(twin.map);
        Rng rng{23};
        for (int i = 0; i < 60; ++i) twin.step(rng, 4);
        const Map2& map = twin.map;
        for (int k = 0; k <= 4; ++k) {
            const std::vector<int> partner = match(map, stack, k);
            const int present = static_cast<int>(
                std::count_if(map.darts.records.begin(), map.darts.records.end(),
                              [&](const DartRecord& d) { return d.next >= 0 && d.level <= k; }));
            EXPECT_EQ(dart_count(stack, k), present);
            std::vector<Dart> faces;
            for (int f = 0; f < map.faces.slot_count(); ++f)
                if (map.faces.is_live(f) && level_of(map, Face{f}) == k && !is_leaf(map, Face{f}))
                    faces.push_back({partner[dart_of(map, Face{f}).index]});
            add_level_of_midpoints(stack, faces);
        }
    }
}

TEST(LevelStack, F2_7_a_level_shares_the_links_that_did_not_change) {
    const Map2 map = map_of(sheet(20, 20, true));
    LevelStack stack = stack_from(map);
    const std::size_t before = stack.links.size();
    add_level_of_midpoints(stack, std::array{Dart{600}});
    // twelve new darts; the three sides, their other sides and the darts after both are written anew
    EXPECT_EQ(dart_count(stack, 1) - dart_count(stack, 0), 12);
    EXPECT_LE(stack.links.size() - before, 12u + 12u);
    EXPECT_EQ(phi1(stack, 0, Dart{600}), phi1(map, Dart{600}));
    EXPECT_NE(phi1(stack, 1, Dart{600}), phi1(map, Dart{600}));
}

TEST(LevelStack, F2_9_each_scheme_makes_the_cells_it_should_and_keeps_the_euler_characteristic) {
    for (const Surface& surface : {tetrahedron(), torus(true), torus(false)}) {
        SCOPED_TRACE(surface.name);
        const Map2 map = map_of(surface);
        const CellCounts old = count_cells(map);
        const int darts = 2 * old.edges;
        LevelStack fans = stack_from(map), root = fans, dual = fans, midpoints = fans;
        add_level_of_fans(fans, faces_of(fans, 0));
        add_level_of_root_three(root);
        add_level_of_dual(dual);
        add_level_of_midpoints(midpoints, faces_of(midpoints, 0));
        const auto counts = [](const LevelStack& stack) { return count_cells(map_at(stack, 1, "level")); };
        EXPECT_EQ(counts(fans).faces, darts);
        EXPECT_EQ(counts(fans).vertices, old.vertices + old.faces);
        EXPECT_EQ(counts(root).faces, darts);
        EXPECT_EQ(counts(root).edges, counts(fans).edges);
        EXPECT_EQ(counts(dual).faces, old.faces + old.edges + old.vertices);
        EXPECT_EQ(counts(dual).vertices, darts);
        EXPECT_EQ(counts(midpoints).faces, 4 * old.faces);
        for (const LevelStack* stack : {&fans, &root, &dual, &midpoints}) {
            EXPECT_EQ(counts(*stack).euler(), surface.euler);
            EXPECT_EQ(find_fault(map_at(*stack, 1, "level")), "");
            EXPECT_EQ(hash_of(map_at(*stack, 0, surface.name)), hash_of(map))
                << "the old level is still there";
        }
    }
}

TEST(LevelStack, F2_9_root_three_twice_cuts_each_edge_of_a_closed_surface_in_three) {
    LevelStack stack = stack_from(map_of(torus(true)));
    add_level_of_root_three(stack);
    add_level_of_root_three(stack);
    const CellCounts coarse = count_cells(map_at(stack, 0, "coarse")),
                     fine = count_cells(map_at(stack, 2, "fine"));
    EXPECT_EQ(fine.faces, 9 * coarse.faces);
    EXPECT_EQ(fine.vertices, coarse.vertices + 2 * coarse.edges + coarse.faces);
}

}  // namespace
}  // namespace souple
