// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Keeps a simulating process and what it must not lose: the edits of its scene and its last state. When that
// process dies or is stuck, another one opens the scene again where it was. The server never simulates.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "child_process.h"
#include "souple/studio/journal.h"

namespace souple::studio {

struct SupervisorOptions {
    std::string folder = ".";  ///< nothing outside is read or written
    int threads = 0;           ///< of the simulation; 0: all
    double memory = 0;         ///< [B] that a scene may take; 0: 80 % of the machine's
    double patience = 120;     ///< [s] without a sign of life, after which it counts as dead
};

/// Who is told what; called on a thread of the supervisor, or on the one that says something.
struct PageListeners {
    std::function<void(int page, std::string answer)> answered;
    std::function<void(int page, std::string frame)>
        shown;  ///< then free_page says that it may have one more
    std::function<void(std::string status)> status;
    /// Of the process: lost, again, down, busy, running; `lasts` until the next news, for pages that come
    /// later too.
    std::function<void(std::string news, bool lasts)> news;
};

class Supervisor {
public:
    /// Starts the process, which opens the scene when one is named: a bad one throws InputError here.
    Supervisor(const SupervisorOptions& options, const std::string& scene);
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    void start(PageListeners listeners);
    void stop();

    // from any thread
    void add_page(int page);
    void free_page(int page);
    void remove_page(int page);
    void say(int page, std::string message);  ///< every message is answered

    /// Edits that nobody saved, once it has stopped.
    int unsaved() const { return journal_.standing.unsaved; }

private:
    struct Order {
        int page;
        std::string message;
    };
    /// How a process is opened after one has died: each time with less that may be the reason.
    enum class Retry { AsItWas, Paused, FromStart, Never };

    // on the thread that watches
    void open_first(const std::string& scene);
    void watch();
    std::string listen();
    void take(WireMessage message);
    void take_answer(WireMessage message);
    void bury(const std::string& reason);
    Retry next_retry(const Order* suspect, double lived);
    void begin_process();
    bool wait_for_restart();
    void tell_ready();
    void tell_silence(double silence);

    void write();
    void post(WireMessage message);
    void announce(const char* state, const std::string& text);
    std::string answer_alone(const std::string& message);
    bool asked(bool Supervisor::*flag);

    SupervisorOptions options_;
    PageListeners listeners_;
    ChildProcess child_;
    std::optional<SocketReader> reader_;
    double born_ = 0;  ///< [s] of the clock
    bool is_ready_ = false, was_busy_ = false, plays_ = false;
    std::string reason_, own_answer_;  ///< of the last death; to an order of no page
    int deaths_ = 0;                   ///< one after the other
    Retry retry_ = Retry::AsItWas;
    std::thread watcher_, writer_;

    std::mutex mutex_;  ///< of what follows
    std::condition_variable something_;
    Journal journal_;
    bool is_down_ = false, restart_asked_ = false, stopping_ = false;
    std::set<int> pages_;
    std::deque<Order> unanswered_;  ///< in the order in which they were said
    std::deque<WireMessage> outgoing_;
    std::shared_ptr<Socket> outlet_;  ///< null while there is no process
};

}  // namespace souple::studio
