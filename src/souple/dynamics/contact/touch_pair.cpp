// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/touch_pair.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/agent_bodies.h"
#include "souple/dynamics/contact/box_side.h"
#include "souple/dynamics/contact/fill_rows.h"
#include "souple/dynamics/contact/manifold_sides.h"
#include "souple/dynamics/contact/touch_skin.h"
#include "souple/geometry/crossing.h"
#include "souple/geometry/distance.h"
#include "souple/geometry/solid/sweep_solids.h"
#include "souple/geometry/solid/touch.h"

namespace souple {

namespace {

/// A touchable with what the narrow phase asks of it.
struct Body {
    TouchableMotion motion;
    const Convex* convex = nullptr;  ///< null for planes, meshes and fields
    const std::shared_ptr<const SurfaceTree>* mesh = nullptr;
    const Shape* shape = nullptr;  ///< of an obstacle
    Convex own;                    ///< where `convex` lives when the Model has none
    Real reach = 0;                ///< [m] from what it turns about to its farthest point
};

bool as_convex(const Shape& shape, Convex& convex) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) return convex = *sphere, true;
    if (const auto* box = std::get_if<Box>(&shape)) return convex = *box, true;
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return convex = *capsule, true;
    if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) return convex = *ellipsoid, true;
    return false;
}

void describe_obstacle(const ContactView& view, int index, Body& body) {
    const Obstacle& obstacle = view.model.obstacles[index];
    body.shape = &obstacle.shape;
    if (const auto* mesh = std::get_if<MeshShape>(&obstacle.shape)) body.mesh = &mesh->surface;
    if (as_convex(obstacle.shape, body.own)) body.convex = &body.own;
}

void describe_body(const ContactView& view, const Touchable& touchable, Body& body) {
    body.motion = motion_of(view, touchable);
    if (touchable.kind == TouchableKind::Obstacle) {
        describe_obstacle(view, touchable.index, body);
    } else if (touchable.kind == TouchableKind::Piece) {
        const BodyPiece& piece = view.model.pieces[touchable.index];
        if (piece.mesh) body.mesh = &piece.mesh;
        if (!piece.mesh) body.convex = &piece.convex;
    } else if (touchable.kind != TouchableKind::Skin) {
        body.own = convex_of(view, touchable);
        body.convex = &body.own;
    }
    if (body.convex)
        body.reach = bounding_radius(*body.convex) + (body.motion.pose.position - body.motion.centre).norm();
}

/// [m] how much the gap of two bodies can shrink within the step, besides the slack.
Real closing_distance(const ContactView& view, const Body& a, const Body& b) {
    const Real turning = a.motion.w.norm() * a.reach + b.motion.w.norm() * b.reach;
    return ((b.motion.v - a.motion.v).norm() + turning) * view.length;
}

/// A fast pair: where and how will they first touch? Speculating from where they are now would stop things
/// that pass each other.
bool touch_swept(const ContactView& view, const Body& a, const Body& b, Real slack, const Carrier& carrier_a,
                 const Carrier& carrier_b, Manifold& manifold) {
    const auto hit = sweep(*a.convex, a.motion.pose, pose_after(a.motion, view.length), *b.convex,
                           b.motion.pose, pose_after(b.motion, view.length), 0.1 * slack);
    if (!hit) return false;
    // the touching place as each side carries it, found where both will be and brought back to now
    const Real time = hit->fraction * view.length;
    const Vec3 on_a = a.motion.pose.to_world(pose_after(a.motion, time).to_local(hit->point));
    const Vec3 on_b = b.motion.pose.to_world(pose_after(b.motion, time).to_local(hit->point));
    Touch touch;
    touch.normal = hit->normal;
    touch.count = 1;
    touch.points[0] = {on_a, on_b, hit->normal.dot(on_b - on_a), 0xffffffffu};
    fill_points(touch, carrier_a, carrier_b, manifold);
    return true;
}

/// Which touches two bodies have, side a first. A plane or a field asks with its own side first.
bool find_touch(const Body& a, const Body& b, Real margin, Touch& touch_found) {
    if (a.convex && b.convex)
        return touch(*a.convex, a.motion.pose, *b.convex, b.motion.pose, margin, touch_found);
    const Body& field = a.convex ? b : a;
    const Body& solid = a.convex ? a : b;
    if (!solid.convex || !field.shape) return false;
    const auto* plane = std::get_if<Plane>(field.shape);
    const bool found =
        plane ? touch(*plane, field.motion.pose, *solid.convex, solid.motion.pose, margin, touch_found)
              : touch_field(*field.shape, field.motion.pose, *solid.convex, solid.motion.pose, margin,
                            touch_found);
    if (found && &field == &b) flip(touch_found);
    return found;
}

/// The deepest place as a spot of the triangle; no contact when a corner alone carries it, which touches by
/// itself unless it is interpolated (004 F4.30).
void hang_on_triangle(const ContactView& view, const Touchable& touchable, int spread_index,
                      Manifold& manifold, Movers& movers) {
    const Nodes<3>& nodes = view.model.triangles[touchable.index];
    const int frames = static_cast<int>(view.model.frame_inertia.size());
    for (int k = 1; k < manifold.count; ++k)
        if (manifold.points[k].gap < manifold.points[0].gap)
            std::swap(manifold.points[0], manifold.points[k]);
    ManifoldPoint& point = manifold.points[0];
    const Vec3 on_triangle = motion_of(view, touchable).centre + point.local_b;
    const TrianglePoint nearest = closest_on_triangle(on_triangle, view.state.x[nodes[0]],
                                                      view.state.x[nodes[1]], view.state.x[nodes[2]]);
    int corner = 0;
    const bool at_corner = nearest.weights.maxCoeff(&corner) >= 0.999;
    manifold.count = at_corner && !is_interpolated(movers, nodes[corner]) ? 0 : 1;
    Spread& spread = movers.spreads[spread_index];
    spread = {};
    for (int k = 0; k < 3; ++k) hang_on(movers, frames, nodes[k], nearest.weights[k], spread);
    point.local_b = on_triangle - nearest.point;
    point.feature = 0;  // one place for each triangle: its impulse is found again wherever it slides to
    manifold.b.spread = spread_index;
}

/// Up to four places that face the same way share a touch; a full one gives up its shallowest.
void keep_deepest(const TouchPoint& point, const Vec3& normal, TouchList& list) {
    for (int k = 0; k < list.count; ++k) {
        Touch& touch = list.touches[k];
        if (touch.normal.dot(normal) < 0.999) continue;
        if (touch.count < 4) {
            touch.points[touch.count++] = point;
            return;
        }
        auto shallowest = std::max_element(touch.points.begin(), touch.points.end(),
                                           [](const auto& p, const auto& q) { return p.gap < q.gap; });
        if (point.gap < shallowest->gap) *shallowest = point;
        return;
    }
    if (list.count == static_cast<int>(list.touches.size())) return;
    Touch& touch = list.touches[list.count++];
    touch.normal = normal;
    touch.count = 1;
    touch.points[0] = point;
}

/// A mesh that is a body against a plane or a field: its corners are looked at.
bool touch_mesh_with_field(const Body& mesh, const Body& field, Real margin, TouchList& found) {
    if (!field.shape) return false;
    found.count = 0;
    std::uint32_t corner = 0;
    for (const Vec3& local : (*mesh.mesh)->mesh.points) {
        const Vec3 place = mesh.motion.pose.to_world(local);
        const Nearest nearest = nearest_surface(*field.shape, field.motion.pose.to_local(place), margin);
        const std::uint32_t feature = corner++;
        if (nearest.distance >= margin) continue;
        const Vec3 normal = field.motion.pose.rotation * nearest.normal;
        keep_deepest({place, place - nearest.distance * normal, nearest.distance, feature}, -normal, found);
    }
    return found.count > 0;
}

}  // namespace

bool touches_several(const ContactView& view, const Touchable& a, const Touchable& b) {
    const auto is_mesh = [&view](const Touchable& t) {
        if (t.kind == TouchableKind::Piece) return view.model.pieces[t.index].mesh != nullptr;
        if (t.kind != TouchableKind::Obstacle) return false;
        return std::holds_alternative<MeshShape>(view.model.obstacles[t.index].shape);
    };
    return is_mesh(a) || is_mesh(b);
}

Pose carrier_of(const ContactView& view, const Movers& movers, int mover) {
    const int frames = static_cast<int>(view.model.frame_inertia.size());
    Pose pose;
    if (mover == no_mover) return pose;
    if (mover >= movers.first_driven) return view.control.obstacles[mover - movers.first_driven].pose_t0;
    if (mover >= frames) return {view.state.x[mover - frames], Quat::Identity()};
    if (mover >= 0) return {view.state.frames.x[mover], view.state.frames.q[mover]};
    const Spread& spread = movers.spreads[-2 - mover];
    for (int k = 0; k < Spread::most; ++k)
        if (spread.movers[k] >= 0)
            pose.position += spread.weights[k] * view.state.x[spread.movers[k] - frames];
    return pose;
}

namespace {

/// Where two edges touch or will cross; where they end, points touch triangles. The weights are those of
/// way_between.
std::optional<Crossing> meet_edges(const ContactView& view, const MovingPoints& points, Real reach) {
    const auto& x = points.start;
    const EdgesNear near = nearest_on_edges(x[0], x[1], x[2], x[3]);
    const auto is_inside = [](Real s) { return s > 1e-3 && s < 1 - 1e-3; };
    if (near.distance > reach + contact_slack(view) || !is_inside(near.on_a) || !is_inside(near.on_b))
        return edge_crosses_edge(points);
    Crossing touch{0, Vec3::Zero(), {near.on_a - 1, -near.on_a, 1 - near.on_b, near.on_b}};
    const Vec3 way = way_between(touch, x);
    touch.normal =
        near.distance > 1e-9 ? Vec3(way / near.distance) : (x[1] - x[0]).cross(x[3] - x[2]).normalized();
    return touch;
}

/// Two edges of sheets, each a segment as thick as its part.
void touch_edges(const ContactView& view, const Touchable& a, const Touchable& b, int spread,
                 Manifold& manifold, Movers& movers) {
    const Nodes<2>&ea = view.edges[a.index], &eb = view.edges[b.index];
    const std::array<int, 4> nodes{ea[0], ea[1], eb[0], eb[1]};
    MovingPoints points;
    for (int k = 0; k < 4; ++k) {
        points.start[k] = view.state.x[nodes[k]];
        points.motion[k] = view.length * view.state.v[nodes[k]];
    }
    const Real thick_a = view.model.parts[a.part].surface.thickness,
               thick_b = view.model.parts[b.part].surface.thickness;
    const auto touch = meet_edges(view, points, thick_a + thick_b);
    if (!touch) return;
    const int frames = static_cast<int>(view.model.frame_inertia.size());
    manifold.a.spread = spread + 1;
    manifold.b.spread = spread;
    Spread &on_a = movers.spreads[spread + 1], &on_b = movers.spreads[spread];
    on_a = on_b = {};
    for (int k = 0; k < 2; ++k) hang_on(movers, frames, nodes[k], -touch->weights[k], on_a);
    for (int k = 2; k < 4; ++k) hang_on(movers, frames, nodes[k], touch->weights[k], on_b);
    Touch found;
    found.normal = touch->normal;
    found.count = 1;
    TouchPoint& point = found.points[0];
    const auto& x = points.start;
    point.on_a = -touch->weights[0] * x[0] - touch->weights[1] * x[1] + thick_a * touch->normal;
    point.on_b = touch->weights[2] * x[2] + touch->weights[3] * x[3] - thick_b * touch->normal;
    point.gap = touch->normal.dot(point.on_b - point.on_a);
    fill_points(found, as_carrier(carrier_of(view, movers, mover_of_spread(spread + 1))),
                as_carrier(carrier_of(view, movers, mover_of_spread(spread))), manifold);
}

}  // namespace

void touch_pair(const ContactView& view, const Touchable& a, const Touchable& b, int spread,
                Manifold& manifold, Movers& movers) {
    if (a.kind == TouchableKind::Triangle) return touch_pair(view, b, a, spread, manifold, movers);
    manifold.count = 0;
    set_sides(view.model, a, b, manifold);
    if (a.kind == TouchableKind::Edge) return touch_edges(view, a, b, spread, manifold, movers);
    Body body_a, body_b;
    describe_body(view, a, body_a);
    describe_body(view, b, body_b);
    const Real slack = contact_slack(view);
    const Real closing = closing_distance(view, body_a, body_b);
    if (a.kind == TouchableKind::Skin) return touch_skin(view, a.index, b.index, closing + slack, manifold);
    const bool convex = body_a.convex && body_b.convex;
    const bool meets_agent = a.kind == TouchableKind::Agent || b.kind == TouchableKind::Agent;
    const Real thrown = meets_agent ? thrown_of(view, a) + thrown_of(view, b) : 0;
    Touch found;
    const auto carrier = [&](const Touchable& touchable, const Body& body, const ManifoldSide& side) {
        return as_carrier(touchable.kind == TouchableKind::Triangle
                              ? body.motion.pose
                              : carrier_of(view, movers, mover_of(side, movers)));
    };
    const Carrier carrier_a = carrier(a, body_a, manifold.a), carrier_b = carrier(b, body_b, manifold.b);
    if (convex && closing > 0.5 * std::min(body_a.reach, body_b.reach)) {
        if (!find_touch(body_a, body_b, slack + thrown, found))
            touch_swept(view, body_a, body_b, slack, carrier_a, carrier_b, manifold);
        else
            fill_points(found, carrier_a, carrier_b, manifold);
    } else if (find_touch(body_a, body_b, closing + slack + thrown, found)) {
        fill_points(found, carrier_a, carrier_b, manifold);
    }
    stand_firm(view, a, b, manifold);
    if (manifold.count > 0 && b.kind == TouchableKind::Triangle)
        hang_on_triangle(view, b, spread, manifold, movers);
}

void touch_pairs(const ContactView& view, int begin, int end, InteractionScratch& scratch) {
    const Real slack = contact_slack(view);
    BoxSide side_a, side_b;
    Touch found;
    int described = -1;
    for (int k = begin; k < end; ++k) {
        const IndexPair& pair = scratch.pairs[k];
        const Touchable &a = scratch.touchables[pair.a], &b = scratch.touchables[pair.b];
        Manifold& manifold = scratch.manifolds[k];
        manifold.pair = (std::uint64_t(pair.a) << 32) | std::uint32_t(pair.b);
        manifold.sub = 0;
        manifold.count = 0;
        if (described != pair.a) describe_side(view, a, side_a);
        described = pair.a;
        if (side_a.is_box) describe_side(view, b, side_b);
        if (side_a.is_box && side_b.is_box &&
            touch_box_sides(side_a, side_b, view.length, slack, found, manifold))
            continue;
        if (!touches_several(view, a, b)) touch_pair(view, a, b, 2 * k, manifold, scratch.movers);
    }
}

void touch_mesh_pair(const ContactView& view, const Touchable& a, const Touchable& b, const Movers& movers,
                     std::vector<Manifold>& manifolds) {
    Body body_a, body_b;
    describe_body(view, a, body_a);
    describe_body(view, b, body_b);
    if (!body_a.mesh) return touch_mesh_pair(view, b, a, movers, manifolds);
    Manifold manifold;
    set_sides(view.model, a, b, manifold);
    const Real margin = closing_distance(view, body_a, body_b) + contact_slack(view);
    TouchList found;
    const bool any =
        body_b.mesh
            ? touch(**body_a.mesh, body_a.motion.pose, **body_b.mesh, body_b.motion.pose, margin, found)
        : body_b.convex
            ? touch(**body_a.mesh, body_a.motion.pose, *body_b.convex, body_b.motion.pose, margin, found)
            : touch_mesh_with_field(body_a, body_b, margin, found);
    if (!any) return;
    const Carrier carrier_a = as_carrier(carrier_of(view, movers, mover_of(manifold.a, movers))),
                  carrier_b = as_carrier(carrier_of(view, movers, mover_of(manifold.b, movers)));
    for (int k = 0; k < found.count; ++k) {
        Manifold& one = manifolds.emplace_back(manifold);
        fill_points(found.touches[k], carrier_a, carrier_b, one);
        one.sub = found.touches[k].points[0].feature;
        stand_firm(view, a, b, one);
    }
}

std::optional<Real> first_touch(const ContactView& from, const ContactView& to, const Touchable& a,
                                const Touchable& b, Real distance) {
    Body body_a, body_b;
    describe_body(from, a, body_a);
    describe_body(from, b, body_b);
    if (!body_a.convex || !body_b.convex) return std::nullopt;
    const auto hit = sweep(*body_a.convex, body_a.motion.pose, motion_of(to, a).pose, *body_b.convex,
                           body_b.motion.pose, motion_of(to, b).pose, distance);
    if (!hit) return std::nullopt;
    return hit->fraction;
}

}  // namespace souple
