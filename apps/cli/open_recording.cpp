// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "open_recording.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "souple/core/errors.h"
#include "souple/io/recording.h"

namespace souple::cli {

namespace {

/// "12 whole frames, up to t = 0.367 s, and 812 bytes of what came next".
std::string what_is_there(const RecordingReader& reader) {
    const int count = reader.frame_count();
    std::string text = fmt::format("{} whole frame{}", count, count == 1 ? "" : "s");
    if (count > 0) text += fmt::format(", up to t = {:.4g} s", reader.read(count - 1).time);
    if (reader.broken_bytes() > 0)
        text += fmt::format(", and {} bytes that are no whole frame", reader.broken_bytes());
    return text;
}

}  // namespace

Film open_whole_film(const std::string& path, Unfinished what_then) {
    const auto reader = std::make_shared<const RecordingReader>(path);
    if (!reader->is_finished()) {
        const std::string there = what_is_there(*reader);
        if (what_then == Unfinished::Refuse && !path.ends_with(".part"))
            throw InputError(fmt::format(
                "{}: it has no end: the run was stopped before it, or the file was cut off. There "
                "are {}; say --partial to export them",
                path, there));
        fmt::print(stderr, "warning: {}: it has no end: there are {}; what came after them is missing\n",
                   path, there);
    }
    return to_film(reader);
}

}  // namespace souple::cli
