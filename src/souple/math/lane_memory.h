// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Lanes from memory and back, and masks as bits.
#pragma once

#include "souple/math/lanes.h"

namespace souple {

/// Four numbers that lie one after the other, wherever they begin, in one go: bytes copied in halves would be
/// waited for.
typedef Real LooseLanes __attribute__((vector_size(lane_count * sizeof(Real)), aligned(8), may_alias));
inline Lanes lanes_from(const Real* from) { return *reinterpret_cast<const LooseLanes*>(from); }
inline void lanes_to(const Lanes& lanes, Real* to) { *reinterpret_cast<LooseLanes*>(to) = lanes; }

/// A bit for each lane.
inline unsigned bits_of(const LaneMask& mask) {
#ifdef __AVX__
    return static_cast<unsigned>(__builtin_ia32_movmskpd256((Lanes)mask));
#else
    unsigned bits = 0;
    for (int lane = 0; lane < lane_count; ++lane) bits |= (mask[lane] != 0 ? 1u : 0u) << lane;
    return bits;
#endif
}
}  // namespace souple
