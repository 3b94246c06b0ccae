// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A crowd: agents that walk on flat ground, which is x and z of the world. Each is a point of a part and a
// disc around it, or a body: polygons whose corners are points.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "souple/core/rng.h"
#include "souple/core/types.h"
#include "souple/dynamics/agents/agent_shape.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/geometry/search/box_tree.h"
#include "souple/topology/environment/registration.h"
#include "souple/topology/environment/walls.h"

namespace souple {

/// How an agent avoids others (002 F2.42, F2.47).
enum class AvoidanceLaw {
    Orca,        ///< half-planes and a linear programme
    ForceField,  ///< repulsion k (R - d)^2 - z d'
    Boids,       ///< keeps apart, goes as the others go, stays with them
};

/// Who answers the question who is near. All give the same answer.
enum class NeighbourSearch { Grid, Tree, Map };

/// The most neighbours an agent can heed.
constexpr int most_neighbours = 32;

struct Realm;

/// What agents of one group are like.
struct AgentGroup {
    std::string name = "group";
    AvoidanceLaw behaviour = AvoidanceLaw::Orca;
    Real radius = 0.25;           ///< [m] > 0
    Real height = 0;              ///< [m] of the upright capsule that others touch; 0: a ball
    Real acceleration = 6;        ///< [m/s^2] that legs give against pushes, of crowds that touch others
    bool heeds_bodies = true;     ///< Orca: walks around bodies of other parts that it may touch
    Real speed = 1.34;            ///< [m/s] wanted
    Real max_speed = 2;           ///< [m/s]
    Real neighbour_distance = 5;  ///< [m] farther ones are not seen
    int max_neighbours = 10;      ///< the nearest are heeded
    Real horizon = 2;             ///< [s] Orca: nobody is hit before
    Real wall_horizon = 1;        ///< [s] the same for walls
    Real stiffness = 20;          ///< [1/(m s^2)] ForceField: k, per kilogram
    Real damping = 0.5;           ///< [1/s] ForceField: z, per kilogram
    Real influence = 1.2;         ///< [m] ForceField: R; Boids: keeps this far apart
    Real relaxation = 0.5;        ///< [s] ForceField, Boids: in which the wanted velocity is taken up
    Real separation = 1.5;        ///< [m/s^2] Boids: at no distance
    Real alignment = 0.5;         ///< [1/s] Boids
    Real cohesion = 0.1;          ///< [1/s^2] Boids
    Real noise = 0;               ///< [m/s] shakes the wanted velocity
    Real side = 0.5;  ///< [rad] whom others make stand turns its wanted velocity so far aside, see evade.h
    Real headway =
        0;  ///< [s] wants no more speed than reaches who walks ahead in this time; 0: does not look
    Real crowding =
        0;  ///< [m^2] through n people per m^2 a way counts 1 + crowding n times as long; 0: it is found once
    Real alarm_speed = 0;             ///< [m/s] greatest when a body is announced; 0: max_speed
    Real arrive = 0.5;                ///< [m] a goal counts as reached
    bool loops = false;               ///< after the last goal comes the first
    bool leaves = false;              ///< who has reached the last goal is gone
    bool finds_way = true;            ///< around obstacles, again when it was led off its way
    std::optional<AgentShape> shape;  ///< none: a disc
};

/// A goal of agents who mind how crowded the ways to it are.
struct CrowdedGoal {
    Vec2 place = Vec2::Zero();  ///< [m]
    Face cell;                  ///< of the first mesh
    Real crowding = 0;          ///< [m^2] of these agents
};

struct CrowdPart {
    int part = 0;                               ///< Model::parts
    std::shared_ptr<const Environment> ground;  ///< null: open ground without end
    std::shared_ptr<const Realm> realm;         ///< where they live instead, when it is no plane
    std::vector<AgentGroup> groups;
    std::vector<int> group_of;      ///< by agent
    std::vector<Range> goals;       ///< by agent, in goal_places
    std::vector<Vec2> goal_places;  ///< [m]
    std::vector<CrowdedGoal> crowded_goals;
    std::vector<int> crowded_goal_of;  ///< by place of a goal, -1: not one of those; empty: nobody minds
    std::vector<Vec3> goal_points;     ///< [m] instead of these, of a crowd in a realm
    std::vector<int> place_of_goal;    ///< by goal_points: its number among distinct_goals
    std::vector<Vec3> distinct_goals;  ///< [m] goal_points, each once
    bool winds = false;  ///< the surface is such that who heads straight for a goal may never get there
    std::vector<ShapedAgent> bodies;
    std::vector<BodySection> sections;
    std::vector<Vec2> rest_corners;  ///< [m] by corner: from the middle of its section, ahead is x
    std::vector<BodySide> sides;
    NeighbourSearch search = NeighbourSearch::Grid;
    bool adapts = false;  ///< cells are split and merged as agents come and go
    CellRule rule;
    bool contacts = true;        ///< bodies do not overlap
    int contact_sweeps = 60;     ///< at most
    Real contact_depth = 0.005;  ///< of the diameter: overlaps up to this are left
    std::vector<Wall> walls;
    BoxTree wall_tree;

    Real largest_radius = 0, farthest_sight = 0;  ///< [m] over the groups
    Real widest_body = 0;                         ///< [m] half the width

    int agent_count() const { return static_cast<int>(group_of.size()); }
    int corner_count() const { return static_cast<int>(rest_corners.size()); }
    int body_count() const { return static_cast<int>(bodies.size()); }
    int side_count() const { return static_cast<int>(sides.size()); }
    const AgentGroup& group(int agent) const { return groups[group_of[agent]]; }
};

/// Fills what follows from the rest: walls of the ground, the largest sizes, and which goals are one place.
void finish(CrowdPart& crowd);

inline Vec2 ground_place(const Vec3& x) { return {x.x(), x.z()}; }

/// Whether an agent has reached its last goal and is no longer there.
inline bool is_gone(const CrowdPart& crowd, const CrowdState& state, int agent) {
    return state.goal[agent] >= crowd.goals[agent].count && crowd.goals[agent].count > 0 &&
           crowd.group(agent).leaves;
}

/// [m/s] what an agent would do if it were alone.
Vec2 wanted_velocity(const CrowdPart& crowd, const CrowdState& state, int agent, const Vec2& x, Real h);

/// Takes the next goal when the one at hand is reached; several in one step when they lie close. In a realm
/// places are points.
void advance_goal(const CrowdPart& crowd, const AgentGroup& group, Range goals, const Vec2& x, int& goal);
void advance_goal(const CrowdPart& crowd, const AgentGroup& group, Range goals, const Vec3& x, int& goal);

/// [m] how far a kind of agents looks for others.
inline Real sight_of(const AgentGroup& group) {
    return group.behaviour == AvoidanceLaw::ForceField ? std::min(group.influence, group.neighbour_distance)
                                                       : group.neighbour_distance;
}

/// The random numbers of an agent in a step whose numbers begin at `shaking`; they do not depend on the
/// others.
inline Rng noise_of(std::uint64_t shaking, int agent) {
    Rng rng{shaking + 0x632be59bd9b4e019ull * static_cast<std::uint64_t>(agent + 1)};
    rng.next();
    return rng;
}

/// Calls fn(wall) for the walls within a distance [m], in their order.
template <class Fn>
void visit_walls(const CrowdPart& crowd, const Vec2& p, Real distance, const Fn& fn) {
    const Vec3 place{p.x(), 0, p.y()};
    visit_leaves(
        crowd.wall_tree, [&](const Aabb& box) { return squared_distance(box, place) <= distance * distance; },
        [&](int begin, int end) {
            for (int k = begin; k < end; ++k)
                if (squared_distance(crowd.wall_tree.leaf_boxes[k], place) <= distance * distance)
                    fn(crowd.walls[crowd.wall_tree.order[k]]);
        });
}

}  // namespace souple
