// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Rigid bodies and what they lie on in one line, for tests.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "souple/dynamics/measure.h"
#include "souple/models/rigid.h"
#include "support/finite_differences.h"
#include "support/test_world.h"

namespace souple {

constexpr Real degree = std::numbers::pi / 180;
constexpr Real g = 9.81;  // [m/s^2]
const Vec3 down(0, -g, 0);

inline Solid solid_of(const Convex& convex) {
    Solid solid;
    solid.pieces.push_back({convex, {}});
    return solid;
}

inline BodyDef body_of(const Convex& convex, const Vec3& position, const ContactMaterial& material = {}) {
    BodyDef body;
    body.solid = solid_of(convex);
    body.position = position;
    body.material = material;
    return body;
}

inline RigidDef rigid_of(std::vector<BodyDef> bodies, const std::string& name = "bodies") {
    RigidDef def;
    def.part.name = name;
    def.bodies = std::move(bodies);
    return def;
}

inline World rigid_world(std::vector<BodyDef> bodies, const Vec3& gravity = Vec3::Zero()) {
    World world;
    world.model.gravity = gravity;
    add_rigid(world, rigid_of(std::move(bodies)));
    return world;
}

/// Something fixed; a contact's friction is the mean with the body's, so that equal ones stay what they are.
inline int add_fixed(World& world, const Shape& shape, const Pose& pose, const ContactMaterial& material) {
    Obstacle obstacle;
    obstacle.name = "fixed " + std::to_string(world.model.obstacles.size());
    obstacle.shape = shape;
    obstacle.pose = pose;
    obstacle.restitution = material.restitution;
    obstacle.friction = material.friction;
    return add_obstacle(world, std::move(obstacle));
}

inline int add_floor(World& world, const ContactMaterial& material = {}) {
    return add_fixed(world, Plane{}, {}, material);
}

/// Six planes that look inwards: a room around the origin.
inline void add_room(World& world, Real half_size, const ContactMaterial& material) {
    for (int axis = 0; axis < 3; ++axis)
        for (const Real sign : {-1.0, 1.0})
            add_fixed(world, Plane{-sign * Vec3::Unit(axis), -half_size}, {}, material);
}

/// [N s] along the normals, that contacts carried in the last interval.
inline Real carried_impulse(const World& world) {
    Real sum = 0;
    for (const ManifoldMemory& kept : world.state.touching)
        for (int k = 0; k < kept.count; ++k) sum += kept.normal[k];
    return sum;
}

inline Real kinetic_energy(const World& world) {
    Real sum = 0;
    for (const Part& part : world.model.parts) sum += kinetic_energy(world.model, world.state, part);
    return sum;
}

inline Vec3 momentum(const World& world) {
    Vec3 sum = Vec3::Zero();
    for (const Part& part : world.model.parts) sum += momentum(world.model, world.state, part);
    return sum;
}

/// sum m |v| [kg m/s], what a change of momentum is measured against.
inline Real momentum_scale(const World& world) {
    Real sum = 0;
    for (std::size_t i = 0; i < world.model.point_mass.size(); ++i)
        sum += world.model.point_mass[i] * world.state.v[i].norm();
    for (std::size_t i = 0; i < world.model.frame_inertia.size(); ++i)
        sum += world.model.frame_inertia[i].mass * world.state.frames.v[i].norm();
    return sum;
}

/// A sphere, box, capsule, ellipsoid or cylinder, all about as large as `size` [m].
inline Convex mixed_convex(int kind, Real size) {
    switch (kind % 5) {
        case 0:
            return Sphere{size};
        case 1:
            return Box{Vec3(size, 0.7 * size, 0.9 * size)};
        case 2:
            return Capsule{0.6 * size, 0.5 * size};
        case 3:
            return Ellipsoid{Vec3(size, 0.6 * size, 0.8 * size)};
        default:
            return Cylinder{0.8 * size, 0.6 * size};
    }
}

/// Mixed bodies on a cubic lattice of `side` around the origin, turning and flying about.
inline std::vector<BodyDef> mixed_bodies(int count, int side, Real pitch, Real speed,
                                         const ContactMaterial& material) {
    Rng rng{7};
    std::vector<BodyDef> bodies;
    for (int k = 0; k < count; ++k) {
        const Vec3 cell(k % side, (k / side) % side, k / (side * side));
        BodyDef body = body_of(mixed_convex(k, 0.3 * pitch),
                               pitch * (cell - Vec3::Constant(0.5 * (side - 1))), material);
        body.rotation = 90 * random_vector(rng);
        body.velocity = speed * random_vector(rng);
        body.spin = speed / pitch * random_vector(rng);
        bodies.push_back(body);
    }
    return bodies;
}

}  // namespace souple
