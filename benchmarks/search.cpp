// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Milliseconds to find who meets whom, when everything moves at every step: spheres of one size from 10^4 to
// 10^6 with the slope of the time in a double logarithmic plot, and 1,300 boxes in a stack.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <span>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/geometry/search/hash_grid.h"
#include "souple/geometry/search/pairs.h"

namespace {

using namespace souple;

constexpr Real radius = 0.5;  // [m]

// What the search is to reach on two cores: time for 100,000 spheres [ms], and slope from 10^4 to 10^6.
constexpr double bar_time = 30, bar_slope = 1.05;

Vec3 random_vector(Rng& rng, Real half_size) {
    const Real x = rng.uniform(-half_size, half_size), y = rng.uniform(-half_size, half_size);
    return {x, y, rng.uniform(-half_size, half_size)};
}

/// Spheres at random in a cube, so many that each touches six others on average.
struct Swarm {
    std::vector<Vec3> centres, velocities;
    std::vector<Real> radii;
    Real half_size = 0;  ///< [m]
};

/// How the spheres are numbered: row after row as a builder lays them down, or without any order.
enum class Numbering { Rows, Shuffled };

Swarm make_swarm(int count, Numbering numbering) {
    Swarm swarm;
    const Real volume = count * (4.0 / 3) * std::numbers::pi * std::pow(2 * radius, 3) / 6;
    swarm.half_size = 0.5 * std::cbrt(volume);
    swarm.radii.assign(count, radius);
    Rng rng{1};
    for (int i = 0; i < count; ++i) {
        swarm.centres.push_back(random_vector(rng, swarm.half_size));
        swarm.velocities.push_back(random_vector(rng, 0.2));
    }
    const auto row_of = [](const Vec3& p) {
        return std::array<Real, 3>{std::floor(p.z()), std::floor(p.y()), p.x()};
    };
    if (numbering == Numbering::Rows)
        std::sort(swarm.centres.begin(), swarm.centres.end(),
                  [&](const Vec3& a, const Vec3& b) { return row_of(a) < row_of(b); });
    return swarm;
}

/// Up to a fifth of a radius in a step, reflected by the walls.
void move(Swarm& swarm) {
    for (std::size_t i = 0; i < swarm.centres.size(); ++i) {
        swarm.centres[i] += swarm.velocities[i];
        for (int axis = 0; axis < 3; ++axis)
            if (std::abs(swarm.centres[i][axis]) > swarm.half_size) swarm.velocities[i][axis] *= -1;
    }
}

/// The shortest of several runs of `search` [ms], with `move` between them outside the clock.
template <class Move, class Search>
double shortest(int runs, const Move& move, const Search& search) {
    double best = 1e300;
    for (int run = 0; run < runs; ++run) {
        move();
        const auto start = std::chrono::steady_clock::now();
        search();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        if (run > 0) best = std::min(best, time.count());  // the first one fetches memory
    }
    return best;
}

struct Times {
    double spheres = 0, boxes = 0, tree = 0;  ///< [ms]
    double contacts = 0;                      ///< of one sphere
};

Times time_swarm(int count, Numbering numbering) {
    Swarm swarm = make_swarm(count, numbering);
    const int runs = std::clamp(4000000 / count, 8, 40);
    HashGrid grid;
    PairSearch search;
    std::vector<IndexPair> pairs;
    std::vector<Aabb> boxes(count);
    const auto move_all = [&] {
        move(swarm);
        for (int i = 0; i < count; ++i) {
            const Vec3 reach = Vec3::Constant(radius);
            boxes[i] = {swarm.centres[i] - reach, swarm.centres[i] + reach};
        }
    };
    Times times;
    times.spheres =
        shortest(runs, move_all, [&] { pairs_within(grid, swarm.centres, swarm.radii, 0, pairs); });
    times.contacts = 2.0 * static_cast<double>(pairs.size()) / count;
    times.boxes = shortest(runs, move_all, [&] { overlapping_pairs(search, boxes, pairs); });
    if (count <= 100000)  // (slower by far, and told by then)
        times.tree =
            shortest(4, move_all, [&] { overlapping_pairs(search, PairMethod::Tree, boxes, pairs); });
    return times;
}

/// 13 layers of 10 x 10 cubes that touch, shaken a little.
double time_stack(PairMethod method) {
    std::vector<Aabb> boxes(1300);
    PairSearch search;
    std::vector<IndexPair> pairs;
    Rng rng{2};
    const auto shake = [&] {
        for (int i = 0; i < 1300; ++i) {
            const Vec3 low = Vec3(i % 10, i / 100, i / 10 % 10) + random_vector(rng, 1e-3);
            boxes[i] = {low, low + Vec3(1, 1, 1)};
        }
    };
    return shortest(300, shake, [&] { overlapping_pairs(search, method, boxes, pairs); });
}

struct Sample {
    double count = 0, time = 0;  ///< time in [ms]
};

/// Of the line through the samples in a double logarithmic plot, by least squares.
double slope_of(std::span<const Sample> samples) {
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (const Sample& sample : samples) {
        const double x = std::log(sample.count), y = std::log(sample.time);
        sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y;
    }
    const double n = static_cast<double>(samples.size());
    return (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
}

void print_swarms(int threads, Numbering numbering) {
    const ThreadLimit limit(threads);
    std::printf("%d thread%s, numbered %s\n%10s %10s %14s %12s %12s\n", threads, threads > 1 ? "s" : "",
                numbering == Numbering::Rows ? "row after row" : "at random", "count", "contacts",
                "spheres [ms]", "boxes [ms]", "tree [ms]");
    std::array<Sample, 5> samples{{{1e4}, {31623}, {1e5}, {316228}, {1e6}}};
    for (Sample& sample : samples) {
        const Times times = time_swarm(static_cast<int>(sample.count), numbering);
        sample.time = times.spheres;
        std::printf("%10.0f %10.2f %14.3f %12.3f", sample.count, times.contacts, times.spheres, times.boxes);
        times.tree > 0 ? std::printf(" %12.3f\n", times.tree) : std::printf(" %12s\n", "");
    }
    std::printf("100,000 spheres: %.1f ms (bar on two cores: %.0f), slope %.3f (bar: %.2f)\n\n",
                samples[2].time, bar_time, slope_of(samples), bar_slope);
}

}  // namespace

int main() {
    for (const int threads : {1, 2})
        for (const Numbering numbering : {Numbering::Rows, Numbering::Shuffled})
            print_swarms(threads, numbering);
    std::printf("1,300 boxes in a stack: grid %.3f ms, tree %.3f ms, all pairs %.3f ms\n",
                time_stack(PairMethod::Grid), time_stack(PairMethod::Tree), time_stack(PairMethod::AllPairs));
    return 0;
}
