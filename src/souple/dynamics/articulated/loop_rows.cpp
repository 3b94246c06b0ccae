// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What each kind of loop holds, and what its law does along the freedom it leaves.
#include <algorithm>
#include <cmath>

#include "souple/dynamics/articulated/articulated_body.h"
#include "souple/dynamics/articulated/constraint_rows.h"
#include "souple/geometry/formula.h"
#include "souple/geometry/space_curve.h"

namespace souple {

namespace {

/// A loop at one moment.
struct LoopPlace {
    JointSide a, b;
    Vec3 place_a = Vec3::Zero(), place_b = Vec3::Zero();
    Vec3 slip = Vec3::Zero();       ///< [m/s] of b's place, as a sees it, in world axes
    Quat guide = Quat::Identity();  ///< from the axes of the guide to the world's
    Vec3 on_guide = Vec3::Zero();   ///< [m] b's place in the axes of the guide
};

LoopPlace place_of(const ArticulatedTree& tree, const Frames& frames, const LoopClosure& loop) {
    LoopPlace at;
    at.a = side_of(frames, frame_of(tree, loop.a));
    at.b = side_of(frames, frame_of(tree, loop.b));
    at.place_a = at.a.pose.to_world(loop.local_a);
    at.place_b = at.b.pose.to_world(loop.local_b);
    at.slip = velocity_at(at.b, at.place_b) - velocity_at(at.a, at.place_b);
    const Pose guide = at.a.pose * loop.guide_a;
    at.guide = guide.rotation;
    at.on_guide = guide.to_local(at.place_b);
    return at;
}

void add_place_rows(const LoopPlace& at, const LoopClosure& loop, std::vector<ConstraintRow>& rows) {
    const auto add = [&](const Vec3& axis) {
        rows.push_back(place_row(at.a, at.b, at.place_a, at.place_b, at.a.pose.rotation * axis));
    };
    for (int k = 0; loop.along.empty() && k < 3; ++k) add(Vec3::Unit(k));
    for (const Vec3& axis : loop.along) add(axis);
}

void add_weld_rows(const LoopPlace& at, const LoopClosure& loop, std::vector<ConstraintRow>& rows) {
    add_place_rows(at, loop, rows);
    const Quat other = at.b.pose.rotation * loop.guide_b.rotation;
    for (int k = 0; k < 3; ++k)
        rows.push_back(angle_row(at.a, at.b, at.guide * Vec3::Unit(k), other * Vec3::Unit((k + 1) % 3)));
}

/// From a's place to b's. Two places that meet have no direction: any will do for the moment.
Vec3 line_of(const LoopPlace& at, Real& distance) {
    const Vec3 line = at.place_b - at.place_a;
    distance = line.norm();
    return distance > 1e-12 ? Vec3(line / distance) : Vec3(Vec3::UnitY());
}

/// D = |d| - length: D'' = n . d'' + (|d'|^2 - (n . d')^2) / |d|.
void add_distance_row(const LoopPlace& at, const LoopClosure& loop, std::vector<ConstraintRow>& rows) {
    if (!loop.held) return;
    Real distance = 0;
    const Vec3 line = line_of(at, distance);
    ConstraintRow row = place_row(at.a, at.b, at.place_a, at.place_b, line);
    row.error -= loop.length;
    if (distance > 1e-12) row.drift += (at.slip.squaredNorm() - row.rate * row.rate) / distance;
    rows.push_back(row);
}

/// b's place on its curve: s' follows from first . (p - c) = 0 at all times.
struct OnCurve {
    CurvePlace place;
    Vec3 tangent = Vec3::Zero();  ///< unit, axes of the guide
    Real speed = 0;               ///< of the parameter
};

OnCurve on_curve(const LoopPlace& at, const LoopClosure& loop) {
    OnCurve on{nearest_place(*loop.curve, at.on_guide)};
    const Real squared = on.place.first.squaredNorm();
    on.tangent = on.place.first / std::sqrt(squared);
    const Real slope = squared - on.place.second.dot(at.on_guide - on.place.position);
    on.speed = on.place.first.dot(at.guide.conjugate() * at.slip) / std::max(slope, 0.1 * squared);
    return on;
}

/// Across the curve d = p - c goes with p'' - c_ss s'^2: what is along the curve is zero by itself.
void add_curve_rows(const LoopPlace& at, const LoopClosure& loop, std::vector<ConstraintRow>& rows) {
    const OnCurve on = on_curve(at, loop);
    const Vec3 nearest = at.a.pose.to_world(loop.guide_a.to_world(on.place.position));
    for (const Vec3& across : across_of(on.tangent)) {
        ConstraintRow row = place_row(at.a, at.b, nearest, at.place_b, at.guide * across);
        row.drift -= across.dot(on.place.second) * on.speed * on.speed;
        rows.push_back(row);
    }
}

/// f'' = gradient . p'' + p' . H p', over |gradient| so that errors are metres. The second derivative along
/// p' is a difference of exact gradients.
void add_surface_row(const LoopPlace& at, const LoopClosure& loop, std::vector<ConstraintRow>& rows) {
    const FormulaValue value = evaluate(*loop.surface, at.on_guide);
    const Real steep = std::max(value.gradient.norm(), 1e-12);
    const Vec3 slip = at.guide.conjugate() * at.slip;
    const Real speed = slip.norm();
    ConstraintRow row = place_row(at.a, at.b, at.place_b, at.place_b, at.guide * (value.gradient / steep));
    row.error = value.value / steep;
    if (speed > 0) {
        constexpr Real reach = 1e-5;  // [m]
        const Vec3 way = slip / speed, shift = reach * way;
        const Vec3 change = evaluate(*loop.surface, at.on_guide + shift).gradient -
                            evaluate(*loop.surface, at.on_guide - shift).gradient;
        row.drift += speed * speed * way.dot(change) / (2 * reach * steep);
    }
    rows.push_back(row);
}

/// A force on b's place, and the opposite on a where that is.
void push_apart(const LoopPlace& at, const Vec3& push, std::span<Vec3> force, std::span<Vec3> torque) {
    for (const auto& [side, sign] : {std::pair{&at.b, 1.0}, std::pair{&at.a, -1.0}}) {
        if (side->frame < 0) continue;
        force[side->frame] += sign * push;
        torque[side->frame] += (at.place_b - side->pose.position).cross(sign * push);
    }
}

/// The coordinate that a law sees.
struct LoopFreedom {
    Vec3 direction = Vec3::Zero();  ///< unit, world axes; zero: none
    Real q = 0;                     ///< [m]
    Real rate = 0;                  ///< [m/s]
};

LoopFreedom freedom_of(const LoopPlace& at, const LoopClosure& loop) {
    LoopFreedom freedom;
    if (loop.kind == LoopKind::Distance) {
        freedom.direction = line_of(at, freedom.q);
        freedom.rate = freedom.direction.dot(at.slip);
    }
    if (loop.kind == LoopKind::Curve) {
        const OnCurve on = on_curve(at, loop);
        freedom.direction = at.guide * on.tangent;
        freedom.q = arc_length(*loop.curve, on.place.parameter);
        freedom.rate = freedom.direction.dot(at.slip);
    }
    return freedom;
}

bool has_law(const LoopClosure& loop) {
    const DofLaw& law = loop.law;
    return law.stiffness > 0 || law.damping > 0 || law.stop_stiffness > 0 || law.stop_damping > 0 ||
           law.motor_gain > 0;
}

}  // namespace

int row_count(const LoopClosure& loop) {
    switch (loop.kind) {
        case LoopKind::Place:
            return loop.along.empty() ? 3 : static_cast<int>(loop.along.size());
        case LoopKind::Weld:
            return 6;
        case LoopKind::Distance:
            return loop.held ? 1 : 0;
        case LoopKind::Curve:
            return 2;
        case LoopKind::Surface:
            return 1;
    }
    return 0;
}

void add_loop_rows(const ArticulatedTree& tree, const Frames& frames, const LoopClosure& loop,
                   std::vector<ConstraintRow>& rows) {
    const LoopPlace at = place_of(tree, frames, loop);
    switch (loop.kind) {
        case LoopKind::Place:
            return add_place_rows(at, loop, rows);
        case LoopKind::Weld:
            return add_weld_rows(at, loop, rows);
        case LoopKind::Distance:
            return add_distance_row(at, loop, rows);
        case LoopKind::Curve:
            return add_curve_rows(at, loop, rows);
        case LoopKind::Surface:
            return add_surface_row(at, loop, rows);
    }
}

void add_loop_laws(const ArticulatedTree& tree, const Frames& frames, std::span<Vec3> force,
                   std::span<Vec3> torque) {
    for (const LoopClosure& loop : tree.loops) {
        if (!has_law(loop)) continue;
        const LoopPlace at = place_of(tree, frames, loop);
        if (loop.kind == LoopKind::Surface) {
            const Vec3 normal = at.guide * evaluate(*loop.surface, at.on_guide).gradient.normalized();
            push_apart(at, -loop.law.damping * (at.slip - normal.dot(at.slip) * normal), force, torque);
            continue;
        }
        const LoopFreedom freedom = freedom_of(at, loop);
        const Real size = dof_force(loop.law, freedom.q, freedom.rate).force;
        push_apart(at, size * freedom.direction, force, torque);
    }
}

Real loop_energy(const ArticulatedTree& tree, const Frames& frames) {
    Real sum = 0;
    for (const LoopClosure& loop : tree.loops) {
        if (!has_law(loop) || loop.kind == LoopKind::Surface) continue;
        sum += dof_energy(loop.law, freedom_of(place_of(tree, frames, loop), loop).q);
    }
    return sum;
}

}  // namespace souple
