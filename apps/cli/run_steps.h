// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The steps of a run, with all that is written on the way.
#pragma once

#include <optional>
#include <string>

#include "checkpoints.h"
#include "commands.h"
#include "interrupt.h"
#include "recorder.h"
#include "souple/scene/probe_table.h"
#include "souple/scene/run_course.h"
#include "souple/scene/simulation.h"

namespace souple::cli {

struct RunInProgress {
    Simulation simulation;
    RunCourse course;
    Recorder recorder;
    std::optional<ProbeTable> table;  ///< with -o
    Checkpoints checkpoints;
    std::int64_t values_seen = 0;  ///< of each probe: those before are in the table and in the tallies

    RunInProgress(Simulation started, RunCourse so_far, const RunOptions& options);
};

/// Steps to the end of the scene, to a failure, or to an interruption, and records on the way.
void step_through(RunInProgress& run, const RunOptions& options, const InterruptGuard& guard);

/// Leaves a checkpoint when the run stopped before its end; says where.
void keep_last_state(const RunInProgress& run, const RunOptions& options);

/// A file could not be written: leaves the state in the folder, or beside whoever called, or says why not.
void rescue_state(const RunInProgress& run, const RunOptions& options, const std::string& what);

}  // namespace souple::cli
