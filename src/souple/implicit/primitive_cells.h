// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which primitives act near a place: cells that hold the numbers of all primitives whose field reaches into
// them, in ascending order, so that a sum over a cell has the bits of the sum over all. Only cells that
// something reaches exist.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "souple/implicit/skin_primitive.h"

namespace souple {

using CellPlace = std::array<int, 3>;

/// Cells are numbered from here down and up along each axis; what lies farther out is nowhere.
constexpr int farthest_cell = 1 << 20;
constexpr int axis_bits = 21;  ///< of a key, x lowest

struct PrimitiveCells {
    Real size = 1;                    ///< [m] side of a cell
    std::vector<std::uint64_t> keys;  ///< of the cells that are there, ascending
    std::vector<int> first;           ///< of each cell in members, and the end
    std::vector<int> members;

    struct Entry {
        std::uint64_t key;
        int primitive;
    };
    std::vector<Entry> entries, sorted;  ///< room to work in
};

constexpr std::uint64_t key_of(const CellPlace& cell) {
    std::uint64_t key = 0;
    for (int axis = 2; axis >= 0; --axis)
        key = key << axis_bits | static_cast<std::uint64_t>(cell[axis] + farthest_cell);
    return key;
}
constexpr CellPlace place_of(std::uint64_t key) {
    constexpr std::uint64_t mask = (1 << axis_bits) - 1;
    return {static_cast<int>(key & mask) - farthest_cell,
            static_cast<int>(key >> axis_bits & mask) - farthest_cell,
            static_cast<int>(key >> 2 * axis_bits) - farthest_cell};
}

/// Forgets what was there. A primitive whose box is not finite or too far out is in no cell.
void build(PrimitiveCells& cells, std::span<const PosedPrimitive> primitives, Real cell_size);

/// A size at which a cell holds few primitives and a primitive is in few cells [m].
Real good_cell_size(std::span<const PosedPrimitive> primitives);

/// Number of a cell, -1 when it is not there.
int find_cell(const PrimitiveCells& cells, std::uint64_t key);

/// Those that may act at p.
std::span<const int> primitives_at(const PrimitiveCells& cells, const Vec3& p);

inline std::span<const int> members_of(const PrimitiveCells& cells, int cell) {
    return {cells.members.data() + cells.first[cell], cells.members.data() + cells.first[cell + 1]};
}

}  // namespace souple
