// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Nanoseconds for each spring, bend and hinge: whole force evaluations of parts large enough to matter.
#include <benchmark/benchmark.h>

#include "souple/core/parallel.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/cloth.h"
#include "souple/models/particles.h"

namespace {

using namespace souple;

/// A sheet of 64 x 64 squares, slightly waved so that nothing is at rest.
World sheet(Real bend_rigidity) {
    World world;
    ClothDef def;
    def.columns = def.rows = 64;
    def.damping_time = 1e-4;
    def.bend_rigidity = bend_rigidity;
    add_cloth(world, def);
    world.model.gravity.setZero();
    for (Vec3& x : world.state.x) x.y() = 0.02 * std::sin(9 * x.x()) * std::cos(7 * x.z());
    return world;
}

World hair() {
    World world;
    ParticlesDef def;
    for (int k = 0; k < 400; ++k)
        def.chains.push_back({.from = {0.01 * k, 0, 0},
                              .to = {0.01 * k, -1, 0.2},
                              .segments = 20,
                              .bending = ChainBending::Hinge,
                              .bend_stiffness = 1e-3});
    add_particles(world, def);
    Rng rng{1};
    for (Vec3& x : world.state.x) x += 0.005 * Vec3(rng.normal(), rng.normal(), rng.normal());
    return world;
}

/// Evaluates all forces of the first part again and again; reports the time of one element.
void evaluate(benchmark::State& run, World world, int elements, int threads) {
    const ThreadLimit limit(threads);
    Forces forces;
    const Part& part = world.model.parts[0];
    const Moment moment{world.state.x, world.state.v, world.state.frames, 0};
    for (auto _ : run) {
        evaluate_forces(world.model, world.control, part, moment, world.scratch->solver.assembly, forces);
        benchmark::DoNotOptimize(forces.point.data());
    }
    run.counters["ns_per_element"] =
        benchmark::Counter(static_cast<double>(elements) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void springs(benchmark::State& run) {
    World world = sheet(0);
    const int count = world.model.parts[0].springs.count;
    evaluate(run, std::move(world), count, static_cast<int>(run.range(0)));
}

void springs_and_bends(benchmark::State& run) {
    World world = sheet(1e-4);
    const int count = world.model.parts[0].bends.count;
    evaluate(run, std::move(world), count, static_cast<int>(run.range(0)));
}

void springs_and_hinges(benchmark::State& run) {
    World world = hair();
    const int count = world.model.parts[0].hinges.count;
    evaluate(run, std::move(world), count, static_cast<int>(run.range(0)));
}

BENCHMARK(springs)->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(springs_and_bends)->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(springs_and_hinges)->Arg(1)->Arg(2)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
