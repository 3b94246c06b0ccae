// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// souple: run, check, list, schema, info, bench, render, plot, export and studio.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>

#include "commands.h"
#include "continue_run.h"
#include "cpu.h"
#include "souple/core/errors.h"
#include "souple/core/memory_limit.h"
#include "souple/core/suggest.h"
#include "souple/scene/memory_estimate.h"

namespace {

using namespace souple::cli;

const char* exit_codes =
    "Exit codes: 0 good; 1 an expectation failed or the physics went bad; 2 bad input; 130 interrupted.";

/// What every export may be told, by `export` and by `run --export`.
void add_export_flags(CLI::App& verb, ExportOptions& options) {
    verb.add_option("--hairs", options.hairs, "Exported strands of each head of hair (default: the guides)")
        ->check(CLI::Range(0, 10000000));
    verb.add_option("--hair-points", options.hair_points,
                    "Points of each of these strands at most, evenly along it (default: 16)")
        ->check(CLI::Range(2, 10000));
    verb.add_option("--thinning", options.thinning,
                    "How far exported keys may stray, as a share of the size (default: 1e-4)")
        ->check(CLI::Range(0.0, 1.0));
    verb.add_flag("--large", options.large, "Allow exports of more than 1 GB");
}

/// Amounts such as 3GB.
void add_memory(CLI::App& verb, double& bytes) {
    verb.add_option_function<std::string>(
        "--memory", [&bytes](const std::string& text) { bytes = souple::parse_memory(text); },
        "Refuse scenes that would take more, for example 3GB (default: 80 % of this machine's memory)");
}

CLI::App* add_run_flags(CLI::App& app, RunOptions& options) {
    CLI::App* verb = app.add_subcommand("run", "Simulate a scene");
    verb->add_option("scene", options.scene, "Scene file (JSON)");
    verb->add_option("-o,--output", options.output, "Folder for report, probes, recording and checkpoints");
    verb->add_option("--report", options.report, "Write a report (JSON) to this file");
    verb->add_option("--threads", options.threads,
                     "Threads to use; the result does not depend on it (default: all)")
        ->check(CLI::Range(1, 4096));
    verb->add_option("--set", options.settings, "Change a value of the scene: PATH=VALUE; may be repeated")
        ->take_all()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_memory(*verb, options.memory);
    verb->add_flag("--check", options.check, "Judge the scene's expectations; exit 1 when one fails");
    verb->add_option("--resume", options.resume, "Go on from a checkpoint of the same scene");
    verb->add_option("--continue", options.folder,
                     "Go on with the run in this folder, as it was started, from its last good state");
    verb->add_option("--checkpoint-every", options.checkpoint_every,
                     "Seconds of wall time between checkpoints in the folder of -o (default: 60)")
        ->check(CLI::Range(0.0, 1e9));
    verb->add_option("--export", options.exports.formats,
                     "Files for other programs, in the folder of -o: any of "
                     "glb,usda,obj,ply,vtk,csv,positions,npz,mdd,pc2");
    add_export_flags(*verb, options.exports);
    verb->add_flag("--quiet", options.quiet, "Print errors only");
    return verb;
}

void add_run(CLI::App& app, RunOptions& options, int& code) {
    add_run_flags(app, options)->callback([&options, &code] {
        if (options.scene.empty() && options.folder.empty())
            throw CLI::RequiredError("--continue FOLDER or a scene");
        code = run(options.folder.empty() ? options : continued_run(options));
    });
}

void add_check(CLI::App& app, CheckOptions& options, int& code) {
    CLI::App* verb = app.add_subcommand("check", "Validate a scene without running it");
    verb->add_option("scene", options.scene, "Scene file (JSON)")->required();
    verb->add_option("--set", options.settings, "Change a value of the scene: PATH=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_memory(*verb, options.memory);
    verb->callback([&options, &code] { code = check(options); });
}

void add_bench(CLI::App& app, BenchOptions& options, int& code) {
    CLI::App* verb = app.add_subcommand("bench", "Time scenes; a hash that depends on threads is an error");
    verb->add_option("scenes", options.scenes, "Scene files")->required();
    verb->add_option("--threads", options.threads, "Thread counts, for example 1,2")->delimiter(',');
    verb->add_option("--repeats", options.repeats, "Runs of each; the quickest counts")
        ->check(CLI::Range(1, 1000));
    verb->add_flag("--json", options.json, "Print JSON instead of a table");
    add_memory(*verb, options.memory);
    verb->callback([&options, &code] { code = bench(options); });
}

void add_camera(CLI::App& verb, RenderOptions& options) {
    verb.add_option("--eye", options.eye, "Where the camera stands: x,y,z [m]")->delimiter(',')->expected(3);
    verb.add_option("--target", options.target, "What it looks at: x,y,z [m]")->delimiter(',')->expected(3);
    verb.add_option("--field-of-view", options.field_of_view, "From bottom to top [degrees]")
        ->check(CLI::Range(1.0, 150.0));
}

void add_render(CLI::App& app, RenderOptions& options, int& code) {
    CLI::App* verb = app.add_subcommand("render", "Make a picture or a film");
    verb->add_option("source", options.source, "Recording (.rec) or scene file")->required();
    verb->add_option("-o,--output", options.output, "File to write: .png, .jpg, .mp4 or .gif")->required();
    verb->add_option("--frames", options.frames,
                     "First and last frame, a:b; below zero counts from the end (default: the last for a "
                     "picture, all for a film)");
    verb->add_option("--size", options.size, "Width x height in pixels (default: 640x360)");
    verb->add_option("--samples", options.samples, "Rays for each pixel (default: 16)")
        ->check(CLI::Range(1, 4096));
    verb->add_option("--quality", options.quality, "Of JPEG and MP4, 1 to 100 (default: 85)")
        ->check(CLI::Range(1, 100));
    verb->add_option("--overlay", options.overlays, "wireframe, forces, torques, contacts, level")
        ->delimiter(',');
    add_camera(*verb, options);
    verb->add_option("--set", options.settings, "Change a value of the scene: PATH=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    verb->add_option("--threads", options.threads, "Threads to use (default: all)")
        ->check(CLI::Range(1, 4096));
    verb->add_flag("--quiet", options.quiet, "Print errors only");
    add_memory(*verb, options.memory);
    verb->callback([&options, &code] { code = render(options); });
}

void add_plot(CLI::App& app, PlotOptions& options, int& code) {
    CLI::App* verb = app.add_subcommand("plot", "Draw the probes and timings of a report");
    verb->add_option("report", options.report, "report.json of a run")->required();
    verb->add_option("-o,--output", options.output, "File to write: .svg or .png")->required();
    verb->callback([&options, &code] { code = plot(options); });
}

void add_export(CLI::App& app, ExportOptions& options, int& code) {
    CLI::App* verb = app.add_subcommand("export", "Turn a recording into files that other programs open");
    verb->add_option("recording", options.recording, "Recording (.rec)")->required();
    verb->add_option("-o,--output", options.output, "Name of the files")->required();
    verb->add_option("--format", options.formats,
                     "Any of glb,usda,obj,ply,vtk,csv,positions,npz,mdd,pc2 (default: the name's extension)");
    verb->add_option("--frames", options.frames,
                     "First and last frame and a step, a:b or a:b:step; below zero counts from the end "
                     "(default: all)");
    add_export_flags(*verb, options);
    verb->add_flag("--partial", options.partial, "Export what is there of a recording that has no end");
    verb->add_flag("--quiet", options.quiet, "Print errors only");
    verb->callback([&options, &code] { code = export_recording(options); });
}

void add_studio(CLI::App& app, StudioOptions& options, int& code) {
    CLI::App* verb = app.add_subcommand("studio", "Watch, touch and tune a running scene in the browser");
    verb->add_option("scene", options.scene,
                     "Scene or recording (.rec) under this folder (default: chosen in the page)");
    verb->add_option("--port", options.port, "Port on this machine (default: any free one)")
        ->check(CLI::Range(0, 65535));
    verb->add_option("--threads", options.threads, "Threads to use (default: all)")
        ->check(CLI::Range(1, 4096));
    verb->add_option(
            "--patience", options.patience,
            "Seconds without a sign of life, after which the simulation is ended and the scene opened "
            "again (default: 120)")
        ->check(CLI::Range(1.0, 1e6));
    verb->add_flag("--no-open", options.no_open, "Print the address only, and show no browser");
    add_memory(*verb, options.memory);
    verb->callback([&options, &code] { code = studio(options); });
    // the studio starts this one itself, as the process that simulates: no help tells of it
    CLI::App* simulation = app.add_subcommand("studio-simulation")->group("");
    simulation->add_option("--folder", options.folder);
    simulation->add_option("--threads", options.threads);
    add_memory(*simulation, options.memory);
    simulation->callback([&options, &code] { code = studio_simulation(options); });
}

/// What is wrong with the first word, when it is no verb and no flag; empty otherwise.
std::string unknown_verb(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return "";
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app.get_subcommands({})) {
        if (verb->get_name() == argv[1]) return "";
        if (!verb->get_group().empty()) verbs.push_back(verb->get_name());
    }
    return fmt::format("souple: no verb is named '{}'; {}\nRun with --help for more information.", argv[1],
                       souple::suggestion(argv[1], verbs, "verbs"));
}

}  // namespace

namespace souple::cli {

RunOptions parse_run(const std::vector<std::string>& words) {
    CLI::App app;
    RunOptions options;
    add_run_flags(app, options);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
        throw InputError(error.what());
    }
    options.words = words;
    return options;
}

}  // namespace souple::cli

int main(int argc, char** argv) {
    if (!souple::cli::cpu_is_sufficient()) return bad_input;
    CLI::App app("souple: physically based animation of cloth, hair, bodies and crowds in one world",
                 "souple");
    app.footer(exit_codes);
    app.require_subcommand(1);
    app.set_version_flag("--version", SOUPLE_VERSION);
    int code = good;
    RunOptions run_options;
    run_options.program = argv[0];
    run_options.words.assign(argv + 1, argv + argc);
    CheckOptions check_options;
    BenchOptions bench_options;
    RenderOptions render_options;
    PlotOptions plot_options;
    ExportOptions export_options;
    StudioOptions studio_options;
    std::string folder = "scenes";
    add_run(app, run_options, code);
    add_check(app, check_options, code);
    CLI::App* lister = app.add_subcommand("list", "List scenes with their titles");
    lister->add_option("folder", folder, "Where to look (default: scenes)");
    lister->callback([&] { code = list(folder); });
    app.add_subcommand("schema", "Print the JSON Schema of scene files")->callback([&] {
        code = print_schema();
    });
    std::string mesh;
    CLI::App* informer =
        app.add_subcommand("info", "Print version, build and machine, or what is in a mesh file");
    informer->add_option("mesh", mesh, "OBJ, PLY, STL or glTF: its size, borders, holes and groups");
    informer->callback([&] { code = info(mesh); });
    add_bench(app, bench_options, code);
    add_render(app, render_options, code);
    add_plot(app, plot_options, code);
    add_export(app, export_options, code);
    add_studio(app, studio_options, code);
    if (const std::string wrong = unknown_verb(app, argc, argv); !wrong.empty()) {
        fmt::print(stderr, "{}\n", wrong);
        return bad_input;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? good : bad_input;
    } catch (const souple::InputError& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return bad_input;
    } catch (const std::bad_alloc& error) {
        const bool says_where = dynamic_cast<const souple::OutOfMemory*>(&error) != nullptr;
        fmt::print(stderr, "error: {}\n",
                   says_where ? error.what() : "memory ran out; end other programs, or ask for less");
        return bad_input;
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return physics_failed;
    }
    return code;
}
