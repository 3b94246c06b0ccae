// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies, cloth and their contacts: the same bits on 1, 2 and 8 threads, after a snapshot, and beside others.
#include <gtest/gtest.h>

#include "souple/core/parallel.h"
#include "souple/dynamics/scratch.h"
#include "souple/scene/checkpoint.h"
#include "support/rigid_world.h"
#include "support/test_scene.h"

namespace souple {
namespace {

/// Sixty mixed bodies that fall on marbles in a room, under a cloth that falls on them. The marbles are so
/// many that the rows of one colour go parallel.
World heap(ContactSolver solver = ContactSolver::SequentialImpulses) {
    std::vector<BodyDef> bodies = mixed_bodies(60, 4, 0.4, 4, {0.2, 0.5});
    BodyDef marbles = body_of(Sphere{0.03}, {-0.85, -0.97, -0.85}, {0.2, 0.5});
    marbles.repeat = {14, 1, 14};
    marbles.pitch = {0.13, 0, 0.13};
    bodies.push_back(marbles);
    World world = rigid_world(bodies, Vec3(0, -9.81, 0));
    add_room(world, 1, {0.2, 0.5});
    ClothDef cloth = small_cloth(16);
    cloth.holds.pins.clear();
    cloth.part.position = {0, 0.8, 0};
    add_cloth(world, cloth);
    world.model.contact.solver = solver;
    world.model.contact.max_iterations = 16;
    return world;
}

void run_intervals(World& world, int steps) {
    for (int k = 0; k < steps; ++k) world.step({.h = 1.0 / 60, .intervals = 2});
}

std::uint64_t hash_after(int threads, ContactSolver solver, int steps) {
    ThreadLimit limit(threads);
    World world = heap(solver);
    limit.run([&] { run_intervals(world, steps); });
    EXPECT_GT(world.state.touching.size(), 150u);
    EXPECT_GT(world.scratch->interaction.active.size(), 200u);
    return hash_of(world.state);
}

/// Bits of the bodies of a part.
std::uint64_t bits_of(const World& world, PartId id) {
    Hasher hasher;
    const Range frames = part_of(world.model, id).frames;
    for (int i = frames.begin; i < frames.end(); ++i)
        for (int k = 0; k < 3; ++k) {
            hasher.add(world.state.frames.x[i][k]);
            hasher.add(world.state.frames.v[i][k]);
            hasher.add(world.state.frames.w[i][k]);
            hasher.add(world.state.frames.q[i].coeffs()[k]);
        }
    return hasher.value();
}

/// The bits of a part beside strangers that come before and after it, or alone.
std::uint64_t bits_beside(const RigidDef& def, bool strangers) {
    World world;
    RigidDef other = rigid_of(mixed_bodies(12, 3, 0.5, 2, {0.5, 0.3}), "early");
    other.part.position = {40, 0.8, 0};
    if (strangers) add_rigid(world, other);
    add_floor(world, {0.3, 0.5});
    const PartId id = add_rigid(world, def);
    if (strangers) {
        other.part.name = "late";
        other.part.position = {-40, 0.8, 0};
        add_rigid(world, other);
        ClothDef cloth = small_cloth(6);
        cloth.part.position = {80, 0, 0};
        add_cloth(world, cloth);
    }
    run_intervals(world, 60);
    return bits_of(world, id);
}

std::string rigid_scene() {
    return scene_text(R"("duration": 0.6, "step": 0.02, "intervals": 3,
        "parts": [ { "kind": "rigid", "name": "bodies", "bodies": [
                       { "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] }, "position": [0, 0.15, 0], "repeat": [1, 4, 1], "pitch": [0, 0.22, 0] },
                       { "shape": { "kind": "sphere", "radius": 0.1 }, "position": [-0.5, 0.4, 0], "velocity": [3, 0, 0], "restitution": 0.5 } ] },
                   { "kind": "obstacle", "name": "floor", "shape": { "kind": "plane" } } ])");
}

}  // namespace

TEST(RigidDeterminism, F3_61_threads_do_not_change_a_bit_of_a_heap_of_bodies_and_cloth) {
    const std::uint64_t one = hash_after(1, ContactSolver::SequentialImpulses, 8);
    EXPECT_EQ(one, hash_after(2, ContactSolver::SequentialImpulses, 8));
    EXPECT_EQ(one, hash_after(8, ContactSolver::SequentialImpulses, 8));
    const std::uint64_t exact = hash_after(1, ContactSolver::Complementarity, 3);
    EXPECT_EQ(exact, hash_after(2, ContactSolver::Complementarity, 3));
    EXPECT_EQ(exact, hash_after(8, ContactSolver::Complementarity, 3));
}

TEST(RigidDeterminism, a_state_kept_and_resumed_gives_the_same_bits) {
    World world = heap();
    run_intervals(world, 6);
    const State kept = world.state;
    run_intervals(world, 4);
    World resumed = heap();  // fresh scratch: nothing may hide there
    resumed.state = kept;
    run_intervals(resumed, 4);
    EXPECT_EQ(hash_of(resumed.state), hash_of(world.state));
}

TEST(RigidDeterminism, a_checkpoint_holds_all_that_contacts_remember) {
    Simulation whole = make_simulation(load_scene_text(rigid_scene(), "rigid.json"));
    std::vector<std::string> saved;
    while (!is_finished(whole)) {
        if (whole.world.state.step % 10 == 9) saved.push_back(to_bytes(whole));
        ASSERT_FALSE(advance(whole).failure);
    }
    EXPECT_GT(whole.world.state.touching.size(), 3u);
    ASSERT_GE(saved.size(), 2u);
    for (const std::string& bytes : saved) {
        Simulation resumed = make_simulation(load_scene_text(rigid_scene(), "rigid.json"));
        from_bytes(bytes, "file", resumed);
        while (!is_finished(resumed)) advance(resumed);
        EXPECT_EQ(hash_of(resumed.world.state), hash_of(whole.world.state));
    }
}

TEST(RigidDeterminism, bodies_that_touch_nothing_are_not_changed_by_one_bit_when_others_are_added) {
    BodyDef body = body_of(Box{{0.1, 0.2, 0.3}}, {0, 30, 0});
    body.spin = {3, 0.1, 2};
    EXPECT_EQ(bits_beside(rigid_of({body}), false), bits_beside(rigid_of({body}), true));
}

TEST(RigidDeterminism, a_heap_is_not_changed_by_one_bit_by_a_heap_far_away) {
    RigidDef def = rigid_of(mixed_bodies(12, 3, 0.4, 1, {0.2, 0.5}));
    def.part.position = {0, 0.7, 0};
    EXPECT_EQ(bits_beside(def, false), bits_beside(def, true));
}

}  // namespace souple
