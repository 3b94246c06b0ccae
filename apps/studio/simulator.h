// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A session on a thread of its own: messages go in, answers, frames and states come out.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "souple/studio/session.h"

namespace souple::studio {

/// Who is told what; called on the simulator's thread.
struct Listeners {
    std::function<void(int page, std::string answer)> answered;
    std::function<void(std::shared_ptr<const LiveFrame> frame)> shown;
    std::function<void(std::string status)> status;
};

class Simulator {
public:
    /// Opens the scene first, when one is named: a bad one throws here.
    Simulator(const std::string& folder, const std::string& scene, int threads);
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

    /// Edits that nobody saved, once it has stopped.
    int unsaved() const { return session_.unsaved; }

private:
    struct Said {
        int page;
        std::string message;
    };

    void live();
    std::vector<Said> listen();
    void show(bool at_once);

    Session session_;
    Listeners listeners_;
    int threads_;
    double next_frame_ = 0, last_status_ = -1;  ///< [s] of the clock
    std::atomic<int> watchers_ = 0;
    std::thread thread_;
    std::mutex mutex_;  ///< of what follows
    std::condition_variable something_said_;
    std::vector<Said> said_;
    bool stopping_ = false;
};

}  // namespace souple::studio
