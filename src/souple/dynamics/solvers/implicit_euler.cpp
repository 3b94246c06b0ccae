// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Linearised implicit Euler (001 W3.4, eq. 2.4), premultiplied by the masses so that it is symmetric:
//   (M - h df/dv - h^2 df/dx) dv = h (f + h df/dx v),   v += dv,   x += h v
// Led points have dv = 0. Frames go by the semi-implicit rule: their laws have no derivatives here.
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

void lay_down_right_side(const Substep& substep, const State& state, const Forces& forces,
                         ImplicitSystem& system) {
    const Real h = substep.h;
    const int first = substep.part.points.begin;
    const Moment moment{state.x, state.v, state.frames, substep.time, &state.oriented};
    for_each_point(substep.part, [&](int i) { system.velocity[i - first] = state.v[i]; });

    set_zero(system.matrix);
    add_jacobians(substep.model, substep.control, substep.part, moment, {.position = 1, .velocity = 0},
                  system.matrix);
    multiply(system.matrix, system.velocity, system.product);
    for_each_point(substep.part, [&](int i) {
        const Vec3 change = h * (forces.point[i] + h * system.product[i - first]);
        system.right_side[i - first] = is_led(substep.model, i) ? Vec3(Vec3::Zero()) : change;
    });
}

/// The matrix holds df/dx already; it becomes M - h df/dv - h^2 df/dx.
void lay_down_matrix(const Substep& substep, const State& state, ImplicitSystem& system) {
    const Real h = substep.h;
    const Model& model = substep.model;
    const int first = substep.part.points.begin;
    BlockMatrix& matrix = system.matrix;
    parallel_for(static_cast<int>(matrix.blocks.size()), [&](int k) { matrix.blocks[k] *= -h * h; });
    const Moment moment{state.x, state.v, state.frames, substep.time, &state.oriented};
    add_jacobians(model, substep.control, substep.part, moment, {.position = 0, .velocity = -h}, matrix);

    // rows and columns of led points do not take part: only their masses stay, on the diagonal
    parallel_for(matrix.rows(), [&](int row) {
        for (int k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k)
            if (is_led(model, first + row) || is_led(model, first + matrix.column[k]))
                matrix.blocks[k].setZero();
        matrix.blocks[matrix.diagonal[row]] += model.point_mass[first + row] * Mat3::Identity();
    });
}

SubstepReport solve(const Part& part, ImplicitSystem& system) {
    const SolveSettings settings{part.solver_tolerance, part.solver_iterations};
    parallel_for(system.matrix.rows(), [&](int row) { system.solution[row].setZero(); });
    SolveReport report;
    if (system.symmetric)
        report = solve_cg(system.matrix, system.right_side, system.solution, settings, system.sparse);
    // compressed springs can make the matrix indefinite when the step is long
    if (!system.symmetric || report.indefinite) {
        const int iterations = report.iterations;
        report = solve_bicgstab(system.matrix, system.right_side, system.solution, settings, system.sparse);
        report.iterations += iterations;
    }
    return {report.iterations, report.residual, report.converged};
}

/// What the solver left over would change the momentum of a free part: it is given back to all points alike.
void keep_momentum(ImplicitSystem& system) {
    multiply(system.matrix, system.solution, system.product);
    const Vec3 left_over = parallel_sum(system.matrix.rows(), Vec3(Vec3::Zero()), [&](int row) {
        return Vec3(system.right_side[row] - system.product[row]);
    });
    const Vec3 shift = left_over / system.mass;
    if (!is_finite(shift)) return;
    parallel_for(system.matrix.rows(), [&](int row) { system.solution[row] += shift; });
}

}  // namespace

SubstepReport step_implicit_euler(const Substep& substep, State& state, SolverScratch& scratch) {
    evaluate_forces(substep, state, scratch);
    SubstepReport report;
    if (!substep.part.points.empty()) {
        ImplicitSystem& system = scratch.systems[&substep.part - substep.model.parts.data()];
        lay_down_right_side(substep, state, scratch.forces, system);
        lay_down_matrix(substep, state, system);
        report = solve(substep.part, system);
        if (!system.has_led_points) keep_momentum(system);
        for_each_point(substep.part, [&](int i) {
            state.v[i] += system.solution[i - substep.part.points.begin];
            state.x[i] += substep.h * state.v[i];
        });
    }
    for_each_frame(substep.part,
                   [&](int i) { step_frame_semi_implicit(substep, scratch.forces, state.frames, i); });
    return report;
}

}  // namespace souple
