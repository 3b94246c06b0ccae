// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/adaptive_step.cpp by whole scenes: the net of R12 ends where the one that is fine
// everywhere does (004 T23). The longer R13 and R7 are compared in the same way by
// benchmarks/adaptive_cloth.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "souple/geometry/distance.h"
#include "souple/scene/simulation.h"

namespace souple {
namespace {

const std::string cloth_folder = std::string(SOUPLE_SOURCE_DIR) + "/scenes/cloth/";

struct FinalNet {
    std::vector<Vec3> points;
    std::vector<Nodes<3>> triangles;
};

FinalNet final_net(const std::string& scene, Real shift = 0) {
    Simulation simulation = make_simulation(load_scene(cloth_folder + scene));
    for (Vec3& x : simulation.world.state.x) x.x() += shift;
    while (!is_finished(simulation)) EXPECT_FALSE(advance(simulation).failure);
    return {simulation.world.state.x, simulation.world.model.triangles};
}

/// [m] from each point of one net to the other.
std::vector<Real> distances(const FinalNet& from, const FinalNet& to) {
    std::vector<Real> result;
    for (const Vec3& p : from.points) {
        Real least = std::numeric_limits<Real>::max();
        for (const auto& [a, b, c] : to.triangles)
            least = std::min(
                least, (p - closest_on_triangle(p, to.points[a], to.points[b], to.points[c]).point).norm());
        result.push_back(least);
    }
    return result;
}

TEST(RefinedNet, F4_4_T23_ends_where_the_net_that_is_fine_everywhere_does) {
    const FinalNet fine = final_net("r12_net_static.json"), refined = final_net("r12_net.json");
    ASSERT_LT(4 * refined.triangles.size(), fine.triangles.size());
    const std::vector<Real> there = distances(fine, refined), back = distances(refined, fine);
    Real squares = 0;
    for (const Real d : there) squares += d * d;
    // the side is 1 m
    EXPECT_LT(
        std::max(*std::max_element(there.begin(), there.end()), *std::max_element(back.begin(), back.end())),
        0.03);
    EXPECT_LT(std::sqrt(squares / there.size()), 0.01);
    // and the comparison means something: the fine net does not care about a nanometre
    const FinalNet shifted = final_net("r12_net_static.json", 1e-9);
    const std::vector<Real> moved = distances(fine, shifted);
    EXPECT_LT(*std::max_element(moved.begin(), moved.end()), 0.001);
}

}  // namespace
}  // namespace souple
