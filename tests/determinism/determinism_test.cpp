// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The same bits on 1, 2 and 8 threads, after a snapshot, and beside strangers.
#include <gtest/gtest.h>

#include "souple/core/parallel.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/world.h"
#include "souple/scene/describe_parts.h"
#include "support/test_world.h"

namespace souple {

namespace {

const std::array<Method, 8> all_methods = {
    Method::ExplicitEuler, Method::ModifiedEuler, Method::SemiImplicitEuler, Method::VelocityVerlet,
    Method::Midpoint,      Method::RungeKutta4,   Method::ImplicitEuler,     Method::CorrectedEuler};

/// Large enough that every loop goes parallel: more than 2048 points, springs and bends.
World large_world(Method method) {
    World world;
    ClothDef cloth = small_cloth(48);
    cloth.part.method = method;
    cloth.part.substeps = method == Method::ImplicitEuler ? 1 : 4;
    cloth.stiffness = 2;
    cloth.part.solver_iterations = 20;
    add_cloth(world, cloth);
    world.model.winds.push_back({.name = {}, .velocity = {1, 0, 2}, .gust = 0.5});
    world.model.pressures.push_back({});
    world.model.drags.push_back({.name = {}, .part = 0, .linear = 1e-4});
    add_obstacle(world, Sphere{0.3}, {{0, -0.3005, 0}, Quat::Identity()});
    return world;
}

std::uint64_t hash_after(Method method, int threads, int steps) {
    ThreadLimit limit(threads);
    World world = large_world(method);
    limit.run([&] { run(world, steps, 1.0 / 240); });
    EXPECT_GT(world.scratch->contact.contacts.size(), 0u);
    return hash_of(world.state);
}

class EveryMethod : public testing::TestWithParam<Method> {};

}  // namespace

TEST_P(EveryMethod, W3_threads_do_not_change_a_bit) {
    const std::uint64_t one = hash_after(GetParam(), 1, 4);
    EXPECT_EQ(one, hash_after(GetParam(), 2, 4));
    EXPECT_EQ(one, hash_after(GetParam(), 8, 4));
}

TEST_P(EveryMethod, a_state_kept_and_resumed_gives_the_same_bits) {
    World world = large_world(GetParam());
    run(world, 2, 1.0 / 240);
    const State kept = world.state;
    run(world, 2, 1.0 / 240);
    World resumed = large_world(GetParam());  // fresh scratch: nothing may hide there
    resumed.state = kept;
    run(resumed, 2, 1.0 / 240);
    EXPECT_EQ(hash_of(resumed.state), hash_of(world.state));
}

INSTANTIATE_TEST_SUITE_P(Determinism, EveryMethod, testing::ValuesIn(all_methods), [](const auto& info) {
    for (const auto& name : enum_names(Method{}))
        if (name.value == info.param) return std::string(name.text);
    return std::string("unknown");
});

TEST(Independence, a_part_that_touches_nothing_is_not_changed_by_one_bit_when_another_is_added) {
    const auto cloth_bits = [](bool with_strangers) {
        World world;
        ParticlesDef net;
        net.part.name = "net";
        net.part.step_control = {.kind = StepControlKind::TryAndRestore, .tolerance = 1e-5};
        net.clouds = {{.count = 30}};
        if (with_strangers) {
            net.part.position = {50, 0, 0};
            add_particles(world, net);  // before the cloth: indices and reductions shift
        }
        ClothDef cloth = small_cloth(48);  // large enough for every parallel path
        cloth.part.method = Method::ImplicitEuler;
        cloth.part.substeps = 1;
        cloth.part.solver_iterations = 20;
        const PartId id = add_cloth(world, cloth);
        if (with_strangers) add_obstacle(world, Sphere{1}, {{80, 0, 0}, Quat::Identity()});
        run(world, 6);
        Hasher hasher;
        const Range points = part_of(world.model, id).points;
        for (int i = points.begin; i < points.end(); ++i)
            for (int k = 0; k < 3; ++k) {
                hasher.add(world.state.x[i][k]);
                hasher.add(world.state.v[i][k]);
            }
        return hasher.value();
    };
    EXPECT_EQ(cloth_bits(false), cloth_bits(true));
}

}  // namespace souple
