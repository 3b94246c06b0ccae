// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/primitive_cells.h"

#include <algorithm>
#include <cmath>

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

void enter(PrimitiveCells& cells, const PosedPrimitive& primitive, int index) {
    const Aabb box = primitive.box();
    if (!box.low.allFinite() || !box.high.allFinite() || !is_within_cells(box, cells.size)) return;
    const CellPlace low = cell_at(box.low, cells.size), high = cell_at(box.high, cells.size);
    for (int z = low[2]; z <= high[2]; ++z)
        for (int y = low[1]; y <= high[1]; ++y)
            for (int x = low[0]; x <= high[0]; ++x) cells.entries.push_back({key_of({x, y, z}), index});
}

}  // namespace

void build(PrimitiveCells& cells, std::span<const PosedPrimitive> primitives, Real cell_size) {
    cells.size = cell_size;
    cells.entries.clear();
    for (std::size_t i = 0; i < primitives.size(); ++i) enter(cells, primitives[i], static_cast<int>(i));
    std::sort(cells.entries.begin(), cells.entries.end(), [](const auto& a, const auto& b) {
        return a.key != b.key ? a.key < b.key : a.primitive < b.primitive;
    });
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
