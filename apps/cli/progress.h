// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How far a run has come: a bar with rate and time left on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace souple::cli {

class Progress {
public:
    Progress(std::int64_t first_step, std::int64_t step_count, bool quiet, const char* unit = "steps");
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Says where the run is; draws at most a few times a second.
    void update(std::int64_t step, double simulated_s);
    /// Ends the bar's line; called by the destructor too.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    int percent(std::int64_t step) const;
    void draw_bar(std::int64_t step, double simulated_s, double rate, double left_s);

    std::int64_t first_step_, step_count_;
    const char* unit_;  ///< what is counted
    bool quiet_, terminal_, drawn_ = false;
    Clock::time_point start_, last_;
    int last_tenth_ = 0;
};

/// "3 s", "2 min 05 s", "1 h 10 min".
std::string duration_text(double seconds);

}  // namespace souple::cli
