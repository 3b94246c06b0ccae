// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/search/pairs.h"

namespace souple {

namespace {

/// Below this many boxes, comparing all of them costs less than sorting them.
constexpr int few_boxes = 48;

/// When a box would meet more than this many others in its cells, a walk down a tree costs less.
constexpr int crowd = 250;

/// The edge of the cube that a box fits into [m].
Real size_of(const Aabb& box) {
    if (box.empty()) return std::numeric_limits<Real>::quiet_NaN();
    const Real size = box.size().maxCoeff();
    return is_finite(box.center()) ? size : std::numeric_limits<Real>::infinity();
}

void sort_boxes(PairSearch& search, std::span<const Aabb> boxes) {
    sort_into_cells(
        search.table, static_cast<int>(boxes.size()),
        [&](int i) {
            return GridBox{boxes[i], i};
        },
        [&](int i) { return size_of(boxes[i]); });
}

/// Where the centres of boxes of one grid lie that may overlap this one.
Aabb centres_about(const CellTable<GridBox>& table, const CellLevel& level, const Aabb& box) {
    Aabb reach = box;
    reach.inflate(0.5 * level.cell + table.levels.slack);
    return reach;
}

/// Boxes that the box at a place shares cells with, in its own and all coarser grids.
long long candidates_of(const CellTable<GridBox>& table, int place) {
    long long sum = 0;
    for (int k = level_at(table, place); k >= 0; --k) {
        const CellLevel& level = table.levels.levels[k];
        if (level.count == 0) continue;
        const Aabb reach = centres_about(table, level, table.items[place].box);
        const CellBox cells = cells_between(level, reach.low, reach.high);
        if (cells.empty()) continue;
        visit_runs(table, level, cells, [&](int begin, int end, int, int) { sum += end - begin; });
    }
    return sum;
}

/// Asks a few boxes, spread over all cells.
bool is_crowded(const CellTable<GridBox>& table) {
    const int count = table.levels.item_count, asked = std::min(count, 64);
    long long sum = 0;
    for (int k = 0; k < asked; ++k)
        sum += candidates_of(table, static_cast<int>(static_cast<long long>(count) * k / asked));
    return sum > static_cast<long long>(crowd) * asked;
}

void find_by_all_pairs(std::span<const Aabb> boxes, std::vector<IndexPair>& pairs) {
    const int count = static_cast<int>(boxes.size());
    pairs.clear();
    for (int i = 0; i < count; ++i) {
        if (boxes[i].empty()) continue;
        for (int j = i + 1; j < count; ++j)
            if (boxes[i].overlaps(boxes[j]) && !boxes[j].empty()) pairs.push_back({i, j});
    }
}

/// Aabb::overlaps without its branches.
struct BoxesOverlap {
    int operator()(const GridBox& a, const GridBox& b) const {
        int overlaps = 1;
        for (int axis = 0; axis < 3; ++axis) {
            overlaps &= static_cast<int>(a.box.low[axis] <= b.box.high[axis]);
            overlaps &= static_cast<int>(b.box.low[axis] <= a.box.high[axis]);
        }
        return overlaps;
    }
};

/// One box against those of its own and all coarser grids.
void find_partners(const CellTable<GridBox>& table, int place, PairBlock& block) {
    const GridBox& item = table.items[place];
    const int own_level = level_at(table, place);
    const auto overlaps = [&](const GridBox& other) { return BoxesOverlap{}(item, other); };
    const auto add = [&](const GridBox& other) { block.add(item.index, other.index); };
    for (int k = own_level; k >= 0; --k) {
        const CellLevel& level = table.levels.levels[k];
        if (level.count == 0) continue;
        const Aabb reach = centres_about(table, level, item.box);
        if (k == own_level)
            add_later(table, level, place, reach, BoxesOverlap{}, block);
        else
            visit_between(table, level, reach, overlaps, add);
    }
}

void find_by_grid(PairSearch& search, std::span<const Aabb> boxes, std::vector<IndexPair>& pairs) {
    const CellTable<GridBox>& table = search.table;
    const int count = static_cast<int>(boxes.size()), placed = table.levels.item_count;
    collect_pairs(search.rows, count, placed + static_cast<int>(table.everywhere.size()), pairs,
                  [&](int place, PairBlock& block) {
                      if (place >= placed) {  // without bounds: ask everybody
                          const int i = table.everywhere[place - placed];
                          for (int j = i + 1; j < count; ++j)
                              if (boxes[i].overlaps(boxes[j]) && !boxes[j].empty()) block.add(i, j);
                      } else {
                          const int i = table.items[place].index;
                          find_partners(table, place, block);
                          for (const int j : table.everywhere)
                              if (j > i && boxes[i].overlaps(boxes[j])) block.add(i, j);
                      }
                  });
}

}  // namespace

void overlapping_pairs(PairSearch& search, PairMethod method, std::span<const Aabb> boxes,
                       std::vector<IndexPair>& pairs) {
    search.method = method;
    if (method == PairMethod::AllPairs) {
        find_by_all_pairs(boxes, pairs);
    } else if (method == PairMethod::Tree) {
        overlapping_pairs(search.tree, boxes, pairs);
    } else {
        sort_boxes(search, boxes);
        find_by_grid(search, boxes, pairs);
    }
}

void overlapping_pairs(PairSearch& search, std::span<const Aabb> boxes, std::vector<IndexPair>& pairs) {
    if (boxes.size() <= few_boxes) {
        search.method = PairMethod::AllPairs;
        find_by_all_pairs(boxes, pairs);
        return;
    }
    sort_boxes(search, boxes);
    if (is_crowded(search.table)) {
        search.method = PairMethod::Tree;
        overlapping_pairs(search.tree, boxes, pairs);
    } else {
        search.method = PairMethod::Grid;
        find_by_grid(search, boxes, pairs);
    }
}

}  // namespace souple
