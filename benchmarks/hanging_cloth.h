// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The task both engines are given: a square metre of cloth, 64 x 64 squares, hanging from its top edge.
#pragma once

#include <cmath>
#include <vector>

#include "souple/geometry/triangle_mesh.h"

namespace souple::bench {

constexpr int squares = 64;
constexpr Real density = 0.2;       ///< [kg/m^2]
constexpr Real frame = 1.0 / 60;    ///< [s] both are asked for positions this often
constexpr int frames = 180;         ///< three seconds: it swings, then hangs
constexpr int settled_frames = 60;  ///< strain is the mean over the last of them

/// What one engine did with it.
struct Outcome {
    double wall_s = 0;      ///< [s] stepping only
    double rms_strain = 0;  ///< of the mesh's edges, mean over the last frames
    double lowest = 0;      ///< [m]
    double seconds_per_second() const { return wall_s / (frames * frame); }
};

/// Lies in the plane z = 0 below y = 0; row 0 is the bottom, the last row the pinned top.
TriangleMesh hanging_mesh();
inline bool is_pinned(std::size_t point) {
    return point >= static_cast<std::size_t>(squares * (squares + 1));
}

/// Root of the mean squared relative elongation of the edges.
inline Real rms_strain(const std::vector<MeshEdge>& edges, const TriangleMesh& rest,
                       const std::vector<Vec3>& x) {
    Real sum = 0;
    for (const MeshEdge& edge : edges) {
        const Real strain =
            (x[edge.b] - x[edge.a]).norm() / (rest.points[edge.b] - rest.points[edge.a]).norm() - 1;
        sum += strain * strain;
    }
    return std::sqrt(sum / static_cast<Real>(edges.size()));
}

/// Bullet's soft body with this many iterations for each of the steps in a frame.
Outcome run_bullet(int iterations, int steps_per_frame);

/// souple's cloth with this two-dimensional Young's modulus [N/m]; substeps follow from the stability limit.
Outcome run_souple(Real modulus, int threads);

}  // namespace souple::bench
