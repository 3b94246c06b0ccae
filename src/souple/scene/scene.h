// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From a scene file to a world: read, check, build.
#pragma once

#include <string>

#include "souple/dynamics/world.h"
#include "souple/scene/json/node.h"
#include "souple/scene/json/resolve.h"
#include "souple/scene/scene_def.h"

namespace souple {

/// A scene as it was read: the complete document, for places of errors and animated numbers, and what it
/// says.
struct Scene {
    std::string file;
    Document document;
    SceneDef def;
    double most_memory = 0;  ///< [B] that it may take; 0: what default_memory_limit() leaves
};

/// Reads a scene file with its includes and settings. Throws SceneError with the place of the first mistake.
Scene load_scene(const std::string& path, const LoadOptions& options = {});
Scene load_scene_text(std::string text, const std::string& file_name, const LoadOptions& options = {});

/// Reads the document again after numbers in it have changed.
void reread(Scene& scene);

/// Lays down every part. Mistakes that only building can find are SceneErrors at the part's place.
World build_world(const Scene& scene);

/// The JSON Schema of scene files.
Node scene_schema();

}  // namespace souple
