// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Contact must not add energy. Impulses of an interval act at its end as if they had acted all along, and
// overlaps are pushed apart: both move points against springs. What an island of free matter has more after
// that than at the start of the interval, and than before the impulses, is taken out of its relative motion;
// what is not there yet stays as a debt of the part, and is taken when its springs turn it into motion.
#pragma once

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/step.h"

namespace souple {

/// At the start of an interval, when contacts are known: notes where everything is.
void open_account(const Interval& interval, const State& state, InteractionScratch& scratch);

/// The same before any skin presses and any impulse of contacts acts.
void note_advanced(const Interval& interval, const State& state, AccountScratch& account);

/// When contacts have done all they do.
void settle_account(const Interval& interval, const Control& control, State& state, Scratch& scratch);

}  // namespace souple
