// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/hair_curves.h
#include "souple/dynamics/hair/hair_curves.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace souple {
namespace {

constexpr int draws = 100000;

/// A straight wisp of five planes one apart along z, all of these radii.
struct Wisp {
    std::array<Real, 4> radius{0.1, 0.1, 0.1, 0.1};
    std::vector<SectionEnd> ends(Real spacing = 1) const {
        std::vector<SectionEnd> planes;
        for (int i = 0; i < 5; ++i) planes.push_back({Vec3(0, 0, spacing * i), {}, radius.data(), 4});
        return planes;
    }
};

Real length_of(const std::vector<Vec3>& points) {
    Real length = 0;
    for (std::size_t k = 1; k < points.size(); ++k) length += (points[k] - points[k - 1]).norm();
    return length;
}

TEST(HairCurves, W2_1_T9_draws_are_accepted_and_spread_as_a_cut_off_normal_distribution) {
    Rng rng{11};
    long tries = 0;
    std::array<int, 3> within{};
    Real squares = 0;
    for (int k = 0; k < draws; ++k) {
        DiscPlace p;
        tries += draw_place(rng, 0.35, p);
        const Real r = std::hypot(p.x, p.y);
        ASSERT_LE(r, 1);
        for (int q = 0; q < 3; ++q) within[q] += r < 0.25 * (q + 1);
        squares += r * r;
    }
    const std::array<Real, 3> expected{0.2290, 0.6505, 0.9148};
    const auto three_sigma = [](Real p) { return 3 * std::sqrt(p * (1 - p) / draws) + 5e-5; };
    EXPECT_NEAR(Real(draws) / tries, 0.98312, three_sigma(0.98312));
    for (int q = 0; q < 3; ++q) EXPECT_NEAR(Real(within[q]) / draws, expected[q], three_sigma(expected[q]));
    EXPECT_NEAR(squares / draws, 0.2278, 0.002);
}

TEST(HairCurves, W2_1_T9_the_same_seed_gives_the_same_hair_to_the_bit_and_another_seed_another) {
    const Wisp wisp;
    HairLook look;
    std::vector<Vec3> one, two, three;
    append_hair(look, 3, 17, wisp.ends(), 4, one);
    append_hair(look, 3, 17, wisp.ends(), 4, two);
    look.seed = 2;
    append_hair(look, 3, 17, wisp.ends(), 4, three);
    EXPECT_EQ(one, two);
    EXPECT_NE(one, three);
}

TEST(HairCurves, W2_2_hairs_of_a_wisp_differ_in_length_and_wander_from_plane_to_plane) {
    const Wisp wisp;
    const HairLook look;
    std::set<Real> lengths;
    Real wander = 0;
    for (int hair = 0; hair < 50; ++hair) {
        std::vector<Vec3> points;
        lengths.insert(append_hair(look, 0, hair, wisp.ends(), 4, points));
        wander += (points[6].head<2>() - points[0].head<2>()).norm() / 50;
    }
    EXPECT_EQ(lengths.size(), 50u);
    EXPECT_LE(*lengths.rbegin(), 4 * look.drawn);
    EXPECT_GE(*lengths.begin(), 4 * look.drawn * (1 - look.shorter));
    EXPECT_GT(wander, 0.001);
    EXPECT_LT(wander, 0.02);
}

TEST(HairCurves, W2_3_W2_4_W2_5_T10_a_round_envelope_scales_every_place_by_its_radius) {
    const std::array<Real, 4> radius{0.3, 0.3, 0.3, 0.3};
    const SectionEnd end{Vec3::Zero(), {}, radius.data(), 4};
    Rng rng{5};
    for (int k = 0; k < 100; ++k) {
        DiscPlace p;
        draw_place(rng, 0.35, p);
        for (const HairRule rule : {HairRule::Axes, HairRule::Angle, HairRule::Barycentric}) {
            const DiscPlace moved = deformed(rule, end, p);
            EXPECT_NEAR(moved.x, 0.3 * p.x, 1e-14);
            EXPECT_NEAR(moved.y, 0.3 * p.y, 1e-14);
        }
    }
}

TEST(HairCurves, W2_3_W2_4_W2_5_T10_a_place_on_a_half_line_goes_with_its_sample) {
    const std::array<Real, 4> radius{1, 2, 3, 4};
    const SectionEnd end{Vec3::Zero(), {}, radius.data(), 4};
    for (const HairRule rule : {HairRule::Axes, HairRule::Angle, HairRule::Barycentric}) {
        EXPECT_NEAR(deformed(rule, end, {0.5, 0}).x, 0.5, 1e-13);
        EXPECT_NEAR(deformed(rule, end, {0, 0.5}).y, 1, 1e-13);
        EXPECT_NEAR(deformed(rule, end, {-0.5, 0}).x, -1.5, 1e-13);
        EXPECT_NEAR(deformed(rule, end, {0, -0.5}).y, -2, 1e-13);
    }
    EXPECT_NEAR(deformed_by_axes(end, {0.2, -0.3}).x, 0.2, 1e-14);
    EXPECT_NEAR(deformed_by_axes(end, {0.2, -0.3}).y, -1.2, 1e-14);
    // halfway between +u and +v by angle: the mean of 1 and 2
    EXPECT_NEAR(deformed_by_angle(end, {0.5, 0.5}).x, 0.75, 1e-14);
    // weights 0.5 and 0.5 of the samples (1, 0) and (0, 2)
    EXPECT_NEAR(deformed_by_weights(end, {0.5, 0.5}).y, 1, 1e-14);
}

TEST(HairCurves, W2_6_T11_the_curve_goes_through_its_inner_points) {
    const Vec3 a(0, 0, 0), b(1, 2, 0), c(3, 1, 1), d(4, 4, 4);
    EXPECT_LT((catmull_rom(a, b, c, d, 0) - b).norm(), 1e-12);
    EXPECT_LT((catmull_rom(a, b, c, d, 1) - c).norm(), 1e-12);
    // its slope in an inner point is half the way between the neighbours
    EXPECT_LT(((catmull_rom(a, b, c, d, 1e-6) - b) / 1e-6 - (c - a) / 2).norm(), 1e-5);
}

TEST(HairCurves, W2_6_T11_five_planes_make_four_spans) {
    const Wisp wisp;
    HairLook look;
    look.drawn = 1;
    look.shorter = 0;
    look.wobble = 0;
    look.points = 7;
    std::vector<Vec3> points;
    append_hair(look, 0, 0, wisp.ends(), 100, points);
    ASSERT_EQ(points.size(), 1u + 4 * 7);
    for (int i = 0; i < 5; ++i) EXPECT_NEAR(points[7 * i].z(), i, 1e-12);
}

TEST(HairCurves, W2_7_T11_a_hair_keeps_its_length_when_the_wisp_stretches_and_never_leaves_it) {
    const Wisp wisp;
    HairLook look;
    for (int hair = 0; hair < 50; ++hair) {
        for (const Real spacing : {0.99, 1.0, 1.3, 2.0}) {
            std::vector<Vec3> points;
            const Real wanted = append_hair(look, 0, hair, wisp.ends(spacing), 4, points);
            EXPECT_NEAR(length_of(points), wanted, 1e-12 * wanted);
        }
        std::vector<Vec3> crushed;
        const Real wanted = append_hair(look, 0, hair, wisp.ends(0.5), 4, crushed);
        EXPECT_LT(length_of(crushed), wanted);
        EXPECT_LE(crushed.back().z(), 2 + 1e-12);
    }
}

TEST(HairCurves, W6_2_T20_the_hairs_of_a_wisp_are_divided_among_its_halves) {
    const HairLook look;
    const WispMemory whole{.root = 4}, left{.root = 4, .depth = 1, .branch = 0};
    const WispMemory right{.root = 4, .depth = 1, .branch = 1}, quarter{.root = 4, .depth = 2, .branch = 3};
    int on_the_left = 0, in_the_quarter = 0;
    for (int hair = 0; hair < 1000; ++hair) {
        EXPECT_TRUE(has_hair(look, whole, hair));
        EXPECT_NE(has_hair(look, left, hair), has_hair(look, right, hair));
        on_the_left += has_hair(look, left, hair);
        in_the_quarter += has_hair(look, quarter, hair);
        EXPECT_TRUE(!has_hair(look, quarter, hair) || has_hair(look, right, hair));
    }
    EXPECT_NEAR(on_the_left, 500, 60);
    EXPECT_NEAR(in_the_quarter, 250, 60);
}

}  // namespace
TEST(HairCurves, places_of_a_spread_without_limit_are_drawn_at_once_and_fill_the_disc_evenly) {
    for (const Real spread : {10.5, 1e3, 1e12, 1e300}) {
        Rng rng{1};
        constexpr int count = 20000;
        int draws = 0, within_half = 0, right = 0;
        for (int k = 0; k < count; ++k) {
            DiscPlace p;
            draws += draw_place(rng, spread, p);
            const Real squared = p.x * p.x + p.y * p.y;
            ASSERT_LE(squared, 1 + 1e-12);
            within_half += squared < 0.25;
            right += p.x > 0;
        }
        EXPECT_EQ(draws, count);
        EXPECT_NEAR(within_half / Real(count), 0.25, 0.015) << spread;  // five standard deviations
        EXPECT_NEAR(right / Real(count), 0.5, 0.018) << spread;
    }
}

}  // namespace souple
