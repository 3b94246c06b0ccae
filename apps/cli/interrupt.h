// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Ctrl-C as a wish: the step under way is finished first.
#pragma once

#include <array>
#include <csignal>

namespace souple::cli {

/// Listens while it lives to Ctrl-C and to the other ways a program is asked to end: SIGTERM, a terminal that
/// closes (SIGHUP), a reader of its output that went away (SIGPIPE). Who was told to ignore one of them, as
/// `nohup` does, goes on ignoring it. A second Ctrl-C ends the program at once. One guard inside another
/// shares its wish.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    bool requested() const;

private:
    struct Before {
        int signal = 0;
        struct sigaction action {};
    };
    std::array<Before, 4> before_;  ///< what was there
    bool is_outer_ = true;
};

/// Output that nobody can read any more goes nowhere from now on, instead of failing.
void forget_dead_outputs();

}  // namespace souple::cli
