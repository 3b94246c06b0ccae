// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/math/envelope_matrix.cpp
#include "souple/math/envelope_matrix.h"

#include <gtest/gtest.h>

namespace souple {
namespace {

/// 2 on the diagonal, -1 beside it: springs in a row.
EnvelopeMatrix row_of_springs(int rows) {
    EnvelopeMatrix matrix;
    for (int i = 0; i < rows; ++i) matrix.first.push_back(i > 0 ? i - 1 : 0);
    shape_envelope(matrix);
    for (int i = 0; i < rows; ++i) {
        matrix.at(i, i) = 2;
        if (i > 0) matrix.at(i, i - 1) = -1;
    }
    return matrix;
}

TEST(EnvelopeMatrix, solves_what_its_rows_say) {
    EnvelopeMatrix matrix = row_of_springs(4);
    EXPECT_EQ(matrix.value.size(), 7u) << "nothing outside the envelope is stored";
    std::vector<Real> x{1, 0, 0, 0};
    EXPECT_EQ(factor_envelope(1e-12, matrix), 0);
    solve_envelope(matrix, x);
    const std::vector<Real> expected{0.8, 0.6, 0.4, 0.2};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(x[i], expected[i], 1e-14);
}

TEST(EnvelopeMatrix, F3_4_a_row_that_says_the_same_twice_gets_nothing) {
    EnvelopeMatrix matrix;
    matrix.first = {0, 0, 0};
    shape_envelope(matrix);
    matrix.at(0, 0) = matrix.at(1, 1) = matrix.at(1, 0) = 2;  // rows 0 and 1 are one
    matrix.at(2, 2) = 3;
    matrix.at(2, 0) = matrix.at(2, 1) = 1;
    std::vector<Real> x{4, 4, 5};
    EXPECT_EQ(factor_envelope(1e-12, matrix), 1);
    solve_envelope(matrix, x);
    EXPECT_EQ(x[1], 0);
    EXPECT_NEAR(2 * x[0] + x[2], 4, 1e-14);
    EXPECT_NEAR(x[0] + 3 * x[2], 5, 1e-14);
}

TEST(EnvelopeMatrix, F3_4_a_row_of_rounding_errors_gets_nothing) {
    EnvelopeMatrix matrix;
    matrix.first = {0, 0};
    shape_envelope(matrix);
    matrix.at(0, 0) = 1;
    matrix.at(1, 1) = 1e-17;  // a plane mechanism cannot move across its plane
    std::vector<Real> x{1, 1e-9};
    EXPECT_EQ(factor_envelope(1e-12, matrix), 1);
    solve_envelope(matrix, x);
    EXPECT_EQ(x[0], 1);
    EXPECT_EQ(x[1], 0);
}

}  // namespace
}  // namespace souple
