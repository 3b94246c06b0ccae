// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests src/souple/implicit/seeds.h.
#include "souple/implicit/seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/parallel.h"
#include "souple/implicit/polygonise_skin.h"
#include "support/skin_objects.h"

namespace souple {
namespace {

using std::numbers::pi;

/// More than are summed without cells; every third carrier has two primitives, one of them stretched.
SkinObject cluster() {
    Rng rng{7};
    SkinObject object;
    for (int i = 0; i < 10; ++i) {
        object.primitives.push_back(point_skeleton(Vec3::Zero(), ball_law));
        object.primitives.back().carrier = i;
        if (i % 3 == 0) {
            object.primitives.push_back(point_skeleton(Vec3(0.3, 0.1, 0), ball_law));
            object.primitives.back().carrier = i;
            object.primitives.back().stretch = Vec3(1.2, 0.7, 1);
        }
        object.carriers.push_back({0.8 * random_vector(rng), random_rotation(rng)});
    }
    object.settle(0.15);
    return object;
}

TEST(Seeds, F0_29_valid_seeds_lie_on_the_skin_where_their_own_field_is_the_largest) {
    for (SkinObject object : {lumps(Vec3::Zero(), 3), balls({{0, 0, 0}, {0.5, 0, 0}, {0.2, 0.6, 0}}, 0.1)}) {
        int valid = 0;
        for (std::size_t i = 0; i < object.seeds.size(); ++i) {
            if (!object.places[i].is_valid()) continue;
            ++valid;
            const FieldShares here = shares_at(object.field, object.places[i].place, object.seeds[i].carrier);
            EXPECT_NEAR(here.total, 1, 1e-7);
            EXPECT_GE(here.own, here.strongest - 1e-7);
        }
        EXPECT_GT(valid, 100);
        EXPECT_LT(valid, static_cast<int>(object.seeds.size()));
    }
}

TEST(Seeds, F0_29_every_place_of_the_skin_has_a_valid_seed_near) {
    const Real spacing = 0.12;
    const SkinObject object = balls({{0, 0, 0}, {0.5, 0, 0}, {0.2, 0.6, 0}, {3, 0, 0}}, spacing);
    Real farthest = 0;
    for (const Vec3& p : polygonise_skin(object.field, 0.1).points) {
        Real nearest = 1e9;
        for (const SeedPlace& seed : object.places)
            if (seed.is_valid()) nearest = std::min(nearest, (seed.place - p).norm());
        farthest = std::max(farthest, nearest);
    }
    EXPECT_LT(farthest, 1.3 * spacing);
}

TEST(Seeds, F0_29_a_merged_pair_keeps_half_of_its_forty_seeds) {
    const Real spacing = std::sqrt(4 * pi * 0.25 / 20);
    const auto kept = [&](Real apart) {
        const SkinObject pair = balls({{0, 0, 0}, {apart, 0.01, 0.02}}, spacing);
        EXPECT_EQ(pair.seeds.size(), 40u);
        return std::count_if(pair.places.begin(), pair.places.end(),
                             [](const SeedPlace& place) { return place.is_valid(); });
    };
    EXPECT_EQ(kept(2), 40);
    EXPECT_LT(kept(0.6), 38);
    EXPECT_NEAR(kept(0.1), 20, 3);
}

TEST(Seeds, F0_29_areas_of_valid_seeds_sum_to_the_area_of_the_skin) {
    const SkinObject object = balls({{0, 0, 0}, {0.7, 0, 0}}, 0.05);
    Real sum = 0;
    for (std::size_t i = 0; i < object.seeds.size(); ++i) {
        if (!object.places[i].is_valid()) continue;
        const Vec3 normal = -sample(object.field, object.places[i].place).gradient.normalized();
        sum += area_across(object.seeds[i], object.places[i].travel) / normal.dot(object.places[i].ray);
    }
    const TriangleMesh mesh = polygonise_skin(object.field, 0.04);
    Real whole = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) whole += area(mesh, t);
    EXPECT_NEAR(sum / whole, 1, 0.01);
}

TEST(Seeds, F0_29_valid_seeds_are_the_same_whether_strayed_ones_go_to_the_border_or_not) {
    for (SkinObject object : {lumps(Vec3::Zero(), 3), lumps(Vec3::Zero(), 8), cluster(),
                              balls({{0, 0, 0}, {0.1, 0.01, 0.02}, {0.5, 0, 0}, {0.2, 0.6, 0}}, 0.05)}) {
        std::vector<SeedPlace> left;
        follow_skin(object.field, object.seeds, object.carriers, StrayedSeeds::Left, left);
        int strayed = 0;
        for (std::size_t i = 0; i < left.size(); ++i) {
            ASSERT_EQ(left[i].is_valid(), object.places[i].is_valid()) << "seed " << i;
            EXPECT_TRUE(!left[i].is_valid() || left[i].place == object.places[i].place);
            strayed += left[i].is_valid() ? 0 : 1;
        }
        EXPECT_GT(strayed, 50);
    }
}

TEST(Seeds, F0_29_every_place_is_the_territory_of_one_carrier_ties_included) {
    const SkinObject tied = balls({{0, 0, 0}, {1, 0, 0}, {0.5, 0.5, 0}, {0.5, 0.5, 0}}, 0.2);
    const SkinObject lump = lumps(Vec3::Zero(), 3);
    Rng rng{5};
    int ties = 0;
    for (int i = 0; i < 2000; ++i) {
        const SkinObject& object = i % 2 == 0 ? tied : lump;
        Vec3 p = random_vector(rng);
        if (i % 4 == 0) p.x() = 0.5;
        if (value(object.field, p) == 0) continue;
        int owners = 0;
        for (int c = 0; c < static_cast<int>(object.carriers.size()); ++c) {
            const FieldShares here = shares_at(object.field, p, c);
            owners += belongs_to(c, here) ? 1 : 0;
            ties += here.own == here.strongest ? 1 : 0;
        }
        EXPECT_EQ(owners, 1);
    }
    EXPECT_GT(ties, 100);
}

TEST(Seeds, F0_29_of_two_carriers_in_one_place_one_has_valid_seeds) {
    for (const StrayedSeeds strayed : {StrayedSeeds::Left, StrayedSeeds::BroughtToBorder}) {
        SkinObject object = balls({{0.2, 0, 0}, {0.2, 0, 0}}, 0.2);
        object.settle(0.2, strayed);
        for (std::size_t i = 0; i < object.seeds.size(); ++i)
            EXPECT_EQ(object.places[i].is_valid(), object.seeds[i].carrier == 0);
    }
}

TEST(Seeds, F0_29_a_seed_whose_skin_lies_in_a_small_rival_is_not_valid_though_none_acts_a_stride_on) {
    SkinObject object;
    object.primitives = {point_skeleton(Vec3::Zero(), {.thickness = 0.5, .range = 0.9, .slope = 7}),
                         point_skeleton(Vec3::Zero(), {.thickness = 0.05, .range = 0.06, .slope = 100})};
    object.primitives[1].carrier = 1;
    const Vec3 normal = sample_skeletons({object.primitives.data(), 1}, 0.25)[10].normal;
    object.carriers = {{Vec3::Zero(), Quat::Identity()}, {0.553 * normal, Quat::Identity()}};
    for (const StrayedSeeds strayed : {StrayedSeeds::Left, StrayedSeeds::BroughtToBorder}) {
        object.settle(0.25, strayed);
        ASSERT_LT((object.seeds[10].normal - normal).norm(), 1e-12);
        EXPECT_EQ(object.places[10].beyond, 1);
        EXPECT_TRUE(object.places[0].is_valid());
    }
}

TEST(Seeds, F0_31_seeds_of_a_small_stretch_stay_on_their_side_when_the_offset_is_thicker_than_the_skin) {
    SkinObject object;
    object.primitives.push_back(point_skeleton(Vec3::Zero(), ball_law));
    object.primitives[0].stretch = Vec3::Constant(0.1);
    object.carriers.push_back({});
    object.settle(0.02);
    const Real offset = -0.1;  // [m] the skin alone is a sphere of 0.05 m
    pose_field(object.field, object.primitives, object.carriers, {&offset, 1});
    ASSERT_GT(object.seeds.size(), 20u);
    for (const StrayedSeeds strayed : {StrayedSeeds::Left, StrayedSeeds::BroughtToBorder}) {
        follow_skin(object.field, object.seeds, object.carriers, strayed, object.places);
        for (std::size_t i = 0; i < object.seeds.size(); ++i) {
            EXPECT_TRUE(object.places[i].is_valid());
            const Vec3 expected = 0.1 * (ball_law.thickness + offset) * object.seeds[i].normal;
            EXPECT_LT((object.places[i].place - expected).norm(), 1e-7) << "seed " << i;
        }
    }
}

TEST(Seeds, same_bits_on_one_and_eight_threads) {
    for (SkinObject object : {lumps(Vec3::Zero(), 3), cluster()})
        for (const StrayedSeeds strayed : {StrayedSeeds::Left, StrayedSeeds::BroughtToBorder}) {
            std::vector<SeedPlace> places[2];
            for (const int run : {0, 1}) {
                const ThreadLimit limit(run == 0 ? 1 : 8);
                follow_skin(object.field, object.seeds, object.carriers, strayed, places[run]);
            }
            for (std::size_t i = 0; i < places[0].size(); ++i) {
                EXPECT_TRUE(places[0][i].place == places[1][i].place);
                EXPECT_EQ(places[0][i].travel, places[1][i].travel);
                EXPECT_EQ(places[0][i].beyond, places[1][i].beyond);
            }
        }
}

}  // namespace
}  // namespace souple
