// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The box of many vectors that stand side by side, taken four at a time as the twelve numbers in a row that
// they are: which of them is an x is sorted out once at the end.
#pragma once

#include <array>
#include <cstring>
#include <limits>

#include "souple/geometry/aabb.h"
#include "souple/math/lanes.h"

namespace souple {

/// Four vectors as they stand in memory.
using LaneRows = std::array<Lanes, 3>;

inline LaneRows rows_of(const Vec3* four) {
    LaneRows rows;
    std::memcpy(rows.data(), four, sizeof rows);
    return rows;
}

inline LaneRows operator-(const LaneRows& a, const LaneRows& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

struct RowsBox {
    LaneRows low, high;

    RowsBox() {
        low.fill(all_lanes(std::numeric_limits<Real>::infinity()));
        high.fill(all_lanes(-std::numeric_limits<Real>::infinity()));
    }
    void add(const LaneRows& rows) {
        for (int k = 0; k < 3; ++k) {
            low[k] = smaller(low[k], rows[k]);
            high[k] = larger(high[k], rows[k]);
        }
    }
    void add_to(Aabb& box) const {
        const auto at = [](const LaneRows& rows, int n) {
            const int first = 3 * n;
            const auto number = [&](int k) { return rows[k / lane_count][k % lane_count]; };
            return Vec3(number(first), number(first + 1), number(first + 2));
        };
        for (int n = 0; n < lane_count; ++n) {
            box.low = box.low.cwiseMin(at(low, n));
            box.high = box.high.cwiseMax(at(high, n));
        }
    }
};

}  // namespace souple
