// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Going on with a run that was stopped or killed.
#pragma once

#include <string>

#include "commands.h"
#include "souple/scene/scene.h"

namespace souple::cli {

/// What `run --continue FOLDER` means: the flags of the run that was started there, and its last good state.
/// Throws InputError when there is no such run, or its scene has changed.
RunOptions continued_run(const RunOptions& said);

/// Leaves run.json in the folder of -o, so that the run can be gone on with. Not before the folder is held.
void write_run_file(const RunOptions& options, const Scene& scene, std::uint64_t run);

/// RunCourse::run of the run that was started in the folder last; 0 when there was none.
std::uint64_t run_in(const std::string& folder);

/// The command that goes on with the run in the folder from where it stopped; empty when it was finished or
/// left nothing to go on from.
std::string unfinished_in(const std::string& folder, const RunOptions& options);

/// The command that goes on from a checkpoint, to be typed as it is.
std::string command_to_go_on(const RunOptions& options, const std::string& checkpoint);
/// The same in the folder of -o, where the checkpoint is found without being named.
std::string command_to_continue(const RunOptions& options);

}  // namespace souple::cli
