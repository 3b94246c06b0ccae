// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/world.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "souple/core/errors.h"
#include "souple/core/suggest.h"
#include "souple/dynamics/adapt/adaptive_step.h"
#include "souple/dynamics/hair/split_wisps.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

template <class T>
int size_of(const std::vector<T>& array) {
    return static_cast<int>(array.size());
}

template <class T>
void close(Range& range, const std::vector<T>& array) {
    range.count = size_of(array) - range.begin;
}

}  // namespace

World::World() = default;
World::World(const World&) = default;
World::World(World&&) noexcept = default;
World& World::operator=(const World&) = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

StepReport World::step(const StepSettings& settings) {
    if (!model.hair.empty()) change_wisps(*this, settings.h);
    if (model.adaptive.empty()) return souple::step(model, settings, state, control, *scratch);
    return adaptive_step(*this, settings);
}

Part begin_part(const World& world, std::string name, std::string kind) {
    const Model& model = world.model;
    if (find_part(model, name) >= 0) throw InputError(fmt::format("two parts are named '{}'", name));
    Part part;
    part.name = std::move(name);
    part.kind = std::move(kind);
    part.points.begin = size_of(model.point_mass);
    part.frames.begin = size_of(model.frame_inertia);
    part.triangles.begin = size_of(model.triangles);
    part.springs.begin = size_of(model.springs);
    part.hinges.begin = size_of(model.hinges);
    part.bends.begin = size_of(model.bends);
    part.ties.begin = size_of(model.ties);
    part.rails.begin = size_of(model.rails);
    part.pieces.begin = size_of(model.pieces);
    return part;
}

PartId close_part(World& world, Part part) {
    Model& model = world.model;
    close(part.points, model.point_mass);
    close(part.frames, model.frame_inertia);
    close(part.triangles, model.triangles);
    close(part.springs, model.springs);
    close(part.hinges, model.hinges);
    close(part.bends, model.bends);
    close(part.ties, model.ties);
    close(part.rails, model.rails);
    close(part.pieces, model.pieces);
    world.state.parts.push_back({stream_of(model.seed, part.name), 0});
    model.parts.push_back(std::move(part));
    ++model.revision;
    return PartId{static_cast<std::uint32_t>(model.parts.size()), 0};
}

int add_point(World& world, const PointInit& init) {
    if (!(init.mass > 0) || !std::isfinite(init.mass))
        throw InputError(fmt::format("point {} has mass {} kg; it must be positive", init.id, init.mass));
    if (!is_finite(init.x) || !is_finite(init.v))
        throw InputError(fmt::format("point {} is not finite", init.id));
    Model& model = world.model;
    if (!model.adaptive.empty()) throw InputError("points cannot be added after a cloth that refines itself");
    model.point_mass.push_back(init.mass);
    model.inv_mass.push_back(1 / init.mass);
    model.point_id.push_back(init.id);
    model.point_rest.push_back(init.rest);
    world.state.x.push_back(init.x);
    world.state.v.push_back(init.v);
    return size_of(model.point_mass) - 1;
}

int add_frame(World& world, const Pose& pose, const Vec3& v, const Vec3& w, const FrameInertia& inertia) {
    if (!(inertia.mass > 0) || !(inertia.moments.minCoeff() > 0))
        throw InputError("a frame needs a positive mass and positive moments of inertia");
    Frames& frames = world.state.frames;
    frames.x.push_back(pose.position);
    frames.q.push_back(pose.rotation);
    frames.v.push_back(v);
    frames.w.push_back(w);
    world.model.frame_inertia.push_back(inertia);
    return frames.count() - 1;
}

void add_pin(World& world, int node, const Vec3& local, int track) {
    Model& model = world.model;
    model.inv_mass[node] = 0;
    model.pins.push_back({node, local, track});
    const Vec3 place = track < 0 ? local : pose_at(model.tracks[track], world.state.time).to_world(local);
    world.state.x[node] = place;
    world.state.v[node].setZero();
}

int add_track(World& world, Track track) {
    world.model.tracks.push_back(std::move(track));
    return size_of(world.model.tracks) - 1;
}

int add_obstacle(World& world, Obstacle obstacle) {
    world.model.obstacles.push_back(std::move(obstacle));
    ++world.model.revision;
    return size_of(world.model.obstacles) - 1;
}

const Part& part_of(const Model& model, PartId id) {
    SOUPLE_ASSERT(id && id.slot() < size_of(model.parts));
    return model.parts[id.slot()];
}

int find_track(const Model& model, const std::string& name) {
    for (int t = 0; t < size_of(model.tracks); ++t)
        if (model.tracks[t].name == name) return t;
    std::vector<std::string> known;
    for (const Track& track : model.tracks) known.push_back(track.name);
    const std::string hint = suggestion(name, known, "motions and obstacles");
    throw InputError(fmt::format("nothing that moves is named '{}'; {}", name,
                                 hint.empty() ? "the scene has no motion and no obstacle" : hint));
}

int find_part(const Model& model, const std::string& name) {
    for (int p = 0; p < size_of(model.parts); ++p)
        if (model.parts[p].name == name) return p;
    return -1;
}

}  // namespace souple
