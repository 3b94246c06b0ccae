// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/section.h
#include "souple/dynamics/hair/section.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "souple/core/rng.h"

namespace souple {
namespace {

const std::array<Real, 4> round_radius{0.5, 0.5, 0.5, 0.5};
const SectionFrame upright{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};

SectionEnd end_at(const Vec3& x, const std::array<Real, 4>& radius = round_radius) {
    return {x, upright, radius.data(), 4};
}

/// Even-odd fill by counting the sides that a ray crosses.
bool is_filled(const std::array<Vec3, 4>& q, const Vec3& p) {
    bool inside = false;
    for (int i = 0, j = 3; i < 4; j = i++)
        if ((q[i].y() > p.y()) != (q[j].y() > p.y()) &&
            p.x() < (q[j].x() - q[i].x()) * (p.y() - q[i].y()) / (q[j].y() - q[i].y()) + q[i].x())
            inside = !inside;
    return inside;
}

TEST(Section, W5_2_T14_two_triangles_fill_a_quadrilateral_by_the_even_odd_rule) {
    Rng rng{3};
    for (int trial = 0; trial < 20000; ++trial) {
        std::array<Vec3, 4> q;
        for (Vec3& corner : q) corner = Vec3(rng.uniform(), rng.uniform(), 0);
        const Vec3 p(rng.uniform(), rng.uniform(), 0);
        ASSERT_EQ(is_inside_quadrilateral(q, Vec3::UnitZ(), p), is_filled(q, p)) << trial;
    }
}

TEST(Section, W5_2_T14_a_straight_round_section_is_a_cylinder) {
    const SectionEnd a = end_at(Vec3(0, 0, 0)), b = end_at(Vec3(0, 0, 2));
    Rng rng{4};
    int inside = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        const Vec3 p(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 3));
        const bool expected = std::hypot(p.x(), p.y()) < 0.5 && p.z() > 0 && p.z() < 2;
        ASSERT_EQ(is_inside_section(a, b, p), expected);
        inside += expected;
    }
    EXPECT_GT(inside, 300);
}

TEST(Section, W5_2_each_quarter_has_the_radii_of_its_own_samples) {
    const std::array<Real, 4> radius{1, 2, 3, 4};
    const SectionEnd end = end_at(Vec3::Zero(), radius);
    EXPECT_NEAR(outline_radius(end, 1, 0), 1, 1e-14);
    EXPECT_NEAR(outline_radius(end, 0, 1), 2, 1e-14);
    EXPECT_NEAR(outline_radius(end, -1, 0), 3, 1e-14);
    EXPECT_NEAR(outline_radius(end, 0, -1), 4, 1e-14);
    const Real c = std::sqrt(0.5);
    EXPECT_NEAR(outline_radius(end, -c, -c), 1 / std::sqrt(0.5 / 9 + 0.5 / 16), 1e-14);
    EXPECT_NEAR(outline_area(end), std::numbers::pi / 4 * 4 * 6, 1e-13);
}

TEST(Section, W1_7_any_number_of_samples_around_the_same_circle_has_its_radius) {
    const std::array<Real, 7> radius{2, 2, 2, 2, 2, 2, 2};
    const SectionEnd end{Vec3::Zero(), upright, radius.data(), 7};
    for (int k = 0; k < 30; ++k)
        EXPECT_NEAR(outline_radius(end, std::cos(0.3 * k), std::sin(0.3 * k)), 2, 1e-14);
}

TEST(Section, W5_3_the_capsule_holds_every_point_of_the_outline) {
    const std::array<Real, 4> radius{0.1, 0.4, 0.3, 0.2};
    SectionEnd a{Vec3(1, 2, 3), root_frame(Vec3::UnitX(), Vec3(1, 2, 2) / 3), radius.data(), 4};
    SectionEnd b{Vec3(2, 2, 4), root_frame(Vec3::UnitY(), Vec3(0, 0.6, 0.8)), radius.data(), 4};
    const SectionCapsule capsule = section_capsule(a.x, b.x - a.x, 0.4);
    for (const SectionEnd& end : {a, b})
        for (int k = 0; k < 100; ++k) {
            const Real c = std::cos(0.0628 * k), s = std::sin(0.0628 * k), r = outline_radius(end, c, s);
            const Vec3 spot = end.x + r * (c * end.frame.u + s * end.frame.v);
            const Real t = (spot - capsule.centre).dot(capsule.half) / capsule.half.squaredNorm();
            const Vec3 nearest = capsule.centre + std::clamp<Real>(t, -1, 1) * capsule.half;
            EXPECT_LE((spot - nearest).norm(), capsule.radius);
        }
}

}  // namespace
}  // namespace souple
