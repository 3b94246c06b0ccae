// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Carries every part through the interval with its own method and its own substeps.
#include <algorithm>
#include <cmath>

#include "souple/dynamics/adapt/find_folds.h"
#include "souple/dynamics/articulated/step_tree.h"
#include "souple/dynamics/contact/agent_bodies.h"
#include "souple/dynamics/contact/meet_itself.h"
#include "souple/dynamics/contact/meet_obstacles.h"
#include "souple/dynamics/hair/advance_hair.h"
#include "souple/dynamics/oriented/oriented_forces.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/solvers/common.h"
#include "souple/dynamics/solvers/solvers.h"
#include "souple/dynamics/step.h"

namespace souple {

namespace {

/// One part in one interval.
struct PartRun {
    const Interval& interval;
    const Control& control;
    const Part& part;
    State& state;
    Scratch& scratch;
    StepReport& report;
};

template <class T>
void copy_range(const std::vector<T>& from, Range range, std::vector<T>& to) {
    std::copy_n(from.begin() + range.begin, range.count, to.begin() + range.begin);
}

/// Copies one part's matter between two Motion-like things (a State is one too).
template <class From, class To>
void copy_part(const Part& part, const From& from, To& to) {
    copy_range(from.x, part.points, to.x);
    copy_range(from.v, part.points, to.v);
    copy_range(from.frames.x, part.frames, to.frames.x);
    copy_range(from.frames.q, part.frames, to.frames.q);
    copy_range(from.frames.v, part.frames, to.frames.v);
    copy_range(from.frames.w, part.frames, to.frames.w);
    if (part.articulated >= 0) to.trees[part.articulated] = from.trees[part.articulated];
}

void note(const SubstepReport& met, StepReport& report) {
    ++report.substeps;
    report.solver_iterations += met.iterations;
    report.unconverged_solves += met.converged ? 0 : 1;
    report.worst_residual = std::max(report.worst_residual, met.residual);
}

/// The source's way: folds are looked at in every tick (004 F4.25).
void note_bent_faces(const PartRun& run) {
    const Model& model = run.interval.model;
    for (std::size_t s = 0; s < model.adaptive.size(); ++s) {
        if (&model.parts[model.adaptive[s].part] != &run.part || !model.adaptive[s].rule.every_tick) continue;
        std::vector<int> faces;
        find_bent_faces(model.adaptive[s], run.state.x, faces);
        std::vector<int>& bent = run.scratch.bent[s];
        bent.insert(bent.end(), faces.begin(), faces.end());
    }
}

/// Points of the multirate method meet obstacles whenever they have moved, and each other in every tick.
void run_multirate(const PartRun& run, const Substep& substep) {
    Scratch& scratch = run.scratch;
    const auto during = [&](Real time, Real h) {
        return Substep{substep.model, substep.control, substep.part, time, h};
    };
    Followers followers;
    if (run.part.surface.collides && !run.interval.model.obstacles.empty()) {
        followers.before_move = [&](int rate, Real time, Real h) {
            place_obstacles(during(time, h), rate, scratch.contact);
        };
        followers.meet = [&](const Stride& stride) {
            meet_obstacles(during(stride.time, stride.h), stride, scratch.contact);
        };
    }
    if (!scratch.bent.empty()) followers.after_tick = [&] { note_bent_faces(run); };
    if (meets_itself(run.part)) {
        copy_range(run.state.x, run.part.points, scratch.x_before);
        followers.hold = [&during, &run](const Tick& tick) {  // two references need no memory of their own
            Scratch& own = run.scratch;
            meet_itself(during(tick.time, tick.h), own.x_before, run.state, own.interaction, run.report);
            copy_range(run.state.x, run.part.points, own.x_before);
        };
    }
    note(step_multirate(substep, run.state, scratch.solver, followers), run.report);
}

void run_substeps(const PartRun& run, int substeps) {
    const Real h = run.interval.length / substeps;
    const bool meets = run.part.surface.collides && !run.interval.model.obstacles.empty();
    const bool folds = meets_itself(run.part);
    for (int k = 0; k < substeps; ++k) {
        const Substep substep{run.interval.model, run.control, run.part, run.interval.time + k * h, h};
        if (run.part.method == Method::Multirate) {
            run_multirate(run, substep);
            continue;
        }
        if (meets || folds) copy_range(run.state.x, run.part.points, run.scratch.x_before);
        if (meets) copy_range(run.state.v, run.part.points, run.scratch.v_before);
        note(take_substep(substep, run.state, run.scratch.solver), run.report);
        if (meets)
            meet_obstacles(substep, {run.scratch.x_before, run.scratch.v_before}, run.state,
                           run.scratch.contact);
        if (folds) meet_itself(substep, run.scratch.x_before, run.state, run.scratch.interaction, run.report);
    }
}

/// Whether contact answers for a tree that takes several substeps. Loops stay closed along the way of their
/// substeps only.
bool needs_straight_way(const PartRun& run) {
    const Part& part = run.part;
    if (part.articulated < 0 || part.substeps == 1 || part.method != Method::SemiImplicitEuler) return false;
    const ArticulatedTree& tree = run.interval.model.trees[part.articulated];
    const std::vector<std::uint8_t>& touched = run.scratch.interaction.is_touched;
    return tree.formulation == Formulation::Reduced && tree.loops.empty() &&
           tree.frames.end() <= static_cast<int>(touched.size()) && touched[tree.frames.begin];
}

void run_fixed(const PartRun& run) {
    const int substeps = run.part.substeps;
    if (!needs_straight_way(run)) return run_substeps(run, substeps);
    const int t = run.part.articulated;
    std::vector<JointState>& start = run.scratch.part_kept.trees[t].joints;
    start = run.state.trees[t].joints;
    run_substeps(run, substeps);
    straighten_way(run.interval.model.trees[t], run.interval.model.frame_inertia, start, run.interval.length,
                   run.state.trees[t].joints, run.scratch.solver.trees[t].work.places, run.state.frames);
}

/// Goes back to the start of the interval: the matter, and what the points met on the way.
void restore(const PartRun& run) {
    copy_part(run.part, run.scratch.part_kept, run.state);
    for (int i = run.part.points.begin; i < run.part.points.end(); ++i) run.scratch.contact.met[i] = {};
}

/// [m] between two tries; turning counts as the way it makes at the control's length. Not finite when a try
/// is not.
Real largest_difference(const Part& part, const Motion& a, const State& b) {
    Real largest = 0;
    const auto compare = [&largest](Real difference) {
        if (!(difference <= largest)) largest = std::isfinite(difference) ? difference : INFINITY;
    };
    for (int i = part.points.begin; i < part.points.end(); ++i) compare((a.x[i] - b.x[i]).norm());
    for (int i = part.frames.begin; i < part.frames.end(); ++i) {
        compare((a.frames.x[i] - b.frames.x[i]).norm());
        compare(part.control.length * a.frames.q[i].angularDistance(b.frames.q[i]));
    }
    return largest;
}

/// Tries n and 2 n substeps from the same start; when they disagree goes back and tries finer. Returns the
/// count kept.
int try_and_restore(const PartRun& run, int substeps) {
    const StepControl& control = run.part.control;
    Scratch& scratch = run.scratch;
    copy_part(run.part, run.state, scratch.part_kept);
    for (int n = substeps;; n *= 2) {
        run_substeps(run, n);
        copy_part(run.part, run.state, scratch.part_coarse);
        restore(run);
        run_substeps(run, 2 * n);
        const Real difference = largest_difference(run.part, scratch.part_coarse, run.state);
        if (difference <= control.tolerance) return 2 * n;
        if (4 * n > control.max_substeps) {
            ++run.report.unmet_tolerances;
            return 2 * n;
        }
        ++run.report.rejected_tries;
        restore(run);
    }
}

int substeps_from_forces(const PartRun& run) {
    SolverScratch& solver = run.scratch.solver;
    const Moment now{run.state.x, run.state.v, run.state.frames, run.interval.time, &run.state.oriented};
    evaluate_forces(run.interval.model, run.control, run.part, now, solver.assembly, solver.forces);
    const Real h = step_from_forces(run.interval.model, run.part, solver.forces);
    const Real wanted = std::min(std::ceil(run.interval.length / h), Real(run.part.control.max_substeps));
    return std::max(run.part.substeps, static_cast<int>(wanted));
}

/// Wisps take all their substeps at once, each on its own.
void advance_wisps(const PartRun& run, const Hair& hair, PartMemory& memory) {
    const Model& model = run.interval.model;
    memory.substeps = run.part.substeps;
    run.report.substeps += run.part.substeps;
    const WispPull pull =
        advance_hair(model, run.control, hair, run.state, run.scratch.hair[&hair - model.hair.data()]);
    if (is_felt(model, hair)) pull_carrier(model, hair, pull, run.state, run.scratch.carriers);
}

void advance_part(const PartRun& run, PartMemory& memory) {
    // agents have stages of their own: steer before, and move when all that pushes them has done so
    if (run.part.tissue >= 0) return;
    if (run.part.crowd >= 0) return walk_agents(run.part, run.interval.length, run.state);
    if (const Hair* hair = hair_of(run.interval.model, run.part)) return advance_wisps(run, *hair, memory);
    switch (run.part.control.kind) {
        case StepControlKind::Fixed:
            memory.substeps = run.part.substeps;
            run_fixed(run);
            break;
        case StepControlKind::FromForces:
            memory.substeps = substeps_from_forces(run);
            run_substeps(run, memory.substeps);
            break;
        case StepControlKind::TryAndRestore:
            // half of what was needed last time: one doubling finds it again, and it may fall
            memory.substeps = try_and_restore(run, std::max(run.part.substeps, memory.substeps / 4));
            break;
    }
}

/// Led points end exactly where their track does: round-off of many substeps must not add up.
void finish_led_points(const Interval& interval, const Control& control, State& state) {
    for (const Pin& pin : interval.model.pins) state.x[pin.node] = pin_place(control, pin, 1);
}

}  // namespace

void advance(const Interval& interval, const Control& control, State& state, Scratch& scratch,
             StepReport& report) {
    const Zone zone(scratch.profile, Stage::Advance);
    for (std::size_t p = 0; p < interval.model.parts.size() && !report.failure; ++p) {
        const Part& part = interval.model.parts[p];
        advance_part({interval, control, part, state, scratch, report}, state.parts[p]);
        if (part.oriented >= 0)
            update_bonds(interval.model, interval.model.oriented[part.oriented], interval.length, state);
        report.failure = find_failure(interval.model, part, state, Stage::Advance);
    }
    finish_led_points(interval, control, state);
}

}  // namespace souple
