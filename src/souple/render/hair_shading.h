// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Light on a hair [001 W7.2]: a cylinder so thin that at every point its normals fill the disc across the
// tangent. Each term of the light picks the normal of that disc which suits it best.
#pragma once

#include <algorithm>
#include <cmath>

#include "souple/math/types.h"

namespace souple {

/// Part of a vector across a unit tangent.
inline Vec3 across(const Vec3& v, const Vec3& tangent) { return v - v.dot(tangent) * tangent; }

/// Unit vector, or zero when there is no direction.
inline Vec3 unit_or_zero(const Vec3& v) {
    const Real length = v.norm();
    return length > 1e-12 ? Vec3(v / length) : Vec3(Vec3::Zero());
}

/// The normal that faces the light most; zero for a hair parallel to the light, which then scatters none.
inline Vec3 diffuse_normal(const Vec3& to_light, const Vec3& tangent) {
    return unit_or_zero(across(to_light, tangent));
}

/// The normal halfway between light and eye, both seen across the hair.
inline Vec3 specular_normal(const Vec3& to_light, const Vec3& to_eye, const Vec3& tangent) {
    return unit_or_zero(unit_or_zero(across(to_light, tangent)) + unit_or_zero(across(to_eye, tangent)));
}

/// Where light from `to_light` goes after a mirror with this normal.
inline Vec3 mirrored(const Vec3& to_light, const Vec3& normal) {
    return 2 * normal.dot(to_light) * normal - to_light;
}

struct HairLight {
    Real diffuse = 0;   ///< N_d . L
    Real specular = 0;  ///< max(0, R . E)^n
};

/// All directions are unit vectors; `sharpness` is the exponent n.
inline HairLight hair_light(const Vec3& to_light, const Vec3& to_eye, const Vec3& tangent, Real sharpness) {
    const Vec3 reflected = mirrored(to_light, specular_normal(to_light, to_eye, tangent));
    return {diffuse_normal(to_light, tangent).dot(to_light),
            std::pow(std::max<Real>(0, reflected.dot(to_eye)), sharpness)};
}

}  // namespace souple
