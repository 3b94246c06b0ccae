// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// check, list, schema and info: verbs that look and do not simulate.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "apps/studio/http_answers.h"
#include "commands.h"
#include "first_frame.h"
#include "mesh_info.h"
#include "souple/core/parallel.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"
#include "souple/scene/simulation.h"

namespace souple::cli {

namespace fs = std::filesystem;

int check(const CheckOptions& options) {
    const Simulation simulation =
        make_simulation(load_scene(options.scene, {.settings = options.settings, .read_file = {}}));
    check_recordable(simulation);
    fmt::print("{}: good ({} parts, {} probes, {} expectations)\n", options.scene,
               simulation.scene.def.parts.size(), simulation.probes.size(),
               simulation.scene.def.expect.size());
    return good;
}

int list(const std::string& folder) {
    if (!fs::is_directory(folder)) throw InputError(fmt::format("{}: is not a folder", folder));
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
        try {
            const Document document = read_json_file(file);
            const Node* title = find_member(document.root, "title");
            if (find_member(document.root, "parts") && title) fmt::print("{:<48} {}\n", file, title->text);
        } catch (const InputError& error) {
            fmt::print("{:<48} (cannot be read: {})\n", file, error.what());
        }
    }
    return good;
}

int print_schema() {
    fmt::print("{}\n", to_text(scene_schema(), TextLayout::Pretty));
    return good;
}

int info(const std::string& mesh) {
    if (!mesh.empty()) return print_mesh(mesh);
    fmt::print(
        "souple {}\n  compiler: {}\n  instructions: {}\n  sanitizer: {}\n  threads: {}\n  studio: {}\n",
        SOUPLE_VERSION, __VERSION__,
#if defined(__AVX2__)
        "x86-64-v3 (AVX2, FMA)",
#else
        "baseline",
#endif
#if defined(__SANITIZE_ADDRESS__)
        "address",
#elif defined(__SANITIZE_THREAD__)
        "thread",
#else
        "none",
#endif
        default_thread_count(),
        studio::has_page() ? "with its page"
                           : "without its page, since npm or what it fetches was missing: "
                             "run tools/setup page with a network, then tools/build release");
    return good;
}

}  // namespace souple::cli
