// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/hair_shading.h
#include "souple/render/hair_shading.h"

#include <gtest/gtest.h>

#include "souple/core/rng.h"

namespace souple {
namespace {

Vec3 random_direction(Rng& rng) { return Vec3(rng.normal(), rng.normal(), rng.normal()).normalized(); }

TEST(HairShading, W7_2_T23_the_diffuse_term_is_the_sine_between_light_and_hair) {
    Rng rng{3};
    for (int i = 0; i < 1000; ++i) {
        const Vec3 light = random_direction(rng), tangent = random_direction(rng);
        const Real along = light.dot(tangent);
        EXPECT_NEAR(diffuse_normal(light, tangent).dot(light), std::sqrt(1 - along * along), 1e-12);
    }
}

TEST(HairShading, W7_2_T23_the_mirrored_light_meets_the_eye_by_the_closed_form) {
    Rng rng{4};
    for (int i = 0; i < 1000; ++i) {
        const Vec3 light = random_direction(rng), eye = random_direction(rng),
                   tangent = random_direction(rng);
        const Vec3 reflected = mirrored(light, specular_normal(light, eye, tangent));
        const Real expected = across(light, tangent).norm() * across(eye, tangent).norm() -
                              light.dot(tangent) * eye.dot(tangent);
        EXPECT_NEAR(reflected.dot(eye), expected, 1e-12);
    }
}

TEST(HairShading, W7_2_T23_a_hair_parallel_to_the_light_scatters_none) {
    const Vec3 light = Vec3(1, 2, -2) / 3;
    EXPECT_EQ(hair_light(light, Vec3::UnitY(), light, 20).diffuse, 0);
    EXPECT_EQ(hair_light(light, Vec3::UnitY(), -light, 20).diffuse, 0);
}

TEST(HairShading, W7_2_the_highlight_is_a_cone_around_the_hair) {
    // every eye that sees the hair under the mirrored angle sees the full highlight, whatever its azimuth
    const Vec3 tangent = Vec3::UnitX(), light(0.6, 0.8, 0);
    for (const Real azimuth : {0.3, 1.0, 2.5}) {
        const Vec3 eye(-0.6, 0.8 * std::cos(azimuth), 0.8 * std::sin(azimuth));
        EXPECT_NEAR(hair_light(light, eye, tangent, 50).specular, 1, 1e-12);
        const Vec3 off(0.6, 0.8 * std::cos(azimuth), 0.8 * std::sin(azimuth));
        EXPECT_LT(hair_light(light, off, tangent, 50).specular, 1e-6);
    }
}

TEST(HairShading, W7_2_the_normals_are_unit_and_across_the_hair) {
    Rng rng{5};
    const Vec3 light = random_direction(rng), eye = random_direction(rng), tangent = random_direction(rng);
    EXPECT_NEAR(diffuse_normal(light, tangent).dot(tangent), 0, 1e-12);
    EXPECT_NEAR(specular_normal(light, eye, tangent).dot(tangent), 0, 1e-12);
    EXPECT_NEAR(specular_normal(light, eye, tangent).norm(), 1, 1e-12);
}

}  // namespace
}  // namespace souple
