// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Conjugate gradients and stabilised bi-conjugate gradients on a BlockMatrix.
#include "souple/math/solve_sparse.h"

#include <Eigen/LU>

#include <cmath>

#include "souple/core/parallel.h"

namespace souple {

namespace {

using Vectors = std::vector<Vec3>;

int count_of(const Vectors& a) { return static_cast<int>(a.size()); }

Real dot(const Vectors& a, const Vectors& b) {
    return parallel_sum(count_of(a), Real(0), [&](int i) { return a[i].dot(b[i]); });
}

Real norm(const Vectors& a) { return std::sqrt(dot(a, a)); }

/// a += factor b
void add(Vectors& a, Real factor, const Vectors& b) {
    parallel_for(count_of(a), [&](int i) { a[i] += factor * b[i]; });
}

/// a = b + factor a
void scale_and_add(Vectors& a, Real factor, const Vectors& b) {
    parallel_for(count_of(a), [&](int i) { a[i] = b[i] + factor * a[i]; });
}

void copy(const Vectors& from, Vectors& to) {
    parallel_for(count_of(from), [&](int i) { to[i] = from[i]; });
}

bool is_positive_definite(const Mat3& m) {
    return m(0, 0) > 0 && m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0) > 0 && m.determinant() > 0;
}

void invert_diagonal(const BlockMatrix& matrix, bool must_be_positive, std::vector<Mat3>& inverse) {
    parallel_for(matrix.rows(), [&](int row) {
        const Mat3& block = matrix.blocks[matrix.diagonal[row]];
        const Mat3 candidate = block.inverse();
        const bool usable = candidate.allFinite() && (!must_be_positive || is_positive_definite(block));
        const Real scale = block.cwiseAbs().maxCoeff();
        inverse[row] = usable ? candidate : Mat3(Mat3::Identity() * (scale > 0 ? 1 / scale : 1));
    });
}

/// z = P r
void precondition(const std::vector<Mat3>& inverse, const Vectors& r, Vectors& z) {
    parallel_for(count_of(r), [&](int i) { z[i] = inverse[i] * r[i]; });
}

/// r = b - A x
void find_residual(const BlockMatrix& matrix, const Vectors& b, const Vectors& x, Vectors& r) {
    multiply(matrix, x, r);
    parallel_for(count_of(b), [&](int i) { r[i] = b[i] - r[i]; });
}

/// True when there is nothing to iterate: b is zero, or not a number.
bool is_trivial(const Vectors& b, Real b_norm, Vectors& x, SolveReport& report) {
    if (b_norm == 0) parallel_for(count_of(b), [&](int i) { x[i].setZero(); });
    report.converged = std::isfinite(b_norm);
    report.residual = b_norm == 0 ? 0 : 1;
    return b_norm == 0 || !report.converged;
}

}  // namespace

void prepare(int rows, SparseScratch& scratch) {
    scratch.inverse_diagonal.resize(rows);
    for (Vectors* vectors : {&scratch.r, &scratch.z, &scratch.p, &scratch.q, &scratch.shadow, &scratch.s,
                             &scratch.t, &scratch.best})
        vectors->resize(rows);
}

SolveReport solve_cg(const BlockMatrix& matrix, const std::vector<Vec3>& b, std::vector<Vec3>& x,
                     SolveSettings settings, SparseScratch& scratch) {
    prepare(matrix.rows(), scratch);
    const auto& inverse = scratch.inverse_diagonal;
    Vectors &r = scratch.r, &z = scratch.z, &p = scratch.p, &q = scratch.q;
    SolveReport report;
    const Real b_norm = norm(b);
    if (is_trivial(b, b_norm, x, report)) return report;

    invert_diagonal(matrix, true, scratch.inverse_diagonal);
    find_residual(matrix, b, x, r);
    precondition(inverse, r, z);
    copy(z, p);
    Real rz = dot(r, z);
    report.residual = norm(r) / b_norm;
    while (report.residual > settings.tolerance && report.iterations < settings.max_iterations) {
        multiply(matrix, p, q);
        const Real curvature = dot(p, q), length = rz / curvature;
        report.indefinite = curvature <= 0;
        if (report.indefinite || !std::isfinite(length)) break;
        add(x, length, p);
        add(r, -length, q);
        precondition(inverse, r, z);
        const Real rz_next = dot(r, z);
        scale_and_add(p, rz_next / rz, z);
        rz = rz_next;
        report.residual = norm(r) / b_norm;
        ++report.iterations;
    }
    report.converged = report.residual <= settings.tolerance;
    return report;
}

SolveReport solve_bicgstab(const BlockMatrix& matrix, const std::vector<Vec3>& b, std::vector<Vec3>& x,
                           SolveSettings settings, SparseScratch& scratch) {
    prepare(matrix.rows(), scratch);
    const auto& inverse = scratch.inverse_diagonal;
    Vectors &r = scratch.r, &z = scratch.z, &p = scratch.p, &q = scratch.q;
    Vectors &shadow = scratch.shadow, &s = scratch.s, &t = scratch.t, &best = scratch.best;
    SolveReport report;
    const Real b_norm = norm(b);
    if (is_trivial(b, b_norm, x, report)) return report;

    invert_diagonal(matrix, false, scratch.inverse_diagonal);
    find_residual(matrix, b, x, r);
    copy(x, best);
    report.residual = norm(r) / b_norm;
    Real rho = 0, length = 1, omega = 1;
    while (report.residual > settings.tolerance && report.iterations < settings.max_iterations) {
        // begin, or begin again when the shadow residual has become useless
        const Real rho_next = rho == 0 ? 0 : dot(shadow, r);
        const Real factor = rho_next / rho * length / omega;
        if (rho_next == 0 || !std::isfinite(factor)) {
            copy(r, shadow);
            copy(r, p);
            rho = dot(r, r);
        } else {
            parallel_for(count_of(p), [&](int i) { p[i] = r[i] + factor * (p[i] - omega * q[i]); });
            rho = rho_next;
        }
        // a step along p, with what is left of the residual in s
        precondition(inverse, p, z);
        multiply(matrix, z, q);
        length = rho / dot(shadow, q);
        if (!std::isfinite(length)) break;
        add(x, length, z);
        parallel_for(count_of(s), [&](int i) { s[i] = r[i] - length * q[i]; });
        // a step that makes the rest smallest
        precondition(inverse, s, z);
        multiply(matrix, z, t);
        const Real t_squared = dot(t, t);
        omega = t_squared > 0 ? dot(t, s) / t_squared : 0;
        add(x, omega, z);
        parallel_for(count_of(r), [&](int i) { r[i] = s[i] - omega * t[i]; });
        ++report.iterations;

        const Real residual = norm(r) / b_norm;
        if (!std::isfinite(residual)) break;
        if (residual < report.residual) {
            copy(x, best);
            report.residual = residual;
        }
    }
    copy(best, x);
    report.converged = report.residual <= settings.tolerance;
    return report;
}

}  // namespace souple
