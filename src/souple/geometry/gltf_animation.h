// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The first animation of a glTF file: curves over time for translation, rotation, scale and morph weights of
// nodes.
#pragma once

#include <vector>

#include "souple/geometry/gltf_nodes.h"

namespace souple {

struct GltfChannel {
    enum class Path { Translation, Rotation, Scale, Weights };
    std::size_t node = 0;
    Path path = Path::Translation;
    bool is_step = false;      ///< held until the next key
    std::size_t width = 3;     ///< numbers in a key
    std::vector<Real> times;   ///< [s], increasing
    std::vector<Real> values;  ///< width for each time
};

struct GltfAnimation {
    std::vector<Real> times;  ///< [s], all key times, increasing
    std::vector<GltfChannel> channels;
};

/// Empty when the file has no animation.
GltfAnimation read_animation(const GltfDocument& document, const GltfNodes& nodes);

/// Moves the nodes to where the animation has them at a time.
void pose(const GltfAnimation& animation, Real time, GltfNodes& nodes);

}  // namespace souple
