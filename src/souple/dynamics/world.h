// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The facade most people use: a model, its state, what drives it, and the buffers of the step.
#pragma once

#include <string>

#include "souple/core/boxed.h"
#include "souple/core/id.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/dynamics/step.h"

namespace souple {

struct Scratch;  // dynamics/scratch.h

struct World {
    Model model;
    State state;
    Control control;
    Boxed<Scratch> scratch;

    World();
    World(const World&);
    World(World&&) noexcept;
    World& operator=(const World&);
    World& operator=(World&&) noexcept;
    ~World();

    StepReport step(const StepSettings& settings = {});
};

/// Opens a part at the end of every array; the builder then adds matter and laws, and calls close_part.
Part begin_part(const World& world, std::string name, std::string kind);
/// Sets the part's ranges to everything added since begin_part, checks them and registers the part.
PartId close_part(World& world, Part part);

/// A point as a builder gives it.
struct PointInit {
    Vec3 x = Vec3::Zero();     ///< [m] world
    Vec3 v = Vec3::Zero();     ///< [m/s]
    Real mass = 1;             ///< [kg] > 0
    int id = 0;                ///< stable name inside the part
    Vec3 rest = Vec3::Zero();  ///< [m] part coordinates
};
int add_point(World& world, const PointInit& init);
int add_frame(World& world, const Pose& pose, const Vec3& v, const Vec3& w, const FrameInertia& inertia);
/// Leads a point: by a track, or where it stands when track is -1. `local` is in the track's coordinates.
void add_pin(World& world, int node, const Vec3& local, int track);

/// Adds a key-framed movement; pins and obstacles may follow it. Returns its index in Model::tracks.
int add_track(World& world, Track track);
/// Adds a solid that points meet. Returns its index in Model::obstacles.
int add_obstacle(World& world, Obstacle obstacle);

const Part& part_of(const Model& model, PartId id);
/// Index into Model::tracks; InputError when nobody has that name.
int find_track(const Model& model, const std::string& name);
/// Index into Model::parts, -1 when nobody has that name.
int find_part(const Model& model, const std::string& name);

}  // namespace souple
