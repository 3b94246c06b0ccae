// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "interrupt.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace souple::cli {

namespace {

// a signal handler can reach nothing but a variable of its own
volatile std::sig_atomic_t wish = 0;

void note(int signal) {
    wish = 1;
    // what is left to be said must not end the program where a pipe or a terminal is gone
    const bool output_is_gone = signal == SIGPIPE || signal == SIGHUP;
    std::signal(signal, output_is_gone ? SIG_IGN : SIG_DFL);
}

bool is_noted(const struct sigaction& action) { return action.sa_handler == note; }

}  // namespace

InterruptGuard::InterruptGuard() : before_{{{SIGINT, {}}, {SIGTERM, {}}, {SIGHUP, {}}, {SIGPIPE, {}}}} {
    for (Before& before : before_) {
        sigaction(before.signal, nullptr, &before.action);
        if (is_noted(before.action)) is_outer_ = false;
    }
    if (!is_outer_) return;
    wish = 0;
    for (const Before& before : before_) {
        if (before.action.sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = note;
        action.sa_flags = SA_RESTART;
        sigaction(before.signal, &action, nullptr);
    }
}

InterruptGuard::~InterruptGuard() {
    if (!is_outer_) return;
    for (const Before& before : before_) {
        struct sigaction now {};
        sigaction(before.signal, nullptr, &now);
        if (is_noted(now)) sigaction(before.signal, &before.action, nullptr);
    }
}

bool InterruptGuard::requested() const { return wish != 0; }

void forget_dead_outputs() {
    for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
        pollfd asked{output, 0, 0};
        if (poll(&asked, 1, 0) <= 0 || !(asked.revents & (POLLERR | POLLHUP | POLLNVAL))) continue;
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere < 0) continue;
        dup2(nowhere, output);
        close(nowhere);
    }
}

}  // namespace souple::cli
