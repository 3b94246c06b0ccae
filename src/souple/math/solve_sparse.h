// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Iterative solution of A x = b for a BlockMatrix, preconditioned by the inverse of its diagonal blocks.
// The same bits on any number of threads; no memory is taken once the scratch is sized.
#pragma once

#include <vector>

#include "souple/math/block_matrix.h"

namespace souple {

struct SolveSettings {
    Real tolerance = 1e-10;  ///< largest |b - A x| / |b|
    int max_iterations = 400;
};

struct SolveReport {
    int iterations = 0;
    Real residual = 0;  ///< |b - A x| / |b| of the x that is returned
    bool converged = true;
    bool indefinite = false;  ///< conjugate gradients met a direction in which A is not positive
};

/// Vectors of the methods, kept from one solution to the next.
struct SparseScratch {
    std::vector<Mat3> inverse_diagonal;
    std::vector<Vec3> r, z, p, q;          ///< residual, preconditioned, direction, A times direction
    std::vector<Vec3> shadow, s, t, best;  ///< BiCGSTAB only
};

void prepare(int rows, SparseScratch& scratch);

/// Conjugate gradients: A symmetric and positive definite. `x` holds the first guess, then the solution. When
/// the matrix is found indefinite, or a number is not finite, the last good x is kept and the report says so.
SolveReport solve_cg(const BlockMatrix& matrix, const std::vector<Vec3>& b, std::vector<Vec3>& x,
                     SolveSettings settings, SparseScratch& scratch);

/// Stabilised bi-conjugate gradients: any regular A. Returns the x of the smallest residual met.
SolveReport solve_bicgstab(const BlockMatrix& matrix, const std::vector<Vec3>& b, std::vector<Vec3>& x,
                           SolveSettings settings, SparseScratch& scratch);

}  // namespace souple
