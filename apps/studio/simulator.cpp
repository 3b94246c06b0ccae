// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "simulator.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "souple/core/parallel.h"
#include "souple/scene/json/write.h"
#include "souple/studio/messages.h"

namespace souple::studio {

namespace {

constexpr double frame_interval = 1.0 / 60;           // [s] at least, between two frames
constexpr double status_interval = 0.1;               // [s] at least, between two states
constexpr double work_budget = 0.8 * frame_interval;  // [s] of stepping before somebody is listened to
constexpr std::size_t most_waiting = 10000;           // messages; more are not taken
constexpr double state_interval = 1.0;                // [s] between two states that are kept
constexpr double most_keeping = 0.05;                 // of the time, for huge scenes: then states are rarer

double clock_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Simulator::Simulator(const std::string& folder, const Journal& journal, const SimulatorLimits& limits)
    : threads_(limits.threads) {
    session_.folder = folder;
    session_.most_memory = limits.memory;
    open_again(session_, journal);
    session_.on_progress = [this] { ++beats_; };
}

Simulator::~Simulator() { stop(); }

void Simulator::start(Listeners listeners) {
    listeners_ = std::move(listeners);
    thread_ = std::thread([this] {
        ThreadLimit limit(threads_ > 0 ? threads_ : default_thread_count());
        limit.run([this] { live(); });
    });
}

void Simulator::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    something_said_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Simulator::say(int page, std::string message) {
    {
        const std::lock_guard lock(mutex_);
        if (said_.size() >= most_waiting && !message.empty()) return;
        said_.push_back({page, std::move(message)});
    }
    something_said_.notify_all();
}

/// What was said; waits for it a little when there is nothing else to do.
std::vector<Simulator::Said> Simulator::listen() {
    const double h = session_.is_open ? interval_of(session_) / session_.speed : 1;
    const double wait = session_.playing ? std::clamp(h - session_.owed / session_.speed, 0.0, 0.01) : 0.25;
    std::unique_lock lock(mutex_);
    something_said_.wait_for(lock, std::chrono::duration<double>(wait),
                             [this] { return stopping_ || !said_.empty(); });
    return std::exchange(said_, {});
}

void Simulator::show(bool at_once) {
    const double now = clock_now();
    if (session_.is_open && watchers_ > 0 && (at_once || now >= next_frame_)) {
        // by a timetable and not by the time since the last: steps of 12 ms give 60 frames a second, not 42
        next_frame_ = std::max(next_frame_ + frame_interval, now);
        try {
            listeners_.shown(std::make_shared<const LiveFrame>(current_frame(session_)));
        } catch (const std::exception& damage) {  // of a frame of a recording: the others may be whole
            session_.trouble = damage.what();
            session_.playing = false;
        }
    }
    if (at_once || now - last_status_ >= status_interval) {
        last_status_ = now;
        listeners_.status(to_text(make_object({{"do", "status"}, {"status", status_of(session_)}})));
    }
}

/// Edits are kept before their answer goes out: what a page was told is never lost.
void Simulator::tell_edits() {
    if (!listeners_.kept) return;
    const bool edited = session_.revision != told_.revision;
    JournalEntry entry = tell(session_, edited ? session_.edit_step : EditStep::None, edited);
    const SessionStanding now{
        entry.standing.revision, entry.standing.unsaved, entry.standing.playing, entry.standing.speed, 0, 0};
    if (!edited && now == told_ && entry.held == told_held_) return;
    told_ = now;
    told_held_ = entry.held;
    listeners_.kept(std::move(entry));
}

void Simulator::tell_state() {
    const double now = clock_now();
    if (!listeners_.kept || !session_.is_open || !moved_ || now < next_state_) return;
    listeners_.kept(tell(session_, EditStep::None, true));
    moved_ = false;
    const double done = clock_now();
    next_state_ = done + std::max(state_interval, (done - now) / most_keeping);
}

void Simulator::carry_out(const Said& said) {
    if (said.message.empty()) return forget_page(session_, said.page);
    std::string reply = answer(session_, said.page, said.message);
    tell_edits();
    moved_ = true;
    listeners_.answered(said.page, std::move(reply));
}

void Simulator::live() {
    double before = clock_now();
    told_.revision = session_.revision;
    while (true) {
        ++beats_;
        const std::vector<Said> said = listen();
        {
            const std::lock_guard lock(mutex_);
            if (stopping_) return;
        }
        for (const Said& one : said) carry_out(one);
        const double now = clock_now();
        const int steps = run_for(session_, now - before, work_budget);
        before = now;
        if (steps > 0) {
            moved_ = true;
            tell_edits();  // it may have come to its end
        }
        tell_state();
        if (steps > 0 || !said.empty()) show(!said.empty() && !session_.playing);
    }
}

}  // namespace souple::studio
