// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/walk.h"

namespace souple {

TrackEnd walk(const Environment& ground, Face from, const Vec2& p, const Vec2& q) {
    const TrackEnd end = track(ground, from, p, q);
    if (!end.wall) return end;
    const Vec2 side = (finish_of(ground, end.wall) - start_of(ground, end.wall)).normalized();
    const Vec2 along = side.dot(q - end.place) * side;
    TrackEnd slid = track(ground, end.cell, end.place, end.place + along);
    slid.searched_all |= end.searched_all;
    return slid;
}

}  // namespace souple
