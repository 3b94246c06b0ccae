// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// run: simulates a scene, judges it and writes what came out.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <random>
#include <utility>

#include "commands.h"
#include "continue_run.h"
#include "files.h"
#include "first_frame.h"
#include "run_exports.h"
#include "run_lock.h"
#include "run_steps.h"
#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/core/parallel.h"
#include "souple/models/groom.h"
#include "souple/scene/json/write.h"
#include "souple/scene/memory_estimate.h"
#include "souple/scene/report.h"
#include "souple/scene/undefined_probes.h"
#include "stopwatch.h"

namespace souple::cli {

namespace {

std::string counts_text(const Model& model) {
    std::size_t elements =
        model.springs.size() + model.hinges.size() + model.bends.size() + model.ties.size();
    return fmt::format("{} parts, {} obstacles, {} points, {} frames, {} elements", model.parts.size(),
                       model.obstacles.size(), model.point_mass.size(), model.frame_inertia.size(), elements);
}

void print_verdicts(const std::vector<Verdict>& verdicts, bool quiet) {
    for (const Verdict& verdict : verdicts) {
        if (quiet && verdict.ok) continue;
        fmt::print(verdict.ok ? stdout : stderr, "  {}  {} = {:.6g} (t = {:.4g} s), expected {}\n",
                   verdict.ok ? "ok    " : "FAILED", verdict.name, verdict.value, verdict.time,
                   verdict.bound);
    }
}

/// The hair as it ended, for scenes that start from it.
void write_grooms(const World& world, const std::filesystem::path& folder) {
    for (const Hair& hair : world.model.hair)
        write_whole_file((folder / (world.model.parts[hair.part].name + ".groom")).string(),
                         groom_text(world, hair));
}

/// Drawn, and not counted: folders are copied and moved.
std::uint64_t draw_run() {
    std::random_device source;
    const std::uint64_t run = std::uint64_t(source()) << 32 | source();
    return run != 0 ? run : 1;
}

/// What partial results are called when better ones keep their names.
std::string report_name(const RunInProgress& run) {
    return run.recorder.is_left() ? "report.json.part" : "report.json";
}

bool is_complete(const RunNumbers& numbers) { return !numbers.failure && !numbers.interrupted; }

/// What stops early does not take the place of an earlier run that came further.
void close_records(RunInProgress& run) {
    const bool complete = is_complete(run.course.numbers);
    if (complete)
        run.recorder.finish();
    else
        run.recorder.stop();
    if (run.table && !run.recorder.is_left()) run.table->finish();
    run.table.reset();
}

void write_outputs(RunInProgress& run, const RunOptions& options, const std::vector<Verdict>& verdicts) {
    const Stopwatch watch;
    RunNumbers& numbers = run.course.numbers;
    const std::filesystem::path folder(options.output);
    if (!options.output.empty() && is_complete(numbers)) {
        write_checkpoint((folder / "final.checkpoint").string(), run.simulation, run.course);
        write_grooms(run.simulation.world, folder);
    }
    numbers.record_s += watch.seconds();
    const std::string text =
        to_text(make_report(run.simulation, numbers, verdicts), TextLayout::Pretty) + "\n";
    if (!options.output.empty()) write_whole_file((folder / report_name(run)).string(), text);
    if (!options.report.empty()) write_whole_file(options.report, text);
    if (!options.output.empty() && is_complete(numbers)) run.checkpoints.clear(run.course.run);
}

void print_summary(const RunInProgress& run) {
    const Simulation& simulation = run.simulation;
    const RunNumbers& numbers = run.course.numbers;
    const double simulated = simulation.world.state.time;
    fmt::print("simulated {:.4g} s in {:.3g} s ({:.3g} s of work per second), hash {}\n", simulated,
               numbers.wall_s, simulated > 0 ? numbers.wall_s / simulated : 0,
               hash_text(simulation.world.state));
    if (numbers.deepest_overlap > 0 || numbers.deepest_press > 0)
        fmt::print("deepest overlap {:.3g} m, deepest press of skins {:.3g} m\n", numbers.deepest_overlap,
                   numbers.deepest_press);
    if (numbers.unmet_tolerances > 0)
        fmt::print(stderr, "warning: step-size control gave up at max_substeps in {} intervals\n",
                   numbers.unmet_tolerances);
    if (numbers.unconverged_solves > 0)
        fmt::print(stderr,
                   "warning: {} linear solves did not converge; raise solver_iterations or lower step\n",
                   numbers.unconverged_solves);
}

/// A state of the run that is in the folder goes on with it; all else is a run of its own.
std::uint64_t run_to_be(const RunOptions& options, const RunCourse& course, bool same_settings) {
    if (options.continued_run != 0) return options.continued_run;
    const bool goes_on = same_settings && course.run != 0 && run_in(options.output) == course.run;
    return goes_on ? course.run : draw_run();
}

/// What is to be run, with every flag checked before anything is written.
Simulation prepare(const RunOptions& options, RunCourse& course) {
    Scene scene = load_scene(options.scene,
                             {.settings = options.settings, .read_file = {}, .most_memory = options.memory});
    refuse_large_scene(scene, !options.output.empty());
    Simulation simulation = make_simulation(std::move(scene));
    if (options.check && simulation.scene.def.expect.empty())
        throw InputError(fmt::format("{}: --check, but the scene expects nothing", options.scene));
    bool same = true;
    course.tallies = make_tallies(simulation.scene.def.expect, simulation.probes);
    if (!options.resume.empty()) same = read_checkpoint(options.resume, simulation, &course);
    if (!same && !options.quiet)
        fmt::print("resuming with other settings than the checkpoint was taken with\n");
    if (!options.report.empty()) check_writable(options.report);
    plan_exports(options, simulation);
    if (options.checkpoint_every >= 0 && options.output.empty())
        throw InputError("--checkpoint-every: needs a folder to write in; say it with -o");
    if (!options.output.empty()) {
        check_recordable(simulation);
        make_writable_folder(options.output);
        course.run = run_to_be(options, course, same);
    }
    for (Probe& probe : simulation.probes) keep_at_most(most_kept(simulation.probes.size()), probe);
    return simulation;
}

/// Says what of the time before is missing in the files of a run that goes on.
void warn_of_gaps(const RunInProgress& run, std::int64_t frames_before, const RunOptions& options) {
    const Real time = run.simulation.world.state.time;
    if (run.recorder.frame_count() < frames_before)
        fmt::print(stderr, "warning: {}: the recording holds {} of the {} frames before t = {:.4f} s\n",
                   options.output, run.recorder.frame_count(), frames_before, time);
    if (run.table && run.table->missing_rows() > 0)
        fmt::print(stderr, "warning: {}: probes.csv lacks {} rows of the time before t = {:.4f} s\n",
                   options.output, run.table->missing_rows(), time);
}

void print_places(const RunInProgress& run, const RunOptions& options) {
    if (options.output.empty()) return;
    const std::string part = run.recorder.is_left() ? ".part" : "";
    if (run.recorder.is_left())
        fmt::print(
            stderr,
            "{}: the results of an earlier run that came further stay; those of this one end in .part\n",
            options.output);
    if (!options.quiet)
        fmt::print("look in {}: {}, probes.csv{}, {}{}\n", options.output, report_name(run), part,
                   run.recorder.file_name(), is_complete(run.course.numbers) ? ", final.checkpoint" : "");
}

/// Before a new run takes the place of one that was not finished.
void mention_unfinished(const RunOptions& options) {
    if (options.quiet || options.continued_run != 0 || !options.resume.empty()) return;
    const std::string command = unfinished_in(options.output, options);
    if (!command.empty())
        fmt::print("{} holds a run that was not finished; this one starts anew. To go on with that one: {}\n",
                   options.output, command);
}

/// Runs, writes and judges.
std::vector<Verdict> carry_out(RunInProgress& run, const RunOptions& options) {
    const InterruptGuard guard;
    step_through(run, options, guard);
    keep_last_state(run, options);
    close_records(run);
    RunNumbers& numbers = run.course.numbers;
    numbers.record_s = run.recorder.seconds();
    const std::vector<Verdict> verdicts = is_complete(numbers)
                                              ? judge(run.simulation.scene.def.expect, run.course.tallies)
                                              : std::vector<Verdict>{};
    write_outputs(run, options, verdicts);
    return verdicts;
}

/// A probe that measured nothing makes the run fail: what it says would pass for a result.
bool print_undefined(const Simulation& simulation) {
    const std::vector<std::string> complaints = complaints_about(simulation.probes);
    for (const std::string& complaint : complaints) fmt::print(stderr, "error: {}\n", complaint);
    return !complaints.empty();
}

int exit_code(const RunOptions& options, const RunNumbers& numbers, const std::vector<Verdict>& verdicts,
              bool undefined) {
    if (numbers.failure) return physics_failed;
    if (numbers.interrupted) return interrupted;
    if (undefined) return physics_failed;
    if (!options.check) return good;
    for (const Verdict& verdict : verdicts)
        if (!verdict.ok) return physics_failed;
    return good;
}

}  // namespace

int run(const RunOptions& options) {
    RunCourse course;
    const int threads = options.threads > 0 ? options.threads : default_thread_count();
    ThreadLimit limit(threads);
    const Stopwatch loading;
    Simulation simulation = prepare(options, course);
    std::optional<RunLock> lock;
    if (!options.output.empty()) {
        lock.emplace(options.output);
        mention_unfinished(options);
        write_run_file(options, simulation.scene, course.run);
    }
    course.numbers.threads = threads;
    course.numbers.load_s = loading.seconds();
    if (!options.quiet)
        fmt::print("{}: {}\n{}, {} steps of {:g} s, {} threads\n", options.scene, simulation.scene.def.title,
                   counts_text(simulation.world.model), simulation.step_count, simulation.settings.h,
                   threads);
    // (another folder has no frames of the time before, and nobody expects them there)
    const std::int64_t frames_before = options.continued_run != 0 ? course.frames : 0;
    RunInProgress run(std::move(simulation), std::move(course), options);
    warn_of_gaps(run, frames_before, options);
    std::vector<Verdict> verdicts;
    try {
        limit.run([&] { verdicts = carry_out(run, options); });
    } catch (const InputError& error) {
        rescue_state(run, options, error.what());
        return bad_input;
    }
    const RunNumbers& numbers = run.course.numbers;
    if (!options.quiet) print_summary(run);
    if (options.check) print_verdicts(verdicts, options.quiet);
    print_places(run, options);
    const int exported = export_run(options, run.recorder);
    const int code = exit_code(options, numbers, verdicts, print_undefined(run.simulation));
    return code != good ? code : exported;
}

}  // namespace souple::cli
