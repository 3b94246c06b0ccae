// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A session on a thread of its own: messages go in, answers, frames and states come out.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "souple/studio/journal.h"
#include "souple/studio/session.h"

namespace souple::studio {

/// Who is told what; called on the simulator's thread.
struct Listeners {
    std::function<void(int page, std::string answer)> answered;
    std::function<void(std::shared_ptr<const LiveFrame> frame)> shown;
    std::function<void(std::string status)> status;
    std::function<void(JournalEntry entry)> kept = {};  ///< before the answer to the order that it comes from
};

struct SimulatorLimits {
    int threads = 0;    ///< 0: all
    double memory = 0;  ///< [B] that a scene may take; 0: 80 % of the machine's
};

class Simulator {
public:
    /// Stands where a journal stands. Throws as open_again does.
    Simulator(const std::string& folder, const Journal& journal, const SimulatorLimits& limits);
    ~Simulator();
    Simulator(const Simulator&) = delete;
    Simulator& operator=(const Simulator&) = delete;

    void start(Listeners listeners);
    void stop();

    /// From any thread. An empty message says that the page has gone; a page that came says
    /// `{"do":"status"}`.
    void say(int page, std::string message);

    /// From any thread: how many pages look. Nothing is drawn for nobody.
    void set_watchers(int count) { watchers_ = count; }

    /// From any thread: grows while it works or listens, and not while it is stuck.
    std::int64_t beats() const { return beats_; }

private:
    struct Said {
        int page;
        std::string message;
    };

    void live();
    std::vector<Said> listen();
    void show(bool at_once);
    void carry_out(const Said& said);
    void tell_edits();
    void tell_state();

    Session session_;
    Listeners listeners_;
    int threads_;
    double next_frame_ = 0, last_status_ = -1;  ///< [s] of the clock
    SessionStanding told_;                      ///< what was kept last
    std::string told_held_;
    double next_state_ = 0;  ///< [s] of the clock
    bool moved_ = false;     ///< since a state was kept
    std::atomic<std::int64_t> beats_ = 0;
    std::atomic<int> watchers_ = 0;
    std::thread thread_;
    std::mutex mutex_;  ///< of what follows
    std::condition_variable something_said_;
    std::vector<Said> said_;
    bool stopping_ = false;
};

}  // namespace souple::studio
