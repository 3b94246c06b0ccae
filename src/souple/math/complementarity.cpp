// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/math/complementarity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr Real small_pivot = 1e-10;    // of a matrix with a diagonal of ones
constexpr Real tie = 1e-12;            // ratios closer than this are equal
constexpr Real solved_within = 1e-8;   // largest residual of a solution
constexpr Real clearly_above = 1e-10;  // residual or pull that is no rounding

Real scale_of(std::span<const Real> A, int n, int i) {
    const Real diagonal = A[i * n + i];
    return diagonal > 0 ? std::sqrt(diagonal) : 1;
}

Real largest_right(std::span<const Real> A, std::span<const Real> b) {
    const int n = static_cast<int>(b.size());
    Real largest = 0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(b[i]) / scale_of(A, n, i));
    return largest > 0 ? largest : 1;
}

Real row_times(std::span<const Real> A, std::span<const Real> f, int row) {
    const int n = static_cast<int>(f.size());
    Real sum = 0;
    for (int j = 0; j < n; ++j) sum += A[row * n + j] * f[j];
    return sum;
}

/// Copies the problem in units where A has a diagonal of ones and the largest |b| is one.
int prepare(std::span<const Real> A, std::span<const Real> b, LcpScratch& scratch) {
    const int n = static_cast<int>(b.size());
    SOUPLE_ASSERT(static_cast<int>(A.size()) == n * n);
    const Real unit = largest_right(A, b);
    scratch.scale.resize(n);
    scratch.matrix.resize(n * n);
    scratch.right.resize(n);
    for (int i = 0; i < n; ++i) {
        const Real scale = scale_of(A, n, i);
        for (int j = 0; j < n; ++j) scratch.matrix[i * n + j] = A[i * n + j] / (scale * scale_of(A, n, j));
        scratch.right[i] = b[i] / scale / unit;
        scratch.scale[i] = unit / scale;
    }
    scratch.force.assign(n, 0);
    scratch.trial.assign(n, 0);
    return n;
}

LcpResult finish(std::span<const Real> A, std::span<const Real> b, std::span<Real> f, int pivots,
                 const LcpScratch& scratch) {
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = std::max(0.0, scratch.force[i]) * scratch.scale[i];
    const Real residual = lcp_residual(A, b, f);
    return {residual <= solved_within, pivots, residual};
}

/// Gauss elimination of rows of `width` numbers whose last is the right side; the solution ends up there.
bool eliminate(std::vector<Real>& rows, int n) {
    const int width = n + 1;
    for (int k = 0; k < n; ++k) {
        int best = k;
        for (int i = k + 1; i < n; ++i)
            if (std::abs(rows[i * width + k]) > std::abs(rows[best * width + k])) best = i;
        if (std::abs(rows[best * width + k]) < small_pivot) return false;
        if (best != k) std::swap_ranges(&rows[k * width], &rows[k * width] + width, &rows[best * width]);
        for (int i = k + 1; i < n; ++i) {
            const Real factor = rows[i * width + k] / rows[k * width + k];
            if (factor == 0) continue;
            for (int j = k; j < width; ++j) rows[i * width + j] -= factor * rows[k * width + j];
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        for (int j = k + 1; j < n; ++j) rows[k * width + n] -= rows[k * width + j] * rows[j * width + n];
        rows[k * width + n] /= rows[k * width + k];
    }
    return true;
}

/// Forces of the acting contacts that leave them no w, into `trial`; false when they are not determined.
bool balance_acting(LcpScratch& scratch) {
    const int n = static_cast<int>(scratch.right.size()), m = static_cast<int>(scratch.acting.size());
    scratch.tableau.resize(std::max(scratch.tableau.size(), static_cast<std::size_t>(m * (m + 1))));
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < m; ++j)
            scratch.tableau[i * (m + 1) + j] = scratch.matrix[scratch.acting[i] * n + scratch.acting[j]];
        scratch.tableau[i * (m + 1) + m] = scratch.right[scratch.acting[i]];
    }
    if (!eliminate(scratch.tableau, m)) return false;
    std::fill(scratch.trial.begin(), scratch.trial.end(), 0);
    for (int i = 0; i < m; ++i) scratch.trial[scratch.acting[i]] = scratch.tableau[i * (m + 1) + m];
    return true;
}

/// Lemke's tableau: rows w - A z - z0 = -b. Columns: n of w, n of z, then z0, then the right side.
struct Lemke {
    std::vector<Real>& cells;
    std::vector<int>& basis;  ///< the variable that each row is solved for
    int n;

    int width() const { return 2 * n + 2; }
    int artificial() const { return 2 * n; }
    int right() const { return 2 * n + 1; }
    Real* row(int i) { return &cells[static_cast<std::size_t>(i) * width()]; }
    int complement(int variable) const { return variable < n ? variable + n : variable - n; }
};

void fill(const LcpScratch& scratch, Lemke& lemke) {
    const int n = lemke.n;
    lemke.cells.assign(static_cast<std::size_t>(n) * lemke.width(), 0);
    lemke.basis.resize(n);
    for (int i = 0; i < n; ++i) {
        Real* row = lemke.row(i);
        row[i] = 1;
        for (int j = 0; j < n; ++j) row[n + j] = -scratch.matrix[i * n + j];
        row[lemke.artificial()] = -1;
        row[lemke.right()] = -scratch.right[i];
        lemke.basis[i] = i;
    }
}

void pivot(Lemke& lemke, int pivot_row, int entering) {
    Real* source = lemke.row(pivot_row);
    const Real inverse = 1 / source[entering];
    for (int j = 0; j < lemke.width(); ++j) source[j] *= inverse;
    source[entering] = 1;
    for (int i = 0; i < lemke.n; ++i) {
        Real* row = lemke.row(i);
        const Real factor = row[entering];
        if (i == pivot_row || factor == 0) continue;
        for (int j = 0; j < lemke.width(); ++j) row[j] -= factor * source[j];
        row[entering] = 0;
    }
    lemke.basis[pivot_row] = entering;
}

/// Compares two rows as ratios: first the right sides, then the columns of w, which no two rows share.
bool comes_first(Lemke& lemke, int a, int b, int entering) {
    const Real *row_a = lemke.row(a), *row_b = lemke.row(b);
    for (int k = -1; k < lemke.n; ++k) {
        const int column = k < 0 ? lemke.right() : k;
        const Real difference = row_a[column] / row_a[entering] - row_b[column] / row_b[entering];
        if (std::abs(difference) > tie) return difference < 0;
    }
    return false;
}

/// The row that reaches zero first as `entering` grows, or -1. The artificial variable goes whenever it can.
int leaving_row(Lemke& lemke, int entering) {
    int best = -1, artificial = -1;
    for (int i = 0; i < lemke.n; ++i) {
        if (lemke.row(i)[entering] <= small_pivot) continue;
        if (lemke.basis[i] == lemke.artificial()) artificial = i;
        if (best < 0 || comes_first(lemke, i, best, entering)) best = i;
    }
    if (artificial < 0) return best;
    const auto ratio = [&](int i) { return lemke.row(i)[lemke.right()] / lemke.row(i)[entering]; };
    return ratio(artificial) <= ratio(best) + tie ? artificial : best;
}

/// Returns the number of pivots. The basis then says which forces act.
int run(Lemke& lemke) {
    int lowest = 0;
    for (int i = 1; i < lemke.n; ++i)
        if (lemke.row(i)[lemke.right()] <= lemke.row(lowest)[lemke.right()]) lowest = i;
    if (lemke.row(lowest)[lemke.right()] >= 0) return 0;
    int entering = lemke.complement(lemke.basis[lowest]);
    pivot(lemke, lowest, lemke.artificial());
    int pivots = 1;
    for (const int most = 50 + 20 * lemke.n; pivots < most; ++pivots) {
        const int row = leaving_row(lemke, entering);
        if (row < 0) break;
        const int leaving = lemke.basis[row];
        pivot(lemke, row, entering);
        if (leaving == lemke.artificial()) return pivots + 1;
        entering = lemke.complement(leaving);
    }
    return pivots;
}

/// Reads the forces off the tableau, then balances the acting ones afresh: pivots gather rounding.
void read_forces(Lemke& lemke, LcpScratch& scratch) {
    scratch.acting.clear();
    bool ended = true;
    for (int i = 0; i < lemke.n; ++i) {
        const int variable = lemke.basis[i];
        ended &= variable != lemke.artificial();
        if (variable < lemke.n || variable == lemke.artificial()) continue;
        scratch.force[variable - lemke.n] = std::max(0.0, lemke.row(i)[lemke.right()]);
        scratch.acting.push_back(variable - lemke.n);
    }
    std::sort(scratch.acting.begin(), scratch.acting.end());
    if (!ended || !balance_acting(scratch)) return;
    for (Real& f : scratch.trial) f = std::max(f, 0.0);
    if (lcp_residual(scratch.matrix, scratch.right, scratch.trial) <
        lcp_residual(scratch.matrix, scratch.right, scratch.force))
        scratch.force = scratch.trial;
}

/// Dictionary of the dual simplex method: basic_i = right_i + sum of cells_ij free_j, where all costs are at
/// least zero. Variables 0..n-1 are forces, n..2n-1 are w.
struct Dictionary {
    std::vector<Real>& cells;  ///< n rows of n + 1, the right side last, then one row of costs
    std::vector<int>& names;   ///< n basic ones, then n free ones
    int n;

    Real& at(int i, int j) { return cells[i * (n + 1) + j]; }
};

void exchange(Dictionary& dictionary, int row, int column) {
    const int n = dictionary.n;
    const Real inverse = 1 / dictionary.at(row, column);
    for (int j = 0; j <= n; ++j) dictionary.at(row, j) *= -inverse;
    dictionary.at(row, column) = inverse;
    for (int i = 0; i <= n; ++i) {
        const Real factor = dictionary.at(i, column);
        if (i == row || factor == 0) continue;
        dictionary.at(i, column) = 0;
        for (int j = 0; j <= n; ++j) dictionary.at(i, j) += factor * dictionary.at(row, j);
    }
    std::swap(dictionary.names[row], dictionary.names[n + column]);
}

/// The free variable that can lift a row at the least cost, or -1; equal costs: the first by name.
int cheapest_column(Dictionary& dictionary, int row) {
    const int n = dictionary.n;
    const auto price = [&](int j) { return dictionary.at(n, j) / dictionary.at(row, j); };
    int best = -1;
    for (int j = 0; j < n; ++j) {
        if (dictionary.at(row, j) <= small_pivot) continue;
        const Real difference = best < 0 ? -1 : price(j) - price(best);
        const bool first = best >= 0 && dictionary.names[n + j] < dictionary.names[n + best];
        if (difference < -tie || (difference <= tie && first)) best = j;
    }
    return best;
}

/// The row to lift: the lowest, or after many exchanges the first by name, which cannot go in circles.
int row_to_lift(Dictionary& dictionary, bool by_name) {
    const int n = dictionary.n;
    int best = -1;
    for (int i = 0; i < n; ++i) {
        if (dictionary.at(i, n) >= -tie) continue;
        const bool before = best >= 0 && (by_name ? dictionary.names[i] < dictionary.names[best]
                                                  : dictionary.at(i, n) < dictionary.at(best, n));
        if (best < 0 || before) best = i;
    }
    return best;
}

bool minimise_total(Dictionary& dictionary) {
    const int n = dictionary.n;
    for (int exchanges = 0; exchanges < 100 + 50 * n; ++exchanges) {
        const int row = row_to_lift(dictionary, exchanges > 10 * n);
        if (row < 0) return true;
        const int column = cheapest_column(dictionary, row);
        if (column < 0) return false;
        exchange(dictionary, row, column);
    }
    return false;
}

/// The least total of the acting forces that holds them all up, into `trial`.
bool hold_up_acting(LcpScratch& scratch) {
    const int n = static_cast<int>(scratch.right.size()), m = static_cast<int>(scratch.acting.size());
    scratch.tableau.resize(std::max(scratch.tableau.size(), static_cast<std::size_t>((m + 1) * (m + 1))));
    scratch.basis.resize(std::max(scratch.basis.size(), static_cast<std::size_t>(2 * m)));
    Dictionary dictionary{scratch.tableau, scratch.basis, m};
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < m; ++j)
            dictionary.at(i, j) = scratch.matrix[scratch.acting[i] * n + scratch.acting[j]];
        dictionary.at(i, m) = -scratch.right[scratch.acting[i]];
        // a unit of scaled force is worth its own size in the sum
        dictionary.at(m, i) = scratch.scale[scratch.acting[i]];
        dictionary.names[i] = m + i;
        dictionary.names[m + i] = i;
    }
    dictionary.at(m, m) = 0;
    if (!minimise_total(dictionary)) return false;
    std::fill(scratch.trial.begin(), scratch.trial.end(), 0);
    for (int i = 0; i < m; ++i)
        if (dictionary.names[i] < m)
            scratch.trial[scratch.acting[dictionary.names[i]]] = std::max(0.0, dictionary.at(i, m));
    return true;
}

bool any_pulls(const std::vector<Real>& forces) {
    return std::any_of(forces.begin(), forces.end(), [](Real f) { return f < -clearly_above; });
}

/// Takes the contacts off that `trial` pushes apart. False when there are none.
bool break_contacts(LcpScratch& scratch) {
    const std::size_t before = scratch.acting.size();
    std::erase_if(scratch.acting, [&](int i) {
        return row_times(scratch.matrix, scratch.trial, i) - scratch.right[i] > clearly_above;
    });
    return scratch.acting.size() < before;
}

/// The first contact that pulls or is overrun under `trial`, or -1.
int first_wrong(const LcpScratch& scratch) {
    for (int i = 0; i < static_cast<int>(scratch.right.size()); ++i) {
        const bool wrong =
            scratch.is_acting[i]
                ? scratch.trial[i] < -clearly_above
                : row_times(scratch.matrix, scratch.trial, i) - scratch.right[i] < -clearly_above;
        if (wrong) return i;
    }
    return -1;
}

/// Exchanges wrong contacts one by one, the first first: this ends when A is definite.
int exchange_wrong(LcpScratch& scratch) {
    const int n = static_cast<int>(scratch.right.size());
    scratch.is_acting.assign(n, 0);
    for (const int i : scratch.acting) scratch.is_acting[i] = 1;
    int exchanges = 0;
    for (int wrong = first_wrong(scratch); wrong >= 0 && exchanges < 50 + 4 * n; ++exchanges) {
        scratch.is_acting[wrong] = !scratch.is_acting[wrong];
        scratch.acting.clear();
        for (int i = 0; i < n; ++i)
            if (scratch.is_acting[i]) scratch.acting.push_back(i);
        if (!balance_acting(scratch)) break;
        wrong = first_wrong(scratch);
    }
    return exchanges;
}

}  // namespace

LcpResult solve_lcp(std::span<const Real> A, std::span<const Real> b, std::span<Real> f,
                    LcpScratch& scratch) {
    Lemke lemke{scratch.tableau, scratch.basis, prepare(A, b, scratch)};
    if (lemke.n == 0) return {.solved = true};
    fill(scratch, lemke);
    const int pivots = run(lemke);
    read_forces(lemke, scratch);
    return finish(A, b, f, pivots, scratch);
}

LcpResult solve_by_breaking(std::span<const Real> A, std::span<const Real> b, std::span<Real> f,
                            LcpScratch& scratch) {
    const int n = prepare(A, b, scratch);
    scratch.acting.resize(n);
    std::iota(scratch.acting.begin(), scratch.acting.end(), 0);
    int rounds = 0;
    for (bool broke = true; broke; ++rounds) {
        if (balance_acting(scratch) && !any_pulls(scratch.trial)) break;
        broke = hold_up_acting(scratch) && break_contacts(scratch);
    }
    rounds += exchange_wrong(scratch);
    scratch.force = scratch.trial;
    return finish(A, b, f, rounds, scratch);
}

LcpResult solve_lcp(std::span<const Real> A, std::span<const Real> b, std::span<Real> f) {
    LcpScratch scratch;
    return solve_lcp(A, b, f, scratch);
}

LcpResult solve_by_breaking(std::span<const Real> A, std::span<const Real> b, std::span<Real> f) {
    LcpScratch scratch;
    return solve_by_breaking(A, b, f, scratch);
}

bool least_total_force(std::span<const Real> A, std::span<const Real> b, std::span<Real> f) {
    LcpScratch scratch;
    const int n = prepare(A, b, scratch);
    scratch.acting.resize(n);
    std::iota(scratch.acting.begin(), scratch.acting.end(), 0);
    const bool found = hold_up_acting(scratch);
    for (int i = 0; i < n; ++i) f[i] = scratch.trial[i] * scratch.scale[i];
    return found;
}

Real lcp_residual(std::span<const Real> A, std::span<const Real> b, std::span<const Real> f) {
    const int n = static_cast<int>(b.size());
    const Real unit = largest_right(A, b);
    Real largest = 0;
    for (int i = 0; i < n; ++i) {
        const Real scale = scale_of(A, n, i), w = row_times(A, f, i) - b[i];
        largest = std::max(largest, std::abs(std::min(f[i] * scale, w / scale)));
    }
    return largest / unit;
}

}  // namespace souple
