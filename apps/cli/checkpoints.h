// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// States of a run on disk: every so often while it runs, and where it stops.
#pragma once

#include <string>

#include "commands.h"
#include "souple/scene/checkpoint.h"
#include "stopwatch.h"

namespace souple::cli {

class Checkpoints {
public:
    explicit Checkpoints(const RunOptions& options);

    /// So much time has gone by that it is time for the next.
    bool is_due() const;
    /// Writes FOLDER/latest.checkpoint; what had that name is FOLDER/previous.checkpoint then. A disk that
    /// refuses is complained about once.
    void keep(const Simulation& simulation, const RunCourse& course);
    /// Writes NAME.checkpoint in the folder, or SCENE.NAME.checkpoint beside whoever called when there is no
    /// folder, and returns where. What stands there of a later time stays: then the name gets a number.
    std::string keep_at_stop(const std::string& name, const Simulation& simulation,
                             const RunCourse& course) const;
    /// The same, always beside whoever called.
    std::string keep_nearby(const std::string& name, const Simulation& simulation,
                            const RunCourse& course) const;
    /// The run has come to its end: its checkpoints but the final one are gone.
    void clear(std::uint64_t run) const;

private:
    std::string folder_, nearby_;  ///< nearby: how names of files beside whoever called begin
    double every_ = 60;            ///< [s]
    Stopwatch since_;
    bool complained_ = false;
};

}  // namespace souple::cli
