// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sections sorted into cells, so that those near one of them lie in a few runs of memory, which are read four
// at a time (001 W5.3). All sections of a part are about as long, so one size of cells does.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "souple/geometry/aabb.h"
#include "souple/math/one_or_four.h"

namespace souple {

/// What a search needs to know of a section: all of it is this near to a segment of the skeleton.
struct SectionCapsule {
    Vec3 centre = Vec3::Zero();  ///< [m]
    Vec3 half = Vec3::Zero();    ///< [m] from there to one end of the segment
    Real radius = 0;             ///< [m]

    Real reach() const { return half.norm() + radius; }  ///< [m] from the centre
    bool is_finite() const {
        return souple::is_finite(centre) && souple::is_finite(half) && std::isfinite(radius);
    }
};

struct SectionGrid {
    Real cell = 1, inv_cell = 1;                    ///< [m], [1/m] edge of a cell
    Real widest = 0;                                ///< [m] largest reach
    Vec3 origin = Vec3::Zero();                     ///< [m] corner of the first cell
    std::array<int, 3> cells = {1, 1, 1};           ///< how many along each axis
    std::vector<SectionCapsule> capsules;           ///< as they came
    std::vector<int> cell_of;                       ///< of each
    std::vector<int> start;                         ///< first place of each cell, and the number of all
    std::array<std::vector<Real>, 3> centre, half;  ///< [m] by axis and place
    std::vector<Real> radius;                       ///< [m] by place
    std::vector<int> number;                        ///< by place: which capsule it is

    /// Along one axis, within the grid; what is no number is in the first cell.
    int coordinate(int axis, Real value) const {
        const Real at = (value - origin[axis]) * inv_cell;
        return at > 0 ? static_cast<int>(std::min<Real>(at, cells[axis] - 1)) : 0;
    }
    /// [m] from a value to the cells with this coordinate, along one axis.
    Real gap(int axis, int coordinate, Real value) const {
        if (cells[axis] == 1) return 0;
        const Real low = origin[axis] + coordinate * cell;
        return std::max<Real>(0, std::max(low - value, value - low - cell));
    }
    int row(int y, int z) const { return (z * cells[1] + y) * cells[0]; }
    int cell_at(const Vec3& p) const {
        return row(coordinate(1, p.y()), coordinate(2, p.z())) + coordinate(0, p.x());
    }
};

/// Chooses cells half as wide as the largest capsule is long, or wider where that would make too many of
/// them.
inline void choose_section_cells(SectionGrid& grid) {
    Aabb around;
    grid.widest = 0;
    for (const SectionCapsule& capsule : grid.capsules) {
        if (!capsule.is_finite()) continue;
        around.extend(capsule.centre);
        grid.widest = std::max(grid.widest, capsule.reach());
    }
    grid.cells = {1, 1, 1};
    grid.cell = grid.inv_cell = 1;
    if (around.empty() || !is_finite(around.size()) || !(grid.widest > 0)) return;
    grid.origin = around.low;
    const Real most = 8 * static_cast<Real>(grid.capsules.size()) + 512;
    Vec3 wanted;
    for (grid.cell = grid.widest;; grid.cell *= 1.5) {
        grid.inv_cell = 1 / grid.cell;
        wanted = (around.size() * grid.inv_cell).array().floor() + 1;
        if (wanted.prod() <= most) break;
    }
    for (int axis = 0; axis < 3; ++axis) grid.cells[axis] = static_cast<int>(wanted[axis]);
}

/// Sorts grid.capsules into cells; those of one cell keep their order.
inline void sort_sections(SectionGrid& grid) {
    choose_section_cells(grid);
    const int count = static_cast<int>(grid.capsules.size());
    grid.cell_of.resize(count);
    grid.start.assign(grid.row(0, grid.cells[2]) + 1, 0);
    for (int i = 0; i < count; ++i) ++grid.start[grid.cell_of[i] = grid.cell_at(grid.capsules[i].centre)];
    int sum = 0;
    for (int& start : grid.start) start = sum += start;
    const std::size_t room = count + lane_count;  // whole lanes can be read at the end
    grid.radius.resize(room);
    grid.number.resize(room);
    for (int axis = 0; axis < 3; ++axis) {
        grid.centre[axis].resize(room);
        grid.half[axis].resize(room);
    }
    for (int i = count - 1; i >= 0; --i) {
        const int place = --grid.start[grid.cell_of[i]];
        const SectionCapsule& capsule = grid.capsules[i];
        for (int axis = 0; axis < 3; ++axis) {
            grid.centre[axis][place] = capsule.centre[axis];
            grid.half[axis][place] = capsule.half[axis];
        }
        grid.radius[place] = capsule.radius;
        grid.number[place] = i;
    }
}

/// Four numbers that lie one after the other.
inline Lanes lanes_at(const std::vector<Real>& from, int place) {
    Lanes lanes;
    std::memcpy(&lanes, from.data() + place, sizeof lanes);
    return lanes;
}
inline LaneVec3 lanes_at(const std::array<std::vector<Real>, 3>& from, int place) {
    return {lanes_at(from[0], place), lanes_at(from[1], place), lanes_at(from[2], place)};
}

/// One capsule, to be compared with four at a time.
struct CapsuleInLanes {
    LaneVec3 centre, half;
    Lanes radius{}, inv_squared{};  ///< of `half` [1/m^2]
};

/// Writes the numbers of those at places [begin, end) that `own` may meet, and returns where they end. Two
/// are apart where a plane parts them: planes across the line between the centres, and along the one capsule,
/// tell so of most.
inline int* meet_run(const SectionGrid& grid, const CapsuleInLanes& own, int begin, int end, int* found) {
    const CapsuleInLanes one = own;
    const Lanes none = all_lanes(0);
    for (int place = begin; place < end; place += lane_count) {
        const LaneVec3 way = lanes_at(grid.centre, place) - one.centre, half = lanes_at(grid.half, place);
        const Lanes reach = lanes_at(grid.radius, place) + one.radius, squared_reach = reach * reach;
        const Lanes squared = dot(way, way), along = dot(one.half, way);
        const Lanes left = squared - magnitude(along) - magnitude(dot(half, way));
        LaneMask met = (left <= none) | (left * left < squared_reach * squared);
        if (!any(met)) continue;
        const LaneVec3 aside = way - (along * one.inv_squared) * one.half;
        const Lanes squared_aside = dot(aside, aside);
        const Lanes left_aside = squared_aside - magnitude(dot(half, aside));
        met = met & ((left_aside <= none) | (left_aside * left_aside < squared_reach * squared_aside));
        for (int lane = 0; lane < std::min(lane_count, end - place); ++lane)
            if (met[lane]) *found++ = grid.number[place + lane];
    }
    return found;
}

/// Numbers of the capsules at later places than this one that may overlap it, at the start of `found`, which
/// never shrinks. Returns how many.
inline int find_later_sections(const SectionGrid& grid, int own_place, std::vector<int>& found) {
    const SectionCapsule& own = grid.capsules[grid.number[own_place]];
    if (!own.is_finite()) return 0;
    const CapsuleInLanes four{FourLanes::of(own.centre), FourLanes::of(own.half), all_lanes(own.radius),
                              all_lanes(1 / std::max<Real>(own.half.squaredNorm(), 1e-300))};
    const Real reach = (own.reach() + grid.widest) * (1 + 1e-9);
    std::array<int, 3> low, at, high;
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = grid.coordinate(axis, own.centre[axis] - reach);
        at[axis] = grid.coordinate(axis, own.centre[axis]);
        high[axis] = grid.coordinate(axis, own.centre[axis] + reach);
    }
    int count = 0;
    for (int z = at[2]; z <= high[2]; ++z)
        for (int y = z == at[2] ? at[1] : low[1]; y <= high[1]; ++y) {
            const Real dy = grid.gap(1, y, own.centre.y()), dz = grid.gap(2, z, own.centre.z());
            if (dy * dy + dz * dz > reach * reach) continue;
            const int row = grid.row(y, z), end = grid.start[row + high[0] + 1];
            const int begin = std::max(grid.start[row + low[0]], own_place + 1);
            if (static_cast<int>(found.size()) < count + end - begin)
                found.resize(2 * found.size() + end - begin);
            count = static_cast<int>(meet_run(grid, four, begin, end, found.data() + count) - found.data());
        }
    return count;
}

}  // namespace souple
