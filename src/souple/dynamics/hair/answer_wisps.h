// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What sections that meet do to each other: they stop, or go into each other and rub (001 W5.4 to W5.7).
#pragma once

#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// How a pair answers.
enum class WispMeeting { Nothing, Rub, Collide };

/// Unit vector across both sections, zero where they are parallel; with the product of the squared lengths.
Vec3 across_both(const Vec3& way_a, const Vec3& way_b, Real squared_lengths);

/// The criterion of 001 W5.4: sections rub where they move along each other, and where neither has a say
/// because they are parallel or move alike.
WispMeeting kind_of_meeting(const WispContactRule& rule, const Vec3& along_a, const Vec3& along_b,
                            const Vec3& relative);

/// What rubbing for h [s] makes of a relative velocity: nothing is left across both sections, and the rest
/// decays at the viscosity, whatever the number of times h is divided (001 W5.5, W5.7).
Vec3 rubbed(const Vec3& along_a, const Vec3& along_b, const Vec3& relative, Real viscosity, Real h);

/// Answers the contacts of scratch over an interval of h [s], one after the other as far as they share
/// particles: those that share none are of one colour, and answered at once. Returns what goes to the body
/// that carries the roots, where one feels them.
WispPull answer_wisp_contacts(const Model& model, const Hair& hair, Real h, State& state,
                              HairScratch& scratch);

}  // namespace souple
