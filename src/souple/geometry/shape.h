// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Solids in their own coordinates: how far is the surface, which way is out, and when does a moving point
// reach it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "souple/geometry/aabb.h"
#include "souple/geometry/formula.h"
#include "souple/geometry/surface_tree.h"

namespace souple {

/// Everything below: points with normal . p < offset.
struct Plane {
    Vec3 normal{0, 1, 0};  ///< unit
    Real offset = 0;       ///< [m]
};

struct Sphere {
    Real radius = 1;  ///< [m]
};

struct Ellipsoid {
    Vec3 radii{1, 1, 1};  ///< [m] along x, y, z
};

struct Box {
    Vec3 half_size{0.5, 0.5, 0.5};  ///< [m]
};

/// A segment along Y from -half_length to half_length, thickened.
struct Capsule {
    Real radius = 0.5;       ///< [m]
    Real half_length = 0.5;  ///< [m], may be 0
};

/// The inside of a closed mesh, or an open mesh as a sheet without inside.
struct MeshShape {
    std::shared_ptr<const SurfaceTree> surface;
};

/// Inside where the formula is negative and within the bounds. Distances are value / |gradient|: right near a
/// smooth surface, an estimate farther away.
struct FormulaShape {
    std::shared_ptr<const Formula> formula;
    Aabb bounds;           ///< [m], contains the solid; may be infinite
    Real thinnest = 0.01;  ///< [m], a moving point may jump over what is thinner than this
    Real time = 0;         ///< [s], the t of the formula
};

using Shape = std::variant<Plane, Sphere, Ellipsoid, Box, Capsule, MeshShape, FormulaShape>;

/// Throws InputError for sizes that are not positive, a normal that is not of unit length, a missing mesh or
/// formula.
void check(const Shape& shape, const std::string& name);

struct Nearest {
    Real distance = 0;  ///< [m], negative inside; never for an open mesh
    Vec3 normal{0, 1,
                0};  ///< unit, outward at the nearest point of the surface; of an open mesh towards the point
};

/// Farther outside than max_distance [m], any distance of at least max_distance may be returned.
Nearest nearest_surface(const Shape& shape, const Vec3& p, Real max_distance);

bool is_inside(const Shape& shape, const Vec3& p);

struct SweepHit {
    Real fraction = 0;     ///< of the way, in [0, 1]
    Vec3 normal{0, 1, 0};  ///< as in Nearest
};

/// The first fraction at which a point going straight from `from` to `to` comes within margin [m] of the
/// solid. A start within the margin, or inside, hits at 0 when it goes deeper and is free to leave. Nothing
/// thin is crossed however long the way (but see FormulaShape::thinnest); hits are early by at most 1e-9 m
/// and a thousandth of the margin.
std::optional<SweepHit> sweep(const Shape& shape, const Vec3& from, const Vec3& to, Real margin);

/// Infinite for a plane.
Aabb bounds(const Shape& shape);

}  // namespace souple
