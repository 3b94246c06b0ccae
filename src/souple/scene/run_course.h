// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a run gathers on its way beside the state: it goes into checkpoints with it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "souple/dynamics/step_report.h"
#include "souple/scene/expectations.h"

namespace souple {

/// What the one who ran the simulation measured around it.
struct RunNumbers {
    int threads = 1;
    Real load_s = 0;    ///< [s] reading and building
    Real wall_s = 0;    ///< [s] stepping only
    Real record_s = 0;  ///< [s] writing files
    int unconverged_solves = 0;
    int unmet_tolerances = 0;   ///< of step-size control
    std::int64_t contacts = 0;  ///< summed over steps
    Real correction_work = 0;   ///< [J] of pushing overlaps apart and moving joints
    Real deepest_overlap = 0;   ///< [m] of what touches
    Real deepest_press = 0;     ///< [m] of skins
    Real contact_residual = 0;  ///< [m/s] the worst of those looked at
    int held_crossings = 0;     ///< of sheets, taken back at the end of an interval
    int open_crossings = 0;     ///< of sheets, that could not be taken back
    int most_divisions = 1;     ///< of a step
    bool interrupted = false;
    std::optional<Failure> failure;
};

struct RunCourse {
    std::uint64_t run = 0;    ///< drawn when the run began, the same in all its checkpoints; 0: of no run
    std::int64_t frames = 0;  ///< recorded so far
    RunNumbers numbers{};     ///< of all steps; times, threads and how it ended are of this process only
    std::vector<Tally> tallies{};  ///< by expectation of the scene
};

}  // namespace souple
