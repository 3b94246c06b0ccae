// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/settle_movers.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/dynamics/contact/list_islands.h"
#include "souple/dynamics/contact/tree_movers.h"
#include "souple/dynamics/contact/turn_bodies.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

Mat3 inverse_inertia(const Vec3& moments, const Quat& q) {
    const Mat3 axes = q.toRotationMatrix();
    return axes * moments.cwiseInverse().asDiagonal() * axes.transpose();
}

/// [J] that impulses have taken from a mover, less the weight that they lift.
Real lost_to_impulses(const Model& model, Real h, int m, int frames, const InteractionScratch& scratch) {
    const MoverVelocity &free = scratch.free_velocity[m], &now = scratch.movers.velocity[m];
    const Real lift = std::max(-h * model.gravity.dot(now.v - free.v), Real(0));  // [J/kg]
    if (m < frames) {
        const FrameInertia& inertia = model.frame_inertia[m];
        const Quat& q = scratch.q_free[m];
        return kinetic_energy(inertia, q, free) - kinetic_energy(inertia, q, now) - inertia.mass * lift;
    }
    if (model.inv_mass[m - frames] <= 0) return 0;
    const Real mass = model.point_mass[m - frames];
    return mass * (0.5 * (free.v.squaredNorm() - now.v.squaredNorm()) - lift);
}

/// Marks frames that put energy into springs, bonds, skins or joints: what they lose is still there.
void mark_held(const Model& model, std::vector<std::uint8_t>& held) {
    held.assign(model.frame_inertia.size(), 0);
    for (const Part& part : model.parts)
        if (part.oriented >= 0)
            std::fill_n(held.begin() + part.frames.begin, part.frames.count, std::uint8_t(1));
    for (const Link& link : model.links)
        for (const MaterialPoint& end : {link.a, link.b})
            if (end.frame >= 0) held[end.frame] = 1;
}

/// [J] that a free body has lost. One that nothing holds has lost to contacts, or to air, what it has less
/// than at the start of the interval, pushes apart.
Real lost_by_body(const Model& model, Real h, const Vec3& pushed, int m, const State& state,
                  const InteractionScratch& scratch) {
    const Real to_impulses = lost_to_impulses(model, h, m, state.frames.count(), scratch);
    if (scratch.held[m]) return to_impulses;
    const FrameInertia& inertia = model.frame_inertia[m];
    const Vec3 way = state.frames.x[m] - pushed - scratch.start_centre[m];
    const Real since_start = kinetic_energy(inertia, scratch.q_start[m], scratch.start_velocity[m]) +
                             inertia.mass * model.gravity.dot(way) -
                             kinetic_energy(inertia, scratch.q_free[m], scratch.movers.velocity[m]);
    return std::max(since_start, to_impulses);
}

/// [J] that a frame gains by the turn of impulses.
Real turning_gain(const Model& model, int m, const State& state, const InteractionScratch& scratch) {
    if (m >= state.frames.count() || is_link(scratch.movers, m)) return 0;
    const Vec3& moments = model.frame_inertia[m].moments;
    if (is_isotropic(moments)) return 0;
    const Vec3 momentum = angular_momentum(moments, {scratch.q_free[m], scratch.movers.velocity[m].w});
    return turning_energy(moments, state.frames.q[m], momentum) -
           turning_energy(moments, scratch.q_free[m], momentum);
}

/// Whether turning by impulses gives bodies no more than impulses have taken, or takes no more: then it is a
/// part of what they do. Otherwise energy would rise, or be lost where nothing takes it.
bool is_turning_paid(const Model& model, Real h, bool pushed, const State& state,
                     InteractionScratch& scratch) {
    const int frames = state.frames.count(), count = static_cast<int>(scratch.touched.size());
    const Real gain = parallel_sum(
        count, Real(0), [&](int k) { return turning_gain(model, scratch.touched[k], state, scratch); });
    if (gain == 0) return true;
    mark_held(model, scratch.held);
    const Real lost = parallel_sum(count, Real(0), [&](int k) {
        const int m = scratch.touched[k];
        if (m >= frames || is_link(scratch.movers, m)) return lost_to_impulses(model, h, m, frames, scratch);
        const Vec3 push = pushed ? Vec3(h * scratch.push_velocity[m].v) : Vec3(Vec3::Zero());
        return lost_by_body(model, h, push, m, state, scratch);
    });
    return std::abs(gain) <= std::max(lost, Real(0));
}

/// Spin of a frame from its momentum; pushes turn what is not isotropic here. Returns their work [J].
Real store_spin(const Vec3& moments, const Vec3& push, bool is_paid, int m, const InteractionScratch& scratch,
                Frames& frames) {
    const Vec3 momentum = angular_momentum(moments, {scratch.q_free[m], scratch.movers.velocity[m].w});
    Quat& q = frames.q[m];
    Real work = 0;
    if (!is_isotropic(moments)) {
        if (!is_paid) q = turn_at_same_energy(moments, scratch.q_free[m], q, momentum);
        const Real before = turning_energy(moments, q, momentum);
        q = (to_quaternion(push) * q).normalized();
        work = turning_energy(moments, q, momentum) - before;
    }
    frames.w[m] = spin_of(moments, q, momentum);
    return work;
}

/// [J] of the motion of links, with the inertia they had when impulses found them.
Real energy_of_links(const Movers& movers) {
    Real sum = 0;
    for (const MovedTree& moved : movers.trees) {
        if (!moved.loaded) continue;
        for (const int m : moved.mover) {
            const MoverVelocity& velocity = movers.velocity[m];
            sum += 0.5 * movers.links[m].mass * velocity.v.squaredNorm() +
                   0.5 * velocity.w.dot(movers.links[m].inertia * velocity.w);
        }
    }
    return sum;
}

/// [J] the same in the state.
Real energy_of_links(const Model& model, const State& state, const Movers& movers) {
    const Frames& frames = state.frames;
    Real sum = 0;
    for (const MovedTree& moved : movers.trees) {
        if (!moved.loaded) continue;
        const Range& links = moved.tree->frames;
        for (int f = links.begin; f < links.end(); ++f) {
            const FrameInertia& inertia = model.frame_inertia[f];
            sum += 0.5 * inertia.mass * frames.v[f].squaredNorm() +
                   0.5 * frames.w[f].dot(angular_momentum(inertia.moments, {frames.q[f], frames.w[f]}));
        }
    }
    return sum;
}

/// [J] at the end of the interval, where anchors are then.
Real strain_energy(const Model& model, const Control& control, const State& state, const Part& part,
                   InteractionScratch& scratch) {
    const Moment end{state.x, state.v, state.frames, control.time_t1, &state.oriented};
    const Real elements = element_energy(model, control, part, end);
    if (part.oriented < 0) return elements;
    return elements +
           oriented_energy(model, model.oriented[part.oriented], end, scratch.strained[part.oriented]);
}

/// Calls fn(mover) for the touched points and frames of a part that were pushed; movers are sorted.
template <class Fn>
void for_each_pushed(const Part& part, int frames, const InteractionScratch& scratch, const Fn& fn) {
    const auto visit = [&](int begin, int end) {
        auto m = std::lower_bound(scratch.touched.begin(), scratch.touched.end(), begin);
        for (; m != scratch.touched.end() && *m < end; ++m) {
            const MoverVelocity& push = scratch.push_velocity[*m];
            if (push.v != Vec3::Zero() || push.w != Vec3::Zero()) fn(*m);
        }
    };
    visit(part.frames.begin, part.frames.end());
    visit(frames + part.points.begin, frames + part.points.end());
}

/// [m] Under forces a point of many substeps does not go as far as its velocity at the end says: from rest
/// about half as far. Where an impulse takes back what they gave it, it takes back that way and no more:
/// else contact would wind up springs in every interval.
Vec3 less_than_straight(Real h, const Vec3& x, int m, const InteractionScratch& scratch) {
    const Vec3& free = scratch.free_velocity[m].v;
    const Vec3 change = scratch.movers.velocity[m].v - free;
    const Real size = change.norm();
    if (!(size > 0)) return Vec3::Zero();
    const Vec3 along = change / size;
    const Real against = along.dot(scratch.start_velocity[m].v - free);  // [m/s] that forces gave
    if (!(against > 0)) return Vec3::Zero();
    const Real lag = along.dot(scratch.start_centre[m] + h * free - x);
    return (std::min(Real(1), size / against) * lag) * along;
}

}  // namespace

void load_movers(const Model& model, const State& state, InteractionScratch& scratch) {
    const int frames = state.frames.count();
    scratch.q_free = state.frames.q;
    for_each_touched(scratch, [&](int m) {
        if (m < frames) {
            const FrameInertia& inertia = model.frame_inertia[m];
            scratch.movers.velocity[m] = {state.frames.v[m], state.frames.w[m]};
            scratch.movers.answer[m].inverse_mass = 1 / inertia.mass;
            scratch.movers.answer[m].inverse_inertia = inverse_inertia(inertia.moments, state.frames.q[m]);
        } else {
            scratch.movers.velocity[m].v = state.v[m - frames];
            scratch.movers.answer[m].inverse_mass = model.inv_mass[m - frames];
        }
        scratch.free_velocity[m] = scratch.movers.velocity[m];
        scratch.shift[m].setZero();
        scratch.turn[m].setZero();
    });
}

void shift_places(const Model& model, Real h, bool pushed, const std::vector<PointContact>& met, State& state,
                  InteractionScratch& scratch) {
    const int frames = state.frames.count();
    const auto way_of_link = [&](int m) {
        const MoverVelocity& now = scratch.movers.velocity[m];
        const MoverVelocity& free = scratch.free_velocity[m];
        const MoverVelocity push = pushed ? scratch.push_velocity[m] : MoverVelocity{};
        return Twist{h * (now.w - free.w + push.w) + scratch.turn[m],
                     h * (now.v - free.v + push.v) + scratch.shift[m]};
    };
    move_trees(scratch.movers, std::cref(way_of_link), state);
    for_each_touched(scratch, [&](int m) {
        if (is_link(scratch.movers, m)) return;
        const MoverVelocity& now = scratch.movers.velocity[m];
        const MoverVelocity& free = scratch.free_velocity[m];
        const MoverVelocity push = pushed ? scratch.push_velocity[m] : MoverVelocity{};
        const Vec3 shift = h * (now.v - free.v + push.v) + scratch.shift[m];
        if (m >= frames) {
            const int p = m - frames;
            const bool is_free = met.empty() || met[p].obstacle < 0;  // (else it has been stopped on its way)
            state.x[p] += is_free ? Vec3(shift + less_than_straight(h, state.x[p], m, scratch)) : shift;
            return;
        }
        state.frames.x[m] += shift;
        // (pushes of what spins faster or slower for it come last: their work is reported)
        const bool isotropic = is_isotropic(model.frame_inertia[m].moments);
        const Vec3 push_now = isotropic ? push.w : Vec3(Vec3::Zero());
        const Vec3 turn = h * (now.w - free.w + push_now) + scratch.turn[m];
        state.frames.q[m] = (to_quaternion(turn) * state.frames.q[m]).normalized();
    });
}

Real lifting_work(const Model& model, Real h, const InteractionScratch& scratch) {
    const int count = static_cast<int>(scratch.touched.size());
    return parallel_sum(count, Real(0), [&](int k) {
        const int m = scratch.touched[k];
        const Real inverse_mass = scratch.movers.answer[m].inverse_mass;
        if (inverse_mass <= 0) return Real(0);
        return -h * model.gravity.dot(scratch.push_velocity[m].v) / inverse_mass;
    });
}

Real straining_work(const Model& model, const Control& control, Real h, State& state,
                    InteractionScratch& scratch) {
    const int frames = state.frames.count();
    Real work = 0;
    scratch.strained.resize(model.oriented.size());
    for (const Part& part : model.parts) {
        if (!is_elastic(part)) continue;
        bool any = false;
        for_each_pushed(part, frames, scratch, [&](int) { any = true; });
        if (!any) continue;
        work += strain_energy(model, control, state, part, scratch);
        // (what impacts shifted and where things were before is done with: room for where they are)
        for_each_pushed(part, frames, scratch, [&](int m) {
            Vec3& x = m < frames ? state.frames.x[m] : state.x[m - frames];
            scratch.shift[m] = x;
            x -= h * scratch.push_velocity[m].v;
            if (m >= frames) return;
            scratch.q_free[m] = state.frames.q[m];
            state.frames.q[m] =
                (to_quaternion(-h * scratch.push_velocity[m].w) * state.frames.q[m]).normalized();
        });
        work -= strain_energy(model, control, state, part, scratch);
        for_each_pushed(part, frames, scratch, [&](int m) {
            (m < frames ? state.frames.x[m] : state.x[m - frames]) = scratch.shift[m];
            if (m < frames) state.frames.q[m] = scratch.q_free[m];
        });
    }
    return work;
}

Real store_movers(const Model& model, Real h, bool pushed, State& state, InteractionScratch& scratch) {
    const int frames = state.frames.count();
    const Real links_before = energy_of_links(scratch.movers);
    store_trees(model, scratch.movers, state);
    const Real of_links = energy_of_links(model, state, scratch.movers) - links_before;
    const bool is_paid = is_turning_paid(model, h, pushed, state, scratch);
    return of_links + parallel_sum(static_cast<int>(scratch.touched.size()), Real(0), [&](int k) {
               const int m = scratch.touched[k];
               if (is_link(scratch.movers, m)) return Real(0);
               const MoverVelocity& velocity = scratch.movers.velocity[m];
               if (m >= frames) {
                   state.v[m - frames] = velocity.v;
                   return Real(0);
               }
               state.frames.v[m] = velocity.v;
               const Vec3 push = pushed ? Vec3(h * scratch.push_velocity[m].w) : Vec3(Vec3::Zero());
               return store_spin(model.frame_inertia[m].moments, push, is_paid, m, scratch, state.frames);
           });
}

}  // namespace souple
