// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_glb_parts.h"

#include <algorithm>

#include "souple/io/export_keys.h"
#include "souple/io/export_looks.h"

namespace souple {

using nlohmann::json;

namespace {

constexpr int mode_points = 0, mode_lines = 1, mode_triangles = 4;

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

/// Points and lines take light by no normals; those of surfaces are the piece's own, or means at the nodes.
std::vector<Vec3> glb_normals(const FilmPiece& piece) {
    if (piece.normals.empty() && piece.kind == PieceKind::Surface)
        return node_normals(piece.positions, piece.triangles);
    std::vector<Vec3> normals = piece.normals;
    for (Vec3& n : normals) n = n.norm() > 0 ? Vec3(n.normalized()) : Vec3(Vec3::UnitY());
    return normals;
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

int mesh_for(Glb& glb, const InstancesView& instances, std::size_t pose, GlbInstanceTracks& all) {
    if (all.piece.positions.empty()) {
        all.piece = rigid_piece(instances);
        add_corner_normals(all.piece);
        all.piece = split_at_creases(with_node_colours(all.piece));
    }
    all.piece.own_colour = instance_colour(instances, pose);
    const Vec3f colour = paint_of(all.piece, glb.staging).colour;
    const auto [place, is_new] = all.mesh_of.try_emplace({colour[0], colour[1], colour[2]}, 0);
    if (!is_new) return place->second;
    const std::size_t copies = all.mesh_of.size();
    all.piece.name =
        copies == 1 ? instances.head.name : instances.head.name + "_colour_" + std::to_string(copies);
    if (copies == 1)
        all.primitive = make_primitive(glb, all.piece);
    else
        all.primitive["material"] = add_material(glb, all.piece);
    glb.meshes.push_back({{"name", all.piece.name}, {"primitives", json::array({all.primitive})}});
    return place->second = static_cast<int>(glb.meshes.size()) - 1;
}

}  // namespace

int add_material(Glb& glb, const FilmPiece& piece) {
    const auto [known, is_new] =
        glb.materials_by_name.try_emplace(piece.name, static_cast<int>(glb.materials.size()));
    if (!is_new) return known->second;
    const PiecePaint paint = paint_of(piece, glb.staging);
    const Vec3f colour = colours_of(piece) ? Vec3f(1, 1, 1) : paint.colour;
    glb.materials.push_back({{"name", piece.name},
                             {"doubleSided", true},
                             {"pbrMetallicRoughness",
                              {{"baseColorFactor", {colour[0], colour[1], colour[2], 1.0}},
                               {"metallicFactor", 0.0},
                               {"roughnessFactor", paint.roughness}}}});
    return known->second;
}

json make_primitive(Glb& glb, const FilmPiece& piece) {
    json attributes{{"POSITION", glb.buffer.add_positions(piece.positions)}};
    if (const std::vector<Vec3> normals = glb_normals(piece); !normals.empty())
        attributes["NORMAL"] = glb.buffer.add_normals(normals);
    if (const auto places = texture_places(piece); !places.empty())
        attributes["TEXCOORD_0"] = glb.buffer.add_places(places);
    if (const Quantity* colours = colours_of(piece))
        attributes["COLOR_0"] = glb.buffer.add_colours(colours->values);
    json primitive{{"attributes", attributes}, {"material", add_material(glb, piece)}};
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

void add_channel(Glb& glb, const GlbChannel& channel, const std::vector<Real>& times,
                 const std::vector<Real>& values) {
    glb.channels.push_back(
        {{"sampler", glb.samplers.size()}, {"target", {{"node", channel.node}, {"path", channel.path}}}});
    glb.samplers.push_back({{"input", glb.buffer.add_times(times)},
                            {"output", glb.buffer.add_values(values, channel.type)},
                            {"interpolation", channel.interpolation}});
}

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

void add_instances(Glb& glb, const InstancesView& instances, int frame, GlbInstances& everything) {
    if (!instances.mesh || instances.mesh->positions.empty() || instances.mesh->triangles.empty()) return;
    GlbInstanceTracks& all = everything[instances.head.name];
    std::vector<PoseTrack>& tracks = all.tracks;
    while (tracks.size() < instances.poses.size()) {
        const int mesh = mesh_for(glb, instances, tracks.size(), all);
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

namespace {

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

}  // namespace

void finish_instances(Glb& glb, const GlbInstances& everything) {
    for (const auto& [name, all] : everything)
        for (const PoseTrack& track : all.tracks) finish_poses(glb, track);
}

}  // namespace souple
