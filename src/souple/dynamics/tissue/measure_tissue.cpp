// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/tissue/measure_tissue.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

TissueView tissue_of(const World& world, int part) {
    return view_of_tissue(world.model, world.state, world.model.parts[part].tissue);
}
std::vector<Pose> poses_now(const World& world) {
    return poses_of_tracks(world.model, world.state, world.state.time);
}

/// fn(register): that of Scratch when it has followed the State, else one that is built for this.
template <class Fn>
auto on_register(const World& world, int part, const Fn& fn) {
    const int t = world.model.parts[part].tissue;
    const auto& buffers = world.scratch->tissues;
    if (buffers && t < static_cast<int>(buffers->of.size())) {
        const TissueBuffer& buffer = buffers->of[t];
        const bool is_followed = buffer.has_cells && buffer.of == world.model.tissues[t] &&
                                 buffer.history == world.state.tissues[t].history;
        if (is_followed) return fn(buffer.reg);
    }
    return fn(register_tissue(tissue_of(world, part), poses_now(world)));
}

}  // namespace

int tissue_cell_count(const World& world, int part) {
    const TissueView view = tissue_of(world, part);
    return cell_slots(view.tissue.space) + 7 * static_cast<int>(view.memory.divided.size());
}

int deepest_tissue_cell(const World& world, int part) {
    int deepest = 0;
    for (const CellName& name : tissue_of(world, part).memory.divided)
        deepest = std::max(deepest, level_of_name(name) + 1);
    return deepest;
}

int cells_astray(const World& world, int part) {
    const TissueView view = tissue_of(world, part);
    const Space space = divided_ground(view.tissue.space, view.memory.divided);
    int count = 0;
    for (const CellName& name : view.memory.divided)
        count += !wants_split(view.tissue, space, cell_named(space, cell_slots(view.tissue.space), name),
                              view.tip());
    for (int c = 0; c < cell_slots(space); ++c)
        count += is_leaf_cell(space, c) && wants_split(view.tissue, space, c, view.tip());
    return count;
}

namespace {

constexpr Real place_rounding = 1e-12;  ///< [m] of the time at which a motion is asked where it is

/// Whether everything is written down once, and where it is.
bool holds_all(const SpaceRegister& reg, const TissueView& view, std::span<const Pose> poses) {
    const int embedded = static_cast<int>(view.tissue.embedded.size());
    if (static_cast<int>(reg.shapes.size()) != embedded + view.segment_count()) return false;
    const auto is_at = [&](int shape, std::span<const Vec3> corners) {
        const SpaceShape& written = reg.shapes[shape];
        return written.count == static_cast<int>(corners.size()) &&
               std::equal(corners.begin(), corners.end(), written.corners.begin(),
                          [](const Vec3& a, const Vec3& b) { return (a - b).norm() <= place_rounding; });
    };
    for (int e = 0; e < embedded; ++e) {
        const Embedded& thing = view.tissue.embedded[e];
        const std::array<Vec3, 3> corners = corners_at(thing, pose_of(thing, poses));
        if (!is_at(e, std::span(corners).first(thing.count))) return false;
    }
    for (int k = 0; k < view.segment_count(); ++k)
        if (!is_at(embedded + k, view.segment(k))) return false;
    return true;
}

}  // namespace

int tissue_fault(const World& world, int part) {
    const TissueView view = tissue_of(world, part);
    return on_register(world, part, [&](SpaceRegister reg) {  // (a copy: rings are found anew)
        return static_cast<int>(!holds_all(reg, view, poses_now(world)) || !find_fault(reg, view.x).empty());
    });
}

Real trail_length(const World& world, int part) {
    const TissueView view = tissue_of(world, part);
    Real length = 0;
    for (int k = 0; k < view.segment_count(); ++k) length += (view.segment(k)[1] - view.segment(k)[0]).norm();
    return length;
}

TissueNearest nearest_in_tissue(const World& world, int part) {
    const TissueView view = tissue_of(world, part);
    return on_register(world, part, [&](const SpaceRegister& reg) { return find_nearest(view, reg); });
}

Real near_fault(const World& world, int part) {
    const TissueNearest by_cells = nearest_in_tissue(world, part);
    const TissueNearest by_search = find_nearest_by_search(tissue_of(world, part), poses_now(world));
    Real worst = 0;
    for (int k = 0; k < 3; ++k)
        worst = std::max(worst, std::abs(by_cells.distance[k] - by_search.distance[k]));
    return worst;
}

}  // namespace souple
