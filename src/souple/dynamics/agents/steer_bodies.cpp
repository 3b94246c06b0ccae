// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/steer_bodies.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/body_shape.h"
#include "souple/dynamics/agents/force_field.h"

namespace souple {

namespace {

bool is_herald(const BodySide& side) { return side.a < 0; }

Vec2 left_of(const Vec2& v) { return {-v.y(), v.x()}; }

PlaneFit fit_of(const CrowdPart& crowd, const BodySection& section, std::span<const Vec2> x) {
    return fit_shape(std::span(crowd.rest_corners).subspan(section.corners.begin, section.corners.count),
                     x.subspan(section.corners.begin, section.corners.count));
}

Vec2 mean_of(const Range& range, std::span<const Vec2> values) {
    Vec2 sum = Vec2::Zero();
    for (int k = range.begin; k < range.end(); ++k) sum += values[k];
    return sum / static_cast<Real>(range.count);
}

/// How a body wants to move as a whole.
struct BodyMotion {
    Vec2 middle, velocity;  ///< [m], [m/s]
    Real turning = 0;       ///< [rad/s]

    Vec2 at(const Vec2& p) const { return velocity + turning * left_of(p - middle); }
};

/// Straight on, slower the more it has to turn; it stops at the last goal.
BodyMotion wanted_motion(const CrowdPart& crowd, const ShapedAgent& body, int goal, const PlaneFit& fit) {
    const AgentGroup& group = crowd.groups[body.group];
    BodyMotion motion{fit.middle, Vec2::Zero(), 0};
    if (body.goals.empty()) return motion;
    const bool is_last = !group.loops && goal >= body.goals.count - 1;
    const Vec2 way = crowd.goal_places[body.goals.begin + std::min(goal, body.goals.count - 1)] - fit.middle;
    const Real distance = way.norm();
    if (goal >= body.goals.count || distance == 0) return motion;
    const Vec2 ahead = fit.ahead();
    const Real angle = std::atan2(left_of(ahead).dot(way), ahead.dot(way));
    motion.turning = std::clamp(angle / group.relaxation, -group.shape->turn, group.shape->turn);
    const Real speed = is_last ? std::min(group.speed, distance / group.relaxation) : group.speed;
    motion.velocity = speed * std::max(std::cos(angle), Real(0.2)) * ahead;
    return motion;
}

void steer_body(const CrowdPart& crowd, const CrowdState& state, int b, Real h, CellQueue& queue,
                CrowdBuffer& buffer) {
    const ShapedAgent& body = crowd.bodies[b];
    const AgentGroup& group = crowd.groups[body.group];
    const BodySection& head = crowd.sections[body.sections.begin];
    const BodyMotion motion =
        wanted_motion(crowd, body, state.goal[crowd.agent_count() + b], fit_of(crowd, head, buffer.corner_x));
    for (int k = head.corners.begin; k < head.corners.end(); ++k) {
        const Vec2 x = buffer.corner_x[k], v = buffer.corner_v[k];
        Vec2 push = (motion.at(x) - v) / group.relaxation;
        NearSides sides;
        find_near_sides(buffer.cells, cell_of_corner(buffer, k), x, 2 * group.influence, queue, sides);
        push += repulsion_of_sides(crowd, buffer, group, x, v, b, sides);
        if (!crowd.walls.empty())
            visit_walls(crowd, x, 2 * group.influence, [&](const Wall& wall) {
                push += repulsion_of_wall(group, x, v, piece_near(wall, x, group.influence));
            });
        const Vec2 next = v + h * push;
        const Real speed = next.norm();
        buffer.corner_next[k] = speed > group.max_speed ? Vec2(group.max_speed / speed * next) : next;
    }
}

}  // namespace

void place_sides(const CrowdPart& crowd, std::span<const Vec2> x, std::span<const Vec2> v,
                 CrowdBuffer& buffer) {
    buffer.side_place.resize(crowd.side_count());
    buffer.side_velocity.resize(crowd.side_count());
    for (int s = 0; s < crowd.side_count(); ++s) {
        const BodySide& side = crowd.sides[s];
        if (!is_herald(side)) {
            buffer.side_place[s] = {x[side.a], x[side.b]};
            buffer.side_velocity[s] = (v[side.a] + v[side.b]) / 2;
            continue;
        }
        const Range corners = crowd.sections[side.section].corners;
        const Vec2 middle = mean_of(corners, x), velocity = mean_of(corners, v);
        const Real speed = velocity.norm();
        const Vec2 aside = speed > 0 ? Vec2(side.spread / speed * left_of(velocity)) : Vec2(Vec2::Zero());
        const Real ahead = crowd.groups[crowd.bodies[side.body].group].shape->anticipation;
        buffer.side_place[s] = {middle, middle + ahead * velocity + aside};
        buffer.side_velocity[s] = velocity;
    }
}

void steer_bodies(const CrowdPart& crowd, const CrowdState& state, Real h, CrowdBuffer& buffer) {
    buffer.corner_next.resize(crowd.corner_count());
    buffer.body_queues.resize(crowd.body_count());
    parallel_for(
        crowd.body_count(), [&](int b) { steer_body(crowd, state, b, h, buffer.body_queues[b], buffer); }, 8);
}

Real sight_of_sides(const CrowdPart& crowd, const AgentGroup& group) {
    const Real bubble = crowd.widest_body + group.radius + group.influence;
    const Real seen = group.behaviour == AvoidanceLaw::Orca ? group.neighbour_distance : 2 * group.influence;
    return std::max(bubble, seen);
}

bool flee_from_heralds(const CrowdPart& crowd, const CrowdBuffer& buffer, const AgentGroup& group,
                       const Vec2& p, const NearSides& sides, Vec2& wanted) {
    int nearest = -1;
    Real least = 1e300;
    for (int k = 0; k < sides.count; ++k) {
        const BodySide& side = crowd.sides[sides.side[k]];
        if (!is_herald(side)) continue;
        const Wall& herald = buffer.side_place[sides.side[k]];
        const Vec2 along = herald.b - herald.a;
        const Real length = along.squaredNorm();
        if (length == 0) continue;
        const Real share = std::clamp((p - herald.a).dot(along) / length, Real(0), Real(1));
        const Real d = (p - herald.a - share * along).norm();
        const Real bubble = crowd.sections[side.section].half_width + group.radius + group.influence;
        if (d >= bubble || d >= least) continue;
        least = d;
        nearest = sides.side[k];
    }
    if (nearest < 0) return false;
    const Vec2 course = buffer.side_velocity[nearest].normalized(), out = left_of(course);
    const Real speed = group.alarm_speed > 0 ? group.alarm_speed : group.max_speed;
    wanted = (out.dot(p - buffer.side_place[nearest].a) >= 0 ? speed : -speed) * out;
    return true;
}

void add_side_lines(const CrowdPart& crowd, const CrowdBuffer& buffer, const AgentGroup& group,
                    const MovingDisc& self, const NearSides& sides, HalfPlanes& planes) {
    if (sides.count == 0) return;
    HalfPlanes still;
    for (int k = 0; k < sides.count; ++k) {
        const int s = sides.side[k];
        if (is_herald(crowd.sides[s])) continue;
        const Wall& place = buffer.side_place[s];
        if (left_of(place.b - place.a).dot(self.x - place.a) < 0) continue;  // seen from behind
        // as a wall that stands still, in the frame that goes along with it
        const Vec2 velocity = buffer.side_velocity[s];
        still.count = 0;
        if (!add_wall_line({self.x, self.v - velocity, self.radius}, place.a, place.b, group.wall_horizon,
                           still))
            continue;
        for (int l = 0; l < still.count; ++l)
            planes.add({still.lines[l].point + velocity, still.lines[l].direction});
    }
}

Vec2 repulsion_of_sides(const CrowdPart& crowd, const CrowdBuffer& buffer, const AgentGroup& group,
                        const Vec2& p, const Vec2& v, int own, const NearSides& sides) {
    Vec2 sum = Vec2::Zero();
    for (int k = 0; k < sides.count; ++k) {
        const int s = sides.side[k];
        const Wall& place = buffer.side_place[s];
        if (crowd.sides[s].body == own || place.a == place.b) continue;
        sum +=
            repulsion_of_wall(group, p, v - buffer.side_velocity[s], piece_near(place, p, group.influence));
    }
    return sum;
}

}  // namespace souple
