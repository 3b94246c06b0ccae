// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Every method of time integration, with one signature, one file each.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/solvers/solver_scratch.h"
#include "souple/dynamics/state.h"

namespace souple {

/// One part over one substep, from `time` to `time + h`. `part` is an element of `model.parts`.
struct Substep {
    const Model& model;
    const Control& control;
    const Part& part;
    Real time;  ///< [s]
    Real h;     ///< [s]
};

/// What an iterative method met; the explicit ones leave it as it is.
struct SubstepReport {
    int iterations = 0;
    Real residual = 0;  ///< relative
    bool converged = true;
};

// Each moves the part's points and frames in `state` (x, v, q, w), nothing else: not the time, not other
// parts. Led points keep their velocity and follow it; where they go was decided by apply_controls.
SubstepReport step_explicit_euler(const Substep& substep, State& state, SolverScratch& scratch);
SubstepReport step_modified_euler(const Substep& substep, State& state, SolverScratch& scratch);
SubstepReport step_semi_implicit_euler(const Substep& substep, State& state, SolverScratch& scratch);
SubstepReport step_velocity_verlet(const Substep& substep, State& state, SolverScratch& scratch);
SubstepReport step_midpoint(const Substep& substep, State& state, SolverScratch& scratch);
SubstepReport step_runge_kutta_4(const Substep& substep, State& state, SolverScratch& scratch);
SubstepReport step_implicit_euler(const Substep& substep, State& state, SolverScratch& scratch);
SubstepReport step_corrected_euler(const Substep& substep, State& state, SolverScratch& scratch);

/// Some points that have just moved in a straight line.
struct Stride {
    int rate = 0;
    Real time = 0, h = 0;                      ///< [s] when they left, and for how long they went
    std::span<const int> points;               ///< of the State
    std::span<const Vec3> x_before, v_before;  ///< [m], [m/s]
    std::span<Vec3> x, v;                      ///< where they are, and may be put
};

/// A tick of the finest rate.
struct Tick {
    Real time = 0, h = 0;  ///< [s] its start and its length
};

/// Who goes along with the multirate method; each may be empty.
struct Followers {
    std::function<void(int rate, Real time, Real h)> before_move;  ///< points of this rate are about to leave
    std::function<void(const Stride& stride)> meet;                ///< from several threads at once
    std::function<void()> after_tick;                              ///< the State is where the points are
    /// The same, where it may put them elsewhere: then all points move in every tick.
    std::function<void(const Tick& tick)> hold;
};

/// Laws of rate i act every h / 2^i with the whole impulse of that time, so that momentum is kept and an
/// oscillation neither gains nor loses (004 F4.10, A11).
SubstepReport step_multirate(const Substep& substep, State& state, SolverScratch& scratch,
                             const Followers& followers);

/// The part's own method; prepares the scratch.
SubstepReport take_substep(const Substep& substep, State& state, SolverScratch& scratch);

/// [s] a step that suits the forces (000 F0.6): control.safety times the least time in which any point or
/// frame of the part, pushed from rest, crosses control.length. Infinite when nothing pushes.
Real step_from_forces(const Model& model, const Part& part, const Forces& forces);

}  // namespace souple
