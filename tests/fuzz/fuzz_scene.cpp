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

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace souple;
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
    } catch (const InputError&) {
    }
    return 0;
}
