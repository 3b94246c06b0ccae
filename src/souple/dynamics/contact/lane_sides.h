// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Four movers side by side, taken from their array and given back to it.
#pragma once

#include <array>
#include <cstring>

#include "souple/dynamics/contact/movers.h"
#include "souple/math/lanes.h"

namespace souple {

using LaneMovers = std::array<int, lane_count>;

struct LaneVelocity {
    LaneVec3 v, w;
};

struct LaneAnswer {
    Lanes inverse_mass;
    LaneSymmetric inverse_inertia;
};

/// A cache line as two rows of four numbers; the last ones say nothing.
struct LineRows {
    Lanes low, high;
};

template <class Line>
LineRows rows_of(const Line& line) {
    static_assert(sizeof(Line) == sizeof(LineRows));
    LineRows rows;
    std::memcpy(&rows, &line, sizeof rows);
    return rows;
}

/// Spots of triangles and empty lanes; seldom, so kept out of the way.
[[gnu::noinline, gnu::cold]] inline LineRows velocity_of_spread(const Movers& all, int mover) {
    return rows_of(velocity_of(all, mover));
}
[[gnu::noinline, gnu::cold]] inline LineRows answer_of_spread(const Movers& all, int mover) {
    return rows_of(answer_of(all, mover));
}

inline LaneVelocity take_velocities(const LaneMovers& movers, const Movers& all) {
    LineRows line[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
        const int mover = movers[lane];
        line[lane] = mover >= 0 ? rows_of(all.velocity[mover]) : velocity_of_spread(all, mover);
    }
    transpose(line[0].low, line[1].low, line[2].low, line[3].low);
    transpose(line[0].high, line[1].high, line[2].high, line[3].high);
    return {{line[0].low, line[1].low, line[2].low}, {line[3].low, line[0].high, line[1].high}};
}

inline LaneAnswer take_answers(const LaneMovers& movers, const Movers& all) {
    LineRows line[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
        const int mover = movers[lane];
        line[lane] = mover >= 0 ? rows_of(all.answer[mover]) : answer_of_spread(all, mover);
    }
    transpose(line[0].low, line[1].low, line[2].low, line[3].low);
    transpose(line[0].high, line[1].high, line[2].high, line[3].high);
    return {line[0].low, {line[1].low, line[2].low, line[3].low, line[0].high, line[1].high, line[2].high}};
}

/// What a spread gained is shared out among its points.
[[gnu::noinline, gnu::cold]] inline void give_to_spread(int mover, const Vec3& v, Movers& all) {
    const Real inverse_mass = answer_of(all, mover).inverse_mass;
    if (inverse_mass > 0)
        apply_impulse(all, mover, (v - velocity_of(all, mover).v) / inverse_mass, Vec3::Zero());
}

inline void give_velocities(const LaneMovers& movers, const LaneVelocity& now, Movers& all) {
    LineRows line[lane_count] = {
        {now.v.x, now.w.y}, {now.v.y, now.w.z}, {now.v.z, Lanes{}}, {now.w.x, Lanes{}}};
    transpose(line[0].low, line[1].low, line[2].low, line[3].low);
    transpose(line[0].high, line[1].high, line[2].high, line[3].high);
    for (int lane = 0; lane < lane_count; ++lane) {
        const int mover = movers[lane];
        if (mover < no_mover)
            give_to_spread(mover, now.v.at(lane), all);
        else if (mover >= 0 && mover < all.first_driven)
            std::memcpy(static_cast<void*>(&all.velocity[mover]), &line[lane], sizeof(LineRows));
    }
}

}  // namespace souple
