// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tries many scenes in one process, which the build watches for wrong use of memory and undefined behaviour:
//
//     try_scenes paired [--count N] [--seed S] [--large] [--keep FOLDER]
//     try_scenes mutated [--count N] [--seed S] [--large] [--keep FOLDER] [PATH...]
//     try_scenes again PATH...
//
// Each is refused with its place, or runs a few steps. What does neither is kept in FOLDER (out/trials) and
// said; a hang of 10 s, a crash or a failed assertion ends the program, and the scene is FOLDER/ended.json.
// `again` tries files as they are, as if they stood in scenes/issues. --large lets numbers go to the ends of
// what is allowed; --list says which options no scene took.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "mutated_scenes.h"
#include "paired_scenes.h"
#include "scene_trial.h"
#include "souple/core/parallel.h"
#include "watchdog.h"

namespace {

using namespace souple;
using namespace souple::trials;

/// Files that a scene names are looked for from here.
const char* const beside_scenes = SOUPLE_SOURCE_DIR "/scenes/issues/trial.json";

constexpr int most_broken = 40;  ///< then there is enough to mend

struct Request {
    std::string kind;
    std::int64_t count = 1000;
    std::uint64_t seed = 1;
    bool moderate = true;
    bool lists = false;  ///< the options that no scene took
    std::string folder = "out/trials";
    std::vector<std::string> paths;
};

struct Tally {
    std::array<std::int64_t, 5> by_outcome{};
    std::map<std::string, int> broken;  ///< by message

    std::int64_t operator[](Outcome outcome) const { return by_outcome[static_cast<std::size_t>(outcome)]; }
};

/// The message without its numbers and names, to tell one fault from another.
std::string kind_of_fault(std::string what) {
    const std::size_t quote = what.find('\'');
    if (quote != std::string::npos) what.resize(quote);
    std::erase_if(what, [](char c) { return c >= '0' && c <= '9'; });
    return what;
}

void note(const Request& request, const Trial& trial, const Watched& watched, Tally& tally) {
    ++tally.by_outcome[static_cast<std::size_t>(trial.outcome)];
    if (trial.outcome != Outcome::Broken) return;
    if (++tally.broken[kind_of_fault(trial.what)] > 3) return;
    const std::string name = fmt::format("{}_{}_{}", request.kind, request.seed, watched.number);
    fmt::print("BROKEN trial {}: {}\n  kept in {}\n", watched.number, trial.what,
               keep_scene(request.folder, name, watched.text));
}

Trial attempt(const Watched& watched, const std::string& file, const TrialOptions& options) {
    watch(watched);
    return try_scene(watched.text, file, options);
}

void try_paired(const Request& request, Watched& watched, Tally& tally) {
    PairedScenes scenes = make_paired_scenes(request.seed, request.moderate);
    std::int64_t refused = 0;
    for (; watched.number < request.count && tally[Outcome::Broken] < most_broken; ++watched.number) {
        Row row = draw_row(scenes);
        Trial trial;
        do {
            watched.text = text_of(scenes, row);
            trial = attempt(watched, beside_scenes, {});
            refused += trial.outcome == Outcome::Refused;
        } while (trial.outcome == Outcome::Refused && drop_culprit(scenes, trial.path, row));
        if (trial.outcome == Outcome::Refused)
            trial = {Outcome::Broken, "refused without any option: " + trial.what, ""};
        if (trial.outcome != Outcome::SetAside) note_met(scenes, row);
        note(request, trial, watched, tally);
    }
    const Coverage coverage = coverage_of(scenes);
    fmt::print(
        "{} options, {} of them in no scene that ran; {} of {} pairs met; {} scenes refused on the way\n",
        coverage.options, coverage.never_accepted, coverage.met, coverage.pairs, refused);
    if (request.lists)
        for (std::size_t o = 0; o < scenes.options.size(); ++o)
            if (scenes.accepted[o] == 0 && scenes.refused[o] > 0)
                fmt::print("  refused {} times: {}\n", scenes.refused[o], scenes.options[o].text);
}

void try_mutated(const Request& request, Watched& watched, Tally& tally) {
    MutatedScenes scenes = make_mutated_scenes(request.paths, request.seed);
    for (; watched.number < request.count && tally[Outcome::Broken] < most_broken; ++watched.number) {
        const MutatedScene mutated = draw_mutated(scenes, request.moderate);
        TrialOptions options;
        options.steps = 1;
        options.most_work = 2e4;
        options.load.settings = mutated.settings;
        if (request.moderate)
            options.is_moderate = [&](const Scene& scene) { return is_moderate(scene, *mutated.base); };
        watched.text = mutated.text;
        watched.command = fmt::format("mutated --seed {} of {}", request.seed, mutated.base->file);
        for (const std::string& setting : mutated.settings) watched.command += " --set " + setting;
        note(request, attempt(watched, mutated.base->file, options), watched, tally);
    }
}

void try_again(const Request& request, Watched& watched, Tally& tally) {
    std::vector<std::string> files;
    for (const std::string& path : request.paths) {
        if (!std::filesystem::is_directory(path)) files.push_back(path);
        if (std::filesystem::is_directory(path))
            for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const std::string& path : files) {
        std::ifstream stream(path, std::ios::binary);
        watched.text = {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
        fmt::print("{}\n", path);
        const Trial trial = attempt(watched, beside_scenes, {});
        fmt::print("  {}\n", trial.what.empty() ? "ran" : trial.what);
        note(request, trial, watched, tally);
        ++watched.number;
    }
}

Request read_request(int count, char** arguments) {
    Request request;
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        const auto next = [&] { return std::string(i + 1 < count ? arguments[++i] : ""); };
        if (i == 1)
            request.kind = word;
        else if (word == "--count")
            request.count = std::atoll(next().c_str());
        else if (word == "--seed")
            request.seed = std::strtoull(next().c_str(), nullptr, 10);
        else if (word == "--large")
            request.moderate = false;
        else if (word == "--list")
            request.lists = true;
        else if (word == "--keep")
            request.folder = next();
        else
            request.paths.push_back(word);
    }
    if (request.kind == "mutated" && request.paths.empty())
        request.paths = {SOUPLE_SOURCE_DIR "/scenes", SOUPLE_SOURCE_DIR "/tests/fuzz/corpus/scene"};
    return request;
}

}  // namespace

int main(int count, char** arguments) {
    const Request request = read_request(count, arguments);
    const souple::ThreadLimit one_thread(1);
    Watched watched{fmt::format("{} --seed {}", request.kind, request.seed), 0, ""};
    Tally tally;
    start_watching(request.folder);
    if (request.kind == "paired")
        try_paired(request, watched, tally);
    else if (request.kind == "mutated")
        try_mutated(request, watched, tally);
    else if (request.kind == "again")
        try_again(request, watched, tally);
    fmt::print(
        "{} scenes: {} ran, {} refused with a place, {} went bad and said so, {} set aside, {} BROKEN\n",
        watched.number, tally[Outcome::Ran], tally[Outcome::Refused], tally[Outcome::WentBad],
        tally[Outcome::SetAside], tally[Outcome::Broken]);
    for (const auto& [what, times] : tally.broken) fmt::print("  {} times: {}\n", times, what);
    return watched.number > 0 && tally[Outcome::Broken] == 0 ? 0 : 1;
}
