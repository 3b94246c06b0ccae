// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Pairs of indices, found in any order by many threads and handed out sorted: first by buckets of their
// smaller number, so that all memory is written in order, then inside each bucket, which fits into a cache.
// So the cost does not depend on how far the numbers of neighbours lie apart.
#pragma once

#include <algorithm>
#include <vector>

#include "souple/core/parallel.h"

namespace souple {

/// Two items that met, a < b.
struct IndexPair {
    int a = 0, b = 0;

    auto operator<=>(const IndexPair&) const = default;
};

/// What one run of places found, with room for more behind it.
struct PairBlock {
    std::vector<IndexPair> found;
    int count = 0;

    /// Where the next pairs may be written; add what was written to count.
    IndexPair* room_for(int more) {
        const std::size_t needed = static_cast<std::size_t>(count) + more;
        if (needed > found.size()) found.resize(std::max(needed, 2 * found.size()));
        return found.data() + count;
    }
    void add(int i, int j) {
        *room_for(1) = {std::min(i, j), std::max(i, j)};
        ++count;
    }
};

/// Room to work in.
struct PairRows {
    std::vector<PairBlock> blocks;
    std::vector<int> histogram;      ///< pairs of each block and bucket
    std::vector<IndexPair> waiting;  ///< by bucket
    std::vector<int> start;          ///< first pair of each item
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

/// Numbers are shared out to at most 256 buckets: bucket = number >> shift.
struct NumberBuckets {
    int number_count = 0, shift = 0, count = 1;

    int first(int bucket) const { return bucket << shift; }
    int end(int bucket) const { return bucket + 1 < count ? first(bucket + 1) : number_count; }
};

/// For numbers below `number_count`, at least 2^smallest_shift of them to a bucket.
inline NumberBuckets number_buckets(int number_count, int smallest_shift) {
    NumberBuckets buckets{number_count, smallest_shift, 1};
    while ((number_count - 1) >> buckets.shift >= 256) ++buckets.shift;
    buckets.count = std::max(0, (number_count - 1) >> buckets.shift) + 1;
    return buckets;
}

/// Turns counts of each block and bucket into where the first of them goes.
void sum_histogram(std::vector<int>& histogram, int block_count, int bucket_count);

/// Puts the pairs of the first blocks in order; the same pair must not have been found twice.
void gather_pairs(PairRows& rows, int item_count, int block_count, std::vector<IndexPair>& pairs);

/// Calls search(place, block) for every place in [0, place_count), which adds what it finds to the block;
/// `pairs` gets it all, sorted by (a, b).
template <class Search>
void collect_pairs(PairRows& rows, int item_count, int place_count, std::vector<IndexPair>& pairs,
                   const Search& search) {
    const FixedBlocks blocks = fixed_blocks(place_count, 1024);
    rows.blocks.resize(std::max<std::size_t>(rows.blocks.size(), blocks.block_count));
    parallel_for(
        blocks.block_count,
        [&](int b) {
            PairBlock& block = rows.blocks[b];
            block.count = 0;
            for (int place = blocks.begin(b), end = blocks.end(b); place < end; ++place) search(place, block);
        },
        1);
    gather_pairs(rows, item_count, blocks.block_count, pairs);
}

}  // namespace souple
