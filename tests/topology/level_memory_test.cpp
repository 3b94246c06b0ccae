// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/level_memory.cpp.
#include "souple/topology/level_memory.h"

#include <gtest/gtest.h>

#include "level_oracle.h"
#include "souple/topology/level_stack.h"
#include "souple/topology/space/space.h"
#include "souple/topology/volumes/refine3.h"

namespace souple {
namespace {

TEST(LevelMemory, F2_7_F2_8_links_of_a_closed_surface_are_as_many_as_a_stack_of_its_levels_stores) {
    for (const Surface& surface : all_surfaces()) {
        if (surface.holes > 0) continue;
        SCOPED_TRACE(surface.name);
        Map2 map = map_of(surface);
        LevelStack stack = stack_from(map);
        MapChange change;
        Real darts = 1, all = 1;                   // of the levels, by those of the first
        for (int level = 0; level < 3; ++level) {  // everything, so that faces of both are easily told
            std::vector<Face> faces;
            for_each_face(map, [&](Face f) { faces.push_back(f); });
            for (const Face f : faces) split(map, f, change);
            add_level_of_midpoints(stack, faces_of(stack, level));
            const LevelMemory memory = memory_of_levels(map);
            long long entries = 0;
            for (int k = 0; k < level_count(stack); ++k) entries += dart_count(stack, k);
            EXPECT_EQ(memory.entries, entries);
            darts *= 4;
            all += darts;
            EXPECT_NEAR(memory.share(), darts / all, 1e-12);
            EXPECT_EQ(memory.sets, static_cast<long long>(stack.links.size()));
            EXPECT_EQ(memory.darts, dart_count(stack, level_count(stack) - 1));
        }
    }
}

TEST(LevelMemory, F2_7_a_split_of_one_face_of_many_needs_links_around_it_only) {
    Map2 map = map_from_triangles(make_grid(20, 20, 1, 1), "sheet");
    const LevelMemory before = memory_of_levels(map);
    EXPECT_EQ(before.share(), 1);
    MapChange change;
    split(map, Face{401}, change);
    const LevelMemory after = memory_of_levels(map);
    // nine darts inside and one more on each side of the three edges; new links besides for darts beside them
    EXPECT_EQ(after.darts - before.darts, 9 + 3);
    EXPECT_LE(after.sets - before.sets, 9 + 3 + 12);
    EXPECT_EQ(after.entries, before.darts + after.darts);
}

TEST(LevelMemory, F2_8_computed_links_take_seven_eighths_in_space) {
    // all cells split: eight times as many darts each time, and new links for all
    const Aabb box{Vec3::Zero(), Vec3::Constant(2)};
    Space space = make_space(make_hexahedron_grid(box, {2, 2, 2}), 3);
    Real darts = 1, all = 1;
    for (int level = 0; level < 2; ++level) {
        std::vector<int> cells;
        for_each_volume(space.map, [&](VolumeCell c) { cells.push_back(c.index); });
        for (const int c : cells) ASSERT_TRUE(split_cell(space, c));
        darts *= 8;
        all += darts;
        EXPECT_NEAR(memory_of_levels(space.map).share(), darts / all, 1e-12);
    }
}

}  // namespace
}  // namespace souple
