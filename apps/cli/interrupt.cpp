// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "interrupt.h"

#include <csignal>

namespace souple::cli {

namespace {

// a signal handler can reach nothing but a variable of its own
volatile std::sig_atomic_t wish = 0;

void note(int signal) {
    wish = 1;
    std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    wish = 0;
    std::signal(SIGINT, note);
    std::signal(SIGTERM, note);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::requested() const { return wish != 0; }

}  // namespace souple::cli
