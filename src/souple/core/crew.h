// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Threads that stay at hand for many short loops, one after the other. Waking a worker for each loop takes
// microseconds; a thread that waits for the next loop takes it over in a fraction of one.
#pragma once

#include <tbb/task_group.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

#include "souple/core/types.h"

namespace souple {

/// Workers that a loop may use now.
int allowed_threads();

/// While it lives the loops of the thread that made it are shared with those that answered its call. It never
/// waits for one that has not come: what nobody else takes its owner does. Each thread begins with the same
/// part of every loop, so that what it wrote last time is still at hand, and helps others when that is done.
/// While it lives its owner must not wait for other tasks of TBB: it could be given a helper's, which ends
/// with the crew.
class Crew {
public:
    /// Of no more threads than can be `useful` at once. Calls nobody when that is one, when there is one
    /// thread only, or inside another crew's time.
    explicit Crew(int useful);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Calls fn(begin, end) over runs of up to this length that cover the ranges, on any of the threads; each
    /// of them begins with its part of every range. What fn throws first is thrown here when all runs have
    /// ended.
    template <class Fn>
    void share(std::span<const Range> ranges, int length, const Fn& fn) {
        share({ranges, length, &fn,
               [](const void* of, int begin, int end) { (*static_cast<const Fn*>(of))(begin, end); }});
    }

private:
    struct Loop {
        std::span<const Range> ranges;
        int length = 1;
        const void* fn = nullptr;
        void (*call)(const void* fn, int begin, int end) = nullptr;
    };

    static constexpr int line = 64;  ///< bytes that cores hand to each other at once
    static constexpr int most = 32;  ///< threads

    /// Runs of one thread's part that nobody has taken: it takes the first, others take the last.
    struct alignas(line) Part {
        std::atomic<std::uint64_t> left{
            0};  ///< number of the first, and in the upper half one behind the last
    };

    void share(const Loop& loop);
    void take_runs(int thread);
    bool take_run(int of, bool is_own);
    void do_run(int of, int number);
    int runs_of(int thread) const;
    void help(int thread);

    int threads_ = 1;
    Loop loop_;                                   ///< written while no run is left, read by who has taken one
    std::array<Part, most> parts_;                ///< by thread, the owner's first
    alignas(line) std::atomic<int> begun_{0};     ///< loops, and the end: what those who wait look at
    alignas(line) std::atomic<int> finished_{0};  ///< runs of this loop that have ended
    std::atomic<bool> failed_{false};
    std::exception_ptr failure_;  ///< of the run that failed first
    alignas(line) std::atomic<bool> closed_{false};
    std::optional<tbb::task_group> helpers_;  ///< none: no crew
};

/// The crew that this thread has called together, or null.
Crew* crew_at_hand();

/// Whether this thread is in a run of a crew's loop: loops inside it stay where they are, as waiting for
/// others there could mean waiting for oneself.
bool is_in_shared_loop();

}  // namespace souple
