// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The field of a primitive at four places at once, and what it may be in four balls: the inner loops of
// polygonising.
#pragma once

#include "souple/implicit/skin_primitive.h"
#include "souple/math/lanes.h"

namespace souple {

/// FieldCurve::value.
inline Lanes value(const FieldCurve& curve, const Lanes& x) {
    const Lanes thickness = all_lanes(curve.thickness), range = all_lanes(curve.range);
    const Lanes outer = smaller(larger(x, thickness), range), gap = outer - range;
    return gap * gap * (curve.c * outer + curve.h) + curve.slope * larger(thickness - x, all_lanes(0));
}

/// [m] field_distance of a point with an even field: most of all primitives.
inline Lanes round_distance(const PosedPrimitive& primitive, const LaneVec3& p) {
    const Vec3& c = primitive.centre;
    const Lanes x = p.x - c.x(), y = p.y - c.y(), z = p.z - c.z();
    return root(x * x + y * y + z * z);
}

/// [m] field_distance of any other primitive.
inline Lanes turned_distance(const PosedPrimitive& primitive, const LaneVec3& p) {
    const Vec3& c = primitive.centre;
    const Lanes x = p.x - c.x(), y = p.y - c.y(), z = p.z - c.z();
    Lanes squared = all_lanes(0);
    for (int axis = 0; axis < 3; ++axis) {
        const Lanes local = primitive.to_local(axis, 0) * x + primitive.to_local(axis, 1) * y +
                            primitive.to_local(axis, 2) * z;
        const Lanes half = all_lanes(primitive.half_size[axis]);
        const Lanes way = (local - smaller(larger(local, -half), half)) * primitive.shrink[axis];
        squared += way * way;
    }
    return root(squared);
}

/// [m] what the field depends on: field_distance without the part that keeps the volume.
inline Lanes field_distance(const PosedPrimitive& primitive, const LaneVec3& p) {
    return primitive.is_round ? round_distance(primitive, p) : turned_distance(primitive, p);
}

/// From and to what a field may vary inside each of four balls.
struct LaneBounds {
    Lanes low{}, high{};
};

/// Sure bounds in balls of this radius [m]: the field falls with the distance, and the distance changes by
/// no more than the place does, over the least stretch.
inline LaneBounds bounds_in_balls(const PosedPrimitive& primitive, const LaneVec3& centres, Real radius) {
    const Lanes x = field_distance(primitive, centres) - primitive.offset;
    const Real change = radius * primitive.shrink.maxCoeff();
    return {value(primitive.curve, x + change), value(primitive.curve, x - change)};
}

/// Bit i is set where lane i of the mask is.
inline int bits_of(const LaneMask& mask) {
    return static_cast<int>((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
}

}  // namespace souple
