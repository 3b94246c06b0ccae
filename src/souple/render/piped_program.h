// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Another program that eats bytes: ffmpeg, rsvg-convert.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace souple {

/// Runs while it lives; whoever does not finish it kills it. Ctrl-C does not reach the program: the one who
/// feeds it decides when it ends.
class PipedProgram {
public:
    /// Throws InputError with `advice` when there is no such program.
    PipedProgram(const std::vector<std::string>& command, const std::string& advice);
    ~PipedProgram();
    PipedProgram(const PipedProgram&) = delete;
    PipedProgram& operator=(const PipedProgram&) = delete;

    /// Throws InputError with what the program said when it takes no more.
    void send(std::string_view bytes);

    /// Ends its input and waits. Throws InputError with what it said when it was not content.
    void finish();

private:
    [[noreturn]] void fail();
    std::string last_words();
    int wait();

    std::string name_;
    int input_ = -1;
    pid_t id_ = -1;
    std::FILE* words_ = nullptr;
};

}  // namespace souple
