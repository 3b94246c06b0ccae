// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A film as arrays for NumPy: `times`, and for each structure arrays named STRUCTURE.WHAT. The layout is
// described in docs/guide/exports.md.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "souple/io/export_survey.h"
#include "souple/io/npz_writer.h"

namespace souple {

namespace {

std::int64_t size64(std::size_t size) { return static_cast<std::int64_t>(size); }

/// What the arrays of one structure have got so far.
struct NpzTrack {
    std::string name;  ///< a plain one
    bool is_body = false;
    bool keeps_count = true;  ///< the same number of points in each frame of the film
    bool keeps_topology = true;
    std::vector<std::int64_t> starts{0};  ///< of the points of each frame in the stacked array
    std::vector<std::int64_t> cell_starts{0};
    std::vector<std::string> placements = {};
    std::vector<std::string> units = {};  ///< "STRUCTURE.speed [m/s]"
    std::vector<QuantityColumn> columns = {};
};

struct NpzFilm {
    NpzWriter& writer;
    int frames = 0;
    std::size_t done = 0;  ///< frames
    std::vector<NpzTrack> tracks = {};
    PlainNames names = {};
};

NpzTrack& track_named(NpzFilm& film, const std::string& structure) {
    const std::string& name = film.names.of(structure);
    const auto found = std::find_if(film.tracks.begin(), film.tracks.end(),
                                    [&](const NpzTrack& t) { return t.name == name; });
    if (found != film.tracks.end()) return *found;
    NpzTrack& track = film.tracks.emplace_back(NpzTrack{name});
    // what appears later than the first frame was not there before
    track.keeps_count = film.done == 0;
    track.starts.assign(film.done + 1, 0);
    track.cell_starts.assign(film.done + 1, 0);
    return track;
}

std::vector<float> coordinates_of(const std::vector<Vec3>& points) {
    std::vector<float> floats;
    for (const Vec3& p : points)
        for (int axis = 0; axis < 3; ++axis) floats.push_back(static_cast<float>(p[axis]));
    return floats;
}

std::vector<std::int32_t> cell_list(const FilmPiece& piece) {
    std::vector<std::int32_t> cells;
    for (const auto& triangle : piece.triangles) cells.insert(cells.end(), triangle.begin(), triangle.end());
    cells.insert(cells.end(), piece.first.begin(), piece.first.end());
    return cells;
}

const char* cells_name(PieceKind kind) { return kind == PieceKind::Surface ? "triangles" : "curve_starts"; }

/// A quantity is kept when the structure has it in its first frame; where it lacks later there are NaNs.
void add_quantities(const FilmPiece& piece, NpzTrack& track, NpzWriter& writer) {
    if (track.starts.back() == 0) {
        track.columns = quantity_columns({&piece, 1});
        for (const QuantityColumn& column : track.columns)
            track.units.push_back(
                fmt::format("{}.{} [{}]", track.name, column.name, find_quantity(piece, column)->unit));
    }
    for (const QuantityColumn& column : track.columns) {
        if (column.place != QuantityPlace::Nodes) continue;
        const Quantity* quantity = find_quantity(piece, column);
        const auto width = static_cast<std::size_t>(column.width());
        writer.append(track.name + "." + column.name,
                      quantity ? quantity->values
                               : std::vector<float>(width * piece.positions.size(),
                                                    std::numeric_limits<float>::quiet_NaN()));
    }
}

void add_piece(const FilmPiece& piece, const SurveyedStructure& structure, NpzFilm& film) {
    NpzTrack& track = track_named(film, piece.name);
    const auto& runs = structure.runs;
    const auto is_other = [&](const TopologyRun& run) { return run.topology != runs.front().topology; };
    const auto has_other_count = [&](const TopologyRun& run) { return run.nodes != runs.front().nodes; };
    int shown = 0;
    for (const TopologyRun& run : runs) shown += run.count();
    track.keeps_topology = std::none_of(runs.begin(), runs.end(), is_other);
    track.keeps_count = shown == film.frames && std::none_of(runs.begin(), runs.end(), has_other_count);
    add_quantities(piece, track, film.writer);
    film.writer.append(track.name + ".positions", coordinates_of(piece.positions));
    if (piece.kind != PieceKind::Points && (!track.keeps_topology || track.starts.back() == 0)) {
        const std::vector<std::int32_t> cells = cell_list(piece);
        film.writer.append(track.name + "." + cells_name(piece.kind), cells);
        const std::int64_t width = piece.kind == PieceKind::Surface ? 3 : 1;
        track.cell_starts.push_back(track.cell_starts.back() + size64(cells.size()) / width);
    }
    track.starts.push_back(track.starts.back() + size64(piece.positions.size()));
}

void add_bodies(const InstancesView& view, NpzFilm& film) {
    NpzTrack& track = track_named(film, view.head.name);
    track.is_body = true;
    std::vector<float> places, turns;
    for (std::size_t k = 0; k < view.poses.size(); ++k) {
        for (int axis = 0; axis < 3; ++axis)
            places.push_back(static_cast<float>(view.poses[k].position[axis]));
        for (int axis = 0; axis < 4; ++axis)
            turns.push_back(static_cast<float>(view.poses[k].rotation.coeffs()[axis]));
        if (k >= track.placements.size()) track.placements.push_back(instance_name(view, k));
    }
    film.writer.append(track.name + ".positions", places);
    film.writer.append(track.name + ".rotations", turns);
    const auto count = size64(view.poses.size());
    if (film.done > 0) track.keeps_count = track.keeps_count && count == track.starts[1];
    track.starts.push_back(track.starts.back() + count);
}

/// A frame without the structure has none of its points.
void close_frame(NpzFilm& film) {
    ++film.done;
    for (NpzTrack& track : film.tracks) {
        if (track.starts.size() <= film.done) track.keeps_count = false;
        track.starts.resize(film.done + 1, track.starts.back());
        track.cell_starts.resize(film.done + 1, track.cell_starts.back());
    }
}

void set_shapes(NpzFilm& film) {
    for (NpzTrack& track : film.tracks) {
        const std::int64_t all = track.starts.back();
        const auto shape = [&](std::int64_t width) {
            std::vector<std::int64_t> sizes = track.keeps_count
                                                  ? std::vector<std::int64_t>{film.frames, all / film.frames}
                                                  : std::vector<std::int64_t>{all};
            if (width > 1) sizes.push_back(width);
            return sizes;
        };
        film.writer.set_shape(track.name + ".positions", shape(3));
        film.writer.set_shape(track.name + ".rotations", shape(4));
        for (const QuantityColumn& column : track.columns)
            film.writer.set_shape(track.name + "." + column.name, shape(column.width()));
        const std::int64_t cells = track.cell_starts.back();
        film.writer.set_shape(track.name + ".triangles", {cells, 3});
        film.writer.set_shape(track.name + ".curve_starts", {cells});
        if (!track.keeps_count) {
            film.writer.append(track.name + ".frame_starts", track.starts);
            film.writer.set_shape(track.name + ".frame_starts", {size64(track.starts.size())});
        }
        if (!track.keeps_topology) {
            film.writer.append(track.name + ".cell_starts", track.cell_starts);
            film.writer.set_shape(track.name + ".cell_starts", {size64(track.cell_starts.size())});
        }
        if (track.is_body) film.writer.put_texts(track.name + ".names", track.placements);
    }
}

void add_frame(const Frame& frame, const FilmSurvey& found, NpzFilm& film) {
    for (const FilmPiece& piece : loose_pieces(frame))
        for (const SurveyedStructure& structure : found.structures)
            if (structure.name == piece.name && structure.kind == piece.kind)
                add_piece(piece, structure, film);
    for (const InstancesView& view : frame.instances)
        if (view.mesh) add_bodies(view, film);
}

}  // namespace

ExportResult export_npz(const Film& whole, const ExportSettings& settings) {
    const Film film = film_for_export(whole, settings);
    const FilmSurvey found = survey(film);
    const std::int64_t estimate = admit(ExportFormat::Npz, found, film, settings);
    NpzWriter writer(settings.path);
    NpzFilm npz{writer, film.frame_count};
    writer.append("times", std::vector<double>(found.times.begin(), found.times.end()));
    writer.set_shape("times", {film.frame_count});
    writer.append("frames_per_second", std::vector<double>{film.frames_per_second});  // a single number
    for (int i = 0; i < film.frame_count; ++i) {
        add_frame(film.frame(i), found, npz);
        close_frame(npz);
        report_progress(settings, i + 1);
    }
    set_shapes(npz);
    std::vector<std::string> names, units{"times [s]", "*.positions [m]"};
    for (const NpzTrack& track : npz.tracks) {
        names.push_back(track.name);
        units.insert(units.end(), track.units.begin(), track.units.end());
    }
    writer.put_texts("title", {film.title});
    writer.put_texts("structures", names);
    writer.put_texts("units", units);
    PartFiles files;
    files.open(settings.path);
    writer.write(files);
    files.commit();
    return {files.names(), estimate, files.bytes(), {}};
}

}  // namespace souple
