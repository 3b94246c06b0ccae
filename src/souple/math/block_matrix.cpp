// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A sparse matrix of 3x3 blocks in compressed rows.
#include "souple/math/block_matrix.h"

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"

namespace souple {

BlockMatrix make_block_matrix(int rows, const std::vector<std::array<int, 2>>& pairs) {
    // every coupling both ways and every diagonal, sorted: then a row is a run
    std::vector<std::array<int, 2>> places;
    places.reserve(2 * pairs.size() + rows);
    for (int row = 0; row < rows; ++row) places.push_back({row, row});
    for (const auto& [a, b] : pairs) {
        SOUPLE_ASSERT(a >= 0 && a < rows && b >= 0 && b < rows);
        places.push_back({a, b});
        places.push_back({b, a});
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());

    BlockMatrix matrix;
    matrix.row_start.assign(rows + 1, 0);
    matrix.diagonal.assign(rows, 0);
    matrix.column.reserve(places.size());
    for (const auto& [row, column] : places) {
        if (row == column) matrix.diagonal[row] = static_cast<int>(matrix.column.size());
        matrix.column.push_back(column);
        matrix.row_start[row + 1] = static_cast<int>(matrix.column.size());
    }
    matrix.blocks.assign(places.size(), Mat3::Zero());
    return matrix;
}

void set_zero(BlockMatrix& matrix) {
    parallel_for(static_cast<int>(matrix.blocks.size()), [&](int k) { matrix.blocks[k].setZero(); });
}

Mat3& block_at(BlockMatrix& matrix, int row, int column) {
    const auto begin = matrix.column.begin() + matrix.row_start[row];
    const auto end = matrix.column.begin() + matrix.row_start[row + 1];
    const auto place = std::lower_bound(begin, end, column);
    SOUPLE_ASSERT(place != end && *place == column);
    return matrix.blocks[place - matrix.column.begin()];
}

void multiply(const BlockMatrix& matrix, const std::vector<Vec3>& x, std::vector<Vec3>& y) {
    SOUPLE_ASSERT(&x != &y && static_cast<int>(x.size()) == matrix.rows());
    y.resize(matrix.rows());
    parallel_for(matrix.rows(), [&](int row) {
        Vec3 sum = Vec3::Zero();
        for (int k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k)
            sum += matrix.blocks[k] * x[matrix.column[k]];
        y[row] = sum;
    });
}

}  // namespace souple
