// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/oriented/central_law.h
#include "souple/dynamics/oriented/central_law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace souple {
namespace {

OrientedLaw central(LawKind kind) {
    OrientedLaw law;
    law.kind = kind;
    return law;
}

Real slope(const OrientedLaw& law, Real r) {
    constexpr Real h = 1e-5;
    return (central_force(law, 1, r + h) - central_force(law, 1, r - h)) / (2 * h);
}

TEST(CentralLaw, F0_8_cohesion_has_the_values_of_the_source) {
    const OrientedLaw law = central(LawKind::Cohesion);
    EXPECT_NEAR(central_force(law, 1, 0.4), 127.94, 5e-3);
    EXPECT_NEAR(central_force(law, 1, 0.9), 1.0675, 5e-3);
    EXPECT_NEAR(central_force(law, 1, 1.5739), -32.164, 1e-3);
    EXPECT_NEAR(slope(law, 1.5739), 0, 0.05);  // a place given to four digits
    EXPECT_NEAR(central_force(law, 1, 2.5), -0.167, 1e-3);
}

/// What the source asks of an attracting law, on a fine grid.
void expect_cohesive(const OrientedLaw& law, Real end) {
    EXPECT_NEAR(central_force(law, 1, 1), 0, 1e-12);
    EXPECT_NEAR(slope(law, 1), 0, 1e-5);
    EXPECT_GT(central_force(law, 1, 1e-6), 1e5 * central_force(law, 1, 0.7));
    int turns = 0;
    Real before = slope(law, 1.001);
    for (Real r = 0.01; r < 0.999; r += 0.002) {
        EXPECT_GT(central_force(law, 1, r), 0) << r;
        EXPECT_LE(slope(law, r), 1e-9) << r;
    }
    for (Real r = 1.002; r < end - 0.01; r += 0.002) {
        EXPECT_LT(central_force(law, 1, r), 0) << r;
        const Real now = slope(law, r);
        turns += before < 0 && now > 0;
        before = now;
    }
    EXPECT_EQ(turns, 1);
}

TEST(CentralLaw, F0_8_cohesion_and_its_spline_repel_attract_and_have_one_flat_zero) {
    expect_cohesive(central(LawKind::Cohesion), 2.5);
    OrientedLaw widest = central(LawKind::Cohesion);
    widest.alpha = 16.0 / 3;
    expect_cohesive(widest, 2.5);
    expect_cohesive(central(LawKind::SplineCohesion), 2.5);
}

TEST(CentralLaw, F0_8_beyond_16_thirds_repulsion_no_longer_falls_everywhere) {
    OrientedLaw law = central(LawKind::Cohesion);
    law.alpha = 6;
    EXPECT_GT(slope(law, 0.25), 0);
    law.alpha = 5.3;
    EXPECT_LT(slope(law, 0.25), 0);
}

TEST(CentralLaw, F0_8_the_spline_has_no_scale_of_its_own) {
    OrientedLaw one = central(LawKind::SplineCohesion), large = one;
    large.rest *= 10;
    large.range *= 10;
    for (const Real u : {0.3, 0.8, 1.2, 1.5, 2.2})
        EXPECT_NEAR(central_force(one, 1, u), central_force(large, 10, 10 * u), 1e-9);
    EXPECT_DOUBLE_EQ(central_force(one, 1, one.peak), -one.amplitude);
}

TEST(CentralLaw, F0_7_S3_lennard_jones_is_steep_where_cohesion_is_flat) {
    OrientedLaw law = central(LawKind::LennardJones);
    law.amplitude = 3;
    for (const Real n : {1.0, 2.0, 3.0}) {
        law.exponent = n;
        EXPECT_NEAR(central_force(law, 1, 1), 0, 1e-12);
        EXPECT_NEAR(slope(law, 1), -2 * n * n * 3, 1e-6);
    }
    EXPECT_GT(central_force(law, 1, 0.9), 0);
    EXPECT_LT(central_force(law, 1, 1.1), 0);
}

TEST(CentralLaw, F0_45_globules_hold_when_cold_and_only_repel_when_they_are_sand) {
    OrientedLaw law = central(LawKind::Globule);
    law.repulsion = 5;
    EXPECT_NEAR(central_force(law, 1, 1), 0, 1e-12);
    EXPECT_LT(central_force(law, 1, 1.3), 0);
    law.temperature = 1;
    EXPECT_GT(central_force(law, 1, 1.3), 0);
}

TEST(CentralLaw, F0_16_energy_is_the_work_to_the_end_of_the_range) {
    for (const LawKind kind : {LawKind::Cohesion, LawKind::LennardJones, LawKind::SplineCohesion}) {
        const OrientedLaw law = central(kind);
        const auto energy_at = [&](Real r) { return limited_energy(law, LawMode::Complete, 1, 2.5, r); };
        Real work = 0;
        constexpr int steps = 20000;
        for (int k = 0; k < steps; ++k)
            work +=
                limited_force(law, LawMode::Complete, 1, 2.5, 0.8 + 1.7 * (k + 0.5) / steps) * 1.7 / steps;
        EXPECT_NEAR(energy_at(0.8), work, 1e-5 * std::abs(work) + 1e-5);
        EXPECT_EQ(energy_at(2.5), 0);
        EXPECT_LT(energy_at(1), energy_at(0.7));
    }
}

}  // namespace
}  // namespace souple
