// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Scenes that are nearly right: shipped ones with values and bytes changed.
#pragma once

#include <string>
#include <vector>

#include "souple/core/rng.h"
#include "souple/scene/scene.h"

namespace souple::trials {

struct BaseScene {
    std::string file;
    std::string text;
    Node root;                    ///< empty when the text does not read
    std::vector<double> numbers;  ///< sorted, of the text and of the complete document
};

struct MutatedScenes {
    std::vector<BaseScene> bases;
    std::vector<std::string> words;  ///< keys and texts of all of them, sorted
    Rng rng;
};

/// Scenes of these folders and files that are short enough to be tried often.
MutatedScenes make_mutated_scenes(const std::vector<std::string>& paths, std::uint64_t seed);

struct MutatedScene {
    const BaseScene* base = nullptr;
    std::string text;
    std::vector<std::string> settings;  ///< as of --set
};
/// The next one: changed bytes, changed values, or the scene as it is with a setting.
MutatedScene draw_mutated(MutatedScenes& scenes, bool moderate);

/// Whether the numbers of a scene that its base does not have are small enough to ask for little matter.
bool is_moderate(const Scene& scene, const BaseScene& base);

}  // namespace souple::trials
