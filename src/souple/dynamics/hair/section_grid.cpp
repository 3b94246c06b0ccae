// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/section_grid.h"

#include <algorithm>
#include <bit>

#include "souple/core/parallel.h"
#include "souple/geometry/aabb.h"
#include "souple/math/eight_lanes.h"

namespace souple {

namespace {

constexpr int sorted_at_once = 1024;
constexpr Real single_error = 4e-7;  // relative, of what a few steps of single precision make
constexpr Real cells_along_row = 2;  // to a reach: rows are read in runs, so that short cells cost nothing

/// Cells as wide as the widest capsule reaches, or wider where that would make too many of them.
void choose_section_cells(SectionGrid& grid) {
    Aabb around;
    grid.widest.setZero();
    for (const SectionCapsule& capsule : grid.capsules) {
        if (!capsule.is_finite()) continue;
        around.extend(capsule.centre);
        grid.widest = grid.widest.cwiseMax(capsule.reach());
    }
    grid.cells = {1, 1, 1};
    grid.cell = grid.inv_cell = Vec3::Ones();
    grid.slack = 0;
    if (around.empty() || !is_finite(around.size()) || !(grid.widest.minCoeff() > 0)) return;
    grid.origin = around.low;
    grid.slack = single_error * (around.size().maxCoeff() + grid.widest.maxCoeff());
    const Real most = 8 * static_cast<Real>(grid.capsules.size()) + 512;
    Vec3 wanted;
    for (grid.cell = grid.widest.cwiseProduct(Vec3(1 / cells_along_row, 1, 1));; grid.cell *= 1.5) {
        grid.inv_cell = grid.cell.cwiseInverse();
        wanted = around.size().cwiseProduct(grid.inv_cell).array().floor() + 1;
        if (wanted.prod() <= most) break;
    }
    for (int axis = 0; axis < 3; ++axis) grid.cells[axis] = static_cast<int>(wanted[axis]);
}

/// Which capsule is at which place.
void number_places(SectionGrid& grid) {
    const int count = static_cast<int>(grid.capsules.size());
    grid.cell_of.resize(count);
    parallel_for(
        count, [&](int i) { grid.cell_of[i] = grid.cell_at(grid.capsules[i].centre); }, sorted_at_once);
    grid.start.assign(grid.row(0, grid.cells[2]) + 1, 0);
    for (int i = 0; i < count; ++i) ++grid.start[grid.cell_of[i]];
    int sum = 0;
    for (int& start : grid.start) start = sum += start;
    grid.number.resize(count + eight_count);  // whole lanes can be read at the end
    for (int i = count - 1; i >= 0; --i) grid.number[--grid.start[grid.cell_of[i]]] = i;
}

/// One capsule, to be compared with eight at a time.
struct CapsuleInLanes {
    EightVec3 centre, half;
    Eight radius{}, inv_squared{};  ///< of `half` [1/m^2]
};

CapsuleInLanes capsule_in_lanes(const SectionGrid& grid, int place) {
    float squared = 0;
    for (int axis = 0; axis < 3; ++axis) squared += grid.half[axis][place] * grid.half[axis][place];
    return {same_eight(grid.centre, place), same_eight(grid.half, place), all_eight(grid.radius[place]),
            all_eight(1 / std::max(squared, 1e-30f))};
}

/// Whether each of the eight at `place` may meet `one`. Two are apart where a plane parts them: planes across
/// the line between the centres, and along the one capsule, tell so of most. (What is no number meets
/// nobody.)
EightMask meets_eight(const SectionGrid& grid, const CapsuleInLanes& one, int place) {
    const EightVec3 way = eight_from(grid.centre, place) - one.centre, half = eight_from(grid.half, place);
    const Eight reach = eight_from(grid.radius, place) + one.radius, squared_reach = reach * reach;
    const Eight squared = dot(way, way), along = dot(one.half, way), none{};
    const Eight left = squared - magnitude(along) - magnitude(dot(half, way));
    const EightMask met = (left <= none) | (left * left <= squared_reach * squared);
    if (bits_of(met) == 0) return met;
    const EightVec3 aside = way - (along * one.inv_squared) * one.half;
    const Eight squared_aside = dot(aside, aside);
    const Eight left_aside = squared_aside - magnitude(dot(half, aside));
    return met & ((left_aside <= none) | (left_aside * left_aside <= squared_reach * squared_aside));
}

/// Writes which of the places [begin, end) `one` may meet; returns where they end.
int* meet_run(const SectionGrid& grid, const CapsuleInLanes& one, int begin, int end, int* found) {
    for (int place = begin; place < end; place += eight_count) {
        unsigned met = bits_of(meets_eight(grid, one, place));
        if (end - place < eight_count) met &= (1u << (end - place)) - 1;
        for (; met != 0; met &= met - 1) *found++ = place + std::countr_zero(met);
    }
    return found;
}

}  // namespace

void sort_sections(SectionGrid& grid) {
    choose_section_cells(grid);
    number_places(grid);
    const int count = static_cast<int>(grid.capsules.size());
    grid.radius.resize(count + eight_count);
    for (int axis = 0; axis < 3; ++axis) {
        grid.centre[axis].resize(count + eight_count);
        grid.half[axis].resize(count + eight_count);
    }
    parallel_for(
        count,
        [&](int place) {
            const SectionCapsule& capsule = grid.capsules[grid.number[place]];
            for (int axis = 0; axis < 3; ++axis) {
                grid.centre[axis][place] = static_cast<float>(capsule.centre[axis] - grid.origin[axis]);
                grid.half[axis][place] = static_cast<float>(capsule.half[axis]);
            }
            grid.radius[place] = static_cast<float>(capsule.radius + grid.slack);
        },
        sorted_at_once);
}

int find_later_sections(const SectionGrid& grid, int own_place, std::vector<int>& found) {
    const SectionCapsule& own = grid.capsules[grid.number[own_place]];
    if (!own.is_finite()) return 0;
    const CapsuleInLanes one = capsule_in_lanes(grid, own_place);
    const Vec3 reach = (own.reach() + grid.widest) * (1 + 1e-9);
    std::array<int, 3> low, at, high;
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = grid.coordinate(axis, own.centre[axis] - reach[axis]);
        at[axis] = grid.coordinate(axis, own.centre[axis]);
        high[axis] = grid.coordinate(axis, own.centre[axis] + reach[axis]);
    }
    int count = 0;
    for (int z = at[2]; z <= high[2]; ++z)
        for (int y = z == at[2] ? at[1] : low[1]; y <= high[1]; ++y) {
            const int row = grid.row(y, z), end = grid.start[row + high[0] + 1];
            const int begin = std::max(grid.start[row + low[0]], own_place + 1);
            if (static_cast<int>(found.size()) < count + end - begin)
                found.resize(2 * found.size() + end - begin);
            count = static_cast<int>(meet_run(grid, one, begin, end, found.data() + count) - found.data());
        }
    return count;
}

}  // namespace souple
