// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the methods, sized with the Model and reused from step to step, never saved.
#pragma once

#include <vector>

#include "souple/dynamics/articulated/step_tree.h"
#include "souple/dynamics/elements/assembly.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/solvers/rate_packets.h"
#include "souple/dynamics/state.h"
#include "souple/math/block_matrix.h"
#include "souple/math/solve_sparse.h"

namespace souple {

/// A copy of the moving half of a State: where a method looks ahead.
struct Motion {
    std::vector<Vec3> x, v;
    Frames frames;
    const std::vector<OrientedMemory>* oriented = nullptr;  ///< of the State that the stage began with
    std::vector<TreeState> trees;                           ///< by Model::trees
};

/// Weighted sum of the rates of change of a Motion: what a Runge-Kutta step adds in the end.
struct Slopes {
    std::vector<Vec3> v, a;              ///< points: velocity, acceleration
    std::vector<Vec3> frame_v, frame_a;  ///< frames: velocity, acceleration
    std::vector<Quat> turn;              ///< frames: dq/dt as four numbers
    std::vector<Vec3> torque;            ///< frames: rate of the angular momentum
};

/// The linear system of one implicit part; row 0 is the part's first point.
struct ImplicitSystem {
    BlockMatrix matrix;
    bool symmetric = true;
    bool has_led_points = false;
    Real mass = 0;  ///< [kg] of the part's points
    std::vector<Vec3> right_side, solution;
    std::vector<Vec3> velocity, product;  ///< the part's velocities; the matrix times something
    SparseScratch sparse;
};

/// A point during a substep, on a line of memory of its own: cores hand whole lines to each other, and would
/// wait for each other's neighbours.
struct alignas(64) MovingPoint {
    Lanes x, v;  ///< [m], [m/s] in the first three lanes
};

/// Buffers of the multirate method for one part.
struct MultirateScratch {
    RatePackets packets;
    std::vector<MovingPoint> points;    ///< by place of the packets
    std::vector<Lanes> outside;         ///< [N s] by place: weight and fields
    std::vector<Lanes> sums;            ///< [N s] of the laws of each block, as last evaluated
    std::vector<Lanes> places, speeds;  ///< [m], [m/s] by sum: the points of each block
};

struct SolverScratch {
    int revision = -1;
    std::vector<MultirateScratch> multirate;  ///< by part, empty for other methods
    Assembly assembly;
    Forces forces;
    Motion stage;
    Slopes slopes;
    std::vector<TreeScratch> trees;            ///< by Model::trees
    std::vector<ImplicitSystem> systems;       ///< by part, empty for explicit ones
    std::vector<std::vector<int>> neighbours;  ///< by part: points of other parts that its laws read
};

/// Follows the Model: sizes every buffer, so that a warm step allocates nothing.
void prepare(const Model& model, SolverScratch& scratch);

}  // namespace souple
