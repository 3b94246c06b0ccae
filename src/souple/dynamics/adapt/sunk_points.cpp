// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/sunk_points.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

constexpr Real rise_time = 0.05;   ///< [s] in which a point makes most of its way out
constexpr Real nearly_out = 0.01;  ///< of the margin: so deep is no longer sunk

}  // namespace

void note_sunk_points(const Model& model, int surface, State& state) {
    const Part& part = model.parts[model.adaptive[surface].part];
    if (!part.surface.collides || model.obstacles.empty()) return;
    const SolidsNow solids(model, state.time, part.surface.thickness);
    Leaves& leaves = state.leaves[surface];
    leaves.sunk.assign(leaves.map.vertices.slot_count(), 0);
    for (int p = part.points.begin; p < part.points.end(); ++p)
        if (!is_led(model, p)) leaves.sunk[model.point_id[p]] = solids.depth_at(state.x[p]);
}

void raise_sunk_points(const Model& model, Real h, State& state) {
    for (std::size_t s = 0; s < state.leaves.size(); ++s) {
        std::vector<Real>& sunk = state.leaves[s].sunk;
        if (sunk.empty()) continue;
        const Part& part = model.parts[model.adaptive[s].part];
        const SolidsNow solids(model, state.time, part.surface.thickness);
        Real deepest = 0;
        for (int p = part.points.begin; p < part.points.end(); ++p) {
            Real& depth = sunk[model.point_id[p]];
            if (depth == 0) continue;
            depth = std::min(depth, solids.depth_at(state.x[p])) * std::exp(-h / rise_time);
            if (depth < nearly_out * part.surface.thickness) depth = 0;
            deepest = std::max(deepest, depth);
        }
        if (deepest == 0) sunk.clear();
    }
}

}  // namespace souple
