// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One scene from text to a few steps, and what came of it: whatever a scene says, it is refused with a place,
// or it runs and all numbers stay finite, or the report says what went bad.
#pragma once

#include <functional>
#include <string>

#include "souple/scene/scene.h"

namespace souple::trials {

enum class Outcome {
    Ran,
    Refused,   ///< with file, line and path
    WentBad,   ///< the report says so
    SetAside,  ///< more matter than was asked for: not run
    Broken     ///< what must never happen
};

struct Trial {
    Outcome outcome = Outcome::Ran;
    std::string what;  ///< the message
    std::string path;  ///< refused: where
};

struct TrialOptions {
    int steps = 2;
    double most_work = 4e5;  ///< points and frames times substeps of one step; more is set aside
    LoadOptions load;
    /// Null: every scene that reads well is built.
    std::function<bool(const Scene&)> is_moderate;
};

/// Reads, builds, steps, shows and saves a scene.
Trial try_scene(const std::string& text, const std::string& file_name, const TrialOptions& options);

}  // namespace souple::trials
