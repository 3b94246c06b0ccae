// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/core/suggest.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/models/crowd_bodies.h"
#include "souple/topology/environment/find_path.h"
#include "souple/topology/environment/tracking.h"

namespace souple {

namespace {

/// A crowd while it is built.
struct CrowdBuilder {
    World& world;
    const CrowdDef& def;
    CrowdKinds kinds;
    BuildingWork work;
    CellSearch search;  ///< of the ground, if there is one
    CrowdPart crowd;
    CrowdState memory;
    Face last;  ///< where the agent before is: the next one is not far
};

/// The cell of an agent; it has to be one to walk in.
Face cell_for(CrowdBuilder& b, const CrowdGroupDef& group, int agent, const Vec2& p) {
    b.last = locate(*b.crowd.ground, b.last, p);
    if (!b.last)
        throw InputError(fmt::format("agent {} of group '{}' at ({}, {}) is outside the ground", agent,
                                     group.name, p.x(), p.y()));
    if (is_obstacle(*b.crowd.ground, b.last))
        throw InputError(fmt::format("agent {} of group '{}' at ({}, {}) is in an obstacle", agent,
                                     group.name, p.x(), p.y()));
    return b.last;
}

void check_goal(const CrowdBuilder& b, const CrowdGroupDef& group, const Vec2& goal) {
    if (!b.crowd.ground) return;
    const Face f = find_cell(b.search, goal);
    if (!f || is_obstacle(*b.crowd.ground, f))
        throw InputError(fmt::format("a goal of group '{}', ({}, {}), is {}", group.name, goal.x(), goal.y(),
                                     f ? "in an obstacle" : "outside the ground"));
}

std::vector<Vec2> goals_of(const CrowdGroupDef& group, const Vec2& start) {
    std::vector<Vec2> goals;
    if (group.goal_shift) goals.push_back(start + Vec2((*group.goal_shift)[0], (*group.goal_shift)[1]));
    if (group.goal_opposite)
        goals.push_back(2 * Vec2((*group.goal_opposite)[0], (*group.goal_opposite)[1]) - start);
    if (group.goal_orbit && group.orbit_goals != 0) {
        const Vec2 centre{(*group.goal_orbit)[0], (*group.goal_orbit)[1]}, way = start - centre;
        for (int k = 1; k <= std::abs(group.orbit_goals); ++k) {
            const Real angle = 2 * std::numbers::pi * k / group.orbit_goals;
            const Real c = std::cos(angle), s = std::sin(angle);
            goals.emplace_back(centre + Vec2(c * way.x() - s * way.y(), s * way.x() + c * way.y()));
        }
    }
    for (const GroundPlace& goal : group.goals) goals.emplace_back(goal[0], goal[1]);
    if (group.loops && !group.goal_orbit) goals.push_back(start);
    return goals;
}

/// The goals of one agent, with the bends of the way between them.
Range add_goals(CrowdBuilder& b, const CrowdGroupDef& group, int agent, const Vec2& start) {
    Range range{static_cast<int>(b.crowd.goal_places.size()), 0};
    Vec2 from = start;
    for (const Vec2& goal : goals_of(group, start)) {
        check_goal(b, group, goal);
        std::vector<Vec2> path{goal};
        const bool is_blocked =
            b.crowd.ground && group.finds_way &&
            track(*b.crowd.ground, locate(*b.crowd.ground, b.last, from), from, goal).wall.index >= 0;
        if (is_blocked)
            b.work.spend(5.0 * b.crowd.ground->map.faces.slot_count(), "ways around obstacles",
                         "take fewer agents, goals or cells, or finds_way false");
        if (is_blocked) path = find_path(*b.crowd.ground, from, goal, 1.5 * b.crowd.groups.back().radius);
        if (path.empty())
            throw InputError(fmt::format("agent {} of group '{}' finds no way to ({}, {})", agent, group.name,
                                         goal.x(), goal.y()));
        if (b.crowd.groups.back().crowding > 0) path = {goal};  // (its bends are found while it walks)
        b.crowd.goal_places.insert(b.crowd.goal_places.end(), path.begin(), path.end());
        from = goal;
    }
    range.count = static_cast<int>(b.crowd.goal_places.size()) - range.begin;
    return range;
}

void add_ground_point(CrowdBuilder& b, const Vec2& place, Real mass, int id) {
    const Vec3 x{place.x(), b.def.part.position.y(), place.y()};
    add_point(b.world, {x, Vec3::Zero(), mass, id, x});
}

void add_disc(CrowdBuilder& b, const CrowdGroupDef& group, int number, const Vec2& place) {
    add_ground_point(b, place, b.def.mass, b.crowd.agent_count());
    b.crowd.group_of.push_back(static_cast<int>(b.crowd.groups.size()) - 1);
    if (b.crowd.ground)
        b.memory.cell.push_back(name_of(b.crowd.ground->map, cell_for(b, group, number, place)));
    b.crowd.goals.push_back(add_goals(b, group, number, place));
    b.memory.goal.push_back(0);
}

/// It heads for its first goal.
void add_body(CrowdBuilder& b, const CrowdGroupDef& group, int number, const Vec2& place) {
    if (!b.crowd.ground)
        throw InputError(fmt::format("group '{}' has a shape and needs a ground", group.name));
    if (group.leaves) throw InputError(fmt::format("group '{}' has a shape and cannot leave", group.name));
    cell_for(b, group, number, place);
    const Range goals = add_goals(b, group, number, place);
    Vec2 ahead = goals.empty() ? Vec2(Vec2::UnitX()) : Vec2(b.crowd.goal_places[goals.begin] - place);
    ahead = ahead.squaredNorm() > 0 ? Vec2(ahead.normalized()) : Vec2(Vec2::UnitX());
    const int first = b.crowd.agent_count() + b.crowd.corner_count();
    const std::vector<Vec2> corners =
        append_body(b.crowd, static_cast<int>(b.crowd.groups.size()) - 1, place, ahead);
    b.crowd.bodies.back().goals = goals;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        add_ground_point(b, corners[k], b.def.mass / static_cast<Real>(corners.size()),
                         first + static_cast<int>(k));
        b.memory.cell.push_back(name_of(b.crowd.ground->map, cell_for(b, group, number, corners[k])));
    }
    b.memory.goal.push_back(0);
}

void add_group(CrowdBuilder& b, const CrowdGroupDef& group, Rng& rng) {
    AgentGroup kind = b.kinds.of(group);
    kind.name = group.name;
    kind.loops = group.loops;
    kind.leaves = group.leaves;
    kind.finds_way = group.finds_way;
    fit_radius_to_shape(kind);
    if (!group.goal_points.empty() || group.goal_across || group.random_goals > 0)
        throw InputError(fmt::format("group '{}' has goals of a realm, on flat ground", group.name));
    if (kind.crowding > 0 && !b.crowd.ground)
        throw InputError(fmt::format("group '{}' minds crowds on its way and needs a ground", group.name));
    if (!group.finds_way || kind.shape) kind.crowding = 0;
    b.crowd.groups.push_back(kind);
    if (kind.shape) kind.radius = reach_of(*kind.shape);  // (room to start in)
    const std::vector<Vec2> places = place_agents(group, kind, b.crowd.ground ? &b.search : nullptr, rng);
    for (std::size_t k = 0; k < places.size(); ++k) {
        if (kind.shape)
            add_body(b, group, static_cast<int>(k), places[k]);
        else
            add_disc(b, group, static_cast<int>(k), places[k]);
    }
}

}  // namespace

CrowdKinds::CrowdKinds(const CrowdDef& def) : def_(def) {
    for (const AgentGroup& kind : def.kinds) by_name_.emplace(kind.name, &kind);
}

const AgentGroup& CrowdKinds::of(const CrowdGroupDef& group) const {
    if (group.kind.empty()) return def_.kinds.front();
    if (const auto found = by_name_.find(group.kind); found != by_name_.end()) return *found->second;
    std::vector<std::string> known;
    for (const AgentGroup& kind : def_.kinds) known.push_back(kind.name);
    throw InputError(fmt::format("group '{}': no kind is named '{}'; {}", group.name, group.kind,
                                 suggestion(group.kind, known, "kinds")));
}

Real CrowdKinds::widest() const {
    Real widest = 0;
    for (const AgentGroup& kind : def_.kinds)
        widest = std::max(widest, kind.shape ? reach_of(*kind.shape) : kind.radius);
    return widest;
}

PartId close_crowd(World& world, Part part, CrowdPart crowd, CrowdState memory, Rng rng) {
    finish(crowd);
    crowd.part = static_cast<int>(world.model.parts.size());
    part.crowd = static_cast<int>(world.model.crowds.size());
    world.model.crowds.push_back(std::make_shared<const CrowdPart>(std::move(crowd)));
    world.state.crowds.push_back(std::move(memory));
    const PartId id = close_part(world, part);
    world.state.parts.back().rng = rng;
    return id;
}

PartId add_crowd(World& world, const CrowdDef& def) {
    if (def.kinds.empty()) throw InputError(fmt::format("crowd '{}' has no kinds of agents", def.part.name));
    if (def.groups.empty()) throw InputError(fmt::format("crowd '{}' has no groups", def.part.name));
    if (def.search == NeighbourSearch::Map && !def.ground && !def.realm)
        throw InputError(fmt::format("crowd '{}' asks a map who is near, but has no ground", def.part.name));
    if (def.realm) return add_crowd_in_realm(world, def);
    Part part = begin_part(world, def.part, "crowd");
    CrowdBuilder b{world, def, CrowdKinds(def), BuildingWork(def.part.name), {}, {}, {}, {}};
    if (def.ground) {
        b.crowd.ground = std::make_shared<const Environment>(
            make_ground(*def.ground, def.levels, "ground of " + def.part.name));
        b.search = make_cell_search(*b.crowd.ground);
    }
    b.crowd.search = def.search;
    b.crowd.adapts = def.adapts;
    b.crowd.rule = def.rule;
    b.crowd.contacts = def.contacts;
    b.crowd.contact_sweeps = def.contact_sweeps;
    b.crowd.contact_depth = def.contact_depth;
    Rng rng = stream_of(world.model.seed, def.part.name);
    for (const bool has_shape : {false, true})  // corners of bodies come behind all discs
        for (const CrowdGroupDef& group : def.groups)
            if (b.kinds.of(group).shape.has_value() == has_shape) add_group(b, group, rng);
    append_heralds(b.crowd);
    return close_crowd(world, part, std::move(b.crowd), std::move(b.memory), rng);
}

}  // namespace souple
