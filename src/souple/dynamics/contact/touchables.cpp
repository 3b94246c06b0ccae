// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/touchables.h"

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/contact/agent_bodies.h"
#include "souple/dynamics/contact/meet_itself.h"
#include "souple/dynamics/contact/touch_skin.h"
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

bool meets_matter(const SurfaceFeel& surface) {
    return surface.self_contact || surface.touches == Touches::Everything;
}

const Hair* hair_of_part(const Model& model, int p) {
    for (const Hair& hair : model.hair)
        if (hair.part == p) return &hair;
    return nullptr;
}

/// Of a wisp's two held ends one is in the scalp. The other is just outside, and sheets rest on it too; not
/// where a body carries the roots: nobody would tell it.
bool is_outer_root(const Model& model, const Hair& hair, int point) {
    if (model.triangles.empty()) return false;
    const int k = point - model.parts[hair.part].points.begin;
    return k % hair.particles == 1 && k / hair.particles < hair.root_count() &&
           carrier_of_roots(model, hair) < 0;
}

bool is_held_hair(const Model& model, const Touchable& touchable) {
    return touchable.kind == TouchableKind::Point && is_led(model, touchable.index) &&
           hair_of_part(model, touchable.part);
}

void list_matter(const Model& model, int p, bool bodies, InteractionScratch& scratch) {
    const Part& part = model.parts[p];
    if (part.surface.touches == Touches::Nothing || part.crowd >= 0) return;
    if (!bodies && !meets_matter(part.surface)) return;
    // (slots that no wisp uses are nowhere, and held)
    const Hair* hair = hair_of_part(model, p);
    for (int i = part.points.begin; i < part.points.end(); ++i)
        if (!is_interpolated(scratch.movers, i) &&
            !(hair && is_led(model, i) && !is_outer_root(model, *hair, i)))
            scratch.touchables.push_back({TouchableKind::Point, i, p});
    for (int t = part.triangles.begin; t < part.triangles.end(); ++t)
        scratch.touchables.push_back({TouchableKind::Triangle, t, p});
}

void list_agents_and_skins(const Model& model, InteractionScratch& scratch) {
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p) {
        const Part& part = model.parts[p];
        if (part.crowd < 0 || part.surface.touches == Touches::Nothing) continue;
        // (corners of agents with a shape come after the agents that are discs)
        const int agents = model.crowds[part.crowd]->agent_count();
        for (int i = 0; i < agents; ++i)
            scratch.touchables.push_back({TouchableKind::Agent, part.points.begin + i, p});
    }
    for (int s = 0; s < static_cast<int>(model.skins.size()); ++s)
        if (model.skins[s].part >= 0)
            scratch.touchables.push_back({TouchableKind::Skin, s, model.skins[s].part});
}

/// Every edge of the sheets once, by part; only when the triangles have changed.
void list_edges(const Model& model, InteractionScratch& scratch) {
    const int triangles = static_cast<int>(model.triangles.size());
    if (scratch.edge_revision != model.revision || scratch.edge_triangles != triangles) {
        scratch.edge_revision = model.revision;
        scratch.edge_triangles = triangles;
        scratch.edges.clear();
        scratch.edge_end.clear();
        for (const Part& part : model.parts) {
            const std::size_t first = scratch.edges.size();
            for (int t = part.triangles.begin; has_edges(part) && t < part.triangles.end(); ++t)
                for (int k = 0; k < 3; ++k) {
                    const int a = model.triangles[t][k], b = model.triangles[t][(k + 1) % 3];
                    scratch.edges.push_back({std::min(a, b), std::max(a, b)});
                }
            std::sort(scratch.edges.begin() + first, scratch.edges.end());
            scratch.edges.erase(std::unique(scratch.edges.begin() + first, scratch.edges.end()),
                                scratch.edges.end());
            scratch.edge_end.push_back(static_cast<int>(scratch.edges.size()));
        }
    }
    int edge = 0;
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p)
        for (; edge < scratch.edge_end[p]; ++edge)
            scratch.touchables.push_back({TouchableKind::Edge, edge, p});
}

TouchableMotion obstacle_motion(const ContactView& view, int index) {
    const ObstacleMotion& motion = view.control.obstacles[index];
    const Real length = view.control.time_t1 - view.control.time_t0;
    TouchableMotion result{motion.pose_t0, motion.pose_t0.position, Vec3::Zero(), Vec3::Zero()};
    if (view.model.obstacles[index].track < 0) return result;
    result.v = (motion.pose_t1.position - motion.pose_t0.position) / length;
    result.w = to_rotation_vector(motion.pose_t1.rotation * motion.pose_t0.rotation.conjugate()) / length;
    return result;
}

/// A skin goes as a whole by the mean of its carriers.
TouchableMotion skin_motion(const ContactView& view, int index) {
    const std::vector<int>& carriers = view.model.skins[index].frames;
    TouchableMotion motion;
    for (const int f : carriers) motion.centre += view.state.frames.x[f] / static_cast<Real>(carriers.size());
    for (const int f : carriers) motion.v += view.state.frames.v[f] / static_cast<Real>(carriers.size());
    motion.pose.position = motion.centre;
    return motion;
}

TouchableMotion piece_motion(const ContactView& view, int index) {
    const BodyPiece& piece = view.model.pieces[index];
    const Frames& frames = view.state.frames;
    const Pose frame{frames.x[piece.frame], frames.q[piece.frame]};
    return {frame * piece.pose, frame.position, frames.v[piece.frame], frames.w[piece.frame]};
}

Aabb own_box(const ContactView& view, const Touchable& touchable, const Pose& pose) {
    Aabb box;
    if (touchable.kind == TouchableKind::Agent) return bounds(convex_of(view, touchable), pose);
    if (touchable.kind == TouchableKind::Piece) {
        const BodyPiece& piece = view.model.pieces[touchable.index];
        return piece.mesh ? bounds(Solid{{}, piece.mesh}, pose) : bounds(piece.convex, pose);
    }
    for (const int i : nodes_of(view, touchable)) box.extend(view.state.x[i]);
    box.inflate(view.model.parts[touchable.part].surface.thickness);
    return box;
}

/// Obstacle boxes cover the coming interval; one that moves on goes further in the same step.
Aabb obstacle_box(const ContactView& view, int index, Aabb box) {
    const ObstacleMotion& motion = view.control.obstacles[index];
    const Real interval = view.control.time_t1 - view.control.time_t0;
    if (view.model.obstacles[index].track >= 0 && view.length > interval)
        box.inflate((motion.pose_t1.position - motion.pose_t0.position).norm() / interval *
                    (view.length - interval));
    return box;
}

Aabb swept_box(const ContactView& view, const Touchable& touchable, Real slack) {
    const TouchableMotion motion = motion_of(view, touchable);
    Aabb box = own_box(view, touchable, motion.pose);
    const std::span<const int> nodes = nodes_of(view, touchable);
    if (!nodes.empty()) {  // each point goes its own way
        Aabb moved;
        for (const int i : nodes) moved.extend(Vec3(view.state.x[i] + view.length * view.state.v[i]));
        moved.inflate(view.model.parts[touchable.part].surface.thickness);
        box.extend(moved);
        box.inflate(slack + thrown_of(view, touchable));
        return box;
    }
    const Real reach = 0.5 * box.size().norm() + (box.center() - motion.centre).norm();
    Aabb moved = box;
    moved.low += view.length * motion.v;
    moved.high += view.length * motion.v;
    box.extend(moved);
    box.inflate(slack + reach * std::min(Real(2), motion.w.norm() * view.length));
    return box;
}

/// Links that a joint or a loop holds together, and children of one link, do not touch: they overlap there.
bool are_neighbours(const Model& model, const Touchable& a, const Touchable& b) {
    const int t = model.parts[a.part].articulated;
    if (t < 0 || a.kind != TouchableKind::Piece || b.kind != TouchableKind::Piece) return false;
    const ArticulatedTree& tree = model.trees[t];
    const int i = model.pieces[a.index].frame - tree.frames.begin,
              j = model.pieces[b.index].frame - tree.frames.begin;
    if (tree.links[i].parent == j || tree.links[j].parent == i) return true;
    if (tree.links[i].parent >= 0 && tree.links[i].parent == tree.links[j].parent) return true;
    for (const LoopClosure& loop : tree.loops)  // (a rod or a spring between them keeps them apart)
        if (loop.kind != LoopKind::Distance && ((loop.a == i && loop.b == j) || (loop.a == j && loop.b == i)))
            return true;
    return false;
}

}  // namespace

bool has_edges(const Part& part) { return part.triangles.count > 0 && meets_matter(part.surface); }

std::span<const int> nodes_of(const ContactView& view, const Touchable& touchable) {
    switch (touchable.kind) {
        case TouchableKind::Point:
            return {&touchable.index, 1};
        case TouchableKind::Triangle:
            return view.model.triangles[touchable.index];
        case TouchableKind::Edge:
            return view.edges[touchable.index];
        default:
            return {};
    }
}

Real thrown_of(const ContactView& view, const Touchable& touchable) {
    Real farthest = 0;
    if (view.thrown.empty()) return farthest;
    for (const int i : nodes_of(view, touchable)) farthest = std::max(farthest, view.thrown[i]);
    return farthest;
}

bool has_interactions(const Model& model) {
    if (!model.pieces.empty()) return true;
    bool has_solids = !model.skins.empty(), has_matter = false;
    int crowds = 0;  // (that touch: they meet each other)
    for (const Part& part : model.parts) {
        if (meets_itself(part)) return true;
        if (part.surface.touches == Touches::Nothing) continue;
        if (part.crowd < 0 && meets_matter(part.surface)) return true;
        if (part.crowd >= 0 && part.surface.collides && !model.obstacles.empty()) return true;
        crowds += part.crowd >= 0 ? 1 : 0;
        has_matter |= part.crowd < 0 && part.points.count > 0;
    }
    return crowds > 1 || ((has_solids || crowds > 0) && has_matter);
}

namespace {

/// Agents of one crowd keep apart by themselves, and skins press on all that has a surface.
bool meet_elsewhere(const Touchable& a, const Touchable& b) {
    if (a.kind == TouchableKind::Agent && b.kind == TouchableKind::Agent) return a.part == b.part;
    return (a.kind == TouchableKind::Skin && b.kind != TouchableKind::Point) ||
           (b.kind == TouchableKind::Skin && a.kind != TouchableKind::Point);
}

bool is_solid(const Touchable& touchable) {
    return touchable.kind == TouchableKind::Piece || touchable.kind == TouchableKind::Agent ||
           touchable.kind == TouchableKind::Skin;
}

}  // namespace

bool may_touch(const Model& model, const Touchable& a, const Touchable& b) {
    if ((a.part < 0 && b.part < 0) || meet_elsewhere(a, b)) return false;
    if (a.part < 0 || b.part < 0) {
        // points meet obstacles in every substep of their own: see meet_obstacles
        const Touchable& other = a.part < 0 ? b : a;
        return is_solid(other) && model.parts[other.part].surface.collides;
    }
    if (a.kind == TouchableKind::Piece && b.kind == TouchableKind::Piece &&
        model.pieces[a.index].frame == model.pieces[b.index].frame)
        return false;
    if ((is_held_hair(model, a) && b.kind != TouchableKind::Triangle) ||
        (is_held_hair(model, b) && a.kind != TouchableKind::Triangle))
        return false;
    const SurfaceFeel& sa = model.parts[a.part].surface;
    const SurfaceFeel& sb = model.parts[b.part].surface;
    if (sa.touches == Touches::Nothing || sb.touches == Touches::Nothing) return false;
    for (const auto& [p, q] : model.strangers)
        if ((p == a.part && q == b.part) || (p == b.part && q == a.part)) return false;
    if (a.part == b.part && are_neighbours(model, a, b)) return false;
    if (a.part == b.part) return sa.self_contact;
    if (is_solid(a) || is_solid(b)) return true;
    return sa.touches == Touches::Everything && sb.touches == Touches::Everything;
}

int count_bodies(const Model& model) {
    int count = static_cast<int>(model.pieces.size());
    for (const Part& part : model.parts)
        if (part.crowd >= 0 && part.surface.touches != Touches::Nothing)
            count += model.crowds[part.crowd]->agent_count();
    count += static_cast<int>(std::count_if(model.skins.begin(), model.skins.end(),
                                            [](const FrameSkin& skin) { return skin.part >= 0; }));
    return count > 0 ? count + static_cast<int>(model.obstacles.size()) : 0;
}

void list_touchables(const Model& model, InteractionScratch& scratch) {
    scratch.touchables.clear();
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p)
        for (int k = model.parts[p].pieces.begin; k < model.parts[p].pieces.end(); ++k)
            scratch.touchables.push_back({TouchableKind::Piece, k, p});
    list_agents_and_skins(model, scratch);
    const bool bodies = !scratch.touchables.empty();
    for (int o = 0; bodies && o < static_cast<int>(model.obstacles.size()); ++o)
        scratch.touchables.push_back({TouchableKind::Obstacle, o, -1});
    scratch.body_count = static_cast<int>(scratch.touchables.size());
    SOUPLE_ASSERT_EQ(scratch.body_count, count_bodies(model));
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p) list_matter(model, p, bodies, scratch);
    scratch.edge_begin = static_cast<int>(scratch.touchables.size());
    list_edges(model, scratch);
    scratch.boxes.resize(scratch.touchables.size());
}

TouchableMotion motion_of(const ContactView& view, const Touchable& touchable) {
    if (touchable.kind == TouchableKind::Piece) return piece_motion(view, touchable.index);
    if (touchable.kind == TouchableKind::Obstacle) return obstacle_motion(view, touchable.index);
    if (touchable.kind == TouchableKind::Agent) return agent_motion(view, touchable);
    if (touchable.kind == TouchableKind::Skin) return skin_motion(view, touchable.index);
    const std::span<const int> nodes = nodes_of(view, touchable);
    const Real count = static_cast<Real>(nodes.size());
    TouchableMotion motion;
    for (const int i : nodes) motion.v += view.state.v[i] / count;
    for (const int i : nodes) motion.centre += view.state.x[i] / count;
    motion.pose.position = motion.centre;
    return motion;
}

Pose pose_after(const TouchableMotion& motion, Real time) {
    const Quat turn = to_quaternion(time * motion.w);
    return {motion.centre + time * motion.v + turn * (motion.pose.position - motion.centre),
            (turn * motion.pose.rotation).normalized()};
}

Convex convex_of(const ContactView& view, const Touchable& touchable) {
    const Model& model = view.model;
    if (touchable.kind == TouchableKind::Piece) return model.pieces[touchable.index].convex;
    if (touchable.kind == TouchableKind::Agent) return agent_capsule(model, touchable);
    const Real thickness = model.parts[touchable.part].surface.thickness;
    if (touchable.kind == TouchableKind::Point) return Sphere{thickness};
    const Nodes<3>& nodes = model.triangles[touchable.index];
    const Vec3 centre = motion_of(view, touchable).centre;
    TriangleSolid triangle;
    for (int k = 0; k < 3; ++k) triangle.corners[k] = view.state.x[nodes[k]] - centre;
    triangle.radius = thickness;
    return triangle;
}

Real contact_slack(const ContactView& view) {
    const ContactSettings& contact = view.model.contact;
    constexpr Real felt =
        12;  // ranges of an exponential field: beyond, it is 6e-6 of what it is at the surface
    const Real field =
        contact.penalty.kind == ResponseKind::ExponentialField ? felt * contact.penalty.range : 0;
    return view.model.gravity.norm() * view.length * view.length + 4 * contact.slop + field;
}

void update_boxes(const ContactView& view, const std::vector<Aabb>& obstacle_boxes,
                  InteractionScratch& scratch) {
    const Real slack = contact_slack(view);
    parallel_for(
        static_cast<int>(scratch.touchables.size()),
        [&](int k) {
            const Touchable& touchable = scratch.touchables[k];
            scratch.boxes[k] = touchable.kind == TouchableKind::Obstacle
                                   ? obstacle_box(view, touchable.index, obstacle_boxes[touchable.index])
                               : touchable.kind == TouchableKind::Skin
                                   ? skin_box(view, touchable.index, slack)
                                   : swept_box(view, touchable, slack);
        },
        256);
}

}  // namespace souple
