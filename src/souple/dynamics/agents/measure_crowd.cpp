// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/measure_crowd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "souple/dynamics/agents/agent_contacts.h"
#include "souple/dynamics/agents/body_shape.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/dynamics/agents/near_sides.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/dynamics/agents/steer_bodies.h"
#include "souple/dynamics/scratch.h"
#include "souple/topology/level_memory.h"
#include "souple/topology/levels.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

/// A crowd with its places; what is asked for is measured from the State, wherever that came from.
struct CrowdView {
    const CrowdPart* crowd = nullptr;
    const CrowdState* state = nullptr;
    const CrowdBuffer* buffer = nullptr;  ///< null before the first step
    std::vector<Vec2> places;             ///< [m] NaN: gone
};

CrowdView view_of(const World& world, int part) {
    CrowdView view;
    const int c = world.model.parts[part].crowd;
    if (c < 0) return view;
    view.crowd = world.model.crowds[c].get();
    view.state = &world.state.crowds[c];
    const auto& buffers = world.scratch->crowds;
    if (buffers && c < static_cast<int>(buffers->of.size())) view.buffer = &buffers->of[c];
    view.places.reserve(view.crowd->agent_count());
    for (int i = 0; i < view.crowd->agent_count(); ++i)
        view.places.push_back(is_gone(*view.crowd, *view.state, i)
                                  ? Vec2::Constant(std::numeric_limits<Real>::quiet_NaN())
                                  : ground_place(world.state.x[world.model.parts[part].points.begin + i]));
    return view;
}

/// Whether the lists in Scratch are those of the State: it may have come from elsewhere, or gone back.
bool has_followed(const CrowdView& view) {
    return view.buffer && view.buffer->has_cells && view.buffer->of == view.crowd->ground &&
           view.buffer->history == view.state->history;
}

/// fn(map) of a crowd on flat ground as it is divided now; 0 without ground.
template <class Fn>
Real on_flat_map(const CrowdView& view, const Fn& fn) {
    if (!view.crowd || !view.crowd->ground) return 0;
    if (has_followed(view)) return fn(view.buffer->cells.ground.map);
    return fn(ground_now(*view.crowd, *view.state).map);
}

bool names_cells_as_listed(const CrowdView& view, const CrowdBuffer& buffer) {
    const Registration& cells = buffer.cells;
    const int agents = view.crowd->agent_count();
    for (int i = 0; i < agents; ++i)
        if (is_there(view.places[i]) && name_of(cells.ground.map, cells.cell[i]) != view.state->cell[i])
            return false;
    for (int k = 0; k < view.crowd->corner_count(); ++k)
        if (name_of(cells.ground.map, cell_of_corner(buffer, k)) != view.state->cell[agents + k])
            return false;
    return true;
}

/// Of the cells of `count` agents and corners from the first on.
Real mean_level(const CrowdView& view, int first, int count) {
    if (view.state->cell.empty() || count == 0) return 0;
    Real sum = 0;
    for (int i = first; i < first + count; ++i) sum += level_of_name(view.state->cell[i]);
    return sum / count;
}

std::span<const Vec3> points_of(const World& world, int part) {
    const Range points = world.model.parts[part].points;
    return std::span(world.state.x).subspan(points.begin, points.count);
}

}  // namespace

const CrowdPart* crowd_of(const Model& model, int part) {
    const int c = model.parts[part].crowd;
    return c < 0 ? nullptr : model.crowds[c].get();
}

Real arrived_share(const World& world, int part) {
    const CrowdPart* crowd = crowd_of(world.model, part);
    if (!crowd || crowd->agent_count() == 0) return 0;
    const CrowdState& state = world.state.crowds[world.model.parts[part].crowd];
    int arrived = 0;
    for (int i = 0; i < crowd->agent_count(); ++i)
        arrived += crowd->goals[i].count > 0 && state.goal[i] >= crowd->goals[i].count;
    return static_cast<Real>(arrived) / crowd->agent_count();
}

Real agent_overlap(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (view.crowd && view.crowd->realm)
        return realm_overlap(*view.crowd, *view.state, points_of(world, part));
    PlaneGrid grid;
    return view.crowd ? deepest_overlap(*view.crowd, view.places, grid) : 0;
}

Real wall_overlap(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    Real deepest = 0;
    for (std::size_t i = 0; view.crowd && !view.crowd->walls.empty() && i < view.places.size(); ++i) {
        if (!is_there(view.places[i])) continue;
        const Real radius = view.crowd->group(static_cast<int>(i)).radius;
        visit_walls(*view.crowd, view.places[i], radius, [&](const Wall& wall) {
            const Vec2 side = wall.b - wall.a, way = view.places[i] - wall.a;
            const Real share = std::clamp(way.dot(side) / side.squaredNorm(), Real(0), Real(1));
            deepest = std::max(deepest, radius - (way - share * side).norm());
        });
    }
    return deepest;
}

Real cell_change_share(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (!view.buffer || view.places.empty()) return 0;
    const auto there = std::count_if(view.places.begin(), view.places.end(), is_there);
    return there == 0 ? 0 : static_cast<Real>(view.buffer->counts.changed_cells) / static_cast<Real>(there);
}

int cell_count(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (view.crowd && view.crowd->realm) return realm_cell_count(*view.crowd->realm, *view.state);
    if (!view.crowd || !view.crowd->ground) return 0;
    int count = static_cast<int>(view.crowd->ground->first_centres.size());
    for (const CellName& name : view.state->divided)  // n corners become n children, a triangle four
        count += name.path == 1 ? std::max(3, corner_count(view.crowd->ground->map, Face{name.root}) - 1) : 3;
    return count;
}

int deepest_cell(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    int deepest = 0;
    for (std::size_t k = 0; view.crowd && k < view.state->divided.size(); ++k)
        deepest = std::max(deepest, level_of_name(view.state->divided[k]) + 1);
    return deepest;
}

Real agent_cell_level(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    return view.crowd ? mean_level(view, 0, view.crowd->agent_count()) : 0;
}

Real body_cell_level(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    return view.crowd ? mean_level(view, view.crowd->agent_count(), view.crowd->corner_count()) : 0;
}

Real darts_per_cell(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    const RealmBuffer* realm = view.buffer ? view.buffer->realm.get() : nullptr;
    if (view.crowd && view.crowd->realm) return darts_per_cell(*view.crowd, *view.state, realm);
    return on_flat_map(view, [](const Map2& map) {
        int darts = 0, cells = 0;
        for_each_face(map, [&](Face f) {
            ++cells;
            for_each_dart(map, f, [&](Dart) { ++darts; });
        });
        return static_cast<Real>(darts) / cells;
    });
}

Real level_memory_share(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    const RealmBuffer* realm = view.buffer ? view.buffer->realm.get() : nullptr;
    if (view.crowd && view.crowd->realm) return level_memory_share(*view.crowd, *view.state, realm);
    return on_flat_map(view, [](const Map2& map) { return memory_of_levels(map).share(); });
}

int registration_fault(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (!view.crowd) return 0;
    const RealmBuffer* realm = view.buffer ? view.buffer->realm.get() : nullptr;
    if (view.crowd->realm)
        return has_registration_fault(*view.crowd, *view.state, points_of(world, part), realm);
    if (!view.crowd->ground) return 0;
    const auto is_wrong = [&](const CrowdBuffer& buffer) {
        return !find_fault(buffer.cells, view.places).empty() || !names_cells_as_listed(view, buffer);
    };
    if (has_followed(view)) return is_wrong(*view.buffer);
    CrowdBuffer anew;  // (the lists as the next step will build them)
    for (int k = view.crowd->agent_count(); k < world.model.parts[part].points.count; ++k) {
        anew.corner_x.push_back(ground_place(world.state.x[world.model.parts[part].points.begin + k]));
        anew.corner_v.push_back(ground_place(world.state.v[world.model.parts[part].points.begin + k]));
    }
    place_sides(*view.crowd, anew.corner_x, anew.corner_v, anew);
    follow_cells(*view.crowd, *view.state, anew);
    return is_wrong(anew);
}

int misled_by_planes(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (!view.crowd || !view.crowd->realm) return 0;
    const RealmBuffer* realm = view.buffer ? view.buffer->realm.get() : nullptr;
    return misled_by_planes(*view.crowd, *view.state, points_of(world, part), realm);
}

Real off_cell(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (!view.crowd || !view.crowd->realm) return 0;
    const RealmBuffer* realm = view.buffer ? view.buffer->realm.get() : nullptr;
    return distance_from_cells(*view.crowd, *view.state, points_of(world, part), realm);
}

Real mean_agent_speed(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    Real sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < view.places.size(); ++i) {
        if (!is_there(view.places[i])) continue;
        sum += world.state.v[world.model.parts[part].points.begin + static_cast<int>(i)].norm();
        ++count;
    }
    return count == 0 ? 0 : sum / count;
}

AgentsInside agents_inside(const World& world, int part, const Vec2& low, const Vec2& high) {
    const CrowdView view = view_of(world, part);
    AgentsInside inside;
    for (std::size_t i = 0; i < view.places.size(); ++i) {
        const Vec2& p = view.places[i];  // (NaN is in no rectangle)
        if (!(p.x() >= low.x() && p.x() < high.x() && p.y() >= low.y() && p.y() < high.y())) continue;
        ++inside.count;
        inside.speeds += world.state.v[world.model.parts[part].points.begin + static_cast<int>(i)].norm();
    }
    return inside;
}

Real lane_order(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (!view.crowd || view.crowd->realm) return 0;
    struct Row {
        int forth = 0, back = 0;
    };
    std::map<int, Row> rows;
    for (std::size_t i = 0; i < view.places.size(); ++i) {
        const Range goals = view.crowd->goals[i];
        if (!is_there(view.places[i]) || goals.empty()) continue;
        const int goal = std::min(view.state->goal[i], goals.count - 1);
        const Real way = view.crowd->goal_places[goals.begin + goal].x() - view.places[i].x();
        Row& row = rows[static_cast<int>(std::floor(view.places[i].y() / (4 * view.crowd->largest_radius)))];
        ++(way > 0 ? row.forth : row.back);
    }
    Real sum = 0;
    int count = 0;
    for (const auto& [number, row] : rows) {
        const Real all = row.forth + row.back, difference = row.forth - row.back;
        sum += difference * difference / all;
        count += row.forth + row.back;
    }
    return count == 0 ? 0 : sum / count;
}

Real multiresolution_share(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    if (!view.buffer) return 0;
    const CrowdTimes& times = view.buffer->times;
    const Real all = times.multiresolution + times.behaviour + times.point_agents + times.polygon_agents;
    return all > 0 ? times.multiresolution / all : 0;
}

int search_count(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    return view.buffer ? view.buffer->counts.searches : 0;
}

Real body_overlap(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    Real deepest = 0;
    if (!view.crowd || view.crowd->realm) return deepest;
    std::vector<Vec2> corners;
    const int first = world.model.parts[part].points.begin + view.crowd->agent_count();
    for (int k = 0; k < view.crowd->corner_count(); ++k)
        corners.push_back(ground_place(world.state.x[first + k]));
    for (const BodySection& section : view.crowd->sections)
        for (std::size_t i = 0; i < view.places.size(); ++i) {
            const Real radius = view.crowd->group(static_cast<int>(i)).radius;
            const Vec2 way = view.places[i] - corners[section.corners.begin];
            if (!is_there(view.places[i]) || way.norm() > 4 * section.reach + radius) continue;
            const auto polygon = std::span(corners).subspan(section.corners.begin, section.corners.count);
            deepest = std::max(deepest, push_out_of(polygon, view.places[i], radius).norm());
        }
    return deepest;
}

Real bodies_arrived(const World& world, int part) {
    const CrowdPart* crowd = crowd_of(world.model, part);
    if (!crowd || crowd->bodies.empty()) return 0;
    const CrowdState& state = world.state.crowds[world.model.parts[part].crowd];
    int arrived = 0;
    for (int b = 0; b < crowd->body_count(); ++b)
        arrived += state.goal[crowd->agent_count() + b] >= crowd->bodies[b].goals.count;
    return static_cast<Real>(arrived) / crowd->body_count();
}

int alarmed_agents(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    return view.buffer ? view.buffer->counts.alarmed : 0;
}

int struck_agents(const World& world, int part) {
    const CrowdView view = view_of(world, part);
    return view.buffer ? view.buffer->counts.struck : 0;
}

}  // namespace souple
