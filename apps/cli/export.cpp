// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// export: a recording as files that other programs open.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "commands.h"
#include "files.h"
#include "film_part.h"
#include "interrupt.h"
#include "open_recording.h"
#include "progress.h"
#include "souple/core/errors.h"
#include "souple/io/exports.h"

namespace souple::cli {

namespace {

namespace fs = std::filesystem;

/// The formats asked for, or the one that the output's extension tells.
std::vector<ExportFormat> formats_of(const ExportOptions& options) {
    if (!options.formats.empty()) return parse_export_formats(options.formats);
    std::string ending = fs::path(options.output).extension().string();
    if (ending.empty())
        throw InputError(fmt::format("{}: has no extension; say the formats with --format", options.output));
    if (ending == ".pvd") ending = ".vtk";
    if (options.output.ends_with(".positions.csv")) ending = ".positions";
    return parse_export_formats(ending.substr(1));
}

/// film and film.glb both give film.glb; a dot inside a name stays.
std::string path_for(const ExportOptions& options, ExportFormat format) {
    const std::string ending = extension_of(format);
    if (options.output.ends_with(ending)) return options.output;
    const bool is_told = options.formats.empty();
    return is_told ? fs::path(options.output).replace_extension(ending).string() : options.output + ending;
}

void export_one(const ExportOptions& options, const Film& film, ExportFormat format,
                const InterruptGuard& interrupt) {
    Progress progress(0, film.frame_count, options.quiet);
    ExportSettings settings{.path = path_for(options, format),
                            .hairs = options.hairs,
                            .hair_points = options.hair_points,
                            .thinning = options.thinning,
                            .large = options.large};
    settings.announce = [&](std::int64_t bytes) {
        if (options.quiet) return;
        fmt::print("{}: {} frames, about {}\n", settings.path, film.frame_count, size_text(bytes));
        std::fflush(stdout);
    };
    settings.keep_going = [&](int done) {
        progress.update(done, done / film.frames_per_second);
        return !interrupt.requested();
    };
    const ExportResult result = export_film(format, film, settings);
    progress.finish();
    for (const std::string& note : result.notes) fmt::print(stderr, "note: {}: {}\n", settings.path, note);
    if (!options.quiet)
        fmt::print("{}: {} file{}, {}\n", settings.path, result.files.size(),
                   result.files.size() == 1 ? "" : "s", size_text(result.bytes));
}

}  // namespace

int export_recording(const ExportOptions& options) {
    const std::vector<ExportFormat> formats = formats_of(options);
    const Film film =
        part_of(open_whole_film(options.recording, options.partial ? Unfinished::Warn : Unfinished::Refuse),
                options.frames, options.recording);
    const InterruptGuard interrupt;
    try {
        for (const ExportFormat format : formats) export_one(options, film, format, interrupt);
    } catch (const InputError&) {
        if (!interrupt.requested()) throw;
        fmt::print(stderr, "interrupted: the export under way was taken back\n");
        return interrupted;
    }
    return good;
}

}  // namespace souple::cli
