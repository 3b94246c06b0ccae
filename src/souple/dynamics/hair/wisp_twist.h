// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Twist of a wisp: its sections are oriented and resist turning against each other, which the source wished
// for (001 chapter 6).
#pragma once

#include "souple/dynamics/hair/wisp_motion.h"

namespace souple {

/// [kg m^2] of the samples around particle i about the skeleton.
Real section_inertia(const WispMotion& wisp, int i);

/// Sections spin about the wisp for h [s], pulled by their neighbours and by what their samples feel; the
/// root does not. `before` are the frames without twist at the start of the substep, and sections must be
/// those of its end: where the root has turned meanwhile, its sections lag behind.
void turn_sections(const PerParticle<SectionFrame>& before, Real h, WispMotion& wisp);

/// Sections of where the wisp is, s of the way through the interval, h [s] after those it has.
inline void find_turned_sections(WispMotion& wisp, Real s, Real h) {
    if (!(wisp.twist_stiffness > 0 && h > 0)) return find_sections(wisp, s);
    const PerParticle<SectionFrame> before = wisp.free_frame;
    find_sections(wisp, s);
    turn_sections(before, h, wisp);
}

}  // namespace souple
