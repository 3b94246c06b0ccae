// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A link holds two places of matter together, on any two parts or on two bodies of one: rigidly, or with a
// spring. It pulls at both ends alike and lets them turn. Its law may depend on what has happened: it takes
// hold when its ends come near each other and lets go when they are pulled apart (003 F3.72, F3.73).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "souple/dynamics/material_point.h"

namespace souple {

/// When a link acts. What lets go takes hold again after it has been farther away than `catches_within`.
struct LinkCondition {
    Real catches_within = std::numeric_limits<Real>::infinity();  ///< [m] takes hold when nearer than this
    Real lets_go_beyond = std::numeric_limits<Real>::infinity();  ///< [m] lets go when farther than this
    Real strength = std::numeric_limits<Real>::infinity();  ///< [N] lets go when it takes more than this
    bool once = false;                                      ///< what lets go is broken for good
};

inline bool is_conditional(const LinkCondition& when) {
    return std::isfinite(when.catches_within) || std::isfinite(when.lets_go_beyond) ||
           std::isfinite(when.strength);
}

struct Link {
    MaterialPoint a = {}, b = {};
    Real stiffness = 0;    ///< [N/m] 0: rigid
    Real damping = 0;      ///< [kg/s] of a spring
    Real rest_length = 0;  ///< [m] 0: held in all directions; else only the distance is, and this is its rest
    LinkCondition when = {};
};

/// What a conditional link does at the moment.
enum class LinkGrip : std::uint8_t {
    Free,
    Holds,
    Loose,   ///< let go, and still near: it waits until it has been away
    Broken,  ///< for good
};

}  // namespace souple
