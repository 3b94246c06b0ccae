// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/search/pair_rows.h"

#include <limits>

#include "souple/core/errors.h"

namespace souple {

namespace {

void count_pairs(PairRows& rows, int block_count, NumberBuckets buckets) {
    rows.histogram.assign(block_count * buckets.count, 0);
    parallel_for(
        block_count,
        [&](int b) {
            int* const counts = rows.histogram.data() + b * buckets.count;
            const PairBlock& block = rows.blocks[b];
            for (int k = 0; k < block.count; ++k) ++counts[block.found[k].a >> buckets.shift];
        },
        1);
}

/// Moves the pairs to their buckets; afterwards the histogram of a block holds where its buckets end.
void fill_buckets(PairRows& rows, int block_count, NumberBuckets buckets) {
    parallel_for(
        block_count,
        [&](int b) {
            int* const next = rows.histogram.data() + b * buckets.count;
            const PairBlock& block = rows.blocks[b];
            for (int k = 0; k < block.count; ++k)
                rows.waiting[next[block.found[k].a >> buckets.shift]++] = block.found[k];
        },
        1);
}

/// Rows are mostly a handful of pairs.
void sort_row(IndexPair* begin, IndexPair* end) {
    if (end - begin > 24) {
        std::sort(begin, end, [](const IndexPair& l, const IndexPair& r) { return l.b < r.b; });
        return;
    }
    for (IndexPair* p = begin + (begin != end); p < end; ++p) {
        const IndexPair moved = *p;
        IndexPair* q = p;
        for (; q > begin && q[-1].b > moved.b; --q) *q = q[-1];
        *q = moved;
    }
}

/// Sorts the waiting pairs [begin, end), whose smaller numbers lie in [first, last), into their places.
void sort_bucket(PairRows& rows, int first, int last, int begin, int end, std::vector<IndexPair>& pairs) {
    int* const start = rows.start.data();
    std::fill(start + first, start + last, 0);
    for (int k = begin; k < end; ++k) ++start[rows.waiting[k].a];
    int sum = begin;
    for (int i = first; i < last; ++i) start[i] = sum += start[i];
    for (int k = begin; k < end; ++k) pairs[--start[rows.waiting[k].a]] = rows.waiting[k];
    for (int i = first; i < last; ++i)
        sort_row(pairs.data() + start[i], pairs.data() + (i + 1 < last ? start[i + 1] : end));
}

}  // namespace

void sum_histogram(std::vector<int>& histogram, int block_count, int bucket_count) {
    int sum = 0;
    for (int bucket = 0; bucket < bucket_count; ++bucket)
        for (int b = 0; b < block_count; ++b) {
            int& entry = histogram[b * bucket_count + bucket];
            const int count = entry;
            entry = sum;
            sum += count;
        }
}

void gather_pairs(PairRows& rows, int item_count, int block_count, std::vector<IndexPair>& pairs) {
    long long sum = 0;
    for (int b = 0; b < block_count; ++b) sum += rows.blocks[b].count;
    SOUPLE_ASSERT(sum <= std::numeric_limits<int>::max());
    pairs.resize(sum);
    rows.waiting.resize(sum);
    rows.start.resize(item_count);
    const NumberBuckets buckets = number_buckets(item_count, 9);
    count_pairs(rows, block_count, buckets);
    sum_histogram(rows.histogram, block_count, buckets.count);
    fill_buckets(rows, block_count, buckets);
    const int* const ends = rows.histogram.data() + (block_count - 1) * buckets.count;
    parallel_for(
        buckets.count,
        [&](int bucket) {
            sort_bucket(rows, buckets.first(bucket), buckets.end(bucket), bucket == 0 ? 0 : ends[bucket - 1],
                        ends[bucket], pairs);
        },
        1);
}

}  // namespace souple
