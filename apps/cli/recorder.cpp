// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "recorder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "souple/dynamics/scratch.h"
#include "souple/view/describe_world.h"
#include "staging.h"
#include "stopwatch.h"

namespace souple::cli {

namespace {

constexpr Real same_frame = 1e-6;  // of the time between two frames: sums of steps are not exact

/// What an earlier run recorded before this time goes to the start of the new recording.
void copy_frames(const std::string& path, Real before, RecordingWriter& writer) {
    const RecordingReader earlier(path);
    for (int k = 0; k < earlier.frame_count(); ++k) {
        const Frame frame = earlier.read(k);
        if (frame.time < before) writer.append(frame);
    }
}

}  // namespace

Recorder::Recorder(const Simulation& simulation, const std::string& scene, const std::string& folder) {
    if (folder.empty()) return;
    const Stopwatch watch;
    const SceneDef& def = simulation.scene.def;
    const State& state = simulation.world.state;
    frames_per_second_ = std::min<Real>(def.frames_per_second, 1 / def.step);
    file_name_ = std::filesystem::path(scene).stem().string() + ".rec";
    const std::string path = (std::filesystem::path(folder) / file_name_).string();
    writer_ = std::make_unique<RecordingWriter>(
        path,
        RecordingHeader{def.title, simulation.scene.file, frames_per_second_, staging_of(simulation.scene)});
    if (state.step > 0 && std::filesystem::exists(path))
        copy_frames(path, state.time - same_frame / frames_per_second_, *writer_);
    seconds_ += watch.seconds();
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
    if (!writer_ || !is_due(simulation)) return;
    const Stopwatch watch;
    follow(world.model, plan_);
    writer_->append(describe_world(plan_, world.model, world.state, world.control,
                                   {.contacts = &world.scratch->contact.contacts,
                                    .forces = &world.scratch->solver.forces,
                                    .rest = true,
                                    .shown = &simulation.shown}));
    seconds_ += watch.seconds();
}

void Recorder::finish() {
    if (!writer_) return;
    const Stopwatch watch;
    writer_->finish();
    seconds_ += watch.seconds();
}

}  // namespace souple::cli
