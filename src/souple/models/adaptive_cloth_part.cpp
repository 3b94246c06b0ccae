// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/adaptive_cloth_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/models/cloth_grid.h"
#include "souple/topology/build_map.h"

namespace souple {

namespace {

/// The squares of a grid keep their four corners; other cloths are triangles.
bool has_squares(const ClothDef& def) { return is_grid(def) && def.law == ClothLaw::Grid; }

std::vector<std::array<int, 4>> grid_squares(const ClothDef& def) {
    std::vector<std::array<int, 4>> squares;
    const auto id = [&](int column, int row) { return row * (def.columns + 1) + column; };
    for (int r = 0; r < def.rows; ++r)
        for (int c = 0; c < def.columns; ++c)
            squares.push_back({id(c, r), id(c + 1, r), id(c + 1, r + 1), id(c, r + 1)});
    return squares;
}

Leaves make_leaves(const ClothDef& def, const TriangleMesh& mesh) {
    const std::string name = "cloth '" + def.part.name + "'";
    Leaves leaves;
    leaves.map = has_squares(def)
                     ? map_from_quads(static_cast<int>(mesh.points.size()), grid_squares(def), name)
                     : map_from_triangles(mesh, name);
    leaves.rest = mesh.points;
    leaves.calm.resize(leaves.map.faces.slot_count(), 0);
    return leaves;
}

SheetMaterial material_of(const ClothDef& def) {
    if (def.law == ClothLaw::Grid && !is_grid(def))
        throw InputError("the grid law needs a grid; choose van_gelder for a mesh");
    return {.density = def.density,
            .law = def.law,
            .level_law = def.level_law,
            .stiffness = def.stiffness_law == StiffnessLaw::Strain && has_squares(def)
                             ? def.stiffness / (def.width / def.columns)
                             : def.stiffness,
            .damping_time = def.damping_time,
            .bend = {def.bend_rigidity, def.poisson, def.bend_damping_time}};
}

AdaptiveCloth describe_cloth(const ClothDef& def, const TriangleMesh& mesh, int part) {
    AdaptiveCloth cloth;
    cloth.part = part;
    cloth.squares = has_squares(def);
    cloth.square_side = std::sqrt(def.width / def.columns * def.height / def.rows);
    cloth.material = material_of(def);
    cloth.rule = *def.adapt;
    cloth.ball = def.ball;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        cloth.largest_area = std::max(cloth.largest_area, area(mesh, static_cast<int>(t)));
    if (cloth.squares) cloth.largest_area *= 2;  // a square is two triangles
    Real sum = 0;
    const std::vector<MeshEdge> edges = edges_of(mesh);
    for (const MeshEdge& edge : edges) sum += (mesh.points[edge.b] - mesh.points[edge.a]).norm();
    cloth.mean_length = sum / edges.size();
    return cloth;
}

/// The multirate method is semi-implicit Euler at every rate; others cannot be had.
void check_method(const PartDef& def) {
    if (def.method != Method::SemiImplicitEuler && def.method != Method::Multirate)
        throw InputError(fmt::format(
            "cloth '{}' refines itself, which goes with the multirate method only; leave out its method",
            def.name));
}

/// Some of its points go back alone when faces are divided: what it pushes at has then answered to a try that
/// is not kept, and layers could be on different sides in the two.
bool goes_back_in_parts(const ClothDef& def) { return def.adapt->rollback == Rollback::Faces; }

/// Like other cloth it meets itself, unless it goes back in parts.
bool meets_itself(const ClothDef& def) {
    if (goes_back_in_parts(def) && def.part.self_contact.value_or(false))
        throw InputError(
            fmt::format("cloth '{}': with rollback faces it does not meet itself", def.part.name));
    return def.part.self_contact.value_or(!goes_back_in_parts(def));
}

/// Like other cloth it meets everything; bodies only if it goes back in parts. Balls that the surface meets
/// by itself are no business of the solver of contacts.
Touches who_is_met(const ClothDef& def) {
    const bool by_itself = def.ball.response != BallResponse::Contacts;
    if (by_itself && def.part.touches.value_or(Touches::Nothing) != Touches::Nothing)
        throw InputError(
            fmt::format("cloth '{}': with ball together or exchange it touches nothing else", def.part.name));
    if (!by_itself && def.ball.light_test)
        throw InputError(fmt::format(
            "cloth '{}' has a light test, which goes with ball together or exchange only", def.part.name));
    if (goes_back_in_parts(def) && def.part.touches == Touches::Everything)
        throw InputError(
            fmt::format("cloth '{}': with rollback faces it touches bodies or nothing, no other "
                        "cloth, hair or particles",
                        def.part.name));
    if (by_itself) return Touches::Nothing;
    return def.part.touches.value_or(goes_back_in_parts(def) ? Touches::Bodies : Touches::Everything);
}

std::vector<int> pinned_points(const ClothDef& def, const PinDef& pin, int count) {
    std::vector<int> points = pin.points;
    for (const int id : points)
        if (id >= count)
            throw InputError(fmt::format("part '{}' has no point {} (it has {})", def.part.name, id, count));
    if (pin.edge.empty()) return points;
    if (!is_grid(def))
        throw InputError(
            fmt::format("cloth '{}' is a mesh: pin points by id, it has no edges", def.part.name));
    const std::vector<int> edge = grid_edge_points(def, pin.edge);
    points.insert(points.end(), edge.begin(), edge.end());
    return points;
}

void lead_points(World& world, const ClothDef& def, int first, AdaptiveCloth& cloth) {
    const int count = static_cast<int>(world.state.x.size()) - first;
    for (const PinDef& pin : def.holds.pins) {
        const int track = pin.follow.empty() ? -1 : find_track(world.model, pin.follow);
        const Pose pose = track < 0 ? Pose{} : pose_at(world.model.tracks[track], world.state.time);
        for (const int id : pinned_points(def, pin, count)) {
            cloth.led.push_back({id, pose.to_local(world.state.x[first + id]), track});
            world.state.v[first + id].setZero();
        }
    }
}

Vec3 rest_of(const Grip& grip, const TriangleMesh& mesh, const std::string& name) {
    if (grip.point < 0) return grip.rest;
    if (grip.point >= static_cast<int>(mesh.points.size()))
        throw InputError(
            fmt::format("part '{}' has no point {} (it has {})", name, grip.point, mesh.points.size()));
    return mesh.points[grip.point];
}

void hold(World& world, const ClothDef& def, const TriangleMesh& mesh, AdaptiveCloth& cloth) {
    for (const TieDef& def_tie : def.holds.ties) {
        Tie tie;
        const int index = static_cast<int>(world.model.ties.size());
        tie.nodes.fill(-1);
        tie.anchored = !def_tie.to_part;
        tie.local = def_tie.to;
        tie.track = def_tie.follow.empty() ? -1 : find_track(world.model, def_tie.follow);
        tie.stiffness = def_tie.stiffness;
        tie.damping = def_tie.damping;
        world.model.ties.push_back(tie);
        cloth.ties.push_back({index, 0, 1, rest_of(def_tie.grip, mesh, def.part.name)});
        if (def_tie.to_part)
            cloth.ties.push_back({index, 3, -1, rest_of(def_tie.to_grip, mesh, def.part.name)});
    }
    for (const LoadDef& load : def.holds.loads)
        cloth.loads.push_back({rest_of(load.grip, mesh, def.part.name), load.force, load.start, load.stop});
}

}  // namespace

PartId add_adaptive_cloth(World& world, const ClothDef& def) {
    check_method(def.part);
    const TriangleMesh mesh = rest_mesh(def);
    check(mesh, "cloth '" + def.part.name + "'");
    Part part = begin_part(world, def.part, "cloth");
    part.points.begin = static_cast<int>(world.state.x.size());
    part.method = Method::Multirate;
    part.holds_forces = def.holds_forces;
    part.surface.self_contact = meets_itself(def);
    part.surface.touches = who_is_met(def);
    AdaptiveCloth cloth = describe_cloth(def, mesh, static_cast<int>(world.model.parts.size()));
    const Pose pose = pose_of(def.part);
    for (const Vec3& point : mesh.points) {
        world.state.x.push_back(pose.to_world(point.cwiseProduct(def.stretch)));
        world.state.v.push_back(def.part.velocity);
    }
    lead_points(world, def, part.points.begin, cloth);
    hold(world, def, mesh, cloth);
    world.state.leaves.push_back(make_leaves(def, mesh));
    world.model.adaptive.push_back(std::move(cloth));
    const PartId id = close_part(world, std::move(part));
    follow_leaves(world.state, world.model);
    divide_everywhere(static_cast<int>(world.model.adaptive.size()) - 1, def.adapt->start_level, world.state,
                      world.model);
    return id;
}

}  // namespace souple
