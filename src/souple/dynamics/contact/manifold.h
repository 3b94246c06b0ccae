// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A manifold: up to four places where two things touch or are about to, with one normal. It knows its two
// sides only as movers: something that an impulse sets moving.
#pragma once

#include <array>
#include <cstdint>

#include "souple/math/types.h"

namespace souple {

/// Impulses of a manifold as the next step finds them again.
struct ManifoldMemory {
    std::uint64_t pair = 0;  ///< the two touching things
    std::uint32_t sub = 0;   ///< which touch of several, a triangle
    int count = 0;
    std::array<std::uint32_t, 4> features{};
    std::array<Real, 4> normal{};  ///< [N s] by point
    Vec3 tangent = Vec3::Zero();   ///< [N s] friction, world axes
    Real twist = 0;                ///< [N m s] friction about the normal
};

/// A place of a manifold. Places are kept in the axes of their carrier, so that they move along.
struct ManifoldPoint {
    Vec3 local_a = Vec3::Zero(), local_b = Vec3::Zero();  ///< [m] on each surface
    Vec3 place = Vec3::Zero();                            ///< [m] world, between both surfaces
    Vec3 apart = Vec3::Zero();                            ///< [m] world, from the place on a to that on b
    Real gap = 0;                                         ///< [m] along the normal, negative: they overlap
    std::uint32_t feature = 0;
};

/// Where an impulse meets each side: what is still apart will touch with its own surface, whatever way is
/// left to go; what overlaps is pushed at one place, so that no couple acts.
inline Vec3 place_on_a(const ManifoldPoint& point) {
    return point.gap > 0 ? Vec3(point.place - 0.5 * point.apart) : point.place;
}
inline Vec3 place_on_b(const ManifoldPoint& point) {
    return point.gap > 0 ? Vec3(point.place + 0.5 * point.apart) : point.place;
}

/// One side: a frame, a point, a spot inside a triangle of points, or something that nobody moves but its
/// track.
struct ManifoldSide {
    int mover = -1;     ///< frames first, then points; -1: nothing here answers an impulse
    int spread = -1;    ///< InteractionScratch::spreads, for a spot inside a triangle
    int obstacle = -1;  ///< Model::obstacles
    int part = -1;      ///< Model::parts
};

struct Manifold {
    std::uint64_t pair = 0;
    std::uint32_t sub = 0;
    ManifoldSide a, b;
    Vec3 normal = Vec3::UnitY();  ///< unit, from a to b
    Real friction = 0, restitution = 0;
    int count = 0;
    std::array<ManifoldPoint, 4> points;
    std::array<Real, 4> normal_impulse{};  ///< [N s] on b along the normal
    Vec3 tangent_impulse = Vec3::Zero();   ///< [N s] on b
    Real twist_impulse = 0;                ///< [N m s] on b about the normal
};

}  // namespace souple
