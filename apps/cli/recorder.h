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
    /// Opens FOLDER/SCENE.rec; an empty folder records nothing. One that goes on keeps the frames that the
    /// recording there, or what a killed run left of it, holds up to the present time.
    Recorder(const Simulation& simulation, const std::string& scene, const std::string& folder, bool goes_on);

    /// Appends the state when a frame is due: at the first step at or after each frame's time. Throws
    /// FrameError for a state that no frame can hold.
    void record(Simulation& simulation);
    /// Waits until all frames are on disk.
    void sync();
    void finish();
    /// Of a run that stopped early: finishes too, unless an earlier recording of that name has more frames.
    /// Then that one stays, and the frames of this run stay in NAME.part.
    void stop();

    /// So far, those of an earlier run included.
    int frame_count() const { return writer_ ? writer_->frame_count() : 0; }
    /// [s] spent so far.
    double seconds() const { return seconds_; }
    /// Of the file, without its folder; empty when nothing is recorded.
    const std::string& file_name() const { return file_name_; }
    bool is_left() const { return is_left_; }

private:
    bool is_due(const Simulation& simulation) const;
    void go_on(const std::string& path, const RecordingHeader& header, Real time);

    std::string path_, file_name_;
    std::unique_ptr<RecordingWriter> writer_;
    ViewPlan plan_;
    Real frames_per_second_ = 30;  ///< [1/s] at most one frame a step
    double seconds_ = 0;
    bool has_this_ = false;  ///< the frame of the present time is there already
    bool is_left_ = false;
};

}  // namespace souple::cli
