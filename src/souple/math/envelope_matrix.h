// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Symmetric positive matrices stored by rows from their first entry to the diagonal: factored in place, with
// a cost that follows the envelope. Rows that depend on earlier ones get a zero and do no harm.
#pragma once

#include <span>
#include <vector>

#include "souple/core/types.h"

namespace souple {

struct EnvelopeMatrix {
    std::vector<int> first;  ///< by row: column of its first entry, at most the row itself
    std::vector<int> start;  ///< by row: place of that entry; one more than there are rows
    std::vector<Real> value;

    int rows() const { return static_cast<int>(first.size()); }
    Real& at(int row, int column) { return value[start[row] + column - first[row]]; }
    Real at(int row, int column) const { return value[start[row] + column - first[row]]; }
};

/// Room for rows that begin where `first` says, filled with zeros.
void shape_envelope(EnvelopeMatrix& matrix);

/// The factor L of L L^T, in place. A row whose diagonal shrinks below `tolerance` of the largest diagonal
/// depends on the others: its diagonal becomes zero. Returns the number of such rows.
int factor_envelope(Real tolerance, EnvelopeMatrix& matrix);

/// Solves L L^T x = b in place after factor_envelope; dependent rows get zero.
void solve_envelope(const EnvelopeMatrix& factor, std::span<Real> x);

}  // namespace souple
