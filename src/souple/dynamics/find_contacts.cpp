// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Boxes of the obstacles over the whole interval; each substep then looks only where its points went.
#include "souple/core/parallel.h"
#include "souple/dynamics/contact/foresee_snaps.h"
#include "souple/dynamics/contact/interactions.h"
#include "souple/dynamics/contact/solve_links.h"
#include "souple/dynamics/contact/touchables.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/step.h"

namespace souple {

namespace {

Aabb box_of(const DeformingSurface& surface) {
    Aabb box;
    for (const Vec3& p : surface.points_t0) box.extend(p);
    for (const Vec3& p : surface.points_t1) box.extend(p);
    return box;
}

/// A turning obstacle sweeps a ball: its farthest corner bounds every orientation.
Aabb box_of(const Shape& shape, const Pose& pose_t0, const Pose& pose_t1) {
    const Aabb local = bounds(shape);
    if (pose_t0.position == pose_t1.position && pose_t0.rotation.coeffs() == pose_t1.rotation.coeffs())
        return placed(local, pose_t0);
    if (!is_finite(local.low) || !is_finite(local.high)) return local;
    const Real reach = local.low.cwiseAbs().cwiseMax(local.high.cwiseAbs()).norm();
    Aabb box;
    box.extend(pose_t0.position);
    box.extend(pose_t1.position);
    box.inflate(reach);
    return box;
}

/// Only agents need to know: their legs go on pressing whatever a sheet answers.
void foresee_step(const Interval& interval, const Control& control, const State& state,
                  InteractionScratch& scratch) {
    if (interval.model.crowds.empty()) return scratch.thrown.clear();
    const Real length = interval.length * interval.count;
    foresee_snaps(interval.model, state, length, contact_slack({interval.model, control, state, length}),
                  scratch.pull, scratch.thrown);
}

}  // namespace

void find_contacts(const Interval& interval, const Control& control, const State& state, Scratch& scratch) {
    const Zone zone(scratch.profile, Stage::FindContacts);
    ContactScratch& contact = scratch.contact;
    for (std::size_t o = 0; o < interval.model.obstacles.size(); ++o) {
        const Obstacle& obstacle = interval.model.obstacles[o];
        const ObstacleMotion& motion = control.obstacles[o];
        contact.obstacle_boxes[o] = obstacle.deforming
                                        ? box_of(motion.surface)
                                        : box_of(obstacle.shape, motion.pose_t0, motion.pose_t1);
    }
    if (!interval.model.obstacles.empty())
        parallel_for(static_cast<int>(contact.met.size()), [&](int i) { contact.met[i] = {}; });
    if (!interval.model.skins.empty()) scratch.skins.start = state.frames;
    note_gaps(interval.model, state, scratch.links);
    if (interval.index == 0) foresee_step(interval, control, state, scratch.interaction);
    find_interactions(interval, control, state, scratch);
}

}  // namespace souple
