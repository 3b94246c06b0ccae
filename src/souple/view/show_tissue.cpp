// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/show_tissue.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/tissue/tissue.h"
#include "souple/topology/volumes/levels3.h"
#include "souple/view/show_crowd.h"

namespace souple {

namespace {

/// A tissue, and how thick its lines are.
struct TissueLook {
    const TissueView& view;
    const Part& part;
    const std::string& name;
    Real width;  ///< [m]

    StructureHead head(const char* what) const { return {name + what, part.name + what, {}}; }
};

Quantity tissue_colours(QuantityPlace place) { return {"colour", "", QuantityKind::Colour, place, {}}; }
Quantity tissue_distances(QuantityPlace place) { return {"distance", "m", QuantityKind::Scalar, place, {}}; }

void put_colour(Quantity& colour, const std::array<float, 3>& rgb) {
    colour.values.insert(colour.values.end(), rgb.begin(), rgb.end());
}

/// Lines with a colour and a distance at each end.
struct NearLines {
    CurvesView view;
    Quantity distance = tissue_distances(QuantityPlace::Nodes), colour = tissue_colours(QuantityPlace::Nodes);

    void add(const TissueView& tissue, std::span<const Vec3> ends) {
        const Real far = distance_to(tissue.tip(), ends);
        for (const Vec3& p : ends) {
            view.positions.push_back(p);
            distance.values.push_back(static_cast<float>(far));
            put_colour(colour, colour_of_distance(far, tissue.tissue.sight));
        }
        view.first.push_back(static_cast<int>(view.positions.size()));
    }
    void close(Frame& frame) {
        if (view.positions.empty()) return;
        view.head.quantities = {std::move(distance), std::move(colour)};
        frame.curves.push_back(std::move(view));
    }
};

void show_shapes(const TissueLook& look, std::span<const Pose> poses, Frame& frame) {
    const TissueView& tissue = look.view;
    NearLines fibres{{look.head("_fibres"), {}, {0}, {static_cast<float>(2 * look.width)}}};
    SurfaceView membranes{look.head("_membranes"), {}, {}};
    Quantity distance = tissue_distances(QuantityPlace::Faces), colour = tissue_colours(QuantityPlace::Faces);
    for (const Embedded& thing : tissue.tissue.embedded) {
        const std::array<Vec3, 3> corners = corners_at(thing, pose_of(thing, poses));
        if (thing.count == 2) {
            fibres.add(tissue, std::span(corners).first(2));
            continue;
        }
        const int first = static_cast<int>(membranes.positions.size());
        membranes.positions.insert(membranes.positions.end(), corners.begin(), corners.end());
        membranes.triangles.push_back({first, first + 1, first + 2});
        const Real far = distance_to(tissue.tip(), corners);
        distance.values.push_back(static_cast<float>(far));
        put_colour(colour, colour_of_distance(far, tissue.tissue.sight));
    }
    fibres.close(frame);
    if (!membranes.triangles.empty()) {
        membranes.head.quantities = {std::move(distance), std::move(colour)};
        frame.surfaces.push_back(std::move(membranes));
    }
    NearLines trail{{look.head(""), {}, {0}, {static_cast<float>(3 * look.width)}}};
    for (int k = 0; k < tissue.segment_count(); ++k) trail.add(tissue, tissue.segment(k));
    trail.close(frame);
}

/// Edges of the cells that were split, darker the finer they are, and those of the block.
void show_tissue_cells(const TissueLook& look, Frame& frame) {
    const Space space = divided_ground(look.view.tissue.space, look.view.memory.divided);
    CurvesView view{look.head("_cells"), {}, {0}, {static_cast<float>(look.width)}};
    Quantity level{"level", "1", QuantityKind::Scalar, QuantityPlace::Nodes, {}};
    Quantity colour = tissue_colours(QuantityPlace::Nodes);
    std::vector<char> shown(space.map.edges.slot_count(), 0);
    OrbitRoom room;
    const auto show_cell = [&](VolumeCell c) {
        const int depth = level_of(space.map, c);
        find_volume_darts(space.map, dart_of(space.map, c), room);
        for (const int index : room.darts) {
            const Dart d{index}, e = phi1(space.map, d);
            char& once = shown[edge_of(space.map, d).index];
            const bool is_border_edge = is_border(space.map, phi3(space.map, d)) &&
                                        is_border(space.map, phi3(space.map, phi2(space.map, d)));
            if (once || (depth == 0 && !is_border_edge)) continue;
            once = 1;
            for (const Dart end : {d, e}) {
                view.positions.push_back(space.place[vertex_of(space.map, end)]);
                level.values.push_back(static_cast<float>(depth));
                put_colour(colour, cell_colour(2 * depth, depth == 0 ? 0 : 1));
            }
            view.first.push_back(static_cast<int>(view.positions.size()));
        }
    };
    for_each_volume(space.map, show_cell);
    view.head.quantities = {std::move(level), std::move(colour)};
    frame.curves.push_back(std::move(view));
}

}  // namespace

std::array<float, 3> colour_of_distance(Real distance, Real sight) {
    const auto near = static_cast<float>(1 - std::clamp(distance / sight, Real(0), Real(1)));
    return {0.75f + 0.2f * near, 0.75f * (1 - near) + 0.05f * near, 0.72f * (1 - near) + 0.05f * near};
}

void show_tissue(const Model& model, const Part& part, const State& state, const std::string& name,
                 Frame& frame) {
    const TissueView view = view_of_tissue(model, state, part.tissue);
    Aabb block;
    for_each_volume(view.tissue.space.map, [&](VolumeCell c) { block.extend(view.tissue.space.box[c]); });
    const TissueLook look{view, part, name, 1e-3 * (block.high - block.low).norm()};
    show_shapes(look, poses_of_tracks(model, state, state.time), frame);
    show_tissue_cells(look, frame);
}

}  // namespace souple
