// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where the obstacles are at one time, for places that are asked one by one.
#pragma once

#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/geometry/aabb.h"

namespace souple {

/// Deforming obstacles are left out.
struct SolidsNow {
    /// By their tracks, at this time.
    SolidsNow(const Model& model, Real time, Real margin);
    /// At the end of the interval that the controls are set for.
    SolidsNow(const Model& model, const Control& control, Real margin);

    struct Solid {
        const Obstacle* obstacle = nullptr;
        Pose pose;
        Aabb box;                 ///< with the margin
        bool is_upright = false;  ///< not turned

        /// [m] to its surface, or anything beyond `most`; negative inside.
        Real distance_to(const Vec3& place, Real most) const;
    };

    /// [m] how deep a place lies below the surface of any obstacle, raised by the margin; 0 outside of all.
    Real depth_at(const Vec3& place) const;

    Real margin = 0;  ///< [m]
    std::vector<Solid> solids;

private:
    void add(const Obstacle& obstacle, const Pose& pose);
};

}  // namespace souple
