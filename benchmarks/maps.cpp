// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What maps cost on one thread, beside the bars they are to reach: loops over 500,000 triangles, points that
// move through adaptive registers on flat ground, on a sphere and in space, the ring question, and a crowd of
// 500 that crosses a ball. Processor time, the shortest of several runs.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/models/crowd.h"
#include "souple/topology/build_map.h"
#include "souple/topology/curved/curved_ground.h"
#include "souple/topology/environment/environment_shapes.h"
#include "souple/topology/map_rows.h"
#include "souple/topology/space/space_register.h"
#include "support/swimmers.h"

namespace {

using namespace souple;

double seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The shortest of several runs [s].
template <class Run>
double shortest(int runs, const Run& run) {
    double best = 1e300;
    for (int k = 0; k < runs; ++k) {
        const double start = seconds();
        run();
        best = std::min(best, seconds() - start);
    }
    return best;
}

Vec3 random_vector(Rng& rng, Real size) {
    const Real x = rng.uniform(-size, size), y = rng.uniform(-size, size);
    return {x, y, rng.uniform(-size, size)};
}

void time_traversals() {
    const TriangleMesh mesh = make_grid(500, 500, 1, 1);
    const Map2 map = map_from_triangles(mesh, "sheet");
    MapRows rows;
    const double writing = shortest(3, [&] { write_rows(map, rows); });
    long long sum = 0;
    const double by_darts = shortest(9, [&] {
        for_each_vertex(map, [&](Vertex v) { for_each_dart(map, v, [&](Dart d) { sum += d.index; }); });
        for_each_face(
            map, [&](Face f) { for_each_dart(map, f, [&](Dart d) { sum += vertex_of(map, d).index; }); });
    });
    const double by_rows = shortest(9, [&] {
        for (std::size_t v = 0; v + 1 < rows.begin.size(); ++v)
            for (const int f : rows.faces_around(static_cast<int>(v))) sum += f;
        for (const auto& [a, b, c] : rows.corners) sum += a + b + c;
    });
    std::vector<Vec3> faces, vertices, smoothed;
    const double normals = shortest(9, [&] { find_normals(rows, mesh.points, faces, vertices); });
    const double smoothing = shortest(9, [&] { smooth(rows, mesh.points, smoothed); });
    std::printf(
        "500,000 triangles [ms] (bar)\n  rows written once %.1f\n  circulation by darts %.2f (3.9)\n"
        "  circulation by rows %.2f (3.9)\n  normals %.2f (7.7)\n  smoothing %.2f (5.2)\n",
        1e3 * writing, 1e3 * by_darts, 1e3 * by_rows, 1e3 * normals, 1e3 * smoothing);
    if (sum == 42) std::printf("\n");  // the sums are wanted by somebody
}

void tell_points(const char* where, double time, int points, int steps, long long changes, long long searches,
                 int cells) {
    const double moves = static_cast<double>(points) * steps;
    std::printf("  %s: %.2f million points a second (bar 1), %.1f %% change cells, %lld searches, %d cells\n",
                where, moves / time / 1e6, 100 * static_cast<double>(changes) / moves, searches, cells);
}

/// Steps of up to a metre in each direction on ground that adapts.
void time_flat() {
    constexpr int count = 100000, steps = 10;
    RectangleGround def;
    def.high = {1000, 1000};
    def.cell = 50;
    Registration reg = register_nobody(make_environment(ground_of(def, "ground"), 6));
    Rng rng{1};
    std::vector<Vec2> places, next;
    for (int i = 0; i < count; ++i) {
        places.emplace_back(rng.uniform(0, 1000), rng.uniform(0, 1000));
        add_point(reg, i, locate_by_search(reg.ground, places[i]));
    }
    const auto adapt = [&] { adapt_cells(reg, {}, places, [](Face, bool) {}); };
    adapt();
    double time = 0;
    for (int step = 0; step < steps; ++step) {
        next = places;
        for (Vec2& p : next)
            p = (p + Vec2(rng.uniform(-1, 1), rng.uniform(-1, 1)))
                    .cwiseMax(Vec2::Zero())
                    .cwiseMin(Vec2::Constant(1000));
        const double start = seconds();
        move_points(reg, places, next);
        places = next;
        adapt();
        time += seconds() - start;
    }
    int cells = 0;
    for_each_face(reg.ground.map, [&](Face) { ++cells; });
    tell_points("flat ground", time, count, steps, reg.changes, reg.searches, cells);
}

template <class Ground, class Move>
CellRegister<Ground> time_register(const char* where, Ground ground,
                                   std::vector<typename Ground::Place>& places, const Move& move) {
    constexpr int steps = 10;
    CellRegister<Ground> reg = register_nobody(std::move(ground));
    const int count = static_cast<int>(places.size());
    for (int i = 0; i < count; ++i) {
        const CellArrival arrival = seek_cell(reg.ground, 0, -1, places[i]);
        add_point(reg, i, arrival.cell, arrival.hint);
    }
    adapt_cells<Ground>(reg, {}, places);
    double time = 0;
    reg.changes = 0;
    for (int step = 0; step < steps; ++step) {
        for (auto& p : places) p = move(reg.ground, p);
        const double start = seconds();
        move_points<Ground>(reg, places);
        adapt_cells<Ground>(reg, {}, places);
        time += seconds() - start;
    }
    int cells = 0;
    for (int c = 0; c < cell_slots(reg.ground); ++c) cells += is_leaf_cell(reg.ground, c);
    tell_points(where, time, count, steps, reg.changes, reg.searches, cells);
    return reg;
}

/// Time of the ring question against how many it finds: a line through both.
template <class Ground>
void time_rings(const char* where, const CellRegister<Ground>& reg) {
    std::vector<double> found, time;
    long long sum = 0;
    const int count = static_cast<int>(reg.cell.size()), batch = 1000;
    for (int first = 0; first + batch <= count; first += batch) {
        long long neighbours = 0;
        const double best = shortest(5, [&] {
            neighbours = 0;
            for (int i = first; i < first + batch; ++i)
                ring(reg, reg.cell[i], [&](int k) {
                    sum += k;
                    ++neighbours;
                });
        });
        found.push_back(static_cast<double>(neighbours) / batch);
        time.push_back(1e9 * best / batch);
    }
    double mean_time = 0, mean_found = 0;
    for (std::size_t k = 0; k < found.size(); ++k) {
        mean_time += time[k] / static_cast<double>(found.size());
        mean_found += found[k] / static_cast<double>(found.size());
    }
    std::printf("  ring, %s: %.0f ns for %.0f neighbours (bar %.0f)%s\n", where, mean_time, mean_found,
                200 + 5 * mean_found, sum == 42 ? " " : "");
}

/// 500 agents on a ball, each bound for the other side.
void time_ball() {
    constexpr int count = 500;
    CrowdDef def;
    def.realm = SpaceRealmDef{Vec3::Constant(-12), Vec3::Constant(12), {6, 6, 6}, 0, {}};
    def.levels = 3;
    def.adapts = true;
    def.rule = {8, 4};
    for (int k = 0; k < 4; ++k) {
        const AgentGroup kind = swimmer(std::to_string(k), 0.8 + 0.25 * k);
        CrowdGroupDef group;
        group.name = group.kind = kind.name;
        group.places = PlaceSphereDef{count, k, 4, Vec3::Zero(), 10, 60};
        group.goal_across = Vec3::Zero();
        def.kinds.push_back(kind);
        def.groups.push_back(group);
    }
    World world;
    add_crowd(world, def);
    int steps = 0, most_cells = 0, searches = 0;
    double longest = 0, time = 0;
    for (; steps < 3000 && arrived_share(world, 0) < 1; ++steps) {
        const double before = seconds();
        searches += world.step({.h = 0.02}).tracking_fallbacks;
        const double taken = seconds() - before;
        time += taken;
        longest = std::max(longest, taken);
        most_cells = std::max(most_cells, cell_count(world, 0));
    }
    std::printf(
        "500 agents cross a ball: %.0f steps a second (bar 300), the longest took %.2f ms; %.0f %% "
        "arrived after %d steps, at most %d cells, %d searches\n",
        steps / time, 1e3 * longest, 100 * arrived_share(world, 0), steps, most_cells, searches);
}

}  // namespace

int main() {
    ThreadLimit one(1);
    time_traversals();
    std::printf("points that move while cells adapt\n");
    time_flat();
    Rng rng{3};
    const CurvedGround planet = make_curved_ground(make_icosphere(100, 3), 8, "planet");
    std::vector<SurfacePlace> walkers;
    for (int i = 0; i < 100000; ++i) {
        const int root = static_cast<int>(rng.next() % planet.roots.size());
        const auto& [a, b, c] = planet.roots[root].corners;
        const Real s = rng.uniform(0, 0.5), t = rng.uniform(0, 0.5);
        walkers.push_back(place_in(planet, root, a + s * (b - a) + t * (c - a)));
    }
    const auto on_planet =
        time_register("sphere", planet, walkers, [&](const CurvedGround& ground, const SurfacePlace& p) {
            return walk(ground, p, random_vector(rng, 0.3)).place;
        });
    Aabb box;
    box.extend(Vec3::Zero());
    box.extend(Vec3::Constant(100));
    std::vector<Vec3> swimmers;
    for (int i = 0; i < 100000; ++i) swimmers.push_back(random_vector(rng, 50) + Vec3::Constant(50));
    const auto in_space = time_register(
        "space", make_space(make_hexahedron_grid(box, {8, 8, 8}), 5), swimmers,
        [&](const Space&, const Vec3& p) {
            return Vec3((p + random_vector(rng, 0.6)).cwiseMax(Vec3::Zero()).cwiseMin(Vec3::Constant(100)));
        });
    time_rings("sphere", on_planet);
    time_rings("space", in_space);
    time_ball();
}
