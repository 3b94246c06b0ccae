// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The velocity nearest to a wanted one that keeps to the allowed side of every line and within a speed; when
// there is none, the one that violates the lines least.
#pragma once

#include <array>
#include <cstring>

#include "souple/math/lanes.h"
#include "souple/math/types.h"

namespace souple {

/// Allowed is what lies on the left of the line, or on it.
struct HalfPlane {
    Vec2 point = Vec2::Zero();       ///< [m/s]
    Vec2 direction = Vec2::UnitX();  ///< unit

    /// [m/s] how far a velocity is on the allowed side; negative when it is not.
    Real height(const Vec2& v) const {
        return direction.x() * (v.y() - point.y()) - direction.y() * (v.x() - point.x());
    }
};

/// Four lines: places and directions.
struct LaneLines {
    Lanes x{}, y{}, dx{}, dy{};
};
inline LaneLines load_lines(const HalfPlane* lines) {
    static_assert(sizeof(HalfPlane) == sizeof(Lanes));
    LaneLines four;
    std::memcpy(static_cast<void*>(&four), lines, sizeof four);
    transpose(four.x, four.y, four.dx, four.dy);
    return four;
}
inline void store_lines(LaneLines four, HalfPlane* lines) {
    transpose(four.x, four.y, four.dx, four.dy);
    std::memcpy(static_cast<void*>(lines), &four, sizeof four);
}

/// Room for the lines of one agent: walls first, they are never violated if that is possible.
struct HalfPlanes {
    static constexpr int most = 64;
    std::array<HalfPlane, most> lines;
    int count = 0;
    int fixed = 0;  ///< the first ones are walls

    void add(const HalfPlane& line) {
        if (count < most) lines[count++] = line;
    }
};

/// `speed` [m/s] > 0 bounds the result.
Vec2 choose_velocity(const HalfPlanes& planes, const Vec2& wanted, Real speed);

}  // namespace souple
