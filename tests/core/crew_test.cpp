// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/core/crew.h: loops that threads at hand share.
#include "souple/core/crew.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "souple/core/parallel.h"

namespace souple {
namespace {

TEST(Crew, every_index_of_every_loop_is_visited_once) {
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        const Crew crew(8);
        EXPECT_EQ(crew_at_hand() != nullptr, std::min(threads, default_thread_count()) > 1);
        std::vector<int> visits(1000, 0);
        int loops = 0;
        for (int count = 1; count <= 1000; count += 7, ++loops)  // short ones, one upon the other
            parallel_for(
                1000, [&](int i) { ++visits[i]; }, 1 + count);
        for (const int visited : visits) ASSERT_EQ(visited, loops);
    }
    EXPECT_EQ(crew_at_hand(), nullptr);
}

TEST(Crew, every_index_of_several_ranges_is_visited_once_and_no_run_spans_two) {
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        const Crew crew(8);
        const std::vector<Range> ranges{{5, 0}, {5, 1}, {10, 37}, {47, 0}, {60, 300}, {400, 2}};
        for (const int grain : {1, 2, 7, 64, 1000}) {
            std::vector<int> visits(500, 0);
            std::atomic<int> astray{0};
            parallel_runs(
                ranges,
                [&](int begin, int end) {
                    for (int i = begin; i < end; ++i) ++visits[i];
                    const bool inside = std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
                        return begin >= range.begin && begin < end && end <= range.end();
                    });
                    if (!inside) ++astray;
                },
                grain);
            EXPECT_EQ(astray, 0) << threads << " threads, grain " << grain;
            for (int i = 0; i < 500; ++i) {
                const auto contains = [i](const Range& range) { return range.contains(i); };
                ASSERT_EQ(visits[i], std::any_of(ranges.begin(), ranges.end(), contains)) << i;
            }
        }
    }
}

TEST(Crew, a_thread_that_has_done_its_part_takes_over_what_others_have_left) {
    if (default_thread_count() < 2) GTEST_SKIP();
    const ThreadLimit limit(2);
    const Crew crew(8);
    std::atomic<bool> released{false};
    std::atomic<int> done{0};
    // the first run waits until all others are done: whoever is in it, the other thread must do them
    parallel_for(
        64,
        [&](int i) {
            if (i == 0) {
                const auto begin = std::chrono::steady_clock::now();
                while (done < 62 && std::chrono::steady_clock::now() - begin < std::chrono::seconds(20))
                    std::this_thread::yield();
                released = done >= 62;
            } else {
                ++done;
            }
        },
        2);
    EXPECT_TRUE(released);
    EXPECT_EQ(done, 63);
}

TEST(Crew, another_thread_takes_runs_while_the_owner_is_busy) {
    if (default_thread_count() < 2) GTEST_SKIP();
    const ThreadLimit limit(2);
    const Crew crew(8);
    std::atomic<int> inside{0}, together{0};
    const auto begin = std::chrono::steady_clock::now();
    // each of the two runs waits a while for the other: only two threads can be there at once
    while (together == 0 && std::chrono::steady_clock::now() - begin < std::chrono::seconds(20))
        crew_at_hand()->share(std::array{Range{0, 2}}, 1, [&](int, int) {
            ++inside;
            for (int k = 0; k < 1000 && inside < 2; ++k)
                std::this_thread::sleep_for(std::chrono::microseconds(10));
            if (inside == 2) ++together;
            for (int k = 0; k < 1000 && together == 1; ++k)
                std::this_thread::sleep_for(std::chrono::microseconds(10));
            --inside;
        });
    EXPECT_GT(together, 0);
}

TEST(Crew, a_loop_inside_a_loop_stays_on_its_thread) {
    const ThreadLimit limit(2);
    const Crew crew(8);
    std::vector<int> visits(64 * 64, 0);
    std::atomic<int> moved{0};
    parallel_for(
        64,
        [&](int i) {
            const std::thread::id here = std::this_thread::get_id();
            parallel_for(
                64,
                [&](int k) {
                    ++visits[64 * i + k];
                    if (std::this_thread::get_id() != here) ++moved;
                },
                1);
        },
        1);
    EXPECT_EQ(visits, std::vector<int>(64 * 64, 1));
    if (crew_at_hand()) {
        EXPECT_EQ(moved, 0);
    }
}

TEST(Crew, what_a_run_throws_reaches_the_owner_and_the_next_loop_is_whole) {
    const ThreadLimit limit(2);
    const Crew crew(8);
    const auto fail = [](int i) {
        if (i == 37) throw std::runtime_error("run 37");
    };
    EXPECT_THROW(parallel_for(100, fail, 2), std::runtime_error);
    std::atomic<int> sum{0};
    parallel_for(
        100, [&](int i) { sum += i; }, 2);
    EXPECT_EQ(sum, 4950);
}

TEST(Crew, within_the_time_of_one_crew_no_other_is_called) {
    const ThreadLimit limit(2);
    const Crew outer(8);
    Crew* const at_hand = crew_at_hand();
    {
        const Crew inner(8);
        EXPECT_EQ(crew_at_hand(), at_hand);
    }
    EXPECT_EQ(crew_at_hand(), at_hand);
}

TEST(Crew, one_that_is_not_wanted_leaves_loops_as_they_are) {
    const ThreadLimit limit(2);
    const Crew crew(1);
    EXPECT_EQ(crew_at_hand(), nullptr);
}

}  // namespace
}  // namespace souple
