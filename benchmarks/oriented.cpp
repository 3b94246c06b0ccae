// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Oriented particles with cohesion, friction and shape and 18 neighbours each: particle-steps in a second,
// nanoseconds for a pair, and how the time of a step grows with their number.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "souple/dynamics/oriented/oriented_forces.h"
#include "souple/models/oriented.h"

namespace {

using namespace souple;

/// A cube of particles at rest distance from each other: 6 at 1 m and 12 at 1.41 m are in range.
World crowd_of(int side) {
    const auto law = [](LawKind kind, Real weight) {
        InteractionDef def;
        def.law.kind = kind;
        def.law.weight = weight;
        def.law.amplitude = kind == LawKind::PairFriction ? 1 : 100;
        def.range = 1.6;
        return def;
    };
    OrientedDef def;
    def.laws = {{.name = "all",
                 .interactions = {law(LawKind::Cohesion, 1), law(LawKind::PairFriction, 1),
                                  law(LawKind::PrincipalShape, 1)}}};
    def.objects.resize(1);
    def.objects[0].shape = BlockShape{{side, side, side}, 1, 0.02};
    World world;
    world.model.gravity.setZero();
    add_oriented(world, def);
    return world;
}

struct Timing {
    double wall = 0, processor = 0;  ///< [s] of one step
};

Timing time_step(World& world, int steps) {
    world.step({.h = 1.0 / 200});
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    for (int k = 0; k < steps; ++k) world.step({.h = 1.0 / 200});
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    return {wall.count() / steps, double(std::clock() - processor) / CLOCKS_PER_SEC / steps};
}

double neighbours_of(const World& world) {
    const auto pairs = pairs_in_range(world.model.oriented[0], world.state.frames.x);
    return 2.0 * static_cast<double>(pairs.size()) / world.state.frames.count();
}

}  // namespace

int main(int argc, char** argv) {
    const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
    const ThreadLimit limit(threads);
    fmt::print("oriented particles, cohesion + friction + shape, {} threads\n", threads);
    fmt::print("{:>10} {:>11} {:>9} {:>10} {:>16} {:>8}\n", "particles", "neighbours", "wall ms", "cpu ms",
               "particle-steps/s", "ns/pair");
    Timing first, last;
    double first_count = 0, last_count = 0;
    for (const int side : {22, 46, 100}) {
        World world = crowd_of(side);
        const double count = world.state.frames.count(), around = neighbours_of(world);
        const Timing timing = time_step(world, std::max(3, int(2e5 / count)));
        fmt::print("{:>10} {:>11.1f} {:>9.2f} {:>10.2f} {:>16.0f} {:>8.0f}\n", count, around,
                   1e3 * timing.wall, 1e3 * timing.processor, count / timing.wall,
                   1e9 * timing.processor / (0.5 * count * around));
        if (first_count == 0) first = timing, first_count = count;
        last = timing, last_count = count;
    }
    const double decades = std::log(last_count / first_count);
    fmt::print("slope of log time over log number: {:.3f} wall, {:.3f} processor (bar: 1.05)\n",
               std::log(last.wall / first.wall) / decades,
               std::log(last.processor / first.processor) / decades);
    return 0;
}
