// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Builds crowds on curved surfaces and in space: where agents start, their goals and the ways there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "souple/core/errors.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/models/building_work.h"
#include "souple/models/crowd.h"
#include "souple/models/crowd_bodies.h"
#include "souple/models/places_apart.h"
#include "souple/models/realm_search.h"
#include "souple/topology/find_way.h"

namespace souple {

namespace {

bool is_blocked(const CurvedGround& ground, int cell) { return is_obstacle(ground, cell); }
bool is_blocked(const Space& space, int cell) { return is_obstacle(space, VolumeCell{cell}); }

/// Where the agents of a group start.
template <class Ground>
struct RealmPlacer {
    const CrowdGroupDef& group;
    const World& world;
    const RealmSearch<Ground>& search;
    SpreadSpheres& spheres;
    const PlacesApart& others;  ///< who is there already
    Real room;                  ///< [m] from one to the next
    Rng& rng;

    std::vector<Vec3> operator()(const PlacePointsDef& d) const { return d.points; }
    std::vector<Vec3> operator()(const PlaceSphereDef& d) const {
        const std::vector<Vec3>& sphere = spheres.of(d.count, d.sweeps, world.model.seed);
        std::vector<Vec3> points;
        for (int i = d.first; i < d.count; i += d.every) points.push_back(d.centre + d.radius * sphere[i]);
        return points;
    }
    std::vector<Vec3> operator()(const PlaceAnywhereDef& d) const {
        constexpr int most_tries = 2000;  // for one agent
        std::vector<Vec3> points;
        PlacesApart own(room);
        while (points.size() < static_cast<std::size_t>(d.count)) {
            int tries = 0;
            Vec3 p;
            do {
                if (++tries > most_tries)
                    throw InputError(
                        fmt::format("group '{}': there is no room for {} agents", group.name, d.count));
                p = random_point(search, rng);
            } while (!is_free(p, own));
            points.push_back(p);
            own.add(p);
        }
        return points;
    }
    template <class PlacesOnGround>
    std::vector<Vec3> operator()(const PlacesOnGround&) const {
        throw InputError(fmt::format("group '{}' starts at places of flat ground, in a realm", group.name));
    }

    bool is_free(const Vec3& p, const PlacesApart& own) const {
        const auto is_close = [&](const Vec3& other) { return (other - p).norm() < room; };
        if (others.any_near(p, is_close) || own.any_near(p, is_close)) return false;
        const RealmSpot<Ground> spot = spot_near(search, p);
        return spot.cell >= 0 && !is_blocked(search.ground, spot.cell);
    }
};

/// A crowd in a realm while it is built.
template <class Ground>
struct RealmBuilder {
    World& world;
    const CrowdDef& def;
    const Ground& ground;
    CrowdKinds kinds;
    RealmSearch<Ground> search;
    BuildingWork work;
    SpreadSpheres spheres;
    PlacesApart places;  ///< of all so far
    Rng rng;
    Real widest = 0;  ///< [m] radius of the groups so far
    CrowdPart crowd;
    CrowdState memory;

    RealmBuilder(World& to, const CrowdDef& what, const Ground& on)
        : world(to),
          def(what),
          ground(on),
          kinds(what),
          search(on),
          work(what.part.name),
          spheres(work),
          places(2 * kinds.widest()),
          rng(stream_of(to.model.seed, what.part.name)) {}

    RealmSpot<Ground> spot_of(const CrowdGroupDef& group, const char* what, int number, const Vec3& p) const {
        const RealmSpot<Ground> spot = spot_near(search, p);
        if (spot.cell >= 0 && !is_blocked(ground, spot.cell)) return spot;
        throw InputError(fmt::format("{} {} of group '{}' at ({}, {}, {}) is {}", what, number, group.name,
                                     p.x(), p.y(), p.z(),
                                     spot.cell < 0 ? "outside the realm" : "in an obstacle"));
    }

    enum class Straight { Arrives, Stopped, Astray };
    /// What becomes of who heads for a goal all the time: he gets there, or a wall stops him, or he ends
    /// where the surface is nearest to it.
    Straight head_for(RealmSpot<Ground> at, const Vec3& goal, Real arrive) {
        const Real pace = 0.5 * arrive;
        const Real wanted = 4 * (goal - at.point).norm() / pace;
        if (!(wanted < 1e5)) return Straight::Stopped;  // the way is searched for instead
        int steps = 8 + static_cast<int>(wanted);
        work.spend(5.0 * steps, "walks to goals", "take fewer agents or goals, or arrive farther from them");
        for (; steps > 0 && (goal - at.point).norm() > arrive; --steps) {
            Vec3 way = along(ground, at.place, goal - at.point);
            if (way.norm() < 1e-9) way = unit_across((goal - at.point).normalized());
            const auto end = go(ground, at.cell, at.place, at.point, pace * way.normalized());
            if (end.cell < 0 || end.movement.norm() < 0.9 * pace) return Straight::Stopped;
            at = {end.cell, end.place, end.point};
        }
        return steps > 0 ? Straight::Arrives : Straight::Astray;
    }
    bool reaches(const RealmSpot<Ground>& at, const Vec3& goal, Real arrive) {
        return head_for(at, goal, arrive) == Straight::Arrives;
    }

    /// Adds the bends of the way to a goal and the goal.
    void add_way(const CrowdGroupDef& group, int number, const RealmSpot<Ground>& from,
                 const RealmSpot<Ground>& to) {
        const Real arrive = crowd.groups.back().arrive;
        std::vector<Vec3>& points = crowd.goal_points;
        const Straight straight = group.finds_way ? head_for(from, to.point, arrive) : Straight::Arrives;
        const bool strays = straight == Straight::Astray && std::is_same_v<Ground, CurvedGround>;
        crowd.winds = crowd.winds || strays;
        if (straight == Straight::Arrives) {
            points.push_back(to.point);
            return;
        }
        work.spend(5.0 * cell_slots(ground), "ways around obstacles",
                   "take fewer agents, goals or cells, or finds_way false");
        const std::vector<WayPoint> way =
            find_way<Ground>(ground, {from.cell, from.point}, {to.cell, to.point});
        if (way.empty())
            throw InputError(fmt::format("agent {} of group '{}' finds no way to ({}, {}, {})", number,
                                         group.name, to.point.x(), to.point.y(), to.point.z()));
        // (who walks asks for its way meanwhile; bodies do not)
        if (strays && !crowd.groups.back().shape) {
            points.push_back(to.point);
            return;
        }
        RealmSpot<Ground> at = from;
        for (std::size_t k = 0; k < way.size(); ++k) {
            while (k + 1 < way.size() && reaches(at, way[k + 1].point, 0.5 * arrive)) ++k;
            points.push_back(way[k].point);
            at = {way[k].cell, place_at(ground, way[k].cell, way[k].point), way[k].point};
        }
    }

    Range add_goals(const CrowdGroupDef& group, int number, const RealmSpot<Ground>& start) {
        std::vector<Vec3> goals;
        if (group.goal_across) goals.push_back(2 * *group.goal_across - start.point);
        const std::size_t choices = group.goal_points.size();
        for (int k = 0; choices > 0 && k < group.random_goals; ++k)
            goals.push_back(group.goal_points[rng.next() % choices]);
        if (group.random_goals == 0)
            goals.insert(goals.end(), group.goal_points.begin(), group.goal_points.end());
        if (group.loops) goals.push_back(start.point);
        Range range{static_cast<int>(crowd.goal_points.size()), 0};
        RealmSpot<Ground> from = start;
        for (const Vec3& goal : goals) {
            const RealmSpot<Ground> to = spot_of(group, "a goal of agent", number, goal);
            add_way(group, number, from, to);
            from = to;
        }
        range.count = static_cast<int>(crowd.goal_points.size()) - range.begin;
        return range;
    }

    void add_realm_point(const Vec3& x, int cell, Real mass) {
        add_point(world, {x, Vec3::Zero(), mass, static_cast<int>(memory.cell.size()), x});
        places.add(x);
        memory.cell.push_back({cell, 1});
    }

    void add_disc(const CrowdGroupDef& group, int number, const RealmSpot<Ground>& spot) {
        add_realm_point(spot.point, spot.cell, def.mass);
        crowd.group_of.push_back(static_cast<int>(crowd.groups.size()) - 1);
        crowd.goals.push_back(add_goals(group, number, spot));
        memory.goal.push_back(0);
    }

    /// It heads for its first goal.
    void add_body(const CrowdGroupDef& group, int number, const RealmSpot<Ground>& spot) {
        if constexpr (std::is_same_v<Ground, CurvedGround>) {
            const AgentShape& shape = *crowd.groups.back().shape;
            if (shape.sections > 1 || shape.anticipation > 0 || group.leaves)
                throw InputError(
                    fmt::format("group '{}': on curved ground a body has one section, is not "
                                "announced and cannot leave",
                                group.name));
            const Range goals = add_goals(group, number, spot);
            const BodyPlane plane = plane_across(spot.point, normal_of(ground, spot.place.root));
            Vec2 ahead = goals.empty() ? Vec2(1, 0) : plane.in_plane(crowd.goal_points[goals.begin]);
            ahead = ahead.squaredNorm() > 0 ? Vec2(ahead.normalized()) : Vec2(1, 0);
            const std::vector<Vec2> corners =
                append_body(crowd, static_cast<int>(crowd.groups.size()) - 1, Vec2::Zero(), ahead);
            crowd.bodies.back().goals = goals;
            for (const Vec2& corner : corners) {
                const auto end = go(ground, spot.cell, spot.place, spot.point, plane.in_world(corner));
                add_realm_point(end.point, end.cell, def.mass / static_cast<Real>(corners.size()));
            }
            memory.goal.push_back(0);
        } else {
            throw InputError(
                fmt::format("group '{}' has a shape: only surfaces have room for it", group.name));
        }
    }

    void add_group(const CrowdGroupDef& group) {
        AgentGroup kind = kinds.of(group);
        kind.name = group.name;
        kind.loops = group.loops;
        kind.leaves = group.leaves;
        kind.finds_way = group.finds_way;
        if (kind.behaviour == AvoidanceLaw::Orca && !kind.shape && std::is_same_v<Ground, Space>)
            throw InputError(
                fmt::format("group '{}': orca needs a surface; in space there are force_field "
                            "and boids",
                            group.name));
        if (kind.height > 0 && std::is_same_v<Ground, Space>)
            throw InputError(
                fmt::format("group '{}': in space agents are balls and have no height", group.name));
        if (!group.goals.empty() || group.goal_shift || group.goal_opposite || group.goal_orbit)
            throw InputError(
                fmt::format("group '{}': goals in a realm are goal_across and goal_points", group.name));
        if (kind.crowding > 0 || kind.headway > 0)
            throw InputError(fmt::format("group '{}': crowding and headway need flat ground", group.name));
        fit_radius_to_shape(kind);
        crowd.groups.push_back(kind);
        const Real room = kind.shape ? reach_of(*kind.shape) : kind.radius;
        widest = std::max(widest, kind.radius);
        const RealmPlacer<Ground> placer{group, world, search, spheres, places, room + std::max(room, widest),
                                         rng};
        const std::vector<Vec3> points = std::visit(placer, group.places);
        for (int k = 0; k < static_cast<int>(points.size()); ++k) {
            const RealmSpot<Ground> spot = spot_of(group, "agent", k, points[k]);
            if (kind.shape)
                add_body(group, k, spot);
            else
                add_disc(group, k, spot);
        }
    }
};

struct HeadedGoal {
    Vec3 point = Vec3::Zero();  ///< [m]
    Real arrive = 0;            ///< [m] of who heads for it
};
/// Goals of those who look for their way; bodies have theirs from the beginning.
std::vector<HeadedGoal> goals_looked_for(const CrowdPart& crowd) {
    std::vector<HeadedGoal> goals;
    for (int i = 0; i < crowd.agent_count(); ++i)
        for (int g = crowd.goals[i].begin; crowd.group(i).finds_way && g < crowd.goals[i].end(); ++g)
            goals.push_back({crowd.goal_points[g], crowd.group(i).arrive});
    return goals;
}

/// Whether somebody whom others led anywhere on a surface could go astray: goals are headed for from places
/// all over it, a sample of both.
bool leads_astray(RealmBuilder<CurvedGround>& b) {
    constexpr std::size_t most = 24;
    const std::vector<HeadedGoal> goals = goals_looked_for(b.crowd);
    const std::size_t roots = b.ground.roots.size(), count = std::min(goals.size(), most);
    for (std::size_t g = 0; g < count; ++g)
        for (std::size_t k = 0; k < std::min(roots, most); ++k) {
            const int root = static_cast<int>(k * roots / std::min(roots, most));
            const auto& [p, q, r] = b.ground.roots[root].corners;
            const Vec3 middle = (p + q + r) / 3;
            if (is_blocked(b.ground, root)) continue;
            const RealmSpot<CurvedGround> from{root, place_in(b.ground, root, middle), middle};
            const HeadedGoal& goal = goals[g * goals.size() / count];
            using Builder = RealmBuilder<CurvedGround>;
            if (b.head_for(from, goal.point, goal.arrive) == Builder::Straight::Astray) return true;
        }
    return false;
}
bool leads_astray(const RealmBuilder<Space>&) { return false; }

template <class Ground>
PartId build_in_realm(World& world, const CrowdDef& def, std::shared_ptr<const Realm> realm,
                      const Ground& ground) {
    Part part = begin_part(world, def.part, "crowd");
    RealmBuilder<Ground> b(world, def, ground);
    b.crowd.realm = std::move(realm);
    b.crowd.search = NeighbourSearch::Map;
    b.crowd.adapts = def.adapts;
    b.crowd.rule = def.rule;
    b.crowd.contacts = def.contacts;
    b.crowd.contact_sweeps = def.contact_sweeps;
    b.crowd.contact_depth = def.contact_depth;
    for (const bool has_shape : {false, true})  // corners of bodies come behind all discs
        for (const CrowdGroupDef& group : def.groups)
            if (b.kinds.of(group).shape.has_value() == has_shape) b.add_group(group);
    b.crowd.winds = b.crowd.winds || leads_astray(b);
    return close_crowd(world, part, std::move(b.crowd), std::move(b.memory), b.rng);
}

}  // namespace

PartId add_crowd_in_realm(World& world, const CrowdDef& def) {
    const auto realm =
        std::make_shared<const Realm>(make_realm(*def.realm, def.levels, "realm of " + def.part.name));
    return std::visit([&](const auto& ground) { return build_in_realm(world, def, realm, ground); },
                      realm->ground);
}

}  // namespace souple
