// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the methods, sized with the Model and reused from step to step, never saved.
#pragma once

#include <vector>

#include "souple/dynamics/elements/assembly.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/state.h"
#include "souple/math/block_matrix.h"
#include "souple/math/solve_sparse.h"

namespace souple {

/// A copy of the moving half of a State: where a method looks ahead.
struct Motion {
    std::vector<Vec3> x, v;
    Frames frames;
};

/// Rates of change of a Motion.
struct Slopes {
    std::vector<Vec3> v, a;                    ///< points
    std::vector<Vec3> frame_v, frame_a, w, wa;  ///< frames: velocity, acceleration, spin, angular acceleration
};

/// The linear system of one implicit part.
struct ImplicitSystem {
    BlockMatrix matrix;
    bool symmetric = true;
    std::vector<Vec3> right_side, solution;
    SparseScratch sparse;
};

struct SolverScratch {
    int revision = -1;
    Assembly assembly;
    Forces forces;
    Motion stage;
    std::vector<Slopes> slopes;            ///< as many as the hungriest method needs
    std::vector<ImplicitSystem> systems;   ///< by part, empty for explicit ones
};

/// Follows the Model: sizes every buffer, so that a warm step allocates nothing.
void prepare(const Model& model, SolverScratch& scratch);

}  // namespace souple
