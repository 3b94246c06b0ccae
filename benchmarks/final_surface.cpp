// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "final_surface.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

#include "souple/core/parallel.h"
#include "souple/geometry/distance.h"
#include "souple/scene/simulation.h"

namespace souple {

namespace {

Real distance_to(const Surface& surface, const Vec3& p) {
    Real least = std::numeric_limits<Real>::max();
    for (const auto& [a, b, c] : surface.triangles) {
        const Vec3 near =
            closest_on_triangle(p, surface.points[a], surface.points[b], surface.points[c]).point;
        least = std::min(least, (p - near).squaredNorm());
    }
    return std::sqrt(least);
}

}  // namespace

Outcome run_cloth(const std::string& file, const std::vector<std::string>& settings, Real shift) {
    Simulation simulation = make_simulation(load_scene(file, {settings, {}}));
    World& world = simulation.world;
    for (Vec3& x : world.state.x) x.x() += shift;
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t begun = std::clock();
    while (!is_finished(simulation))
        if (advance(simulation).failure) std::fprintf(stderr, "the run failed\n"), std::exit(1);
    Outcome outcome;
    outcome.seconds = std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
    outcome.processor = static_cast<Real>(std::clock() - begun) / CLOCKS_PER_SEC;
    outcome.adapt_seconds = simulation.profile[Stage::Adapt];
    const Part& part = world.model.parts[world.model.adaptive.front().part];
    for (int p = part.points.begin; p < part.points.end(); ++p)
        outcome.surface.points.push_back(world.state.x[p]);
    for (int t = part.triangles.begin; t < part.triangles.end(); ++t) {
        const auto [a, b, c] = world.model.triangles[t];
        outcome.surface.triangles.push_back(
            {a - part.points.begin, b - part.points.begin, c - part.points.begin});
    }
    const int per_face = world.model.adaptive.front().squares ? 2 : 1;
    outcome.faces = part.triangles.count / per_face;
    return outcome;
}

Distance between(const Surface& fine, const Surface& other) {
    std::vector<Real> there(fine.points.size()), back(other.points.size());
    parallel_for(
        static_cast<int>(there.size()), [&](int i) { there[i] = distance_to(other, fine.points[i]); }, 64);
    parallel_for(
        static_cast<int>(back.size()), [&](int i) { back[i] = distance_to(fine, other.points[i]); }, 64);
    Distance distance;
    for (const Real d : there) distance.rms += d * d;
    distance.rms = std::sqrt(distance.rms / there.size());
    distance.max =
        std::max(*std::max_element(there.begin(), there.end()), *std::max_element(back.begin(), back.end()));
    return distance;
}

}  // namespace souple
