// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/dynamics/scratch.h"
#include "souple/view/describe_world.h"
#include "staging.h"
#include "stopwatch.h"

namespace souple::cli {

namespace {

namespace fs = std::filesystem;

constexpr Real same_frame = 1e-6;  // of the time between two frames: sums of steps are not exact

/// A recording of the time before.
struct Earlier {
    std::string path;
    int frames = 0;  ///< up to the time asked for
    Real last = 0;   ///< [s] when the last of them was taken
};

/// Frames come in the order of their times.
Earlier look_at_earlier(const std::string& path, Real until) {
    Earlier earlier{path, 0, 0};
    try {
        const RecordingReader reader(path);
        int low = 0, high = reader.frame_count();
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (reader.read(middle).time <= until)
                low = middle + 1;
            else
                high = middle;
        }
        earlier.frames = low;
        if (low > 0) earlier.last = reader.read(low - 1).time;
    } catch (const InputError&) {
        // none, or none that can be read
    }
    return earlier;
}

int frames_in(const std::string& path) {
    try {
        return RecordingReader(path).frame_count();
    } catch (const InputError&) {
        return 0;
    }
}

}  // namespace

Recorder::Recorder(const Simulation& simulation, const std::string& scene, const std::string& folder,
                   bool goes_on) {
    if (folder.empty()) return;
    const Stopwatch watch;
    const SceneDef& def = simulation.scene.def;
    frames_per_second_ = std::min<Real>(def.frames_per_second, 1 / def.step);
    file_name_ = fs::path(scene).stem().string() + ".rec";
    path_ = (fs::path(folder) / file_name_).string();
    const RecordingHeader header{def.title, simulation.scene.file, frames_per_second_,
                                 staging_of(simulation.scene)};
    if (goes_on) go_on(path_, header, simulation.world.state.time);
    if (!writer_) writer_ = std::make_unique<RecordingWriter>(path_, header);
    seconds_ += watch.seconds();
}

/// Nothing that is whole is touched: frames of a finished recording are copied.
void Recorder::go_on(const std::string& path, const RecordingHeader& header, Real time) {
    const std::string part = find_place(path).part;
    const Real until = time + same_frame / frames_per_second_;
    const Earlier killed = look_at_earlier(part, until), finished = look_at_earlier(path, until);
    const Earlier& earlier = killed.frames >= finished.frames ? killed : finished;
    if (earlier.frames == 0) return;
    has_this_ = earlier.last >= time - same_frame / frames_per_second_;
    if (can_go_on(earlier.path, header)) {
        std::error_code error;
        if (earlier.path == path) fs::copy_file(path, part, fs::copy_options::overwrite_existing, error);
        if (error) throw InputError(fmt::format("{}: cannot be written: {}", part, error.message()));
        writer_ = std::make_unique<RecordingWriter>(path, header, earlier.frames);
        return;
    }
    // another format, or another scene: the frames are written anew
    const std::string aside = path + ".old.part";
    std::error_code error;
    if (earlier.path != path) fs::rename(earlier.path, aside, error);
    if (error) throw InputError(fmt::format("{}: cannot be renamed: {}", earlier.path, error.message()));
    {
        const RecordingReader reader(earlier.path != path ? aside : path);
        writer_ = std::make_unique<RecordingWriter>(path, header);
        for (int k = 0; k < earlier.frames; ++k) writer_->append(reader.read(k));
    }
    fs::remove(aside, error);
}

bool Recorder::is_due(const Simulation& simulation) const {
    const State& state = simulation.world.state;
    const auto frames_until = [this](Real time) {
        return std::floor(time * frames_per_second_ + same_frame);
    };
    return state.step >= 0 && frames_until(state.time) > frames_until(state.time - simulation.settings.h);
}

void Recorder::record(Simulation& simulation) {
    const World& world = simulation.world;
    const bool is_there = std::exchange(has_this_, false);
    if (!writer_ || is_there || !is_due(simulation)) return;
    const Stopwatch watch;
    follow(world.model, plan_);
    writer_->append(describe_world(plan_, world.model, world.state, world.control,
                                   {.contacts = &world.scratch->contact.contacts,
                                    .forces = &world.scratch->solver.forces,
                                    .rest = true,
                                    .shown = &simulation.shown}));
    seconds_ += watch.seconds();
}

void Recorder::sync() {
    if (writer_) writer_->sync();
}

void Recorder::finish() {
    if (!writer_) return;
    const Stopwatch watch;
    writer_->finish();
    seconds_ += watch.seconds();
}

void Recorder::stop() {
    is_left_ = writer_ && frames_in(path_) > writer_->frame_count();
    if (!is_left_) return finish();
    writer_->leave();
    file_name_ += ".part";
}

}  // namespace souple::cli
