// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Nothing allocates in a warm step: counts every call of operator new in this program.
#include <gtest/gtest.h>

#include "souple/core/parallel.h"
#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/contact/energy_account.h"
#include "souple/dynamics/scratch.h"
#include "support/count_allocations.h"
#include "support/rigid_world.h"
#include "support/test_world.h"

namespace souple {

namespace {

World busy_world(Method method) {
    World world;
    world.model.tracks.push_back({"hand", {{0, {}}, {1, {Vec3(0.1, 0, 0), Quat::Identity()}}}, false});
    ClothDef cloth = small_cloth(10);
    cloth.part.method = method;
    cloth.part.name = "cloth";
    cloth.holds.pins = {{.edge = "left", .follow = "hand"}};
    cloth.holds.ties = {{.grip = {.point = 5}, .to = {0, 1, 0}}};
    add_cloth(world, cloth);
    ParticlesDef hair;
    hair.part.name = "hair";
    hair.part.step_control = {.kind = StepControlKind::TryAndRestore, .tolerance = 1e-3};
    hair.part.method = method;
    hair.chains = {{.segments = 8,
                    .stiffness = 20,
                    .bending = ChainBending::Hinge,
                    .bend_stiffness = 1e-3,
                    .pinned_start = 2}};
    add_particles(world, hair);
    FramesDef body;
    body.part.name = "body";
    body.part.method = method;
    body.frames = {{.spin = {1, 2, 3}, .moments = {1, 2, 3}}};
    add_frames(world, body);
    add_obstacle(world, Sphere{0.3}, {{0, -0.35, 0}, Quat::Identity()});
    add_obstacle(
        world,
        MeshShape{std::make_shared<const SurfaceTree>(make_surface_tree(make_icosphere(0.2, 2), "mesh"))},
        {{0.3, -0.4, 0}, Quat::Identity()});
    world.model.pressures.push_back({});
    world.model.winds.push_back({.name = {}, .velocity = {0, 1, 0}});
    return world;
}

}  // namespace

TEST(Allocation, nothing_allocates_in_a_warm_step_of_any_method) {
    const ThreadLimit limit(1);
    for (const Method method :
         {Method::ExplicitEuler, Method::ModifiedEuler, Method::SemiImplicitEuler, Method::VelocityVerlet,
          Method::Midpoint, Method::RungeKutta4, Method::ImplicitEuler, Method::CorrectedEuler}) {
        World world = busy_world(method);
        run(world, 4, 1.0 / 240);
        const long before = allocations;
        run(world, 4, 1.0 / 240);
        EXPECT_EQ(allocations - before, 0) << "method " << static_cast<int>(method);
    }
    EXPECT_GT(allocations, 0);  // the counter counts
}

/// A sheet of several levels folded in two, whose halves fly towards each other. Points of its divided faces
/// are so near their chords that they would be joined, but not so near as the other half.
World layers_in_contact() {
    constexpr Real gap = 5e-5;  // [m]
    ClothDef cloth = small_cloth(8);
    cloth.holds.pins.clear();
    cloth.part.substeps = 1;
    cloth.part.method = Method::Multirate;
    cloth.part.self_contact = true;
    cloth.part.thickness = gap;
    cloth.adapt = RefineRule{.alpha = 180, .max_level = 2, .join_below = 0.99, .join_after = 0};
    World world;
    world.model.gravity.setZero();
    add_cloth(world, cloth);
    divide_faces(0, {0, 1, 5}, world.state, world.model);
    for (std::size_t i = 0; i < world.state.x.size(); ++i) {
        const bool is_above = world.model.point_rest[i].x() < -1e-9;
        const bool leaves = world.model.point_id[i] >= 81 && world.model.inv_mass[i] > 0;
        Vec3& x = world.state.x[i];
        if (is_above) x = {-x.x(), gap, x.z()};
        if (leaves) x.y() += is_above ? gap : -gap;
        world.state.v[i] = {0, is_above ? -1e-3 : 1e-3, 0};
    }
    place_all_interpolated(world.model, world.state);
    return world;
}

TEST(Allocation, cloth_that_refines_and_meets_itself_allocates_nothing_while_its_faces_stay) {
    const ThreadLimit limit(1);
    World world = layers_in_contact();
    ASSERT_GT(world.model.parts[0].rates.size(), 1u);
    int contacts = 0, joined = 0;
    const auto go_on = [&] {
        for (int k = 0; k < 8; ++k) {
            const StepReport report = world.step({1.0 / 500, 1});
            contacts += report.contacts;
            joined += report.joined_faces;
        }
    };
    go_on();
    contacts = 0;
    const long before = allocations;
    go_on();
    EXPECT_EQ(allocations - before, 0);
    EXPECT_GT(contacts, 0);
    // the other layer was in the way
    EXPECT_EQ(joined, 0);
    EXPECT_FALSE(world.scratch->joining.calm.empty());
    EXPECT_FALSE(world.scratch->joining.room.going.empty());
}

TEST(Allocation, the_account_of_energy_of_a_cloth_in_a_body_allocates_nothing) {
    const ThreadLimit limit(1);
    World world = rigid_world({body_of(Sphere{0.2}, {0.5, -0.15, 0.5}, {0, 0.3})});
    ClothDef cloth = small_cloth(8);
    cloth.holds.pins.clear();
    add_cloth(world, cloth);
    run(world, 4, 1e-3);
    EXPECT_GT(world.state.parts[1].debt, 0);
    const long before = allocations;
    const Interval interval{world.model, world.state.time, 1e-3};
    open_account(interval, world.state, world.scratch->interaction);
    note_advanced(interval, world.state, world.scratch->interaction.account);
    world.state.v[0] += Vec3(0, 1, 0);
    const Real energy = kinetic_energy(world);
    settle_account(interval, world.control, world.state, *world.scratch);
    EXPECT_EQ(allocations - before, 0);
    EXPECT_LT(kinetic_energy(world), 0.9 * energy);
}

}  // namespace souple
