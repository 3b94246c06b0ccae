// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The one parallel loop and the one parallel sum. Both give the same bits on any number of threads:
// a loop writes to disjoint places, a sum is taken in fixed blocks and folded in block order.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "souple/core/crew.h"
#include "souple/core/types.h"

namespace souple {

/// Loops shorter than this stay on the calling thread: waking workers costs microseconds.
constexpr int parallel_grain = 2048;

/// Calls fn(begin, end) over runs that cover [0, count); the runs may be anything, so fn must not depend on
/// them.
template <class Fn>
void parallel_runs(int count, const Fn& fn, int grain = parallel_grain) {
    if (count <= grain || is_in_shared_loop() || allowed_threads() == 1) {
        if (count > 0) fn(0, count);
        return;
    }
    if (Crew* const crew = crew_at_hand())
        return crew->share(std::array{Range{0, count}}, std::max(1, grain / 2), fn);
    // fork and join once more, where the thread sanitizer can see them: libtbb itself is not instrumented
    std::atomic<int> started{0}, finished{0};
    started.store(1, std::memory_order_release);
    const auto loop = [&] {
        tbb::parallel_for(
            tbb::blocked_range<int>(0, count, std::max(1, grain / 2)),
            [&](const tbb::blocked_range<int>& run) {
                started.load(std::memory_order_acquire);
                fn(run.begin(), run.end());
                finished.fetch_add(1, std::memory_order_release);
            },
            tbb::simple_partitioner{});
    };
    // the threads at hand are as many as the machine has cores; more than that need an arena of their own
    if (allowed_threads() > tbb::this_task_arena::max_concurrency())
        tbb::task_arena(allowed_threads()).execute(loop);
    else
        loop();
    finished.load(std::memory_order_acquire);
}

/// The same over several ranges one after the other. Threads at hand have a part of each of them: what is
/// side by side in one loop stays with the same thread in the next, though that goes over fewer of the
/// ranges.
template <class Fn>
void parallel_runs(std::span<const Range> ranges, const Fn& fn, int grain) {
    int count = 0;
    for (const Range& range : ranges) count += range.count;
    Crew* const crew = count > grain ? crew_at_hand() : nullptr;
    if (crew) return crew->share(ranges, std::max(1, grain / 2), fn);
    for (const Range& range : ranges)
        parallel_runs(
            range.count, [&](int begin, int end) { fn(range.begin + begin, range.begin + end); }, grain);
}

/// Calls fn(i) for i in [0, count); each call must write only to places of its own.
template <class Fn>
void parallel_for(int count, const Fn& fn, int grain = parallel_grain) {
    parallel_runs(
        count,
        [&fn](int begin, int end) {
            for (int i = begin; i < end; ++i) fn(i);
        },
        grain);
}

/// Sums fn(i) over [0, count) in blocks of fixed size, so that the order of additions never changes.
template <class T, class Fn>
T parallel_sum(int count, T zero, const Fn& fn) {
    constexpr int block = 1024, batch = 64;  // 64 blocks at a time need no memory of their own
    std::array<T, batch> sums;
    T total = zero;
    for (int start = 0; start < count; start += block * batch) {
        const int blocks = std::min(batch, (count - start + block - 1) / block);
        parallel_for(
            blocks,
            [&](int b) {
                const int begin = start + b * block, end = std::min(count, begin + block);
                T sum = zero;
                for (int i = begin; i < end; ++i) sum += fn(i);
                sums[b] = sum;
            },
            2);
        for (int b = 0; b < blocks; ++b) total += sums[b];
    }
    return total;
}

/// Sets how many threads loops may use while it lives, more than the cores too. No result depends on it.
class ThreadLimit {
public:
    explicit ThreadLimit(int threads)
        : control_(tbb::global_control::max_allowed_parallelism,
                   static_cast<std::size_t>(std::max(1, threads))),
          arena_(std::max(1, threads)) {}

    /// Calls fn() among these threads. Outside of it each loop that wants more threads than there are cores
    /// calls them together anew.
    template <class Fn>
    void run(const Fn& fn) {
        arena_.execute(fn);
    }

private:
    tbb::global_control control_;
    tbb::task_arena arena_;
};

/// How many threads a run uses when nobody says.
int default_thread_count();

}  // namespace souple
