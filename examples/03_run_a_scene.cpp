// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Runs a scene file from a program: load, step, read the probes, judge the expectations.
// Look for the verdicts that `souple run SCENE --check` prints.
#include <fmt/format.h>

#include <souple/souple.h>

int main(int argc, char** argv) {
    const std::string text = R"({ "souple": 1, "title": "A stone", "duration": 1, "step": 0.001,
        "parts": [ { "kind": "particles", "name": "stone", "points": [ { "position": [0, 5, 0] } ] },
                   { "kind": "obstacle", "name": "ground", "shape": { "kind": "plane" } } ],
        "probes": [ { "name": "height", "measure": "min_height", "part": "stone" } ],
        "expect": [ { "probe": "height", "at": 1.0, "near": 0.095, "tolerance": 0.01 } ] })";
    souple::Simulation simulation = souple::make_simulation(
        argc > 1 ? souple::load_scene(argv[1]) : souple::load_scene_text(text, "stone.json"));
    while (!is_finished(simulation))
        if (const auto report = advance(simulation); report.failure) {
            fmt::print("{}\n", to_text(*report.failure));
            return 1;
        }
    bool good = true;
    for (const souple::Verdict& verdict : judge(simulation.scene.def.expect, simulation.probes)) {
        fmt::print("{} = {:.4f}, expected {}: {}\n", verdict.name, verdict.value, verdict.bound,
                   verdict.ok ? "ok" : "FAILED");
        good = good && verdict.ok;
    }
    return good ? 0 : 1;
}
