// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/math/complementarity.h
#include "souple/math/complementarity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "souple/core/rng.h"

namespace souple {
namespace {

using Reals = std::vector<Real>;

struct Problem {
    Reals A, b;

    int n() const { return static_cast<int>(b.size()); }
};

Reals product(const Reals& A, const Reals& f) {
    Reals result(f.size(), 0);
    for (std::size_t i = 0; i < f.size(); ++i)
        for (std::size_t j = 0; j < f.size(); ++j) result[i] += A[i * f.size() + j] * f[j];
    return result;
}

Real total(const Reals& f) { return std::accumulate(f.begin(), f.end(), 0.0); }

Real largest_difference(const Reals& a, const Reals& b) {
    Real largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

/// A uniform bar of mass 1 and length 1 under g = 1, on supports at these places from its middle.
Problem bar_on(const Reals& places) {
    Problem problem;
    for (const Real x : places) {
        for (const Real y : places) problem.A.push_back(1 + 12 * x * y);
        problem.b.push_back(1);
    }
    return problem;
}

/// A = J J^T of the given rank, b = J g: what bodies under forces give.
Problem random_problem(Rng& rng, int n, int rank) {
    Reals J(n * rank), g(rank);
    for (Real& x : J) x = rng.uniform(-1, 1);
    for (Real& x : g) x = rng.uniform(-1, 1);
    Problem problem{Reals(n * n, 0), Reals(n, 0)};
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < rank; ++k) {
            for (int j = 0; j < n; ++j) problem.A[i * n + j] += J[i * rank + k] * J[j * rank + k];
            problem.b[i] += J[i * rank + k] * g[k];
        }
    return problem;
}

/// Solves by minimising f.A f / 2 - b.f over one set of acting forces, by elimination; empty if undetermined.
Reals forces_of_set(const Problem& problem, unsigned set) {
    const int n = problem.n();
    std::vector<int> acting;
    for (int i = 0; i < n; ++i)
        if (set >> i & 1) acting.push_back(i);
    const int m = static_cast<int>(acting.size());
    std::vector<Reals> rows(m, Reals(m + 1));
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < m; ++j) rows[i][j] = problem.A[acting[i] * n + acting[j]];
        rows[i][m] = problem.b[acting[i]];
    }
    for (int k = 0; k < m; ++k) {
        if (rows[k][k] < 1e-9) return {};  // definite matrices need no exchange of rows
        for (int i = 0; i < m; ++i) {
            const Real factor = rows[i][k] / rows[k][k];
            for (int j = k; j <= m && i != k; ++j) rows[i][j] -= factor * rows[k][j];
        }
    }
    Reals f(n, 0);
    for (int i = 0; i < m; ++i) f[acting[i]] = rows[i][m] / rows[i][i];
    return f;
}

/// Tries every set of acting forces; returns the first solution.
Reals enumerate(const Problem& problem) {
    for (unsigned set = 0; set < 1u << problem.n(); ++set) {
        const Reals f = forces_of_set(problem, set);
        if (f.empty()) continue;
        const Reals Af = product(problem.A, f);
        bool good = true;
        for (int i = 0; i < problem.n(); ++i) good &= f[i] > -1e-9 && Af[i] - problem.b[i] > -1e-9;
        if (good) return f;
    }
    return {};
}

TEST(Complementarity,
     F3_67_T13_a_bar_that_loses_one_end_support_leaves_a_quarter_of_its_weight_on_the_other) {
    const Problem both = bar_on({-0.5, 0.5}), one = bar_on({-0.5});
    Reals f(2), left(1);
    EXPECT_TRUE(solve_lcp(both.A, both.b, f).solved);
    EXPECT_LT(largest_difference(f, {0.5, 0.5}), 1e-14);
    EXPECT_TRUE(solve_lcp(one.A, one.b, left).solved);
    EXPECT_NEAR(left[0], 0.25, 1e-15);
    EXPECT_NEAR(left[0] * 0.5 * 12, 1.5, 1e-14);  // angular acceleration 3 g / 2 L
}

TEST(Complementarity, F3_67_T14_the_least_total_force_names_the_breaking_contact_but_is_not_the_answer) {
    const Problem bar = bar_on({0.1, 0.4});
    Reals least(2), broken(2), exact(2);
    ASSERT_TRUE(least_total_force(bar.A, bar.b, least));
    EXPECT_LT(largest_difference(least, {0, 1 / 1.48}), 1e-12);
    EXPECT_GT(lcp_residual(bar.A, bar.b, least), 0.1);
    EXPECT_GT(product(bar.A, least)[1] - 1, 0.9);  // it would break contact 2 with all the force on it
    EXPECT_TRUE(solve_by_breaking(bar.A, bar.b, broken).solved);
    EXPECT_TRUE(solve_lcp(bar.A, bar.b, exact).solved);
    for (const Reals& f : {broken, exact}) {
        EXPECT_NEAR(f[0], 1 / 1.12, 1e-14);
        EXPECT_EQ(f[1], 0);
        EXPECT_NEAR(product(bar.A, f)[1] - 1, 0.3214285714, 1e-9);
    }
}

TEST(Complementarity, F3_67_T11_a_table_on_four_legs_rests_with_its_whole_weight_on_them) {
    // unit mass, legs at (+-1, +-0.5), inverse moments of inertia 3 and 2: four forces, rank three
    const Real x[] = {1, 1, -1, -1}, z[] = {0.5, -0.5, 0.5, -0.5};
    for (const Real weight_at : {0.0, 0.3}) {
        Problem table;
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) table.A.push_back(1 + 3 * x[i] * x[j] + 2 * z[i] * z[j]);
            table.b.push_back(9.81 * (1 + 3 * x[i] * weight_at));
        }
        for (const auto solve : {+[](const Problem&p, Reals&f) { return solve_lcp(p.A, p.b, f); },
                                 +[](const Problem&p, Reals&f) { return solve_by_breaking(p.A, p.b, f); }}) {
            Reals f(4);
            const LcpResult result = solve(table, f);
            EXPECT_TRUE(result.solved);
            EXPECT_LT(result.residual, 1e-13);
            EXPECT_NEAR(total(f), 9.81, 1e-12);
            EXPECT_NEAR(f[0] + f[1] - f[2] - f[3], 9.81 * weight_at, 1e-12);
        }
    }
}

TEST(Complementarity, F3_67_T11_a_tower_presses_each_joint_with_the_weight_above_it) {
    // unit masses in a column: contact i lies below body i
    const int n = 30;
    Problem tower{Reals(n * n, 0), Reals(n, 0)};
    for (int i = 0; i < n; ++i) {
        tower.A[i * n + i] = i == 0 ? 1 : 2;
        if (i > 0) tower.A[i * n + i - 1] = tower.A[(i - 1) * n + i] = -1;
    }
    tower.b[0] = 9.81;  // the ground holds, the rest fall together
    Reals f(n);
    EXPECT_TRUE(solve_lcp(tower.A, tower.b, f).solved);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(f[i], 9.81 * (n - i), 1e-9);
}

TEST(Complementarity, F3_67_both_solvers_find_what_trying_every_set_of_contacts_finds) {
    Rng rng{1};
    int unsolved_by_breaking = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const int n = 1 + trial % 8, rank = trial % 3 == 0 ? std::max(1, n / 2) : n + 1;
        const Problem problem = random_problem(rng, n, rank);
        const Reals expected = enumerate(problem);
        ASSERT_FALSE(expected.empty());
        const Reals moved = product(problem.A, expected);
        Reals f(n);
        const LcpResult lemke = solve_lcp(problem.A, problem.b, f);
        ASSERT_TRUE(lemke.solved) << trial;
        EXPECT_LT(lemke.residual, 1e-9);
        EXPECT_LT(largest_difference(product(problem.A, f), moved), 1e-7);
        if (!solve_by_breaking(problem.A, problem.b, f).solved)
            ++unsolved_by_breaking;
        else
            EXPECT_LT(largest_difference(product(problem.A, f), moved), 1e-7);
    }
    EXPECT_LE(unsolved_by_breaking, 4);  // only where forces are not determined
}

TEST(Complementarity, F3_67_many_redundant_contacts_are_solved_to_rounding) {
    Rng rng{2};
    for (const int n : {20, 60, 120}) {
        const Problem problem = random_problem(rng, n, n / 2);
        Reals f(n);
        const LcpResult result = solve_lcp(problem.A, problem.b, f);
        EXPECT_TRUE(result.solved);
        EXPECT_LT(result.residual, 1e-10);
        EXPECT_LT(result.pivots, 10 * n);
        for (const Real force : f) EXPECT_GE(force, 0);
    }
}

TEST(Complementarity, contacts_that_coincide_share_a_force) {
    for (const int n : {2, 5, 40}) {
        const Problem same{Reals(n * n, 2.0), Reals(n, 3.0)};
        Reals f(n);
        EXPECT_TRUE(solve_lcp(same.A, same.b, f).solved);
        EXPECT_NEAR(total(f), 1.5, 1e-13);
        EXPECT_TRUE(solve_by_breaking(same.A, same.b, f).solved);
        EXPECT_NEAR(total(f), 1.5, 1e-13);
    }
}

TEST(Complementarity, contacts_that_come_apart_by_themselves_feel_nothing) {
    const Problem apart{{2, 1, 1, 2}, {-1, -3}};
    Reals f{7, 7};
    EXPECT_TRUE(solve_lcp(apart.A, apart.b, f).solved);
    EXPECT_EQ(f, (Reals{0, 0}));
    EXPECT_TRUE(solve_by_breaking(apart.A, apart.b, f).solved);
    EXPECT_EQ(f, (Reals{0, 0}));
    EXPECT_TRUE(solve_lcp(Reals{}, Reals{}, f).solved);
}

TEST(Complementarity, walls_that_close_on_a_body_have_no_solution_and_it_is_said) {
    const Problem squeezed{{1, -1, -1, 1}, {1, 1}};
    Reals f(2);
    const LcpResult lemke = solve_lcp(squeezed.A, squeezed.b, f);
    EXPECT_FALSE(lemke.solved);
    EXPECT_GT(lemke.residual, 0.1);
    EXPECT_TRUE(std::isfinite(f[0]) && std::isfinite(f[1]));
    EXPECT_FALSE(solve_by_breaking(squeezed.A, squeezed.b, f).solved);
    EXPECT_FALSE(least_total_force(squeezed.A, squeezed.b, f));
}

TEST(Complementarity, the_residual_does_not_depend_on_units) {
    const Problem bar = bar_on({0.1, 0.4});
    Problem other = bar;
    for (Real& a : other.A) a *= 1e-6;
    for (Real& b : other.b) b *= 1e3;
    const Real residual = lcp_residual(bar.A, bar.b, Reals{0.5, 0.1});
    EXPECT_NEAR(lcp_residual(other.A, other.b, Reals{0.5e9, 0.1e9}), residual, 1e-12);
    // contact 1 sinks in: w = 0.56 + 0.148 - 1, by the root of its own response
    EXPECT_NEAR(residual, 0.292 / std::sqrt(1.12) / (1 / std::sqrt(1.12)), 1e-12);
}

TEST(Complementarity, masses_of_very_different_size_are_no_trouble) {
    Rng rng{3};
    Problem problem = random_problem(rng, 12, 14);
    for (int i = 0; i < 12; ++i) {
        const Real unit = std::pow(10, i - 6);
        problem.b[i] *= unit;
        for (int j = 0; j < 12; ++j) problem.A[i * 12 + j] *= unit * std::pow(10, j - 6);
    }
    Reals f(12);
    EXPECT_TRUE(solve_lcp(problem.A, problem.b, f).solved);
}

}  // namespace
}  // namespace souple
