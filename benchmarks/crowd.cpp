// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Crowds: what bodies and people cost (E1-E3), coarse, fine and adaptive cells (E4), the size of the ground
// (E6), and a hundred thousand agents in each other's way. Times are of the processor, on one thread.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/crowd.h"

namespace {

using namespace souple;

AgentGroup walker_kind() {
    AgentGroup kind;
    kind.name = "walker";
    kind.behaviour = AvoidanceLaw::ForceField;  // the law of the source
    kind.max_neighbours = 16;
    kind.stiffness = 12;
    kind.damping = 1;
    kind.influence = 0.8;
    kind.noise = 0.05;
    return kind;
}

AgentGroup car_kind() {
    AgentGroup kind;
    kind.name = "car";
    kind.shape = AgentShape{.length = 4, .width = 1.8, .anticipation = 1};
    kind.speed = 4;
    kind.max_speed = 8;
    kind.stiffness = 12;
    kind.arrive = 2;
    return kind;
}

CrowdGroupDef group_of(const std::string& name, const std::string& kind, PlacesChoice places) {
    CrowdGroupDef group;
    group.name = name;
    group.kind = kind;
    group.places = std::move(places);
    return group;
}

/// How the ground is cut: sides of the first cells, and how often they may be split.
struct Cells {
    Real side = 8;  ///< [m]
    int levels = 3;
};

CrowdDef ground_def(Real width, Real depth, const Cells& cells) {
    CrowdDef def;
    RectangleGroundDef ground;
    ground.high = {width, depth};
    ground.cell = cells.side;
    def.ground = ground;
    def.levels = cells.levels;
    def.adapts = cells.levels > 0;
    def.rule = {4, 3};
    def.search = NeighbourSearch::Map;
    def.kinds = {walker_kind(), car_kind()};
    return def;
}

/// Two groups swap the ends of a corridor; cars shuttle across it.
CrowdDef corridor(int people, int cars, const Cells& cells = {}) {
    CrowdDef def = ground_def(240, 30, cells);
    for (const bool right : {true, false}) {
        const Real low = right ? 5 : 125, high = right ? 115 : 235;
        CrowdGroupDef group =
            group_of(right ? "right" : "left", "walker", PlaceScatterDef{people / 2, {low, 1}, {high, 29}});
        group.goal_shift = GroundPlace{right ? 100.0 : -100.0, 0};
        group.loops = true;
        def.groups.push_back(group);
    }
    std::vector<GroundPlace> places;
    for (int k = 0; k < cars; ++k) places.push_back({6.0 + 228.0 * (k + 0.5) / std::max(cars, 1), 6});
    if (cars > 0) {
        CrowdGroupDef group = group_of("cars", "car", PlaceListDef{places});
        group.goal_shift = GroundPlace{0, 18};
        group.loops = true;
        def.groups.push_back(group);
    }
    return def;
}

/// People go to the opposite side of a circle; cars turn on two circles.
CrowdDef circles(int people, int cars) {
    CrowdDef def = ground_def(240, 240, {8, 3});
    CrowdGroupDef across = group_of("across", "walker", PlaceCircleDef{people, {120, 120}, 100});
    across.goal_opposite = GroundPlace{120, 120};
    across.loops = true;
    def.groups.push_back(across);
    for (const Real radius : {55.0, 85.0}) {
        CrowdGroupDef group =
            group_of(radius < 60 ? "inner" : "outer", "car", PlaceCircleDef{cars / 2, {120, 120}, radius});
        group.goal_orbit = GroundPlace{120, 120};
        group.orbit_goals = radius < 60 ? 24 : -36;
        group.loops = true;
        def.groups.push_back(group);
    }
    return def;
}

struct Cost {
    double step = 0;   ///< [ms] of the processor
    CrowdTimes times;  ///< [ms] in a step, by what it was spent on

    double kept() const { return times.multiresolution / (1e-9 + sum()); }
    double sum() const {
        return times.multiresolution + times.behaviour + times.point_agents + times.polygon_agents;
    }
};

Cost cost_of(const CrowdDef& def, int steps) {
    World world;
    add_crowd(world, def);
    for (int k = 0; k < 20; ++k) world.step({.h = 0.04});
    CrowdTimes& times = world.scratch->crowds->of[0].times;
    times = {};
    const std::clock_t begin = std::clock();
    for (int k = 0; k < steps; ++k) world.step({.h = 0.04});
    Cost cost{1e3 * double(std::clock() - begin) / CLOCKS_PER_SEC / steps, times};
    for (Real* part : {&cost.times.multiresolution, &cost.times.behaviour, &cost.times.point_agents,
                       &cost.times.polygon_agents})
        *part *= 1e3 / steps;
    return cost;
}

void print_cost(const std::string& name, const Cost& cost) {
    fmt::print("{:<28} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>7.1f} %\n", name, cost.step,
               cost.times.multiresolution, cost.times.behaviour, cost.times.point_agents,
               cost.times.polygon_agents, 100 * cost.kept());
}

/// How well points lie on a line: 1 is exactly.
double squared_correlation(const std::vector<double>& x, const std::vector<double>& y) {
    const double n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        sx += x[k];
        sy += y[k];
        sxx += x[k] * x[k];
        syy += y[k] * y[k];
        sxy += x[k] * y[k];
    }
    const double covariance = sxy - sx * sy / n;
    return covariance * covariance / ((sxx - sx * sx / n) * (syy - sy * sy / n));
}

void print_bodies(int steps) {
    fmt::print("E1: 1,000 people in a corridor, more and more cars [ms in a step]\n");
    std::vector<double> cars, cost;
    for (const int count : {15, 30, 45, 60, 75}) {
        const Cost found = cost_of(corridor(1000, count), steps);
        print_cost(fmt::format("1000 + {}", count), found);
        cars.push_back(count);
        cost.push_back(found.step);
    }
    fmt::print("a straight line fits with R^2 = {:.3f} (wanted 0.98)\n\n", squared_correlation(cars, cost));
}

void print_price(int steps) {
    fmt::print("E2, E3: circles\n");
    const Cost a = cost_of(circles(500, 50), steps), b = cost_of(circles(1000, 50), steps),
               c = cost_of(circles(500, 100), steps);
    print_cost("(a) 500 + 50", a);
    print_cost("(b) 1000 + 50", b);
    print_cost("(c) 500 + 100", c);
    const double person = (b.step - a.step) / 500, car = (c.step - a.step) / 50;
    fmt::print("(b) / (a): behaviour {:.2f}, points {:.2f}; (c) / (a): behaviour {:.2f}, bodies {:.2f}\n",
               b.times.behaviour / a.times.behaviour, b.times.point_agents / a.times.point_agents,
               c.times.behaviour / a.times.behaviour, c.times.polygon_agents / a.times.polygon_agents);
    fmt::print("a car costs as much as {:.1f} people (published: about 20)\n\n", car / person);
}

void print_cells(int steps) {
    fmt::print("E4: 1000 + 50 in a corridor; cells of 30 m, of 0.94 m, and between the two as people come\n");
    const Cost coarse = cost_of(corridor(1000, 50, {30, 0}), steps);
    const Cost fine = cost_of(corridor(1000, 50, {0.9375, 0}), steps);
    const Cost adaptive = cost_of(corridor(1000, 50, {30, 5}), steps);
    print_cost("coarse", coarse);
    print_cost("fine", fine);
    print_cost("adaptive", adaptive);
    fmt::print("adaptive / best of both {:.2f} (wanted below 1), cells take {:.1f} % (wanted below 5)\n\n",
               adaptive.step / std::min(coarse.step, fine.step), 100 * adaptive.kept());
}

void print_areas(int steps) {
    fmt::print("E6: the same 1000 + 50 on larger and larger ground\n");
    double first = 0;
    for (const Real size : {1.0, 4.0, 16.0}) {
        CrowdDef def = corridor(1000, 50);
        std::get<RectangleGroundDef>(*def.ground).high = {240 * std::sqrt(size), 30 * std::sqrt(size)};
        const Cost cost = cost_of(def, steps);
        if (first == 0) first = cost.step;
        print_cost(fmt::format("area x {}", size), cost);
        fmt::print("  {:.3f} of the smallest (wanted within 5 %)\n", cost.step / first);
    }
}

/// Agents in each other's way, one per 5 x 5 m with a jitter of 1 m, with the settings that the reference
/// code publishes: `counter_flow.json` of any size.
CrowdDef flow(int columns, int rows) {
    AgentGroup kind;
    kind.radius = 1.5;
    kind.speed = 1;
    kind.neighbour_distance = 15;
    kind.horizon = kind.wall_horizon = 10;
    kind.noise = 0.001;
    CrowdDef def;
    def.kinds = {kind};
    for (const int parity : {1, 2}) {
        CrowdGroupDef group = group_of("flow", "", PlaceRowsDef{columns, rows, {0, 0}, 5, 1, parity});
        group.goal_shift = GroundPlace{parity == 1 ? 1000.0 : -1000.0, 0};
        def.groups.push_back(group);
    }
    return def;
}

void print_flows() {
    fmt::print("\nagents in each other's way [us of one processor for an agent in a step]\n");
    struct Size {
        int columns, rows, steps;
    };
    double first = 0, cost = 0;
    for (const auto& [columns, rows, steps] : {Size{100, 100, 60}, Size{400, 250, 10}, Size{1000, 1000, 4}}) {
        World world;
        add_crowd(world, flow(columns, rows));
        world.step({.h = 0.25});
        const std::clock_t begin = std::clock();
        for (int k = 0; k < steps; ++k) world.step({.h = 0.25});
        cost = double(std::clock() - begin) / CLOCKS_PER_SEC / steps;
        if (first == 0) first = cost;
        fmt::print("{:>8} {:>8.3f}\n", columns * rows, 1e6 * cost / (columns * rows));
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("log-log slope {:.3f} (wanted at most 1.05), {:.2f} GB at most (wanted below 1)\n",
               std::log(cost / first) / std::log(100.0), static_cast<double>(usage.ru_maxrss) / (1 << 20));
}

}  // namespace

int main() {
    ThreadLimit limit(1);
    limit.run([] {
        fmt::print("{:<28} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}\n", "", "step", "cells", "behav.", "points",
                   "bodies", "cells");
        constexpr int steps = 100;
        print_bodies(steps);
        print_price(steps);
        print_cells(steps);
        print_areas(steps);
        print_flows();
    });
    return 0;
}
