// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzing of scene files: any bytes are loaded, or refused with an InputError.
// A zero byte divides the scene from the text that all its includes read.
#include <cstddef>
#include <cstdint>
#include <string>

#include "souple/core/errors.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/resolve.h"
#include "souple/scene/json/write.h"
#include "souple/scene/simulation.h"

namespace {

using namespace souple;

/// A scene that reads well is built and stepped once, unless it asks for more matter than a fuzzer has time
/// for.
void build(const std::string& text, const LoadOptions& options) {
    const Scene scene = load_scene_text(text, "scene.json", options);
    std::size_t matter = 0;
    for (const PartChoice& part : scene.def.parts) {
        if (const auto* cloth = std::get_if<ClothEntry>(&part)) {
            if (!cloth->mesh.empty()) return;
            matter +=
                static_cast<std::size_t>(cloth->cloth.columns) * static_cast<std::size_t>(cloth->cloth.rows);
            matter += static_cast<std::size_t>(cloth->cloth.part.substeps);
        }
        if (const auto* particles = std::get_if<ParticlesDef>(&part)) {
            for (const ChainDef& chain : particles->chains)
                matter += static_cast<std::size_t>(chain.segments);
            for (const CloudDef& cloud : particles->clouds)
                matter += static_cast<std::size_t>(cloud.count) * static_cast<std::size_t>(cloud.count);
            matter += static_cast<std::size_t>(particles->part.substeps);
            if (particles->part.step_control.kind != StepControlKind::Fixed) return;
        }
    }
    if (matter > 2000 || scene.def.intervals > 10) return;
    Simulation simulation = make_simulation(scene);
    advance(simulation);
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
