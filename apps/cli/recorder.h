// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Records a running simulation at the frame rate of its scene.
#pragma once

#include <memory>
#include <string>

#include "souple/io/recording.h"
#include "souple/scene/simulation.h"
#include "souple/view/plan_view.h"

namespace souple::cli {

class Recorder {
public:
    /// Opens FOLDER/SCENE.rec; an empty folder records nothing. A resumed simulation keeps the frames that
    /// the recording there holds of the time before.
    Recorder(const Simulation& simulation, const std::string& scene, const std::string& folder);

    /// Appends the state when a frame is due: at the first step at or after each frame's time.
    void record(Simulation& simulation);
    void finish();
    /// [s] spent so far.
    double seconds() const { return seconds_; }
    /// Of the file, without its folder; empty when nothing is recorded.
    const std::string& file_name() const { return file_name_; }

private:
    bool is_due(const Simulation& simulation) const;

    std::string file_name_;
    std::unique_ptr<RecordingWriter> writer_;
    ViewPlan plan_;
    Real frames_per_second_ = 30;  ///< [1/s] at most one frame a step
    double seconds_ = 0;
};

}  // namespace souple::cli
