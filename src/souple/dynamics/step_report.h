// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a step says about itself. Numbers going bad are reported here, never thrown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "souple/core/profile.h"
#include "souple/core/types.h"

namespace souple {

/// Where and how the physics went bad; the state is the last good one.
struct Failure {
    Stage stage = Stage::Advance;
    std::int64_t step = 0;
    std::string part;
    std::string what;  ///< the point or frame, and the first law that acts on it
};

/// Two things that are inside each other when they should not be.
struct Overlap {
    std::string a, b;  ///< part and what of it
    Real depth = 0;    ///< [m]
};

struct StepReport {
    std::optional<Failure> failure;
    int contacts = 0;           ///< places where something touches, in the last interval
    int contact_sweeps = 0;     ///< of the contact solver
    Real contact_residual = 0;  ///< [m/s] of the complementarity problem, worst of those looked at
    Real deepest_overlap = 0;   ///< [m] of what touches, at the start of any interval
    Real deepest_press = 0;     ///< [m] of skins, where any interval has brought them: see SkinTouch::depth
    int held_crossings = 0;     ///< of sheets, that impulses alone would have let happen
    int open_crossings = 0;     ///< of sheets, that nothing could prevent
    int divisions = 1;          ///< pieces that the step was taken in
    Real correction_work = 0;   ///< [J] of pushing overlaps apart and moving joints: see settle_movers.h
    int first_contacts = 0;     ///< instants at which the step was cut, when asked for
    std::optional<Overlap> start_overlap;  ///< the deepest, in the first step only
    int substeps = 0;                      ///< of all parts and intervals
    int rejected_tries = 0;                ///< of step-size control, first contacts and adaptive surfaces
    int unmet_tolerances = 0;              ///< intervals where it gave up at max_substeps
    int solver_iterations = 0;
    int unconverged_solves = 0;
    Real worst_residual = 0;                  ///< relative
    int divided_faces = 0, joined_faces = 0;  ///< of surfaces that refine themselves

    int changed_cells = 0;                  ///< agents that went to another cell, in the last interval
    int split_cells = 0, merged_cells = 0;  ///< of environments
    int tracking_fallbacks = 0;             ///< agents found only by looking at every cell
};

/// One line a person can read.
std::string to_text(const Failure& failure);

}  // namespace souple
