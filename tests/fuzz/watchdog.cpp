// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "watchdog.h"

#include <fcntl.h>
#include <sanitizer/common_interface_defs.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace souple::trials {

namespace {

constexpr int processor_seconds = 10, clock_seconds = 600;

// (handlers of signals take no arguments of ours)
const Watched* now = nullptr;
char file[4096] = "";

/// Only calls that a handler of a signal may make.
void say(const char* text, std::size_t length) {
    if (write(STDERR_FILENO, text, length) < 0) return;
}

void keep_now() {
    if (!now) return;
    char line[512];
    const int length = std::snprintf(line, sizeof line, "\nended in trial %lld of %s; the scene is in %s\n",
                                     static_cast<long long>(now->number), now->command.c_str(), file);
    const int out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out >= 0 && write(out, now->text.data(), now->text.size()) >= 0) close(out);
    now = nullptr;
    if (length > 0) say(line, static_cast<std::size_t>(length));
}

void on_alarm(int) {
    const char text[] = "\na trial hangs:\n";
    say(text, sizeof text - 1);
    keep_now();
    __sanitizer_print_stack_trace();
    _exit(3);
}

void on_abort(int) {
    __sanitizer_print_stack_trace();
    keep_now();
    _exit(4);
}

void set_timer(int kind, int seconds) {
    const itimerval limit{{0, 0}, {seconds, 0}};
    setitimer(kind, &limit, nullptr);
}

}  // namespace

void start_watching(const std::string& folder) {
    std::filesystem::create_directories(folder);
    std::snprintf(file, sizeof file, "%s/ended.json", folder.c_str());
    __sanitizer_set_death_callback(keep_now);
    std::signal(SIGPROF, on_alarm);
    std::signal(SIGALRM, on_alarm);
    std::signal(SIGABRT, on_abort);
}

void watch(const Watched& watched) {
    now = &watched;
    set_timer(ITIMER_PROF, processor_seconds);
    set_timer(ITIMER_REAL, clock_seconds);
}

std::string keep_scene(const std::string& folder, const std::string& name, const std::string& text) {
    const std::string path = folder + "/" + name + ".json";
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

}  // namespace souple::trials
