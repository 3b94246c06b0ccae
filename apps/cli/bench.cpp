// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// bench: times scenes at several thread counts and compares their hashes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "commands.h"
#include "souple/core/parallel.h"
#include "souple/scene/json/write.h"
#include "souple/scene/report.h"

namespace souple::cli {

namespace {

struct Timing {
    std::string scene;
    int threads = 1;
    double seconds = 0;  ///< [s] of stepping, the quickest of the repeats
    std::int64_t steps = 0;
    double simulated_s = 0;
    std::string hash;
};

double run_once(Simulation& simulation) {
    const auto start = std::chrono::steady_clock::now();
    StepReport report;
    while (!report.failure && !is_finished(simulation)) report = advance(simulation);
    if (report.failure) throw SolverError(simulation.scene.file + ": " + to_text(*report.failure));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Timing time_scene(const std::string& scene, int threads, int repeats, double memory) {
    ThreadLimit limit(threads);
    Timing timing{
        .scene = scene, .threads = threads, .seconds = std::numeric_limits<double>::max(), .hash = {}};
    for (int r = 0; r < repeats; ++r) {
        Simulation simulation =
            make_simulation(load_scene(scene, {.settings = {}, .read_file = {}, .most_memory = memory}));
        limit.run([&] { timing.seconds = std::min(timing.seconds, run_once(simulation)); });
        timing.steps = simulation.world.state.step;
        timing.simulated_s = simulation.world.state.time;
        timing.hash = hash_text(simulation.world.state);
    }
    return timing;
}

Node to_node(const Timing& timing) {
    return make_object({{"scene", timing.scene},
                        {"threads", timing.threads},
                        {"seconds", timing.seconds},
                        {"steps", timing.steps},
                        {"simulated_s", timing.simulated_s},
                        {"hash", timing.hash}});
}

/// The first scene whose hash depends on the number of threads, or empty.
std::string unequal_scene(const std::vector<Timing>& timings) {
    for (const Timing& a : timings)
        for (const Timing& b : timings)
            if (a.scene == b.scene && a.hash != b.hash) return a.scene;
    return "";
}

}  // namespace

int bench(const BenchOptions& options) {
    for (const int threads : options.threads)
        if (threads < 1)
            throw InputError(fmt::format("--threads {}: at least one thread is needed", threads));
    std::vector<Timing> timings;
    if (!options.json) fmt::print("scene,threads,seconds,steps,ms_per_step,hash\n");
    for (const std::string& scene : options.scenes)
        for (const int threads : options.threads) {
            timings.push_back(time_scene(scene, threads, options.repeats, options.memory));
            const Timing& t = timings.back();
            if (!options.json)
                fmt::print("{},{},{:.4f},{},{:.4f},{}\n", t.scene, t.threads, t.seconds, t.steps,
                           1000 * t.seconds / static_cast<double>(t.steps), t.hash);
        }
    Node all = make_array();
    for (const Timing& timing : timings) append(all, to_node(timing));
    if (options.json) fmt::print("{}\n", to_text(all, TextLayout::Pretty));
    const std::string unequal = unequal_scene(timings);
    if (unequal.empty()) return good;
    fmt::print(stderr, "error: {}: the hash depends on the number of threads\n", unequal);
    return physics_failed;
}

}  // namespace souple::cli
