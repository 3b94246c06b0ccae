// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// run: simulates a scene, judges it and writes what came out.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "commands.h"
#include "files.h"
#include "interrupt.h"
#include "progress.h"
#include "recorder.h"
#include "run_exports.h"
#include "souple/core/files.h"
#include "souple/core/parallel.h"
#include "souple/models/groom.h"
#include "souple/scene/checkpoint.h"
#include "souple/scene/json/write.h"
#include "souple/scene/report.h"
#include "stopwatch.h"

namespace souple::cli {

namespace {

std::string counts_text(const Model& model) {
    std::size_t elements =
        model.springs.size() + model.hinges.size() + model.bends.size() + model.ties.size();
    return fmt::format("{} parts, {} obstacles, {} points, {} frames, {} elements", model.parts.size(),
                       model.obstacles.size(), model.point_mass.size(), model.frame_inertia.size(), elements);
}

/// Beside whoever called, named after the scene.
std::string nearby_path(const RunOptions& options, const char* name) {
    return std::filesystem::path(options.scene).stem().string() + "." + name;
}

/// Where a checkpoint goes when there is a reason to leave one.
std::string checkpoint_path(const RunOptions& options, const char* name) {
    if (!options.output.empty()) return (std::filesystem::path(options.output) / name).string();
    return nearby_path(options, name);
}

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

/// Steps to the end of the scene, to a failure, or to an interruption, and records on the way.
void step_through(Simulation& simulation, const RunOptions& options, Recorder& recorder,
                  RunNumbers& numbers) {
    const InterruptGuard guard;
    const Stopwatch watch;
    Progress progress(simulation.world.state.step, simulation.step_count, options.quiet);
    const double recorded_before = recorder.seconds();
    recorder.record(simulation);
    while (!numbers.failure && !is_finished(simulation) && !guard.requested()) {
        note(advance(simulation), numbers);
        if (!numbers.failure) recorder.record(simulation);
        progress.update(simulation.world.state.step, simulation.world.state.time);
    }
    numbers.interrupted = guard.requested() && !is_finished(simulation);
    const double recording = recorder.seconds() - recorded_before;
    numbers.wall_s = watch.seconds() - simulation.profile[Stage::Measure] - recording;
}

/// Leaves a checkpoint when the run stopped before its end; says where.
void keep_last_state(const Simulation& simulation, const RunOptions& options, const RunNumbers& numbers) {
    if (!numbers.failure && !numbers.interrupted) return;
    const std::string path =
        checkpoint_path(options, numbers.failure ? "last_good.checkpoint" : "interrupted.checkpoint");
    write_checkpoint(path, simulation);
    if (numbers.failure)
        fmt::print(stderr, "error: the physics went bad: {}\n  the last good state is in {}\n",
                   to_text(*numbers.failure), path);
    else
        fmt::print(stderr, "interrupted at t = {:.4f} s; go on with: souple run {} --resume {}\n",
                   simulation.world.state.time, options.scene, path);
}

/// A file could not be written: leaves the state in the folder, or beside whoever called, or says why not.
void rescue_state(const Simulation& simulation, const RunOptions& options, const std::string& what) {
    fmt::print(stderr, "error: {}\n", what);
    std::string why;
    for (const std::string& path :
         {checkpoint_path(options, "last_good.checkpoint"), nearby_path(options, "last_good.checkpoint")}) {
        try {
            write_checkpoint(path, simulation);
            fmt::print(stderr, "  stopped at t = {:.4f} s; go on with: souple run {} --resume {}\n",
                       simulation.world.state.time, options.scene, path);
            return;
        } catch (const InputError& error) {
            why += fmt::format("\n  {}", error.what());
        }
    }
    fmt::print(stderr, "  the state at t = {:.4f} s is lost, no place takes a checkpoint:{}\n",
               simulation.world.state.time, why);
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

void write_outputs(const Simulation& simulation, const RunOptions& options, RunNumbers& numbers,
                   const std::vector<Verdict>& verdicts) {
    const Stopwatch watch;
    if (!options.output.empty()) {
        const std::filesystem::path folder(options.output);
        write_whole_file((folder / "probes.csv").string(), probes_to_csv(simulation.probes));
        if (!numbers.failure && !numbers.interrupted) {
            write_checkpoint((folder / "final.checkpoint").string(), simulation);
            write_grooms(simulation.world, folder);
        }
    }
    numbers.record_s += watch.seconds();
    const std::string text = to_text(make_report(simulation, numbers, verdicts), TextLayout::Pretty) + "\n";
    if (!options.output.empty())
        write_whole_file((std::filesystem::path(options.output) / "report.json").string(), text);
    if (!options.report.empty()) write_whole_file(options.report, text);
}

void print_summary(const Simulation& simulation, const RunNumbers& numbers) {
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

/// A run that was killed, or found the disk full, left its frames in SCENE.rec.part: one that goes on takes
/// them up as the recording before it.
void take_up_recording(const RunOptions& options) {
    if (options.resume.empty() || options.output.empty()) return;
    const std::filesystem::path folder(options.output);
    const std::string name = std::filesystem::path(options.scene).stem().string() + ".rec";
    std::error_code ignored;  // there is none
    std::filesystem::rename(folder / (name + ".part"), folder / name, ignored);
}

/// What is to be run, with every flag checked before anything is written.
Simulation prepare(const RunOptions& options) {
    Simulation simulation =
        make_simulation(load_scene(options.scene, {.settings = options.settings, .read_file = {}}));
    if (options.check && simulation.scene.def.expect.empty())
        throw InputError(fmt::format("{}: --check, but the scene expects nothing", options.scene));
    if (!options.resume.empty() && !read_checkpoint(options.resume, simulation) && !options.quiet)
        fmt::print("resuming with other settings than the checkpoint was taken with\n");
    if (!options.report.empty()) check_writable(options.report);
    plan_exports(options, simulation);
    if (!options.output.empty()) make_writable_folder(options.output);
    take_up_recording(options);
    return simulation;
}

/// Runs, writes and judges.
std::vector<Verdict> carry_out(Simulation& simulation, const RunOptions& options, Recorder& recorder,
                               RunNumbers& numbers) {
    step_through(simulation, options, recorder, numbers);
    keep_last_state(simulation, options, numbers);
    recorder.finish();
    numbers.record_s = recorder.seconds();
    const bool complete = !numbers.failure && !numbers.interrupted;
    const std::vector<Verdict> verdicts =
        complete ? judge(simulation.scene.def.expect, simulation.probes) : std::vector<Verdict>{};
    write_outputs(simulation, options, numbers, verdicts);
    return verdicts;
}

int exit_code(const RunOptions& options, const RunNumbers& numbers, const std::vector<Verdict>& verdicts) {
    if (numbers.failure) return physics_failed;
    if (numbers.interrupted) return interrupted;
    if (!options.check) return good;
    for (const Verdict& verdict : verdicts)
        if (!verdict.ok) return physics_failed;
    return good;
}

}  // namespace

int run(const RunOptions& options) {
    RunNumbers numbers;
    numbers.threads = options.threads > 0 ? options.threads : default_thread_count();
    ThreadLimit limit(numbers.threads);
    const Stopwatch loading;
    Simulation simulation = prepare(options);
    numbers.load_s = loading.seconds();
    if (!options.quiet)
        fmt::print("{}: {}\n{}, {} steps of {:g} s, {} threads\n", options.scene, simulation.scene.def.title,
                   counts_text(simulation.world.model), simulation.step_count, simulation.settings.h,
                   numbers.threads);
    Recorder recorder(simulation, options.scene, options.output);
    std::vector<Verdict> verdicts;
    try {
        limit.run([&] { verdicts = carry_out(simulation, options, recorder, numbers); });
    } catch (const InputError& error) {
        rescue_state(simulation, options, error.what());
        return bad_input;
    }
    if (!options.quiet) print_summary(simulation, numbers);
    if (options.check) print_verdicts(verdicts, options.quiet);
    if (!options.output.empty() && !options.quiet)
        fmt::print("look in {}: report.json, probes.csv, {}{}\n", options.output, recorder.file_name(),
                   !numbers.failure && !numbers.interrupted ? ", final.checkpoint" : "");
    const int exported = export_run(options, recorder.file_name());
    const int code = exit_code(options, numbers, verdicts);
    return code != good ? code : exported;
}

}  // namespace souple::cli
