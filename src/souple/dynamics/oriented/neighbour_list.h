// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who is near whom among the particles of one part, in linear time (000 F0.23). The list holds everybody
// within reach plus a margin, so that it lasts until something has gone half the margin. Particles are kept
// in the order of their cells, neighbours of one in the order of their numbers: sums do not depend on when
// the list was made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "souple/dynamics/oriented/oriented_part.h"
#include "souple/geometry/search/hash_grid.h"

namespace souple {

/// A run of places found by one thread.
struct NeighbourBlock {
    std::vector<int> entries;  ///< place of the neighbour times two, plus one when a bond holds it
};

struct NeighbourList {
    HashGrid grid;
    Real reach = 0, margin = 0;   ///< [m]
    std::uint64_t bond_hash = 0;  ///< of the bonds it was made with
    std::vector<Vec3> made_at;    ///< [m] by number, where everybody was
    std::vector<int> number_of;   ///< by place
    std::vector<int> place_of;    ///< by number, -1 when it is nowhere
    std::vector<NeighbourBlock> blocks;
    std::vector<int> first, count;  ///< by place: its entries in its block

    std::vector<ParticleView> views;  ///< by place, as they are now
    std::vector<Real> stretch;        ///< by place: of the fibre there
};

/// Makes the list anew when it does not hold any longer.
void follow(NeighbourList& list, std::span<const Vec3> x, Real reach, const std::vector<Bond>* bonds);

/// The blocks of places that one thread goes through.
inline FixedBlocks row_blocks(const NeighbourList& list) {
    constexpr int smallest = 256;
    return fixed_blocks(static_cast<int>(list.number_of.size()), smallest);
}

/// Calls fn(place, its entries) for every place, many at a time.
template <class Fn>
void for_each_row(const NeighbourList& list, const Fn& fn) {
    const FixedBlocks blocks = row_blocks(list);
    parallel_for(
        blocks.block_count,
        [&](int b) {
            const int* const entries = list.blocks[b].entries.data();
            for (int place = blocks.begin(b), end = blocks.end(b); place < end; ++place)
                fn(place, std::span<const int>(entries + list.first[place],
                                               static_cast<std::size_t>(list.count[place])));
        },
        1);
}

}  // namespace souple
