// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Random block systems and their dense twins, for the tests of sparse algebra.
#pragma once

#include <Eigen/Dense>

#include "souple/math/block_matrix.h"
#include "support/finite_differences.h"

namespace souple {

inline Mat3 random_block(Rng& rng) {
    Mat3 block;
    for (int row = 0; row < 3; ++row) block.row(row) = random_vector(rng);
    return block;
}

inline std::vector<std::array<int, 2>> random_pairs(int rows, int count, Rng& rng) {
    std::vector<std::array<int, 2>> pairs;
    for (int k = 0; k < count; ++k)
        pairs.push_back({static_cast<int>(rng.uniform() * rows), static_cast<int>(rng.uniform() * rows)});
    return pairs;
}

/// Springs between the pairs on top of masses: symmetric, positive definite. `skew` breaks the symmetry.
inline BlockMatrix spring_matrix(int rows, const std::vector<std::array<int, 2>>& pairs, Real skew,
                                 Rng& rng) {
    BlockMatrix matrix = make_block_matrix(rows, pairs);
    for (int row = 0; row < rows; ++row) block_at(matrix, row, row) += rng.uniform(1, 3) * Mat3::Identity();
    for (const auto& [a, b] : pairs) {
        const Vec3 n = random_vector(rng);
        const Mat3 stiffness = 5 * n * n.transpose();
        block_at(matrix, a, a) += stiffness;
        block_at(matrix, b, b) += stiffness;
        block_at(matrix, a, b) -= stiffness;
        block_at(matrix, b, a) -= stiffness;
        block_at(matrix, a, b) += skew * random_block(rng);
    }
    return matrix;
}

inline Eigen::MatrixXd dense(const BlockMatrix& matrix) {
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(3 * matrix.rows(), 3 * matrix.rows());
    for (int row = 0; row < matrix.rows(); ++row)
        for (int k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k)
            result.block<3, 3>(3 * row, 3 * matrix.column[k]) = matrix.blocks[k];
    return result;
}

inline Eigen::VectorXd dense(const std::vector<Vec3>& vectors) {
    Eigen::VectorXd result(3 * vectors.size());
    for (std::size_t i = 0; i < vectors.size(); ++i)
        result.segment<3>(3 * static_cast<Eigen::Index>(i)) = vectors[i];
    return result;
}

inline std::vector<Vec3> random_vectors(int count, Rng& rng) {
    std::vector<Vec3> result;
    for (int i = 0; i < count; ++i) result.push_back(random_vector(rng));
    return result;
}

}  // namespace souple
