// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/math/solve_sparse.h
#include "souple/math/solve_sparse.h"

#include <gtest/gtest.h>

#include <limits>

#include "math/sparse_systems.h"
#include "souple/core/parallel.h"
#include "support/count_allocations.h"

namespace souple {
namespace {

struct System {
    BlockMatrix matrix;
    std::vector<Vec3> b;
};

System random_system(int rows, Real skew, std::uint64_t seed) {
    Rng rng{seed};
    System system;
    system.matrix = spring_matrix(rows, random_pairs(rows, 3 * rows, rng), skew, rng);
    system.b = random_vectors(rows, rng);
    return system;
}

std::vector<Vec3> zeros(const System& system) { return std::vector<Vec3>(system.b.size(), Vec3::Zero()); }

Real error_against_dense(const System& system, const std::vector<Vec3>& x) {
    const Eigen::VectorXd exact = dense(system.matrix).fullPivLu().solve(dense(system.b));
    return (dense(x) - exact).norm() / exact.norm();
}

TEST(SolveSparse, W3_4_conjugate_gradients_agree_with_a_dense_solution) {
    for (const int rows : {1, 2, 10, 40}) {
        const System system = random_system(rows, 0, 10 + rows);
        std::vector<Vec3> x = zeros(system);
        SparseScratch scratch;
        const SolveReport report = solve_cg(system.matrix, system.b, x, {1e-12, 400}, scratch);
        EXPECT_TRUE(report.converged);
        EXPECT_LE(report.residual, 1e-12);
        EXPECT_LT(error_against_dense(system, x), 1e-10) << rows;
    }
}

TEST(SolveSparse, W3_4_bicgstab_agrees_with_a_dense_solution_of_an_unsymmetric_system) {
    for (const int rows : {1, 2, 10, 40}) {
        const System system = random_system(rows, 0.5, 20 + rows);
        std::vector<Vec3> x = zeros(system);
        SparseScratch scratch;
        const SolveReport report = solve_bicgstab(system.matrix, system.b, x, {1e-12, 400}, scratch);
        EXPECT_TRUE(report.converged);
        EXPECT_LT(error_against_dense(system, x), 1e-9) << rows;
    }
}

TEST(SolveSparse, conjugate_gradients_end_within_as_many_iterations_as_unknowns) {
    const System system = random_system(12, 0, 3);
    std::vector<Vec3> x = zeros(system);
    SparseScratch scratch;
    const SolveReport report = solve_cg(system.matrix, system.b, x, {1e-9, 400}, scratch);
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.iterations, 36);
    EXPECT_GT(report.iterations, 3);
}

TEST(SolveSparse, uncoupled_blocks_are_solved_in_one_iteration_by_the_preconditioner) {
    Rng rng{4};
    System system{spring_matrix(20, {}, 0, rng), random_vectors(20, rng)};
    for (Mat3& block : system.matrix.blocks) block += random_block(rng) * 0.3;
    std::vector<Vec3> x = zeros(system);
    SparseScratch scratch;
    EXPECT_LE(solve_bicgstab(system.matrix, system.b, x, {1e-12, 400}, scratch).iterations, 1);
    EXPECT_LT(error_against_dense(system, x), 1e-12);
}

TEST(SolveSparse, a_good_first_guess_needs_no_iteration) {
    const System system = random_system(20, 0, 5);
    std::vector<Vec3> x = zeros(system);
    SparseScratch scratch;
    solve_cg(system.matrix, system.b, x, {1e-12, 400}, scratch);
    EXPECT_EQ(solve_cg(system.matrix, system.b, x, {1e-10, 400}, scratch).iterations, 0);
    EXPECT_EQ(solve_bicgstab(system.matrix, system.b, x, {1e-10, 400}, scratch).iterations, 0);
}

TEST(SolveSparse, nothing_on_the_right_side_gives_nothing) {
    System system = random_system(5, 0, 6);
    for (Vec3& v : system.b) v.setZero();
    for (const auto solve : {solve_cg, solve_bicgstab}) {
        std::vector<Vec3> x(5, Vec3::Ones());
        SparseScratch scratch;
        EXPECT_TRUE(solve(system.matrix, system.b, x, {}, scratch).converged);
        EXPECT_EQ(dense(x).norm(), 0);
    }
}

TEST(SolveSparse, a_right_side_that_is_no_number_is_reported_and_leaves_the_guess) {
    System system = random_system(5, 0, 7);
    system.b[2].y() = std::numeric_limits<Real>::quiet_NaN();
    for (const auto solve : {solve_cg, solve_bicgstab}) {
        std::vector<Vec3> x(5, Vec3::Ones());
        SparseScratch scratch;
        EXPECT_FALSE(solve(system.matrix, system.b, x, {}, scratch).converged);
        EXPECT_EQ(dense(x).sum(), 15);
    }
}

TEST(SolveSparse, conjugate_gradients_notice_an_indefinite_matrix_and_stay_finite) {
    System system = random_system(10, 0, 8);
    block_at(system.matrix, 3, 3) -= 100 * Mat3::Identity();
    std::vector<Vec3> x = zeros(system);
    SparseScratch scratch;
    const SolveReport report = solve_cg(system.matrix, system.b, x, {}, scratch);
    EXPECT_FALSE(report.converged);
    EXPECT_TRUE(report.indefinite);
    EXPECT_TRUE(dense(x).allFinite());
    EXPECT_TRUE(solve_bicgstab(system.matrix, system.b, x, {}, scratch).converged);
    EXPECT_LT(error_against_dense(system, x), 1e-7);
}

TEST(SolveSparse, too_few_iterations_are_reported) {
    for (const auto solve : {solve_cg, solve_bicgstab}) {
        const System system = random_system(40, 0, 9);
        std::vector<Vec3> x = zeros(system);
        SparseScratch scratch;
        const SolveReport report = solve(system.matrix, system.b, x, {1e-12, 2}, scratch);
        EXPECT_FALSE(report.converged);
        EXPECT_EQ(report.iterations, 2);
        EXPECT_NEAR(report.residual,
                    (dense(system.b) - dense(system.matrix) * dense(x)).norm() / dense(system.b).norm(),
                    1e-12);
    }
}

TEST(SolveSparse, warm_solutions_take_no_memory) {
    const System system = random_system(100, 0, 11);
    std::vector<Vec3> x = zeros(system);
    SparseScratch scratch;
    prepare(100, scratch);
    const long before = allocations;
    solve_cg(system.matrix, system.b, x, {}, scratch);
    solve_bicgstab(system.matrix, system.b, x, {}, scratch);
    EXPECT_EQ(allocations - before, 0);
}

TEST(SolveSparse, the_bits_do_not_depend_on_the_number_of_threads) {
    const System system = random_system(6000, 0, 12);
    for (const auto solve : {solve_cg, solve_bicgstab}) {
        std::vector<std::vector<Vec3>> results;
        for (const int threads : {1, 2, 8}) {
            const ThreadLimit limit(threads);
            std::vector<Vec3> x = zeros(system);
            SparseScratch scratch;
            EXPECT_TRUE(solve(system.matrix, system.b, x, {}, scratch).converged);
            results.push_back(x);
        }
        EXPECT_EQ(results[0], results[1]);
        EXPECT_EQ(results[0], results[2]);
    }
}

}  // namespace
}  // namespace souple
