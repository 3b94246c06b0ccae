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
};

/// The nearest ones, sorted by distance and then by number.
struct Neighbours {
    std::array<Neighbour, most_neighbours> found;
    int count = 0;
    int most = 0;
    Real squared_radius = 0;  ///< [m^2] nobody farther is wanted any more

    void add(Real squared, int agent) {
        if (squared > squared_radius) return;
        if (count == most && !is_before(squared, agent, found[count - 1])) return;
        int k = count < most ? count++ : count - 1;
        for (; k > 0 && is_before(squared, agent, found[k - 1]); --k) found[k] = found[k - 1];
        found[k] = {squared, agent};
        if (count == most) squared_radius = found[count - 1].squared;
    }
    static bool is_before(Real squared, int agent, const Neighbour& other) {
        return squared < other.squared || (squared == other.squared && agent < other.agent);
    }
};

/// Sorts everybody for the questions to come.
void prepare_search(const CrowdPart& crowd, CrowdBuffer& buffer);

/// The nearest `most` agents within a distance [m] of an agent, without itself.
void find_neighbours(const CrowdPart& crowd, const CrowdBuffer& buffer, int agent, Real distance, int most,
                     CellQueue& queue, Neighbours& neighbours);

}  // namespace souple
