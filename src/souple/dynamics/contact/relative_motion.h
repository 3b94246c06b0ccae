// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What some movers do besides going on together as one rigid thing, and how to slow that: momentum and
// angular momentum stay what they are.
#pragma once

#include <optional>
#include <span>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// The motion of a rigid thing, v + w x (place - centre), and what is done besides it.
struct CommonMotion {
    Vec3 centre = Vec3::Zero();  ///< [m]
    Vec3 v = Vec3::Zero();       ///< [m/s]
    Vec3 w = Vec3::Zero();       ///< [rad/s]
    Real relative = 0;           ///< [J] of motion relative to it

    Vec3 at(const Vec3& place) const { return v + w.cross(place - centre); }
};

/// The rigid motion with the momentum and the angular momentum of some movers, frames first and then points
/// as in Movers. None when they all lie on one line, where it is not known how that turns.
std::optional<CommonMotion> common_motion(const Model& model, const State& state,
                                          std::span<const int> movers);

/// No motion at all, for movers that something fixed holds.
CommonMotion rest_of(const Model& model, const State& state, std::span<const int> movers);

/// Takes up to so much [J] out of the motion relative to the common one; returns what it has taken.
Real slow_relative_motion(std::span<const int> movers, const CommonMotion& common, Real wanted, State& state);

}  // namespace souple
