// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A first look through a whole film: what is in it, how its topology changes, how much it is.
#pragma once

#include "souple/io/export_pieces.h"

namespace souple {

/// Frames [begin, end) through which a structure is there and keeps its topology.
struct TopologyRun {
    int begin = 0;
    int end = 0;
    std::uint64_t topology = 0;  ///< hash of connectivity
    std::int64_t nodes = 0;      ///< in one frame
    std::int64_t cells = 0;      ///< triangles or segments in one frame
    int count() const { return end - begin; }
};

struct SurveyedStructure {
    std::string name;
    PieceKind kind = PieceKind::Surface;
    bool is_hairs = false;
    Real size = 0;  ///< [m] the longest diagonal of its box in any frame
    std::vector<TopologyRun> runs;
};

struct SurveyedInstances {
    std::string name;
    std::size_t most_poses = 0;
    std::int64_t mesh_nodes = 0, mesh_triangles = 0;
};

struct FilmSurvey {
    std::vector<Real> times;  ///< [s] from the first frame on, increasing
    std::vector<SurveyedStructure> structures;
    std::vector<SurveyedInstances> instances;
    // sums over all frames; instances are counted as often as they are shown
    std::int64_t nodes = 0, triangles = 0, segments = 0, vertex_numbers = 0, face_numbers = 0;
    std::int64_t loose_nodes = 0, loose_numbers = 0;  ///< without those of instances
    std::int64_t poses = 0;
};

/// Throws InputError for a film without frames and for positions that are not finite.
FilmSurvey survey(const Film& film);

/// [bytes], without thinning.
std::int64_t estimate_size(ExportFormat format, const FilmSurvey& survey, const Film& film);

/// Announces the size and throws InputError naming it when it is too large. What every export starts with.
std::int64_t admit(ExportFormat format, const FilmSurvey& survey, const Film& film,
                   const ExportSettings& settings);

/// Throws InputError when the settings' keep_going says no.
void report_progress(const ExportSettings& settings, int frames_done);

/// The number of keys that a structure shown by one mesh for each key may have.
constexpr int most_stepped_keys = 60;

/// A run of which a file keeps the frames up to `end`, and which is seen until the frame `until`.
struct ShownRun : TopologyRun {
    int until = 0;
};

/// The runs a structure is shown by: its own, or single frames evenly chosen when there are too many.
std::vector<ShownRun> shown_runs(const SurveyedStructure& structure);

}  // namespace souple
