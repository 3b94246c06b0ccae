// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace souple {

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

Pose between(const Pose& a, const Pose& b, Real share) {
    return {a.position + share * (b.position - a.position), a.rotation.slerp(share, b.rotation)};
}

bool is_near(const Pose& a, const Pose& b, const std::vector<Vec3>& corners, Real tolerance) {
    return std::all_of(corners.begin(), corners.end(), [&](const Vec3& corner) {
        return (a.to_world(corner) - b.to_world(corner)).norm() <= tolerance;
    });
}

}  // namespace

void PointKeys::add(Real time, const std::vector<Vec3>& points, const std::function<void(Real)>& key) {
    if (last_.empty()) {
        last_ = points;
        last_time_ = time;
        key(time);
        restart_from_last();
        return;
    }
    if (!passes(time, points)) {
        is_only_key_ = false;
        key(last_time_);
        restart_from_last();
    }
    // a cube inside the ball of that radius: each axis on its own
    const Vec3 room = Vec3::Constant(tolerance_ / std::sqrt(3.0));
    const Real passed = time - anchor_time_;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3 moved = points[i] - anchor_[i];
        slowest_[i] = slowest_[i].cwiseMax((moved - room) / passed);
        fastest_[i] = fastest_[i].cwiseMin((moved + room) / passed);
    }
    last_ = points;
    last_time_ = time;
}

void PointKeys::finish(const std::function<void(Real)>& key) {
    const auto rests = [](const Vec3& slow, const Vec3& fast) {
        return (slow.array() <= 0).all() && (fast.array() >= 0).all();
    };
    bool moves = false;
    for (std::size_t i = 0; i < slowest_.size(); ++i) moves = moves || !rests(slowest_[i], fastest_[i]);
    if (last_time_ > anchor_time_ && (moves || !is_only_key_)) key(last_time_);
}

bool PointKeys::passes(Real time, const std::vector<Vec3>& points) const {
    const Real passed = time - anchor_time_;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3 speed = (points[i] - anchor_[i]) / passed;
        if ((speed.array() < slowest_[i].array()).any() || (speed.array() > fastest_[i].array()).any())
            return false;
    }
    return true;
}

void PointKeys::restart_from_last() {
    anchor_ = last_;
    anchor_time_ = last_time_;
    slowest_.assign(last_.size(), Vec3::Constant(-infinity));
    fastest_.assign(last_.size(), Vec3::Constant(infinity));
}

std::vector<int> pose_keys(const std::vector<Real>& times, const std::vector<Pose>& poses,
                           const std::vector<Vec3>& corners, Real tolerance) {
    const int count = static_cast<int>(poses.size());
    const auto is_straight = [&](int a, int b) {
        for (int i = a + 1; i < b; ++i) {
            const Real share = (times[i] - times[a]) / (times[b] - times[a]);
            if (!is_near(between(poses[a], poses[b], share), poses[i], corners, tolerance)) return false;
        }
        return true;
    };
    std::vector<int> keys{0};
    while (keys.back() + 1 < count) {
        // double the stride while it works, then halve what is between
        const int a = keys.back();
        int good = a + 1, bad = count;
        for (int stride = 2; a + stride < count && bad == count; stride *= 2)
            (is_straight(a, a + stride) ? good : bad) = a + stride;
        if (bad == count && is_straight(a, count - 1)) good = count - 1;
        while (good + 1 < bad) {
            const int middle = good + (bad - good) / 2;
            (is_straight(a, middle) ? good : bad) = middle;
        }
        keys.push_back(good);
    }
    const bool rests = keys.size() == 2 && is_near(poses.front(), poses.back(), corners, tolerance);
    if (rests) keys.pop_back();
    return keys;
}

}  // namespace souple
