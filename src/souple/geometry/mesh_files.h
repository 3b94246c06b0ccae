// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Meshes and animated meshes from files: Wavefront OBJ, PLY and glTF.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "souple/geometry/triangle_mesh.h"

namespace souple {

enum class MeshFormat { Obj, Ply, Gltf };  ///< Gltf is .gltf and .glb: the bytes tell which

/// The format is told by the extension (.obj, .ply, .gltf, .glb). Polygons become triangles, all primitives
/// of a glTF scene become one mesh in scene coordinates. Throws InputError with the file's name when the file
/// is missing, cut short, refers to points it does not have, holds a number that is not finite or no
/// triangle. Triangles without area are let through: check() finds them.
TriangleMesh load_mesh(const std::string& path);

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
