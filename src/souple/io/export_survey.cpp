// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_survey.h"

#include <fmt/format.h>

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/core/hash.h"
#include "souple/io/export_files.h"

namespace souple {

namespace {

std::uint64_t topology_of(const FilmPiece& piece) {
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(piece.positions.size()));
    for (const int first : piece.first) hasher.add(first);
    for (const auto& triangle : piece.triangles)
        for (const int i : triangle) hasher.add(i);
    return hasher.value();
}

std::int64_t cells_of(const FilmPiece& piece) {
    if (piece.kind == PieceKind::Surface) return static_cast<std::int64_t>(piece.triangles.size());
    if (piece.kind == PieceKind::Points) return 0;
    std::int64_t segments = 0;
    for (std::size_t k = 0; k + 1 < piece.first.size(); ++k)
        segments += std::max(0, piece.first[k + 1] - piece.first[k] - 1);
    return segments;
}

/// Exporters index without looking: what a film gets wrong is said here.
void check_piece(const FilmPiece& piece, int frame) {
    const int count = static_cast<int>(piece.positions.size());
    const auto fail = [&](const char* what) {
        throw InputError(fmt::format("frame {}: '{}' {}", frame, piece.name, what));
    };
    for (const Vec3& p : piece.positions)
        if (!p.cast<float>().allFinite()) fail("has a position that is not finite");
    for (const auto& triangle : piece.triangles)
        for (const int i : triangle)
            if (i < 0 || i >= count) fail("has a triangle with a point that does not exist");
    for (std::size_t k = 0; k < piece.first.size(); ++k)
        if (piece.first[k] < 0 || piece.first[k] > count || (k > 0 && piece.first[k] < piece.first[k - 1]))
            fail("has a curve with points that do not exist");
}

Real diagonal(const FilmPiece& piece) {
    Vec3 low = piece.positions.front(), high = low;
    for (const Vec3& p : piece.positions) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    return (high - low).norm();
}

void count_numbers(const FilmPiece& piece, FilmSurvey& result) {
    result.nodes += static_cast<std::int64_t>(piece.positions.size());
    (piece.kind == PieceKind::Surface ? result.triangles : result.segments) += cells_of(piece);
    for (const Quantity& quantity : piece.quantities)
        (quantity.place == QuantityPlace::Nodes ? result.vertex_numbers : result.face_numbers) +=
            static_cast<std::int64_t>(quantity.values.size());
}

void note_piece(const FilmPiece& piece, int frame, FilmSurvey& result) {
    auto& list = result.structures;
    auto found = std::find_if(list.begin(), list.end(), [&](const SurveyedStructure& structure) {
        return structure.name == piece.name && structure.kind == piece.kind;
    });
    if (found == list.end())
        found = list.insert(list.end(), SurveyedStructure{piece.name, piece.kind, piece.is_hairs, 0, {}});
    found->size = std::max(found->size, diagonal(piece));
    const std::uint64_t topology = topology_of(piece);
    auto& runs = found->runs;
    if (!runs.empty() && runs.back().end > frame)
        throw InputError(fmt::format("frame {}: two structures are named '{}'", frame, piece.name));
    if (!runs.empty() && runs.back().end == frame && runs.back().topology == topology)
        runs.back().end = frame + 1;
    else
        runs.push_back(
            {frame, frame + 1, topology, static_cast<std::int64_t>(piece.positions.size()), cells_of(piece)});
    result.loose_nodes += static_cast<std::int64_t>(piece.positions.size());
    for (const Quantity& quantity : piece.quantities)
        result.loose_numbers += static_cast<std::int64_t>(quantity.values.size());
}

void note_instances(const InstancesView& instances, FilmSurvey& result) {
    if (!instances.mesh) return;
    auto& list = result.instances;
    auto found = std::find_if(list.begin(), list.end(), [&](const SurveyedInstances& known) {
        return known.name == instances.head.name;
    });
    if (found == list.end()) found = list.insert(list.end(), SurveyedInstances{instances.head.name});
    found->most_poses = std::max(found->most_poses, instances.poses.size());
    found->mesh_nodes = static_cast<std::int64_t>(instances.mesh->positions.size());
    found->mesh_triangles = static_cast<std::int64_t>(instances.mesh->triangles.size());
    result.poses += static_cast<std::int64_t>(instances.poses.size());
}

/// A recording's times when they increase, otherwise the frame rate's.
void settle_times(const Film& film, std::vector<Real>& times) {
    const Real start = times.front();
    for (Real& time : times) time -= start;
    if (std::adjacent_find(times.begin(), times.end(), [](Real a, Real b) { return !(a < b); }) ==
        times.end())
        return;
    for (std::size_t i = 0; i < times.size(); ++i) times[i] = static_cast<Real>(i) / film.frames_per_second;
}

std::int64_t glb_size(const FilmSurvey& survey) {
    std::int64_t bytes = 2000 + 36 * survey.poses;
    for (const SurveyedStructure& structure : survey.structures)
        for (const ShownRun& run : shown_runs(structure)) {
            const std::int64_t keys = run.count();
            // surfaces have normals at each key, and places on a texture
            const bool is_surface = structure.kind == PieceKind::Surface;
            bytes += (is_surface ? 24 : 12) * run.nodes * keys + (is_surface ? 20 : 0) * run.nodes +
                     12 * run.cells + 4 * keys * keys + 400 * keys + 1200;
        }
    for (const SurveyedInstances& instances : survey.instances)
        bytes += 12 * instances.mesh_nodes + 84 * instances.mesh_triangles + 1200 +
                 1300 * static_cast<std::int64_t>(instances.most_poses);
    return bytes;
}

std::int64_t usda_size(const FilmSurvey& survey) {
    std::int64_t bytes = 1000 + 11 * survey.loose_numbers + 100 * survey.poses;
    for (const SurveyedStructure& structure : survey.structures)
        for (const TopologyRun& run : structure.runs)
            bytes += ((structure.kind == PieceKind::Surface ? 62 : 36) * run.nodes + 160) * run.count() +
                     24 * run.cells + 40 * run.nodes + 1000;
    for (const SurveyedInstances& instances : survey.instances)
        bytes += 36 * instances.mesh_nodes + 100 * instances.mesh_triangles +
                 1600 * static_cast<std::int64_t>(instances.most_poses);
    return bytes;
}

}  // namespace

FilmSurvey survey(const Film& film) {
    if (film.frame_count <= 0) throw InputError(fmt::format("{}: the film has no frames", film.title));
    if (!(film.frames_per_second > 0))
        throw InputError(fmt::format("{}: the film's frame rate is not positive", film.title));
    FilmSurvey result;
    for (int i = 0; i < film.frame_count; ++i) {
        const Frame frame = film.frame(i);
        result.times.push_back(frame.time);
        for (const FilmPiece& piece : loose_pieces(frame)) note_piece(piece, i, result);
        for (const InstancesView& instances : frame.instances) note_instances(instances, result);
        for (const FilmPiece& piece : all_pieces(frame)) {
            check_piece(piece, i);
            count_numbers(piece, result);
        }
    }
    settle_times(film, result.times);
    return result;
}

std::int64_t estimate_size(ExportFormat format, const FilmSurvey& survey, const Film& film) {
    const std::int64_t frames = film.frame_count;
    const std::int64_t numbers = survey.vertex_numbers;
    switch (format) {
        case ExportFormat::Glb:
            return glb_size(survey);
        case ExportFormat::Usda:
            return usda_size(survey);
        case ExportFormat::Obj:
            return 300 * frames + 70 * survey.nodes + 40 * survey.triangles + 8 * survey.segments;
        case ExportFormat::Ply:
            return 700 * frames + 39 * survey.nodes + 4 * numbers + 13 * survey.triangles +
                   8 * survey.segments;
        case ExportFormat::Vtk:
            return 4000 * frames + 4 * (43 * survey.nodes + 4 * (numbers + survey.face_numbers)) / 3 +
                   4 * (16 * survey.triangles + 8 * survey.segments) / 3;
        case ExportFormat::Csv:
            return 200 + frames * (20 + 40 * static_cast<std::int64_t>(survey.structures.size()));
        case ExportFormat::Positions:
            return 200 + 80 * survey.loose_nodes + 140 * survey.poses;
        case ExportFormat::Npz:
            return 8000 + 16 * frames + 14 * survey.loose_nodes + 4 * survey.loose_numbers +
                   60 * survey.poses + 12 * (survey.triangles + survey.segments);
        case ExportFormat::Mdd:
        case ExportFormat::Pc2:
            return 1000 + 8 * frames + 12 * survey.loose_nodes + 100 * survey.loose_nodes / frames;
    }
    return 0;
}

std::int64_t estimate_export(ExportFormat format, const Frame& frame, int frame_count, int hairs) {
    const Film still =
        film_for_export({"", 1, 1, [&frame](int) { return frame; }}, {.path = "", .hairs = hairs});
    FilmSurvey whole = survey(still);
    for (SurveyedStructure& structure : whole.structures) structure.runs.front().end = frame_count;
    for (std::int64_t* sum : {&whole.nodes, &whole.triangles, &whole.segments, &whole.vertex_numbers,
                              &whole.face_numbers, &whole.loose_nodes, &whole.loose_numbers, &whole.poses})
        *sum *= frame_count;
    Film film = still;
    film.frame_count = frame_count;
    return estimate_size(format, whole, film);
}

void refuse_large(const std::string& path, std::int64_t bytes, std::int64_t limit) {
    throw InputError(fmt::format("{}: would take about {:.1f} MB, more than {:.1f} MB; --large allows it",
                                 path, 1e-6 * static_cast<Real>(bytes), 1e-6 * static_cast<Real>(limit)));
}

std::int64_t admit(ExportFormat format, const FilmSurvey& survey, const Film& film,
                   const ExportSettings& settings) {
    check_export_path(settings.path);
    const std::int64_t bytes = estimate_size(format, survey, film);
    if (settings.announce) settings.announce(bytes);
    if (bytes > settings.limit && !settings.large) refuse_large(settings.path, bytes, settings.limit);
    return bytes;
}

void report_progress(const ExportSettings& settings, int frames_done) {
    if (settings.keep_going && !settings.keep_going(frames_done))
        throw InputError(fmt::format("{}: the export was stopped", settings.path));
}

std::vector<ShownRun> shown_runs(const SurveyedStructure& structure) {
    std::vector<ShownRun> shown;
    if (static_cast<int>(structure.runs.size()) <= most_stepped_keys) {
        for (const TopologyRun& run : structure.runs) shown.push_back({run, run.end});
        return shown;
    }
    // every frame on its own, seen until the structure is gone; then the evenly chosen ones until the next
    std::vector<ShownRun> frames;
    for (auto run = structure.runs.rbegin(); run != structure.runs.rend(); ++run)
        for (int frame = run->end - 1; frame >= run->begin; --frame) {
            const bool goes_on = !frames.empty() && frames.back().begin == frame + 1;
            frames.push_back({*run, goes_on ? frames.back().until : frame + 1});
            frames.back().begin = frame;
            frames.back().end = frame + 1;
        }
    std::reverse(frames.begin(), frames.end());
    for (std::size_t k = 0; k < most_stepped_keys; ++k) {
        const ShownRun& next = frames[k * (frames.size() - 1) / (most_stepped_keys - 1)];
        if (k > 0) shown.back().until = std::min(shown.back().until, next.begin);
        shown.push_back(next);
    }
    return shown;
}

}  // namespace souple
