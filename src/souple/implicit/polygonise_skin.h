// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The skin of an object as triangles: a closed manifold, whatever the field. Only leaves of 4^3 cells that
// the skin may pass through are looked at; sure bounds on the field leave out the others, so no part of the
// skin is missed. The lattice is fixed in the world: what does not move keeps its triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "souple/geometry/triangle_mesh.h"
#include "souple/implicit/skin_field.h"

namespace souple {

/// A skin and how hard it is: where the field is f it answers with the pressure `pressure` (f - 1).
struct PressedSkin {
    const SkinField* field = nullptr;
    Real pressure = 1;  ///< [Pa] > 0
};

/// Four cells along each side of a leaf, two leaves along each side of a brick.
constexpr int leaf_cells = 4, leaf_nodes = leaf_cells + 1, brick_cells = 2 * leaf_cells;
constexpr int nodes_in_leaf = leaf_nodes * leaf_nodes * leaf_nodes;
constexpr int edges_of_leaf = 3 * leaf_cells * leaf_cells * leaf_cells;

struct SkinLeaf {
    int brick = 0;                ///< in SkinMesher::bricks
    int child = 0;                ///< of the brick's eight leaves
    CellPlace low{};              ///< its lowest node
    std::array<int, 8> beyond{};  ///< leaves one further along the axes whose bits are set; 0 is itself
};

/// The lowest node of a leaf of a brick.
constexpr CellPlace leaf_place(const CellPlace& brick, int child) {
    CellPlace low{};
    for (int axis = 0; axis < 3; ++axis)
        low[axis] = brick[axis] * brick_cells + (child >> axis & 1) * leaf_cells;
    return low;
}

/// Room to work in, reused from one skin to the next.
struct SkinMesher {
    Real cell = 1;                           ///< [m]
    std::vector<PosedPrimitive> primitives;  ///< of the skin itself, then of those pressed into it
    std::vector<int> first_primitive;        ///< of each skin, and the end
    std::vector<Real> hardness;              ///< of each skin: its pressure over that of the first one
    PrimitiveCells bricks;
    std::vector<std::uint8_t> reaches;  ///< by member of a brick: which of the eight leaves it reaches
    std::vector<std::uint8_t> masks;    ///< by brick: which of its eight leaves the skin may pass through
    std::vector<int> first_leaf;        ///< by brick
    std::vector<SkinLeaf> leaves;
    std::vector<Real> values;                      ///< nodes_in_leaf for each leaf, positive inside
    std::vector<std::uint8_t> edge_point;          ///< edges_of_leaf for each: which of the leaf's points
    std::vector<int> first_point, first_triangle;  ///< by leaf, and the end
};

/// The skin `own` at cells of side `cell` [m], flattened against the others where they touch it: there it
/// follows the surface of equal pressure (000 F0.28). Throws InputError when the lattice would be too large.
void polygonise_skin(SkinMesher& mesher, std::span<const PressedSkin> skins, int own, Real cell,
                     TriangleMesh& mesh);

/// The free skin of one field.
TriangleMesh polygonise_skin(const SkinField& field, Real cell);

}  // namespace souple
