// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points that are always in the middle of two others (004 F4.7): where they go, and where what pulls at them
// goes. Parents stand before their children.
#pragma once

#include <vector>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Interpolated points go to the middle of their ends, and move with it.
inline void place_interpolated(const Model& model, Range interpolated, State& state) {
    for (int i = interpolated.begin; i < interpolated.end(); ++i) {
        const Interpolated& between = model.interpolated[i];
        state.x[between.node] = 0.5 * (state.x[between.a] + state.x[between.b]);
        state.v[between.node] = 0.5 * (state.v[between.a] + state.v[between.b]);
    }
}

inline void place_all_interpolated(const Model& model, State& state) {
    place_interpolated(model, {0, static_cast<int>(model.interpolated.size())}, state);
}

/// What interpolated points have been given goes half to each of their ends.
inline void pass_to_ends(const Model& model, Range interpolated, std::vector<Vec3>& sum) {
    for (int i = interpolated.end() - 1; i >= interpolated.begin; --i) {
        const Interpolated& between = model.interpolated[i];
        sum[between.a] += 0.5 * sum[between.node];
        sum[between.b] += 0.5 * sum[between.node];
        sum[between.node].setZero();
    }
}

}  // namespace souple
