// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "continue_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/scene/checkpoint_file.h"
#include "souple/scene/run_file.h"

namespace souple::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* run_file_name = "run.json";

std::string run_file_of(const std::string& folder) { return (fs::path(folder) / run_file_name).string(); }

RunFile read_file_of(const std::string& folder) {
    const std::string path = run_file_of(folder);
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw InputError(fmt::format(
            "{}: no run was started into this folder: it has no {}; start one with: souple run SCENE -o {}",
            folder, run_file_name, folder));
    return read_run_file({std::istreambuf_iterator<char>(file), {}}, path);
}

/// A word as a shell takes it.
std::string shell_quoted(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

/// A run is gone on with from its own checkpoints, whatever it began with.
std::vector<std::string> without_resume(const std::vector<std::string>& words) {
    std::vector<std::string> kept;
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (words[k] == "--resume")
            ++k;
        else if (!words[k].starts_with("--resume="))
            kept.push_back(words[k]);
    }
    return kept;
}

struct Candidate {
    std::string path;
    CheckpointHead head;
};

enum class Damaged { Mentioned, PassedOver };

/// The whole checkpoint of this run that came furthest.
std::optional<Candidate> find_furthest(const std::string& folder, std::uint64_t run, Damaged damaged) {
    std::vector<std::string> paths;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
        if (entry.path().extension() == ".checkpoint") paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    std::optional<Candidate> furthest;
    for (const std::string& path : paths) {
        try {
            const CheckpointHead head = read_checkpoint_head(path);
            if (head.run == run && (!furthest || head.step > furthest->head.step))
                furthest = Candidate{path, head};
        } catch (const InputError& error) {
            if (damaged == Damaged::Mentioned)
                fmt::print(stderr, "warning: {}; it is passed over\n", error.what());
        }
    }
    return furthest;
}

void refuse_what_is_said_already(const RunOptions& said, const RunOptions& before) {
    const auto refuse = [&](const char* flag) {
        throw InputError(fmt::format(
            "{}: --continue takes it from {}, how the run was started; only --threads, --memory, --quiet and "
            "--checkpoint-every may be said anew",
            flag, run_file_of(said.folder)));
    };
    if (!said.scene.empty()) refuse("SCENE");
    if (!said.output.empty()) refuse("--output");
    if (!said.report.empty()) refuse("--report");
    if (said.check) refuse("--check");
    if (!said.resume.empty()) refuse("--resume");
    if (!said.exports.formats.empty()) refuse("--export");
    if (!said.settings.empty() && said.settings != before.settings) refuse("--set");
}

void refuse_changes(const RunOptions& options, const RunFile& file, const std::string& start) {
    const std::vector<std::string> changed = changed_sources(file.sources);
    if (changed.empty()) return;
    std::string text = fmt::format("{}: the run cannot be gone on with as it was:", options.output);
    for (const std::string& source : changed) text += "\n  " + source;
    text += "\nput it back; or start anew without --continue";
    if (!start.empty()) text += "; or go on with what is there now: " + command_to_go_on(options, start);
    throw InputError(text);
}

/// Names of files mean what they meant when the run was started.
std::string enter_folder_of(const RunFile& file, const std::string& output) {
    std::error_code error;
    if (fs::equivalent(fs::current_path(), file.folder, error)) return output;
    const std::string whole = fs::absolute(output).lexically_normal().string();
    fs::current_path(file.folder, error);
    if (error)
        throw InputError(fmt::format("{}: folder: {}: {}, and the scene was named from there",
                                     run_file_of(output), file.folder, error.message()));
    return whole;
}

}  // namespace

RunOptions continued_run(const RunOptions& said) {
    const RunFile file = read_file_of(said.folder);
    RunOptions options;
    try {
        options = parse_run(file.command);
        if (options.scene.empty() || !options.folder.empty()) throw InputError("no scene is named");
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: command: {}", run_file_of(said.folder), error.what()));
    }
    refuse_what_is_said_already(said, options);
    options.output = enter_folder_of(file, said.folder);
    options.continued_run = run_of(file.run);
    options.program = said.program;
    options.quiet |= said.quiet;
    if (said.threads > 0) options.threads = said.threads;
    if (said.memory > 0) options.memory = said.memory;
    if (said.checkpoint_every >= 0) options.checkpoint_every = said.checkpoint_every;
    const std::optional<Candidate> furthest =
        find_furthest(options.output, options.continued_run, Damaged::Mentioned);
    refuse_changes(options, file, furthest ? furthest->path : "");
    options.resume = furthest ? furthest->path : "";
    if (options.quiet) return options;
    if (furthest)
        fmt::print("going on at t = {:.4f} s from {}\n", furthest->head.time, furthest->path);
    else
        fmt::print("no checkpoint of the run is there yet: it starts again\n");
    return options;
}

void write_run_file(const RunOptions& options, const Scene& scene, std::uint64_t run) {
    const RunFile file{1, run_text(run), fs::current_path().string(), without_resume(options.words),
                       sources_of(scene)};
    write_whole_file(run_file_of(options.output), to_text(file), Durability::Synced);
}

std::uint64_t run_in(const std::string& folder) {
    try {
        return run_of(read_file_of(folder).run);
    } catch (const InputError&) {
        return 0;
    }
}

std::string unfinished_in(const std::string& folder, const RunOptions& options) {
    try {
        const RunFile file = read_file_of(folder);
        const std::optional<Candidate> furthest =
            find_furthest(folder, run_of(file.run), Damaged::PassedOver);
        if (!furthest || fs::path(furthest->path).filename() == "final.checkpoint") return "";
        RunOptions then = options;
        then.words = file.command;
        return command_to_go_on(then, furthest->path);
    } catch (const InputError&) {
        return "";
    }
}

std::string command_to_go_on(const RunOptions& options, const std::string& checkpoint) {
    std::string command = shell_quoted(options.program);
    for (const std::string& word : without_resume(options.words)) command += " " + shell_quoted(word);
    return command + " --resume " + shell_quoted(checkpoint);
}

std::string command_to_continue(const RunOptions& options) {
    return fmt::format("{} run --continue {}", shell_quoted(options.program), shell_quoted(options.output));
}

}  // namespace souple::cli
