// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Linear complementarity: forces f >= 0 that leave w = A f - b >= 0, where no force acts on what comes apart,
// f.w = 0. The problem of bodies at rest on each other (003 F3.67), for a symmetric positive semi-definite A.
// Dense and exact: for up to a few hundred contacts; A is given by rows.
#pragma once

#include <span>
#include <vector>

#include "souple/core/types.h"

namespace souple {

struct LcpResult {
    bool solved = false;
    int pivots = 0;     ///< changes of the set of acting forces
    Real residual = 0;  ///< lcp_residual of the f that is returned
};

/// Memory of the solvers, kept from one problem to the next.
struct LcpScratch {
    std::vector<Real> matrix, right, scale;  ///< the problem with a diagonal of ones
    std::vector<Real> tableau, force, trial;
    std::vector<int> basis, acting;
    std::vector<char> is_acting;
};

/// Lemke's pivoting, safe against degenerate corners by the lexicographic rule. When no solution exists, f
/// violates all rows that it violates by the same scaled amount, and `solved` is false. Where A is singular f
/// is one of many, while A f is the only one.
LcpResult solve_lcp(std::span<const Real> A, std::span<const Real> b, std::span<Real> f, LcpScratch& scratch);
LcpResult solve_lcp(std::span<const Real> A, std::span<const Real> b, std::span<Real> f);

/// The source's way: solve A f = b; if some force pulls, let those contacts break that keep a residual under
/// the least total of forces, and solve again for the rest. Contacts that broke by mistake (least total is
/// not least work) or that pull are then exchanged one by one, by Murty's rule of the least index.
LcpResult solve_by_breaking(std::span<const Real> A, std::span<const Real> b, std::span<Real> f,
                            LcpScratch& scratch);
LcpResult solve_by_breaking(std::span<const Real> A, std::span<const Real> b, std::span<Real> f);

/// The f >= 0 of least sum with A f >= b, by the dual simplex method; false when there is none. Any square A.
bool least_total_force(std::span<const Real> A, std::span<const Real> b, std::span<Real> f);

/// The largest |min(f_i, w_i)|, each in units in which A has a diagonal of ones and the largest |b_i| is one:
/// it does not depend on the units of f and w. Zero exactly at a solution.
Real lcp_residual(std::span<const Real> A, std::span<const Real> b, std::span<const Real> f);

}  // namespace souple
