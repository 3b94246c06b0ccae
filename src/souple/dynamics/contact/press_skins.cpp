// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/press_skins.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

TouchingSkin touching_skin(const FrameSkin& skin, const PlacedSkin& placed) {
    return {{&placed.field, skin.pressure}, skin.seeds, placed.places, placed.x, placed.v, placed.w};
}

/// The gentler of two surfaces, as for other contacts: the mean of damping, the root of both frictions.
SkinFeel feel_between(const SkinFeel& a, const SkinFeel& b) {
    return {std::sqrt(a.friction * b.friction), 0.5 * (a.damping + b.damping),
            std::max(a.slip_speed, b.slip_speed)};
}

void press_pair(std::span<const FrameSkin> skins, int a, int b, SkinScratch& scratch) {
    PlacedSkin &at_a = scratch.placed[a], &at_b = scratch.placed[b];
    if (!at_a.field.box.overlaps(at_b.field.box)) return;
    const TouchingSkin one = touching_skin(skins[a], at_a), other = touching_skin(skins[b], at_b);
    const SkinFeel feel = feel_between(skins[a].feel, skins[b].feel);
    find_touches(one, other, scratch.touches);
    add_loads(one, other, scratch.touches, feel, 0.5, at_a.loads, at_b.loads);
    scratch.touch_count += static_cast<int>(scratch.touches.size());
    find_touches(other, one, scratch.touches);
    add_loads(other, one, scratch.touches, feel, 0.5, at_b.loads, at_a.loads);
    scratch.touch_count += static_cast<int>(scratch.touches.size());
}

/// An obstacle at the end of the interval; what a mesh sequence deforms is not met.
void press_on_obstacle(const FrameSkin& skin, const Obstacle& obstacle, const ObstacleMotion& motion, Real h,
                       PlacedSkin& placed, SkinScratch& scratch) {
    if (obstacle.deforming) return;
    const Real farthest = placed.field.box.size().norm();
    const auto nearest = [&](const Vec3& p) {
        return nearest_surface(obstacle.shape, motion.pose_t1.to_local(p), farthest);
    };
    const HardSolid solid{[&](const Vec3& p) { return nearest(p).distance; },
                          [&](const Vec3& p) { return Vec3(motion.pose_t1.rotation * nearest(p).normal); },
                          [&](const Vec3& p) {
                              const Vec3 before = motion.pose_t0.to_world(motion.pose_t1.to_local(p));
                              return Vec3((p - before) / h);
                          }};
    const TouchingSkin own = touching_skin(skin, placed);
    SkinFeel feel = skin.feel;
    feel.friction = std::sqrt(feel.friction * obstacle.friction);
    find_touches(own, solid, scratch.touches);
    add_loads(own, solid, scratch.touches, feel, placed.loads);
    scratch.touch_count += static_cast<int>(scratch.touches.size());
}

void give_impulses(const FrameSkin& skin, const PlacedSkin& placed, const Model& model, Real h,
                   Frames& frames) {
    for (std::size_t c = 0; c < skin.frames.size(); ++c) {
        const int f = skin.frames[c];
        const FrameInertia& inertia = model.frame_inertia[f];
        const Vec3 body_torque = frames.q[f].conjugate() * placed.loads.torque[c];
        frames.v[f] += h / inertia.mass * placed.loads.force[c];
        frames.w[f] += frames.q[f] * Vec3(h * body_torque.cwiseQuotient(inertia.moments));
    }
}

}  // namespace

void place_skin(const FrameSkin& skin, const Frames& frames, PlacedSkin& placed) {
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
    placed.loads.reset(count);
    if (skin.rest_volume.empty()) {
        pose_field(placed.field, skin.primitives, placed.carriers);
        follow_skin(placed.field, skin.seeds, placed.carriers, placed.places);
        return;
    }
    placed.keeper.rest = skin.rest_volume;
    placed.keeper.offsets.assign(count, 0);
    keep_volume(placed.keeper, skin.primitives, skin.seeds, placed.carriers, skin.volume_passes, placed.field,
                placed.places);
}

void press_skins(std::span<const FrameSkin> skins, const Model& model, const Control& control, Real h,
                 Frames& frames, SkinScratch& scratch) {
    const int count = static_cast<int>(skins.size());
    scratch.placed.resize(count);
    scratch.touch_count = 0;
    for (int s = 0; s < count; ++s) place_skin(skins[s], frames, scratch.placed[s]);
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) press_pair(skins, a, b, scratch);
    for (int s = 0; s < count; ++s) {
        for (std::size_t o = 0; o < control.obstacles.size(); ++o)
            press_on_obstacle(skins[s], model.obstacles[o], control.obstacles[o], h, scratch.placed[s],
                              scratch);
        give_impulses(skins[s], scratch.placed[s], model, h, frames);
    }
}

}  // namespace souple
