// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Single hairs of a wisp, made when they are looked at and never stored (001 W2).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "souple/core/rng.h"
#include "souple/dynamics/hair/hair.h"
#include "souple/dynamics/hair/section.h"
#include "souple/dynamics/hair/wisp_state.h"

namespace souple {

/// Where a hair crosses a section plane, in the unit disc.
struct DiscPlace {
    Real x = 0, y = 0;
};

/// A place in the unit disc: two normal numbers of this deviation, drawn again while outside (001 W2.1).
/// Returns how many draws it took.
int draw_place(Rng& rng, Real spread, DiscPlace& place);

/// Where the place goes when the envelope is deformed, in metres along u and v (001 W2.3, W2.4, W2.5).
DiscPlace deformed_by_angle(const SectionEnd& end, const DiscPlace& place);
DiscPlace deformed_by_axes(const SectionEnd& end, const DiscPlace& place);
DiscPlace deformed_by_weights(const SectionEnd& end, const DiscPlace& place);
DiscPlace deformed(HairRule rule, const SectionEnd& end, const DiscPlace& place);

/// Catmull-Rom between p1 and p2 at t in [0, 1] (001 W2.6).
Vec3 catmull_rom(const Vec3& p0, const Vec3& p1, const Vec3& p2, const Vec3& p3, Real t);

/// Whether a hair of a root belongs to the wisp: each split sends it to one half by a bit of its number.
bool has_hair(const HairLook& look, const WispMemory& wisp, int hair);

/// Where a hair crosses each section plane of its wisp, `sections` places, and returns the part of the drawn
/// length that it has. From its number and the seed alone: as long as the look stays, so does this.
Real find_course(const HairLook& look, int root, int hair, int sections, DiscPlace* places);

/// The hair as a polyline appended to `points`: from the root on, until it is as long as it shall be or the
/// wisp ends. `ends` are the wisp's section planes, `rest` [m] its length at rest, `places` and `part` are
/// its course. Returns the length that it should have [m].
Real append_hair(const HairLook& look, const DiscPlace* places, Real part,
                 const std::vector<SectionEnd>& ends, Real rest, std::vector<Vec3>& points);

/// The same, with the course found on the way.
Real append_hair(const HairLook& look, int root, int hair, const std::vector<SectionEnd>& ends, Real rest,
                 std::vector<Vec3>& points);

}  // namespace souple
