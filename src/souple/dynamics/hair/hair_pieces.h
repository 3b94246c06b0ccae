// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Pieces of drawn wisps: the points of all its hairs between two of its particles. They lie close together,
// so what is near one of them is looked for once for all.
#pragma once

#include <algorithm>

#include "souple/dynamics/control.h"
#include "souple/dynamics/hair/hair.h"
#include "souple/dynamics/hair/hair_lines.h"
#include "souple/dynamics/obstacle.h"
#include "souple/geometry/placed_box.h"
#include "souple/geometry/rows_box.h"

namespace souple {

/// Calls fn(begin, end) for each hair with its points behind particle `piece` of a wisp, that one's own
/// apart; hairs that end before have none.
template <class Fn>
void for_each_run_in_piece(const Hair& hair, const HairLines& lines, int slot, int piece, const Fn& fn) {
    const int each = hair.look.points;
    for (int h = lines.by_slot[slot]; h < lines.by_slot[slot + 1]; ++h) {
        const int begin = lines.first[h] + piece * each + 1;
        const int end = std::min(begin + each, lines.first[h + 1]);
        if (begin < end) fn(begin, end);
    }
}

/// Calls fn(point) for each of those points.
template <class Fn>
void for_each_in_piece(const Hair& hair, const HairLines& lines, int slot, int piece, const Fn& fn) {
    for_each_run_in_piece(hair, lines, slot, piece, [&fn](int begin, int end) {
        for (int p = begin; p < end; ++p) fn(p);
    });
}

inline Aabb box_of_piece(const Hair& hair, const HairLines& lines, int slot, int piece) {
    RowsBox rows;
    Aabb box;
    for_each_run_in_piece(hair, lines, slot, piece, [&](int p, int end) {
        for (; p + lane_count <= end; p += lane_count) rows.add(rows_of(&lines.points[p]));
        for (; p < end; ++p) box.extend(lines.points[p]);
    });
    rows.add_to(box);
    return box;
}

/// [m] a box around an obstacle at the end of the last interval.
inline Aabb solid_box(const Obstacle& obstacle, const ObstacleMotion& motion) {
    if (!obstacle.deforming) return box_around(obstacle.shape, motion.pose_t1);
    Aabb box;
    for (const Aabb& triangle : motion.surface.boxes) box.extend(triangle);
    return box;
}

}  // namespace souple
