// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/adaptive_step.cpp by whole scenes: cloth that refines itself ends where the one
// that is fine everywhere does (004 T22, T23). The longer ones are in the long set; what they take is
// measured by benchmarks/adaptive_cloth.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/geometry/distance.h"
#include "souple/scene/simulation.h"

namespace souple {
namespace {

const std::string cloth_folder = std::string(SOUPLE_SOURCE_DIR) + "/scenes/cloth/";

struct FinalCloth {
    std::vector<Vec3> points;
    std::vector<Nodes<3>> triangles;
};

FinalCloth final_cloth(const std::string& scene, Real shift = 0) {
    Simulation simulation = make_simulation(load_scene(cloth_folder + scene));
    for (Vec3& x : simulation.world.state.x) x.x() += shift;
    while (!is_finished(simulation)) {
        if (advance(simulation).failure) {
            ADD_FAILURE() << scene << " fails";
            break;
        }
    }
    return {simulation.world.state.x, simulation.world.model.triangles};
}

/// [m] from each point of one cloth to the other.
std::vector<Real> distances(const FinalCloth& from, const FinalCloth& to) {
    std::vector<Real> result(from.points.size());
    const auto measure = [&](int k) {
        const Vec3& p = from.points[k];
        Real least = std::numeric_limits<Real>::max();
        for (const auto& [a, b, c] : to.triangles)
            least = std::min(
                least,
                (p - closest_on_triangle(p, to.points[a], to.points[b], to.points[c]).point).squaredNorm());
        result[k] = std::sqrt(least);
    };
    parallel_for(static_cast<int>(result.size()), measure, 64);
    return result;
}

Real largest(const std::vector<Real>& values) { return *std::max_element(values.begin(), values.end()); }

/// The sides are 1 m. `coarser`: how many times fewer triangles the refined cloth must have.
void expect_same_end(const std::string& refined_scene, const std::string& fine_scene, int coarser) {
    const FinalCloth fine = final_cloth(fine_scene), refined = final_cloth(refined_scene);
    ASSERT_LT(coarser * refined.triangles.size(), fine.triangles.size());
    const std::vector<Real> there = distances(fine, refined), back = distances(refined, fine);
    Real squares = 0;
    for (const Real d : there) squares += d * d;
    const Real far = std::max(largest(there), largest(back)), rms = std::sqrt(squares / there.size());
    EXPECT_LE(far, 0.03);
    EXPECT_LE(rms, 0.01);
    // and the comparison means something: the fine cloth does not care about a nanometre
    const FinalCloth shifted = final_cloth(fine_scene, 1e-9);
    const Real moved = std::max(largest(distances(fine, shifted)), largest(distances(shifted, fine)));
    EXPECT_LT(moved, 0.001);
}

TEST(RefinedNet, F4_4_T23_ends_where_the_net_that_is_fine_everywhere_does) {
    expect_same_end("r12_net.json", "r12_net_static.json", 4);
}

TEST(RefinedNet,
     DISABLED_long_F4_4_T23_held_on_two_sides_it_ends_where_the_net_that_is_fine_everywhere_does) {
    expect_same_end("r13_two_sides.json", "r13_two_sides_static.json", 2);
}

TEST(RefinedTablecloth, DISABLED_long_F4_4_T22_ends_where_the_cloth_of_64_by_64_squares_does) {
    expect_same_end("r7_tablecloth.json", "r7_tablecloth_static.json", 4);
}

TEST(RefinedTablecloth, DISABLED_long_F4_4_T22_ends_where_the_cloth_of_128_by_128_squares_does) {
    expect_same_end("r7_tablecloth_128.json", "r7_tablecloth_128_static.json", 8);
}

}  // namespace
}  // namespace souple
