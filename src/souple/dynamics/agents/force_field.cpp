// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/force_field.h"

#include <algorithm>

namespace souple {

Real repulsion(const AgentGroup& group, Real d, Real rate) {
    if (d >= group.influence) return 0;
    return group.stiffness * (group.influence - d) * (group.influence - d) - group.damping * rate;
}

namespace {

/// In the plane or in space: places and velocities relative to the other.
template <class Vec>
Vec repulsion_between(const AgentGroup& group, const Vec& apart, const Vec& velocity) {
    const Real d = apart.norm();
    if (d >= group.influence || d == 0) return Vec::Zero();
    const Vec direction = apart / d;
    return repulsion(group, d, direction.dot(velocity)) * direction;
}

}  // namespace

Vec2 repulsion_of_agent(const AgentGroup& group, const Vec2& p, const Vec2& v, const Vec2& other,
                        const Vec2& other_velocity) {
    return repulsion_between<Vec2>(group, p - other, v - other_velocity);
}
Vec3 repulsion_of_agent(const AgentGroup& group, const Vec3& p, const Vec3& v, const Vec3& other,
                        const Vec3& other_velocity) {
    return repulsion_between<Vec3>(group, p - other, v - other_velocity);
}

Vec2 repulsion_of_wall(const AgentGroup& group, const Vec2& p, const Vec2& v, const Wall& wall) {
    const Vec2 from_a = p - wall.a, from_b = p - wall.b;
    const Real to_a = from_a.norm(), to_b = from_b.norm();
    const Real d = (to_a + to_b - (wall.b - wall.a).norm()) / 2;
    if (d >= group.influence || to_a == 0 || to_b == 0) return Vec2::Zero();
    const Vec2 slope = from_a / to_a + from_b / to_b;  // twice the gradient of d
    const Real steepness = slope.norm();
    if (steepness == 0) return Vec2::Zero();
    return repulsion(group, d, slope.dot(v) / 2) * (slope / steepness);
}

Wall piece_near(const Wall& wall, const Vec2& p, Real reach) {
    const Vec2 side = wall.b - wall.a;
    const Real length = side.norm();
    const Vec2 along = side / length;
    const Real foot = std::clamp((p - wall.a).dot(along), Real(0), length);
    return {wall.a + std::max(foot - reach, Real(0)) * along,
            wall.a + std::min(foot + reach, length) * along};
}

}  // namespace souple
