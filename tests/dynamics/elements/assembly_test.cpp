// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/elements/assembly.h
#include "souple/dynamics/elements/assembly.h"

#include <gtest/gtest.h>

#include <limits>

#include "dynamics/elements/whole_part.h"
#include "souple/dynamics/part_stencils.h"

namespace souple {
namespace {

struct Grid {
    Model model;
    State state;
};

/// A crumpled sheet of n x n points with springs, hinges, bends, ties and wind pressure on its triangles.
Grid crumpled_sheet(int n) {
    Grid grid;
    Rng rng{5};
    add_points(grid.model, grid.state, n * n, rng);
    const auto id = [n](int i, int j) { return i < 0 || j < 0 || i >= n || j >= n ? -1 : j * n + i; };
    for (int k = 0; k < n * n; ++k) grid.state.x[k] = 0.2 * grid.state.x[k] + Vec3(k % n, k / n, 0);
    Model& model = grid.model;
    const auto add_triangle = [&](const Nodes<6>& nodes) {
        Stencil<6> rest;
        for (int k = 0; k < 6; ++k) rest[k] = nodes[k] < 0 ? Vec3(Vec3::Zero()) : grid.state.x[nodes[k]];
        model.bends.push_back(make_bend(nodes, rest, {.rigidity = 0.3, .poisson = 0.2, .damping_time = 0.1}));
        model.bends.back().rest_angle.setZero();
        model.triangles.push_back({nodes[0], nodes[1], nodes[2]});
    };
    for (int j = 0; j + 1 < n; ++j)
        for (int i = 0; i + 1 < n; ++i) {
            const int a = id(i, j), b = id(i + 1, j), c = id(i + 1, j + 1), d = id(i, j + 1);
            for (const int other : {b, c, d})
                model.springs.push_back(
                    {.nodes = {a, other}, .rest_length = 1, .stiffness = 50, .damping = 0.1});
            add_triangle({a, b, c, id(i + 2, j + 1), d, id(i, j - 1)});
            add_triangle({a, c, d, id(i + 1, j + 2), id(i - 1, j), b});
            model.hinges.push_back({.nodes = {a, b, c}, .rest_angle = 1.5, .stiffness = 2, .damping = 0.1});
            Tie tie;
            tie.nodes = {a, c, b, -1, -1, -1};
            tie.weights = {0.5, 0.5, -1, 0, 0, 0};
            tie.stiffness = 3;
            model.ties.push_back(tie);
        }
    Wind wind;
    wind.velocity = Vec3(0.3, 0.1, 2);
    model.winds.push_back(wind);
    model.pressures.push_back({});
    add_whole_part(model);
    return grid;
}

TEST(Assembly, lists_the_corners_of_a_point_in_element_order) {
    Grid grid = crumpled_sheet(5);
    Assembly assembly;
    assembly.parallel_from = 1;
    prepare(grid.model, assembly);
    const Incidence& incidence = assembly.spring_incidence[0];
    ASSERT_EQ(incidence.first.size(), 26u);
    EXPECT_EQ(incidence.corners.size(), 2 * grid.model.springs.size());
    for (int p = 0; p < 25; ++p)
        for (int k = incidence.first[p]; k < incidence.first[p + 1]; ++k) {
            const int corner = incidence.corners[k];
            EXPECT_EQ(grid.model.springs[corner / 2].nodes[corner % 2], p);
            if (k > incidence.first[p]) {
                EXPECT_GT(corner, incidence.corners[k - 1]);
            }
        }
}

TEST(Assembly, follows_the_model_only_when_its_revision_changes) {
    Grid grid = crumpled_sheet(4);
    Assembly assembly;
    assembly.parallel_from = 1;
    prepare(grid.model, assembly);
    const std::size_t corners = assembly.spring_incidence[0].corners.size();
    grid.model.parts[0].springs.count -= 1;
    prepare(grid.model, assembly);
    EXPECT_EQ(assembly.spring_incidence[0].corners.size(), corners);
    ++grid.model.revision;
    prepare(grid.model, assembly);
    EXPECT_EQ(assembly.spring_incidence[0].corners.size(), corners - 2);
}

TEST(Assembly, forces_are_the_same_bits_on_any_number_of_threads_and_in_one_loop) {
    const Grid grid = crumpled_sheet(45);  // 5808 springs, 3872 bends
    ASSERT_GT(grid.model.springs.size(), 5000u);
    const auto evaluate = [&](int parallel_from, int threads) {
        const ThreadLimit limit(threads);
        Assembly assembly;
        assembly.parallel_from = parallel_from;
        Forces forces;
        evaluate_forces(grid.model, {}, grid.model.parts[0], moment_of(grid.state), assembly, forces);
        return forces.point;
    };
    const std::vector<Vec3> serial = evaluate(std::numeric_limits<int>::max(), 1);
    EXPECT_EQ(evaluate(std::numeric_limits<int>::max(), 8), serial);
    for (const int threads : {1, 2, 8}) EXPECT_EQ(evaluate(512, threads), serial) << threads << " threads";
}

TEST(Assembly, bends_taken_four_at_a_time_match_those_one_by_one) {
    Grid grid = crumpled_sheet(6);  // 50 bends: the last packet is half empty
    Model& model = grid.model;
    model.gravity.setZero();
    model.pressures.clear();
    Part& part = model.parts[0];
    part.ties = part.hinges = part.springs = {};
    Assembly assembly;
    for (const Real softer : {1.0, 0.5}) {  // and they follow the model
        for (Bend& bend : model.bends) bend.rigidity *= softer;
        ++model.revision;
        std::vector<Vec3> expected(grid.state.x.size(), Vec3::Zero());
        for (const Bend& bend : model.bends) {
            const Stencil<6> f =
                force(bend, stencil_of(bend.nodes, grid.state.x), stencil_of(bend.nodes, grid.state.v));
            for (int c = 0; c < 6; ++c)
                if (bend.nodes[c] >= 0) expected[bend.nodes[c]] += f[c];
        }
        Forces forces;
        evaluate_forces(model, {}, part, moment_of(grid.state), assembly, forces);
        const std::vector<Vec3>& found = forces.point;
        for (std::size_t p = 0; p < found.size(); ++p)
            EXPECT_LT((found[p] - expected[p]).norm(), 1e-12 * (1 + expected[p].norm())) << "point " << p;
    }
}

TEST(Assembly, inner_forces_of_a_sheet_sum_to_zero_and_match_the_elements_one_by_one) {
    Grid grid = crumpled_sheet(6);
    grid.model.gravity.setZero();
    grid.model.pressures.clear();
    const std::vector<Vec3> total = forces_on(grid.model, {}, grid.state).point;
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    for (std::size_t p = 0; p < total.size(); ++p) sum += total[p], torque += grid.state.x[p].cross(total[p]);
    EXPECT_LT(sum.norm(), 1e-10);
    EXPECT_LT(torque.norm(), 1e-10);

    grid.model.ties.clear();
    grid.model.hinges.clear();
    grid.model.bends.clear();
    Part& part = grid.model.parts[0];
    part.ties = part.hinges = part.bends = {};
    ++grid.model.revision;
    std::vector<Vec3> expected(total.size(), Vec3::Zero());
    for (const Spring& s : grid.model.springs) {
        const auto [a, b] = s.nodes;
        const Stencil<2> f = force(s, {grid.state.x[a], grid.state.x[b]}, {grid.state.v[a], grid.state.v[b]});
        expected[a] += f[0], expected[b] += f[1];
    }
    const std::vector<Vec3> springs_only = forces_on(grid.model, {}, grid.state).point;
    for (std::size_t p = 0; p < total.size(); ++p) EXPECT_LT((springs_only[p] - expected[p]).norm(), 1e-12);
}

}  // namespace
}  // namespace souple
