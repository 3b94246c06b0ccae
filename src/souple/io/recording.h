// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames on disk: compressed, with random access, and readable up to the last whole frame however the file
// was cut. The format is described in docs/formats/recording.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "souple/view/film.h"
#include "souple/view/frame.h"
#include "souple/view/staging.h"

namespace souple {

struct RecordingHeader {
    std::string title;
    std::string scene;            ///< the file it comes from, or empty
    Real frames_per_second = 30;  ///< [1/s] > 0
    Staging staging = {};         ///< how pictures of it are taken
};

/// Writes NAME.part and renames it to NAME in finish(). Every appended frame is on its way to disk when
/// append returns; without finish() the frames stay in NAME.part, which opens like a finished recording. All
/// throw InputError with the file's name when the disk is full or the place cannot be written.
class RecordingWriter {
public:
    RecordingWriter(const std::string& path, const RecordingHeader& header);
    /// Goes on with NAME.part: keeps so many of its frames, all of them there and under this header, and cuts
    /// off the others.
    RecordingWriter(const std::string& path, const RecordingHeader& header, int kept_frames);
    ~RecordingWriter();
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    /// Checks the frame (InputError) and writes it; places are kept as 32-bit numbers.
    void append(const Frame& frame);
    /// Writes the index and gives the file its final name; nothing may be appended after it.
    void finish();
    /// Closes NAME.part as it is and leaves it; nothing may be appended after it.
    void leave();
    /// Waits until what was appended is on disk.
    void sync();
    int frame_count() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Whether a recording can be gone on with under this header, without writing its frames anew.
bool can_go_on(const std::string& recording, const RecordingHeader& header);

/// Opens finished recordings, unfinished ones and pieces of them. Reading is safe from several threads.
class RecordingReader {
public:
    /// Throws InputError with the file's name for what is no recording, or does not even hold its header.
    explicit RecordingReader(const std::string& path);
    /// The same from memory; `name` is what errors call it.
    RecordingReader(std::string bytes, const std::string& name);
    ~RecordingReader();
    RecordingReader(RecordingReader&&) noexcept;
    RecordingReader& operator=(RecordingReader&&) noexcept;

    const RecordingHeader& header() const;
    int frame_count() const;
    /// False when the end is missing: the run is not over, was killed, or the file was cut.
    bool is_finished() const;
    /// Behind the last whole frame of one that is not finished, and of no use.
    std::uint64_t broken_bytes() const;
    /// The frame with this index in [0, frame_count()). Throws InputError when it is damaged. Frames of one
    /// reader share the meshes of their instances.
    Frame read(int index) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The film keeps the reader.
Film to_film(std::shared_ptr<const RecordingReader> reader);

/// Opens a recording as a film.
Film open_film(const std::string& path);

}  // namespace souple
