// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Lines are taken one by one; when the best velocity so far violates the next, the best one is on that line.
#include "souple/dynamics/agents/linear_programme.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

constexpr Real same_way_sine = 1e-11;

Real cross_of(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// What is looked for: the velocity nearest to `target`, or the farthest along it when that is a direction.
struct Aim {
    Vec2 target;
    Real speed = 0;  ///< [m/s]
    bool farthest = false;
};

/// What the lines before k leave of line k, as distances from its point [m/s]; false when that is nothing.
bool cut(const HalfPlane* lines, int k, Real& low, Real& high) {
    const HalfPlane& line = lines[k];
    const Lanes number{0, 1, 2, 3}, none = all_lanes(0);
    Lanes lows = all_lanes(low), highs = all_lanes(high);
    LaneMask blocked{};
    for (int i = 0; i < k; i += lane_count) {
        const LaneLines other = load_lines(lines + i);
        const LaneMask is_before = number < all_lanes(k - i);
        const Lanes sine = line.direction.x() * other.dy - line.direction.y() * other.dx;
        const Lanes height = other.dx * (line.point.y() - other.y) - other.dy * (line.point.x() - other.x);
        const LaneMask crosses = magnitude(sine) > all_lanes(same_way_sine);
        const Lanes t = height / sine;
        blocked |= is_before & ~crosses & (height < none);
        highs = (is_before & crosses & (sine > none) & (t < highs)) ? t : highs;
        lows = (is_before & crosses & (sine < none) & (t > lows)) ? t : lows;
    }
    for (int lane = 0; lane < lane_count; ++lane) {
        low = std::max(low, lows[lane]);
        high = std::min(high, highs[lane]);
    }
    return low <= high && !any(blocked);
}

/// The best velocity on line k that keeps to the lines before it; false when there is none.
bool choose_on_line(const HalfPlane* lines, int k, const Aim& aim, Vec2& v) {
    const HalfPlane& line = lines[k];
    const Real along = line.point.dot(line.direction);
    const Real room = along * along + aim.speed * aim.speed - line.point.squaredNorm();
    if (room < 0) return false;  // faster than allowed everywhere on the line
    const Real half = std::sqrt(room);
    Real low = -along - half, high = -along + half;
    if (!cut(lines, k, low, high)) return false;
    const Real wanted = line.direction.dot(aim.farthest ? aim.target : Vec2(aim.target - line.point));
    const Real t = aim.farthest ? (wanted > 0 ? high : low) : std::min(std::max(wanted, low), high);
    v = line.point + t * line.direction;
    return true;
}

/// Returns the number of lines that could be kept to: all of them, or the first that could not.
int choose(const HalfPlane* lines, int count, const Aim& aim, Vec2& v) {
    if (aim.farthest)
        v = aim.speed * aim.target;
    else if (aim.target.squaredNorm() > aim.speed * aim.speed)
        v = aim.speed * aim.target.normalized();
    else
        v = aim.target;
    for (int k = 0; k < count; ++k) {
        if (lines[k].height(v) >= 0) continue;
        const Vec2 before = v;
        if (!choose_on_line(lines, k, aim, v)) {
            v = before;
            return k;
        }
    }
    return count;
}

/// The line where two lines are violated alike; false when both point the same way.
bool balance(const HalfPlane& worst, const HalfPlane& other, HalfPlane& between) {
    const Real sine = cross_of(worst.direction, other.direction);
    if (std::abs(sine) <= same_way_sine) {
        if (worst.direction.dot(other.direction) > 0) return false;
        between.point = (worst.point + other.point) / 2;
    } else {
        between.point =
            worst.point + cross_of(other.direction, worst.point - other.point) / sine * worst.direction;
    }
    between.direction = (other.direction - worst.direction).normalized();
    return true;
}

/// From the first line that could not be kept on: the worst violation is made as small as possible.
void violate_least(const HalfPlanes& planes, int first, Real speed, Vec2& v) {
    Real depth = 0;
    std::array<HalfPlane, HalfPlanes::most> lines;  // (filled with defaults once, not for every line)
    for (int k = first; k < planes.count; ++k) {
        if (-planes.lines[k].height(v) <= depth) continue;
        int count = 0;
        for (int i = 0; i < planes.fixed; ++i) lines[count++] = planes.lines[i];
        for (int i = planes.fixed; i < k; ++i)
            if (balance(planes.lines[k], planes.lines[i], lines[count])) ++count;
        const Vec2 before = v, inwards{-planes.lines[k].direction.y(), planes.lines[k].direction.x()};
        // (there is always a solution; only rounding can hide it)
        if (choose(lines.data(), count, {inwards, speed, true}, v) < count) v = before;
        depth = -planes.lines[k].height(v);
    }
}

}  // namespace

Vec2 choose_velocity(const HalfPlanes& planes, const Vec2& wanted, Real speed) {
    Vec2 v = Vec2::Zero();
    const int kept = choose(planes.lines.data(), planes.count, {wanted, speed, false}, v);
    if (kept < planes.count) violate_least(planes, kept, speed, v);
    return v;
}

}  // namespace souple
