// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sections sorted into cells, so that those near one of them lie in a few runs of memory, which are read
// eight at a time (001 W5.3). All sections of a part are about as long, so one size of cells does.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "souple/math/types.h"

namespace souple {

/// What a search needs to know of a section: all of it is this near to a segment of the skeleton.
struct SectionCapsule {
    Vec3 centre = Vec3::Zero();  ///< [m]
    Vec3 half = Vec3::Zero();    ///< [m] from there to one end of the segment
    Real radius = 0;             ///< [m]

    /// [m] from the centre along each axis.
    Vec3 reach() const { return half.cwiseAbs().array() + radius; }
    bool is_finite() const {
        return souple::is_finite(centre) && souple::is_finite(half) && std::isfinite(radius);
    }
};

/// Places are told from the first cell, in single precision: what is near is told by twice as many at once,
/// and radii are wider by what that may be wrong.
struct SectionGrid {
    Vec3 cell = Vec3::Ones(), inv_cell = Vec3::Ones();  ///< [m], [1/m] edges of a cell
    Vec3 widest = Vec3::Zero();                         ///< [m] largest reach along each axis
    Vec3 origin = Vec3::Zero();                         ///< [m] corner of the first cell
    Real slack = 0;                                     ///< [m] of radii, for rounding
    std::array<int, 3> cells = {1, 1, 1};               ///< how many along each axis
    std::vector<SectionCapsule> capsules;               ///< as they came
    std::vector<int> cell_of;                           ///< of each
    std::vector<int> start;                             ///< first place of each cell, and the number of all
    std::array<std::vector<float>, 3> centre, half;     ///< [m] by axis and place
    std::vector<float> radius;                          ///< [m] by place
    std::vector<int> number;                            ///< by place: which capsule it is

    /// Along one axis, within the grid; what is no number is in the first cell.
    int coordinate(int axis, Real value) const {
        const Real at = (value - origin[axis]) * inv_cell[axis];
        return at > 0 ? static_cast<int>(std::min<Real>(at, cells[axis] - 1)) : 0;
    }
    int row(int y, int z) const { return (z * cells[1] + y) * cells[0]; }
    int cell_at(const Vec3& p) const {
        return row(coordinate(1, p.y()), coordinate(2, p.z())) + coordinate(0, p.x());
    }
};

/// Sorts grid.capsules into cells; those of one cell keep their order.
void sort_sections(SectionGrid& grid);

/// Places of the capsules at later ones than this that may overlap it, at the start of `found`, which never
/// shrinks. Returns how many.
int find_later_sections(const SectionGrid& grid, int own_place, std::vector<int>& found);

}  // namespace souple
