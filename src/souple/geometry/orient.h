// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// On which side of a line a point of the plane lies, or a point of space of a plane, never wrong: what the
// quick formula cannot tell is worked out without rounding. Also for points that are almost, or exactly, on
// it.
#pragma once

#include "souple/math/types.h"

namespace souple {

/// The sign of (b - a) x (c - a): 1 when c is to the left of the line from a to b, -1 to the right, 0 on it.
/// Right for all coordinates whose products neither overflow nor fall below 1e-290.
int orient(const Vec2& a, const Vec2& b, const Vec2& c);

/// The same without the quick formula, for tests.
int orient_exactly(const Vec2& a, const Vec2& b, const Vec2& c);

/// The sign of ((b - a) x (c - a)) . (d - a): 1 when d is on the side from which a, b, c go to the left, -1
/// on the other, 0 in their plane. Right for all coordinates whose triple products neither overflow nor fall
/// below 1e-280.
int orient(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The same without the quick formula, for tests.
int orient_exactly(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Whether a closed segment has a point strictly inside a convex polygon, whose corners go to the left and
/// may lie on straight sides. `corner(i)` is the i-th of `count`.
template <class Corner>
bool meets_inside(const Vec2& p, const Vec2& q, int count, const Corner& corner) {
    bool left = false, right = false;
    for (int i = 0; i < count; ++i) {
        const Vec2 a = corner(i), b = corner((i + 1) % count);
        if (orient(a, b, p) <= 0 && orient(a, b, q) <= 0) return false;  // a side has both ends outside
        const int side = p == q ? 0 : orient(p, q, a);
        left |= side > 0;
        right |= side < 0;
    }
    return p == q || (left && right);
}

}  // namespace souple
