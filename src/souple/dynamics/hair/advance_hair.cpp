// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/advance_hair.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "souple/core/parallel.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/dynamics/hair/wisp_solvers.h"

namespace souple {

namespace {

constexpr int runs_of_wisps = 32;  // about so many run on threads, one after the other in the same room
constexpr int air_points_at_once = 512;
constexpr Real shade_cell = 0.02;  // [m] particles in one such column along the wind shade each other

/// Slots that nobody uses stand where slot 0 does, so that nothing that looks at all points sees them.
void lead_free_slots(const Model& model, const Hair& hair, State& state) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const int begin = model.parts[hair.part].points.begin;
    for (int slot = 1; slot < hair.slots; ++slot) {
        if (own.wisps[slot].root >= 0) continue;
        for (int i = 0; i < hair.particles; ++i) {
            state.x[begin + slot * hair.particles + i] = state.x[begin + i];
            state.v[begin + slot * hair.particles + i] = state.v[begin + i];
        }
    }
}

/// The column along the wind that a place is in, and how far downwind it is.
struct Shade {
    std::int64_t column = 0;
    Real along = 0;
};

Shade shade_of(const Vec3& place, const Vec3& wind) {
    const Vec3 a = wind.unitOrthogonal(), b = wind.cross(a);
    const auto row = static_cast<std::int64_t>(std::floor(place.dot(a) / shade_cell));
    const auto line = static_cast<std::int64_t>(std::floor(place.dot(b) / shade_cell));
    return {row * (std::int64_t(1) << 32) + line, place.dot(wind)};
}

/// Each particle lets only a part of the wind through to those behind it in its column.
void shield(const Model& model, const Hair& hair, const State& state, HairScratch& scratch) {
    const Part& part = model.parts[hair.part];
    Vec3 mean = Vec3::Zero();
    for (const Vec3& air : scratch.air) mean += air;
    if (!(mean.norm() > 1e-9)) return;
    const Vec3 wind = mean.normalized();
    const auto shade = [&](int i) { return shade_of(state.x[part.points.begin + i], wind); };
    scratch.order.clear();
    for (int i = 0; i < part.points.count; ++i)
        if (model.point_mass[part.points.begin + i] > 0) scratch.order.push_back(i);
    std::sort(scratch.order.begin(), scratch.order.end(), [&](int i, int j) {
        const Shade a = shade(i), b = shade(j);
        if (a.column != b.column) return a.column < b.column;
        return a.along != b.along ? a.along < b.along : i < j;
    });
    Real left = 1;
    for (std::size_t k = 0; k < scratch.order.size(); ++k) {
        const bool same = k > 0 && shade(scratch.order[k]).column == shade(scratch.order[k - 1]).column;
        left = same ? left * (1 - hair.shielding) : 1;
        scratch.air[scratch.order[k]] *= left;
    }
}

/// Where wisps are taken to run.
template <class L>
struct WispRoom {
    WispMotionOf<L> wisps;
    NearSolids<L> near;
    RodRoom<L> rods;
};

void run_wisps(Method method, const WispRun& run, WispRoom<FourLanes>& room) {
    if (method == Method::CorrectedEuler) return run_corrected_euler(run, room.near, room.wisps);
    run_rods(run, room.near, room.wisps, room.rods);
}

void run_wisps(Method, const WispRun& run, WispRoom<OneLane>& room) {
    run_turning(run, room.near, room.wisps);
}

/// What the free particles have not got from outside came from the root, and goes to the body.
template <class L>
WispPull pull_of(const WispMotionOf<L>& wisps, int lane, const typename L::Vector& before, Real length) {
    const Vec3 gained = lane_of(free_momentum(wisps), lane) - lane_of(before, lane);
    const Vec3 weight = (lane_of(wisps.mass[0], lane) + lane_of(wisps.mass[1], lane)) * wisps.gravity;
    const Vec3 impulse = lane_of(wisps.outer, lane) - gained + length * weight;
    return {impulse, lane_of(wisps.x[1], lane).cross(impulse)};
}

/// Wisps from the one with this number on, as many as there are lanes. Lanes left over repeat the last wisp.
template <class L>
void advance_lanes(const Model& model, const Control& control, const Hair& hair, const WispRun& run,
                   int first, bool felt, WispRoom<L>& room, HairScratch& scratch, State& state) {
    const int count = static_cast<int>(scratch.live.size());
    WispMotionOf<L>& wisps = room.wisps;
    for (int lane = 0; lane < L::count; ++lane) {
        const int slot = scratch.live[std::min(first + lane, count - 1)];
        load_wisp_and_obstacles(model, control, hair, slot, state, wisps, room.near, lane);
        for (int i = 0; i < hair.particles; ++i)
            set_lane(wisps.air[i], lane, scratch.air[slot * hair.particles + i]);
    }
    wisps.carried = felt;
    wisps.outer = L::of(Vec3::Zero());
    const typename L::Vector before = free_momentum(wisps);
    run_wisps(model.parts[hair.part].method, run, room);
    for (int lane = 0; lane < L::count && first + lane < count; ++lane) {
        store_wisp(model, hair, scratch.live[first + lane], wisps, state, lane);
        if (felt) scratch.pulls[first + lane] = pull_of(wisps, lane, before, run.substeps * run.h);
    }
}

/// All wisps that live.
template <class L>
void advance_wisps(const Model& model, const Control& control, const Hair& hair, const WispRun& run,
                   HairScratch& scratch, State& state) {
    const bool felt = is_felt(model, hair);
    const int groups = (static_cast<int>(scratch.live.size()) + L::count - 1) / L::count;
    parallel_runs(
        groups,
        [&](int begin, int end) {
            WispRoom<L> room;
            for (int k = begin; k < end; ++k)
                advance_lanes<L>(model, control, hair, run, k * L::count, felt, room, scratch, state);
        },
        2 * std::max(1, groups / runs_of_wisps));
}

}  // namespace

void prepare(const Model& model, const Hair& hair, HairScratch& scratch) {
    const Part& part = model.parts[hair.part];
    scratch.air.resize(part.points.count, Vec3::Zero());
    scratch.frames.resize(part.points.count);
    scratch.order.reserve(part.points.count);
    scratch.pulls.reserve(hair.slots);
    scratch.sections.reserve(part.points.count);
}

void find_air(const Model& model, const Hair& hair, const State& state, Real time, HairScratch& scratch) {
    const Part& part = model.parts[hair.part];
    const auto air_at = [&](int i) {
        scratch.air[i] = model.winds.empty() ? Vec3(Vec3::Zero())
                                             : air_velocity(model, state.x[part.points.begin + i], time);
    };
    parallel_for(part.points.count, air_at, air_points_at_once);
    if (hair.shielding > 0 && !model.winds.empty()) shield(model, hair, state, scratch);
}

WispPull advance_hair(const Model& model, const Control& control, const Hair& hair, State& state,
                      HairScratch& scratch) {
    const Part& part = model.parts[hair.part];
    const HairState& own = state.hair[&hair - model.hair.data()];
    find_air(model, hair, state, control.time_t0, scratch);
    const WispRun run{(control.time_t1 - control.time_t0) / part.substeps, part.substeps};
    find_live_slots(hair, own, scratch.live);
    scratch.pulls.resize(scratch.live.size());
    if (hair.material.turning > 0)
        advance_wisps<OneLane>(model, control, hair, run, scratch, state);
    else
        advance_wisps<FourLanes>(model, control, hair, run, scratch, state);
    lead_free_slots(model, hair, state);
    if (!is_felt(model, hair)) return {};
    return std::accumulate(scratch.pulls.begin(), scratch.pulls.end(), WispPull{});
}

}  // namespace souple
