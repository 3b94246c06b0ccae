// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "child_process.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "simulation_process.h"

namespace souple::studio {

namespace {

constexpr auto time_to_die = std::chrono::milliseconds(500);  // by itself, once its socket is closed

/// What people may make of a signal.
std::string signal_text(int number) {
    std::string name = strsignal(number);
    if (number == SIGKILL) name = "killed from outside, as the system does when memory runs out";
    if (number == SIGSEGV) name = "a fault of the program: it touched memory that is not its own";
    if (number == SIGABRT) name = "a fault of the program: it stopped itself";
    return fmt::format("signal {} ({})", number, name);
}

std::string ending_text(int status) {
    if (WIFSIGNALED(status)) return signal_text(WTERMSIG(status));
    return fmt::format("it ended by itself with code {}", WEXITSTATUS(status));
}

/// Whether it has ended within this time.
bool has_ended(pid_t id, std::chrono::milliseconds longest, int& status) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (true) {
        const pid_t gone = waitpid(id, &status, WNOHANG);
        if (gone == id || (gone < 0 && errno != EINTR)) return true;
        if (std::chrono::steady_clock::now() >= end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

}  // namespace

ChildProcess start_child(const std::vector<std::string>& words) {
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error(fmt::format("no socket to the simulation: {}", std::strerror(errno)));
    const auto own = std::make_shared<Socket>(ends[0]);
    const Socket its(ends[1]);
    std::vector<std::string> text{"souple"};
    text.insert(text.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (std::string& word : text) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, its.number(), simulation_socket);
    pid_t id = -1;
    const int error = posix_spawn(&id, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw std::runtime_error(
            fmt::format("the process that simulates cannot be started: {}", std::strerror(error)));
    return {id, own};
}

std::string end_child(ChildProcess& child) {
    if (child.id < 0) return "it was not started";
    shutdown(child.socket->number(), SHUT_RDWR);
    int status = 0;
    if (!has_ended(child.id, time_to_die, status)) {
        kill(child.id, SIGKILL);
        has_ended(child.id, std::chrono::hours(1), status);
    }
    child = {};
    return ending_text(status);
}

}  // namespace souple::studio
