// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A sparse matrix of 3x3 blocks in compressed rows: the system of the implicit methods.
#pragma once

#include <array>
#include <vector>

#include "souple/math/types.h"

namespace souple {

struct BlockMatrix {
    std::vector<int> row_start;  ///< rows + 1
    std::vector<int> column;     ///< sorted in each row; the diagonal is always present
    std::vector<int> diagonal;   ///< place of each row's diagonal block in `blocks`
    std::vector<Mat3> blocks;

    int rows() const { return static_cast<int>(diagonal.size()); }
};

/// A zero matrix with the given couplings (both (a, b) and (b, a) are laid down) and a full diagonal.
BlockMatrix make_block_matrix(int rows, const std::vector<std::array<int, 2>>& pairs);

void set_zero(BlockMatrix& matrix);
/// The block (row, column), which must be in the pattern.
Mat3& block_at(BlockMatrix& matrix, int row, int column);
/// y = A x
void multiply(const BlockMatrix& matrix, const std::vector<Vec3>& x, std::vector<Vec3>& y);

}  // namespace souple
