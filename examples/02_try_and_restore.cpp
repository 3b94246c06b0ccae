// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A step is a transaction: keep a State, try something, go back.
// Two futures of one world are compared, and the world goes on from where it was, to the bit.
// Look for equal hashes after both ways of reaching the same time.
#include <fmt/format.h>

#include <souple/souple.h>

int main() {
    souple::World world;
    souple::ParticlesDef rope;
    rope.chains = {{.from = {0, 0, 0},
                    .to = {1, 0, 0},
                    .segments = 20,
                    .mass = 0.2,
                    .stiffness = 500,
                    .pinned_start = 1}};
    rope.part.substeps = 32;
    add_particles(world, rope);
    for (int i = 0; i < 30; ++i) world.step();

    // what if gravity pointed up from here on?
    const souple::State kept = world.state;
    world.model.gravity = {0, 9.81, 0};
    for (int i = 0; i < 30; ++i) world.step();
    const souple::Real if_up = max_height(world.state, world.model.parts[0]);

    // it does not: go back, and see that nothing of the try is left
    world.state = kept;
    world.model.gravity = {0, -9.81, 0};
    for (int i = 0; i < 30; ++i) world.step();
    const auto after_try = hash_of(world.state);
    world.state = kept;
    for (int i = 0; i < 30; ++i) world.step();
    fmt::print("turned upside down the rope would reach {:.3f} m; hashes {:016x} and {:016x}\n", if_up,
               after_try, hash_of(world.state));
    return after_try == hash_of(world.state) ? 0 : 1;
}
