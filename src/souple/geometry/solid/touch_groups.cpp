// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/touch_groups.h"

#include <algorithm>

#include "souple/geometry/solid/touch_faces.h"

namespace souple {

namespace {

bool belongs(const TouchGroup& group, const Vec3& normal, const TouchPoint& point, Real nearness) {
    if (group.normal.dot(normal) < 0.9995) return false;
    return std::abs((point.on_a - group.points[0].on_a).dot(group.normal)) < 10 * nearness;
}

Real deepest_gap(const TouchGroup& group) {
    Real gap = group.points[0].gap;
    for (int i = 1; i < group.count; ++i) gap = std::min(gap, group.points[i].gap);
    return gap;
}

void thin(TouchGroup& group) {
    Touch four;
    four.normal = group.normal;
    keep_four({group.points.data(), static_cast<std::size_t>(group.count)}, four);
    group.count = four.count;
    for (int i = 0; i < four.count; ++i) group.points[i] = four.points[i];
}

void join(TouchGroup& group, const TouchPoint& point, Real nearness) {
    for (int i = 0; i < group.count; ++i) {
        if ((group.points[i].on_b - point.on_b).squaredNorm() > nearness * nearness) continue;
        if (point.gap < group.points[i].gap) group.points[i] = point;
        return;
    }
    if (group.count == static_cast<int>(group.points.size())) thin(group);
    group.points[group.count++] = point;
}

}  // namespace

void add(TouchGroups& groups, const Vec3& normal, const TouchPoint& point) {
    int shallowest = 0;
    for (int g = 0; g < groups.count; ++g) {
        if (belongs(groups.groups[g], normal, point, groups.nearness)) {
            join(groups.groups[g], point, groups.nearness);
            return;
        }
        if (deepest_gap(groups.groups[g]) > deepest_gap(groups.groups[shallowest])) shallowest = g;
    }
    const bool has_room = groups.count < static_cast<int>(groups.groups.size());
    if (!has_room && !(point.gap < deepest_gap(groups.groups[shallowest]))) return;
    TouchGroup& group = groups.groups[has_room ? groups.count++ : shallowest];
    group.normal = normal;
    group.points[0] = point;
    group.count = 1;
}

bool finish(TouchGroups& groups, TouchList& found) {
    found.count = groups.count;
    for (int g = 0; g < groups.count; ++g) {
        thin(groups.groups[g]);
        Touch& touch = found.touches[g];
        touch.normal = groups.groups[g].normal;
        touch.count = groups.groups[g].count;
        for (int i = 0; i < touch.count; ++i) touch.points[i] = groups.groups[g].points[i];
    }
    return found.count > 0;
}

}  // namespace souple
