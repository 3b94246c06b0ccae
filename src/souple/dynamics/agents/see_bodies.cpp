// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/see_bodies.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "souple/dynamics/contact/touchables.h"
#include "souple/geometry/solid/support.h"

namespace souple {

namespace {

/// Bodies by how far their rims are, the nearest first; then by number.
struct SeenBodies {
    struct Seen {
        Real gap = 0;  ///< [m]
        int body = 0;
    };
    std::array<Seen, most_seen_bodies> seen;
    int count = 0;

    void add(const Seen& other) {
        const auto is_nearer = [&](const Seen& a) {
            return other.gap < a.gap || (other.gap == a.gap && other.body < a.body);
        };
        if (count == most_seen_bodies && !is_nearer(seen[count - 1])) return;
        int k = count < most_seen_bodies ? count++ : count - 1;
        for (; k > 0 && is_nearer(seen[k - 1]); --k) seen[k] = seen[k - 1];
        seen[k] = other;
    }
};

/// Calls fn(box, velocity, piece, its pose) for the pieces that a crowd may touch.
template <class Fn>
void for_each_seen(const Model& model, const CrowdPart& crowd, const State& state, const Fn& fn) {
    if (crowd.agent_count() == 0) return;
    const Touchable agent{TouchableKind::Agent, model.parts[crowd.part].points.begin, crowd.part};
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p)
        for (int k = model.parts[p].pieces.begin; k < model.parts[p].pieces.end(); ++k) {
            if (!may_touch(model, agent, {TouchableKind::Piece, k, p})) continue;
            const BodyPiece& piece = model.pieces[k];
            const Pose pose = Pose{state.frames.x[piece.frame], state.frames.q[piece.frame]} * piece.pose;
            fn(piece.mesh ? bounds(Solid{{}, piece.mesh}, pose) : bounds(piece.convex, pose),
               state.frames.v[piece.frame], piece, pose);
        }
}

/// Who makes no way leaves all of the avoiding to the agent.
HalfPlane line_for_body(const MovingDisc& self, const MovingDisc& body, Real horizon, Real h) {
    HalfPlane line = line_for(self, body, horizon, h);
    line.point += line.point - self.v;  // (half of the change is what line_for asks for)
    return line;
}

}  // namespace

void sort_seen_bodies(CrowdBuffer& buffer) {
    buffer.body_places.clear();
    buffer.widest_seen = 0;
    for (const MovingDisc& body : buffer.bodies) {
        buffer.body_places.push_back(body.x);
        buffer.widest_seen = std::max(buffer.widest_seen, body.radius);
    }
    if (!buffer.bodies.empty()) build(buffer.body_grid, buffer.body_places, 1e-3, 1e9);
}

void list_seen_bodies(const Model& model, const CrowdPart& crowd, const State& state, CrowdBuffer& buffer) {
    buffer.bodies.clear();
    if (crowd.agent_count() == 0) return;
    const Real ground = state.x[model.parts[crowd.part].points.begin].y();
    Real tallest = 2 * crowd.largest_radius;
    for (const AgentGroup& group : crowd.groups) tallest = std::max(tallest, group.height);
    for_each_seen(model, crowd, state, [&](const Aabb& box, const Vec3& v, const BodyPiece&, const Pose&) {
        if (box.high.y() < ground || box.low.y() > ground + tallest) return;
        const Vec3 half = 0.5 * box.size();
        buffer.bodies.push_back({ground_place(box.center()), ground_place(v), std::max(half.x(), half.z())});
    });
    sort_seen_bodies(buffer);
}

void list_seen_bodies(const Model& model, const CrowdPart& crowd, const State& state, RealmBuffer& buffer) {
    buffer.bodies.clear();
    buffer.body_boxes.clear();
    const auto add = [&](const Aabb& box, const Vec3& v, const BodyPiece& piece, const Pose& pose) {
        buffer.bodies.push_back({box.center(), v, box, pose, piece.mesh ? nullptr : &piece.convex});
        buffer.body_boxes.push_back(box);
    };
    for_each_seen(model, crowd, state, add);
    if (!buffer.bodies.empty()) update(buffer.body_tree, buffer.body_boxes);
}

void add_body_lines(const AgentGroup& group, const MovingDisc& self, const CrowdBuffer& buffer, Real h,
                    HalfPlanes& planes) {
    if (buffer.bodies.empty()) return;
    SeenBodies bodies;
    visit_runs(buffer.body_grid, self.x, group.neighbour_distance + buffer.widest_seen,
               [&](int begin, int end) {
                   for (int n = begin; n < end; ++n) {
                       const int b = buffer.body_grid.items[n].index;
                       const Real gap = (buffer.bodies[b].x - self.x).norm() - buffer.bodies[b].radius;
                       if (gap <= group.neighbour_distance) bodies.add({gap, b});
                   }
               });
    for (int k = 0; k < bodies.count; ++k)
        planes.add(line_for_body(self, buffer.bodies[bodies.seen[k].body], group.horizon, h));
}

namespace {

/// [m] from where to where a body reaches along a unit direction, measured from a point.
std::array<Real, 2> reach_along(const SeenBody& body, const Vec3& from, const Vec3& direction) {
    if (body.convex) {
        const Vec3 local = body.pose.rotation.conjugate() * direction;
        const Real far = direction.dot(body.pose.to_world(support(*body.convex, local)) - from);
        return {direction.dot(body.pose.to_world(support(*body.convex, -local)) - from), far};
    }
    const Real half = 0.5 * direction.cwiseAbs().dot(body.box.size()), middle = direction.dot(body.x - from);
    return {middle - half, middle + half};
}

/// The body on the ground below an agent: a disc around its middle there, as wide as the body is along the
/// ground or across its way.
MovingDisc disc_on(const BodyPlane& plane, const SeenBody& body) {
    const std::array<Real, 2> a = reach_along(body, plane.middle, plane.a),
                              b = reach_along(body, plane.middle, plane.b);
    return {Vec2((a[0] + a[1]) / 2, (b[0] + b[1]) / 2), Vec2(body.v.dot(plane.a), body.v.dot(plane.b)),
            std::max(a[1] - a[0], b[1] - b[0]) / 2};
}

}  // namespace

void add_body_lines(const AgentGroup& group, const MovingDisc& self, const BodyPlane& plane,
                    const RealmBuffer& buffer, Real h, HalfPlanes& planes) {
    if (buffer.bodies.empty()) return;
    const Real sight = group.neighbour_distance, tall = std::max(2 * group.radius, group.height);
    const Vec3 up = plane.b.cross(plane.a);
    SeenBodies bodies;
    visit_leaves(
        buffer.body_tree,
        [&](const Aabb& box) { return squared_distance(box, plane.middle) <= sight * sight; },
        [&](int begin, int end) {
            for (int n = begin; n < end; ++n) {
                const int b = buffer.body_tree.order[n];
                const Real apart = squared_distance(buffer.bodies[b].box, plane.middle);
                if (apart > sight * sight) continue;  // (who shares its leaf may be far)
                const auto [low, high] = reach_along(buffer.bodies[b], plane.middle, up);
                if (high > 0 && low < tall) bodies.add({std::sqrt(apart), b});
            }
        });
    for (int k = 0; k < bodies.count; ++k)
        planes.add(line_for_body(self, disc_on(plane, buffer.bodies[bodies.seen[k].body]), group.horizon, h));
}

}  // namespace souple
