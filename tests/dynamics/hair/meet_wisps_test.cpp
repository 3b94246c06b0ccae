// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/meet_wisps.h
#include "souple/dynamics/hair/meet_wisps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/rng.h"
#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/scratch.h"
#include "support/hair_world.h"

namespace souple {
namespace {

Vec3 draw(Rng& rng) { return Vec3(rng.normal(), rng.normal(), rng.normal()); }

TEST(MeetWisps, W5_4_motion_along_both_sections_rubs_and_motion_across_them_collides) {
    const WispContactRule rule;
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
    EXPECT_EQ(kind_of_meeting(rule, x, y, Vec3(1, 1, 0)), WispMeeting::Rub);
    EXPECT_EQ(kind_of_meeting(rule, x, y, Vec3(0, 0.1, -1)), WispMeeting::Collide);
    EXPECT_EQ(kind_of_meeting(rule, x, x, Vec3(0, 0, -1)), WispMeeting::Rub);  // parallel: no say
    EXPECT_EQ(kind_of_meeting(rule, x, y, Vec3::Zero()), WispMeeting::Rub);
    EXPECT_EQ(kind_of_meeting({.collide = false}, x, y, Vec3(0, 0, 1)), WispMeeting::Nothing);
    EXPECT_EQ(kind_of_meeting({.threshold = 0.5}, x, y, Vec3(0, 0.8, 0.6)), WispMeeting::Collide);
}

TEST(MeetWisps, W5_5_T16_rubbing_leaves_nothing_across_and_never_turns_the_rest_round) {
    Rng rng{1};
    for (int trial = 0; trial < 100; ++trial) {
        const Vec3 a = draw(rng).normalized(), b = draw(rng).normalized(), v = draw(rng);
        const Vec3 across = a.cross(b).normalized();
        const Vec3 left = rubbed(a, b, v, std::exp(10 * rng.normal()), 1.0 / 90);
        const Vec3 allowed = v - v.dot(across) * across;
        EXPECT_NEAR(left.dot(across), 0, 1e-12);
        EXPECT_GE(left.dot(allowed), 0);
        EXPECT_LE(left.norm(), allowed.norm() * (1 + 1e-12));
    }
}

TEST(MeetWisps, W5_7_T16_the_rate_of_the_looks_does_not_change_the_rubbing) {
    const Vec3 a = Vec3::UnitX(), b = Vec3(0.6, 0.8, 0), start(0.3, -0.2, 0);
    const auto after = [&](int looks) {
        Vec3 v = start;
        for (int k = 0; k < looks; ++k) v = rubbed(a, b, v, 50, 0.1 / looks);
        return v;
    };
    for (const int looks : {9, 18, 45}) EXPECT_NEAR(after(looks).norm() / after(9).norm(), 1, 1e-12);
    EXPECT_NEAR(after(9).norm() / start.norm(), std::exp(-5), 1e-6);
}

/// Two wisps that cross in the middle of their sections, 5 mm apart with a radius of 4 mm: thin sections.
World thin_crossing(WispSearch search, WispResponse response) {
    HairDef def = test_hair();
    def.radius = 0.004;
    def.contact.search = search;
    def.contact.response = response;
    def.roots = {{Vec3(-0.105, 0, 0), Vec3(1, 0, 0)}, {Vec3(0, 0.005, -0.105), Vec3(0, 0, 1)}};
    World world = hair_world(def);
    world.model.gravity.setZero();
    for (int i = 12; i < 20; ++i) world.state.v[i] = Vec3(0.01, -1, 0.02);
    return world;
}

int contacts_found(World& world) {
    prepare(world.model, *world.scratch);
    find_wisp_contacts(world.model, world.control, world.model.hair[0], world.state, world.scratch->hair[0]);
    return static_cast<int>(world.scratch->hair[0].contacts.size());
}

TEST(MeetWisps, S11_T14_the_literal_test_misses_thin_sections_that_cross_and_the_default_finds_them) {
    World literal = thin_crossing(WispSearch::Points, WispResponse::OneSided);
    EXPECT_EQ(contacts_found(literal), 0);
    World segments = thin_crossing(WispSearch::Segments, WispResponse::Symmetric);
    EXPECT_EQ(contacts_found(segments), 1);
}

TEST(MeetWisps, W5_6_T17_a_collision_ends_the_relative_motion_and_keeps_momentum) {
    World world = thin_crossing(WispSearch::Segments, WispResponse::Symmetric);
    ASSERT_EQ(contacts_found(world), 1);
    const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
    answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 90, world.state, world.scratch->hair[0]);
    const WispContact& c = world.scratch->hair[0].contacts[0];
    const auto velocity = [&](int first, Real f) -> Vec3 {
        return (1 - f) * world.state.v[first] + f * world.state.v[first + 1];
    };
    EXPECT_LT((velocity(c.b, c.t) - velocity(c.a, c.s)).norm(), 1e-12);
    const Vec3 after = momentum(world.model, world.state, world.model.parts[0]);
    EXPECT_LT((after - before).norm(), 1e-12 * before.norm());
    Real least = 1;
    for (const Real speed : world.state.hair[0].radius_speed) least = std::min(least, speed);
    EXPECT_LT(least, -0.2);  // the envelopes are squashed
}

TEST(MeetWisps, W5_6_T17_sections_that_part_are_left_alone) {
    World world = thin_crossing(WispSearch::Segments, WispResponse::Symmetric);
    for (int i = 12; i < 20; ++i) world.state.v[i] = Vec3(0, 1, 0);
    ASSERT_EQ(contacts_found(world), 1);
    const std::vector<Vec3> before = world.state.v;
    answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 90, world.state, world.scratch->hair[0]);
    EXPECT_EQ(world.state.v, before);
}

TEST(MeetWisps, W5_2_T17_the_sources_answer_moves_only_the_particle_inside) {
    HairDef def = test_hair();
    def.radius = 0.02;
    def.contact.search = WispSearch::Points;
    def.contact.response = WispResponse::OneSided;
    def.roots = {{Vec3(-0.1, 0, 0), Vec3(1, 0, 0)}, {Vec3(0, 0.2, 0.001), Vec3(0, -1, 0)}};
    World world = hair_world(def);
    world.model.gravity.setZero();
    for (int i = 12; i < 20; ++i) world.state.v[i] = Vec3(0, 0, -1);
    EXPECT_GT(contacts_found(world), 0);
    const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
    answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 90, world.state, world.scratch->hair[0]);
    const Vec3 after = momentum(world.model, world.state, world.model.parts[0]);
    EXPECT_GT((after - before).norm(), 0.05 * before.norm());  // it is not kept: a limit of the source
}

TEST(MeetWisps, W5_3_T15_every_pair_of_sections_that_overlap_is_tested_once) {
    Rng rng{3};
    for (const Real spread : {0.05, 0.3, 30.0}) {  // all in one cell, in a few, in more cells than sections
        SectionGrid grid;
        for (int k = 0; k < 200; ++k)
            grid.capsules.push_back({spread * draw(rng), 0.1 * draw(rng), 0.1 * rng.uniform()});
        grid.capsules[7].centre.x() = std::numeric_limits<Real>::quiet_NaN();  // meets nobody
        sort_sections(grid);
        std::vector<int> found;
        std::vector<std::pair<int, int>> tested;
        for (int place = 0; place < 200; ++place)
            for (int k = 0, count = find_later_sections(grid, place, found); k < count; ++k)
                tested.push_back(std::minmax({grid.number[place], found[k]}));
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
            if ((at.s >= 1 && !one.is_last) || (at.t >= 1 && !two.is_last)) continue;
            const Real distance = (one.x + at.s * one.way - two.x - at.t * two.way).norm();
            if (distance < 0.04) expected.push_back({one.point, two.point});  // all outlines are circles
        }
    for (const WispContact& contact : scratch.contacts) found.push_back(std::minmax({contact.a, contact.b}));
    std::sort(found.begin(), found.end());
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
