// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/studio_files.h"

#include <fmt/format.h>

#include <algorithm>

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

std::string picture_of(const fs::path& folder, const fs::path& scene) {
    std::string name = scene.lexically_relative(folder / "scenes").replace_extension("").generic_string();
    std::replace(name.begin(), name.end(), '/', '_');
    const std::string picture = "docs/gallery/" + name + ".jpg";
    return fs::exists(folder / picture) ? picture : "";
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

std::vector<SceneEntry> list_scenes(const fs::path& folder) {
    std::vector<SceneEntry> entries;
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder / "scenes", none)) {
        if (entry.path().extension() != ".json" || !entry.is_regular_file()) continue;
        try {
            const Document document = read_json_file(entry.path().string());
            const Node* title = find_member(document.root, "title");
            if (!title || !find_member(document.root, "parts")) continue;
            entries.push_back({entry.path().lexically_relative(folder).generic_string(), title->text,
                               picture_of(folder, entry.path())});
        } catch (const InputError&) {
            continue;  // what cannot be read cannot be opened either
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const SceneEntry& a, const SceneEntry& b) { return a.file < b.file; });
    return entries;
}

}  // namespace souple
