// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The hanging cloth in souple.
#include <chrono>
#include <cmath>

#include "hanging_cloth.h"
#include "souple/core/parallel.h"
#include "souple/models/cloth.h"

namespace souple::bench {

namespace {

ClothDef cloth_of(Real modulus) {
    ClothDef def;
    def.mesh = hanging_mesh();
    def.law = ClothLaw::VanGelder;
    def.stiffness = modulus;
    def.density = density;
    def.part.self_contact = false;  // Bullet's sheet does not meet itself either
    def.part.touches = Touches::Bodies;
    PinDef pin;
    for (std::size_t i = 0; i < def.mesh.points.size(); ++i)
        if (is_pinned(i)) pin.points.push_back(static_cast<int>(i));
    def.holds.pins = {pin};
    // Bullet's links lose energy by themselves; ours by a little damping, well inside its stability limit
    const Real mass = density / (squares * squares), omega = std::sqrt(8 * modulus / mass);
    def.damping_time = 0.2 / omega;
    // semi-implicit Euler is stable for omega h < 2, with omega^2 at most 8 k/m on this mesh; damping takes
    // some of it
    def.part.substeps = static_cast<int>(std::ceil(frame * omega / 1.5));
    return def;
}

}  // namespace

Outcome run_souple(Real modulus, int threads) {
    const ThreadLimit limit(threads);
    const TriangleMesh mesh = hanging_mesh();
    const std::vector<MeshEdge> edges = edges_of(mesh);
    World world;
    add_cloth(world, cloth_of(modulus));
    Outcome outcome;
    for (int f = 0; f < frames; ++f) {
        const auto start = std::chrono::steady_clock::now();
        if (world.step({.h = frame}).failure) return {.rms_strain = NAN};
        outcome.wall_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (f >= frames - settled_frames)
            outcome.rms_strain += rms_strain(edges, mesh, world.state.x) / settled_frames;
    }
    for (const Vec3& x : world.state.x) outcome.lowest = std::min(outcome.lowest, x.y());
    return outcome;
}

}  // namespace souple::bench
