// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/studio_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <iterator>

#include "souple/scene/json/named_files.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace fs = std::filesystem;

namespace {

bool lies_inside(const fs::path& folder, const fs::path& real) {
    const fs::path relative = real.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

constexpr int most_seen_entries = 200000;              // files and folders
constexpr std::uintmax_t most_scene_bytes = 64 << 20;  // a larger .json is data

std::string picture_of(const fs::path& folder, const fs::path& scene) {
    std::string name = scene.lexically_relative(folder / "scenes").replace_extension("").generic_string();
    std::replace(name.begin(), name.end(), '/', '_');
    const std::string picture = "docs/gallery/" + name + ".jpg";
    return fs::exists(folder / picture) ? picture : "";
}

struct SceneSearch {
    fs::path folder;
    std::deque<std::pair<fs::path, int>> folders;  ///< to look into, with their depth
    int entries = 0;                               ///< looked at
    int too_deep = 0;                              ///< folders that were not entered
    SceneList found;
};

/// A word that every scene has, before the whole file is read as JSON.
bool may_be_scene(const fs::path& file) {
    std::error_code error;
    if (fs::file_size(file, error) > most_scene_bytes || error) return false;
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return text.find("\"parts\"") != std::string::npos;
}

/// What cannot be read cannot be opened either: it is passed over.
void look_at(const fs::path& file, SceneSearch& search) {
    if (!may_be_scene(file)) return;
    try {
        const Document document = read_json_file(file.string());
        const Node* title = find_member(document.root, "title");
        if (!find_member(document.root, "parts") || (!title && !find_member(document.root, "souple"))) return;
        search.found.scenes.push_back({file.lexically_relative(search.folder).generic_string(),
                                       title && !title->text.empty() ? title->text : file.stem().string(),
                                       picture_of(search.folder, file)});
    } catch (const InputError&) {
    }
}

bool is_passed_over(const fs::path& folder) {
    const std::string name = folder.filename().string();
    return name.starts_with('.') || name == "build" || name == "node_modules";
}

void look_into(const fs::path& folder, int depth, SceneSearch& search) {
    std::vector<fs::path> folders, files;
    std::error_code error;
    const auto options = fs::directory_options::skip_permission_denied;
    for (auto entry = fs::directory_iterator(folder, options, error);
         !error && entry != fs::directory_iterator() && search.entries < most_seen_entries;
         entry.increment(error), ++search.entries) {
        std::error_code unknown;
        const bool is_link = entry->is_symlink(unknown);  // a link to a folder may lead back up
        if (!is_link && entry->is_directory(unknown) && !is_passed_over(entry->path()))
            folders.push_back(entry->path());
        else if (entry->path().extension() == ".json" && entry->is_regular_file(unknown))
            files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    std::sort(folders.begin(), folders.end());
    for (const fs::path& file : files)
        if (static_cast<int>(search.found.scenes.size()) < most_listed_scenes) look_at(file, search);
    if (depth == most_folder_depth)
        search.too_deep += static_cast<int>(folders.size());
    else
        for (const fs::path& inner : folders) search.folders.emplace_back(inner, depth + 1);
}

}  // namespace

fs::path path_inside(const fs::path& folder, std::string_view file) {
    if (file.empty() || file.find('\0') != std::string_view::npos) throw InputError("a file needs a name");
    std::error_code error;
    const fs::path home = fs::canonical(folder, error);
    const fs::path real = fs::weakly_canonical(home / fs::path(file), error);
    if (error || !lies_inside(home, real))
        throw InputError(fmt::format("{}: is outside the folder of the studio", file));
    return real;
}

void check_files_inside(const fs::path& folder, const Document& document) {
    Node root = document.root;
    for_each_named_file(
        root, [&](Node& node) { path_inside(folder, fs::absolute(meant_file(document, node)).string()); });
}

Scene load_scene_inside(const fs::path& folder, std::string_view file) {
    const fs::path path = path_inside(folder, file);
    LoadOptions options;
    options.read_file = [&folder](const std::string& name) {
        path_inside(folder, fs::absolute(name).string());
        return read_json_file(name);
    };
    Scene scene{path.string(), load_document(path.string(), options), {}};
    check_files_inside(folder, scene.document);
    reread(scene);
    return scene;
}

std::string saved_text(const Document& document, const fs::path& target) {
    Node root = document.root;
    for_each_named_file(root, [&](Node& node) {
        const fs::path real = fs::weakly_canonical(fs::absolute(meant_file(document, node)));
        node.text = real.lexically_relative(target.parent_path()).generic_string();
    });
    return to_text(root, TextLayout::Pretty);
}

SceneList list_scenes(const fs::path& folder) {
    SceneSearch search{folder, {{folder, 0}}, 0, 0, {}};
    while (!search.folders.empty()) {  // near ones first: what is left out is far down
        const auto [inner, depth] = std::move(search.folders.front());
        search.folders.pop_front();
        look_into(inner, depth, search);
    }
    SceneList& found = search.found;
    std::sort(found.scenes.begin(), found.scenes.end(),
              [](const SceneEntry& a, const SceneEntry& b) { return a.file < b.file; });
    if (search.entries >= most_seen_entries || static_cast<int>(found.scenes.size()) >= most_listed_scenes)
        found.left_out = "there are more files than are looked at: start the studio further down";
    else if (search.too_deep > 0)
        found.left_out = fmt::format("folders more than {} deep are not looked into ({})", most_folder_depth,
                                     search.too_deep);
    return std::move(search.found);
}

}  // namespace souple
