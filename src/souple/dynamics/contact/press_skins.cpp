// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/press_skins.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "souple/math/rotation.h"

namespace souple {

namespace {

bool touches_nothing(const Model& model, int part) {
    return part >= 0 && model.parts[part].surface.touches == Touches::Nothing;
}

/// Links answer with their trees: push_links.
bool is_of_tree(const Model& model, int frame) {
    return std::any_of(model.trees.begin(), model.trees.end(), [frame](const ArticulatedTree& tree) {
        return frame >= tree.frames.begin && frame < tree.frames.end();
    });
}

}  // namespace

TouchingSkin touching_skin(const FrameSkin& skin, const PlacedSkin& placed) {
    return {{&placed.field, skin.pressure},
            skin.seeds,
            placed.places,
            placed.x,
            placed.v,
            placed.w,
            placed.yield,
            placed.duration};
}

bool may_press(const Model& model, int a, int b) {
    if (touches_nothing(model, a) || touches_nothing(model, b)) return false;
    for (const auto& [p, q] : model.strangers)
        if ((p == a && q == b) || (p == b && q == a)) return false;
    return true;
}

void give_impulse(const Model& model, int f, const Vec3& force, const Vec3& torque, Real h, Frames& frames) {
    const FrameInertia& inertia = model.frame_inertia[f];
    const Vec3 body_torque = frames.q[f].conjugate() * torque;
    frames.v[f] += h / inertia.mass * force;
    frames.w[f] += frames.q[f] * Vec3(h * body_torque.cwiseQuotient(inertia.moments));
}

namespace {

/// The gentler of two surfaces, as for other contacts: the mean of damping, the root of both frictions.
SkinFeel feel_between(const SkinFeel& a, const SkinFeel& b) {
    return {std::sqrt(a.friction * b.friction), 0.5 * (a.damping + b.damping),
            std::max(a.slip_speed, b.slip_speed)};
}

/// Every seed that is on the skin is looked at once for each thing near.
void count_looks(PlacedSkin& placed) {
    for (const SeedPlace& place : placed.places) placed.looked_at += place.is_valid() ? 1 : 0;
}

void count_touches(std::span<const SkinTouch> touches, PlacedSkin& placed, SkinScratch& scratch) {
    placed.touching += static_cast<int>(touches.size());
    scratch.touch_count += static_cast<int>(touches.size());
    for (const SkinTouch& touch : touches) placed.deepest = std::max(placed.deepest, touch.depth);
    scratch.deepest_press = std::max(scratch.deepest_press, placed.deepest);
}

void press_pair(std::span<const FrameSkin> skins, const Model& model, int a, int b, SkinScratch& scratch) {
    PlacedSkin &at_a = scratch.placed[a], &at_b = scratch.placed[b];
    if (!at_a.field.box.overlaps(at_b.field.box)) return;
    if (!may_press(model, skins[a].part, skins[b].part)) return;
    const TouchingSkin one = touching_skin(skins[a], at_a), other = touching_skin(skins[b], at_b);
    const SkinFeel feel = feel_between(skins[a].feel, skins[b].feel);
    find_touches(one, other, scratch.touches);
    find_touches(other, one, scratch.touches_back);
    add_press(one, other, scratch.touches, feel, 0.5, at_a.loads, at_b.loads);
    add_press(other, one, scratch.touches_back, feel, 0.5, at_b.loads, at_a.loads);
    add_friction(one, other, scratch.touches, feel, 0.5, at_a.loads, at_b.loads);
    add_friction(other, one, scratch.touches_back, feel, 0.5, at_b.loads, at_a.loads);
    at_a.stored += stored_energy(one, scratch.touches);
    at_b.stored += stored_energy(other, scratch.touches_back);
    count_looks(at_a);
    count_looks(at_b);
    count_touches(scratch.touches, at_a, scratch);
    count_touches(scratch.touches_back, at_b, scratch);
}

}  // namespace

void press_on_solid(const FrameSkin& skin, const HardSolid& solid, Real friction, PlacedSkin& placed,
                    SkinScratch& scratch, SolidLoad* on_solid) {
    const TouchingSkin own = touching_skin(skin, placed);
    SkinFeel feel = skin.feel;
    feel.friction = std::sqrt(feel.friction * friction);
    find_touches(own, solid, scratch.touches);
    add_press(own, solid, scratch.touches, feel, placed.loads, on_solid);
    add_friction(own, solid, scratch.touches, feel, placed.loads, on_solid);
    placed.stored += stored_energy(own, scratch.touches);
    count_touches(scratch.touches, placed, scratch);
}

namespace {

Aabb placed_box(const Obstacle& obstacle, const ObstacleMotion& motion) {
    return placed(bounds(obstacle.shape), motion.pose_t1);
}

bool stands_still(const ObstacleMotion& motion) {
    return motion.pose_t0.position == motion.pose_t1.position &&
           motion.pose_t0.rotation.coeffs() == motion.pose_t1.rotation.coeffs();
}

/// An obstacle at the end of the interval; what a mesh sequence deforms is not met.
void press_on_obstacle(const FrameSkin& skin, const Obstacle& obstacle, const ObstacleMotion& motion, Real h,
                       PlacedSkin& placed, SkinScratch& scratch) {
    const Aabb box = placed_box(obstacle, motion);
    if (obstacle.deforming || !box.overlaps(placed.field.box)) return;
    const Real farthest = placed.field.box.size().norm();
    const auto nearest = [&](const Vec3& p) {
        return nearest_surface(obstacle.shape, motion.pose_t1.to_local(p), farthest);
    };
    const HardSolid solid{[&](const Vec3& p) { return nearest(p).distance; },
                          [&](const Vec3& p) { return Vec3(motion.pose_t1.rotation * nearest(p).normal); },
                          [&](const Vec3& p) {
                              const Vec3 before = motion.pose_t0.to_world(motion.pose_t1.to_local(p));
                              return Vec3((p - before) / h);
                          },
                          box};
    press_on_solid(skin, solid, obstacle.friction, placed, scratch, nullptr);
    if (!scratch.touches.empty()) (stands_still(motion) ? placed.on_still : placed.on_driven) = true;
    count_looks(placed);
}

/// The face or side that p is least deep under: exact inside, where alone it is asked for.
Nearest nearest_of(const ConvexHull& hull, const Vec3& p) {
    Nearest nearest{-INFINITY, Vec3::UnitY()};
    for (int f = 0; f < hull.face_count(); ++f)
        if (const Real distance = hull.normals[f].dot(p) - hull.offsets[f]; distance > nearest.distance)
            nearest = {distance, hull.normals[f]};
    return nearest;
}
Nearest nearest_of(const Cylinder& cylinder, const Vec3& p) {
    const Vec3 across(p.x(), 0, p.z());
    const Real radius = across.norm(), aside = radius - cylinder.radius;
    const Real above = std::abs(p.y()) - cylinder.half_length;
    if (above > aside || !(radius > 0)) return {above, p.y() < 0 ? Vec3(0, -1, 0) : Vec3(0, 1, 0)};
    return {aside, across / radius};
}

/// [m/s], [rad/s] how much faster a frame goes on the average of an interval than at its start.
struct Drift {
    Vec3 v = Vec3::Zero(), w = Vec3::Zero();
};

Drift drift_of(const Frames& start, const Frames& now, int f, Real h) {
    if (start.count() != now.count()) return {};
    return {(now.x[f] - start.x[f]) / h - start.v[f],
            to_rotation_vector(now.q[f] * start.q[f].conjugate()) / h - start.w[f]};
}

/// [1/(kg m^2)] the change of spin for an angular impulse, in the axes of the world.
Mat3 turning_answer(const FrameInertia& inertia, const Mat3& axes) {
    return axes * inertia.moments.cwiseInverse().asDiagonal() * axes.transpose();
}

/// [1/kg] how much the places of a body in this box give way to an impulse, at the most.
Real yield_of(const FrameInertia& inertia, const Vec3& centre, const Aabb& box) {
    const Vec3 farthest = (box.low - centre).cwiseAbs().cwiseMax((box.high - centre).cwiseAbs());
    return 1 / inertia.mass + farthest.squaredNorm() / inertia.moments.minCoeff();
}

/// A rigid body, which is pushed back as hard.
void press_on_piece(const FrameSkin& skin, const Model& model, int index, const Frames& frames,
                    PlacedSkin& placed, SkinScratch& scratch) {
    const BodyPiece& piece = model.pieces[index];
    const Pose pose = Pose{frames.x[piece.frame], frames.q[piece.frame]} * piece.pose;
    const Aabb box = piece.mesh ? bounds(Solid{{}, piece.mesh}, pose) : bounds(piece.convex, pose);
    if (!box.overlaps(placed.field.box)) return;
    const Real farthest = placed.field.box.size().norm();
    const auto nearest = [&](const Vec3& p) { return nearest_of(piece, pose.to_local(p), farthest); };
    const int f = piece.frame;
    const FrameInertia& inertia = model.frame_inertia[f];
    const Mat3 to_turn = turning_answer(inertia, frames.q[f].toRotationMatrix());
    const Drift drift = drift_of(scratch.start, frames, f, placed.duration);
    SolidLoad& load = scratch.on_pieces[index];
    load.about = frames.x[f];
    const auto faster = [&](const Vec3& p) {
        const Vec3 v = drift.v + placed.duration / inertia.mass * load.force;
        const Vec3 w = drift.w + placed.duration * (to_turn * load.torque);
        return Vec3(v + w.cross(p - frames.x[f]));
    };
    const HardSolid solid{
        [&](const Vec3& p) { return nearest(p).distance; },
        [&](const Vec3& p) { return Vec3(pose.rotation * nearest(p).normal); },
        [&frames, f](const Vec3& p) { return Vec3(frames.v[f] + frames.w[f].cross(p - frames.x[f])); },
        box,
        yield_of(inertia, frames.x[f], box),
        std::cref(faster)};
    press_on_solid(skin, solid, piece.material.friction, placed, scratch, &load);
    placed.on_body = placed.on_body || !scratch.touches.empty();
    count_looks(placed);
}

void note_yield(const FrameSkin& skin, const Model& model, Real h, const Frames& start, const Frames& frames,
                PlacedSkin& placed) {
    placed.duration = h;
    placed.yield.resize(skin.frames.size());
    for (std::size_t c = 0; c < skin.frames.size(); ++c) {
        const int f = skin.frames[c];
        const FrameInertia& inertia = model.frame_inertia[f];
        const Drift drift = drift_of(start, frames, f, h);
        placed.yield[c] = {1 / inertia.mass, turning_answer(inertia, frames.q[f].toRotationMatrix()), drift.v,
                           drift.w};
    }
}

bool has_skin(std::span<const FrameSkin> skins, int part) {
    return std::any_of(skins.begin(), skins.end(),
                       [part](const FrameSkin& skin) { return skin.part == part; });
}

/// Skins meet each other as skins: balls of a part that has one are not bodies to them.
void press_on_bodies(std::span<const FrameSkin> skins, const Model& model, const Frames& frames,
                     SkinScratch& scratch) {
    scratch.on_pieces.assign(model.pieces.size(), {});
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p) {
        if (model.parts[p].pieces.empty() || has_skin(skins, p)) continue;
        for (std::size_t s = 0; s < skins.size(); ++s) {
            if (!may_press(model, skins[s].part, p)) continue;
            for (int k = model.parts[p].pieces.begin; k < model.parts[p].pieces.end(); ++k)
                press_on_piece(skins[s], model, k, frames, scratch.placed[s], scratch);
        }
    }
}

void give_impulses(std::span<const FrameSkin> skins, const Model& model, const SkinScratch& scratch, Real h,
                   Frames& frames) {
    for (std::size_t s = 0; s < skins.size(); ++s) {
        const CarrierLoads& loads = scratch.placed[s].loads;
        for (std::size_t c = 0; c < skins[s].frames.size(); ++c)
            give_impulse(model, skins[s].frames[c], loads.force[c], loads.torque[c], h, frames);
    }
    for (std::size_t k = 0; k < model.pieces.size(); ++k)
        if (const SolidLoad& load = scratch.on_pieces[k];
            !load.force.isZero(0) && !is_of_tree(model, model.pieces[k].frame))
            give_impulse(model, model.pieces[k].frame, load.force, load.torque, h, frames);
}

}  // namespace

Nearest nearest_of(const BodyPiece& piece, const Vec3& p, Real farthest) {
    if (piece.mesh) return nearest_surface(MeshShape{piece.mesh}, p, farthest);
    if (const auto* sphere = std::get_if<Sphere>(&piece.convex)) return nearest_surface(*sphere, p, farthest);
    if (const auto* box = std::get_if<Box>(&piece.convex)) return nearest_surface(*box, p, farthest);
    if (const auto* capsule = std::get_if<Capsule>(&piece.convex))
        return nearest_surface(*capsule, p, farthest);
    if (const auto* round = std::get_if<Ellipsoid>(&piece.convex))
        return nearest_surface(*round, p, farthest);
    if (const auto* cylinder = std::get_if<Cylinder>(&piece.convex)) return nearest_of(*cylinder, p);
    if (const auto* hull = std::get_if<Hull>(&piece.convex)) return nearest_of(*hull->hull, p);
    return {farthest, Vec3::UnitY()};
}

void place_field(const FrameSkin& skin, const Frames& frames, PlacedSkin& placed) {
    const std::size_t count = skin.frames.size();
    placed.carriers.resize(count);
    placed.x.resize(count);
    placed.v.resize(count);
    placed.w.resize(count);
    for (std::size_t c = 0; c < count; ++c) {
        const int f = skin.frames[c];
        placed.carriers[c] = {frames.x[f], frames.q[f]};
        placed.x[c] = frames.x[f];
        placed.v[c] = frames.v[f];
        placed.w[c] = frames.w[f];
    }
    if (skin.rest_volume.empty()) {
        pose_field(placed.field, skin.primitives, placed.carriers);
        return;
    }
    placed.keeper.rest = skin.rest_volume;
    placed.keeper.offsets.assign(count, 0);
    keep_volume(placed.keeper, skin.primitives, skin.seeds, placed.carriers, skin.volume_passes, placed.field,
                placed.places);
}

void place_skin(const FrameSkin& skin, const Frames& frames, PlacedSkin& placed) {
    place_field(skin, frames, placed);
    follow_skin(placed.field, skin.seeds, placed.carriers, StrayedSeeds::Left, placed.places);
    placed.loads.reset(skin.frames.size());
    placed.stored = 0;
    placed.looked_at = placed.touching = 0;
    placed.deepest = 0;
    placed.on_body = placed.on_still = placed.on_driven = false;
}

void load_skins(std::span<const FrameSkin> skins, const Model& model, const Control& control, Real h,
                const Frames& frames, SkinScratch& scratch) {
    const int count = static_cast<int>(skins.size());
    scratch.placed.resize(count);
    scratch.touch_count = 0;
    scratch.deepest_press = 0;
    if (count == 0) return;
    for (int s = 0; s < count; ++s) {
        place_skin(skins[s], frames, scratch.placed[s]);
        note_yield(skins[s], model, h, scratch.start, frames, scratch.placed[s]);
    }
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) press_pair(skins, model, a, b, scratch);
    for (int s = 0; s < count; ++s) {
        if (skins[s].part >= 0 && !model.parts[skins[s].part].surface.collides) continue;
        for (std::size_t o = 0; o < control.obstacles.size(); ++o)
            press_on_obstacle(skins[s], model.obstacles[o], control.obstacles[o], h, scratch.placed[s],
                              scratch);
    }
    press_on_bodies(skins, model, frames, scratch);
}

Real pressed_energy(const Model& model, const Control& control, const Frames& frames, const Part& part) {
    const auto is_own = [&](const FrameSkin& skin) {
        return skin.part >= 0 && &model.parts[skin.part] == &part;
    };
    if (std::none_of(model.skins.begin(), model.skins.end(), is_own)) return 0;
    SkinScratch scratch;
    load_skins(model.skins, model, control, 1, frames, scratch);
    Real sum = 0;
    for (std::size_t s = 0; s < model.skins.size(); ++s)
        if (is_own(model.skins[s])) sum += scratch.placed[s].stored;
    return sum;
}

void press_skins(std::span<const FrameSkin> skins, const Model& model, const Control& control, Real h,
                 Frames& frames, SkinScratch& scratch) {
    load_skins(skins, model, control, h, frames, scratch);
    if (!skins.empty()) give_impulses(skins, model, scratch, h, frames);
}

}  // namespace souple
