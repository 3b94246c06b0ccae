// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzes the reader of robot descriptions, and what is built from one.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "souple/core/errors.h"
#include "souple/scene/read_urdf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view file(reinterpret_cast<const char*>(bytes), size);
    try {
        souple::ArticulatedDef def;
        def.links = souple::read_urdf(file, "fuzz", {});
        souple::World world;
        souple::add_articulated(world, def);
    } catch (const souple::InputError&) {
        // a bad file must end here and nowhere else
    }
    return 0;
}
