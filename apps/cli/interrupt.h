// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Ctrl-C as a wish: the step under way is finished first.
#pragma once

namespace souple::cli {

/// Listens to SIGINT and SIGTERM while it lives; a second signal ends the program at once. One inside another
/// shares its wish.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    bool requested() const;

private:
    using Handler = void (*)(int);
    Handler on_interrupt_, on_termination_;  ///< what was there before
};

}  // namespace souple::cli
