// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/closest_sections.h
#include "souple/dynamics/hair/closest_sections.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/rng.h"
#include "souple/dynamics/hair/answer_wisps.h"
#include "souple/dynamics/hair/section.h"

namespace souple {
namespace {

WispSection section_between(const Vec3& from, const Vec3& to, Real widest = 0.1) {
    WispSection section;
    section.x = from;
    section.way = to - from;
    section.squared_length = section.way.squaredNorm();
    section.widest = widest;
    return section;
}

FourSections four_of(const WispSection& one) { return side_by_side({&one, &one, &one, &one}); }

TEST(ClosestSections, S11_closest_places_of_crossing_and_parallel_segments) {
    const FourClosest cross = four_closest(four_of(section_between(Vec3(-1, 0, 0), Vec3(1, 0, 0))),
                                           four_of(section_between(Vec3(0, 1, -2), Vec3(0, 1, 2))));
    const FourClosest ends = four_closest(four_of(section_between(Vec3(0, 0, 0), Vec3(1, 0, 0))),
                                          four_of(section_between(Vec3(3, 1, 0), Vec3(2, 1, 0))));
    for (int lane = 0; lane < lane_count; ++lane) {
        EXPECT_NEAR(cross.s[lane], 0.5, 1e-14);
        EXPECT_NEAR(cross.t[lane], 0.5, 1e-14);
        EXPECT_EQ(ends.s[lane], 1);
        EXPECT_EQ(ends.t[lane], 1);
    }
}

TEST(ClosestSections, S11_no_places_of_four_random_pairs_are_closer) {
    Rng rng{5};
    const auto draw = [&] { return Vec3(rng.normal(), rng.normal(), rng.normal()); };
    for (int trial = 0; trial < 50; ++trial) {
        std::array<WispSection, lane_count> a, b;
        for (int lane = 0; lane < lane_count; ++lane) {
            a[lane] = section_between(draw(), draw());
            b[lane] = section_between(draw(), draw());
        }
        const FourSections four_a = side_by_side({&a[0], &a[1], &a[2], &a[3]}),
                           four_b = side_by_side({&b[0], &b[1], &b[2], &b[3]});
        const FourClosest at = four_closest(four_a, four_b);
        const FourMeetings meet = four_meetings(four_a, four_b, at);
        for (int lane = 0; lane < lane_count; ++lane) {
            const Vec3 between = b[lane].x + at.t[lane] * b[lane].way - a[lane].x - at.s[lane] * a[lane].way;
            const Real found = between.norm();
            for (int i = 0; i <= 10; ++i)
                for (int j = 0; j <= 10; ++j)
                    EXPECT_LE(
                        found,
                        (b[lane].x + j / 10.0 * b[lane].way - a[lane].x - i / 10.0 * a[lane].way).norm() +
                            1e-12);
            EXPECT_NEAR(meet.distance[lane], found, 1e-12);
            EXPECT_LT((meet.normal.at(lane) - between / found).norm(), 1e-12);
            const Vec3 across =
                across_both(a[lane].way, b[lane].way, a[lane].squared_length * b[lane].squared_length);
            EXPECT_LT((meet.across.at(lane) - across).norm(), 1e-12);
            EXPECT_EQ(at.near[lane] != 0, found < 0.2 && at.s[lane] < 1 && at.t[lane] < 1);
        }
    }
}

TEST(ClosestSections, W5_2_outlines_of_four_ends_are_those_of_each) {
    Rng rng{6};
    const auto draw = [&] { return Vec3(rng.normal(), rng.normal(), rng.normal()); };
    for (int trial = 0; trial < 100; ++trial) {
        std::array<SectionFrame, lane_count> frames;
        std::array<std::array<Real, 4>, lane_count> radii;
        LaneVec3 towards;
        for (int lane = 0; lane < lane_count; ++lane) {
            frames[lane] = root_frame(draw(), draw().normalized());
            for (Real& r : radii[lane]) r = rng.uniform() < 0.1 ? 0 : 0.02 * rng.uniform();  // some are flat
            towards.set(lane, lane == 3 ? frames[lane].w : draw().normalized());  // one along its wisp
        }
        const Lanes reach =
            four_outlines({&frames[0], &frames[1], &frames[2], &frames[3]},
                          {radii[0].data(), radii[1].data(), radii[2].data(), radii[3].data()}, towards);
        for (int lane = 0; lane < lane_count; ++lane)
            EXPECT_NEAR(
                reach[lane],
                outline_towards({Vec3::Zero(), frames[lane], radii[lane].data(), 4}, towards.at(lane)),
                1e-15);
    }
}

}  // namespace
}  // namespace souple
