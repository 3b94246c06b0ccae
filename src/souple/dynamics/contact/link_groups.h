// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which links depend on each other, and conjugate gradients on their impulses: sweeps would need the square
// of the number of links in a chain.
#pragma once

#include "souple/dynamics/contact/solve_links.h"

namespace souple {

/// Which links a solve is about.
enum class Rows { All, Rigid };

/// Puts rows that share something that gives way into one group; a tree joins all of its links, and what is
/// led or fixed joins nobody.
void find_groups(LinkScratch& scratch);

/// The group that a mover belongs to, or -1.
int group_of_mover(LinkScratch& scratch, int mover);

/// Solves (responses + softness) x = residual, each group by itself: its steps and its end do not depend on
/// what else is in the world. Each link is preconditioned by its own inverse; links that say the same twice
/// share the impulse. Velocities of the movers are lost.
void solve_groups(Rows which, LinkScratch& scratch);

}  // namespace souple
