// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Builds crowds on curved surfaces and in space: where agents start, their goals and the ways there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "souple/core/errors.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/models/crowd.h"
#include "souple/models/crowd_bodies.h"
#include "souple/topology/find_way.h"

namespace souple {

namespace {

/// Where somebody is, in a realm that has not been split.
template <class Ground>
struct RealmSpot {
    int cell = -1;  ///< -1: outside
    typename Ground::Place place{};
    Vec3 point = Vec3::Zero();  ///< [m]
};

RealmSpot<CurvedGround> spot_near(const CurvedGround& ground, const Vec3& p) {
    const SurfacePlace nearest = locate_by_search(ground, p);
    if (nearest.root < 0) return {};
    const Vec3 point = point_of(ground, nearest);
    return {nearest.root, place_in(ground, nearest.root, point), point};
}
RealmSpot<Space> spot_near(const Space& space, const Vec3& p) {
    const Dart d = locate_by_search(space, p);
    return {d ? volume_of(space.map, d).index : -1, p, p};
}
bool is_blocked(const CurvedGround& ground, int cell) { return is_obstacle(ground, cell); }
bool is_blocked(const Space& space, int cell) { return is_obstacle(space, VolumeCell{cell}); }

/// Any place, each as likely as every other.
Vec3 random_point(const CurvedGround& ground, Rng& rng) {
    Real largest = 0;
    const auto area_of_root = [&](int r) {
        const auto& [a, b, c] = ground.roots[r].corners;
        return (b - a).cross(c - a).norm();
    };
    const int count = static_cast<int>(ground.roots.size());
    for (int r = 0; r < count; ++r) largest = std::max(largest, area_of_root(r));
    int root = 0;
    do root = static_cast<int>(rng.next() % ground.roots.size());
    while (rng.uniform(0, largest) > area_of_root(root));
    Real s = rng.uniform(), t = rng.uniform();
    if (s + t > 1) {
        s = 1 - s;
        t = 1 - t;
    }
    const auto& [a, b, c] = ground.roots[root].corners;
    return a + s * (b - a) + t * (c - a);
}
Vec3 random_point(const Space& space, Rng& rng) {
    Aabb box;
    for_each_volume(space.map, [&](VolumeCell c) { box.extend(space.box[c]); });
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = rng.uniform(box.low[axis], box.high[axis]);
    return p;
}

/// Where the agents of a group start.
template <class Ground>
struct RealmPlacer {
    const CrowdGroupDef& group;
    const CrowdPart& crowd;
    const World& world;
    const Ground& ground;
    int first_point;  ///< of the crowd
    Real radius;      ///< [m] of an agent
    Rng& rng;

    std::vector<Vec3> operator()(const PlacePointsDef& d) const { return d.points; }
    std::vector<Vec3> operator()(const PlaceSphereDef& d) const {
        // a stream of its own: groups that share the sphere find the same points
        Rng own = stream_of(world.model.seed, "sphere");
        const std::vector<Vec3> sphere = spread_on_sphere(d.count, own, d.sweeps);
        std::vector<Vec3> points;
        for (int i = d.first; i < d.count; i += d.every) points.push_back(d.centre + d.radius * sphere[i]);
        return points;
    }
    std::vector<Vec3> operator()(const PlaceAnywhereDef& d) const {
        constexpr int most_tries = 2000;  // for one agent
        std::vector<Vec3> points(world.state.x.begin() + first_point, world.state.x.end());
        const std::size_t others = points.size();
        while (points.size() < others + static_cast<std::size_t>(d.count)) {
            int tries = 0;
            Vec3 p;
            do {
                if (++tries > most_tries)
                    throw InputError(
                        fmt::format("group '{}': there is no room for {} agents", group.name, d.count));
                p = random_point(ground, rng);
            } while (!is_free(p, points));
            points.push_back(p);
        }
        points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(others));
        return points;
    }
    template <class PlacesOnGround>
    std::vector<Vec3> operator()(const PlacesOnGround&) const {
        throw InputError(fmt::format("group '{}' starts at places of flat ground, in a realm", group.name));
    }

    bool is_free(const Vec3& p, const std::vector<Vec3>& points) const {
        Real widest = radius;
        for (const AgentGroup& other : crowd.groups) widest = std::max(widest, other.radius);
        const Real room = radius + widest;
        const RealmSpot<Ground> spot = spot_near(ground, p);
        return spot.cell >= 0 && !is_blocked(ground, spot.cell) &&
               std::none_of(points.begin(), points.end(),
                            [&](const Vec3& other) { return (other - p).norm() < room; });
    }
};

/// A crowd in a realm while it is built.
template <class Ground>
struct RealmBuilder {
    World& world;
    const CrowdDef& def;
    const Ground& ground;
    CrowdPart crowd;
    CrowdState memory;
    Rng rng;
    int first_point = 0;

    RealmSpot<Ground> spot_of(const CrowdGroupDef& group, const char* what, int number, const Vec3& p) const {
        const RealmSpot<Ground> spot = spot_near(ground, p);
        if (spot.cell >= 0 && !is_blocked(ground, spot.cell)) return spot;
        throw InputError(fmt::format("{} {} of group '{}' at ({}, {}, {}) is {}", what, number, group.name,
                                     p.x(), p.y(), p.z(),
                                     spot.cell < 0 ? "outside the realm" : "in an obstacle"));
    }

    enum class Straight { Arrives, Stopped, Astray };
    /// What becomes of who heads for a goal all the time: he gets there, or a wall stops him, or he ends
    /// where the surface is nearest to it.
    Straight head_for(RealmSpot<Ground> at, const Vec3& goal, Real arrive) const {
        const Real pace = 0.5 * arrive;
        const Real wanted = 4 * (goal - at.point).norm() / pace;
        if (!(wanted < 1e5)) return Straight::Stopped;  // the way is searched for instead
        int steps = 8 + static_cast<int>(wanted);
        for (; steps > 0 && (goal - at.point).norm() > arrive; --steps) {
            Vec3 way = along(ground, at.place, goal - at.point);
            if (way.norm() < 1e-9) way = unit_across((goal - at.point).normalized());
            const auto end = go(ground, at.cell, at.place, at.point, pace * way.normalized());
            if (end.cell < 0 || end.movement.norm() < 0.9 * pace) return Straight::Stopped;
            at = {end.cell, end.place, end.point};
        }
        return steps > 0 ? Straight::Arrives : Straight::Astray;
    }
    bool reaches(const RealmSpot<Ground>& at, const Vec3& goal, Real arrive) const {
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
        AgentGroup kind = kind_of(def, group);
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
        const RealmPlacer<Ground> placer{group, crowd, world, ground, first_point, room, rng};
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
bool leads_astray(const RealmBuilder<CurvedGround>& b) {
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
    RealmBuilder<Ground> b{world, def, ground, {}, {}, stream_of(world.model.seed, def.part.name)};
    b.first_point = static_cast<int>(world.state.x.size());
    b.crowd.realm = std::move(realm);
    b.crowd.search = NeighbourSearch::Map;
    b.crowd.adapts = def.adapts;
    b.crowd.rule = def.rule;
    b.crowd.contacts = def.contacts;
    b.crowd.contact_sweeps = def.contact_sweeps;
    b.crowd.contact_depth = def.contact_depth;
    for (const bool has_shape : {false, true})  // corners of bodies come behind all discs
        for (const CrowdGroupDef& group : def.groups)
            if (kind_of(def, group).shape.has_value() == has_shape) b.add_group(group);
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
