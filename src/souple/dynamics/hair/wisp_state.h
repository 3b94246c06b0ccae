// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What wisps carry besides their skeletons' x and v: envelopes, and who has split from whom.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/core/types.h"

namespace souple {

/// One slot of a Hair. A wisp that splits keeps its slot and fills a free one.
struct WispMemory {
    int root = -1;  ///< Hair::roots; -1: the slot is free
    int depth = 0;  ///< how often it has split
    std::uint64_t branch =
        0;              ///< bit k: which half it was at split k; it has the hairs whose bits are the same
    bool apart = true;  ///< whether it has been away from the other half of its last split
    Real close = 0;     ///< [s] how long it has been near that half again
};

struct HairState {
    std::vector<WispMemory> wisps;   ///< by slot
    std::vector<Real> radius;        ///< [m] >= 0 by slot, particle and sample
    std::vector<Real> radius_speed;  ///< [m/s]
    std::vector<Real> twist;         ///< [rad] by slot and particle, from the frame without twist; or empty
    std::vector<Real> twist_rate;    ///< [rad/s] spin about the wisp
};

/// A wisp's part of what its root had: masses, springs and envelopes.
inline Real share_of(const WispMemory& wisp) {
    Real share = 1;
    for (int k = 0; k < wisp.depth; ++k) share /= 2;
    return share;
}

}  // namespace souple
