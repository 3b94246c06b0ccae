// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Worlds of rods on joints, for tests.
#pragma once

#include "souple/dynamics/measure.h"
#include "souple/models/articulated.h"

namespace souple {

constexpr Real rod_length = 1, rod_side = 0.04;

/// A rod along -y from `top`, in part coordinates.
inline LimbDef rod(const std::string& name, const std::string& parent, const Vec3& top, JointKind kind) {
    LimbDef limb;
    limb.name = name;
    limb.parent = parent;
    limb.body.solid.pieces = {{Box{{rod_side / 2, rod_length / 2, rod_side / 2}}, {}}};
    limb.body.position = top - Vec3(0, rod_length / 2, 0);
    limb.joint.kind = kind;
    limb.joint.at = top;
    return limb;
}

inline ArticulatedDef chain(const std::vector<JointKind>& kinds) {
    ArticulatedDef def;
    def.part.method = Method::RungeKutta4;
    def.part.touches = Touches::Nothing;
    for (std::size_t k = 0; k < kinds.size(); ++k)
        def.links.push_back(rod("rod" + std::to_string(k), k == 0 ? "" : "rod" + std::to_string(k - 1),
                                Vec3(0, -Real(k), 0), kinds[k]));
    return def;
}

inline World world_of(const ArticulatedDef& def, const Vec3& gravity = {0, -9.81, 0}) {
    World world;
    world.model.gravity = gravity;
    add_articulated(world, def);
    return world;
}

inline void run(World& world, Real h, int steps) {
    for (int k = 0; k < steps; ++k) ASSERT_FALSE(world.step({.h = h}).failure);
}

inline Real energy_of(const World& world) {
    const Part& part = world.model.parts[0];
    return kinetic_energy(world.model, world.state, part) + potential_energy(world.model, world.state, part) +
           elastic_energy(world.model, world.control, world.state, part);
}

}  // namespace souple
