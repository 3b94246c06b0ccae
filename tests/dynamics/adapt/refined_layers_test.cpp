// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/meet_itself.h and src/souple/dynamics/solvers/multirate.cpp: sheets
// that refine themselves and meet themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/core/parallel.h"
#include "souple/dynamics/adapt/has_room.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/contact/meet_itself.h"
#include "souple/dynamics/contact/near_pairs.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/step.h"
#include "souple/geometry/distance.h"
#include "support/crossed_triangles.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// Cloth that meets itself, and is divided only where a test does it.
ClothDef meeting(ClothDef def, Real friction = 0.5) {
    def.part.self_contact = true;
    def.part.thickness = 2e-3;
    def.part.friction = friction;
    def.part.substeps = 1;
    def.width = def.height = 0.6;
    def.bend_rigidity = 1e-5;
    def.adapt->alpha = 180;
    def.adapt->max_level = 4;
    return def;
}

/// A sheet of several levels laid in folds, so near each other that any motion makes them meet. One fold for
/// each column of squares.
World refined_folds(Real friction, int columns = 10) {
    ClothDef def = meeting(adaptive_grid(columns, columns), friction);
    def.width = def.height = 0.06 * columns;
    World world = world_of(def);
    for (Vec3& x : world.state.x) {
        const Real along = x.x() / 0.06;
        x.x() = 0.03 * std::abs(std::remainder(along, 2.0));
        x.y() = 0.006 * along + 0.002 * std::sin(9 * x.z());
    }
    divide_some(world, 2);
    return world;
}

void let_between_follow(World& world) { place_all_interpolated(world.model, world.state); }

/// One tick in which every point flies on with its velocity, and what the sheet makes of it.
StepReport fly_sheet_and_meet(World& world, Real h) {
    prepare(world.model, *world.scratch);
    const Interval interval{world.model, 0, h};
    apply_controls(interval, world.control, world.state, world.scratch->profile, world.scratch->carriers);
    find_contacts(interval, world.control, world.state, *world.scratch);
    const std::vector<Vec3> before = world.state.x;
    for (std::size_t i = 0; i < before.size(); ++i) world.state.x[i] += h * world.state.v[i];
    StepReport report;
    meet_itself({world.model, world.control, world.model.parts[0], 0, h}, before, world.state,
                world.scratch->interaction, report);
    return report;
}

Vec3 spin_of_refined(const World& world) {
    return angular_momentum(world.model, world.state, world.model.parts[0]);
}

Real whole_energy(const World& world) { return kinetic_energy(world) + spring_energy(world); }

/// [m] how far a point that is between two others lies from the middle of them, at most.
Real largest_gap_at_junctions(const World& world) {
    Real largest = 0;
    for (const Interpolated& one : world.model.interpolated)
        largest = std::max(
            largest, (world.state.x[one.node] - 0.5 * (world.state.x[one.a] + world.state.x[one.b])).norm());
    return largest;
}

}  // namespace

TEST(RefinedLayers, keep_momentum_and_angular_momentum_and_add_no_energy_whatever_flies_where) {
    Rng rng{3};
    int held = 0;
    for (const Real friction : {0.0, 0.5})
        for (const Real speed : {0.5, 5.0, 12.0}) {
            World world = refined_folds(friction);
            ASSERT_GT(world.model.interpolated.size(), 20u);
            ASSERT_EQ(brute_force_crossings(world), 0);
            for (Vec3& v : world.state.v) v = speed * random_vector(rng) + Vec3(3, 2, 1);
            let_between_follow(world);
            const Vec3 momentum_before = momentum(world), spin_before = spin_of_refined(world);
            const Real energy = kinetic_energy(world), scale = momentum_scale(world);
            const StepReport report = fly_sheet_and_meet(world, 1e-3);
            held += report.held_crossings;
            EXPECT_EQ(report.open_crossings, 0);
            EXPECT_EQ(brute_force_crossings(world), 0) << speed << " m/s";
            EXPECT_LT(largest_gap_at_junctions(world), 1e-14);
            EXPECT_LT((momentum(world) - momentum_before).norm(), 1e-12 * scale) << speed;
            EXPECT_LT((spin_of_refined(world) - spin_before).norm(), 1e-11 * scale) << speed;
            EXPECT_LE(kinetic_energy(world), energy * (1 + 1e-12)) << speed;
        }
    EXPECT_GT(held, 100);
}

TEST(RefinedLayers, what_touches_at_rest_where_levels_meet_is_one_sheet) {
    for (const ClothDef& def : {meeting(adaptive_grid(6, 6)), meeting(adaptive_mesh())})
        for (const bool balance : {true, false}) {
            ClothDef mixed = def;
            mixed.adapt->balance = balance;
            World world = world_of(mixed);
            divide_some(world, 3);
            for (Vec3& v : world.state.v) v = {1, 0.5, -2};
            EXPECT_EQ(brute_force_crossings(world), 0);
            const std::vector<Vec3> start = world.state.x;
            for (int n = 0; n < 20; ++n) {
                const StepReport report = world.step({.h = 0.002});
                ASSERT_FALSE(report.failure);
                ASSERT_EQ(report.contacts, 0);
                ASSERT_EQ(report.held_crossings, 0);
            }
            for (std::size_t i = 0; i < start.size(); ++i)
                ASSERT_LT((world.state.x[i] - start[i] - 0.04 * Vec3(1, 0.5, -2)).norm(), 1e-12) << i;
        }
}

/// [m] from a point to a sheet.
Real distance_to(const World& sheet, const Vec3& point) {
    Real nearest = 1;
    for (const Nodes<3>& t : sheet.model.triangles)
        nearest = std::min(
            nearest,
            (closest_on_triangle(point, sheet.state.x[t[0]], sheet.state.x[t[1]], sheet.state.x[t[2]]).point -
             point)
                .norm());
    return nearest;
}

// Else a layer could be on the other side of what lies on it, at once, and what is held would jump.
TEST(RefinedLayers, stay_where_they_are_when_bent_faces_divide) {
    for (const ClothDef& def : {meeting(adaptive_grid(5, 5)), meeting(adaptive_mesh())}) {
        Rng rng{6};
        World world = world_of(def);
        for (Vec3& x : world.state.x) x += 0.03 * random_vector(rng);
        const World before = world;
        divide_some(world, 3);
        ASSERT_GT(world.state.x.size(), 2 * before.state.x.size());
        Real farthest = 0;
        for (const Vec3& x : world.state.x) farthest = std::max(farthest, distance_to(before, x));
        EXPECT_LT(farthest, 1e-15);
    }
}

// Triangles and squares: folded together by force they divide, and come to no harm.
TEST(RefinedLayers, never_cross_while_they_are_pressed_together_and_divide) {
    for (const bool squares : {true, false}) {
        ClothDef def = meeting(squares ? adaptive_grid(6, 6) : adaptive_mesh());
        def.stiffness = 20;
        def.adapt->alpha = 15;
        def.adapt->beta = 15;
        def.adapt->max_level = 2;
        World world = world_of(def);
        const Real middle = squares ? 0 : 0.5;
        for (std::size_t i = 0; i < world.state.x.size(); ++i) {
            const Real side = world.state.x[i].x() - middle;
            world.state.x[i].y() += 0.02 * std::abs(side);
            world.state.v[i] = {0, (side > 0 ? 12 : 9) * std::abs(side), 0.3};
        }
        let_between_follow(world);
        const Vec3 momentum_before = momentum(world);
        const Real scale = momentum_scale(world);
        int divided = 0, contacts = 0;
        for (int n = 0; n < 150; ++n) {
            const StepReport report = world.step({.h = 0.002});
            ASSERT_FALSE(report.failure);
            ASSERT_EQ(report.open_crossings, 0);
            divided += report.divided_faces;
            contacts += report.contacts;
            if (n % 5 == 0) {
                ASSERT_EQ(brute_force_crossings(world), 0) << n;
            }
        }
        EXPECT_GT(divided, 20);
        EXPECT_GT(contacts, 0) << squares;
        EXPECT_LT((momentum(world) - momentum_before).norm(), 1e-11 * scale);
    }
}

/// A sheet of several levels folded in two along a line, its halves much nearer each other than what counts
/// as flat.
World divided_in_two_layers() {
    ClothDef def = meeting(adaptive_grid(10, 10));
    def.part.thickness = 2e-5;
    World world = world_of(def);
    divide_some(world, 2);
    for (Vec3& x : world.state.x)
        if (x.x() < -1e-9) x = {-x.x(), world.model.parts[0].surface.thickness, x.z()};
    return world;
}

// Their points go onto their chords at once: never through the layer that lies beside them.
TEST(RefinedLayers, never_cross_where_faces_are_joined_while_they_touch) {
    Rng rng{4};
    World world = divided_in_two_layers();
    RefineRule& rule = world.model.adaptive[0].rule;
    rule.join_below = 0.99;
    rule.join_after = 0.01;
    for (std::size_t i = 0; i < world.state.v.size(); ++i)
        world.state.v[i] = {0, world.state.x[i].y() > 0 ? -0.05 : 0.05, 0};
    for (Vec3& v : world.state.v) v += 0.02 * random_vector(rng);
    let_between_follow(world);
    const Vec3 momentum_before = momentum(world);
    const Real scale = momentum_scale(world);
    int joined = 0, contacts = 0;
    for (int n = 0; n < 200; ++n) {
        const StepReport report = world.step({.h = 0.002});
        ASSERT_FALSE(report.failure);
        ASSERT_EQ(report.open_crossings, 0);
        joined += report.joined_faces;
        contacts += report.contacts;
        if (report.joined_faces > 0 || n % 10 == 0) {
            ASSERT_EQ(brute_force_crossings(world), 0) << n;
        }
    }
    EXPECT_GT(joined, 20);
    EXPECT_GT(contacts, 100);
    EXPECT_LT((momentum(world) - momentum_before).norm(), 1e-11 * scale);
}

/// A point in the middle of a sheet that is folded in two, its halves this far apart [m].
bool has_room_between(Real apart, Real reach, bool meets) {
    ClothDef def = meeting(adaptive_grid(6, 6));
    def.part.self_contact = meets;
    def.part.touches = Touches::Nothing;
    World world = world_of(def);
    divide_some(world, 2);
    int above = -1;
    for (std::size_t i = 0; i < world.state.x.size(); ++i) {
        Vec3& x = world.state.x[i];
        if (x.x() < -0.05) x = {-x.x() - 0.1, apart, x.z()};
        if ((world.model.point_rest[i] - Vec3(-0.2, 0, 0)).norm() < 0.02) above = static_cast<int>(i);
    }
    EXPECT_GE(above, 0);
    RoomScratch scratch;
    return has_room(world.model, world.state.x, 0, std::array{above}, reach, scratch);
}

TEST(RefinedLayers, leave_room_for_points_that_go_as_far_as_half_of_what_lies_between_them) {
    EXPECT_TRUE(has_room_between(0.01, 0.0049, true));
    EXPECT_FALSE(has_room_between(0.01, 0.0051, true));
    EXPECT_TRUE(has_room_between(0.01, 0.0051, false));  // nobody is in anybody's way
    EXPECT_TRUE(has_room_between(0.05, 0.02, true));     // neighbours along the sheet are not either
}

// The method lets the energy of stiff springs swing about by itself, by up to 3 % here.
TEST(RefinedLayers, that_are_thrown_together_lose_energy_only) {
    std::array<Real, 2> most{}, end{};
    Real start = 0;
    for (const int meets : {0, 1}) {
        World world = refined_folds(0.5, 8);
        world.model.parts[0].surface.self_contact = meets == 1;
        world.model.parts[0].substeps = 4;
        for (std::size_t i = 0; i < world.state.x.size(); ++i)
            world.state.v[i] = {0, -60 * world.state.x[i].y(), 0.5};
        let_between_follow(world);
        start = whole_energy(world);
        for (int n = 0; n < 100; ++n) {
            world.step({.h = 0.001});
            most[meets] = std::max(most[meets], whole_energy(world));
            if (meets && n % 10 == 0) {
                ASSERT_EQ(brute_force_crossings(world), 0) << n;
            }
        }
        end[meets] = whole_energy(world);
    }
    EXPECT_LT(most[1], most[0]);
    EXPECT_LT(most[1], 1.03 * start);
    EXPECT_GT(end[0], 0.97 * start);
    EXPECT_LT(end[1], 0.5 * start);
}

// Points then move in every tick instead of once in the time of their rate.
TEST(RefinedLayers, far_apart_do_not_feel_that_they_might_meet) {
    std::array<World, 2> worlds;
    for (const int meets : {0, 1}) {
        ClothDef def = meeting(adaptive_grid(6, 6));
        def.part.self_contact = meets == 1;
        def.holds.pins = {{.edge = "top"}};
        worlds[meets] = world_of(def);
        worlds[meets].model.gravity = {0, -9.81, 0};
        divide_some(worlds[meets], 2);
        for (int n = 0; n < 40; ++n) worlds[meets].step({.h = 0.002});
    }
    ASSERT_EQ(worlds[0].state.x.size(), worlds[1].state.x.size());
    Real moved = 0;
    for (std::size_t i = 0; i < worlds[0].state.x.size(); ++i) {
        moved = std::max(moved, (worlds[0].state.x[i] - worlds[0].model.point_rest[i]).norm());
        EXPECT_LT((worlds[0].state.x[i] - worlds[1].state.x[i]).norm(), 1e-9);
    }
    EXPECT_GT(moved, 0.02);
}

TEST(RefinedLayers, give_the_same_bits_on_any_number_of_threads_and_when_resumed) {
    const auto folded = [](int threads) {
        const ThreadLimit limit(threads);
        World world = refined_folds(0.5, 6);
        for (std::size_t i = 0; i < world.state.x.size(); ++i)
            world.state.v[i] = {0, -60 * world.state.x[i].y(), 0};
        let_between_follow(world);
        int contacts = 0;
        for (int n = 0; n < 10; ++n) contacts += world.step({.h = 0.002}).contacts;
        EXPECT_GT(contacts, 20);
        World resumed;
        resumed.model = world.model;
        resumed.state = world.state;
        contacts = 0;
        for (int n = 0; n < 10; ++n) contacts += world.step({.h = 0.002}).contacts;
        EXPECT_GT(contacts, 20);
        for (int n = 0; threads == 1 && n < 10; ++n) resumed.step({.h = 0.002});
        if (threads == 1) {
            EXPECT_EQ(world.state.x, resumed.state.x);
            EXPECT_EQ(world.state.v, resumed.state.v);
        }
        return world.state.x;
    };
    const std::vector<Vec3> one = folded(1);
    EXPECT_EQ(one, folded(2));
    EXPECT_EQ(one, folded(8));
}

}  // namespace souple
