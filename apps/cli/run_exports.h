// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What `souple run --export` does around a run.
#pragma once

#include "commands.h"
#include "recorder.h"
#include "souple/scene/simulation.h"

namespace souple::cli {

/// Before the run: refuses formats that do not exist, a missing folder, and what would be too large by the
/// look of the first frame; says how large the files will be. Throws InputError.
void plan_exports(const RunOptions& options, const Simulation& simulation);

/// After it: exports what the run recorded, as `souple export` does. Returns an exit code; prints what
/// failed.
int export_run(const RunOptions& options, const Recorder& recorder);

}  // namespace souple::cli
