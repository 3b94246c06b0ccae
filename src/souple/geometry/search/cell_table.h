// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Items sorted by the cells of their centres, anew at each step: a counting sort of the slots, first by
// buckets of slots so that all memory is written in order, then inside each bucket. Items of a cell keep
// their order.
#pragma once

#include <cmath>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/geometry/search/cell_levels.h"
#include "souple/geometry/search/pair_rows.h"

namespace souple {

template <class Item>
struct CellTable {
    CellLevels levels;
    std::vector<int> start;       ///< first item of each slot, and the number of all
    std::vector<Item> items;      ///< by slot
    std::vector<int> everywhere;  ///< numbers of items without bounds, which are in no cell

    // room to work in
    std::vector<BlockContent> contents;
    std::vector<int> slot_of;  ///< of the items as they came
    std::vector<int> histogram;
    struct Waiting {
        Item item;
        int slot;
    };
    std::vector<Waiting> waiting;  ///< by bucket
};

/// In slot_of: the item is in no cell because it is nowhere, or because it is everywhere.
constexpr int slot_nowhere = -1, slot_everywhere = -2;

constexpr int smallest_cell_block = 2048;

/// Notes where the items are and how large; `size_of` says NaN for nowhere and infinity for everywhere.
template <class Item, class Make, class Size>
void measure_items(CellTable<Item>& table, FixedBlocks blocks, const Make& make, const Size& size_of) {
    parallel_for(
        blocks.block_count,
        [&](int b) {
            BlockContent& content = table.contents[b];
            content = {};
            content.smallest = std::numeric_limits<Real>::infinity();
            for (int i = blocks.begin(b), end = blocks.end(b); i < end; ++i) {
                const Real size = size_of(i);
                table.slot_of[i] = std::isnan(size) ? slot_nowhere : std::isinf(size) ? slot_everywhere : 0;
                content.everywhere += table.slot_of[i] == slot_everywhere;
                if (table.slot_of[i] < 0) continue;
                const Vec3 centre = centre_of(make(i));
                content.largest = std::max(content.largest, size);
                content.smallest = std::min(content.smallest, size);
                ++content.all.count;
                content.all.bounds.extend(centre);
            }
            const Aabb& bounds = content.all.bounds;
            if (content.all.count > 0)
                content.farthest = bounds.low.cwiseAbs().cwiseMax(bounds.high.cwiseAbs()).maxCoeff();
            content.of_level[0] = content.all;
        },
        1);
}

/// Leaves the level of each item in slot_of.
template <class Item, class Make, class Size>
void share_among_levels(CellTable<Item>& table, FixedBlocks blocks, const Make& make, const Size& size_of) {
    parallel_for(
        blocks.block_count,
        [&](int b) {
            std::array<CellContent, max_cell_levels>& contents = table.contents[b].of_level;
            contents.fill({});
            for (int i = blocks.begin(b), end = blocks.end(b); i < end; ++i) {
                if (table.slot_of[i] < 0) continue;
                table.slot_of[i] = level_of(table.levels, size_of(i));
                CellContent& content = contents[table.slot_of[i]];
                ++content.count;
                content.bounds.extend(centre_of(make(i)));
            }
        },
        1);
}

/// Turns levels into slots; counts the items of each block and bucket.
template <class Item, class Make>
void find_slots(CellTable<Item>& table, FixedBlocks blocks, NumberBuckets buckets, const Make& make) {
    table.histogram.assign(blocks.block_count * buckets.count, 0);
    parallel_for(
        blocks.block_count,
        [&](int b) {
            int* const counts = table.histogram.data() + b * buckets.count;
            for (int i = blocks.begin(b), end = blocks.end(b); i < end; ++i) {
                if (table.slot_of[i] < 0) continue;
                const int slot = table.levels.levels[table.slot_of[i]].slot(centre_of(make(i)));
                table.slot_of[i] = slot;
                ++counts[slot >> buckets.shift];
            }
        },
        1);
}

/// Moves the items to their buckets; afterwards the histogram of a block holds where its buckets end.
template <class Item, class Make>
void fill_buckets(CellTable<Item>& table, FixedBlocks blocks, NumberBuckets buckets, const Make& make) {
    sum_histogram(table.histogram, blocks.block_count, buckets.count);
    parallel_for(
        blocks.block_count,
        [&](int b) {
            int* const next = table.histogram.data() + b * buckets.count;
            for (int i = blocks.begin(b), end = blocks.end(b); i < end; ++i)
                if (const int slot = table.slot_of[i]; slot >= 0)
                    table.waiting[next[slot >> buckets.shift]++] = {make(i), slot};
        },
        1);
}

/// Sorts each bucket by slot, the last item first so that items of one slot keep their order.
template <class Item>
void sort_buckets(CellTable<Item>& table, FixedBlocks blocks, NumberBuckets buckets) {
    const int* const ends = table.histogram.data() + (blocks.block_count - 1) * buckets.count;
    parallel_for(
        buckets.count,
        [&](int bucket) {
            const int first_slot = buckets.first(bucket), end_slot = buckets.end(bucket);
            const int begin = bucket == 0 ? 0 : ends[bucket - 1], end = ends[bucket];
            std::fill(table.start.begin() + first_slot, table.start.begin() + end_slot, 0);
            for (int k = begin; k < end; ++k) ++table.start[table.waiting[k].slot];
            int sum = begin;
            for (int slot = first_slot; slot < end_slot; ++slot) table.start[slot] = sum += table.start[slot];
            for (int k = end - 1; k >= begin; --k)
                table.items[--table.start[table.waiting[k].slot]] = table.waiting[k].item;
        },
        1);
}

/// Sorts items into cells: make(i) is an item with a free function centre_of, size_of(i) the edge of the cube
/// that it fits into [m], infinity for items without bounds, NaN for items that meet nobody.
template <class Item, class Make, class Size>
void sort_into_cells(CellTable<Item>& table, int count, const Make& make, const Size& size_of) {
    const FixedBlocks blocks = fixed_blocks(count, smallest_cell_block);
    table.contents.resize(blocks.block_count);
    table.slot_of.resize(count);
    measure_items(table, blocks, make, size_of);
    if (!choose_cells(table.levels, table.contents)) share_among_levels(table, blocks, make, size_of);
    lay_out_levels(table.levels, table.contents);
    const int item_count = table.levels.item_count, slot_count = table.levels.slot_count;
    table.items.resize(item_count);
    table.waiting.resize(item_count);
    table.start.resize(slot_count + 1);
    table.start[slot_count] = item_count;
    const NumberBuckets buckets = number_buckets(slot_count, 11);
    find_slots(table, blocks, buckets, make);
    fill_buckets(table, blocks, buckets, make);
    sort_buckets(table, blocks, buckets);
    table.everywhere.clear();
    int everywhere = 0;
    for (const BlockContent& content : table.contents) everywhere += content.everywhere;
    for (int i = 0; i < count && everywhere > 0; ++i)
        if (table.slot_of[i] == slot_everywhere) table.everywhere.push_back(i);
}

/// The level of the item at a place in `items`.
template <class Item>
int level_at(const CellTable<Item>& table, int place) {
    for (int k = 0;; ++k) {
        const CellLevel& level = table.levels.levels[k];
        if (level.count > 0 && place < table.start[level.base + level.size]) return k;
    }
}

/// Calls fn(begin, end, y, z) for runs of items that hold all those of the given cells with this y and z;
/// where rows are hashed, items of other rows may be among them.
template <class Item, class Fn>
void visit_runs(const CellTable<Item>& table, const CellLevel& level, const CellBox& cells, const Fn& fn) {
    const int* const start = table.start.data() + level.base;
    const int length = cells.high[0] - cells.low[0] + 1;
    for (int z = cells.low[2]; z <= cells.high[2]; ++z)
        for (int y = cells.low[1]; y <= cells.high[1]; ++y) {
            int first = level.row(y, z) + cells.low[0];
            if (!level.is_hashed) {
                fn(start[first], start[first + length], y, z);
            } else if (length >= level.size) {
                fn(start[0], start[level.size], y, z);
            } else {
                first &= level.size - 1;
                const int beyond = first + length - level.size;  // the row goes on at the first slot
                fn(start[first], start[std::min(first + length, level.size)], y, z);
                if (beyond > 0) fn(start[0], start[beyond], y, z);
            }
        }
}

/// Whether an item lies in the cells with this y and z, or was only hashed to the same slot.
template <class Item>
bool is_in_row(const CellLevel& level, const Item& item, int y, int z) {
    if (!level.is_hashed) return true;
    const Vec3 centre = centre_of(item);
    return level.coordinate(1, centre.y()) == y && level.coordinate(2, centre.z()) == z;
}

/// Calls accept(item) once for every item that passes test(item), among those with a centre between the
/// corners and some others.
template <class Item, class Test, class Accept>
void visit_between(const CellTable<Item>& table, const CellLevel& level, const Aabb& corners,
                   const Test& test, const Accept& accept) {
    const CellBox cells = cells_between(level, corners.low, corners.high);
    if (cells.empty()) return;
    const Item* const items = table.items.data();
    if (cells.volume() > level.count) {  // more cells than items
        for (int k = table.start[level.base]; k < table.start[level.base + level.size]; ++k)
            if (test(items[k])) accept(items[k]);
        return;
    }
    visit_runs(table, level, cells, [&](int begin, int end, int y, int z) {
        for (int k = begin; k < end; ++k)
            if (test(items[k]) && is_in_row(level, items[k], y, z)) accept(items[k]);
    });
}

/// Adds the pairs of the item at a place with every later one for which test(item, other), among those with a
/// centre between the corners and some others. Nobody can foresee who passes, so the inner loop has no
/// branch.
template <class Item, class Test>
void add_later(const CellTable<Item>& table, const CellLevel& level, int place, const Aabb& corners,
               const Test& test, PairBlock& block) {
    const CellBox cells = cells_between(level, corners.low, corners.high);
    if (cells.empty()) return;
    const Item* const items = table.items.data();
    const auto add_run = [&block, &level, place, items, test, item = items[place],
                          is_hashed = level.is_hashed](int begin, int end, int y, int z) {
        begin = std::max(begin, place + 1);
        if (begin >= end) return;
        IndexPair* found = block.room_for(end - begin);
        for (const Item* other = items + begin; other != items + end; ++other) {
            *found = {std::min(item.index, other->index), std::max(item.index, other->index)};
            int is_met = test(item, *other);
            if (is_hashed && is_met) is_met = is_in_row(level, *other, y, z);
            found += is_met;
        }
        block.count = static_cast<int>(found - block.found.data());
    };
    visit_runs(table, level, cells, add_run);
}

}  // namespace souple
