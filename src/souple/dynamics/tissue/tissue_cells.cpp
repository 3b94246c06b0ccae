// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Everything in a tissue written down in its cells, and what of it is near the tip.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/dynamics/tissue/tissue.h"
#include "souple/geometry/distance.h"

namespace souple {

namespace {

/// Adds a shape, looking for its corners from a leaf `start` on; InputError by the name `what` when one is
/// outside.
void add_inside(SpaceRegister& reg, std::span<const Vec3> corners, int start, const std::string& what) {
    for (const Vec3& p : corners)
        if (seek_cell(reg.points.ground, start, -1, p).cell < 0)
            throw InputError(
                fmt::format("{} is outside the space at ({}, {}, {})", what, p.x(), p.y(), p.z()));
    add_shape(reg, corners, start);
}

int any_leaf(const Space& space) {
    int cell = 0;
    while (!is_leaf_cell(space, cell)) ++cell;
    return cell;
}

}  // namespace

std::string name_of(const Embedded& piece) {
    return piece.count == 2 ? fmt::format("segment {} of fibre {}", piece.number, piece.thing)
                            : fmt::format("triangle {} of membrane {}", piece.number, piece.thing);
}

TissueView view_of_tissue(const Model& model, const State& state, int tissue) {
    const TissuePart& t = *model.tissues[tissue];
    const Range points = model.parts[t.part].points;
    return {t, state.tissues[tissue], std::span(state.x).subspan(points.begin, points.count)};
}

std::vector<Pose> poses_of_tracks(const Model& model, const State& state, Real time) {
    std::vector<Pose> poses;
    for (const Track& track : model.tracks)
        poses.push_back(track.frame < 0 ? pose_at(track, time) : pose_now(track, state));
    return poses;
}

std::array<Vec3, 3> corners_at(const Embedded& thing, const Pose& pose) {
    std::array<Vec3, 3> corners = thing.local;
    for (int k = 0; k < thing.count; ++k) corners[k] = pose.to_world(thing.local[k]);
    return corners;
}

Pose pose_of(const Embedded& thing, std::span<const Pose> poses) {
    return thing.track < 0 ? Pose{} : poses[thing.track];
}

SpaceRegister register_tissue(const TissueView& view, std::span<const Pose> poses) {
    SpaceRegister reg = register_nothing(divided_ground(view.tissue.space, view.memory.divided));
    int start = any_leaf(reg.points.ground);
    for (const Embedded& thing : view.tissue.embedded) {
        const std::array<Vec3, 3> corners = corners_at(thing, pose_of(thing, poses));
        add_inside(reg, std::span(corners).first(thing.count), start, name_of(thing));
        start = reg.shapes.back().cells[0];
    }
    for (int k = 0; k < view.segment_count(); ++k) {
        add_inside(reg, view.segment(k), start, fmt::format("segment {} of the trail", k));
        start = reg.shapes.back().cells[0];
        add_point(reg.points, k, start);
    }
    add_point(reg.points, static_cast<int>(view.x.size()) - 1, reg.shapes.back().cells[1]);
    reg.points.touched.clear();  // (nobody adapts cells to how many are in them)
    return reg;
}

bool wants_split(const TissuePart& tissue, const Space& space, int cell, const Vec3& tip) {
    const Real near = tissue.refine_within;
    return level_of_cell(space, cell) < space.max_level &&
           squared_distance(box_of_cell(space, cell), tip) <= near * near;
}

Real distance_to(const Vec3& tip, std::span<const Vec3> corners) {
    const Vec3 nearest = corners.size() == 2
                             ? closest_on_segment(tip, corners[0], corners[1]).point
                             : closest_on_triangle(tip, corners[0], corners[1], corners[2]).point;
    return (nearest - tip).norm();
}

namespace {

/// Counts a shape by its number in the register.
void count_shape(const TissueView& view, int shape, std::span<const Vec3> corners, TissueNearest& nearest) {
    const int embedded = static_cast<int>(view.tissue.embedded.size()), segment = shape - embedded;
    if (segment >= 0 && view.way_to_tip(segment) < view.tissue.sight) return;  // near whatever its shape
    const TissueKind kind = segment >= 0          ? TissueKind::Trail
                            : corners.size() == 2 ? TissueKind::Fibre
                                                  : TissueKind::Membrane;
    Real& distance = nearest.distance[static_cast<int>(kind)];
    distance = std::min(distance, distance_to(view.tip(), corners));
}

}  // namespace

TissueNearest find_nearest(const TissueView& view, const SpaceRegister& reg) {
    TissueNearest nearest;
    nearest.distance.fill(view.tissue.sight);
    const Space& space = reg.points.ground;
    const Real squared = view.tissue.sight * view.tissue.sight;
    std::vector<int> shapes;
    CellQueue queue;
    queue.start();
    queue.push(reg.points.cell[view.x.size() - 1]);
    for (std::size_t k = 0; k < queue.cells.size(); ++k) {
        const int cell = queue.cells[k];
        // (those that only touch a cell too: one may lie between cells and pass through none)
        shapes.insert(shapes.end(), reg.meeting[cell].begin(), reg.meeting[cell].end());
        for (const int c : reg.points.around[cell])
            if (squared_distance(box_of_cell(space, c), view.tip()) <= squared) queue.push(c);
    }
    std::sort(shapes.begin(), shapes.end());
    shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
    nearest.looked_at = static_cast<int>(shapes.size());
    for (const int s : shapes) {
        const SpaceShape& shape = reg.shapes[s];
        count_shape(view, s, std::span(shape.corners).first(shape.count), nearest);
    }
    return nearest;
}

TissueNearest find_nearest_by_search(const TissueView& view, std::span<const Pose> poses) {
    TissueNearest nearest;
    nearest.distance.fill(view.tissue.sight);
    const int embedded = static_cast<int>(view.tissue.embedded.size());
    for (int e = 0; e < embedded; ++e) {
        const Embedded& thing = view.tissue.embedded[e];
        const std::array<Vec3, 3> corners = corners_at(thing, pose_of(thing, poses));
        count_shape(view, e, std::span(corners).first(thing.count), nearest);
    }
    for (int k = 0; k < view.segment_count(); ++k) count_shape(view, embedded + k, view.segment(k), nearest);
    nearest.looked_at = embedded + view.segment_count();
    return nearest;
}

}  // namespace souple
