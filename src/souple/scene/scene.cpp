// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/scene.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "souple/scene/check_scene.h"
#include "souple/scene/describe_scene.h"

namespace souple {

Scene load_scene(const std::string& path, const LoadOptions& options) {
    Scene scene{path, load_document(path, options), {}, options.most_memory};
    reread(scene);
    return scene;
}

Scene load_scene_text(std::string text, const std::string& file_name, const LoadOptions& options) {
    Scene scene{file_name, load_document_text(std::move(text), file_name, options), {}, options.most_memory};
    reread(scene);
    return scene;
}

void reread(Scene& scene) {
    scene.def = {};
    read(scene.document, scene.def);
    check_scene(scene);
}

Node scene_schema() {
    Node schema = schema_of<SceneDef>();
    add_authoring_schema(schema);
    return schema;
}

}  // namespace souple
