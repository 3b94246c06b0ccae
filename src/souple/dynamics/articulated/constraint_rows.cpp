// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/constraint_rows.h"

namespace souple {

JointSide side_of(const Frames& frames, int f) {
    if (f < 0) return {};
    return {f, {frames.x[f], frames.q[f]}, frames.v[f], frames.w[f]};
}

Vec3 velocity_at(const JointSide& side, const Vec3& place) {
    return side.v + side.w.cross(place - side.pose.position);
}

ConstraintRow place_row(const JointSide& a, const JointSide& b, const Vec3& place_a, const Vec3& place_b,
                        const Vec3& axis) {
    const Vec3 arm_a = place_b - a.pose.position, arm_b = place_b - b.pose.position;
    const Vec3 slip = velocity_at(b, place_b) - velocity_at(a, place_b);
    ConstraintRow row{a.frame, b.frame, axis, arm_a.cross(axis), arm_b.cross(axis)};
    row.error = axis.dot(place_b - place_a);
    row.rate = axis.dot(slip);
    row.drift = axis.dot(b.w.cross(b.w.cross(arm_b)) - a.w.cross(a.w.cross(arm_a)) - 2 * a.w.cross(slip));
    return row;
}

ConstraintRow angle_row(const JointSide& a, const JointSide& b, const Vec3& axis_a, const Vec3& axis_b) {
    const Vec3 across = axis_b.cross(axis_a), spin = b.w - a.w;
    ConstraintRow row{a.frame, b.frame, Vec3::Zero(), across, across};
    row.error = axis_a.dot(axis_b);
    row.rate = spin.dot(across);
    row.drift = spin.dot(b.w.cross(axis_b).cross(axis_a) + axis_b.cross(a.w.cross(axis_a)));
    return row;
}

std::array<Vec3, 2> across_of(const Vec3& axis) {
    const Vec3 first = axis.unitOrthogonal();
    return {first, axis.cross(first)};
}

}  // namespace souple
