// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/section_frames.h
#include "souple/dynamics/hair/section_frames.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "souple/core/rng.h"
#include "souple/math/rotation.h"

namespace souple {
namespace {

std::vector<SectionFrame> frames_along(const std::vector<Vec3>& directions, const Vec3& side) {
    std::vector<SectionFrame> frames(directions.size() + 1);
    carry_frames(
        static_cast<int>(frames.size()), side, [&](int i) { return directions[i]; },
        [&](int i, const SectionFrame& frame) { frames[i] = frame; });
    return frames;
}

std::vector<Vec3> random_directions(int count) {
    Rng rng{7};
    std::vector<Vec3> directions{Vec3(0, -1, 0)};
    while (static_cast<int>(directions.size()) < count) {
        const Vec3 next = directions.back() + 0.8 * Vec3(rng.normal(), rng.normal(), rng.normal());
        directions.push_back(next.normalized());
    }
    return directions;
}

TEST(SectionFrames, W1_6_T6_axes_are_of_unit_length_and_at_right_angles_after_any_bends) {
    for (const SectionFrame& f : frames_along(random_directions(200), Vec3::UnitX())) {
        EXPECT_NEAR(f.u.norm(), 1, 1e-12);
        EXPECT_NEAR(f.v.norm(), 1, 1e-12);
        EXPECT_NEAR(f.w.norm(), 1, 1e-12);
        EXPECT_NEAR(f.u.dot(f.v), 0, 1e-12);
        EXPECT_NEAR(f.u.dot(f.w), 0, 1e-12);
        EXPECT_LT((f.u.cross(f.v) - f.w).norm(), 1e-12);
    }
}

TEST(SectionFrames, W1_6_T6_carrying_is_the_smallest_turn_that_takes_one_normal_to_the_next) {
    const std::vector<SectionFrame> frames = frames_along(random_directions(50), Vec3::UnitX());
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const Quat turn = minimal_rotation(frames[i - 1].w, frames[i].w);
        EXPECT_LT((turn * frames[i - 1].w - frames[i].w).norm(), 1e-12);
        EXPECT_LT((turn * frames[i - 1].u - frames[i].u).norm(), 1e-10);
    }
}

TEST(SectionFrames, W1_6_T6_the_printed_convention_turns_the_other_way_and_misses) {
    const Vec3 z1 = Vec3::UnitX(), z2 = Vec3::UnitY();
    const Quat q = minimal_rotation(z1, z2);
    EXPECT_LT((q * z1 - z2).norm(), 1e-12);
    EXPECT_LT((q.conjugate() * z1 + z2).norm(), 1e-12);  // q^-1 v q gives -y
}

TEST(SectionFrames, W1_6_T6_a_plane_curve_has_no_twist) {
    std::vector<Vec3> directions;
    for (int i = 0; i < 20; ++i) directions.push_back(Vec3(std::cos(0.2 * i), std::sin(0.2 * i), 0));
    for (const SectionFrame& f : frames_along(directions, Vec3::UnitZ()))
        EXPECT_LT((f.u - Vec3::UnitZ()).norm(), 1e-12);
}

TEST(SectionFrames, W1_6_T6_a_straight_chain_has_one_frame) {
    const std::vector<Vec3> directions(10, Vec3(1, 2, -2) / 3);
    const std::vector<SectionFrame> frames = frames_along(directions, Vec3::UnitX());
    for (const SectionFrame& f : frames) EXPECT_LT((f.u - frames[0].u).norm(), 1e-14);
}

TEST(SectionFrames, W1_6_a_chain_folded_on_itself_keeps_the_normal_before) {
    const std::vector<SectionFrame> frames =
        frames_along({Vec3::UnitY(), -Vec3::UnitY(), -Vec3::UnitY()}, Vec3::UnitX());
    EXPECT_EQ(frames[1].w, Vec3(Vec3::UnitY()));
    for (const SectionFrame& f : frames) EXPECT_TRUE(f.u.allFinite() && f.v.allFinite());
}

}  // namespace
}  // namespace souple
