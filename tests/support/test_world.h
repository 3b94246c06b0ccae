// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Worlds in one line, for tests.
#pragma once

#include "souple/dynamics/world.h"
#include "souple/models/cloth.h"
#include "souple/models/frames.h"
#include "souple/models/particles.h"

namespace souple {

/// One free point.
inline World point_world(const Vec3& x, const Vec3& v, const PartDef& part = {.name = "point"},
                         Real mass = 1) {
    World world;
    ParticlesDef def;
    def.part = part;
    def.points = {{.position = x, .velocity = v, .mass = mass}};
    add_particles(world, def);
    return world;
}

inline int add_obstacle(World& world, const Shape& shape, const Pose& pose = {}) {
    Obstacle obstacle;
    obstacle.name = "obstacle";
    obstacle.shape = shape;
    obstacle.pose = pose;
    return add_obstacle(world, std::move(obstacle));
}

/// A square of cloth that hangs from two corners, stable at 1/480 s.
inline ClothDef small_cloth(int squares = 8) {
    ClothDef def;
    def.columns = def.rows = squares;
    def.density = 0.2;
    def.stiffness = 20;
    def.damping_time = 1e-3;
    def.bend_rigidity = 1e-5;
    def.part.substeps = 8;
    def.part.self_contact = false;  // where a test is about that, it says so
    def.part.touches = Touches::Bodies;
    def.holds.pins = {{.edge = "top_corners"}};
    return def;
}

inline void run(World& world, int steps, Real h = 1.0 / 60) {
    for (int i = 0; i < steps; ++i) world.step({.h = h});
}

}  // namespace souple
