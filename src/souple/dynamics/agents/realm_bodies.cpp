// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies on curved ground: polygons whose corners go along the surface, each brought back into shape in the
// plane that it lies in (002 F2.44).
#include <algorithm>
#include <cmath>

#include "souple/dynamics/agents/body_shape.h"
#include "souple/dynamics/agents/force_field.h"
#include "souple/dynamics/agents/realm_crowd.h"

namespace souple {

BodyPlane plane_of_body(const CurvedGround& ground, std::span<const SurfacePlace> places,
                        std::span<const Vec3> corners) {
    Vec3 middle = Vec3::Zero(), normal = Vec3::Zero();
    for (std::size_t k = 0; k < corners.size(); ++k) {
        middle += corners[k] / static_cast<Real>(corners.size());
        normal += normal_of(ground, places[k].root);
    }
    return plane_across(middle, normal.squaredNorm() > 0 ? Vec3(normal.normalized()) : Vec3(Vec3::UnitY()));
}

namespace {

PlaneMatrix turned_by(Real angle) {
    PlaneMatrix turn;
    turn << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    return turn;
}

/// [rad] from where a body looks to where it wants to go, as far as it can turn in a step.
Real turn_towards(const Vec2& ahead, const Vec2& way, Real most) {
    if (way.squaredNorm() == 0) return 0;
    const Real angle = std::atan2(ahead.x() * way.y() - ahead.y() * way.x(), ahead.dot(way));
    return std::clamp(angle, -most, most);
}

/// [m/s^2] by the corners of other bodies, in the mean over its own.
Vec3 push_by_bodies(const CrowdPart& crowd, const RealmBuffer& buffer, const BodySection& section) {
    const AgentGroup& group = crowd.groups[crowd.bodies[section.body].group];
    Vec3 push = Vec3::Zero();
    for (const BodySection& other : crowd.sections) {
        if (other.body == section.body) continue;
        for (int k = section.corners.begin; k < section.corners.end(); ++k)
            for (int n = other.corners.begin; n < other.corners.end(); ++n) {
                const int a = crowd.agent_count() + k, b = crowd.agent_count() + n;
                push += repulsion_of_agent(group, buffer.x[a], buffer.v[a], buffer.x[b], buffer.v[b]);
            }
    }
    return push / section.corners.count;
}

struct BodyStep {
    const CrowdPart& crowd;
    const CrowdState& memory;
    const RealmCells<CurvedGround>& cells;
    Real h;  ///< [s]
    RealmBuffer& buffer;
};

/// Moves of the corners of one body: all go ahead, and each a share of the way back into shape.
void steer_one(const BodyStep& s, const BodySection& section) {
    const ShapedAgent& body = s.crowd.bodies[section.body];
    const AgentGroup& group = s.crowd.groups[body.group];
    const int first = s.crowd.agent_count() + section.corners.begin, count = section.corners.count;
    const auto corners = std::span(s.buffer.x).subspan(first, count);
    const BodyPlane plane =
        plane_of_body(s.cells.reg.ground, std::span(s.cells.places).subspan(first, count), corners);
    std::vector<Vec2> places;
    for (const Vec3& corner : corners) places.push_back(plane.in_plane(corner));
    const auto rest = std::span(s.crowd.rest_corners).subspan(section.corners.begin, count);
    const PlaneFit fit = fit_shape(rest, places);
    const int goal = s.memory.goal[s.crowd.agent_count() + section.body];
    const bool is_bound = goal < body.goals.count;
    const Vec2 way = is_bound ? plane.in_plane(s.crowd.goal_points[body.goals.begin + goal]) : Vec2(0, 0);
    const PlaneMatrix turn = turned_by(turn_towards(fit.ahead(), way, group.shape->turn * s.h));
    const Vec3 push = push_by_bodies(s.crowd, s.buffer, section);
    Vec2 velocity = group.relaxation * Vec2(push.dot(plane.a), push.dot(plane.b));
    if (is_bound) velocity += group.speed * (turn * fit.ahead());
    if (const Real speed = velocity.norm(); speed > group.max_speed) velocity *= group.max_speed / speed;
    const PlaneFit turned{fit.middle, turn * fit.rotation, turn * fit.deformation};
    for (int k = 0; k < count; ++k) {
        const Vec2 back = shape_goal(turned, group.shape->plasticity, rest[k]) - places[k];
        s.buffer.next[first + k] = plane.in_world(s.h * velocity + group.shape->elasticity * back);
    }
}

}  // namespace

void steer_realm_bodies(const CrowdPart& crowd, const CrowdState& memory, Real h, RealmBuffer& buffer) {
    const auto* cells = std::get_if<RealmCells<CurvedGround>>(&buffer.cells);
    if (!cells) return;  // (bodies are polygons on a ground; a space has none)
    const BodyStep step{crowd, memory, *cells, h, buffer};
    for (const BodySection& section : crowd.sections) steer_one(step, section);
}

}  // namespace souple
