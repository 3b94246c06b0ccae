// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzes the checkpoint reader: any bytes are refused with InputError or give a state that fits.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "souple/core/errors.h"
#include "souple/scene/checkpoint.h"

namespace {

const souple::Simulation& simulation() {
    static const souple::Simulation made = souple::make_simulation(souple::load_scene_text(
        R"({ "souple": 1, "duration": 1, "step": 0.1,
             "parts": [ { "kind": "particles", "name": "net", "clouds": [ { "count": 4 } ] },
                        { "kind": "frames", "name": "body", "frames": [ {} ] } ],
             "probes": [ { "name": "energy", "measure": "total_energy" } ] })",
        "fuzz.json"));
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    souple::Simulation copy = simulation();
    try {
        souple::from_bytes({reinterpret_cast<const char*>(data), size}, "fuzz", copy);
    } catch (const souple::InputError&) {
        return 0;
    }
    if (copy.world.state.x.size() != simulation().world.state.x.size()) std::abort();
    return 0;
}
