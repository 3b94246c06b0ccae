// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Pairs of indices, found in any order by many threads and handed out sorted. Every item finds its partners
// of larger number, so its row needs only a short sort, and sums of the row lengths say where the row goes.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "souple/core/parallel.h"

namespace souple {

/// Two items that met, a < b.
struct IndexPair {
    int a = 0, b = 0;

    auto operator<=>(const IndexPair&) const = default;
};

/// Where the partners of an item wait to be put in order.
struct PairRow {
    int block = 0, begin = 0, count = 0;
    int late = 0;  ///< partners that found the item, not the other way round
};

/// What one run of places found.
struct PairBlock {
    std::vector<int> partners;  ///< of larger number, row after row; room for more behind them
    int partner_count = 0;
    std::vector<IndexPair> late;  ///< pairs met from their larger number
};

struct PairRows {
    std::vector<PairBlock> blocks;
    std::vector<PairRow> rows;  ///< one for each item
    std::vector<int> offset;    ///< first pair of each item, and the number of all
};

/// Places are searched in runs that depend on their number alone, so that every block is the same on any
/// number of threads.
struct FixedBlocks {
    int count = 0, block_count = 0;

    int begin(int block) const {
        return static_cast<int>(static_cast<long long>(count) * block / block_count);
    }
    int end(int block) const { return begin(block + 1); }
};

/// At most 64 blocks of at least `smallest` each.
inline FixedBlocks fixed_blocks(int count, int smallest) {
    return {count, std::clamp(count / smallest, 1, 64)};
}

/// Notes what a search finds: open(item), then add(partner) for each, then close().
struct PairWriter {
    std::vector<PairRow>& rows;
    PairBlock& block;
    int block_index = 0;
    int item = 0;

    void open(int opened) {
        item = opened;
        rows[item] = {block_index, block.partner_count, 0, 0};
    }
    void add(int partner) {
        if (partner > item)
            *room_for(1) = partner, ++block.partner_count;
        else
            block.late.push_back({partner, item});
    }
    void close() { rows[item].count = block.partner_count - rows[item].begin; }

    /// Where the next partners of larger number may be written; add what was written to block.partner_count.
    int* room_for(int count) {
        const std::size_t needed = static_cast<std::size_t>(block.partner_count) + count;
        if (needed > block.partners.size())
            block.partners.resize(std::max(needed, 2 * block.partners.size()));
        return block.partners.data() + block.partner_count;
    }
};

/// Forgets the last search and makes room for `item_count` items in `block_count` blocks.
void start_rows(PairRows& rows, int item_count, int block_count);

/// Puts the pairs in order; the same pair must not have been found twice.
void gather_rows(PairRows& rows, std::vector<IndexPair>& pairs);

/// Calls search(place, writer) for every place in [0, place_count); it opens and closes a row for each item
/// it searches for. `pairs` gets what was found, sorted by (a, b).
template <class Search>
void collect_pairs(PairRows& rows, int item_count, int place_count, std::vector<IndexPair>& pairs,
                   const Search& search) {
    const FixedBlocks blocks = fixed_blocks(place_count, 1024);
    start_rows(rows, item_count, blocks.block_count);
    parallel_for(
        blocks.block_count,
        [&](int b) {
            PairWriter writer{rows.rows, rows.blocks[b], b};
            for (int place = blocks.begin(b), end = blocks.end(b); place < end; ++place)
                search(place, writer);
        },
        1);
    gather_rows(rows, pairs);
}

}  // namespace souple
