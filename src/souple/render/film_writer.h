// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Pictures to a film: .mp4 or .gif, made by ffmpeg.
#pragma once

#include <memory>
#include <string>

#include "souple/core/files.h"
#include "souple/math/types.h"
#include "souple/render/picture.h"

namespace souple {

class PipedProgram;

struct FilmSettings {
    int width = 640;              ///< [pixels]
    int height = 360;             ///< [pixels]
    Real frames_per_second = 30;  ///< [1/s]
    int quality = 80;             ///< 1 to 100
    std::string program = "ffmpeg";
};

/// True for names that end as films do.
bool is_film_name(const std::string& path);

/// Takes pictures one by one. The film appears under its name when it is finished; before that, and when
/// something goes wrong, nothing does.
class FilmWriter {
public:
    /// Throws InputError when the name does not end as films do or there is no ffmpeg.
    FilmWriter(const std::string& path, const FilmSettings& settings);
    ~FilmWriter();
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;

    /// The picture must have the film's size.
    void add(const Picture& picture);
    void finish();

private:
    WritePlace place_;
    FilmSettings settings_;
    std::unique_ptr<PipedProgram> encoder_;
};

}  // namespace souple
