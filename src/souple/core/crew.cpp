// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/core/crew.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

#include "souple/core/parallel.h"

namespace souple {

namespace {

constexpr int patience = 2000;  ///< looks before a waiting thread lets others have its core

thread_local Crew* at_hand = nullptr;
thread_local bool in_shared_loop = false;

/// Tells the core that this thread only waits.
void rest_a_little() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// After many looks in vain the core may be needed by the very thread that is waited for.
void wait_a_little(int& looks) {
    if (++looks < patience)
        rest_a_little();
    else
        std::this_thread::yield();
}

/// No more than the cores: who waits here keeps one busy.
int threads_at_hand() {
    static const int cores = default_thread_count();  // asked of the system, which takes long
    return std::min({allowed_threads(), tbb::this_task_arena::max_concurrency(), cores});
}

}  // namespace

int allowed_threads() {
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

Crew* crew_at_hand() { return in_shared_loop ? nullptr : at_hand; }
bool is_in_shared_loop() { return in_shared_loop; }

Crew::Crew(int useful) {
    if (useful < 2 || at_hand || in_shared_loop || allowed_threads() < 2) return;
    const int threads = std::min(threads_at_hand(), useful);
    if (threads < 2) return;
    helpers_.emplace();
    at_hand = this;
    try {
        for (int k = 1; k < threads; ++k) helpers_->run(Helper{this});
    } catch (const std::bad_alloc&) {  // who was called before suffices
    }
}

Crew::~Crew() {
    if (!helpers_) return;
    at_hand = nullptr;
    closed_.store(true, std::memory_order_release);
    helpers_->wait();
}

void Crew::share(const Loop& loop) {
    loop_ = loop;
    finished_.store(0, std::memory_order_relaxed);
    left_.store(loop.runs(), std::memory_order_release);
    while (take_run()) {
    }
    for (int looks = 0; finished_.load(std::memory_order_acquire) < loop.runs();) wait_a_little(looks);
    if (!failed_.load(std::memory_order_acquire)) return;
    failed_.store(false, std::memory_order_relaxed);
    std::rethrow_exception(std::move(failure_));
}

bool Crew::take_run() {
    int left = left_.load(std::memory_order_relaxed);
    do {
        if (left <= 0) return false;
    } while (
        !left_.compare_exchange_weak(left, left - 1, std::memory_order_acquire, std::memory_order_relaxed));
    // from here on the loop cannot end, nor another begin, before this run is counted
    const int begin = (loop_.runs() - left) * loop_.length;
    in_shared_loop = true;
    try {
        loop_.call(loop_.fn, begin, std::min(begin + loop_.length, loop_.count));
    } catch (...) {
        if (!failed_.exchange(true, std::memory_order_acq_rel)) failure_ = std::current_exception();
    }
    in_shared_loop = false;
    finished_.fetch_add(1, std::memory_order_release);
    return true;
}

void Crew::help() {
    for (int looks = 0; !closed_.load(std::memory_order_acquire);) {
        if (take_run())
            looks = 0;
        else
            wait_a_little(looks);
    }
}

}  // namespace souple
