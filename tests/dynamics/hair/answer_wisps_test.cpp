// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/answer_wisps.h
#include "souple/dynamics/hair/answer_wisps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/dynamics/hair/measure_hair.h"
#include "support/meeting_wisps.h"

namespace souple {
namespace {

TEST(AnswerWisps, W5_4_motion_along_both_sections_rubs_and_motion_across_them_collides) {
    const WispContactRule rule;
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
    EXPECT_EQ(kind_of_meeting(rule, x, y, Vec3(1, 1, 0)), WispMeeting::Rub);
    EXPECT_EQ(kind_of_meeting(rule, x, y, Vec3(0, 0.1, -1)), WispMeeting::Collide);
    EXPECT_EQ(kind_of_meeting(rule, x, x, Vec3(0, 0, -1)), WispMeeting::Rub);  // parallel: no say
    EXPECT_EQ(kind_of_meeting(rule, x, y, Vec3::Zero()), WispMeeting::Rub);
    EXPECT_EQ(kind_of_meeting({.collide = false}, x, y, Vec3(0, 0, 1)), WispMeeting::Nothing);
    EXPECT_EQ(kind_of_meeting({.threshold = 0.5}, x, y, Vec3(0, 0.8, 0.6)), WispMeeting::Collide);
}

TEST(AnswerWisps, W5_5_T16_rubbing_leaves_nothing_across_and_never_turns_the_rest_round) {
    Rng rng{1};
    for (int trial = 0; trial < 100; ++trial) {
        const Vec3 a = random_normal(rng).normalized(), b = random_normal(rng).normalized(),
                   v = random_normal(rng);
        const Vec3 across = a.cross(b).normalized();
        const Vec3 left = rubbed(a, b, v, std::exp(10 * rng.normal()), 1.0 / 90);
        const Vec3 allowed = v - v.dot(across) * across;
        EXPECT_NEAR(left.dot(across), 0, 1e-12);
        EXPECT_GE(left.dot(allowed), 0);
        EXPECT_LE(left.norm(), allowed.norm() * (1 + 1e-12));
    }
}

TEST(AnswerWisps, W5_7_T16_the_rate_of_the_looks_does_not_change_the_rubbing) {
    const Vec3 a = Vec3::UnitX(), b = Vec3(0.6, 0.8, 0), start(0.3, -0.2, 0);
    const auto after = [&](int looks) {
        Vec3 v = start;
        for (int k = 0; k < looks; ++k) v = rubbed(a, b, v, 50, 0.1 / looks);
        return v;
    };
    for (const int looks : {9, 18, 45}) EXPECT_NEAR(after(looks).norm() / after(9).norm(), 1, 1e-12);
    EXPECT_NEAR(after(9).norm() / start.norm(), std::exp(-5), 1e-6);
}

TEST(AnswerWisps, W5_4_W5_5_W5_7_the_answer_is_that_of_the_rules_in_plain_words) {
    Rng rng{4};
    int met[3] = {0, 0, 0};  // nothing, rub, collide
    const Real h = 1.0 / 90;
    for (int trial = 0; trial < 400; ++trial) {
        World world = thin_crossing(WispSearch::Segments, WispResponse::Symmetric);
        WispContactRule& rule = world.model.hair[0].contact;
        rule.collide = trial % 5 != 0;
        rule.interpenetrate = trial % 7 != 0;
        rule.viscosity = 50;
        for (const int first : {2, 12})
            for (int i = first; i < first + 8; ++i)
                world.state.v[i] = random_normal(rng).cwiseProduct(Vec3(0.3, 1, 0.3));
        ASSERT_EQ(contacts_found(world), 1);
        const WispContact c = contact_at(world.scratch->hair[0], 0);
        const auto relative = [&]() -> Vec3 {
            const std::vector<Vec3>& v = world.state.v;
            return (1 - c.t) * v[c.b] + c.t * v[c.b + 1] - (1 - c.s) * v[c.a] - c.s * v[c.a + 1];
        };
        const auto along = [&](int first) -> Vec3 { return world.state.x[first + 1] - world.state.x[first]; };
        const Vec3 before = relative();
        const WispMeeting kind = kind_of_meeting(rule, along(c.a), along(c.b), before);
        Vec3 expected = before;
        if (kind == WispMeeting::Rub)
            expected = rubbed(along(c.a), along(c.b), before, rule.viscosity * c.density, h);
        if (kind == WispMeeting::Collide && before.dot(c.normal) < 0) expected = Vec3::Zero();
        answer_wisp_contacts(world.model, world.model.hair[0], h, world.state, world.scratch->hair[0]);
        EXPECT_LT((relative() - expected).norm(), 1e-12) << "trial " << trial;
        ++met[static_cast<int>(kind)];
    }
    for (const int count : met) EXPECT_GT(count, 20);
}

TEST(AnswerWisps, W5_6_T17_a_collision_ends_the_relative_motion_and_keeps_momentum) {
    World world = thin_crossing(WispSearch::Segments, WispResponse::Symmetric);
    ASSERT_EQ(contacts_found(world), 1);
    const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
    answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 90, world.state, world.scratch->hair[0]);
    const WispContact& c = contact_at(world.scratch->hair[0], 0);
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

TEST(AnswerWisps, W5_6_T17_sections_that_part_are_left_alone) {
    World world = thin_crossing(WispSearch::Segments, WispResponse::Symmetric);
    for (int i = 12; i < 20; ++i) world.state.v[i] = Vec3(0, 1, 0);
    ASSERT_EQ(contacts_found(world), 1);
    const std::vector<Vec3> before = world.state.v;
    answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 90, world.state, world.scratch->hair[0]);
    EXPECT_EQ(world.state.v, before);
}

TEST(AnswerWisps, W5_2_T17_the_sources_answer_moves_only_the_particle_inside) {
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

/// Wisps in each other that move every way.
World crowded_wisps(Real radius, int side = 8) {
    HairDef def = test_hair();
    def.radius = radius;
    def.grids = {{.columns = side, .rows = side, .spacing = 0.015}};
    World world = hair_world(def);
    Rng rng{7};
    for (std::size_t i = 0; i < world.state.v.size(); ++i)
        if (i % 10 >= 2) world.state.v[i] = random_normal(rng);
    return world;
}

/// The contacts in a column of packets.
std::vector<int> contacts_of_column(const HairScratch& scratch, int column) {
    std::vector<int> contacts;
    for (int p = scratch.first_packet[column]; p < scratch.first_packet[column + 1]; ++p)
        for (const int k : scratch.packets[p].contact)
            if (k >= 0) contacts.push_back(k);
    return contacts;
}

TEST(AnswerWisps, W5_5_contacts_answered_at_once_share_no_wisp_and_all_are_answered) {
    for (const bool is_crowded : {false, true}) {  // true: each wisp meets more others than there are colours
        World world = is_crowded ? crowded_wisps(0.1, 9) : crowded_wisps(0.0125);
        const int count = contacts_found(world);
        HairScratch& scratch = world.scratch->hair[0];
        answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 120, world.state, scratch);
        std::vector<int> answered;
        for (int colour = 0; colour < wisp_colours; ++colour) {
            const bool is_last = colour + 1 == wisp_colours;
            const int end = is_last ? static_cast<int>(scratch.first_packet.size()) - 1
                                    : scratch.colour_begin[colour + 1];
            std::set<int> taken;  // wisps of columns before
            for (int column = scratch.colour_begin[colour]; column < end; ++column) {
                std::set<int> wisps;
                for (const int k : contacts_of_column(scratch, column)) {
                    answered.push_back(k);
                    wisps.insert({contact_at(scratch, k).a / 10, contact_at(scratch, k).b / 10});
                }
                for (const int wisp : wisps)
                    EXPECT_TRUE(is_last || taken.insert(wisp).second) << "colour " << colour;
            }
        }
        EXPECT_EQ(scratch.colour_count[wisp_colours - 1] > 0, is_crowded);
        std::sort(answered.begin(), answered.end());
        ASSERT_EQ(static_cast<int>(answered.size()), count);
        for (int k = 0; k < count; ++k) EXPECT_EQ(answered[k], k);
        for (const FourContacts& four : scratch.packets) {
            std::set<int> points;
            int lanes = 0;
            for (const int k : four.contact) {
                if (k < 0) continue;
                ++lanes;
                for (const int point : {contact_at(scratch, k).a, contact_at(scratch, k).b})
                    points.insert({point, point + 1});
            }
            EXPECT_EQ(static_cast<int>(points.size()), 4 * lanes);
        }
    }
}

TEST(AnswerWisps, W5_5_all_answers_give_the_same_bits_on_any_number_of_threads) {
    std::vector<Vec3> first;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        World world = crowded_wisps(0.0125, 20);
        EXPECT_GT(contacts_found(world), 1000);
        const HairScratch& scratch = world.scratch->hair[0];
        answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 120, world.state,
                             world.scratch->hair[0]);
        int widest = 0;  // columns of one colour: beyond sixteen they are shared between threads
        for (int colour = 0; colour + 1 < wisp_colours; ++colour)
            widest = std::max(widest, scratch.colour_begin[colour + 1] - scratch.colour_begin[colour]);
        EXPECT_GT(widest, 32);
        if (first.empty()) first = world.state.v;
        EXPECT_EQ(world.state.v, first);
    }
}

TEST(AnswerWisps, W5_5_T17_all_answers_keep_momentum_and_never_add_energy) {
    World world = crowded_wisps(0.0125);
    for (std::size_t i = 0; i < world.model.inv_mass.size(); ++i)
        world.model.inv_mass[i] = 1 / world.model.point_mass[i];  // nothing is held
    const auto momentum_and_energy = [&] {
        Vec3 sum = Vec3::Zero();
        Real energy = 0;
        for (std::size_t i = 0; i < world.state.v.size(); ++i) {
            sum += world.state.v[i] / world.model.inv_mass[i];
            energy += world.state.v[i].squaredNorm() / world.model.inv_mass[i] / 2;
        }
        return std::pair(sum, energy);
    };
    contacts_found(world);
    const auto [momentum_before, energy_before] = momentum_and_energy();
    answer_wisp_contacts(world.model, world.model.hair[0], 1.0 / 120, world.state, world.scratch->hair[0]);
    const auto [momentum_after, energy_after] = momentum_and_energy();
    EXPECT_LT((momentum_after - momentum_before).norm(), 1e-12 * std::sqrt(energy_before));
    EXPECT_LT(energy_after, 0.9 * energy_before);
}

}  // namespace
}  // namespace souple
