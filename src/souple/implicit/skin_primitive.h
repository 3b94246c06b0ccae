// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One piece of a skeleton and the field around it. A point, a segment, a square and a cube are one shape, a
// box with no, one, two or three sides, so all four share one formula. `Carrier` is whatever moves it: a
// particle with a frame.
#pragma once

#include "souple/geometry/aabb.h"
#include "souple/implicit/field_law.h"
#include "souple/math/types.h"

namespace souple {

struct SkinPrimitive {
    int carrier = 0;                ///< which of the poses moves it
    Pose pose;                      ///< in the carrier's frame
    Vec3 half_size = Vec3::Zero();  ///< [m] >= 0 along the primitive's axes
    Vec3 stretch = Vec3::Ones();    ///< > 0: the field reaches this many times as far along each axis
    FieldLaw law;
};

inline SkinPrimitive point_skeleton(const Vec3& place, const FieldLaw& law) {
    return {0, {place, Quat::Identity()}, Vec3::Zero(), Vec3::Ones(), law};
}
/// Between two places.
SkinPrimitive segment_skeleton(const Vec3& from, const Vec3& to, const FieldLaw& law);
/// Perpendicular to the z axis of its pose. Half sides in [m].
SkinPrimitive square_skeleton(const Pose& pose, Real half_x, Real half_y, const FieldLaw& law);
SkinPrimitive cube_skeleton(const Pose& pose, const Vec3& half_size, const FieldLaw& law);

struct FieldSample {
    Real value = 0;
    Vec3 gradient = Vec3::Zero();  ///< [1/m]
};

/// A primitive where its carrier has brought it, with everything a query needs.
struct PosedPrimitive {
    Vec3 centre = Vec3::Zero();        ///< [m]
    Mat3 to_local = Mat3::Identity();  ///< from world axes to its own
    Vec3 half_size = Vec3::Zero();     ///< [m]
    Vec3 shrink = Vec3::Ones();        ///< 1 / stretch
    Vec3 reach = Vec3::Zero();         ///< [m] half sides of the box along the world's axes it acts in
    FieldCurve curve;
    Real offset = 0;  ///< [m] added to thickness and range: how volume is kept
    int carrier = 0;
    bool is_round = true;  ///< a point with an even field: the distance needs no turning

    Aabb box() const { return {centre - reach, centre + reach}; }
};

PosedPrimitive pose_primitive(const SkinPrimitive& primitive, const Pose& carrier, Real offset = 0);

/// From the nearest place of the skeleton to p in the primitive's axes, each divided by its stretch.
inline Vec3 stretched_way(const PosedPrimitive& primitive, const Vec3& p) {
    const Vec3 local = primitive.to_local * (p - primitive.centre);
    const Vec3 nearest = local.cwiseMax(-primitive.half_size).cwiseMin(primitive.half_size);
    return (local - nearest).cwiseProduct(primitive.shrink);
}

/// [m] what the field depends on: a distance, in units that stretch along the axes.
inline Real field_distance(const PosedPrimitive& primitive, const Vec3& p) {
    return primitive.is_round ? (p - primitive.centre).norm() : stretched_way(primitive, p).norm();
}

inline Real value(const PosedPrimitive& primitive, const Vec3& p) {
    return primitive.curve.value(field_distance(primitive, p) - primitive.offset);
}

/// The gradient is exact, and zero on the skeleton, where the field has its ridge.
FieldSample sample(const PosedPrimitive& primitive, const Vec3& p);

/// A value, and how it changes along a ray.
struct RaySample {
    Real value = 0;
    Real slope = 0;  ///< [1/m]
};

/// The value has the bits of value(primitive, p).
inline RaySample sample_along(const PosedPrimitive& primitive, const Vec3& p, const Vec3& direction) {
    if (!primitive.is_round) return {value(primitive, p), sample(primitive, p).gradient.dot(direction)};
    const Vec3 way = p - primitive.centre;
    const Real distance = way.norm(), x = distance - primitive.offset;
    const Real falls = primitive.curve.derivative(x);
    return {primitive.curve.value(x), falls != 0 && distance > 0 ? falls * way.dot(direction) / distance : 0};
}

}  // namespace souple
