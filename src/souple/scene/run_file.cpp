// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/run_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "souple/core/hash.h"
#include "souple/scene/json/binding.h"
#include "souple/scene/json/named_files.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"

namespace souple {

void describe(Binder& b, RunSource& d) {
    b.field("name", d.name, {.required = true, .min_size = 1, .doc = "Of the file."});
    b.field("fingerprint", d.fingerprint, {.required = true, .doc = "Of its bytes."});
}

void describe(Binder& b, RunFile& d) {
    b.about("What a run was asked for.");
    b.field("souple_run", d.version,
            {.at_least = 1, .at_most = 1, .required = true, .doc = "Version of the format."});
    b.field("run", d.run, {.required = true, .doc = "What checkpoints of this run are known by."});
    b.field("folder", d.folder, {.required = true, .min_size = 1, .doc = "Where the program was called."});
    b.field("command", d.command,
            {.required = true, .min_size = 2, .max_size = 100000, .doc = "What was said behind souple."});
    b.field("sources", d.sources, {.required = true, .doc = "Files that the run was made from."});
    b.check(run_of(d.run) != 0, "run: 16 hexadecimal digits were expected");
    b.check(!d.command.empty() && d.command.front() == "run", "command: \"run\" was expected first");
}

namespace {

/// Empty when the file cannot be read.
std::string fingerprint_of(const std::string& name) {
    std::error_code ignored;
    std::ifstream file(name, std::ios::binary);
    if (!file || !std::filesystem::is_regular_file(name, ignored)) return "";
    Hasher hasher;
    std::string piece(1 << 16, '\0');
    while (file) {
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        for (std::streamsize i = 0; i < file.gcount(); ++i)
            hasher.add_byte(static_cast<std::uint8_t>(piece[static_cast<std::size_t>(i)]));
    }
    return run_text(hasher.value());
}

}  // namespace

std::vector<RunSource> sources_of(const Scene& scene) {
    std::vector<std::string> names = scene.document.files;
    Node root = scene.document.root;
    for_each_named_file(root,
                        [&](Node& node) { names.push_back(meant_file(scene.document, node).string()); });
    std::vector<RunSource> sources;
    std::set<std::string> known;
    for (const std::string& name : names) {
        if (!known.insert(name).second) continue;
        const std::string fingerprint = fingerprint_of(name);
        if (!fingerprint.empty()) sources.push_back({name, fingerprint});  // (settings have no file)
    }
    return sources;
}

std::vector<std::string> changed_sources(const std::vector<RunSource>& sources) {
    std::vector<std::string> changed;
    for (const RunSource& source : sources) {
        const std::string now = fingerprint_of(source.name);
        if (now.empty())
            changed.push_back(source.name + " is gone");
        else if (now != source.fingerprint)
            changed.push_back(source.name + " has changed");
    }
    return changed;
}

std::string to_text(const RunFile& file) { return to_text(to_node(file), TextLayout::Pretty); }

RunFile read_run_file(std::string text, const std::string& name) {
    RunFile file;
    read(parse_json(std::move(text), name), file);
    return file;
}

std::string run_text(std::uint64_t run) { return fmt::format("{:016x}", run); }

std::uint64_t run_of(const std::string& text) {
    std::uint64_t run = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, run, 16);
    return text.size() == 16 && error == std::errc{} && at == end ? run : 0;
}

}  // namespace souple
