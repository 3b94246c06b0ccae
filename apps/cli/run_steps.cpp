// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "run_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "continue_run.h"
#include "progress.h"
#include "souple/core/errors.h"
#include "souple/view/check_frame.h"
#include "stopwatch.h"

namespace souple::cli {

namespace {

void note(const StepReport& report, RunNumbers& numbers) {
    numbers.contacts += report.contacts;
    numbers.unconverged_solves += report.unconverged_solves;
    numbers.unmet_tolerances += report.unmet_tolerances;
    numbers.correction_work += report.correction_work;
    numbers.deepest_overlap = std::max(numbers.deepest_overlap, report.deepest_overlap);
    numbers.deepest_press = std::max(numbers.deepest_press, report.deepest_press);
    numbers.contact_residual = std::max(numbers.contact_residual, report.contact_residual);
    numbers.held_crossings += report.held_crossings;
    numbers.open_crossings += report.open_crossings;
    numbers.most_divisions = std::max(numbers.most_divisions, report.divisions);
    numbers.failure = report.failure;
    if (report.start_overlap)
        fmt::print(stderr, "warning: {} and {} overlap by {:.3g} m at the start; they are pushed apart\n",
                   report.start_overlap->a, report.start_overlap->b, report.start_overlap->depth);
}

/// A state that no recording can hold is physics gone bad: it says which part, and the state is kept.
void record_frame(RunInProgress& run) {
    const State& state = run.simulation.world.state;
    try {
        run.recorder.record(run.simulation);
        run.course.frames = run.recorder.frame_count();
    } catch (const FrameError& error) {
        run.course.numbers.failure = Failure{Stage::Measure, state.step, error.part, error.fault};
    }
}

/// Judges and writes down the values that the probes took last, and keeps few of them in memory.
void note_probes(RunInProgress& run) {
    std::vector<Probe>& probes = run.simulation.probes;
    if (probes.empty() || probes.front().taken == run.values_seen) return;
    run.values_seen = probes.front().taken;
    const Real time = run.simulation.world.state.time;
    take_latest(run.simulation.scene.def.expect, probes, time, run.course.tallies);
    if (run.table) run.table->add(probes, time);
    for (Probe& probe : probes) keep_at_most(most_kept(probes.size()), probe);
}

/// All that a checkpoint counts on is on disk before it is.
void keep_checkpoint(RunInProgress& run) {
    run.recorder.sync();
    run.table->flush(Durability::Synced);
    run.checkpoints.keep(run.simulation, run.course);
}

}  // namespace

void step_through(RunInProgress& run, const RunOptions& options, const InterruptGuard& guard) {
    const Stopwatch watch;
    Simulation& simulation = run.simulation;
    RunNumbers& numbers = run.course.numbers;
    Progress progress(simulation.world.state.step, simulation.step_count, options.quiet);
    const double recorded_before = run.recorder.seconds();
    record_frame(run);
    if (!options.output.empty() && !options.resume.empty()) keep_checkpoint(run);  // it may be another's
    while (!numbers.failure && !is_finished(simulation) && !guard.requested()) {
        note(advance(simulation), numbers);
        if (!numbers.failure) {
            note_probes(run);
            record_frame(run);
        }
        if (!numbers.failure && run.checkpoints.is_due()) keep_checkpoint(run);
        progress.update(simulation.world.state.step, simulation.world.state.time);
    }
    forget_dead_outputs();
    numbers.interrupted = guard.requested() && !is_finished(simulation);
    const double recording = run.recorder.seconds() - recorded_before;
    numbers.wall_s = watch.seconds() - simulation.profile[Stage::Measure] - recording;
}

void keep_last_state(const RunInProgress& run, const RunOptions& options) {
    const RunNumbers& numbers = run.course.numbers;
    if (!numbers.failure && !numbers.interrupted) return;
    const std::string path = run.checkpoints.keep_at_stop(numbers.failure ? "last_good" : "interrupted",
                                                          run.simulation, run.course);
    if (numbers.failure)
        fmt::print(stderr, "error: the physics went bad: {}\n  the last good state is in {}\n",
                   to_text(*numbers.failure), path);
    else
        fmt::print(stderr, "interrupted at t = {:.4f} s; go on with: {}\n", run.simulation.world.state.time,
                   options.output.empty() ? command_to_go_on(options, path) : command_to_continue(options));
}

void rescue_state(const RunInProgress& run, const RunOptions& options, const std::string& what) {
    fmt::print(stderr, "error: {}\n", what);
    const Real time = run.simulation.world.state.time;
    std::string why;
    for (const bool nearby : {false, true}) {
        try {
            const std::string path =
                nearby ? run.checkpoints.keep_nearby("last_good", run.simulation, run.course)
                       : run.checkpoints.keep_at_stop("last_good", run.simulation, run.course);
            const bool in_folder = !nearby && !options.output.empty();
            fmt::print(stderr, "  stopped at t = {:.4f} s, the state is in {}; go on with: {}\n", time, path,
                       in_folder ? command_to_continue(options) : command_to_go_on(options, path));
            return;
        } catch (const InputError& error) {
            why += fmt::format("\n  {}", error.what());
        }
    }
    fmt::print(stderr, "  the state at t = {:.4f} s is lost, no place takes a checkpoint:{}\n", time, why);
}

RunInProgress::RunInProgress(Simulation started, RunCourse so_far, const RunOptions& options)
    : simulation(std::move(started)),
      course(std::move(so_far)),
      recorder(simulation, options.scene, options.output, !options.resume.empty()),
      checkpoints(options) {
    const std::vector<Probe>& probes = simulation.probes;
    if (!probes.empty()) values_seen = probes.front().taken;
    if (!options.output.empty())
        table.emplace((std::filesystem::path(options.output) / "probes.csv").string(), probes,
                      simulation.world.state.time);
}

}  // namespace souple::cli
