// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/advance_hair.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/hair/wisp_solvers.h"

namespace souple {

namespace {

constexpr int wisps_at_once = 8;
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

}  // namespace

void prepare(const Model& model, const Hair& hair, HairScratch& scratch) {
    const Part& part = model.parts[hair.part];
    scratch.air.resize(part.points.count, Vec3::Zero());
    scratch.frames.resize(part.points.count);
    scratch.order.reserve(part.points.count);
    scratch.boxes.reserve(part.points.count);
    scratch.sections.reserve(part.points.count);
}

void find_air(const Model& model, const Hair& hair, const State& state, Real time, HairScratch& scratch) {
    const Part& part = model.parts[hair.part];
    for (int i = 0; i < part.points.count; ++i)
        scratch.air[i] = model.winds.empty() ? Vec3(Vec3::Zero())
                                             : air_velocity(model, state.x[part.points.begin + i], time);
    if (hair.shielding > 0 && !model.winds.empty()) shield(model, hair, state, scratch);
}

void advance_hair(const Model& model, const Control& control, const Hair& hair, State& state,
                  HairScratch& scratch) {
    const Part& part = model.parts[hair.part];
    const HairState& own = state.hair[&hair - model.hair.data()];
    find_air(model, hair, state, control.time_t0, scratch);
    const WispRun run{(control.time_t1 - control.time_t0) / part.substeps, part.substeps};
    parallel_for(
        hair.slots,
        [&](int slot) {
            if (own.wisps[slot].root < 0) return;
            WispMotion wisp;
            NearObstacles near;
            load_wisp_and_obstacles(model, control, hair, slot, state, wisp, near);
            for (int i = 0; i < wisp.n; ++i) wisp.air[i] = scratch.air[slot * hair.particles + i];
            if (wisp.turning > 0)
                run_turning(run, near, wisp);
            else if (part.method == Method::CorrectedEuler)
                run_corrected_euler(run, near, wisp);
            else
                run_rods(run, near, wisp);
            store_wisp(model, hair, slot, wisp, state);
        },
        wisps_at_once);
    lead_free_slots(model, hair, state);
}

}  // namespace souple
