// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Milliseconds to polygonise the skin of 1,000 particles at 128^3: as one lump, and scattered so that each
// has a skin of its own; with the field posed anew each time, as in a film.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/implicit/skin_contact.h"

namespace {

using namespace souple;

constexpr double bar_time = 100;  // [ms] on two cores

struct Lump {
    std::vector<SkinPrimitive> primitives;
    std::vector<Pose> carriers;
    Real width = 0;  ///< [m]
};

/// A cube of 10^3 particles a little out of place; the skin of each is `thickness` spacings thick.
Lump make_lump(Real thickness, Real range, const Vec3& half_size) {
    Lump lump;
    Rng rng{3};
    for (int i = 0; i < 1000; ++i) {
        const Vec3 shake(rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2));
        SkinPrimitive primitive = point_skeleton(Vec3::Zero(), {thickness, range, 1.5 / (range - thickness)});
        primitive.half_size = half_size;
        primitive.carrier = i;
        lump.primitives.push_back(primitive);
        lump.carriers.push_back({Vec3(i % 10, i / 10 % 10, i / 100) + shake, Quat::Identity()});
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
        double best = 1e300;
        for (int run = 0; run < 15; ++run) {
            const auto start = std::chrono::steady_clock::now();
            pose_field(field, lump.primitives, lump.carriers);
            polygonise_skin(mesher, std::vector<PressedSkin>{{&field, 1}}, 0, lump.width / 128, mesh);
            const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
            best = std::min(best, time.count());
        }
        std::printf("%-22s %d thread%s %8.1f ms (bar on two cores: %.0f) %9zu triangles, %zu of %d leaves\n",
                    name, threads, threads > 1 ? "s" : " ", best, bar_time, mesh.triangles.size(),
                    mesher.leaves.size(), 32 * 32 * 32);
    }
}

/// Two merged balls with forty seeds next to a third one at this distance, many times over.
void measure_seeds(const char* name, Real apart) {
    const FieldLaw law{0.5, 0.9, 4};
    const Real spacing = std::sqrt(4 * 3.14159 * 0.25 / 20);
    std::vector<SkinPrimitive> pair(2, point_skeleton(Vec3::Zero(), law)), ball(1, pair[0]);
    pair[1].carrier = 1;
    const std::vector<Pose> pair_at{{Vec3(0, 0, 0)}, {Vec3(0.1, 0.01, 0.02)}}, ball_at{{Vec3(0, apart, 0)}};
    SkinField pair_field, ball_field;
    pose_field(pair_field, pair, pair_at);
    pose_field(ball_field, ball, ball_at);
    const std::vector<SkinSeed> seeds = sample_skeletons(pair, spacing);
    std::vector<SeedPlace> valid;
    follow_skin(pair_field, seeds, pair_at, valid);
    std::vector<SeedPlace> all = valid;
    for (SeedPlace& place : all) place.beyond = -1;
    std::vector<SkinTouch> touches;
    const auto time_of = [&](const std::vector<SeedPlace>& places) {
        double best = 1e300;
        for (int run = 0; run < 50; ++run) {
            const auto start = std::chrono::steady_clock::now();
            for (int i = 0; i < 200; ++i)
                find_touches({{&pair_field, 1}, seeds, places}, {{&ball_field, 1}}, touches);
            const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
            best = std::min(best, time.count() / 200);
        }
        return best;
    };
    const auto kept =
        std::count_if(valid.begin(), valid.end(), [](const SeedPlace& p) { return p.is_valid(); });
    const double with_all = time_of(all), with_valid = time_of(valid);
    std::printf("%-22s %zu of %zu seeds valid, %zu touch: %.2f us instead of %.2f (%.0f %%; bar: 50 %%)\n",
                name, static_cast<std::size_t>(kept), seeds.size(), touches.size(), with_valid, with_all,
                100 * with_valid / with_all);
}

}  // namespace

int main() {
    measure("lump of points", make_lump(0.6, 1.2, Vec3::Zero()));
    measure("lump, wide blending", make_lump(0.6, 2.0, Vec3::Zero()));
    measure("scattered points", make_lump(0.3, 0.45, Vec3::Zero()));
    measure("lump of cubes", make_lump(0.3, 0.9, Vec3(0.2, 0.2, 0.2)));
    measure_seeds("merged balls, apart", 1.3);
    measure_seeds("merged balls, touching", 1.1);
    measure_seeds("merged balls, pressed", 0.8);
    return 0;
}
