// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr std::size_t most_crowded_goals = 256;

/// Agents of one group often share their goals: each is listed once.
void list_crowded_goals(CrowdPart& crowd) {
    std::map<std::tuple<Real, Real, Real>, int> known;
    for (int i = 0; i < crowd.agent_count(); ++i) {
        const Real crowding = crowd.group(i).crowding;
        if (crowding == 0) continue;
        crowd.crowded_goal_of.resize(crowd.goal_places.size(), -1);
        for (int k = crowd.goals[i].begin; k < crowd.goals[i].end(); ++k) {
            const Vec2& place = crowd.goal_places[k];
            const auto [entry, is_new] = known.try_emplace({place.x(), place.y(), crowding},
                                                           static_cast<int>(crowd.crowded_goals.size()));
            if (crowd.crowded_goals.size() >= most_crowded_goals && is_new)
                throw InputError(fmt::format(
                    "agents who mind crowds have more than {} different goals: each is searched from in "
                    "every step",
                    most_crowded_goals));
            if (is_new)
                crowd.crowded_goals.push_back({place, locate_by_search(*crowd.ground, place), crowding});
            crowd.crowded_goal_of[k] = entry->second;
        }
    }
}

/// The same in a realm, where ways are searched to each when somebody asks.
void list_distinct_goals(CrowdPart& crowd) {
    std::map<std::tuple<Real, Real, Real>, int> known;
    for (const Vec3& point : crowd.goal_points) {
        const auto [entry, is_new] = known.try_emplace({point.x(), point.y(), point.z()},
                                                       static_cast<int>(crowd.distinct_goals.size()));
        if (is_new) crowd.distinct_goals.push_back(point);
        crowd.place_of_goal.push_back(entry->second);
    }
}

}  // namespace

void finish(CrowdPart& crowd) {
    for (const BodySection& section : crowd.sections)
        crowd.widest_body = std::max(crowd.widest_body, section.half_width);
    for (const AgentGroup& group : crowd.groups) {
        if (group.shape) continue;
        crowd.largest_radius = std::max(crowd.largest_radius, group.radius);
        crowd.farthest_sight = std::max(crowd.farthest_sight, sight_of(group));
    }
    list_distinct_goals(crowd);
    if (!crowd.ground) return;
    list_crowded_goals(crowd);
    crowd.walls = find_walls(*crowd.ground);
    std::vector<Aabb> boxes;
    for (const Wall& wall : crowd.walls) {
        const Vec2 low = wall.a.cwiseMin(wall.b), high = wall.a.cwiseMax(wall.b);
        boxes.push_back({Vec3(low.x(), 0, low.y()), Vec3(high.x(), 0, high.y())});
    }
    if (!boxes.empty()) update(crowd.wall_tree, boxes);
}

Vec2 wanted_velocity(const CrowdPart& crowd, const CrowdState& state, int agent, const Vec2& x, Real h) {
    const Range goals = crowd.goals[agent];
    if (goals.empty()) return Vec2::Zero();
    const int goal = std::min(state.goal[agent], goals.count - 1);
    const Vec2 way = crowd.goal_places[goals.begin + goal] - x;
    const Real length = way.norm(), speed = crowd.group(agent).speed;
    if (goal + 1 == goals.count && !crowd.group(agent).loops && length <= speed * h) return way / h;
    return length > 0 ? Vec2(speed / length * way) : Vec2(Vec2::Zero());
}

namespace {

template <class Vec>
void advance_among(const std::vector<Vec>& places, const AgentGroup& group, Range goals, const Vec& x,
                   int& goal) {
    for (int tries = 0; tries < goals.count && goal < goals.count; ++tries) {
        if ((places[goals.begin + goal] - x).squaredNorm() > group.arrive * group.arrive) return;
        ++goal;
        if (goal == goals.count && group.loops) goal = 0;
    }
}

}  // namespace

void advance_goal(const CrowdPart& crowd, const AgentGroup& group, Range goals, const Vec2& x, int& goal) {
    advance_among(crowd.goal_places, group, goals, x, goal);
}
void advance_goal(const CrowdPart& crowd, const AgentGroup& group, Range goals, const Vec3& x, int& goal) {
    advance_among(crowd.goal_points, group, goals, x, goal);
}

}  // namespace souple
