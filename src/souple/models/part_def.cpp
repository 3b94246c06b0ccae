// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/part_def.h"

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "souple/core/errors.h"
#include "souple/dynamics/material_spot.h"
#include "souple/models/spot_finder.h"

namespace souple {

namespace {

/// One of the model's parts: what was built after it is not its own.
bool is_closed(const Model& model, const Part& part) {
    const std::less<const Part*> before;
    const Part* first = model.parts.data();
    return !before(&part, first) && before(&part, first + model.parts.size());
}

int point_with_id(const Model& model, const Part& part, int id) {
    const Range points = points_so_far(model, part);
    // (where it is unless points were sorted)
    if (id < points.count && model.point_id[points.begin + id] == id) return points.begin + id;
    for (int i = points.begin; i < points.end(); ++i)
        if (model.point_id[i] == id) return i;
    throw InputError(fmt::format("part '{}' has no point {} (it has {})", part.name, id, points.count));
}

MaterialPoint at_point(int point) { return {.nodes = {point, -1, -1}, .weights = Vec3::UnitX()}; }

MaterialPoint nearest_point(const Model& model, Range points, const Vec3& rest) {
    int best = points.begin;
    for (int i = points.begin; i < points.end(); ++i)
        if ((model.point_rest[i] - rest).squaredNorm() < (model.point_rest[best] - rest).squaredNorm())
            best = i;
    return at_point(best);
}

void add_end(Tie& tie, const MaterialPoint& spot, int first_slot, Real sign) {
    for (int k = 0; k < 3; ++k) {
        tie.nodes[first_slot + k] = spot.nodes[k];
        tie.weights[first_slot + k] = spot.nodes[k] < 0 ? 0 : sign * spot.weights[k];
    }
}

}  // namespace

Range points_so_far(const Model& model, const Part& part) {
    if (is_closed(model, part)) return part.points;
    return {part.points.begin, static_cast<int>(model.point_mass.size()) - part.points.begin};
}

Range triangles_so_far(const Model& model, const Part& part) {
    if (is_closed(model, part)) return part.triangles;
    return {part.triangles.begin, static_cast<int>(model.triangles.size()) - part.triangles.begin};
}

Pose pose_of(const PartDef& def) { return {def.position, rotation_from_degrees(def.rotation)}; }

Part begin_part(const World& world, const PartDef& def, std::string kind) {
    Part part = begin_part(world, def.name, std::move(kind));
    part.method = def.method;
    part.rotation_rule = def.rotation_rule;
    part.substeps = def.substeps;
    part.control = def.step_control;
    part.surface = {def.thickness,
                    def.collides,
                    def.touches.value_or(Touches::Bodies),
                    def.self_contact.value_or(false),
                    def.restitution,
                    def.friction};
    part.solver_tolerance = def.solver_tolerance;
    part.solver_iterations = def.solver_iterations;
    return part;
}

MaterialPoint find_spot(const Model& model, const Part& part, const Grip& grip) {
    if (grip.point >= 0) return at_point(point_with_id(model, part, grip.point));
    const Range points = points_so_far(model, part), triangles = triangles_so_far(model, part);
    if (!triangles.empty()) return spot_nearest_to(model, triangles, grip.rest);
    if (points.empty()) throw InputError(fmt::format("part '{}' has no points to take hold of", part.name));
    return nearest_point(model, points, grip.rest);
}

void add_ties(World& world, const Part& part, const std::vector<TieDef>& ties) {
    SpotFinder spots(world.model, part);
    for (const TieDef& def : ties) {
        Tie tie;
        add_end(tie, spots.find(def.grip), 0, 1);
        tie.anchored = !def.to_part;
        if (def.to_part) add_end(tie, spots.find(def.to_grip), 3, -1);
        tie.local = def.to;
        tie.track = def.follow.empty() ? -1 : find_track(world.model, def.follow);
        tie.stiffness = def.stiffness;
        tie.damping = def.damping;
        world.model.ties.push_back(tie);
    }
}

void add_pins(World& world, const Part& part, const std::vector<int>& points, const std::string& follow) {
    const int track = follow.empty() ? -1 : find_track(world.model, follow);
    for (const int id : points) {
        const int node = point_with_id(world.model, part, id);
        const Vec3& place = world.state.x[node];
        const Pose pose = track < 0 ? Pose{} : pose_at(world.model.tracks[track], world.state.time);
        add_pin(world, node, pose.to_local(place), track);
    }
}

void add_loads(World& world, const Part& part, const std::vector<LoadDef>& loads) {
    SpotFinder spots(world.model, part);
    for (const LoadDef& def : loads) {
        const MaterialPoint spot = spots.find(def.grip);
        for (int k = 0; k < 3; ++k)
            if (spot.nodes[k] >= 0 && spot.weights[k] != 0)
                world.model.loads.push_back(
                    {spot.nodes[k], spot.weights[k] * def.force, def.start, def.stop, false});
    }
}

}  // namespace souple
