// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_keys.h
#include "souple/io/export_keys.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace souple;

namespace {

struct Key {
    Real time = 0;
    std::vector<Vec3> points;
};

template <class Motion>
std::vector<Key> thin(int frames, Real tolerance, Motion motion) {
    PointKeys keys(tolerance);
    std::vector<Key> kept;
    const auto keep = [&](Real time) { kept.push_back({time, keys.points()}); };
    for (int i = 0; i < frames; ++i) keys.add(0.1 * i, motion(0.1 * i), keep);
    keys.finish(keep);
    return kept;
}

/// The worst distance between the motion and straight lines through its keys.
template <class Motion>
Real worst_gap(const std::vector<Key>& kept, int frames, Motion motion) {
    Real worst = 0;
    std::size_t k = 0;
    for (int i = 0; i < frames; ++i) {
        while (k + 2 < kept.size() && kept[k + 1].time < 0.1 * i) ++k;
        const Key &a = kept[k], &b = kept[std::min(k + 1, kept.size() - 1)];
        const Real share = b.time > a.time ? (0.1 * i - a.time) / (b.time - a.time) : 0;
        const std::vector<Vec3> truth = motion(0.1 * i);
        for (std::size_t n = 0; n < truth.size(); ++n)
            worst = std::max(worst, (a.points[n] + share * (b.points[n] - a.points[n]) - truth[n]).norm());
    }
    return worst;
}

}  // namespace

TEST(ExportKeys, straight_motion_needs_its_ends_only) {
    const auto motion = [](Real t) { return std::vector<Vec3>{{t, 2 * t, 0}, {-t, 0, 1}}; };
    const auto kept = thin(50, 1e-9, motion);
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_NEAR(kept[1].time, 4.9, 1e-12);
}

TEST(ExportKeys, rest_needs_one_key) {
    EXPECT_EQ(thin(50, 1e-9, [](Real) { return std::vector<Vec3>{{1, 2, 3}}; }).size(), 1u);
}

TEST(ExportKeys, a_return_to_the_start_is_not_rest) {
    const auto motion = [](Real t) { return std::vector<Vec3>{{t < 0.95 || t > 1.05 ? 0.0 : 1.0, 0, 0}}; };
    const auto kept = thin(21, 1e-3, motion);
    EXPECT_EQ(kept.size(), 5u);
    EXPECT_LT(worst_gap(kept, 21, motion), 1e-3);
}

TEST(ExportKeys, gaps_stay_within_tolerance_and_keys_fall_with_its_root) {
    const auto motion = [](Real t) {
        return std::vector<Vec3>{{std::cos(t), std::sin(t), 0}, {0, 0.2 * t * t, std::sin(0.3 * t)}};
    };
    const auto fine = thin(1000, 1e-3, motion), coarse = thin(1000, 1e-1, motion);
    EXPECT_LT(worst_gap(fine, 1000, motion), 1e-3);
    EXPECT_LT(worst_gap(coarse, 1000, motion), 1e-1);
    // straight lines along a curve stray with the square of their length
    EXPECT_GT(fine.size(), 5 * coarse.size());
}

TEST(ExportKeys, a_wheel_that_turns_evenly_needs_keys_before_half_a_turn) {
    std::vector<Real> times;
    std::vector<Pose> poses;
    for (int i = 0; i <= 100; ++i) {
        times.push_back(0.1 * i);
        poses.push_back({Vec3(i, 0, 0), Quat(Eigen::AngleAxis<Real>(0.1 * i, Vec3::UnitZ()))});
    }
    const std::vector<Vec3> corners{{1, 1, 1}, {-1, -1, -1}};
    const std::vector<int> keys = pose_keys(times, poses, corners, 1e-6);
    EXPECT_EQ(keys.front(), 0);
    EXPECT_EQ(keys.back(), 100);
    EXPECT_EQ(keys.size(), 5u);  // 10 rad, at most 3.1 rad at a time
}

TEST(ExportKeys, a_pose_at_rest_needs_one_key_and_a_jolt_is_kept) {
    std::vector<Real> times;
    for (int i = 0; i < 64; ++i) times.push_back(i);
    std::vector<Pose> poses(64);
    const std::vector<Vec3> corners{{1, 0, 0}};
    EXPECT_EQ(pose_keys(times, poses, corners, 1e-6), std::vector<int>{0});
    poses[20].position.y() = 1;
    EXPECT_EQ(pose_keys(times, poses, corners, 1e-6), (std::vector<int>{0, 19, 20, 21, 63}));
}
