// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/meet_wisps.h
#include "souple/dynamics/hair/meet_wisps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/rng.h"
#include "support/meeting_wisps.h"

namespace souple {
namespace {

TEST(MeetWisps, S11_T14_the_literal_test_misses_thin_sections_that_cross_and_the_default_finds_them) {
    World literal = thin_crossing(WispSearch::Points, WispResponse::OneSided);
    EXPECT_EQ(contacts_found(literal), 0);
    World segments = thin_crossing(WispSearch::Segments, WispResponse::Symmetric);
    EXPECT_EQ(contacts_found(segments), 1);
}

TEST(MeetWisps, W5_3_T15_every_pair_of_sections_that_overlap_is_tested_once) {
    Rng rng{3};
    for (const Real spread : {0.05, 0.3, 30.0}) {  // all in one cell, in a few, in more cells than sections
        SectionGrid grid;
        for (int k = 0; k < 200; ++k)
            grid.capsules.push_back(
                {spread * random_normal(rng), 0.1 * random_normal(rng), 0.1 * rng.uniform()});
        grid.capsules[7].centre.x() = std::numeric_limits<Real>::quiet_NaN();  // meets nobody
        sort_sections(grid);
        std::vector<int> found;
        std::vector<std::pair<int, int>> tested;
        for (int place = 0; place < 200; ++place)
            for (int k = 0, count = find_later_sections(grid, place, found); k < count; ++k)
                tested.push_back(std::minmax({grid.number[place], grid.number[found[k]]}));
        std::sort(tested.begin(), tested.end());
        EXPECT_EQ(std::adjacent_find(tested.begin(), tested.end()), tested.end());
        int overlaps = 0;
        for (int i = 0; i < 200; ++i)
            for (int j = i + 1; j < 200; ++j) {
                const SectionCapsule &a = grid.capsules[i], &b = grid.capsules[j];
                const ClosestFractions at = closest_on_segments(a.centre - a.half, a.centre + a.half,
                                                                b.centre - b.half, b.centre + b.half);
                const Vec3 way = a.centre + (2 * at.s - 1) * a.half - b.centre - (2 * at.t - 1) * b.half;
                if (!(way.norm() < a.radius + b.radius)) continue;
                ++overlaps;
                EXPECT_TRUE(std::binary_search(tested.begin(), tested.end(), std::pair(i, j)));
            }
        EXPECT_LE(static_cast<int>(tested.size()), 3 * overlaps + 10);  // and few others are
    }
}

TEST(MeetWisps, W5_3_T15_contacts_are_those_of_all_pairs_of_sections_in_their_order) {
    HairDef def = test_hair();
    def.radius = 0.02;
    def.grids = {{.columns = 4, .rows = 3, .spacing = 0.03}};
    World world = hair_world(def);
    ASSERT_GT(contacts_found(world), 20);
    const HairScratch& scratch = world.scratch->hair[0];
    std::vector<std::pair<int, int>> expected, found;
    for (std::size_t a = 0; a < scratch.sections.size(); ++a)
        for (std::size_t b = a + 1; b < scratch.sections.size(); ++b) {
            const WispSection &one = scratch.sections[a], &two = scratch.sections[b];
            if (one.slot == two.slot && two.point - one.point <= 2) continue;
            const ClosestFractions at = closest_on_segments(one.x, one.x + one.way, two.x, two.x + two.way);
            if ((at.s >= 1 && !one.is_last()) || (at.t >= 1 && !two.is_last())) continue;
            const Real distance = (one.x + at.s * one.way - two.x - at.t * two.way).norm();
            if (distance < 0.04) expected.push_back({one.point, two.point});  // all outlines are circles
        }
    for (int k = 0; k < contact_count(scratch); ++k) {
        const WispContact& contact = contact_at(scratch, k);
        found.push_back(std::minmax({contact.a, contact.b}));
    }
    EXPECT_EQ(found, expected);
}

/// Two wisps side by side that fall into each other; or only one of them.
HairDef pair_of_wisps(bool both) {
    HairDef def = test_hair();
    def.roots = {{Vec3(-0.02, 0, 0), Vec3(-1, 0, 0.3)}};
    if (both) def.roots.push_back({Vec3(0.02, 0, 0), Vec3(1, 0, 0.3)});
    return def;
}

TEST(MeetWisps, W5_1_S2_T18_wisps_that_do_not_meet_move_as_if_alone_to_the_bit_and_others_do_not) {
    HairDef apart = pair_of_wisps(true);
    apart.contact.collide = apart.contact.interpenetrate = false;
    World solo = hair_world(pair_of_wisps(false)), none = hair_world(apart),
          all = hair_world(pair_of_wisps(true));
    for (World* world : {&solo, &none, &all}) step_hair(*world, 40);
    Real difference = 0;
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(solo.state.x[i], none.state.x[i]);
        difference = std::max(difference, (solo.state.x[i] - all.state.x[i]).norm());
    }
    EXPECT_GT(difference, 0.005);
}

}  // namespace
}  // namespace souple
