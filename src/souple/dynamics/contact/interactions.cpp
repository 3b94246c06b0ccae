// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/interactions.h"

#include <fmt/format.h>

#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/bounce.h"
#include "souple/dynamics/contact/colour_rows.h"
#include "souple/dynamics/contact/find_pairs.h"
#include "souple/dynamics/contact/penalize.h"
#include "souple/dynamics/contact/sleep.h"
#include "souple/dynamics/contact/solve_resting.h"
#include "souple/dynamics/contact/touch_pair.h"
#include "souple/dynamics/contact/touchables.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

constexpr int narrow_grain = 64;  ///< pairs: a microsecond each

void resize_movers(const Model& model, InteractionScratch& scratch) {
    const std::size_t count = model.frame_inertia.size() + model.point_mass.size();
    scratch.movers.velocity.resize(count);
    scratch.movers.answer.resize(count);
    scratch.free_velocity.resize(count);
    scratch.start_velocity.resize(count);
    scratch.start_centre.resize(count);
    scratch.rows_centre.resize(count);
    scratch.has_moved.resize(count);
    scratch.rows_turn.resize(model.frame_inertia.size());
    scratch.shift.resize(count);
    scratch.turn.resize(count);
}

/// Impulses of the step before, point by point where the same features touch.
void recall(const std::vector<ManifoldMemory>& memory, Manifold& manifold) {
    const auto before = [](const ManifoldMemory& m, const Manifold& key) {
        return m.pair != key.pair ? m.pair < key.pair : m.sub < key.sub;
    };
    const auto found = std::lower_bound(memory.begin(), memory.end(), manifold, before);
    if (found == memory.end() || found->pair != manifold.pair || found->sub != manifold.sub) return;
    bool any = false;
    for (int k = 0; k < manifold.count; ++k)
        for (int j = 0; j < found->count; ++j)
            if (found->features[j] == manifold.points[k].feature) {
                manifold.normal_impulse[k] = found->normal[j];
                any = true;
            }
    if (!any) return;
    manifold.tangent_impulse = found->tangent - found->tangent.dot(manifold.normal) * manifold.normal;
    manifold.twist_impulse = found->twist;
}

void seek(const ContactView& view, InteractionScratch& scratch) {
    const int count = static_cast<int>(scratch.pairs.size());
    scratch.manifolds.resize(scratch.pairs.size());
    const bool triangles = !view.model.triangles.empty();
    scratch.movers.spreads.resize(triangles ? scratch.pairs.size() : 0);
    parallel_for(
        count,
        [&](int k) {
            const Touchable& a = scratch.touchables[scratch.pairs[k].a];
            const Touchable& b = scratch.touchables[scratch.pairs[k].b];
            Manifold& manifold = scratch.manifolds[k];
            manifold.pair = (std::uint64_t(scratch.pairs[k].a) << 32) | std::uint32_t(scratch.pairs[k].b);
            manifold.sub = 0;
            manifold.count = 0;
            if (!touches_several(view, a, b)) touch_pair(view, a, b, k, manifold, scratch.movers);
        },
        narrow_grain);
    for (int k = 0; k < count; ++k) {
        const Touchable& a = scratch.touchables[scratch.pairs[k].a];
        const Touchable& b = scratch.touchables[scratch.pairs[k].b];
        if (!touches_several(view, a, b)) continue;
        const std::size_t first = scratch.manifolds.size();
        touch_mesh_pair(view, a, b, scratch.movers, scratch.manifolds);
        for (std::size_t m = first; m < scratch.manifolds.size(); ++m)
            scratch.manifolds[m].pair = scratch.manifolds[k].pair;
    }
}

void list_active(const State& state, InteractionScratch& scratch) {
    scratch.active.clear();
    for (int k = 0; k < static_cast<int>(scratch.manifolds.size()); ++k)
        if (scratch.manifolds[k].count > 0) scratch.active.push_back(k);
    parallel_for(
        static_cast<int>(scratch.active.size()),
        [&](int k) { recall(state.touching, scratch.manifolds[scratch.active[k]]); }, 512);
}

/// Movers that some manifold touches, frames and points in order.
void list_touched(InteractionScratch& scratch) {
    scratch.is_touched.assign(scratch.movers.velocity.size(), 0);
    const auto mark = [&](const ManifoldSide& side) {
        if (side.mover >= 0) scratch.is_touched[side.mover] = 1;
        if (side.spread >= 0)
            for (const int mover : scratch.movers.spreads[side.spread].movers)
                if (mover >= 0) scratch.is_touched[mover] = 1;
    };
    for (const int k : scratch.active) {
        mark(scratch.manifolds[k].a);
        mark(scratch.manifolds[k].b);
    }
    scratch.touched.clear();
    for (int m = 0; m < static_cast<int>(scratch.is_touched.size()); ++m)
        if (scratch.is_touched[m]) scratch.touched.push_back(m);
}

/// Calls fn(mover) for every touched mover; each call writes only to its own.
template <class Fn>
void for_each_touched(const InteractionScratch& scratch, const Fn& fn) {
    parallel_for(
        static_cast<int>(scratch.touched.size()), [&](int k) { fn(scratch.touched[k]); }, 256);
}

void remember_start(const State& state, int frames, InteractionScratch& scratch) {
    for (const int m : scratch.touched) {
        const bool frame = m < frames;
        scratch.start_centre[m] = frame ? state.frames.x[m] : state.x[m - frames];
        scratch.start_velocity[m].v = frame ? state.frames.v[m] : state.v[m - frames];
        scratch.start_velocity[m].w = frame ? state.frames.w[m] : Vec3(Vec3::Zero());
    }
}

Mat3 inverse_inertia(const Vec3& moments, const Quat& q) {
    const Mat3 axes = q.toRotationMatrix();
    return axes * moments.cwiseInverse().asDiagonal() * axes.transpose();
}

void load_movers(const Model& model, const State& state, InteractionScratch& scratch) {
    const int frames = state.frames.count();
    for_each_touched(scratch, [&](int m) {
        MoverVelocity& velocity = scratch.movers.velocity[m];
        MoverAnswer& answer = scratch.movers.answer[m];
        if (m < frames) {
            velocity.v = state.frames.v[m];
            velocity.w = state.frames.w[m];
            answer.inverse_mass = 1 / model.frame_inertia[m].mass;
            answer.inverse_inertia = inverse_inertia(model.frame_inertia[m].moments, state.frames.q[m]);
        } else {
            velocity.v = state.v[m - frames];
            answer.inverse_mass = model.inv_mass[m - frames];
        }
        scratch.free_velocity[m] = velocity;
        scratch.shift[m].setZero();
        scratch.turn[m].setZero();
    });
}

/// Velocity of an obstacle at a place [m/s]; nothing for sides that have movers.
Vec3 drift_of(const ContactView& view, const ManifoldSide& side, const Vec3& place) {
    if (side.obstacle < 0) return Vec3::Zero();
    const TouchableMotion motion = motion_of(view, {TouchableKind::Obstacle, side.obstacle, -1});
    return motion.v + motion.w.cross(place - motion.centre);
}

/// Rows stay as they are while both sides have moved and turned by less than this since they were filled.
constexpr Real stale_after = 1e-6;  // [m], [rad]

/// At the start of an interval: which movers have left the place that their rows were filled for.
void look_who_moved(const State& state, bool first, InteractionScratch& scratch) {
    const int frames = state.frames.count();
    for_each_touched(scratch, [&](int m) {
        const bool frame = m < frames;
        bool moved = first || (scratch.start_centre[m] - scratch.rows_centre[m]).squaredNorm() >
                                  stale_after * stale_after;
        if (frame && !moved)
            moved = (state.frames.q[m].coeffs() - scratch.rows_turn[m].coeffs()).squaredNorm() >
                    0.25 * stale_after * stale_after;
        scratch.has_moved[m] = moved;
        if (!moved) return;
        scratch.rows_centre[m] = scratch.start_centre[m];
        if (frame) scratch.rows_turn[m] = state.frames.q[m];
    });
}

bool is_stale(const InteractionScratch& scratch, const ManifoldSide& side) {
    if (side.spread >= 0) return true;
    return side.mover >= 0 && scratch.has_moved[side.mover];
}

Drift drift_between(const ContactView& view, const Manifold& manifold) {
    Drift drift;
    if (manifold.a.obstacle >= 0 || manifold.b.obstacle >= 0)
        for (int k = 0; k < manifold.count; ++k)
            drift.at_points[k] = drift_of(view, manifold.b, manifold.points[k].place) -
                                 drift_of(view, manifold.a, manifold.points[k].place);
    return drift;
}

void keep_impulses(const ContactRows& rows, Manifold& manifold) {
    for (int k = 0; k < manifold.count; ++k) manifold.normal_impulse[k] = rows.impulse[k];
    manifold.tangent_impulse = rows.impulse_1 * rows.tangent_1 + rows.impulse_2 * rows.tangent_2;
    manifold.twist_impulse = rows.twist;
}

/// In the first interval all rows; later those whose sides have moved or are driven, and the gaps of the
/// rest.
void fill_rows(const ContactView& view, bool first, InteractionScratch& scratch) {
    parallel_for(
        static_cast<int>(scratch.rows.size()),
        [&](int r) {
            ContactRows& rows = scratch.rows[r];
            Manifold& manifold = scratch.manifolds[rows.manifold];
            const bool driven = manifold.a.obstacle >= 0 || manifold.b.obstacle >= 0;
            if (first || driven || is_stale(scratch, manifold.a) || is_stale(scratch, manifold.b)) {
                if (!first) keep_impulses(rows, manifold);
                make_rows(manifold, centres_of(scratch, manifold), drift_between(view, manifold),
                          scratch.movers, rows);
            } else {
                for (int k = 0; k < manifold.count; ++k) rows.gap[k] = manifold.points[k].gap;
            }
        },
        128);
}

/// Moves what impulses touched: by the change of velocity over the interval, less what came before impacts.
void shift_places(Real h, bool pushed, State& state, InteractionScratch& scratch) {
    const int frames = state.frames.count();
    for_each_touched(scratch, [&](int m) {
        const MoverVelocity& now = scratch.movers.velocity[m];
        const MoverVelocity& free = scratch.free_velocity[m];
        const MoverVelocity push = pushed ? scratch.push_velocity[m] : MoverVelocity{};
        const Vec3 shift = h * (now.v - free.v + push.v) + scratch.shift[m];
        if (m >= frames) {
            state.x[m - frames] += shift;
            return;
        }
        state.frames.x[m] += shift;
        const Vec3 turn = h * (now.w - free.w + push.w) + scratch.turn[m];
        state.frames.q[m] = (to_quaternion(turn) * state.frames.q[m]).normalized();
    });
}

/// Velocities back into the state. A frame that was turned keeps its angular momentum, not its spin.
void store_movers(const Model& model, State& state, const InteractionScratch& scratch,
                  const std::vector<Quat>& q_free) {
    const int frames = state.frames.count();
    for_each_touched(scratch, [&](int m) {
        const MoverVelocity& velocity = scratch.movers.velocity[m];
        if (m >= frames) {
            state.v[m - frames] = velocity.v;
            return;
        }
        state.frames.v[m] = velocity.v;
        const Vec3 momentum = angular_momentum(model.frame_inertia[m].moments, {q_free[m], velocity.w});
        state.frames.w[m] = spin_of(model.frame_inertia[m].moments, state.frames.q[m], momentum);
    });
}

std::string name_of(const Model& model, const ManifoldSide& side) {
    if (side.obstacle >= 0) return fmt::format("obstacle '{}'", model.obstacles[side.obstacle].name);
    const Part& part = model.parts[side.part];
    const int frames = static_cast<int>(model.frame_inertia.size());
    if (side.mover >= frames)
        return fmt::format("point {} of part '{}'", model.point_id[side.mover - frames], part.name);
    if (side.mover >= 0)
        return fmt::format("body {} of part '{}'", side.mover - part.frames.begin, part.name);
    return fmt::format("part '{}'", part.name);
}

/// What overlaps by much more than the slop before anything has moved was put there by the scene.
void report_overlap(const Model& model, const InteractionScratch& scratch, StepReport& report) {
    const Manifold* deepest = nullptr;
    Real gap = -10 * model.contact.slop;
    for (const int k : scratch.active)
        for (int p = 0; p < scratch.manifolds[k].count; ++p)
            if (scratch.manifolds[k].points[p].gap < gap) {
                gap = scratch.manifolds[k].points[p].gap;
                deepest = &scratch.manifolds[k];
            }
    if (deepest) report.start_overlap = {name_of(model, deepest->a), name_of(model, deepest->b), -gap};
}

int count_loaded(const InteractionScratch& scratch) {
    int count = 0;
    for (const ContactRows& rows : scratch.rows)
        for (int k = 0; k < rows.count; ++k) count += rows.impulse[k] > 0 ? 1 : 0;
    return count;
}

/// What the next step starts from: contacts that carry something, sorted.
void remember(const InteractionScratch& scratch, std::vector<ManifoldMemory>& memory) {
    memory.clear();
    const auto keep = [&](int k) {
        const Manifold& manifold = scratch.manifolds[k];
        ManifoldMemory kept{
            manifold.pair,         manifold.sub, manifold.count, {}, {}, manifold.tangent_impulse,
            manifold.twist_impulse};
        Real load = 0;
        for (int j = 0; j < manifold.count; ++j) {
            kept.features[j] = manifold.points[j].feature;
            kept.normal[j] = manifold.normal_impulse[j];
            load += kept.normal[j];
        }
        if (load > 0) memory.push_back(kept);
    };
    std::for_each(scratch.active.begin(), scratch.active.end(), keep);
    std::for_each(scratch.resting.begin(), scratch.resting.end(), keep);
    const auto before = [](const ManifoldMemory& a, const ManifoldMemory& b) {
        return a.pair != b.pair ? a.pair < b.pair : a.sub < b.sub;
    };
    if (!std::is_sorted(memory.begin(), memory.end(), before))
        std::sort(memory.begin(), memory.end(), before);
}

void exchange_impulses(const Interval& interval, const Control& control, State& state,
                       InteractionScratch& scratch, StepReport& report) {
    const ContactView view{interval.model, control, state, interval.length};
    load_movers(interval.model, state, scratch);
    fill_rows(view, interval.index == 0, scratch);
    scratch.q_free = state.frames.q;
    const auto move = [&](bool pushed) { shift_places(interval.length, pushed, state, scratch); };
    if (interval.model.contact.penalty.kind != ResponseKind::Impulse) {
        penalize(interval.model, interval.length, scratch);
        move(false);
    } else {
        bounce(interval.model, interval.length, scratch);
        solve_resting(interval.model, interval.length, scratch, report, move);
    }
    store_movers(interval.model, state, scratch, scratch.q_free);
}

}  // namespace

void find_interactions(const Interval& interval, const Control& control, const State& state,
                       Scratch& scratch) {
    if (!has_interactions(interval.model)) return;
    InteractionScratch& interaction = scratch.interaction;
    const ContactView view{interval.model, control, state,
                           interval.length * (interval.count - interval.index)};
    if (interval.index == 0) {
        resize_movers(interval.model, interaction);
        list_touchables(interval.model, interaction);
        update_boxes(view, scratch.contact.obstacle_boxes, interaction);
        find_pairs(interval.model, interaction);
        seek(view, interaction);
        list_active(state, interaction);
        find_sleepers(view, interaction);
        list_touched(interaction);
        colour_rows(interaction);
    } else {
        parallel_for(
            static_cast<int>(interaction.active.size()),
            [&](int k) { refresh(view, interaction.movers, interaction.manifolds[interaction.active[k]]); },
            256);
    }
    remember_start(state, state.frames.count(), interaction);
    look_who_moved(state, interval.index == 0, interaction);
}

void solve_interactions(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                        StepReport& report) {
    if (!has_interactions(interval.model)) return;
    InteractionScratch& interaction = scratch.interaction;
    keep_asleep(interaction, state);
    if (state.step == 0 && interval.index == 0) report_overlap(interval.model, interaction, report);
    if (!interaction.active.empty()) exchange_impulses(interval, control, state, interaction, report);
    report.contacts += count_loaded(interaction);
    if (interval.index + 1 < interval.count) return;
    for (const ContactRows& rows : interaction.rows)
        keep_impulses(rows, interaction.manifolds[rows.manifold]);
    remember(interaction, state.touching);
    count_quiet(interval.model, interval.length * interval.count, state);
}

}  // namespace souple
