// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/search/pair_rows.h"

#include <limits>

#include "souple/core/errors.h"

namespace souple {

namespace {

/// offset[i] becomes the number of pairs of all items before i.
void sum_row_lengths(PairRows& rows) {
    const int count = static_cast<int>(rows.rows.size());
    rows.offset.resize(count + 1);
    long long sum = 0;
    for (int i = 0; i < count; ++i) {
        rows.offset[i] = static_cast<int>(sum);
        sum += rows.rows[i].count + rows.rows[i].late;
        SOUPLE_ASSERT(sum <= std::numeric_limits<int>::max());
    }
    rows.offset[count] = static_cast<int>(sum);
}

/// Late pairs go behind those that their row found itself.
void place_late_pairs(PairRows& rows, std::vector<IndexPair>& pairs) {
    for (const PairBlock& block : rows.blocks)
        for (const IndexPair& pair : block.late) {
            PairRow& row = rows.rows[pair.a];
            pairs[rows.offset[pair.a + 1] - row.late--] = pair;
        }
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

}  // namespace

void start_rows(PairRows& rows, int item_count, int block_count) {
    rows.rows.resize(item_count);
    parallel_for(
        item_count, [&](int i) { rows.rows[i] = {}; }, 1 << 15);
    rows.blocks.resize(std::max<std::size_t>(rows.blocks.size(), block_count));
    for (PairBlock& block : rows.blocks) {
        block.partner_count = 0;
        block.late.clear();
    }
}

void gather_rows(PairRows& rows, std::vector<IndexPair>& pairs) {
    for (const PairBlock& block : rows.blocks)
        for (const IndexPair& pair : block.late) ++rows.rows[pair.a].late;
    sum_row_lengths(rows);
    pairs.resize(rows.offset.back());
    place_late_pairs(rows, pairs);
    parallel_for(static_cast<int>(rows.rows.size()), [&](int i) {
        const PairRow& row = rows.rows[i];
        IndexPair* const first = pairs.data() + rows.offset[i];
        const int* const partners = rows.blocks[row.block].partners.data() + row.begin;
        for (int k = 0; k < row.count; ++k) first[k] = {i, partners[k]};
        sort_row(first, pairs.data() + rows.offset[i + 1]);
    });
}

}  // namespace souple
