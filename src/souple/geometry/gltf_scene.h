// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The meshes of a glTF scene brought into scene coordinates, at rest or at the key times of an animation.
#pragma once

#include "souple/geometry/gltf_document.h"
#include "souple/geometry/mesh_files.h"

namespace souple {

/// One frame: the scene as the file shows it without animation.
MeshSequence rest_pose(const GltfDocument& document);

/// The same with its groups; see GroupedMesh.
GroupedMesh grouped_rest_pose(const GltfDocument& document);

/// A frame for each key time of the first animation, or the rest pose when there is none. Cubic splines are
/// taken as straight between their keys.
MeshSequence animated(const GltfDocument& document);

}  // namespace souple
