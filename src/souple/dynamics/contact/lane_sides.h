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

/// Straight from memory: a copy on the way would be stored in halves and loaded as a whole, which waits.
template <class Line>
LineRows rows_of(const Line& line) {
    static_assert(sizeof(Line) == sizeof(LineRows));
    LineRows rows;
    std::memcpy(&rows.low, &line, sizeof rows.low);
    std::memcpy(&rows.high, reinterpret_cast<const char*>(&line) + sizeof rows.low, sizeof rows.high);
    return rows;
}

/// Whether every lane has a line of its own: none is empty or a spot of a triangle.
inline bool have_lines(const LaneMovers& movers) {
    return (movers[0] | movers[1] | movers[2] | movers[3]) >= 0;
}

inline LaneVelocity velocities_in(LineRows a, LineRows b, LineRows c, LineRows d) {
    transpose(a.low, b.low, c.low, d.low);
    transpose(a.high, b.high, c.high, d.high);
    return {{a.low, b.low, c.low}, {d.low, a.high, b.high}};
}

inline LaneAnswer answers_in(LineRows a, LineRows b, LineRows c, LineRows d) {
    transpose(a.low, b.low, c.low, d.low);
    transpose(a.high, b.high, c.high, d.high);
    return {a.low, {b.low, c.low, d.low, a.high, b.high, c.high}};
}

/// With spots of triangles or empty lanes; seldom, so kept out of the way.
[[gnu::noinline, gnu::cold]] inline LaneVelocity take_mixed_velocities(const LaneMovers& movers,
                                                                       const Movers& all) {
    const auto rows = [&](int lane) { return rows_of(velocity_of(all, movers[lane])); };
    return velocities_in(rows(0), rows(1), rows(2), rows(3));
}
[[gnu::noinline, gnu::cold]] inline LaneAnswer take_mixed_answers(const LaneMovers& movers,
                                                                  const Movers& all) {
    const auto rows = [&](int lane) { return rows_of(answer_of(all, movers[lane])); };
    return answers_in(rows(0), rows(1), rows(2), rows(3));
}

inline LaneVelocity take_velocities(const LaneMovers& movers, const Movers& all) {
    if (!have_lines(movers)) return take_mixed_velocities(movers, all);
    const auto rows = [&](int lane) { return rows_of(all.velocity[movers[lane]]); };
    return velocities_in(rows(0), rows(1), rows(2), rows(3));
}

inline LaneAnswer take_answers(const LaneMovers& movers, const Movers& all) {
    if (!have_lines(movers)) return take_mixed_answers(movers, all);
    const auto rows = [&](int lane) { return rows_of(all.answer[movers[lane]]); };
    return answers_in(rows(0), rows(1), rows(2), rows(3));
}

/// What a spread gained is shared out among its points.
[[gnu::noinline, gnu::cold]] inline void give_to_spread(int mover, const Vec3& v, Movers& all) {
    const Real inverse_mass = answer_of(all, mover).inverse_mass;
    if (inverse_mass > 0)
        apply_impulse(all, mover, (v - velocity_of(all, mover).v) / inverse_mass, Vec3::Zero());
}

inline void give_to(int mover, const Lanes& low, const Lanes& high, Movers& all) {
    if (mover < no_mover) {
        give_to_spread(mover, {low[0], low[1], low[2]}, all);
    } else if (mover >= 0 && mover < all.first_driven) {
        char* line = reinterpret_cast<char*>(&all.velocity[mover]);
        std::memcpy(line, &low, sizeof low);
        std::memcpy(line + sizeof low, &high, sizeof high);
    }
}

inline void give_velocities(const LaneMovers& movers, const LaneVelocity& now, Movers& all) {
    Lanes a = now.v.x, b = now.v.y, c = now.v.z, d = now.w.x;
    Lanes a_high = now.w.y, b_high = now.w.z, c_high{}, d_high{};
    transpose(a, b, c, d);
    transpose(a_high, b_high, c_high, d_high);
    give_to(movers[0], a, a_high, all);
    give_to(movers[1], b, b_high, all);
    give_to(movers[2], c, c_high, all);
    give_to(movers[3], d, d_high, all);
}

}  // namespace souple
