// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/track.h"

#include <algorithm>

#include "souple/dynamics/state.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

/// Where the axes of the movement are.
Pose axes_at(const Track& track, Real time) {
    const std::vector<PoseKey>& keys = track.keys;
    if (keys.empty()) return {};
    if (time <= keys.front().time) return keys.front().pose;
    if (time >= keys.back().time) return keys.back().pose;
    const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                        [](Real t, const PoseKey& key) { return t < key.time; });
    const PoseKey& b = *after;
    const PoseKey& a = *(after - 1);
    Real s = (time - a.time) / (b.time - a.time);
    if (track.smooth) s = s * s * (3 - 2 * s);
    return interpolate(a.pose, b.pose, s);
}

}  // namespace

Pose pose_at(const Track& track, Real time) {
    const Pose axes = axes_at(track, time);
    return track.carried ? axes * *track.carried : axes;
}

Pose pose_now(const Track& track, const State& state) {
    if (track.frame < 0) return pose_at(track, state.time);
    return {state.frames.x[track.frame], state.frames.q[track.frame]};
}

Pose pose_after(const Track& track, const State& state, Real h) {
    if (track.frame < 0) return pose_at(track, state.time + h);
    const Frames& frames = state.frames;
    const int f = track.frame;
    return {frames.x[f] + h * frames.v[f], (to_quaternion(h * frames.w[f]) * frames.q[f]).normalized()};
}

}  // namespace souple
