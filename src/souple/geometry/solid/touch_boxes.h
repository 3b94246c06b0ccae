// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Two boxes: separating axes (002 F2.56), then the overlap of two faces or the crossing of two edges.
#pragma once

#include "souple/geometry/solid/touch.h"

namespace souple {

/// How far two boxes are apart along the best of the fifteen axes.
struct BoxAxis {
    enum class Kind { FaceOfA, FaceOfB, Edges };
    Kind kind = Kind::FaceOfA;
    int axis_a = 0, axis_b = 0;  ///< the face's axis, or the directions of the two edges
    Real separation = 0;         ///< [m], negative: depth
    Vec3 normal{0, 1, 0};        ///< unit, world, from a to b
};

/// A box where it is, as pairs of boxes ask for it: worked out once for all of them.
struct PlacedBox {
    Vec3 half;    ///< half sizes [m]
    Vec3 centre;  ///< [m], world
    Mat3 axes;    ///< its axes as columns
};
inline PlacedBox placed(const Box& box, const Pose& pose) {
    return {box.half_size, pose.position, pose.rotation.toRotationMatrix()};
}

enum class BoxesTouch {
    Apart,  ///< no axis was found
    Yes,
    AcrossCorners,  ///< near each other only beyond the sides of the face that was chosen: closest() knows
};

/// Faces win over edges, and those of a over those of b, unless the other is better by a hundredth and a
/// thousandth of the smallest half size: the choice must not flicker. False when the boxes are margin [m] or
/// more apart along some axis, and when they only graze: side by side along two axes of a, to that
/// thousandth.
bool find_box_axis(const PlacedBox& a, const PlacedBox& b, Real margin, BoxAxis& best);

/// Along that axis. Everything of `found` is written when they touch, else only its count.
BoxesTouch touch_boxes(const PlacedBox& a, const PlacedBox& b, Real margin, Touch& found);

}  // namespace souple
