// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Worlds of oriented particles in one line, for tests.
#pragma once

#include "souple/models/oriented.h"

namespace souple {

inline InteractionDef interaction(LawKind kind, Real weight, Real range = 2.5) {
    InteractionDef def;
    def.law.kind = kind;
    def.law.weight = weight;
    def.law.amplitude = kind == LawKind::PairFriction ? 1 : 1000;
    def.range = range;
    return def;
}

/// One object with one law.
inline OrientedDef oriented_def(OrientedShapeDef shape, std::vector<InteractionDef> interactions) {
    OrientedDef def;
    def.part.method = Method::VelocityVerlet;
    def.laws = {{.name = "law", .interactions = std::move(interactions)}};
    def.objects.resize(1);
    def.objects[0].shape = std::move(shape);
    return def;
}

inline World oriented_world(const OrientedDef& def) {
    World world;
    world.model.gravity.setZero();
    add_oriented(world, def);
    return world;
}

}  // namespace souple
