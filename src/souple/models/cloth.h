// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cloth: a rectangular grid or any triangle mesh, as points, springs and bends, at fixed resolution or
// adaptive.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/dynamics/adapt/adaptive_cloth.h"
#include "souple/dynamics/world.h"
#include "souple/geometry/triangle_mesh.h"
#include "souple/models/part_def.h"

namespace souple {

enum class GridDiagonal { Same, Alternating };

/// A grid lies flat around the origin: u along +x, v along -z, so that turning it by 90 degrees about x puts
/// "top" (v = 1) up.
struct ClothDef {
    PartDef part{.name = "cloth", .substeps = 16};
    int columns = 20, rows = 20;  ///< squares along u and v
    Real width = 1, height = 1;   ///< [m] along u and v
    GridDiagonal diagonal = GridDiagonal::Same;
    TriangleMesh mesh;  ///< used instead of the grid when it has triangles

    Real density = 0.2;  ///< [kg/m^2] > 0
    ClothLaw law = ClothLaw::Grid;
    StiffnessLaw stiffness_law = StiffnessLaw::Elongation;  ///< Grid: what `stiffness` means
    Real stiffness = 100;         ///< [N/m] a spring of the grid, E2 or E; [N] under the strain law
    Real damping_time = 0;        ///< [s] spring damping = damping_time * stiffness
    Real bend_rigidity = 0;       ///< [N m] B, 0 for none
    Real poisson = 0;             ///< of bending
    Real bend_damping_time = 0;   ///< [s]
    Vec3 stretch = Vec3::Ones();  ///< start shape = rest shape scaled by this
    HoldDefs holds;

    std::optional<RefineRule> adapt;           ///< divides its faces where it bends; none: fixed resolution
    LevelLaw level_law = LevelLaw::Invariant;  ///< adaptive: how its constants change with the level
    bool holds_forces = false;                 ///< adaptive: the source's literal multirate
    BallRule ball;                             ///< adaptive: how balls meet it
};

/// Unless the def says otherwise, cloth meets itself and everything that meets cloth.
PartId add_cloth(World& world, const ClothDef& def);

/// The rest shape of a cloth: its mesh, or the triangulated grid.
TriangleMesh rest_mesh(const ClothDef& def);

/// Stiffness [N/m] of each edge under one of the edge laws, in the order of edges_of(mesh).
std::vector<Real> edge_stiffness(const ClothDef& def, const TriangleMesh& mesh,
                                 const std::vector<Real>& masses);

}  // namespace souple
