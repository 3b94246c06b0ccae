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
#include "souple/core/memory_limit.h"
#include "souple/core/parallel.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"
#include "souple/scene/memory_estimate.h"
#include "souple/scene/simulation.h"

namespace souple::cli {

namespace fs = std::filesystem;

namespace {

/// What the scene will take, part by part; of many the largest.
void print_memory(const Scene& scene) {
    constexpr std::size_t most_rows = 12;
    std::vector<MemoryShare> shares = estimate_memory(scene);
    std::stable_sort(shares.begin(), shares.end(), [](const MemoryShare& a, const MemoryShare& b) {
        return a.bytes + a.recording > b.bytes + b.recording;
    });
    fmt::print("memory, about:\n  {:<20} {:>10} {:>10}\n", "", "to run", "with -o");
    for (std::size_t k = 0; k < std::min(shares.size(), most_rows); ++k)
        fmt::print("  {:<20} {:>10} {:>10}{}{}\n", shares[k].name, memory_text(shares[k].bytes),
                   memory_text(shares[k].bytes + shares[k].recording), shares[k].contents.empty() ? "" : "  ",
                   shares[k].contents);
    if (shares.size() > most_rows) fmt::print("  and {} smaller ones\n", shares.size() - most_rows);
    const std::string program = memory_text(total_memory({}, false));
    fmt::print("  {:<20} {:>10} {:>10}\n", "the program itself", program, program);
    const MemoryLimit limit = default_memory_limit();
    fmt::print("  {:<20} {:>10} {:>10}  of {}, {}\n", "total", memory_text(total_memory(shares, false)),
               memory_text(total_memory(shares, true)),
               memory_text(scene.most_memory > 0 ? scene.most_memory : limit.bytes),
               scene.most_memory > 0 ? "given by --memory" : limit.reason);
}

}  // namespace

int check(const CheckOptions& options) {
    const Simulation simulation = make_simulation(load_scene(
        options.scene, {.settings = options.settings, .read_file = {}, .most_memory = options.memory}));
    check_recordable(simulation);
    fmt::print("{}: good ({} parts, {} probes, {} expectations)\n", options.scene,
               simulation.scene.def.parts.size(), simulation.probes.size(),
               simulation.scene.def.expect.size());
    print_memory(simulation.scene);
    return good;
}

int list(const std::string& folder) {
    if (!fs::is_directory(folder)) throw InputError(fmt::format("{}: is not a folder", folder));
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".json" && entry.is_regular_file())
            files.push_back(entry.path().string());
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
