// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a .glb is put together from: primitives with their materials, nodes, and channels of the animation.
#pragma once

#include <map>

#include "souple/io/export_glb_buffer.h"
#include "souple/io/export_survey.h"

namespace souple {

/// A file that is being put together.
struct Glb {
    const FilmSurvey& survey;
    const ExportSettings& settings;
    const Staging& staging;
    GlbBuffer buffer;
    nlohmann::json nodes = nlohmann::json::array(), meshes = nlohmann::json::array(),
                   materials = nlohmann::json::array();
    nlohmann::json samplers = nlohmann::json::array(), channels = nlohmann::json::array();
    std::map<std::string, int> materials_by_name = {};  ///< runs of one structure share theirs
};

struct GlbChannel {
    int node = 0;
    const char* path = "translation";
    const char* interpolation = "LINEAR";
    const char* type = "VEC3";
};

/// Positions, normals, places on a texture, colours and indices of a piece, with a material of its own.
nlohmann::json make_primitive(Glb& glb, const FilmPiece& piece);
/// A material of the piece's paint and name; numbers on nodes colour what is white.
int add_material(Glb& glb, const FilmPiece& piece);
/// Returns the number of the node.
int add_node(Glb& glb, const std::string& name, int mesh);
void add_channel(Glb& glb, const GlbChannel& channel, const std::vector<Real>& times,
                 const std::vector<Real>& values);
/// Full size while is_there, nothing otherwise: how glTF hides things.
void show_while(Glb& glb, int node, const std::vector<bool>& is_there);

/// One placement of a rigid mesh.
struct PoseTrack {
    std::string name;
    int mesh = 0;
    std::vector<Vec3> corners = {};  ///< [m] of the mesh's box
    std::vector<int> frames = {};    ///< where it is there
    std::vector<Pose> poses = {};
};

/// Placements of one mesh. Where they differ in colour there is a mesh for each colour, of the same numbers.
struct GlbInstanceTracks {
    FilmPiece piece = {};
    nlohmann::json primitive = nlohmann::json::object();
    std::map<std::array<float, 3>, int> mesh_of = {};
    std::vector<PoseTrack> tracks = {};
};
using GlbInstances = std::map<std::string, GlbInstanceTracks>;

/// Takes the placements of one frame.
void add_instances(Glb& glb, const InstancesView& instances, int frame, GlbInstances& everything);
/// A node for each placement, with the keys of its motion.
void finish_instances(Glb& glb, const GlbInstances& everything);

}  // namespace souple
