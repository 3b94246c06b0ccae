// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/primitive_cells.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace souple {

namespace {

bool is_within_cells(const Aabb& box, Real size) {
    const Real farthest = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff();
    return farthest < (farthest_cell - 2) * size;  // false for NaN too
}

CellPlace cell_at(const Vec3& p, Real size) {
    const Vec3 floor = (p / size).array().floor();
    return {static_cast<int>(floor.x()), static_cast<int>(floor.y()), static_cast<int>(floor.z())};
}

/// The lowest and the highest cells along each axis.
struct CellExtent {
    CellPlace low{farthest_cell, farthest_cell, farthest_cell};
    CellPlace high{-farthest_cell, -farthest_cell, -farthest_cell};
};

void enter(PrimitiveCells& cells, const PosedPrimitive& primitive, int index, CellExtent& all) {
    const Aabb box = primitive.box();
    if (!box.low.allFinite() || !box.high.allFinite() || !is_within_cells(box, cells.size)) return;
    const CellPlace low = cell_at(box.low, cells.size), high = cell_at(box.high, cells.size);
    for (int z = low[2]; z <= high[2]; ++z)
        for (int y = low[1]; y <= high[1]; ++y)
            for (int x = low[0]; x <= high[0]; ++x) cells.entries.push_back({key_of({x, y, z}), index});
    for (int axis = 0; axis < 3; ++axis) {
        all.low[axis] = std::min(all.low[axis], low[axis]);
        all.high[axis] = std::max(all.high[axis], high[axis]);
    }
}

constexpr int digit_bits = 8;

/// Entries that have the same digit keep their order.
void sort_by_digit(PrimitiveCells& cells, int shift) {
    const auto digit = [shift](const PrimitiveCells::Entry& entry) {
        return static_cast<int>(entry.key >> shift & ((1 << digit_bits) - 1));
    };
    std::array<int, 1 << digit_bits> next{};
    for (const PrimitiveCells::Entry& entry : cells.entries) ++next[digit(entry)];
    int sum = 0;
    for (int& place : next) sum += std::exchange(place, sum);
    cells.sorted.resize(cells.entries.size());
    for (const PrimitiveCells::Entry& entry : cells.entries) cells.sorted[next[digit(entry)]++] = entry;
    std::swap(cells.entries, cells.sorted);
}

/// Sorts by cells in linear time, digit for digit of the number that a cell has within the box of all, which
/// orders cells as keys do. The primitives of a cell stay ascending.
void sort_entries(PrimitiveCells& cells, const CellExtent& all) {
    std::array<int, 4> shift{};
    for (int axis = 0; axis < 3; ++axis)
        shift[axis + 1] =
            shift[axis] + std::bit_width(static_cast<unsigned>(std::max(0, all.high[axis] - all.low[axis])));
    for (PrimitiveCells::Entry& entry : cells.entries) {
        const CellPlace place = place_of(entry.key);
        entry.key = 0;
        for (int axis = 0; axis < 3; ++axis)
            entry.key |= static_cast<std::uint64_t>(place[axis] - all.low[axis]) << shift[axis];
    }
    for (int bit = 0; bit < shift[3]; bit += digit_bits) sort_by_digit(cells, bit);
    for (PrimitiveCells::Entry& entry : cells.entries) {
        CellPlace place;
        for (int axis = 0; axis < 3; ++axis)
            place[axis] = all.low[axis] + static_cast<int>(entry.key >> shift[axis] &
                                                           ((1ull << (shift[axis + 1] - shift[axis])) - 1));
        entry.key = key_of(place);
    }
}

}  // namespace

void build(PrimitiveCells& cells, std::span<const PosedPrimitive> primitives, Real cell_size) {
    cells.size = cell_size;
    cells.entries.clear();
    CellExtent all;
    for (std::size_t i = 0; i < primitives.size(); ++i) enter(cells, primitives[i], static_cast<int>(i), all);
    sort_entries(cells, all);
    cells.keys.clear();
    cells.first.clear();
    cells.members.clear();
    for (const PrimitiveCells::Entry& entry : cells.entries) {
        if (cells.keys.empty() || cells.keys.back() != entry.key) {
            cells.keys.push_back(entry.key);
            cells.first.push_back(static_cast<int>(cells.members.size()));
        }
        cells.members.push_back(entry.primitive);
    }
    cells.first.push_back(static_cast<int>(cells.members.size()));
}

Real good_cell_size(std::span<const PosedPrimitive> primitives) {
    Real sum = 0, largest = 0;
    int count = 0;
    for (const PosedPrimitive& primitive : primitives) {
        const Real reach = primitive.reach.maxCoeff();
        if (!std::isfinite(reach)) continue;
        sum += reach;
        largest = std::max(largest, reach);
        ++count;
    }
    // a primitive far larger than the others is in some thousands of cells at most
    return count > 0 && largest > 0 ? std::max(sum / count, largest / 8) : 1;
}

int find_cell(const PrimitiveCells& cells, std::uint64_t key) {
    const auto at = std::lower_bound(cells.keys.begin(), cells.keys.end(), key);
    return at != cells.keys.end() && *at == key ? static_cast<int>(at - cells.keys.begin()) : -1;
}

std::span<const int> primitives_at(const PrimitiveCells& cells, const Vec3& p) {
    if (!is_within_cells({p, p}, cells.size)) return {};
    const int cell = find_cell(cells, key_of(cell_at(p, cells.size)));
    return cell < 0 ? std::span<const int>{} : members_of(cells, cell);
}

}  // namespace souple
