// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// run.json of an output folder: what was asked for, so that the run can be gone on with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "souple/scene/scene.h"

namespace souple {

/// A file that a run was made from.
struct RunSource {
    std::string name;         ///< as the scene reaches it from the folder of the call
    std::string fingerprint;  ///< of its bytes: 16 hexadecimal digits
};

struct RunFile {
    int version = 1;
    std::string run;                   ///< RunCourse::run: 16 hexadecimal digits
    std::string folder;                ///< where the program was called
    std::vector<std::string> command;  ///< what was said behind `souple`, without --resume
    std::vector<RunSource> sources;    ///< the scene first
};

/// The scene with all that it includes and names, as the files are now. Throws InputError for one that is
/// gone.
std::vector<RunSource> sources_of(const Scene& scene);

/// Names of those that are not what they were, each with what is different; empty when all are.
std::vector<std::string> changed_sources(const std::vector<RunSource>& sources);

std::string to_text(const RunFile& file);
/// Throws SceneError with file, line and path for what is no such file.
RunFile read_run_file(std::string text, const std::string& name);

/// RunCourse::run as text and back; 0 for what is none.
std::string run_text(std::uint64_t run);
std::uint64_t run_of(const std::string& text);

}  // namespace souple
