// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/tissue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "souple/core/errors.h"
#include "souple/geometry/mesh_files.h"

namespace souple {

namespace {

TriangleMesh mesh_of(const MembraneDef& def) {
    if (!def.file.empty()) return load_mesh(def.file);
    TriangleMesh mesh;
    const auto number = [&](int column, int row) { return row * (def.columns + 1) + column; };
    for (int row = 0; row <= def.rows; ++row)
        for (int column = 0; column <= def.columns; ++column)
            mesh.points.push_back(def.corner + Real(column) / def.columns * def.a +
                                  Real(row) / def.rows * def.b);
    for (int row = 0; row < def.rows; ++row)
        for (int column = 0; column < def.columns; ++column) {
            const int p = number(column, row), q = number(column + 1, row + 1);
            mesh.triangles.push_back({p, number(column + 1, row), q});
            mesh.triangles.push_back({p, q, number(column, row + 1)});
        }
    return mesh;
}

/// A tissue while it is built.
struct TissueBuilder {
    const World& world;
    TissuePart tissue;

    /// Adds a segment or a triangle that is there at the start, of the fibre or membrane of that number.
    void embed(std::span<const Vec3> corners, int track, std::size_t of, std::size_t number) {
        Embedded thing;
        thing.count = static_cast<int>(corners.size());
        thing.track = track;
        thing.thing = static_cast<int>(of);
        thing.number = static_cast<int>(number);
        const Pose pose = track < 0 ? Pose{} : pose_now(world.model.tracks[track], world.state);
        for (int k = 0; k < thing.count; ++k) thing.local[k] = pose.to_local(corners[k]);
        tissue.embedded.push_back(thing);
    }
    int track_named(const std::string& follow) const {
        return follow.empty() ? -1 : find_track(world.model, follow);
    }
    void embed_all(const TissueDef& def) {
        for (std::size_t f = 0; f < def.fibres.size(); ++f) {
            const FibreDef& fibre = def.fibres[f];
            for (std::size_t k = 0; k + 1 < fibre.points.size(); ++k)
                embed(std::span(fibre.points).subspan(k, 2), track_named(fibre.follow), f, k);
        }
        for (std::size_t m = 0; m < def.membranes.size(); ++m) {
            const TriangleMesh mesh = mesh_of(def.membranes[m]);
            for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
                const auto& [p, q, r] = mesh.triangles[k];
                const std::array<Vec3, 3> corners{mesh.points[p], mesh.points[q], mesh.points[r]};
                embed(corners, track_named(def.membranes[m].follow), m, k);
            }
        }
    }
};

/// Cells are fine around the tip from the beginning.
void divide_at_start(World& world, const Part& part) {
    const std::vector<Pose> poses = poses_of_tracks(world.model, world.state, world.state.time);
    TissueBuffer buffer;
    buffer.reg = register_tissue(view_of_tissue(world.model, world.state, part.tissue), poses);
    const TissueChanges done = move_tissue(*world.model.tissues[part.tissue], part, poses, 1,
                                           world.state.tissues[part.tissue], world.state, buffer);
    if (done.fault) throw InputError(*done.fault);
}

}  // namespace

Real finest_cells(const TissueDef& def) {
    Real in_ball = 4 * std::numbers::pi / 3, in_block = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const Real row = std::ldexp(Real(def.space.cells[axis]), def.levels);
        const Real width = (def.space.high[axis] - def.space.low[axis]) / row;
        if (!(width > 0)) return 0;  // (of such a block make_realm tells)
        in_ball *= def.refine_within / width + 0.5;
        in_block *= row;
    }
    return std::min(in_ball, in_block);
}

std::string reason_against(const TissueDef& def) {
    constexpr Real most = 1e5;  // finest cells: 0.6 GB, and some ten seconds to build
    if (def.segments < 1) return "a trail needs at least one segment";
    if (!(def.segment > 0) || !(def.sight > 0)) return "segment and sight must be above 0 m";
    if (!(def.refine_within >= 0)) return "refine_within must be at least 0 m";
    for (const MembraneDef& membrane : def.membranes)
        if (membrane.file.empty() && (membrane.columns < 1 || membrane.rows < 1))
            return "a patch needs at least one column and one row";
    const Real cells = finest_cells(def);
    if (cells <= most) return "";
    return fmt::format("about {:.0f} cells of level {} are within refine_within, {} m; at most {:.0f} may be",
                       cells, def.levels, def.refine_within, most);
}

PartId add_tissue(World& world, const TissueDef& def) {
    if (const std::string reason = reason_against(def); !reason.empty())
        throw InputError(fmt::format("tissue '{}': {}", def.name, reason));
    TissueBuilder b{world, {}};
    TissuePart& tissue = b.tissue;
    tissue.space = std::get<Space>(make_realm(def.space, def.levels, def.name).ground);
    tissue.segment = def.segment;
    tissue.refine_within = def.refine_within;
    tissue.sight = def.sight;
    tissue.tip_track = find_track(world.model, def.follow);
    b.embed_all(def);
    Part part = begin_part(world, def.name, "tissue");
    part.surface.collides = false;
    part.surface.touches = Touches::Nothing;
    const Vec3 entry = pose_now(world.model.tracks[tissue.tip_track], world.state).position;
    for (int k = 0; k <= def.segments; ++k) {
        const int joint = add_point(world, {.x = entry, .mass = 1e-3, .id = k, .rest = entry});
        world.model.inv_mass[joint] = 0;  // led, but by no pin: the stage move knows where
    }
    part.tissue = static_cast<int>(world.model.tissues.size());
    tissue.part = static_cast<int>(world.model.parts.size());
    world.model.tissues.push_back(std::make_shared<const TissuePart>(std::move(tissue)));
    world.state.tissues.emplace_back();
    const PartId id = close_part(world, part);
    divide_at_start(world, world.model.parts.back());
    return id;
}

}  // namespace souple
