// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/skin_primitive.h"

#include <algorithm>

namespace souple {

SkinPrimitive segment_skeleton(const Vec3& from, const Vec3& to, const FieldLaw& law) {
    const Vec3 way = to - from;
    const Quat turn = Quat::FromTwoVectors(Vec3::UnitX(), way.norm() > 0 ? way : Vec3::UnitX());
    return {0, {0.5 * (from + to), turn}, Vec3(0.5 * way.norm(), 0, 0), Vec3::Ones(), law};
}

SkinPrimitive square_skeleton(const Pose& pose, Real half_x, Real half_y, const FieldLaw& law) {
    return {0, pose, Vec3(half_x, half_y, 0), Vec3::Ones(), law};
}

SkinPrimitive cube_skeleton(const Pose& pose, const Vec3& half_size, const FieldLaw& law) {
    return {0, pose, half_size, Vec3::Ones(), law};
}

PosedPrimitive pose_primitive(const SkinPrimitive& primitive, const Pose& carrier, Real offset) {
    const Pose pose = carrier * primitive.pose;
    PosedPrimitive posed;
    posed.centre = pose.position;
    posed.to_local = pose.rotation.conjugate().toRotationMatrix();
    posed.half_size = primitive.half_size;
    posed.shrink = primitive.stretch.cwiseInverse();
    posed.curve = curve_of(primitive.law);
    posed.offset = std::max(offset, -0.9 * primitive.law.thickness);  // some skin is left
    posed.carrier = primitive.carrier;
    posed.is_round = primitive.half_size.isZero(0) && (primitive.stretch.array() == 1).all();
    const Vec3 extent = primitive.half_size + (primitive.law.range + posed.offset) * primitive.stretch;
    posed.reach = posed.is_round ? extent : Vec3(posed.to_local.transpose().cwiseAbs() * extent);
    return posed;
}

FieldSample sample(const PosedPrimitive& primitive, const Vec3& p) {
    const Vec3 way = stretched_way(primitive, p);
    const Real distance = way.norm();
    const Real x = distance - primitive.offset;
    const Real falls = primitive.curve.derivative(x);
    FieldSample result{primitive.curve.value(x), Vec3::Zero()};
    if (distance > 0 && falls != 0)
        result.gradient =
            (falls / distance) * (primitive.to_local.transpose() * way.cwiseProduct(primitive.shrink));
    return result;
}

}  // namespace souple
