// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/crowd_bodies.h"

#include <algorithm>

#include "souple/dynamics/agents/body_shape.h"

namespace souple {

namespace {

/// [m] how far corners are from the middle: ahead, behind, to a side, in all.
struct ShapeSize {
    Real ahead = 0, behind = 0, aside = 0, reach = 0;
};
ShapeSize size_of_shape(const std::vector<Vec2>& corners) {
    ShapeSize size;
    for (const Vec2& corner : corners) {
        size.ahead = std::max(size.ahead, corner.x());
        size.behind = std::max(size.behind, -corner.x());
        size.aside = std::max(size.aside, std::abs(corner.y()));
        size.reach = std::max(size.reach, corner.norm());
    }
    return size;
}

}  // namespace

void fit_radius_to_shape(AgentGroup& kind) {
    if (kind.shape) kind.radius = size_of_shape(corners_of_shape(*kind.shape)).aside;
}

Real reach_of(const AgentShape& shape) { return size_of_shape(corners_of_shape(shape)).reach; }

std::vector<Vec2> append_body(CrowdPart& crowd, int group, const Vec2& middle, const Vec2& ahead) {
    const AgentShape& shape = *crowd.groups[group].shape;
    const std::vector<Vec2> corners = corners_of_shape(shape);
    const ShapeSize size = size_of_shape(corners);
    const int body = crowd.body_count(), count = static_cast<int>(corners.size());
    const Vec2 left{-ahead.y(), ahead.x()};
    std::vector<Vec2> places;
    crowd.bodies.push_back({group, {static_cast<int>(crowd.sections.size()), shape.sections}, {}, {}});
    for (int n = 0; n < shape.sections; ++n) {
        const int first = crowd.corner_count(), section = static_cast<int>(crowd.sections.size());
        const Vec2 back = -n * (size.ahead + size.behind + shape.gap) * ahead;
        crowd.sections.push_back({body,
                                  {first, count},
                                  size.ahead + shape.gap / 2,
                                  size.behind + shape.gap / 2,
                                  size.reach,
                                  size.aside});
        for (int k = 0; k < count; ++k) {
            crowd.rest_corners.push_back(corners[k]);
            crowd.sides.push_back({body, section, first + k, first + (k + 1) % count, 0});
            places.emplace_back(middle + back + corners[k].x() * ahead + corners[k].y() * left);
        }
    }
    return places;
}

void append_heralds(CrowdPart& crowd) {
    for (int b = 0; b < crowd.body_count(); ++b) {
        ShapedAgent& body = crowd.bodies[b];
        const AgentShape& shape = *crowd.groups[body.group].shape;
        body.heralds = {crowd.side_count(), 0};
        if (shape.anticipation == 0) continue;
        body.heralds.count = shape.wedge > 0 ? 2 : 1;
        for (int k = 0; k < body.heralds.count; ++k)
            crowd.sides.push_back({b, body.sections.begin, -1, -1, (k == 0 ? 0.5 : -0.5) * shape.wedge});
    }
}

}  // namespace souple
