// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "checkpoints.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <vector>

#include "souple/core/errors.h"
#include "souple/scene/checkpoint_file.h"

namespace souple::cli {

namespace {

namespace fs = std::filesystem;

/// A state of a later time that this program could go on from.
bool holds_later(const std::string& path, Real time) {
    try {
        return read_checkpoint_head(path).time > time;
    } catch (const InputError&) {
        return false;
    }
}

/// START.checkpoint, or the first of START_2, START_3, ... that nothing later is in.
std::string write_beside_later(const std::string& start, const Simulation& simulation,
                               const RunCourse& course) {
    std::string path = start + ".checkpoint";
    for (int number = 2; holds_later(path, simulation.world.state.time); ++number)
        path = fmt::format("{}_{}.checkpoint", start, number);
    write_checkpoint(path, simulation, course);
    return path;
}

}  // namespace

Checkpoints::Checkpoints(const RunOptions& options)
    : folder_(options.output), nearby_(fs::path(options.scene).stem().string() + ".") {
    if (options.checkpoint_every >= 0) every_ = options.checkpoint_every;
}

bool Checkpoints::is_due() const { return !folder_.empty() && since_.seconds() >= every_; }

void Checkpoints::keep(const Simulation& simulation, const RunCourse& course) {
    const std::string latest = (fs::path(folder_) / "latest.checkpoint").string();
    const std::string previous = (fs::path(folder_) / "previous.checkpoint").string();
    try {
        std::error_code ignored;  // there is none
        fs::rename(latest, previous, ignored);
        write_checkpoint(latest, simulation, course);
    } catch (const InputError& error) {
        if (!complained_) fmt::print(stderr, "warning: {}; the run goes on without\n", error.what());
        complained_ = true;
    }
    since_ = Stopwatch();  // writing does not count: however slow the disk, the run gets on
}

std::string Checkpoints::keep_at_stop(const std::string& name, const Simulation& simulation,
                                      const RunCourse& course) const {
    if (folder_.empty()) return keep_nearby(name, simulation, course);
    return write_beside_later((fs::path(folder_) / name).string(), simulation, course);
}

std::string Checkpoints::keep_nearby(const std::string& name, const Simulation& simulation,
                                     const RunCourse& course) const {
    return write_beside_later(nearby_ + name, simulation, course);
}

void Checkpoints::clear(std::uint64_t run) const {
    std::error_code ignored;
    fs::remove(fs::path(folder_) / "latest.checkpoint.part", ignored);  // of a kill while it was written
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder_, ignored))
        if (entry.path().extension() == ".checkpoint" && entry.path().filename() != "final.checkpoint")
            paths.push_back(entry.path());
    for (const fs::path& path : paths) {
        try {
            if (read_checkpoint_head(path.string()).run == run) fs::remove(path, ignored);
        } catch (const InputError&) {
            // not one of ours
        }
    }
}

}  // namespace souple::cli
