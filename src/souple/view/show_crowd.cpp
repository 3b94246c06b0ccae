// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/show_crowd.h"

#include <algorithm>
#include <array>
#include <span>

#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/topology/levels.h"
#include "souple/topology/walks.h"
#include "souple/view/show_realm.h"

namespace souple {

namespace {

constexpr std::array<std::array<float, 3>, 6> group_colours{{{0.85f, 0.25f, 0.2f},
                                                             {0.15f, 0.4f, 0.8f},
                                                             {0.95f, 0.7f, 0.15f},
                                                             {0.2f, 0.6f, 0.35f},
                                                             {0.55f, 0.3f, 0.65f},
                                                             {0.3f, 0.65f, 0.75f}}};
constexpr Real obstacle_height = 1;  // [m]

Quantity colour_quantity(QuantityPlace place) { return {"colour", "", QuantityKind::Colour, place, {}}; }

void put(Quantity& colour, const std::array<float, 3>& rgb) {
    colour.values.insert(colour.values.end(), rgb.begin(), rgb.end());
}

/// Tall agents are capsules: the ball of everybody, a curve as thick as it is, and a paler ball on top.
void show_upright(const CrowdPart& crowd, const CrowdState& memory, const Part& part, const State& state,
                  const std::string& name, Frame& frame) {
    CurvesView view{{name + " bodies", part.name, {}}, {}, {0}, {}, CurvesKind::Strands};
    PointsView heads{{name + " heads", part.name, {}}, {}, {}};
    Quantity colour = colour_quantity(QuantityPlace::Nodes), pale = colour;
    for (int i = 0; i < crowd.agent_count(); ++i) {
        const AgentGroup& group = crowd.group(i);
        if (group.height <= 2 * group.radius) continue;
        const Real down = is_gone(crowd, memory, i) ? 2 * group.height : 0;
        for (const Real y : {group.radius, group.height - group.radius}) {
            view.positions.push_back(state.x[part.points.begin + i] + Vec3(0, y - down, 0));
            view.radii.push_back(static_cast<float>(group.radius));
            put(colour, group_colours[crowd.group_of[i] % group_colours.size()]);
        }
        view.first.push_back(static_cast<int>(view.positions.size()));
        heads.positions.push_back(view.positions.back());
        heads.radii.push_back(static_cast<float>(group.radius));
        std::array<float, 3> rgb = group_colours[crowd.group_of[i] % group_colours.size()];
        for (float& c : rgb) c = 0.5f * (c + 1);
        put(pale, rgb);
    }
    if (view.positions.empty()) return;
    view.head.quantities = {std::move(colour)};
    heads.head.quantities = {std::move(pale)};
    frame.curves.push_back(std::move(view));
    frame.points.push_back(std::move(heads));
}

/// The way up at a point of the part; nowhere told: y.
Vec3 up_at(std::span<const Vec3> ups, int point) { return ups.empty() ? Vec3(Vec3::UnitY()) : ups[point]; }

void show_agents(const CrowdPart& crowd, const CrowdState& memory, const Part& part, const State& state,
                 std::span<const Vec3> ups, const std::string& name, Frame& frame) {
    PointsView view{{name, part.name, {}}, {}, {}};
    Quantity speed{"speed", "m/s", QuantityKind::Scalar, QuantityPlace::Nodes, {}};
    Quantity colour = colour_quantity(QuantityPlace::Nodes);
    for (int i = 0; i < crowd.agent_count(); ++i) {
        const Real radius = crowd.group(i).radius;
        const Vec3 x = state.x[part.points.begin + i];
        // who is gone keeps a place, below the ground, so that numbers stay the same from frame to frame
        const bool gone = is_gone(crowd, memory, i);
        view.positions.push_back(x + (gone ? -2 * radius : radius) * up_at(ups, i));
        // (in space nothing is below: there they become too small to be seen)
        view.radii.push_back(static_cast<float>(gone && crowd.realm ? 1e-6 * radius : radius));
        speed.values.push_back(static_cast<float>(state.v[part.points.begin + i].norm()));
        put(colour, group_colours[crowd.group_of[i] % group_colours.size()]);
    }
    view.head.quantities = {std::move(speed), std::move(colour)};
    frame.points.push_back(std::move(view));
}

/// Bodies as prisms as high as they are wide.
void show_bodies(const CrowdPart& crowd, const Part& part, const State& state, std::span<const Vec3> ups,
                 const std::string& name, Frame& frame) {
    SurfaceView view{{name + "_bodies", part.name, {}}, {}, {}};
    Quantity colour = colour_quantity(QuantityPlace::Faces);
    for (const BodySection& section : crowd.sections) {
        const int first = static_cast<int>(view.positions.size()), count = section.corners.count;
        const int group = crowd.bodies[section.body].group;
        Vec3 middle = Vec3::Zero();
        for (const Real lift : {Real(0), Real(1.2) * section.half_width})
            for (int k = 0; k < count; ++k) {
                const int point = crowd.agent_count() + section.corners.begin + k;
                view.positions.push_back(state.x[part.points.begin + point] + lift * up_at(ups, point));
                if (lift > 0) middle += view.positions.back() / count;
            }
        view.positions.push_back(middle);
        for (int k = 0; k < count; ++k) {  // outside is on the left of a side, seen with z to the left of x
            const int a = first + k, b = first + (k + 1) % count;
            view.triangles.push_back({a, b, b + count});
            view.triangles.push_back({a, b + count, a + count});
            view.triangles.push_back({a + count, b + count, first + 2 * count});
            for (int n = 0; n < 3; ++n) put(colour, group_colours[group % group_colours.size()]);
        }
    }
    view.head.quantities = {std::move(colour)};
    frame.surfaces.push_back(std::move(view));
}

/// Cells with somebody in them are green, those in the ring around one are blue, the others grey.
std::vector<char> registrations(const Environment& ground, const CrowdPart& crowd, const CrowdState& memory) {
    std::vector<char> kind(ground.map.faces.slot_count(), 0);
    std::vector<Face> ring;
    for (int i = 0; i < crowd.agent_count() + crowd.corner_count(); ++i)
        if (i >= crowd.agent_count() || !is_gone(crowd, memory, i))
            if (const Face f = face_named(ground.map, memory.cell[i])) kind[f.index] = 2;
    for_each_face(ground.map, [&](Face f) {
        if (kind[f.index] != 2) return;
        find_faces_around(ground.map, f, ring);
        for (const Face g : ring)
            if (kind[g.index] == 0) kind[g.index] = 1;
    });
    return kind;
}

Vec3 in_world(const Vec2& p, Real height) { return {p.x(), height, p.y()}; }

void show_cells(const Environment& ground, const std::vector<char>& kind, const Part& part,
                const std::string& name, Real height, Frame& frame) {
    SurfaceView view{{name + "_cells", part.name + "_cells", {}}, {}, {}};
    Quantity level{"level", "1", QuantityKind::Scalar, QuantityPlace::Faces, {}};
    Quantity colour = colour_quantity(QuantityPlace::Faces);
    std::vector<std::array<int, 3>> triangles;
    std::vector<Face> faces;
    append_triangles(ground.map, triangles, &faces);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const Face f = faces[t];
        const Real lift = is_obstacle(ground, f) ? obstacle_height : 0;
        const int first = static_cast<int>(view.positions.size());
        for (const int v : triangles[t])
            view.positions.push_back(in_world(ground.place[Vertex{v}], height + lift));
        view.triangles.push_back({first, first + 2, first + 1});  // seen from above
        level.values.push_back(static_cast<float>(level_of(ground.map, f)));
        put(colour,
            is_obstacle(ground, f) ? obstacle_colour : cell_colour(level_of(ground.map, f), kind[f.index]));
    }
    view.head.quantities = {std::move(level), std::move(colour)};
    frame.surfaces.push_back(std::move(view));
}

void show_walls(const CrowdPart& crowd, const Environment& ground, const Part& part, const std::string& name,
                Real height, Frame& frame) {
    SurfaceView view{{name + "_walls", part.name + "_cells", {}}, {}, {}};
    Quantity colour = colour_quantity(QuantityPlace::Faces);
    for_each_face(ground.map, [&](Face f) {
        if (is_obstacle(ground, f)) return;
        for_each_dart(ground.map, f, [&](Dart d) {
            if (can_pass(ground, d) || is_border(ground.map, phi2(ground.map, d))) return;
            const int first = static_cast<int>(view.positions.size());
            for (const Real lift : {Real(0), obstacle_height})
                for (const Vec2& p : {start_of(ground, d), finish_of(ground, d)})
                    view.positions.push_back(in_world(p, height + lift));
            view.triangles.push_back({first, first + 1, first + 3});
            view.triangles.push_back({first, first + 3, first + 2});
            for (int k = 0; k < 2; ++k) put(colour, {0.55f, 0.52f, 0.5f});
        });
    });
    if (view.triangles.empty() || crowd.walls.empty()) return;
    view.head.quantities = {std::move(colour)};
    frame.surfaces.push_back(std::move(view));
}

void show_sides(const Environment& ground, const Part& part, const std::string& name, Real height,
                Real radius, Frame& frame) {
    CurvesView view{{name + "_sides", part.name + "_cells", {}}, {}, {0}, {static_cast<float>(radius)}};
    Quantity colour = colour_quantity(QuantityPlace::Nodes);
    for_each_edge(ground.map, [&](Edge e) {
        const Dart d = dart_of(ground.map, e);
        for (const Vertex v : {vertex_of(ground.map, d), end_of(ground.map, d)}) {
            view.positions.push_back(in_world(ground.place[v], height));
            put(colour, {0.35f, 0.35f, 0.36f});
        }
        view.first.push_back(static_cast<int>(view.positions.size()));
    });
    view.head.quantities = {std::move(colour)};
    frame.curves.push_back(std::move(view));
}

}  // namespace

std::array<float, 3> cell_colour(int level, char registered) {
    constexpr std::array<std::array<float, 3>, 3> bases{
        {{0.85f, 0.85f, 0.83f}, {0.66f, 0.76f, 0.88f}, {0.68f, 0.85f, 0.62f}}};
    std::array<float, 3> colour = bases[registered];
    for (float& c : colour) c *= 1 - 0.07f * static_cast<float>(std::min(level, 6));
    return colour;
}

void show_crowd(const Model& model, const Part& part, const State& state, const std::string& name,
                Frame& frame) {
    const CrowdPart& crowd = *model.crowds[part.crowd];
    const CrowdState& memory = state.crowds[part.crowd];
    std::vector<Vec3> ups;
    if (crowd.realm) ups = ups_in_realm(*crowd.realm, memory);
    show_agents(crowd, memory, part, state, ups, name, frame);
    if (!crowd.bodies.empty()) show_bodies(crowd, part, state, ups, name, frame);
    if (crowd.realm) return show_realm(crowd, memory, part, name, frame);
    show_upright(crowd, memory, part, state, name, frame);
    if (!crowd.ground) return;
    const Real height = part.points.empty() ? 0 : state.x[part.points.begin].y();
    const Environment ground = ground_now(crowd, memory);
    show_cells(ground, registrations(ground, crowd, memory), part, name, height, frame);
    show_walls(crowd, ground, part, name, height, frame);
    show_sides(ground, part, name, height, std::max(0.06 * crowd.largest_radius, 0.015), frame);
}

}  // namespace souple
