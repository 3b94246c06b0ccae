// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Twist of a wisp: its sections are oriented and resist turning against each other, which the source wished
// for (001 chapter 6).
#pragma once

#include "souple/dynamics/hair/wisp_motion.h"

namespace souple {

/// [kg m^2] of the samples around particle i about the skeleton.
template <class L>
typename L::Number section_inertia(const WispMotionOf<L>& wisp, int i) {
    typename L::Number sum{};
    for (int k = 0; k < wisp.samples; ++k) sum += wisp.radius_of(i, k) * wisp.radius_of(i, k);
    return wisp.sample_mass * sum;
}

/// Sections spin about the wisp for h [s], pulled by their neighbours and by what their samples feel; the
/// root does not. `before` are the frames without twist at the start of the substep, and sections must be
/// those of its end: where the root has turned meanwhile, its sections lag behind.
template <class L>
void turn_sections(const PerParticle<SectionFrameOf<L>>& before, Real h, WispMotionOf<L>& wisp);

/// Sections of where the wisp is, s of the way through the interval, h [s] after those it has.
template <class L>
void find_turned_sections(WispMotionOf<L>& wisp, Real s, Real h) {
    if (!(wisp.twists && h > 0)) return find_sections(wisp, s);
    const PerParticle<SectionFrameOf<L>> before = wisp.free_frame;
    find_sections(wisp, s);
    turn_sections(before, h, wisp);
}

}  // namespace souple
