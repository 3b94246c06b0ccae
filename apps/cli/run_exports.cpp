// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "run_exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "files.h"
#include "first_frame.h"
#include "souple/core/errors.h"
#include "souple/io/exports.h"
#include "souple/io/recording.h"

namespace souple::cli {

namespace {

/// As the recorder counts them: at most one for each step, both ends included.
int frames_of(const SceneDef& def) {
    const Real rate = std::min<Real>(def.frames_per_second, 1 / def.step);
    return 1 + static_cast<int>(std::min<Real>(def.duration * rate + 1e-6, 1e9));
}

/// FOLDER/SCENE without an extension.
std::string files_of(const RunOptions& options) {
    return (std::filesystem::path(options.output) / std::filesystem::path(options.scene).stem()).string();
}

}  // namespace

void plan_exports(const RunOptions& options, const Simulation& simulation) {
    const ExportOptions& wanted = options.exports;
    if (wanted.formats.empty()) return;
    const std::vector<ExportFormat> formats = parse_export_formats(wanted.formats);
    if (options.output.empty()) throw InputError("--export: needs a folder to write in; say it with -o");
    const Frame frame = first_frame(simulation.world);
    const int count = frames_of(simulation.scene.def);
    std::string lines;
    for (const ExportFormat format : formats) {
        const std::string path = files_of(options) + extension_of(format);
        const std::int64_t bytes = estimate_export(format, frame, count, wanted.hairs);
        if (bytes > export_limit && !wanted.large) refuse_large(path, bytes);
        lines += fmt::format("will export {}: {} frames, about {}\n", path, count, size_text(bytes));
    }
    if (!options.quiet) fmt::print("{}", lines);
}

int export_run(const RunOptions& options, const Recorder& recorder) {
    if (options.exports.formats.empty()) return good;
    if (recorder.is_left()) {
        fmt::print(stderr, "nothing was exported: what an earlier run exported stays\n");
        return good;
    }
    ExportOptions wanted = options.exports;
    wanted.recording = (std::filesystem::path(options.output) / recorder.file_name()).string();
    wanted.output = files_of(options);
    wanted.quiet = options.quiet;
    try {
        if (open_film(wanted.recording).frame_count > 0) return export_recording(wanted);
        fmt::print(stderr, "nothing was exported: the run stopped before its first frame\n");
        return good;
    } catch (const InputError& error) {
        fmt::print(stderr, "error: {}\n  the recording is whole; try again with: souple export {} -o NAME\n",
                   error.what(), wanted.recording);
        return bad_input;
    }
}

}  // namespace souple::cli
