// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/ball_on_sheet.h"

#include <algorithm>

#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/scratch.h"
#include "souple/geometry/distance.h"

namespace souple {

namespace {

/// One surface and one ball over one interval.
struct BallMeeting {
    const Model& model;
    const AdaptiveCloth& cloth;
    const Part& part;
    const RatePackets& packets;  ///< know which points are between others
    int frame = 0;
    Vec3 centre;      ///< [m]
    Real radius = 0;  ///< [m] with the thickness of the surface
    Real h = 0;       ///< [s]
};

/// The points that carry the corners of a triangle: themselves, or the ends of their edges. Corners lie on
/// three sides of coarser faces at most, which have six ends.
struct Carriers {
    int count = 0;
    std::array<int, 6> points{};
    Real mass = 0;  ///< [kg] of those that nobody leads
};

void add_carrier(const BallMeeting& meeting, int source, Carriers& carriers) {
    if (source < 0) {
        add_carrier(meeting, meeting.packets.middles[~source].a, carriers);
        add_carrier(meeting, meeting.packets.middles[~source].b, carriers);
        return;
    }
    const int point = meeting.packets.points[source];
    const auto end = carriers.points.begin() + carriers.count;
    if (carriers.count == 6 || std::find(carriers.points.begin(), end, point) != end) return;
    carriers.points[carriers.count++] = point;
    if (!is_led(meeting.model, point)) carriers.mass += meeting.model.point_mass[point];
}

Carriers carriers_of(const BallMeeting& meeting, const Nodes<3>& triangle) {
    Carriers carriers;
    for (const int corner : triangle)
        add_carrier(meeting, meeting.packets.source_of[corner - meeting.part.points.begin], carriers);
    return carriers;
}

/// Calls fn(point) for every carrier that may move.
template <class Fn>
void for_each_free(const BallMeeting& meeting, const Carriers& carriers, const Fn& fn) {
    for (int k = 0; k < carriers.count; ++k)
        if (!is_led(meeting.model, carriers.points[k])) fn(carriers.points[k]);
}

/// [N s] along n, which points from the ball to the triangle: ball and triangle take its opposite and it.
void push_apart(const BallMeeting& meeting, const Carriers& carriers, const Vec3& n, Real impulse,
                State& state) {
    state.frames.v[meeting.frame] -= impulse / meeting.model.frame_inertia[meeting.frame].mass * n;
    if (carriers.mass == 0) return;
    for_each_free(meeting, carriers, [&](int p) { state.v[p] += impulse / carriers.mass * n; });
}

/// While they press on each other both have one normal velocity, and so one normal acceleration (004 A13). A
/// triangle that is led altogether is as heavy as can be.
void go_together(const BallMeeting& meeting, const Carriers& carriers, const Vec3& n, State& state) {
    const Real ball = meeting.model.frame_inertia[meeting.frame].mass;
    Vec3 momentum = Vec3::Zero();
    for_each_free(meeting, carriers, [&](int p) { momentum += meeting.model.point_mass[p] * state.v[p]; });
    const bool moves = carriers.mass > 0;
    const Vec3 v = moves ? Vec3(momentum / carriers.mass) : state.v[carriers.points[0]];
    const Real closing = n.dot(state.frames.v[meeting.frame] - v);
    if (closing <= 0) return;
    const Real mass = moves ? ball * carriers.mass / (ball + carriers.mass) : ball;
    push_apart(meeting, carriers, n, mass * closing, state);
}

/// Each has the normal part of the other's resultant instead of its own: the source's form (004 F4.29).
void exchange_forces(const BallMeeting& meeting, const Carriers& carriers, const Vec3& n, Forces& forces,
                     State& state) {
    if (carriers.mass == 0) return;
    Vec3& on_ball = forces.frame[meeting.frame];
    Vec3 on_triangle = Vec3::Zero();
    for_each_free(meeting, carriers, [&](int p) { on_triangle += forces.point[p]; });
    const Real change = n.dot(on_ball - on_triangle);  // [N] to the triangle
    push_apart(meeting, carriers, n, meeting.h * change, state);
    on_ball -= change * n;
    for_each_free(meeting, carriers, [&](int p) {
        forces.point[p] += meeting.model.point_mass[p] / carriers.mass * change * n;
    });
}

void meet_triangle(const BallMeeting& meeting, const Nodes<3>& triangle, Forces& forces, State& state) {
    const auto& [a, b, c] = triangle;
    const auto q = ball_reaches(meeting.centre, meeting.radius, {state.x[a], state.x[b], state.x[c]},
                                meeting.cloth.ball.light_test);
    if (!q) return;
    const Vec3 away = *q - meeting.centre;
    const Real distance = away.norm();
    if (distance == 0) return;  // no side to go to
    const Vec3 n = away / distance;
    const Carriers carriers = carriers_of(meeting, triangle);
    for_each_free(meeting, carriers, [&](int p) { state.x[p] += (meeting.radius - distance) * n; });
    if (meeting.cloth.ball.response == BallResponse::Exchange)
        exchange_forces(meeting, carriers, n, forces, state);
    else
        go_together(meeting, carriers, n, state);
    // the triangles after this one meet it where it has gone
    place_interpolated(meeting.model, meeting.part.interpolated, state);
}

/// The resultants that balls and the surface push each other with.
void find_resultants(const Interval& interval, const Control& control, const Part& part, const Part& balls,
                     const State& state, SolverScratch& solver) {
    const Moment now{state.x, state.v, state.frames, interval.time + interval.length, &state.oriented};
    for (const Part* each : {&part, &balls})
        evaluate_forces(interval.model, control, *each, now, solver.assembly, solver.forces);
    pass_to_ends(interval.model, part.interpolated, solver.forces.point);
}

void meet_balls_of(const Interval& interval, const Control& control, const AdaptiveCloth& cloth,
                   const Part& balls, State& state, Scratch& scratch) {
    const Model& model = interval.model;
    const Part& part = model.parts[cloth.part];
    SolverScratch& solver = scratch.solver;
    if (cloth.ball.response == BallResponse::Exchange)
        find_resultants(interval, control, part, balls, state, solver);
    for (int k = balls.pieces.begin; k < balls.pieces.end(); ++k) {
        const BodyPiece& piece = model.pieces[k];
        const Sphere* const sphere = piece.mesh ? nullptr : std::get_if<Sphere>(&piece.convex);
        if (!sphere) continue;
        const Pose pose{state.frames.x[piece.frame], state.frames.q[piece.frame]};
        const BallMeeting meeting{model,
                                  cloth,
                                  part,
                                  solver.multirate[cloth.part].packets,
                                  piece.frame,
                                  pose.to_world(piece.pose.position),
                                  sphere->radius + part.surface.thickness,
                                  interval.length};
        for (int t = part.triangles.begin; t < part.triangles.end(); ++t)
            meet_triangle(meeting, model.triangles[t], solver.forces, state);
    }
}

}  // namespace

std::optional<Vec3> ball_reaches(const Vec3& centre, Real radius, const std::array<Vec3, 3>& corners,
                                 bool light_test) {
    const auto& [a, b, c] = corners;
    // most triangles lie far away on one side
    for (int k = 0; k < 3; ++k)
        if (std::min({a[k], b[k], c[k]}) > centre[k] + radius ||
            std::max({a[k], b[k], c[k]}) < centre[k] - radius)
            return std::nullopt;
    const TrianglePoint nearest = closest_on_triangle(centre, a, b, c);
    if ((nearest.point - centre).squaredNorm() >= radius * radius) return std::nullopt;
    if (light_test && nearest.weights.minCoeff() <= 0) return std::nullopt;
    return nearest.point;
}

void meet_balls(const Interval& interval, const Control& control, State& state, Scratch& scratch) {
    for (const AdaptiveCloth& cloth : interval.model.adaptive) {
        if (cloth.ball.response == BallResponse::Contacts) continue;
        for (const Part& balls : interval.model.parts)
            if (!balls.pieces.empty() && balls.articulated < 0 && balls.surface.touches != Touches::Nothing)
                meet_balls_of(interval, control, cloth, balls, state, scratch);
    }
}

}  // namespace souple
