// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points, segments and triangles written down in the cells of a space they are in or pass through, while they
// move and while cells are split and merged. A surface is written down triangle by triangle.
//
// A segment passes through the cells that the exact straight walk meets and whose inside it has a point in. A
// triangle starts from the cells along its sides and spreads from each cell it passes through to the ring
// around it: every cell whose inside it meets is found, also those in the middle of a large triangle, and no
// rule about the size of triangles is needed.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "souple/topology/cell_register.h"
#include "souple/topology/space/space_tracking.h"

namespace souple {

/// A segment of two corners or a triangle of three, the cells of its corners and those it passes through.
struct SpaceShape {
    std::array<Vec3, 3> corners{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< [m]
    int count = 3;
    std::array<int, 3> cells{-1, -1, -1};  ///< of the corners
    std::vector<int> crossed;              ///< sorted
    /// Those and cells it only touches, so many that they hold all of it; sorted. It may lie between small
    /// cells and pass through the one they are merged into.
    std::vector<int> met;
};

struct SpaceRegister {
    CellRegister<Space> points;
    std::vector<SpaceShape> shapes;
    std::vector<std::vector<int>> crossing;  ///< by cell: shapes through it, sorted
    std::vector<std::vector<int>> meeting;   ///< by cell: shapes that have it among those they met, sorted
    /// In cells that are not convex a shape between corners of one cell may poke out of it. Exact: look every
    /// time; else it counts as in that cell only.
    bool is_exact = true;
    long long shape_moves = 0, shape_changes = 0, shape_searches = 0;

    // room to work in
    std::vector<int> lifted, waiting;
};

SpaceRegister register_nothing(Space space);

/// Adds a segment or a triangle with its first corner in or near the cell `start`; returns its number.
/// InputError when a corner is outside.
int add_shape(SpaceRegister& reg, std::span<const Vec3> corners, int start);
/// Moves the corners to new places, through walls too. One that would leave the space stays whole where it
/// was; returns whether it moved.
bool move_shape(SpaceRegister& reg, int shape, std::span<const Vec3> corners);
/// The cells that share a vertex with one that the shape passes through, without those; sorted.
void find_cells_around(const SpaceRegister& reg, int shape, std::vector<int>& cells);

/// Splits a leaf or merges the children of a cell with everything in them. `places` are those of the points.
/// A split may be refused, see split_cell.
bool split_registered(SpaceRegister& reg, int cell, std::span<const Vec3> places);
void merge_registered(SpaceRegister& reg, int cell, std::span<const Vec3> places);

/// Whether a shape has a point strictly inside a leaf; exact. Of a cell that is no box, strictly inside one
/// of its tetrahedra.
bool passes_through(const Space& space, int cell, const SpaceShape& shape);

/// An empty text, or the first thing that is not as looking at all cells and everything finds it. Slow.
std::string find_fault(SpaceRegister& reg, std::span<const Vec3> places);

}  // namespace souple
