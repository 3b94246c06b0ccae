// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzing of scene files: any bytes are loaded, or refused with an InputError.
// A zero byte divides the scene from the text that all its includes read.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "scene_trial.h"
#include "souple/core/errors.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/resolve.h"
#include "souple/scene/json/write.h"

namespace {

using namespace souple;

/// Names no file and asks for no more matter than a fuzzer has time for.
bool is_small(const Node& node) {
    if (node.is(NodeKind::Number)) return std::abs(node.number) <= 100;
    const auto is_file = [](const Member& m) {
        return m.key == "file" || m.key == "mesh" || m.key == "urdf" || m.key == "groom";
    };
    return std::all_of(node.items.begin(), node.items.end(), is_small) &&
           std::all_of(node.members.begin(), node.members.end(),
                       [&](const Member& m) { return !is_file(m) && is_small(m.value); });
}

/// A scene that reads well is built and stepped once.
void build(const std::string& text, const LoadOptions& load) {
    trials::TrialOptions options;
    options.steps = 1;
    options.most_work = 1e4;
    options.load = load;
    options.is_moderate = [](const Scene& scene) { return is_small(scene.document.root); };
    const trials::Trial trial = trials::try_scene(text, "scene.json", options);
    if (trial.outcome != trials::Outcome::Broken) return;
    std::fprintf(stderr, "%s\n", trial.what.c_str());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = text.find('\0');
    const std::string included = cut == std::string::npos ? "{}" : text.substr(cut + 1);
    LoadOptions options;
    options.read_file = [&](const std::string& path) { return parse_json(included, path); };
    try {
        Document document = load_document_text(text.substr(0, cut), "scene.json", options);
        // what was loaded must survive writing
        const Node again = parse_json(to_text(document.root), "again.json").root;
        SOUPLE_ASSERT(same_value(again, document.root));
        set_value(document, "parts.0.stiffness", "1");
        build(text.substr(0, cut), options);
    } catch (const InputError&) {
    }
    return 0;
}
