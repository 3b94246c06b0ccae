// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A surface whose points go straight from where they were to where they will be during one interval.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "souple/geometry/bvh.h"
#include "souple/geometry/surface_topology.h"
#include "souple/geometry/surface_tree.h"

namespace souple {

struct DeformingSurface {
    std::vector<std::array<int, 3>> triangles;
    std::vector<Vec3> points_t0, points_t1;  ///< [m] at the interval's start (s = 0) and end (s = 1)
    SurfaceTopology topology;
    std::vector<Aabb> boxes;  ///< [m] around each triangle's whole motion
    Bvh bvh;
    Real longest_motion = 0;  ///< [m] of any point in the interval

    Vec3 point(int i, Real s) const { return points_t0[i] + s * (points_t1[i] - points_t0[i]); }
};

/// At rest in the shape of the mesh, which is checked (InputError under the given name).
DeformingSurface make_deforming_surface(TriangleMesh mesh, const std::string& name);

/// Sets the interval's two ends, as many points as there are. Does not allocate.
void update(DeformingSurface& surface, const std::vector<Vec3>& points_t0,
            const std::vector<Vec3>& points_t1);

/// The surface as it is at s in [0, 1]. Searches up to max_distance [m]; the sign is right that far, and
/// beyond it a point inside a closed surface still finds it while it is in the box around the surface's
/// motion.
SurfacePoint nearest(const DeformingSurface& surface, const Vec3& p, Real s, Real max_distance);

struct DeformingHit {
    Real fraction = 0;     ///< of the point's way, in [0, 1]
    Vec3 normal{0, 1, 0};  ///< unit, as in SurfacePoint
    Vec3 surface_velocity_times_interval =
        Vec3::Zero();  ///< [m], the motion from s = 0 to 1 of the point touched
    int triangle = -1;
    Vec3 weights = Vec3::Zero();  ///< of the triangle's corners
};

/// The first touch of a point that is at `from` when s = s0 and at `to` when s = s1, 0 <= s0 <= s1 <= 1. The
/// rules are those of sweep() in shape.h, with the motion relative to the surface.
std::optional<DeformingHit> sweep(const DeformingSurface& surface, const Vec3& from, const Vec3& to,
                                  Real margin, Real s0 = 0, Real s1 = 1);

}  // namespace souple
