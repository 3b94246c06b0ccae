// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// sweep() of shape.h: Newton for convex solids, the surface tree for meshes, a march for formulas.
#include <cmath>
#include <limits>

#include "souple/geometry/shape.h"
#include "souple/geometry/triangle_sweep.h"

namespace souple {

namespace {

// The distance to a convex solid is a convex function along a line. So Newton's method started before the
// touch never steps over it, and a point that does not approach now never will.
std::optional<SweepHit> sweep_convex(const Shape& shape, const PointMotion& point) {
    constexpr int max_steps = 200;
    const Real tolerance = point.tolerance(), target = point.margin + 0.5 * tolerance;
    const Real far = std::numeric_limits<Real>::infinity();
    Nearest near = nearest_surface(shape, point.from, far);
    if (near.distance <= point.margin + tolerance) {
        const bool goes_deeper = point.motion.dot(near.normal) < -sliding_share * point.motion.norm();
        return goes_deeper ? std::optional<SweepHit>({0, near.normal}) : std::nullopt;
    }
    Real s = 0;
    for (int step = 0; step < max_steps; ++step) {
        const Real approach = point.motion.dot(near.normal);
        if (!(approach < 0)) return std::nullopt;
        s -= (near.distance - target) / approach;
        if (!(s <= 1)) return std::nullopt;
        near = nearest_surface(shape, point.at(s), far);
        if (near.distance <= point.margin + tolerance) break;
    }
    return SweepHit{s, near.normal};
}

/// Halves [free, touched] until the touch is known to the tolerance.
SweepHit bisect(const Shape& shape, const PointMotion& point, Real free, Real touched) {
    const Real width = point.tolerance() / point.motion.norm();
    for (int i = 0; i < 100 && touched - free > width; ++i) {
        const Real middle = 0.5 * (free + touched);
        const bool is_free = nearest_surface(shape, point.at(middle), 0).distance > point.margin;
        (is_free ? free : touched) = middle;
    }
    return {free, nearest_surface(shape, point.at(touched), 0).normal};
}

// Steps of half the estimated distance, at least half the thinnest feature.
std::optional<SweepHit> sweep_formula(const Shape& shape, const FormulaShape& field,
                                      const PointMotion& point) {
    const Real length = point.motion.norm(), band = point.margin + point.tolerance();
    Aabb box = field.bounds;
    box.inflate(band);
    if (!(length > 0) || !overlaps_segment(box, point.from, point.motion, 1)) return std::nullopt;
    bool was_free = false;
    for (Real s = 0, last = 0;;) {
        const Nearest near = nearest_surface(shape, point.at(s), 0);
        if (near.distance <= band) {
            if (was_free) return bisect(shape, point, last, s);
            if (point.motion.dot(near.normal) < -sliding_share * length) return SweepHit{s, near.normal};
        } else {
            was_free = true;
        }
        if (s >= 1) return std::nullopt;
        last = s;
        const Real step = std::max(0.5 * (std::abs(near.distance) - point.margin), 0.5 * field.thinnest);
        s = std::min(Real(1), s + step / length);
    }
}

}  // namespace

std::optional<SweepHit> sweep(const Shape& shape, const Vec3& from, const Vec3& to, Real margin) {
    const PointMotion point{from, to - from, margin};
    if (!is_finite(from) || !is_finite(to)) return std::nullopt;
    if (const auto* field = std::get_if<FormulaShape>(&shape)) return sweep_formula(shape, *field, point);
    if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
        const auto hit = sweep(*mesh->surface, from, to, margin);
        return hit ? std::optional<SweepHit>({hit->fraction, hit->normal}) : std::nullopt;
    }
    return sweep_convex(shape, point);
}

}  // namespace souple
