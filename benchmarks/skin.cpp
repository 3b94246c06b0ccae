// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Milliseconds to polygonise the skin of 1,000 particles at 128^3: as one lump, and scattered so that each
// has a skin of its own; with the field posed anew each time, as in a film. Then what a collision costs with
// seeds that are not looked at inside the object (000 F0.29, S12), against the same seeds all kept.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/implicit/skin_contact.h"
#include "support/skin_objects.h"

namespace {

using namespace souple;

constexpr double bar_time = 100;  // [ms] on two cores

struct Lump {
    std::vector<SkinPrimitive> primitives;
    std::vector<Pose> carriers;
    Real width = 0;  ///< [m]
};

/// A cube of 10^3 particles a little out of place; the skin of each is `thickness` spacings thick.
Lump make_lump(Real thickness, Real range, const Vec3& half_size, bool turned = false) {
    Lump lump;
    Rng rng{3}, turns{4};
    for (int i = 0; i < 1000; ++i) {
        const Vec3 shake(rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2));
        SkinPrimitive primitive = point_skeleton(Vec3::Zero(), {thickness, range, 1.5 / (range - thickness)});
        primitive.half_size = half_size;
        primitive.carrier = i;
        lump.primitives.push_back(primitive);
        lump.carriers.push_back({Vec3(i % 10, i / 10 % 10, i / 100) + shake, Quat::Identity()});
        if (turned)
            lump.carriers.back().rotation =
                Quat(turns.uniform(-1, 1), turns.uniform(-1, 1), turns.uniform(-1, 1), turns.uniform(-1, 1))
                    .normalized();
    }
    lump.width = 9 + 2 * thickness + 2 * half_size.maxCoeff() + 0.4;
    return lump;
}

void measure(const char* name, const Lump& lump) {
    SkinField field;
    SkinMesher mesher;
    TriangleMesh mesh;
    for (const int threads : {1, 2}) {
        const ThreadLimit limit(threads);
        double best = 1e300, least_work = 1e300;  // [ms] of the clock, of all processors
        for (int run = 0; run < 15; ++run) {
            const std::clock_t work = std::clock();
            const auto start = std::chrono::steady_clock::now();
            pose_field(field, lump.primitives, lump.carriers);
            polygonise_skin(mesher, std::vector<PressedSkin>{{&field, 1}}, 0, lump.width / 128, mesh);
            const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
            best = std::min(best, time.count());
            least_work =
                std::min(least_work, 1e3 * static_cast<double>(std::clock() - work) / CLOCKS_PER_SEC);
        }
        std::printf(
            "%-22s %d thread%s %6.1f ms (bar on two cores: %.0f), %6.1f ms of work %9zu triangles, %zu of %d "
            "leaves\n",
            name, threads, threads > 1 ? "s" : " ", best, bar_time, least_work, mesh.triangles.size(),
            mesher.leaves.size(), 32 * 32 * 32);
    }
}

/// Points on a lattice of so many places, the lowest layer at the height `bottom`.
SkinObject make_object(const std::array<int, 3>& counts, Real apart, Real seed_spacing, Real bottom) {
    SkinObject object;
    for (int i = 0; i < counts[0] * counts[1] * counts[2]; ++i) {
        object.primitives.push_back(point_skeleton(Vec3::Zero(), ball_law));
        object.primitives.back().carrier = i;
        const Vec3 cell(i % counts[0], i / counts[0] % counts[1], i / counts[0] / counts[1]);
        // (a little out of line, so that no seed lies just between two particles)
        object.carriers.push_back({apart * cell + Vec3(0.01 * cell.y(), bottom, 0.02 * cell.x())});
    }
    object.settle(seed_spacing);
    return object;
}

/// The same skeletons and seeds, all on one carrier: no seed enters a foreign territory, each goes to the
/// skin.
SkinObject with_all_seeds(const SkinObject& object) {
    SkinObject all = object;
    for (SkinPrimitive& primitive : all.primitives)
        primitive.pose = object.carriers[std::exchange(primitive.carrier, 0)] * primitive.pose;
    for (SkinSeed& seed : all.seeds) {
        const Pose& pose = object.carriers[std::exchange(seed.carrier, 0)];
        seed.place = pose.to_world(seed.place);
        seed.normal = pose.rotation * seed.normal;
    }
    all.carriers = {Pose{}};
    return all;
}

/// All that a step does about two skins; returns how many seeds touch.
[[gnu::noinline]] std::size_t collide(SkinObject& a, SkinObject& b, std::vector<SkinTouch>& touches) {
    for (SkinObject* const object : {&a, &b}) object->settle(0, StrayedSeeds::Left);
    find_touches(a.touching(), b.touching(), touches);
    add_press(a.touching(), b.touching(), touches, {}, 0.5, a.loads, b.loads);
    add_friction(a.touching(), b.touching(), touches, {}, 0.5, a.loads, b.loads);
    const std::size_t count = touches.size();
    find_touches(b.touching(), a.touching(), touches);
    add_press(b.touching(), a.touching(), touches, {}, 0.5, b.loads, a.loads);
    add_friction(b.touching(), a.touching(), touches, {}, 0.5, b.loads, a.loads);
    return count + touches.size();
}

/// [N] the push on `a` as if its seeds stood for the whole skin once: those that overlap stand for more.
Real push_on(const SkinObject& a) {
    Real force = 0, stood_for = 0;
    for (const Vec3& f : a.loads.force) force += f.y();
    for (std::size_t i = 0; i < a.seeds.size(); ++i) {
        if (!a.places[i].is_valid()) continue;
        const Vec3 normal = -sample(a.field, a.places[i].place).gradient.normalized();
        stood_for += area_across(a.seeds[i], a.places[i].travel) / normal.dot(a.places[i].ray);
    }
    return force / stood_for;
}

struct SeedCase {
    const char* name;
    std::array<int, 3> counts;
    Real apart, seed_spacing;  ///< [m]
};
constexpr SeedCase seed_cases[] = {{"two balls of 20", {2, 1, 1}, 0.1, 0.3963},
                                   {"S12: four of 10", {2, 1, 2}, 0.4, 0.5605},
                                   {"nine of 20", {3, 1, 3}, 0.4, 0.3963}};

/// Two equal objects, one above the other.
std::array<SkinObject, 2> make_two(const SeedCase& c, Real height, Real fineness = 1) {
    return {make_object(c.counts, c.apart, c.seed_spacing / fineness, 0),
            make_object(c.counts, c.apart, c.seed_spacing / fineness, height)};
}

/// With seeds of their own territories only, and with all.
void measure_seeds(const SeedCase& c, Real height) {
    std::array<SkinObject, 2> own = make_two(c, height), fine = make_two(c, height, 10);
    std::array<SkinObject, 2> all = {with_all_seeds(own[0]), with_all_seeds(own[1])};
    std::vector<SkinTouch> touches;
    const auto time_of = [&](SkinObject& a, SkinObject& b) {
        const std::clock_t start = std::clock();
        for (int i = 0; i < 200; ++i) collide(a, b, touches);
        return 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / 200;
    };
    double with_own = 1e300, with_all = 1e300;  // [us] of the processor
    for (int run = 0; run < 25; ++run) {
        with_own = std::min(with_own, time_of(own[0], own[1]));
        with_all = std::min(with_all, time_of(all[0], all[1]));
    }
    const std::size_t touching = collide(own[0], own[1], touches);
    collide(fine[0], fine[1], touches);
    const auto kept = std::count_if(own[0].places.begin(), own[0].places.end(),
                                    [](const SeedPlace& p) { return p.is_valid(); });
    std::printf("%-22s %3d of %3zu seeds valid, %3zu touch: %7.2f us instead of %7.2f (%.0f %%; bar: 50 %%)",
                c.name, static_cast<int>(kept), own[0].seeds.size(), touching, with_own, with_all,
                100 * with_own / with_all);
    if (touching > 0)
        std::printf("; push off by %+.0f %% and %+.0f %%", 100 * (push_on(own[0]) / push_on(fine[0]) - 1),
                    100 * (push_on(all[0]) / push_on(fine[0]) - 1));
    std::printf("\n");
}

/// For callgrind, since times of microseconds depend on the load: a hundred collisions of one case.
void run_case(const SeedCase& c, Real height, bool keeps_all) {
    std::array<SkinObject, 2> pair = make_two(c, height);
    if (keeps_all) pair = {with_all_seeds(pair[0]), with_all_seeds(pair[1])};
    std::vector<SkinTouch> touches;
    for (int i = 0; i < 100; ++i) collide(pair[0], pair[1], touches);
}

}  // namespace

/// skin_bench, or skin_bench CASE HEIGHT own|all
int main(int argc, char** argv) {
    if (argc == 4) {
        const ThreadLimit limit(1);
        run_case(seed_cases[std::clamp(std::atoi(argv[1]), 0, 2)], std::atof(argv[2]), argv[3][0] == 'a');
        return 0;
    }
    measure("lump of points", make_lump(0.6, 1.2, Vec3::Zero()));
    measure("lump, wide blending", make_lump(0.6, 2.0, Vec3::Zero()));
    measure("scattered points", make_lump(0.3, 0.45, Vec3::Zero()));
    measure("lump of cubes", make_lump(0.3, 0.9, Vec3(0.2, 0.2, 0.2)));
    measure("lump of turned cubes", make_lump(0.3, 0.9, Vec3(0.2, 0.2, 0.2), true));
    const ThreadLimit limit(1);
    for (const Real height : {1.5, 1.15, 0.9})  // apart, touching, pressed
        for (const SeedCase& c : seed_cases) measure_seeds(c, height);
    return 0;
}
