// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/solvers/multirate.cpp: how often laws act, what energy they keep, and how fast
// what they pass on travels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/models/particles.h"

namespace souple {
namespace {

/// Oscillators of omega = 1 /s side by side: that of number i at rate i.
World oscillators(int count) {
    World world;
    world.model.gravity.setZero();
    ParticlesDef def;
    for (int i = 0; i < count; ++i) {
        def.points.push_back({.position = {0, 0, -1.0 * i}, .pinned = true});
        def.points.push_back({.position = {1.1, 0, -1.0 * i}});
        def.springs.push_back({.a = 2 * i, .b = 2 * i + 1, .rest_length = 1, .stiffness = 1});
    }
    add_particles(world, def);
    Part& part = world.model.parts[0];
    part.method = Method::Multirate;
    part.rates.resize(count);
    for (int i = 0; i < count; ++i) {
        part.rates[i].springs = {i, 1};
        part.rates[i].points = {2 * i, 2 * i + 1};
    }
    return world;
}

TEST(Multirate, F4_10_T20_a_spring_of_rate_i_is_asked_two_to_the_i_times_in_a_period) {
    constexpr Real period = 0.3;
    World world = oscillators(4);
    (void)world.step({period, 1});
    for (int i = 0; i < 4; ++i) {
        const int times = 1 << i;
        Real x = 0.1, v = 0;
        for (int k = 0; k < times; ++k) {
            v -= period / times * x;
            x += period / times * v;
        }
        EXPECT_NEAR(world.state.x[2 * i + 1].x() - 1, x, 1e-14) << "rate " << i;
        EXPECT_NEAR(world.state.v[2 * i + 1].x(), v, 1e-14) << "rate " << i;
    }
}

// Drag takes the same part of the speed each time it is asked: what is left after a period counts the times.
TEST(Multirate, F4_10_T20_a_point_of_level_i_is_asked_two_to_the_i_times_in_a_period) {
    constexpr Real period = 0.004, drag = 50;
    ClothDef def = adaptive_grid(4, 4);
    def.part.substeps = 1;
    def.stiffness = 1e-9;  // points slow down by themselves
    World world = world_of(def);
    world.model.drags.push_back({.rate = drag});
    divide_faces(0, {0}, world.state, world.model);
    divide_faces(0, {leaf_faces(world).back()}, world.state, world.model);
    divide_faces(0, {leaf_faces(world).back()}, world.state, world.model);
    for (Vec3& v : world.state.v) v = Vec3(0, 1, 0);
    ASSERT_FALSE(world.step({period, 1}).failure);
    const std::vector<RateLevel>& rates = world.model.parts[0].rates;
    ASSERT_EQ(rates.size(), 4u);
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const int times = 1 << i;
        EXPECT_FALSE(rates[i].points.empty());
        for (const int p : rates[i].points)
            EXPECT_NEAR(world.state.v[p].y(), std::pow(1 - drag * period / times, times), 1e-9)
                << "rate " << i;
    }
}

constexpr int strip_length = 128, strip_width = 8;  // squares of 1 cm

/// A free strip, its right half divided once, whose left end is moving on along it: the way of a smooth push.
World pushed_strip(LevelLaw law) {
    ClothDef def = adaptive_grid(strip_length, strip_width);
    def.width = 0.01 * strip_length;
    def.height = 0.01 * strip_width;
    def.level_law = law;
    def.part.substeps = 1;
    World world = world_of(def);
    std::vector<int> right;
    for (const int face : leaf_faces(world))
        if (face % strip_length >= strip_length / 2) right.push_back(face);
    divide_faces(0, right, world.state, world.model);
    for (std::size_t p = 0; p < world.state.x.size(); ++p) {
        const Real along = (world.model.point_rest[p].x() + def.width / 2) / 0.12;
        world.state.v[p] = {0.01 * std::exp(-along * along), 0, 0};
    }
    return world;
}

/// [m/s] mean speed along the strip of its points at a place [m].
Real speed_at(const World& world, Real place) {
    Real sum = 0;
    int count = 0;
    for (std::size_t p = 0; p < world.state.x.size(); ++p)
        if (std::abs(world.model.point_rest[p].x() - place) < 1e-9) sum += world.state.v[p].x(), ++count;
    return sum / count;
}

/// [s] when the speed at a place first has half of its largest value.
Real arrival(const std::vector<Real>& speeds, Real h) {
    const Real half = 0.5 * *std::max_element(speeds.begin(), speeds.end());
    std::size_t k = 1;
    while (speeds[k] < half) ++k;
    return h * (k - (speeds[k] - half) / (speeds[k] - speeds[k - 1]));
}

/// Speed of the front in the divided half over that in the other one.
Real ratio_of_speeds(LevelLaw law) {
    constexpr Real h = 0.0002;
    const std::array<Real, 4> places{-0.3, -0.1, 0.1, 0.3};
    std::array<std::vector<Real>, 4> speeds;
    World world = pushed_strip(law);
    for (int k = 0; k < 400; ++k) {
        EXPECT_FALSE(world.step({h, 1}).failure);
        for (int i = 0; i < 4; ++i) speeds[i].push_back(speed_at(world, places[i]));
    }
    std::array<Real, 4> at;
    for (int i = 0; i < 4; ++i) at[i] = arrival(speeds[i], h);
    return (at[1] - at[0]) / (at[3] - at[2]);
}

TEST(Multirate, F4_10_T18_a_push_runs_through_both_halves_of_a_half_divided_strip_at_one_speed) {
    EXPECT_NEAR(ratio_of_speeds(LevelLaw::Invariant), 1, 0.05);
}

TEST(Multirate, F4_11_T18_with_constant_masses_a_push_runs_slower_by_root_two_where_squares_are_divided) {
    EXPECT_NEAR(ratio_of_speeds(LevelLaw::ConstantMass), 0.71, 0.05 * 0.71);
}

/// A point on a spring at rate 0, with ticks of half a step because of an idle faster rate.
World idle_half_ticks(bool holds_forces) {
    World world;
    world.model.gravity.setZero();
    ParticlesDef def;
    def.points = {{.position = {0, 0, 0}, .pinned = true}, {.position = {1.1, 0, 0}}};
    def.springs = {{.a = 0, .b = 1, .rest_length = 1, .stiffness = 1}};
    add_particles(world, def);
    Part& part = world.model.parts[0];
    part.method = Method::Multirate;
    part.holds_forces = holds_forces;
    part.rates.resize(2);
    part.rates[0].springs = part.springs;
    part.rates[0].points = {0, 1};
    return world;
}

TEST(Multirate, F4_10_impulses_keep_the_energy_of_an_oscillator_and_held_forces_do_not) {
    const auto growth = [](bool holds_forces) {
        World world = idle_half_ticks(holds_forces);
        const Part& part = world.model.parts[0];
        const auto energy = [&] {
            return kinetic_energy(world.model, world.state, part) +
                   elastic_energy(world.model, world.control, world.state, part);
        };
        const Real start = energy();
        Real largest = 0;
        for (int k = 0; k < 1000; ++k) {  // omega T = 0.1, t = 100
            (void)world.step({0.1, 1});
            largest = std::max(largest, energy());
        }
        return largest / start;
    };
    EXPECT_LT(growth(false), 1.1);
    EXPECT_NEAR(growth(true), 12.6, 1.3);
}

}  // namespace
}  // namespace souple
