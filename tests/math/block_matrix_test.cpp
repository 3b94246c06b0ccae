// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/math/block_matrix.h
#include "souple/math/block_matrix.h"

#include <gtest/gtest.h>

#include "math/sparse_systems.h"

namespace souple {
namespace {

TEST(BlockMatrix, pattern_has_every_diagonal_and_every_coupling_both_ways_once) {
    const BlockMatrix matrix = make_block_matrix(4, {{2, 0}, {0, 2}, {1, 1}, {3, 1}});
    EXPECT_EQ(matrix.rows(), 4);
    EXPECT_EQ(matrix.row_start, (std::vector<int>{0, 2, 4, 6, 8}));
    EXPECT_EQ(matrix.column, (std::vector<int>{0, 2, 1, 3, 0, 2, 1, 3}));
    EXPECT_EQ(matrix.diagonal, (std::vector<int>{0, 2, 5, 7}));
    for (const Mat3& block : matrix.blocks) EXPECT_TRUE(block.isZero(0));
}

TEST(BlockMatrix, product_equals_that_of_the_dense_matrix) {
    Rng rng{1};
    const BlockMatrix matrix = spring_matrix(30, random_pairs(30, 80, rng), 0.3, rng);
    const std::vector<Vec3> x = random_vectors(30, rng);
    std::vector<Vec3> y;
    multiply(matrix, x, y);
    EXPECT_LT((dense(matrix) * dense(x) - dense(y)).norm(), 1e-12);
}

TEST(BlockMatrix, a_block_is_found_by_row_and_column_and_cleared_with_the_rest) {
    BlockMatrix matrix = make_block_matrix(3, {{0, 2}});
    block_at(matrix, 0, 2)(1, 2) = 7;
    EXPECT_EQ(dense(matrix)(1, 8), 7);
    EXPECT_EQ(dense(matrix).cwiseAbs().sum(), 7);
    set_zero(matrix);
    EXPECT_EQ(dense(matrix).cwiseAbs().sum(), 0);
}

TEST(BlockMatrixDeathTest, a_block_outside_the_pattern_is_a_bug) {
    BlockMatrix matrix = make_block_matrix(3, {{0, 2}});
    EXPECT_DEATH(block_at(matrix, 0, 1), "place");
}

}  // namespace
}  // namespace souple
