// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The nearest agents around one, the same whoever is asked: grid, tree or map (002 F2.43).
#pragma once

#include <array>

#include "souple/dynamics/agents/crowd_buffers.h"

namespace souple {

struct Neighbour {
    Real squared = 0;  ///< [m^2] distance of the centres
    int agent = 0;
    int slot = 0;  ///< in CrowdBuffer::discs
};

/// The nearest ones, sorted by distance and then by number.
struct Neighbours {
    std::array<Neighbour, most_neighbours> found;
    int count = 0;
    int most = 0;
    Real squared_radius = 0;  ///< [m^2] nobody farther is wanted any more
    Real likely = 0;  ///< [m^2] a guess how far the next ones are, from those before; 0: not known. No answer
                      ///< depends on it

    void add(const Neighbour& other) {
        if (other.squared > squared_radius) return;
        if (count == most && !is_before(other, found[count - 1])) return;
        int k = count < most ? count++ : count - 1;
        for (; k > 0 && is_before(other, found[k - 1]); --k) found[k] = found[k - 1];
        found[k] = other;
        if (count == most) squared_radius = found[count - 1].squared;
    }
    static bool is_before(const Neighbour& a, const Neighbour& b) {
        return a.squared < b.squared || (a.squared == b.squared && a.agent < b.agent);
    }
};

/// Sorts everybody for the questions to come.
void prepare_search(const CrowdPart& crowd, CrowdBuffer& buffer);

/// The nearest `most` agents within a distance [m] of the one in a slot, without itself.
void find_neighbours(const CrowdPart& crowd, const CrowdBuffer& buffer, int slot, Real distance, int most,
                     CellQueue& queue, Neighbours& neighbours);

}  // namespace souple
