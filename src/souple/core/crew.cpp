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

int runs_in(const Range& range, int length) { return (range.count + length - 1) / length; }

/// The k-th of n nearly equal pieces of so many runs.
Range piece_of(int runs, int k, int n) {
    const int begin = runs * k / n;
    return {begin, runs * (k + 1) / n - begin};
}

std::uint64_t packed(int first, int end) {
    return static_cast<std::uint32_t>(first) | static_cast<std::uint64_t>(end) << 32;
}
int first_of(std::uint64_t left) { return static_cast<int>(left & 0xffffffff); }
int end_of(std::uint64_t left) { return static_cast<int>(left >> 32); }

}  // namespace

int allowed_threads() {
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

Crew* crew_at_hand() { return in_shared_loop ? nullptr : at_hand; }
bool is_in_shared_loop() { return in_shared_loop; }

Crew::Crew(int useful) {
    if (useful < 2 || at_hand || in_shared_loop || allowed_threads() < 2) return;
    threads_ = std::min({threads_at_hand(), useful, most});
    if (threads_ < 2) return;
    helpers_.emplace();
    at_hand = this;
    try {
        for (int k = 1; k < threads_; ++k) helpers_->run([this, k] { help(k); });
    } catch (const std::bad_alloc&) {  // who was called before suffices
    }
}

Crew::~Crew() {
    if (!helpers_) return;
    at_hand = nullptr;
    closed_.store(true, std::memory_order_relaxed);
    begun_.fetch_add(1, std::memory_order_release);
    helpers_->wait();
}

void Crew::share(const Loop& loop) {
    loop_ = loop;
    finished_.store(0, std::memory_order_relaxed);
    int runs = 0;
    for (int k = 0; k < threads_; ++k) {
        const int own = runs_of(k);
        parts_[k].left.store(packed(0, own), std::memory_order_release);
        runs += own;
    }
    begun_.fetch_add(1, std::memory_order_release);
    take_runs(0);
    for (int looks = 0; finished_.load(std::memory_order_acquire) < runs;) wait_a_little(looks);
    if (!failed_.load(std::memory_order_acquire)) return;
    failed_.store(false, std::memory_order_relaxed);
    std::rethrow_exception(std::move(failure_));
}

/// How many runs of the loop are a thread's own.
int Crew::runs_of(int thread) const {
    int count = 0;
    for (const Range& range : loop_.ranges)
        count += piece_of(runs_in(range, loop_.length), thread, threads_).count;
    return count;
}

/// A thread's own runs and what others have left.
void Crew::take_runs(int thread) {
    int done = 0;
    while (take_run(thread, true)) ++done;
    for (int k = 1; k < threads_; ++k)
        while (take_run((thread + k) % threads_, false)) ++done;
    // until these are counted the loop cannot end, nor another begin
    if (done > 0) finished_.fetch_add(done, std::memory_order_release);
}

bool Crew::take_run(int of, bool is_own) {
    std::uint64_t left = parts_[of].left.load(std::memory_order_relaxed);
    int first, end;
    do {
        first = first_of(left), end = end_of(left);
        if (first >= end) return false;
        // who is at its part will soon take the last one, and has what it needs for it at hand
        if (!is_own && first > 0 && end - first == 1) return false;
    } while (!parts_[of].left.compare_exchange_weak(left,
                                                    is_own ? packed(first + 1, end) : packed(first, end - 1),
                                                    std::memory_order_acquire, std::memory_order_relaxed));
    do_run(of, is_own ? first : end - 1);
    return true;
}

void Crew::do_run(int of, int number) {
    std::size_t k = 0;
    Range piece = piece_of(runs_in(loop_.ranges[k], loop_.length), of, threads_);
    for (; number >= piece.count; piece = piece_of(runs_in(loop_.ranges[++k], loop_.length), of, threads_))
        number -= piece.count;
    const Range& range = loop_.ranges[k];
    const int begin = range.begin + (piece.begin + number) * loop_.length;
    in_shared_loop = true;
    try {
        loop_.call(loop_.fn, begin, std::min(begin + loop_.length, range.end()));
    } catch (...) {
        if (!failed_.exchange(true, std::memory_order_acq_rel)) failure_ = std::current_exception();
    }
    in_shared_loop = false;
}

void Crew::help(int thread) {
    for (int seen = 0; !closed_.load(std::memory_order_relaxed);) {
        int looks = 0, begun;
        while ((begun = begun_.load(std::memory_order_acquire)) == seen) wait_a_little(looks);
        seen = begun;
        take_runs(thread);
    }
}

}  // namespace souple
