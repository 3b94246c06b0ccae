// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cloth that refines itself: time against error for uniform meshes and for the adaptive one, all on the same
// code (004 R7, R12, R13), and how the cost grows with the number and level of faces. Error: closest
// distances between the final surface and that of the finest uniform mesh.
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "final_surface.h"
#include "souple/core/parallel.h"
#include "souple/models/cloth.h"

namespace {

using namespace souple;

/// The shortest of several runs, which all end alike: what else the machine does only makes one longer.
Outcome quickest(int runs, const std::string& file, const std::vector<std::string>& settings) {
    Outcome best = run_cloth(file, settings);
    for (int k = 1; k < runs; ++k)
        if (const Outcome again = run_cloth(file, settings); again.seconds < best.seconds) best = again;
    return best;
}

void compare(const std::string& file, const std::string& part, int finest, int threads) {
    const ThreadLimit limit(threads);
    const auto level = [&](const char* key, int value) {
        return fmt::format("parts.{}.adapt.{}={}", part, key, value);
    };
    const std::string looks = fmt::format("parts.{}.adapt.every_tick=true", part);  // (004 F4.25, T27)
    constexpr int runs = 5;
    const Outcome fine = quickest(runs, file, {level("start_level", finest), level("max_level", finest)});
    const Outcome shifted = run_cloth(file, {level("start_level", finest), level("max_level", finest)}, 1e-9);
    const Distance chaos = between(fine.surface, shifted.surface);
    std::printf(
        "%s, %d thread(s): uniform level %d takes %.2f s; a start shifted by 1 nm ends %.3g %% away\n",
        file.c_str(), threads, finest, fine.seconds, 100 * chaos.max);
    std::printf("  %-22s %8s %9s %8s %10s %10s\n", "mesh", "faces", "seconds", "faster", "max [%]",
                "rms [%]");
    const auto print = [&](const std::string& name, const Outcome& outcome) {
        const Distance d = between(fine.surface, outcome.surface);
        std::printf("  %-22s %8d %9.3f %8.2f %10.2f %10.2f   adapting %.1f %%\n", name.c_str(), outcome.faces,
                    outcome.seconds, fine.seconds / outcome.seconds, 100 * d.max, 100 * d.rms,
                    100 * outcome.adapt_seconds / outcome.seconds);
    };
    for (int k = 0; k < finest; ++k)
        print(fmt::format("uniform level {}", k),
              quickest(runs, file, {level("start_level", k), level("max_level", k)}));
    print("adaptive", quickest(runs, file, {level("max_level", finest)}));
    print("looking in every tick", quickest(runs, file, {level("max_level", finest), looks}));
    print("adaptive, 20 + 15 deg",
          quickest(runs, file, {level("max_level", finest), level("alpha", 20), level("beta", 15)}));
}

/// [s] for one step of a flat sheet of columns x columns squares, all divided `level` times.
Real seconds_for_step(int columns, int level, int max_level) {
    World world;
    ClothDef def;
    def.columns = def.rows = columns;
    def.width = def.height = 0.125 * columns;
    def.stiffness = 50;
    def.bend_rigidity = 1e-3;
    def.part.substeps = 1;
    def.part.self_contact = false;  // as in the source
    def.part.touches = Touches::Bodies;
    def.adapt = RefineRule{};
    def.adapt->start_level = level;
    def.adapt->max_level = max_level;
    add_cloth(world, def);
    (void)world.step({0.004, 1});
    const int steps = std::max(2, 200000 / ((columns * columns) << (3 * level)));
    Real least = std::numeric_limits<Real>::max();
    for (int k = 0; k < 5; ++k) {
        const auto start = std::chrono::steady_clock::now();
        for (int step = 0; step < steps; ++step) (void)world.step({0.004, 1});
        least = std::min(
            least, std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count() / steps);
    }
    return least;
}

/// Slope of log(time) over log(sum over leaves of 2^level), from 2 000 to 200 000 leaves.
void find_cost_slope() {
    const ThreadLimit limit(1);
    struct Size {
        int columns, level;
    };
    Real n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    std::printf("  %8s %6s %10s %12s %10s\n", "leaves", "level", "sum 2^l", "ms a step", "ns each");
    for (const auto& [columns, level] :
         {Size{46, 0}, {22, 1}, {12, 2}, {140, 0}, {64, 1}, {32, 2}, {448, 0}, {112, 2}}) {
        const Real leaves = std::ldexp(Real(columns) * columns, 2 * level), sum = std::ldexp(leaves, level);
        const Real seconds = seconds_for_step(columns, level, level);
        std::printf("  %8.0f %6d %10.0f %12.3f %10.1f\n", leaves, level, sum, 1e3 * seconds,
                    1e9 * seconds / sum);
        const Real x = std::log(sum), y = std::log(seconds);
        n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    std::printf("  slope of the cost: %.3f\n", (n * sxy - sx * sy) / (n * sxx - sx * sx));
    std::printf("  finest level allowed 2: %.3f ms, 10: %.3f ms a step\n", 1e3 * seconds_for_step(64, 0, 2),
                1e3 * seconds_for_step(64, 0, 10));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string folder = std::string(SOUPLE_SOURCE_DIR) + "/scenes/cloth/";
    const bool deep = argc > 1 && std::string(argv[1]) == "--deep";
    for (const int threads : {1, 2}) {
        compare(folder + "r7_tablecloth.json", "nappe", 3, threads);
        compare(folder + "r12_net.json", "net", 2, threads);
        compare(folder + "r13_two_sides.json", "net", 2, threads);
    }
    find_cost_slope();
    if (deep) compare(folder + "r7_tablecloth.json", "nappe", 4, 2);
}
