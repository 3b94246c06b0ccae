// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fewer keys for an animation: those without which straight lines in time would stray too far.
#pragma once

#include <functional>

#include "souple/io/exports.h"

namespace souple {

/// Moving points, frame after frame. For each coordinate it keeps the range of speeds with which a straight
/// line from the last key passes all frames since; a frame outside of it makes the one before a key. So one
/// pass does, and memory does not grow with the film.
class PointKeys {
public:
    /// tolerance [m]: how far a point may be from where it was.
    explicit PointKeys(Real tolerance) : tolerance_(tolerance) {}

    /// The next frame; calls `key` for the frame before when that has to be kept. The first is always kept.
    void add(Real time, const std::vector<Vec3>& points, const std::function<void(Real)>& key);
    /// The end: the last frame is a key unless nothing has moved since the first.
    void finish(const std::function<void(Real)>& key);

    Real tolerance() const { return tolerance_; }  ///< [m]

    /// Inside `key`: the points of the key.
    const std::vector<Vec3>& points() const { return last_; }

private:
    bool passes(Real time, const std::vector<Vec3>& points) const;
    void restart_from_last();

    Real tolerance_ = 0;
    bool is_only_key_ = true;
    Real anchor_time_ = 0, last_time_ = 0;
    std::vector<Vec3> anchor_, last_;      ///< [m] at the last key, and at the last frame
    std::vector<Vec3> slowest_, fastest_;  ///< [m/s]
};

/// Frames to keep so that poses between them, moved straight and turned evenly, put every one of the
/// `corners` [m] within tolerance [m]. The first is kept, the last unless nothing moves.
std::vector<int> pose_keys(const std::vector<Real>& times, const std::vector<Pose>& poses,
                           const std::vector<Vec3>& corners, Real tolerance);

}  // namespace souple
