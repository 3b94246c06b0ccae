// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One run at a time writes into a folder.
#pragma once

#include <string>

namespace souple::cli {

/// Holds FOLDER/run.lock, which names this process, until it is destroyed. A lock whose process has gone is
/// taken over.
class RunLock {
public:
    /// Throws InputError that names the process which holds the folder, and what to do.
    explicit RunLock(const std::string& folder);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

private:
    bool try_to_hold();

    std::string path_;
    int file_ = -1;
};

}  // namespace souple::cli
