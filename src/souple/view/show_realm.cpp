// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/show_realm.h"

#include <algorithm>

#include "souple/dynamics/agents/realm_cells.h"
#include "souple/topology/build_map.h"
#include "souple/topology/levels.h"
#include "souple/topology/volumes/levels3.h"
#include "souple/view/show_crowd.h"

namespace souple {

namespace {

Quantity realm_colours(QuantityPlace place) { return {"colour", "", QuantityKind::Colour, place, {}}; }

void append_colour(Quantity& colour, const std::array<float, 3>& rgb) {
    colour.values.insert(colour.values.end(), rgb.begin(), rgb.end());
}

/// By cell: 2 with somebody in it, 1 around such a one, 0 else.
template <class Ground>
std::vector<char> registered_cells(const CrowdPart& crowd, const CrowdState& memory, int first_cells,
                                   Ground& ground) {
    std::vector<char> kind(cell_slots(ground), 0);
    std::vector<int> ring;
    for (std::size_t i = 0; i < memory.cell.size(); ++i) {
        const int n = static_cast<int>(i);
        if (n < crowd.agent_count() && is_gone(crowd, memory, n)) continue;
        if (const int c = cell_named(ground, first_cells, memory.cell[i]); c >= 0) kind[c] = 2;
    }
    for (int c = 0; c < cell_slots(ground); ++c) {
        if (kind[c] != 2) continue;
        find_ring(ground, c, ring);
        for (const int k : ring)
            if (kind[k] == 0) kind[k] = 1;
    }
    return kind;
}

/// A piece of a curve from a to b.
void append_piece(CurvesView& view, Quantity& colour, const Vec3& a, const Vec3& b,
                  const std::array<float, 3>& rgb) {
    for (const Vec3& p : {a, b}) {
        view.positions.push_back(p);
        append_colour(colour, rgb);
    }
    view.first.push_back(static_cast<int>(view.positions.size()));
}

void show_cells_of(const CurvedGround& ground, const std::vector<char>& kind, const Part& part,
                   const std::string& name, Real width, Frame& frame) {
    SurfaceView view{{name + "_cells", part.name + "_cells", {}}, {}, {}};
    Quantity level{"level", "1", QuantityKind::Scalar, QuantityPlace::Faces, {}};
    Quantity colour = realm_colours(QuantityPlace::Faces);
    std::vector<std::array<int, 3>> triangles;
    std::vector<Face> faces;
    append_triangles(ground.map, triangles, &faces);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const Face f = faces[t];
        const int first = static_cast<int>(view.positions.size());
        const bool blocked = is_obstacle(ground, f.index);
        const Vec3 lift =
            blocked ? Vec3(8 * width * normal_of(ground, ground.chart[f].root)) : Vec3(Vec3::Zero());
        for (const int v : triangles[t]) view.positions.push_back(ground.place[Vertex{v}] + lift);
        view.triangles.push_back({first, first + 1, first + 2});
        level.values.push_back(static_cast<float>(level_of(ground.map, f)));
        append_colour(colour,
                      blocked ? obstacle_colour : cell_colour(level_of(ground.map, f), kind[f.index]));
    }
    view.head.quantities = {std::move(level), std::move(colour)};
    frame.surfaces.push_back(std::move(view));
    CurvesView sides{{name + "_sides", part.name + "_cells", {}}, {}, {0}, {static_cast<float>(width)}};
    Quantity grey = realm_colours(QuantityPlace::Nodes);
    for_each_edge(ground.map, [&](Edge e) {
        const Dart d = dart_of(ground.map, e);
        append_piece(sides, grey, ground.place[vertex_of(ground.map, d)], ground.place[end_of(ground.map, d)],
                     {0.35f, 0.35f, 0.36f});
    });
    sides.head.quantities = {std::move(grey)};
    frame.curves.push_back(std::move(sides));
}

void show_cells_of(const Space& space, const std::vector<char>& kind, const Part& part,
                   const std::string& name, Real width, Frame& frame) {
    CurvesView view{{name + "_cells", part.name + "_cells", {}}, {}, {0}, {static_cast<float>(width)}};
    Quantity colour = realm_colours(QuantityPlace::Nodes);
    std::vector<char> shown(space.map.edges.slot_count(), 0);
    OrbitRoom room;
    for_each_volume(space.map, [&](VolumeCell c) {
        if (kind[c.index] != 2 && !is_obstacle(space, c)) return;
        find_volume_darts(space.map, dart_of(space.map, c), room);
        for (const int index : room.darts) {
            const Dart d{index};
            char& once = shown[edge_of(space.map, d).index];
            if (once) continue;
            once = 1;
            append_piece(
                view, colour, space.place[vertex_of(space.map, d)],
                space.place[vertex_of(space.map, phi1(space.map, d))],
                is_obstacle(space, c) ? obstacle_colour : cell_colour(2 * level_of(space.map, c), 2));
        }
    });
    view.head.quantities = {std::move(colour)};
    frame.curves.push_back(std::move(view));
}

}  // namespace

std::vector<Vec3> ups_in_realm(const Realm& realm, const CrowdState& memory) {
    std::vector<Vec3> ups(memory.cell.size(), Vec3::Zero());
    if (const auto* ground = std::get_if<CurvedGround>(&realm.ground))
        for (std::size_t i = 0; i < ups.size(); ++i) ups[i] = normal_of(*ground, memory.cell[i].root);
    return ups;
}

void show_realm(const CrowdPart& crowd, const CrowdState& memory, const Part& part, const std::string& name,
                Frame& frame) {
    const Real width = std::max(0.06 * crowd.largest_radius, 0.004);
    std::visit(
        [&](const auto& first) {
            auto ground = divided_ground(first, memory.divided);
            const std::vector<char> kind = registered_cells(crowd, memory, cell_slots(first), ground);
            show_cells_of(ground, kind, part, name, width, frame);
        },
        crowd.realm->ground);
}

}  // namespace souple
