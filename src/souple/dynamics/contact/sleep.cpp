// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/sleep.h"

#include <algorithm>
#include <cmath>

#include "souple/core/joined_sets.h"
#include "souple/dynamics/hair/pull_carriers.h"

namespace souple {

namespace {

bool is_frame(const ContactView& view, const ManifoldSide& side) {
    return side.mover >= 0 && side.mover < view.state.frames.count();
}

/// A side that may set the other one moving by itself.
bool disturbs(const ContactView& view, const ManifoldSide& side) {
    if (side.obstacle < 0) return !is_frame(view, side);
    const TouchableMotion motion = motion_of(view, {TouchableKind::Obstacle, side.obstacle, -1});
    return view.model.obstacles[side.obstacle].deforming || !motion.v.isZero(0) || !motion.w.isZero(0);
}

/// [s] nothing is known before the first step.
Real quiet_of(const State& state, int frame) {
    return frame < static_cast<int>(state.quiet.size()) ? state.quiet[frame] : 0;
}

/// [m/s] of the centre and of the turning, at the radius of gyration.
Real speed_of(const FrameInertia& inertia, const Vec3& v, const Vec3& w) {
    return std::sqrt(v.squaredNorm() + w.squaredNorm() * inertia.moments.maxCoeff() / inertia.mass);
}

}  // namespace

void find_sleepers(const ContactView& view, InteractionScratch& scratch) {
    scratch.resting.clear();
    scratch.asleep.clear();
    if (!view.model.contact.sleeping) return;
    const int frames = view.state.frames.count();
    std::vector<int>& island = scratch.island;
    begin_sets(island, frames);  // its lowest frame names it
    scratch.may_sleep.assign(frames, 0);
    for (const int k : scratch.active) {
        const Manifold& manifold = scratch.manifolds[k];
        const bool frame_a = is_frame(view, manifold.a), frame_b = is_frame(view, manifold.b);
        if (frame_a && frame_b) join_sets(island, manifold.a.mover, manifold.b.mover);
        if (frame_a) scratch.may_sleep[manifold.a.mover] = 1;
        if (frame_b) scratch.may_sleep[manifold.b.mover] = 1;
    }
    for (const Link& link : view.model.links)
        for (const int frame : {link.a.frame, link.b.frame})
            if (frame >= 0) scratch.may_sleep[frame] = 0;
    for (const ArticulatedTree& tree : view.model.trees)
        for (int f = tree.frames.begin; f < tree.frames.end(); ++f) scratch.may_sleep[f] = 0;
    const HandForces& hands = view.control.by_hand;
    for (int f = 0; !hands.frame.empty() && f < frames; ++f)
        if (!hands.frame[f].isZero(0) || !hands.torque[f].isZero(0)) scratch.may_sleep[f] = 0;
    for (const Hair& hair : view.model.hair)
        if (is_felt(view.model, hair)) scratch.may_sleep[carrier_of_roots(view.model, hair)] = 0;
    // an island is as awake as its most restless body
    scratch.awake.assign(frames, 0);
    for (int f = 0; f < frames; ++f)
        if (!scratch.may_sleep[f] || quiet_of(view.state, f) < view.model.contact.sleep_time)
            scratch.awake[first_of_set(island, f)] = 1;
    for (const int k : scratch.active) {
        const Manifold& manifold = scratch.manifolds[k];
        if (is_frame(view, manifold.a) && disturbs(view, manifold.b))
            scratch.awake[first_of_set(island, manifold.a.mover)] = 1;
        if (is_frame(view, manifold.b) && disturbs(view, manifold.a))
            scratch.awake[first_of_set(island, manifold.b.mover)] = 1;
    }
    for (int f = 0; f < frames; ++f)
        if (!scratch.awake[first_of_set(island, f)])
            scratch.asleep.push_back({f, view.state.frames.x[f], view.state.frames.q[f]});
    const auto sleeps = [&](const ManifoldSide& side) {
        return side.obstacle >= 0 ||
               (is_frame(view, side) && !scratch.awake[first_of_set(island, side.mover)]);
    };
    const auto split = std::stable_partition(scratch.active.begin(), scratch.active.end(), [&](int k) {
        return !(sleeps(scratch.manifolds[k].a) && sleeps(scratch.manifolds[k].b));
    });
    scratch.resting.assign(split, scratch.active.end());
    scratch.active.erase(split, scratch.active.end());
}

void keep_asleep(InteractionScratch& scratch, State& state) {
    for (const Sleeper& sleeper : scratch.asleep) {
        state.frames.x[sleeper.frame] = sleeper.x;
        state.frames.q[sleeper.frame] = sleeper.q;
        state.frames.v[sleeper.frame].setZero();
        state.frames.w[sleeper.frame].setZero();
    }
}

void count_quiet(const Model& model, Real length, State& state) {
    if (!model.contact.sleeping) return;
    state.quiet.resize(state.frames.x.size(), 0);
    for (int f = 0; f < state.frames.count(); ++f) {
        const Real speed = speed_of(model.frame_inertia[f], state.frames.v[f], state.frames.w[f]);
        state.quiet[f] = speed < model.contact.sleep_speed ? state.quiet[f] + length : 0;
    }
}

}  // namespace souple
