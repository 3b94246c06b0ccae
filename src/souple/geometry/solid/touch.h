// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where two solids touch: up to four points that carry a contact, with names that last from step to step.
// Everything here is a pure function of its arguments: no memory is taken, any number of threads may call.
#pragma once

#include <array>
#include <cstdint>

#include "souple/geometry/solid/solid.h"

namespace souple {

struct TouchPoint {
    Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();  ///< [m], world
    Real gap = 0;               ///< [m], (on_b - on_a) . normal: negative when they overlap
    std::uint32_t feature = 0;  ///< the same while the same corners, edges and faces touch
};

struct Touch {
    Vec3 normal{0, 1, 0};  ///< unit, from a to b
    int count = 0;
    std::array<TouchPoint, 4> points;
};

/// What a mesh needs: one Touch for each group of triangles with a common normal.
struct TouchList {
    int count = 0;
    std::array<Touch, 16> touches;
};

/// True when some gap is below margin [m]. The points keep the deepest and span the largest area; gaps of the
/// others are below margin too.
bool touch(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           Touch& found);

bool touch(const Plane& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           Touch& found);

/// A closed mesh is solid, an open one a sheet with two sides. No normal leans over an edge between triangles
/// of one plane, nor out of a hollow. At most 16 touches, the deepest.
bool touch(const SurfaceTree& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           TouchList& found);

/// Two closed meshes: points of each inside the other or near it, and edges near edges.
bool touch(const SurfaceTree& a, const Pose& pose_a, const SurfaceTree& b, const Pose& pose_b, Real margin,
           TouchList& found);

/// A field that answers for points only: b is sampled (centre of a sphere, axis of a capsule, corners and
/// middles of faces), so b must be small beside the features of the field.
bool touch_field(const Shape& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
                 Touch& found);
bool touch(const FormulaShape& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           Touch& found);

/// The other way round: normal and points of b and a change places.
void flip(Touch& found);

}  // namespace souple
