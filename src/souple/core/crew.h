// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Threads that stay at hand for many short loops, one after the other. Waking a worker for each loop takes
// microseconds; a thread that waits for the next loop takes it over in a fraction of one.
#pragma once

#include <tbb/task_group.h>

#include <atomic>
#include <exception>
#include <optional>

namespace souple {

/// Workers that a loop may use now.
int allowed_threads();

/// While it lives the loops of the thread that made it are shared with those that answered its call. It never
/// waits for one that has not come: what nobody else takes its owner does.
class Crew {
public:
    /// Of no more threads than can be `useful` at once. Calls nobody when that is one, when there is one
    /// thread only, or inside another crew's time.
    explicit Crew(int useful);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Calls fn(begin, end) over runs of this length that cover [0, count), on any of the threads. What fn
    /// throws first is thrown here when all runs have ended.
    template <class Fn>
    void share(int count, int length, const Fn& fn) {
        share({count, length, &fn,
               [](const void* of, int begin, int end) { (*static_cast<const Fn*>(of))(begin, end); }});
    }

private:
    struct Loop {
        int count = 0, length = 1;
        const void* fn = nullptr;
        void (*call)(const void* fn, int begin, int end) = nullptr;

        int runs() const { return (count + length - 1) / length; }
    };

    /// What a worker is given.
    struct Helper {
        Crew* crew;
        void operator()() const { crew->help(); }
    };

    void share(const Loop& loop);
    bool take_run();
    void help();

    static constexpr int line = 64;  ///< bytes that cores hand to each other at once

    Loop loop_;                                   ///< written while no run is left, read by who has taken one
    alignas(line) std::atomic<int> left_{0};      ///< runs that nobody has taken
    alignas(line) std::atomic<int> finished_{0};  ///< runs that have ended
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
