// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// glTF 2.0 in one binary file. Rigid things are nodes that move; what keeps its topology is a mesh with morph
// targets; what changes it is one mesh after the other, each scaled to nothing outside of its time. Hair is
// one mesh of lines whose targets are the few ways in which it moves.
#include <algorithm>
#include <memory>

#include "souple/core/errors.h"
#include "souple/io/export_glb_parts.h"
#include "souple/io/export_keys.h"
#include "souple/io/export_looks.h"
#include "souple/io/export_modes.h"
#include "souple/io/export_resample.h"

namespace souple {

using nlohmann::json;

namespace {

/// [bytes] what hair that moves in few ways may take in memory; more of it is written key by key.
constexpr std::size_t most_hair_bytes = 1'500'000'000;

/// One structure through one run of frames, as it grows.
struct MorphTrack {
    ShownRun run;
    PointKeys keys;
    json primitive = json::object();
    std::vector<Real> times = {};  ///< [s] of the keys; the first is the mesh itself
    json targets = json::array();
    std::vector<Vec3> base = {}, base_normals = {};
    std::vector<std::array<int, 3>> triangles = {};  ///< of surfaces: their normals turn
    std::vector<Real> weights = {};                  ///< of modes; empty: at each key its own target
    std::vector<std::vector<float>> moved = {};      ///< [m] of hair: by frame, from the first one
};

/// What a file keeps of a number. The float is stored since gcc 12 at -O2 takes both conversions for none
/// when it does two numbers at once.
Real in_32_bits(Real x) {
    const volatile float kept = static_cast<float>(x);
    return kept;
}

/// The first key is the mesh; each further one the way from there.
void add_key(Glb& glb, MorphTrack& track, Real time) {
    track.times.push_back(time);
    const bool has_normals = !track.triangles.empty();
    std::vector<Vec3> moved = track.keys.points(), turned;
    if (has_normals) turned = node_normals(moved, track.triangles);
    if (track.times.size() == 1) {
        track.base = std::move(moved);
        track.base_normals = std::move(turned);
        return;
    }
    // the way from the rounded place: the sum is then rounded only once
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] -= track.base[i].unaryExpr(&in_32_bits);
    json target{{"POSITION", glb.buffer.add_positions(moved)}};
    if (has_normals) {
        for (std::size_t i = 0; i < turned.size(); ++i) turned[i] -= track.base_normals[i];
        target["NORMAL"] = glb.buffer.add_normals(turned);
    }
    track.targets.push_back(std::move(target));
}

/// What hair does over the whole run, when it is kept in memory: the ways in which it moves, and how far it
/// has gone each of them in each frame.
void add_modes(Glb& glb, MorphTrack& track, Real tolerance) {
    MotionModes modes = find_modes(std::move(track.moved), tolerance);
    if (modes.ways.empty()) return;
    for (const MotionWay& way : modes.ways)
        track.targets.push_back({{"POSITION", glb.buffer.add_steps(way.steps, {.are_shorts = way.is_fine})}});
    track.weights = std::move(modes.weights);
    for (int i = track.run.begin; i < track.run.end; ++i)
        track.times.push_back(glb.survey.times[static_cast<std::size_t>(i)]);
}

/// At key k only target k counts, fully.
std::vector<Real> weights_of(std::size_t key_count) {
    const std::size_t targets = key_count - 1;
    std::vector<Real> weights(key_count * targets, 0.0);
    for (std::size_t k = 1; k < key_count; ++k) weights[k * targets + k - 1] = 1;
    return weights;
}

void finish_morph(Glb& glb, MorphTrack& track, const std::string& name) {
    if (track.moved.empty())
        track.keys.finish([&](Real time) { add_key(glb, track, time); });
    else
        add_modes(glb, track, track.keys.tolerance());
    json mesh{{"name", name}};
    if (!track.targets.empty()) {
        mesh["weights"] = std::vector<Real>(track.targets.size(), 0.0);
        track.primitive["targets"] = std::move(track.targets);
    }
    mesh["primitives"] = json::array({std::move(track.primitive)});
    glb.meshes.push_back(std::move(mesh));
    const int node = add_node(glb, name, static_cast<int>(glb.meshes.size()) - 1);
    if (track.times.size() > 1)
        add_channel(glb, {node, "weights", "LINEAR", "SCALAR"}, track.times,
                    track.weights.empty() ? weights_of(track.times.size()) : track.weights);
    std::vector<bool> is_there(glb.survey.times.size(), false);
    for (int i = track.run.begin; i < track.run.until; ++i) is_there[static_cast<std::size_t>(i)] = true;
    show_while(glb, node, is_there);
}

/// A structure and the runs that show it; at any moment at most one of them is open.
struct StructureTrack {
    const SurveyedStructure& structure;
    std::vector<ShownRun> runs;
    std::size_t next = 0;
    std::unique_ptr<MorphTrack> open = nullptr;
};

void close_run(Glb& glb, StructureTrack& track) {
    if (!track.open) return;
    const std::string& name = track.structure.name;
    finish_morph(glb, *track.open,
                 track.runs.size() == 1 ? name : name + "_" + std::to_string(track.next - 1));
    track.open.reset();
}

/// Hair is kept in memory for its modes unless there is too much of it, or every frame is to be exact.
bool is_for_modes(const Glb& glb, const StructureTrack& track, const TopologyRun& run) {
    const std::size_t frames = static_cast<std::size_t>(run.count()),
                      nodes = static_cast<std::size_t>(run.nodes);
    return track.structure.is_hairs && run.count() > 1 && glb.settings.thinning > 0 &&
           frames * nodes * 12 <= most_hair_bytes;
}

void open_run(Glb& glb, StructureTrack& track, const FilmPiece& piece) {
    Real tolerance = glb.settings.thinning * track.structure.size;
    // a hair may stray by half its own thickness
    if (track.structure.is_hairs && tolerance > 0)
        tolerance = std::max<Real>(tolerance, *std::max_element(piece.radii.begin(), piece.radii.end()));
    track.open.reset(new MorphTrack{track.runs[track.next++], PointKeys(tolerance)});
    track.open->primitive = make_primitive(glb, piece);
    track.open->triangles = piece.triangles;
    track.open->base = piece.positions;
}

/// How far each point is from where it was in the first frame of the run.
void add_moved(MorphTrack& track, const FilmPiece& piece) {
    const bool is_base = track.moved.empty();
    std::vector<float>& moved = track.moved.emplace_back(3 * piece.positions.size(), 0.0f);
    for (std::size_t i = 0; !is_base && i < piece.positions.size(); ++i)
        for (int axis = 0; axis < 3; ++axis)
            moved[3 * i + static_cast<std::size_t>(axis)] =
                static_cast<float>(piece.positions[i][axis] - in_32_bits(track.base[i][axis]));
}

void add_frame(Glb& glb, StructureTrack& track, const FilmPiece& piece, int frame) {
    if (track.open && frame >= track.open->run.end) close_run(glb, track);
    if (!track.open) {
        if (track.next >= track.runs.size() || track.runs[track.next].begin != frame) return;
        open_run(glb, track, piece);
    }
    MorphTrack& open = *track.open;
    if (is_for_modes(glb, track, open.run)) return add_moved(open, piece);
    open.keys.add(glb.survey.times[static_cast<std::size_t>(frame)], piece.positions,
                  [&](Real time) { add_key(glb, open, time); });
}

json document_of(Glb& glb, const Film& film) {
    json document{{"asset", {{"version", "2.0"}, {"generator", "souple"}}}, {"scene", 0}};
    document["scenes"] =
        json::array({{{"name", film.title}, {"extras", {{"frames_per_second", film.frames_per_second}}}}});
    if (glb.nodes.empty()) return document;
    std::vector<int> roots;
    for (std::size_t i = 0; i < glb.nodes.size(); ++i) roots.push_back(static_cast<int>(i));
    document["scenes"][0]["nodes"] = roots;
    document["nodes"] = std::move(glb.nodes);
    document["meshes"] = std::move(glb.meshes);
    document["materials"] = std::move(glb.materials);
    if (!glb.channels.empty())
        document["animations"] = json::array({{{"name", film.title},
                                               {"channels", std::move(glb.channels)},
                                               {"samplers", std::move(glb.samplers)}}});
    return document;
}

void write_film(Glb& glb, const Film& film) {
    std::vector<StructureTrack> structures;
    for (const SurveyedStructure& structure : glb.survey.structures)
        structures.push_back({structure, shown_runs(structure)});
    GlbInstances instances;
    for (int i = 0; i < film.frame_count; ++i) {
        const Frame frame = film.frame(i);
        for (const FilmPiece& shared : loose_pieces(frame)) {
            const FilmPiece piece = with_node_colours(shared);
            for (StructureTrack& track : structures)
                if (track.structure.name == piece.name && track.structure.kind == piece.kind)
                    add_frame(glb, track, piece, i);
        }
        for (const InstancesView& view : frame.instances) add_instances(glb, view, i, instances);
        report_progress(glb.settings, i + 1);
    }
    for (StructureTrack& track : structures) close_run(glb, track);
    finish_instances(glb, instances);
}

}  // namespace

ExportResult export_glb(const Film& whole, const ExportSettings& settings) {
    Film film = film_for_export(whole, settings);
    FilmSurvey found = survey(film);
    if (std::optional<Film> fixed = with_fixed_meshes(film, found)) {
        film = std::move(*fixed);
        found = survey(film);
    }
    const std::int64_t estimate = admit(ExportFormat::Glb, found, film, settings);
    Glb glb{found, settings, film.staging, GlbBuffer(settings.path)};
    write_film(glb, film);
    PartFiles files;
    files.open(settings.path);
    glb.buffer.write(document_of(glb, film), files);
    files.commit();
    return {files.names(), estimate, files.bytes(), {}};
}

}  // namespace souple
