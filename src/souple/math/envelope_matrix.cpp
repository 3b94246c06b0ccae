// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/math/envelope_matrix.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

/// Sum of the products of two rows of the factor over columns below `end`.
Real row_product(const EnvelopeMatrix& m, int a, int b, int end) {
    const int begin = std::max(m.first[a], m.first[b]);
    Real sum = 0;
    for (int k = begin; k < end; ++k) sum += m.at(a, k) * m.at(b, k);
    return sum;
}

}  // namespace

void shape_envelope(EnvelopeMatrix& matrix) {
    matrix.start.assign(1, 0);
    for (int row = 0; row < matrix.rows(); ++row)
        matrix.start.push_back(matrix.start.back() + row - matrix.first[row] + 1);
    matrix.value.assign(matrix.start.back(), 0);
}

int factor_envelope(Real tolerance, EnvelopeMatrix& m) {
    int dependent = 0;
    Real largest = 0;
    for (int row = 0; row < m.rows(); ++row) largest = std::max(largest, m.at(row, row));
    for (int row = 0; row < m.rows(); ++row) {
        for (int column = m.first[row]; column < row; ++column) {
            const Real pivot = m.at(column, column);
            const Real left = m.at(row, column) - row_product(m, row, column, column);
            m.at(row, column) = pivot > 0 ? left / pivot : 0;
        }
        const Real left = m.at(row, row) - row_product(m, row, row, row);
        const bool independent = left > tolerance * largest;
        m.at(row, row) = independent ? std::sqrt(left) : 0;
        dependent += independent ? 0 : 1;
    }
    return dependent;
}

void solve_envelope(const EnvelopeMatrix& m, std::span<Real> x) {
    for (int row = 0; row < m.rows(); ++row) {
        Real sum = x[row];
        for (int k = m.first[row]; k < row; ++k) sum -= m.at(row, k) * x[k];
        x[row] = m.at(row, row) > 0 ? sum / m.at(row, row) : 0;
    }
    for (int row = m.rows() - 1; row >= 0; --row) {
        x[row] = m.at(row, row) > 0 ? x[row] / m.at(row, row) : 0;
        for (int k = m.first[row]; k < row; ++k) x[k] -= m.at(row, k) * x[row];
    }
}

}  // namespace souple
