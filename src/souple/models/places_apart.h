// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Places in cells of space, so that it is soon known who stands near a new one.
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "souple/math/types.h"

namespace souple {

class PlacesApart {
public:
    /// `reach` [m, > 0] is how far anybody who is asked about may be.
    explicit PlacesApart(Real reach) : reach_(reach) {}

    void add(const Vec3& p) {
        if (is_finite(p)) cells_[cell_of(p)].push_back(p);
    }
    /// Whether fn(other) holds for one of those within reach, and perhaps of some who are farther.
    template <class Fn>
    bool any_near(const Vec3& p, const Fn& fn) const {
        if (!is_finite(p)) return false;
        const Cell middle = cell_of(p);
        for (int k = 0; k < 27; ++k) {
            const Cell near{middle[0] + k % 3 - 1, middle[1] + k / 3 % 3 - 1, middle[2] + k / 9 - 1};
            const auto found = cells_.find(near);
            if (found == cells_.end()) continue;
            for (const Vec3& other : found->second)
                if (fn(other)) return true;
        }
        return false;
    }

private:
    using Cell = std::array<Real, 3>;  ///< whole numbers, which may be beyond those of integers
    Cell cell_of(const Vec3& p) const {
        return {std::floor(p.x() / reach_), std::floor(p.y() / reach_), std::floor(p.z() / reach_)};
    }

    Real reach_;
    std::map<Cell, std::vector<Vec3>> cells_;
};

}  // namespace souple
