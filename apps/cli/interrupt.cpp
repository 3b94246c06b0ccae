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

InterruptGuard::InterruptGuard()
    : on_interrupt_(std::signal(SIGINT, note)), on_termination_(std::signal(SIGTERM, note)) {
    if (on_interrupt_ != note && on_termination_ != note) wish = 0;
}

InterruptGuard::~InterruptGuard() {
    if (wish == 0 || on_interrupt_ != note) std::signal(SIGINT, on_interrupt_);
    if (wish == 0 || on_termination_ != note) std::signal(SIGTERM, on_termination_);
}

bool InterruptGuard::requested() const { return wish != 0; }

}  // namespace souple::cli
