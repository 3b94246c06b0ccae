// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A block of tissue with fibres and membranes in it, and a tip that is led through it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/dynamics/tissue/tissue.h"
#include "souple/dynamics/world.h"
#include "souple/models/crowd.h"

namespace souple {

/// A vessel or a nerve: segments from point to point.
struct FibreDef {
    std::vector<Vec3> points;  ///< [m] as they are at the start
    std::string follow;        ///< a motion or an obstacle that carries it; empty: it stays
};

/// The border of an organ: a patch of triangles, or a mesh.
struct MembraneDef {
    Vec3 corner = Vec3::Zero();                 ///< [m] of the patch
    Vec3 a = Vec3::UnitX(), b = Vec3::UnitZ();  ///< [m] its sides
    int columns = 1, rows = 1;                  ///< cells along a and b, two triangles each
    std::string file;                           ///< OBJ, PLY, STL or glTF, instead of the patch
    std::string follow;                         ///< as of fibres
};

struct TissueDef {
    std::string name = "tissue";
    SpaceRealmDef space;  ///< the block and its first cells
    int levels = 3;       ///< cells may be split so often
    std::vector<FibreDef> fibres;
    std::vector<MembraneDef> membranes;
    std::string follow;        ///< the motion that leads the tip
    int segments = 100;        ///< the trail has at most so many; the last one grows on
    Real segment = 0.1;        ///< [m] length at which one is complete
    Real refine_within = 0.1;  ///< [m] cells that come so near to the tip are split
    Real sight = 0.2;          ///< [m] what is farther from the tip is not looked for
};

/// About how many cells of the deepest level come so near to the tip that they are split off, in the middle
/// of the block.
Real finest_cells(const TissueDef& def);

/// Why a tissue cannot be built as it is asked for, found before anything is built; empty: nothing is wrong.
std::string reason_against(const TissueDef& def);
/// InputError names what is wrong, or outside the block.
PartId add_tissue(World& world, const TissueDef& def);

}  // namespace souple
