// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Shapes as scene files say them.
#pragma once

#include <string>
#include <variant>

#include "souple/math/types.h"

namespace souple {

struct PlaneDef {
    Vec3 normal = Vec3::UnitY();
    Real offset = 0;  ///< [m]
};
struct SphereDef {
    Real radius = 1;  ///< [m]
};
struct EllipsoidDef {
    Vec3 radii = Vec3::Ones();  ///< [m]
};
struct BoxDef {
    Vec3 size = Vec3::Ones();  ///< [m] whole sides
};
struct CapsuleDef {
    Real radius = 0.5;  ///< [m]
    Real length = 1;    ///< [m] of the axis, along y
};
struct MeshDef {
    std::string file;
};
struct FormulaDef {
    std::string inside;                             ///< negative inside, in x, y, z [m]
    Vec3 low = -Vec3::Ones(), high = Vec3::Ones();  ///< [m] the box that holds the solid
};
struct MeshSequenceDef {
    std::string file;             ///< an animated glTF, or an OBJ pattern such as shape_####.obj
    Real frames_per_second = 30;  ///< of an OBJ sequence
};
using ShapeDef =
    std::variant<PlaneDef, SphereDef, EllipsoidDef, BoxDef, CapsuleDef, MeshDef, FormulaDef, MeshSequenceDef>;

}  // namespace souple
