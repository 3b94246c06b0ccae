// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace souple::cli {

namespace {

/// Progress that nobody can read is no reason to stop.
void say(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

Progress::Progress(std::int64_t first_step, std::int64_t step_count, bool quiet, const char* unit)
    : first_step_(first_step),
      step_count_(step_count),
      unit_(unit),
      quiet_(quiet),
      terminal_(isatty(STDOUT_FILENO) != 0),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() { finish(); }

void Progress::update(std::int64_t step, double simulated_s) {
    if (quiet_) return;
    const Clock::time_point now = Clock::now();
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const double rate = elapsed > 0 ? static_cast<double>(step - first_step_) / elapsed : 0;
    const double left = rate > 0 ? static_cast<double>(step_count_ - step) / rate : 0;
    const bool last = step >= step_count_;
    if (terminal_) {
        if (!last && now - last_ < std::chrono::milliseconds(100)) return;
        last_ = now;
        draw_bar(step, simulated_s, rate, left);
        return;
    }
    // elsewhere: a line for each tenth, and only for runs that last
    const int tenth = percent(step) / 10;
    if (tenth == last_tenth_ || elapsed < 2) return;
    last_tenth_ = tenth;
    say(fmt::format("  {:3d} %  t = {:.3f} s  {:.{}f} {}/s  {} left\n", percent(step), simulated_s, rate,
                    rate < 10 ? 1 : 0, unit_, duration_text(left)));
}

int Progress::percent(std::int64_t step) const {
    return static_cast<int>(100 * (step - first_step_) /
                            std::max<std::int64_t>(1, step_count_ - first_step_));
}

void Progress::draw_bar(std::int64_t step, double simulated_s, double rate, double left_s) {
    constexpr int width = 30;
    const int full = width * percent(step) / 100;
    say(fmt::format("\r  [{:#>{}}{:->{}}] {:3d} %  t = {:.3f} s  {:.{}f} {}/s  {} left \x1b[K", "", full, "",
                    width - full, percent(step), simulated_s, rate, rate < 10 ? 1 : 0, unit_,
                    duration_text(left_s)));
    drawn_ = true;
}

void Progress::finish() {
    if (drawn_) say("\n");
    drawn_ = false;
}

std::string duration_text(double seconds) {
    const long whole = static_cast<long>(seconds + 0.5);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02d} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02d} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace souple::cli
