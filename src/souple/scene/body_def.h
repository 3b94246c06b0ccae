// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Rigid bodies as scene files say them.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "souple/models/rigid.h"
#include "souple/scene/shape_def.h"

namespace souple {

struct CylinderDef {
    Real radius = 0.5;  ///< [m]
    Real length = 1;    ///< [m] along y
};
/// The smallest convex solid around points, or around the corners of a mesh.
struct HullDef {
    std::vector<Vec3> points;  ///< [m]
    std::string file;          ///< OBJ, PLY, STL or glTF
};
using ConvexDef = std::variant<SphereDef, EllipsoidDef, BoxDef, CapsuleDef, CylinderDef, HullDef>;

struct PieceDef {
    ConvexDef shape = BoxDef{};
    Vec3 position = Vec3::Zero();  ///< [m] in the body
    Vec3 rotation = Vec3::Zero();  ///< [deg]
};
struct CompoundDef {
    std::vector<PieceDef> pieces;
};
using SolidDef =
    std::variant<SphereDef, EllipsoidDef, BoxDef, CapsuleDef, CylinderDef, HullDef, MeshDef, CompoundDef>;

/// A body as files name it: the solid may be a file.
struct BodyEntry {
    BodyDef body;
    SolidDef shape = BoxDef{};
};

struct RigidEntry {
    RigidDef rigid;
    std::vector<BodyEntry> bodies;
};

/// Reads files where there are any. InputError with the name of the body.
Solid make_solid(const SolidDef& def, const std::string& name);

}  // namespace souple
