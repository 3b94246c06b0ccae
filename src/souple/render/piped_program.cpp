// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/piped_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "souple/core/errors.h"

extern char** environ;

namespace souple {

namespace {

struct Streams {
    int input = -1, words = -1;
};

/// Starts the program in a process group of its own; returns an error number or 0.
int spawn(const std::vector<std::string>& command, const Streams& streams, pid_t& id) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, streams.words, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int error = posix_spawnp(&id, words[0], &actions, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

}  // namespace

PipedProgram::PipedProgram(const std::vector<std::string>& command, const std::string& advice)
    : name_(command.front()) {
    // a socket instead of a pipe: writing to a program that has gone is an error and not a signal
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw InputError(fmt::format("cannot start {}: {}", name_, std::strerror(errno)));
    input_ = ends[0];
    words_ = std::tmpfile();
    const int error = words_ ? spawn(command, {ends[1], fileno(words_)}, id_) : errno;
    close(ends[1]);
    if (error == 0) return;
    close(input_);
    if (words_) std::fclose(words_);
    throw InputError(error == ENOENT ? fmt::format("there is no program {}; {}", name_, advice)
                                     : fmt::format("cannot start {}: {}", name_, std::strerror(error)));
}

PipedProgram::~PipedProgram() {
    if (id_ > 0) {
        kill(id_, SIGKILL);
        wait();
    }
    if (input_ >= 0) close(input_);
    std::fclose(words_);
}

void PipedProgram::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) fail();
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void PipedProgram::finish() {
    close(input_);
    input_ = -1;
    const int status = wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw InputError(fmt::format("{} failed: {}", name_, last_words()));
}

void PipedProgram::fail() {
    wait();
    throw InputError(fmt::format("{} stopped early: {}", name_, last_words()));
}

int PipedProgram::wait() {
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = -1;
    return status;
}

std::string PipedProgram::last_words() {
    std::string text(2000, '\0');
    std::rewind(words_);
    text.resize(std::fread(text.data(), 1, text.size(), words_));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text.empty() ? "it said nothing" : text;
}

}  // namespace souple
