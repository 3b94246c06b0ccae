// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/core: hash.h, rng.h, id.h, joined_sets.h, parallel.h, errors.h, profile.h; and of the flags
// in compiler.cmake
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/core/hash.h"
#include "souple/core/id.h"
#include "souple/core/joined_sets.h"
#include "souple/core/parallel.h"
#include "souple/core/profile.h"
#include "souple/core/rng.h"

namespace souple {
namespace {

/// How many threads a loop has when each of its runs waits until so many have come, or long enough to be sure
/// that they do not.
std::size_t threads_that_meet(std::size_t wanted) {
    std::mutex mutex;
    std::set<std::thread::id> seen;
    parallel_for(
        64,
        [&](int) {
            const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
            for (;;) {
                const std::lock_guard<std::mutex> lock(mutex);
                seen.insert(std::this_thread::get_id());
                if (seen.size() >= wanted || std::chrono::steady_clock::now() > deadline) break;
            }
        },
        2);
    return seen.size();
}

}  // namespace

TEST(Hash, known_value_of_fnv_1a) {
    Hasher hasher;
    hasher.add_byte('a');
    EXPECT_EQ(hasher.value(), 0xaf63dc4c8601ec8cull);  // from the authors' table
}

TEST(Hash, order_sign_and_last_bit_count) {
    const auto hash = [](std::initializer_list<double> values) {
        Hasher hasher;
        for (const double v : values) hasher.add(v);
        return hasher.value();
    };
    EXPECT_NE(hash({1, 2}), hash({2, 1}));
    EXPECT_NE(hash({0.0}), hash({-0.0}));
    EXPECT_NE(hash({1.0}), hash({std::nextafter(1.0, 2.0)}));
    EXPECT_EQ(hash({1, 2}), hash({1, 2}));
}

TEST(Rng, known_values_of_splitmix) {
    Rng rng{1234567};
    EXPECT_EQ(rng.next(), 6457827717110365317ull);
    EXPECT_EQ(rng.next(), 3203168211198807973ull);
}

TEST(Rng, uniform_and_normal_have_their_moments) {
    Rng rng{7};
    const int n = 200000;
    double mean = 0, square = 0, normal_mean = 0, normal_square = 0;
    for (int i = 0; i < n; ++i) {
        const double u = rng.uniform(), g = rng.normal();
        ASSERT_GE(u, 0);
        ASSERT_LT(u, 1);
        mean += u / n;
        square += u * u / n;
        normal_mean += g / n;
        normal_square += g * g / n;
    }
    EXPECT_NEAR(mean, 0.5, 3e-3);
    EXPECT_NEAR(square, 1.0 / 3, 3e-3);
    EXPECT_NEAR(normal_mean, 0, 1e-2);
    EXPECT_NEAR(normal_square, 1, 2e-2);
}

TEST(Rng, streams_differ_by_name_and_by_seed) {
    EXPECT_NE(stream_of(1, "cloth").next(), stream_of(1, "hair").next());
    EXPECT_NE(stream_of(1, "cloth").next(), stream_of(2, "cloth").next());
    EXPECT_EQ(stream_of(1, "cloth").next(), stream_of(1, "cloth").next());
}

TEST(Id, zero_is_null_and_slots_count_from_zero) {
    EXPECT_FALSE(PartId{});
    EXPECT_TRUE((PartId{1, 0}));
    EXPECT_EQ((PartId{3, 0}).slot(), 2);
    EXPECT_NE((PartId{1, 0}), (PartId{1, 1}));
}

TEST(JoinedSets, the_lowest_names_all_that_hang_together) {
    constexpr int count = 60;
    Rng rng{11};
    std::vector<int> parent, name(count);
    begin_sets(parent, count);
    std::iota(name.begin(), name.end(), 0);
    for (int k = 0; k < 45; ++k) {
        const int a = static_cast<int>(rng.next() % count), b = static_cast<int>(rng.next() % count);
        const int low = std::min(name[a], name[b]), high = std::max(name[a], name[b]);
        EXPECT_EQ(join_sets(parent, a, b), low != high);
        for (int& each : name)
            if (each == high) each = low;
        for (int i = 0; i < count; ++i) EXPECT_EQ(first_of_set(parent, i), name[i]);
    }
}

TEST(Parallel, every_index_is_visited_once) {
    for (const int count : {0, 1, 100, parallel_grain, parallel_grain + 1, 50000}) {
        std::vector<int> visits(static_cast<std::size_t>(count), 0);
        parallel_for(count, [&](int i) { ++visits[i]; });
        EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), count);
        for (const int v : visits) ASSERT_EQ(v, 1);
    }
}

TEST(Parallel, sums_have_the_same_bits_on_any_number_of_threads) {
    const auto term = [](int i) { return std::sin(1.0 + i) * std::pow(10.0, i % 17 - 8); };
    const auto sum_with = [&](int threads) {
        const ThreadLimit limit(threads);
        return parallel_sum(200001, 0.0, term);
    };
    const double one = sum_with(1);
    EXPECT_EQ(one, sum_with(2));
    EXPECT_EQ(one, sum_with(8));
    double plain = 0;
    for (int i = 0; i < 200001; ++i) plain += term(i);
    EXPECT_NEAR(one, plain, 1e-6 * std::abs(plain));
    EXPECT_EQ(parallel_sum(0, 0.0, term), 0);
}

TEST(Parallel, eight_threads_are_eight_threads_on_any_machine) {
    ThreadLimit limit(8);
    EXPECT_EQ(threads_that_meet(8), 8u);
    limit.run([] { EXPECT_EQ(threads_that_meet(8), 8u); });
}

TEST(Files, a_file_is_replaced_whole_or_not_at_all) {
    const std::string path = testing::TempDir() + "souple_whole_file";
    write_whole_file(path, "old");
    write_whole_file(path, "new");
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "new");
    std::remove(path.c_str());
    EXPECT_THROW(write_whole_file("/nowhere/at/all", "x"), InputError);
    EXPECT_THROW(write_whole_file(testing::TempDir(), "x"), InputError);  // a folder
}

TEST(Files, a_link_stays_a_link_and_what_it_leads_to_is_replaced) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(testing::TempDir()) / "souple_linked_files";
    fs::remove_all(folder);
    fs::create_directories(folder / "deeper");
    fs::create_symlink("deeper/far", folder / "near");
    fs::create_symlink("near", folder / "nearest");
    for (const char* text : {"made", "made anew"}) {  // first the link leads nowhere, then to a file
        write_whole_file((folder / "nearest").string(), text);
        EXPECT_TRUE(fs::is_symlink(folder / "nearest"));
        EXPECT_TRUE(fs::is_symlink(folder / "near"));
        std::ifstream file(folder / "deeper/far");
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
    }
    fs::create_symlink("round", folder / "round");
    EXPECT_THROW(write_whole_file((folder / "round").string(), "x"), InputError);
    EXPECT_EQ(std::distance(fs::recursive_directory_iterator(folder), {}), 5);  // no part is left
    fs::remove_all(folder);
}

TEST(Files, a_device_and_a_pipe_are_written_into) {
    namespace fs = std::filesystem;
    // (a device of our own: the one that everybody uses must not be at the mercy of a mistake)
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_TRUE(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const std::string device = ptsname(master);
    write_whole_file(device, "shown");
    std::string shown(5, ' ');
    EXPECT_EQ(read(master, shown.data(), shown.size()), 5);
    EXPECT_EQ(shown, "shown");
    EXPECT_TRUE(fs::is_character_file(device));
    close(master);
    const std::string pipe = testing::TempDir() + "souple_pipe";
    std::remove(pipe.c_str());
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::string whole(200'000, 'x');  // more than a pipe holds
    for (const bool in_parts : {false, true}) {
        std::string got;
        std::thread reader([&] {
            std::ifstream file(pipe);
            got.assign(std::istreambuf_iterator<char>(file), {});
        });
        if (in_parts) {
            const WritePlace place = find_place(pipe);
            std::ofstream(place.part) << whole;
            put_in_place(place);
            EXPECT_FALSE(fs::exists(place.part));
        } else {
            write_whole_file(pipe, whole);
        }
        reader.join();
        EXPECT_EQ(got, whole);
        EXPECT_TRUE(fs::is_fifo(pipe));
    }
    std::remove(pipe.c_str());
}

TEST(Errors, a_scene_error_starts_with_its_place) {
    const SceneError error({"a.json", 12, "parts.cloth.mass"}, "must be positive");
    EXPECT_STREQ(error.what(), "a.json:12: parts.cloth.mass: must be positive");
    EXPECT_EQ(error.location.line, 12);
}

TEST(ErrorsDeathTest, a_failed_assertion_prints_both_values) {
    EXPECT_DEATH(SOUPLE_ASSERT_EQ(2 + 2, 5), "2 \\+ 2 == 5.*4 against 5");
    EXPECT_DEATH(SOUPLE_ASSERT(1 > 2), "assertion failed: 1 > 2");
}

TEST(Profile, a_zone_adds_its_time_to_its_stage_only) {
    Profile profile;
    { const Zone zone(profile, Stage::Advance); }
    EXPECT_GT(profile[Stage::Advance], 0);
    EXPECT_EQ(profile[Stage::Measure], 0);
    EXPECT_STREQ(name_of(Stage::SolveContacts), "solve_contacts");
}

struct TwoNumbers {
    double low, high;
};

/// A difference of products beside a sum: what gcc 12 makes one fused instruction of, whatever -ffp-contract
/// says, unless it is kept from pairing statements. (Known to other sources, or gcc would change its
/// arguments.)
[[gnu::noinline]] TwoNumbers difference_and_sum(const TwoNumbers& a, const TwoNumbers& b,
                                                const TwoNumbers& c) {
    return {a.low * b.low - c.low, a.high * b.high + c.high};
}

TEST(Rounding, a_product_is_rounded_before_anything_is_added_to_it) {
    const double tiny = std::ldexp(1.0, -30);
    const volatile double above = 1 + tiny, below = 1 - tiny, one = 1;  // the product rounds to 1
    const TwoNumbers found = difference_and_sum({above, above}, {below, below}, {one, -one});
    EXPECT_EQ(found.low, 0);
    EXPECT_EQ(found.high, 0);
}

}  // namespace souple
