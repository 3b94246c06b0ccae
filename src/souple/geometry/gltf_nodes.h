// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The tree of nodes of a glTF scene and where it puts things.
#pragma once

#include <vector>

#include "souple/geometry/gltf_document.h"
#include "souple/math/types.h"

namespace souple {

using Affine = Eigen::Transform<Real, 3, Eigen::Affine>;

struct GltfNode {
    int parent = -1;
    bool has_matrix = false;
    Affine matrix = Affine::Identity();
    Vec3 translation = Vec3::Zero();  ///< [m]
    Quat rotation = Quat::Identity();
    Vec3 scale = Vec3::Ones();
    std::vector<Real> morph_weights;
};

struct GltfNodes {
    std::vector<GltfNode> list;
    std::vector<std::size_t> order;  ///< the scene's nodes, parents before children
};

/// Throws InputError when the nodes are not a forest.
GltfNodes read_nodes(const GltfDocument& document);

/// From each node of the scene to the scene.
std::vector<Affine> global_transforms(const GltfNodes& nodes);

/// Sixteen numbers, column by column.
Affine affine_of(const Real* numbers);

}  // namespace souple
