// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Meshes and animated meshes from files: Wavefront OBJ, PLY, STL and glTF.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "souple/geometry/triangle_mesh.h"

namespace souple {

enum class MeshFormat { Obj, Ply, Gltf, Stl };  ///< Gltf is .gltf and .glb: the bytes tell which

/// The format is told by the extension (.obj, .ply, .stl, .gltf, .glb). Polygons become triangles, all
/// primitives of a glTF scene become one mesh in scene coordinates, corners of an STL at the same place
/// become one point. Throws InputError with the file's name when the file is missing, cut short, refers to
/// points it does not have, holds a number that is not finite or no triangle. Triangles without area are let
/// through: check() finds them.
TriangleMesh load_mesh(const std::string& path);

/// Points that a file gave a name.
struct MeshGroup {
    std::string name;
    std::vector<int> points;  ///< increasing
};

/// A mesh with its groups, in the order of their names.
struct GroupedMesh {
    TriangleMesh mesh;
    std::vector<MeshGroup> groups;
};

/// As load_mesh, with groups. Of an OBJ: the points of the faces after `g` and `o`. Of a glTF: by the names
/// of nodes; points where an attribute `_NAME` of single numbers, or the weight of a joint, is at least a
/// half. Other formats have none.
GroupedMesh load_grouped_mesh(const std::string& path);

/// The same from memory.
GroupedMesh load_grouped_mesh_from_bytes(MeshFormat format, std::string_view bytes, const std::string& name);

/// The same from memory; `name` is what errors call it. A glTF must carry its buffers inside.
TriangleMesh load_mesh_from_bytes(MeshFormat format, std::string_view bytes, const std::string& name);

/// A mesh whose points are known at several times; the triangles stay.
struct MeshSequence {
    std::vector<std::array<int, 3>> triangles;
    std::vector<Real> times;                ///< [s], increasing
    std::vector<std::vector<Vec3>> points;  ///< [m], for each time
};

/// An animated glTF, sampled at the key times of its first animation: node motions, morph weights and skins.
/// Or OBJ files whose path holds #### for the frame's number, at frames_per_second [1/s] from the lowest
/// number on (missing numbers are bridged). A mesh without animation is a sequence of one.
MeshSequence load_sequence(const std::string& path, Real frames_per_second = 30);

/// The same from memory, for glTF.
MeshSequence load_sequence_from_bytes(std::string_view gltf, const std::string& name);

/// Linear between two times, held before the first and after the last. Does not allocate when `out` is warm.
void points_at(const MeshSequence& sequence, Real time, std::vector<Vec3>& out);

/// One of them.
Vec3 point_at(const MeshSequence& sequence, int point, Real time);

}  // namespace souple
