// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// glTF 2.0 in one binary file. Rigid things are nodes that move; what keeps its topology is a mesh with morph
// targets; what changes it is one mesh after the other, each scaled to nothing outside of its time.
#include <algorithm>
#include <map>
#include <memory>

#include "souple/core/errors.h"
#include "souple/io/export_glb_buffer.h"
#include "souple/io/export_keys.h"
#include "souple/io/export_resample.h"

namespace souple {

using nlohmann::json;

namespace {

constexpr int mode_points = 0, mode_lines = 1, mode_triangles = 4;

/// A file that is being put together.
struct Glb {
    const FilmSurvey& survey;
    const ExportSettings& settings;
    GlbBuffer buffer;
    json nodes = json::array(), meshes = json::array(), materials = json::array();
    json samplers = json::array(), channels = json::array();
};

/// One structure through one run of frames, as it grows.
struct MorphTrack {
    ShownRun run;
    PointKeys keys;
    json primitive = json::object();
    std::vector<Real> times = {};  ///< [s] of the keys; the first is the mesh itself
    json targets = json::array();
    std::vector<Vec3> base = {};
};

/// One instance of a rigid mesh.
struct PoseTrack {
    std::string name;
    int mesh = 0;
    std::vector<Vec3> corners = {};  ///< [m] of the mesh's box
    std::vector<int> frames = {};    ///< where it is there
    std::vector<Pose> poses = {};
};

std::vector<std::uint32_t> indices_of(const FilmPiece& piece) {
    std::vector<std::uint32_t> indices;
    for (const auto& triangle : piece.triangles)
        for (const int i : triangle) indices.push_back(static_cast<std::uint32_t>(i));
    for (std::size_t k = 0; k + 1 < piece.first.size(); ++k)
        for (int i = piece.first[k]; i + 1 < piece.first[k + 1]; ++i) {
            indices.push_back(static_cast<std::uint32_t>(i));
            indices.push_back(static_cast<std::uint32_t>(i + 1));
        }
    return indices;
}

/// Colours that neighbours in the list do not share.
int add_material(Glb& glb, const std::string& name) {
    constexpr std::array<std::array<Real, 3>, 6> palette{{{0.75, 0.29, 0.22},
                                                          {0.25, 0.44, 0.66},
                                                          {0.83, 0.68, 0.36},
                                                          {0.36, 0.56, 0.37},
                                                          {0.55, 0.38, 0.59},
                                                          {0.62, 0.62, 0.62}}};
    const auto& c = palette[glb.materials.size() % palette.size()];
    glb.materials.push_back({{"name", name},
                             {"doubleSided", true},
                             {"pbrMetallicRoughness",
                              {{"baseColorFactor", {c[0], c[1], c[2], 1.0}},
                               {"metallicFactor", 0.0},
                               {"roughnessFactor", 0.8}}}});
    return static_cast<int>(glb.materials.size()) - 1;
}

json make_primitive(Glb& glb, const FilmPiece& piece, int material) {
    json attributes{{"POSITION", glb.buffer.add_positions(piece.positions)}};
    if (!piece.normals.empty()) {
        std::vector<Vec3> normals = piece.normals;
        for (Vec3& n : normals) n = n.norm() > 0 ? Vec3(n.normalized()) : Vec3(Vec3::UnitY());
        attributes["NORMAL"] = glb.buffer.add_normals(normals);
    }
    for (const Quantity& quantity : piece.quantities)
        if (quantity.kind == QuantityKind::Colour && quantity.place == QuantityPlace::Nodes &&
            quantity.values.size() == 3 * piece.positions.size() && !attributes.contains("COLOR_0"))
            attributes["COLOR_0"] = glb.buffer.add_colours(quantity.values);
    json primitive{{"attributes", attributes}, {"material", material}};
    const std::vector<std::uint32_t> indices = indices_of(piece);
    primitive["mode"] = piece.kind == PieceKind::Surface ? mode_triangles
                        : indices.empty()                ? mode_points
                                                         : mode_lines;
    if (!indices.empty()) primitive["indices"] = glb.buffer.add_indices(indices);
    return primitive;
}

int add_node(Glb& glb, const std::string& name, int mesh) {
    glb.nodes.push_back({{"name", name}, {"mesh", mesh}});
    return static_cast<int>(glb.nodes.size()) - 1;
}

struct Channel {
    int node = 0;
    const char* path = "translation";
    const char* interpolation = "LINEAR";
    const char* type = "VEC3";
};

void add_channel(Glb& glb, const Channel& channel, const std::vector<Real>& times,
                 const std::vector<Real>& values) {
    glb.channels.push_back(
        {{"sampler", glb.samplers.size()}, {"target", {{"node", channel.node}, {"path", channel.path}}}});
    glb.samplers.push_back({{"input", glb.buffer.add_times(times)},
                            {"output", glb.buffer.add_values(values, channel.type)},
                            {"interpolation", channel.interpolation}});
}

/// Full size while is_there, nothing otherwise: how glTF hides things.
void show_while(Glb& glb, int node, const std::vector<bool>& is_there) {
    if (std::find(is_there.begin(), is_there.end(), false) == is_there.end()) return;
    if (!is_there[0]) glb.nodes[static_cast<std::size_t>(node)]["scale"] = {0, 0, 0};
    std::vector<Real> times, values;
    for (std::size_t i = 0; i < is_there.size(); ++i) {
        if (i > 0 && is_there[i] == is_there[i - 1]) continue;
        times.push_back(glb.survey.times[i]);
        values.insert(values.end(), 3, is_there[i] ? 1.0 : 0.0);
    }
    add_channel(glb, {node, "scale", "STEP", "VEC3"}, times, values);
}

/// What a file keeps of a number. The float is stored since gcc 12 at -O2 takes both conversions for none
/// when it does two numbers at once.
Real in_32_bits(Real x) {
    const volatile float kept = static_cast<float>(x);
    return kept;
}

/// The first key is the mesh; each further one the way from there.
void add_key(Glb& glb, MorphTrack& track, Real time) {
    track.times.push_back(time);
    if (track.times.size() == 1) {
        track.base = track.keys.points();
        return;
    }
    std::vector<Vec3> moved = track.keys.points();
    // the way from the rounded place: the sum is then rounded only once
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] -= track.base[i].unaryExpr(&in_32_bits);
    track.targets.push_back({{"POSITION", glb.buffer.add_positions(moved)}});
}

/// At key k only target k counts, fully.
std::vector<Real> weights_of(std::size_t key_count) {
    const std::size_t targets = key_count - 1;
    std::vector<Real> weights(key_count * targets, 0.0);
    for (std::size_t k = 1; k < key_count; ++k) weights[k * targets + k - 1] = 1;
    return weights;
}

void finish_morph(Glb& glb, MorphTrack& track, const std::string& name) {
    track.keys.finish([&](Real time) { add_key(glb, track, time); });
    json mesh{{"name", name}};
    if (!track.targets.empty()) {
        mesh["weights"] = std::vector<Real>(track.targets.size(), 0.0);
        track.primitive["targets"] = std::move(track.targets);
    }
    mesh["primitives"] = json::array({std::move(track.primitive)});
    glb.meshes.push_back(std::move(mesh));
    const int node = add_node(glb, name, static_cast<int>(glb.meshes.size()) - 1);
    if (track.times.size() > 1)
        add_channel(glb, {node, "weights", "LINEAR", "SCALAR"}, track.times, weights_of(track.times.size()));
    std::vector<bool> is_there(glb.survey.times.size(), false);
    for (int i = track.run.begin; i < track.run.until; ++i) is_there[static_cast<std::size_t>(i)] = true;
    show_while(glb, node, is_there);
}

/// A structure and the runs that show it; at any moment at most one of them is open.
struct StructureTrack {
    const SurveyedStructure& structure;
    int material = 0;
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

void add_frame(Glb& glb, StructureTrack& track, const FilmPiece& piece, int frame) {
    if (track.open && frame >= track.open->run.end) close_run(glb, track);
    if (!track.open) {
        if (track.next >= track.runs.size() || track.runs[track.next].begin != frame) return;
        const Real tolerance = glb.settings.thinning * track.structure.size;
        track.open.reset(new MorphTrack{track.runs[track.next++], PointKeys(tolerance)});
        track.open->primitive = make_primitive(glb, piece, track.material);
    }
    MorphTrack& open = *track.open;
    open.keys.add(glb.survey.times[static_cast<std::size_t>(frame)], piece.positions,
                  [&](Real time) { add_key(glb, open, time); });
}

std::vector<Vec3> box_corners(const std::vector<Vec3>& points) {
    Vec3 low = points.front(), high = low;
    for (const Vec3& p : points) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
        corners.push_back(
            {k & 1 ? high.x() : low.x(), k & 2 ? high.y() : low.y(), k & 4 ? high.z() : low.z()});
    return corners;
}

using PoseTracks = std::map<std::string, std::vector<PoseTrack>>;

void add_instances(Glb& glb, const InstancesView& instances, int frame, PoseTracks& all) {
    if (!instances.mesh || instances.mesh->positions.empty() || instances.mesh->triangles.empty()) return;
    std::vector<PoseTrack>& tracks = all[instances.head.name];
    if (tracks.empty() && !instances.poses.empty()) {
        const FilmPiece piece{"", PieceKind::Surface,        instances.mesh->positions,      {}, {},
                              {}, instances.mesh->triangles, instances.mesh->head.quantities};
        const int material = add_material(glb, instances.head.name);
        glb.meshes.push_back({{"name", instances.head.name},
                              {"primitives", json::array({make_primitive(glb, piece, material)})}});
    }
    while (tracks.size() < instances.poses.size()) {
        const int mesh = tracks.empty() ? static_cast<int>(glb.meshes.size()) - 1 : tracks.front().mesh;
        tracks.push_back(
            {instance_name(instances, tracks.size()), mesh, box_corners(instances.mesh->positions)});
    }
    for (std::size_t k = 0; k < instances.poses.size(); ++k) {
        Pose pose = instances.poses[k];
        pose.rotation.normalize();
        // q and -q turn alike; neighbours on the same side keep viewers from turning the long way
        if (!tracks[k].poses.empty() && tracks[k].poses.back().rotation.dot(pose.rotation) < 0)
            pose.rotation.coeffs() = -pose.rotation.coeffs();
        tracks[k].frames.push_back(frame);
        tracks[k].poses.push_back(pose);
    }
}

void finish_poses(Glb& glb, const PoseTrack& track) {
    std::vector<Real> all_times, times, places, turns;
    std::vector<bool> is_there(glb.survey.times.size(), false);
    for (const int frame : track.frames) {
        all_times.push_back(glb.survey.times[static_cast<std::size_t>(frame)]);
        is_there[static_cast<std::size_t>(frame)] = true;
    }
    const Real size = (track.corners.back() - track.corners.front()).norm();
    const std::vector<int> keys =
        pose_keys(all_times, track.poses, track.corners, glb.settings.thinning * size);
    for (const int key : keys) {
        const Pose& pose = track.poses[static_cast<std::size_t>(key)];
        times.push_back(all_times[static_cast<std::size_t>(key)]);
        places.insert(places.end(), pose.position.data(), pose.position.data() + 3);
        turns.insert(turns.end(), pose.rotation.coeffs().data(), pose.rotation.coeffs().data() + 4);
    }
    const int node = add_node(glb, track.name, track.mesh);
    json& shown = glb.nodes[static_cast<std::size_t>(node)];
    shown["translation"] = std::vector<Real>(places.begin(), places.begin() + 3);
    shown["rotation"] = std::vector<Real>(turns.begin(), turns.begin() + 4);
    if (keys.size() > 1) {
        add_channel(glb, {node, "translation", "LINEAR", "VEC3"}, times, places);
        add_channel(glb, {node, "rotation", "LINEAR", "VEC4"}, times, turns);
    }
    show_while(glb, node, is_there);
}

json document_of(Glb& glb, const Film& film) {
    json document{{"asset", {{"version", "2.0"}, {"generator", "souple"}}}, {"scene", 0}};
    document["scenes"] = json::array({{{"name", film.title}}});
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
        structures.push_back({structure, add_material(glb, structure.name), shown_runs(structure)});
    PoseTracks instances;
    for (int i = 0; i < film.frame_count; ++i) {
        const Frame frame = film.frame(i);
        for (const FilmPiece& piece : loose_pieces(frame))
            for (StructureTrack& track : structures)
                if (track.structure.name == piece.name && track.structure.kind == piece.kind)
                    add_frame(glb, track, piece, i);
        for (const InstancesView& view : frame.instances) add_instances(glb, view, i, instances);
        report_progress(glb.settings, i + 1);
    }
    for (StructureTrack& track : structures) close_run(glb, track);
    for (const auto& [name, tracks] : instances)
        for (const PoseTrack& track : tracks) finish_poses(glb, track);
}

}  // namespace

ExportResult export_glb(const Film& whole, const ExportSettings& settings) {
    Film film = with_hairs(whole, settings.hairs);
    FilmSurvey found = survey(film);
    if (std::optional<Film> fixed = with_fixed_meshes(film, found)) {
        film = std::move(*fixed);
        found = survey(film);
    }
    const std::int64_t estimate = admit(ExportFormat::Glb, found, film, settings);
    Glb glb{found, settings, GlbBuffer(settings.path)};
    write_film(glb, film);
    PartFiles files;
    files.open(settings.path);
    glb.buffer.write(document_of(glb, film), files);
    files.commit();
    return {files.names(), estimate, files.bytes()};
}

}  // namespace souple
