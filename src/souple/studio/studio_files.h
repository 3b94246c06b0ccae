// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Files of a studio: only those under the folder it was started in.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "souple/scene/scene.h"

namespace souple {

/// The real path of a file under the folder, links followed; InputError when it lies outside.
std::filesystem::path path_inside(const std::filesystem::path& folder, std::string_view file);

/// Reads a scene whose includes, meshes and grooms are all under the folder.
Scene load_scene_inside(const std::filesystem::path& folder, std::string_view file);

/// InputError when a mesh or groom that the document names lies outside the folder.
void check_files_inside(const std::filesystem::path& folder, const Document& document);

/// The whole scene as one file that needs no include; meshes and grooms are named as seen from `target`.
std::string saved_text(const Document& document, const std::filesystem::path& target);

/// A scene that can be opened.
struct SceneEntry {
    std::string file;     ///< relative to the folder
    std::string title;    ///< what it says of itself
    std::string picture;  ///< relative to the folder; empty: none
};
constexpr int most_listed_scenes = 2000;
constexpr int most_folder_depth = 8;  ///< below the folder

struct SceneList {
    std::vector<SceneEntry> scenes;  ///< sorted by file
    std::string left_out;            ///< what was not looked at, for people; empty: nothing
};
/// Every scene below the folder. Hidden folders, `build`, `node_modules` and links to folders are not
/// entered.
SceneList list_scenes(const std::filesystem::path& folder);

}  // namespace souple
