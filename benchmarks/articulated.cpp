// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Chains of 10 to 1000 links in reduced coordinates: link-steps in a second of processor time, and how the
// cost of a step grows with the number of links (003 T3).
#include <fmt/format.h>

#include <cmath>
#include <ctime>

#include "souple/dynamics/scratch.h"
#include "souple/dynamics/solvers/solvers.h"
#include "souple/models/articulated.h"

namespace {

using namespace souple;

World chain_of(int links) {
    ArticulatedDef def;
    def.part.method = Method::SemiImplicitEuler;
    LimbDef limb;
    limb.name = "link";
    limb.body.solid.pieces = {{Box{{0.05, 0.01, 0.01}}, {}}};
    limb.body.position = {0.05, 0, 0};
    limb.body.pitch = {0.1, 0, 0};
    limb.joint.kind = JointKind::Hinge;
    limb.joint.damping = 1e-3;
    limb.repeat = links;
    def.links.push_back(limb);
    World world;
    add_articulated(world, def);
    return world;
}

/// [s] of processor time for one step: the best of several runs.
Real time_of_step(int links) {
    World world = chain_of(links);
    const Substep substep{world.model, world.control, world.model.parts[0], 0, 1e-4};
    const int steps = 200000 / links;
    Real best = INFINITY;
    for (int run = 0; run < 5; ++run) {
        const std::clock_t start = std::clock();
        for (int k = 0; k < steps; ++k) take_substep(substep, world.state, world.scratch->solver);
        best = std::min(best, Real(std::clock() - start) / CLOCKS_PER_SEC / steps);
    }
    return best;
}

}  // namespace

int main() {
    Real sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    int count = 0;
    fmt::print("links  us/step  million link-steps/s\n");
    for (const int links : {10, 20, 50, 100, 200, 500, 1000}) {
        const Real time = time_of_step(links);
        fmt::print("{:5d}  {:7.2f}  {:.3f}\n", links, 1e6 * time, 1e-6 * links / time);
        const Real x = std::log(Real(links)), y = std::log(time);
        sum_x += x;
        sum_y += y;
        sum_xx += x * x;
        sum_xy += x * y;
        ++count;
    }
    const Real slope = (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
    constexpr Real most = 1.05;
    fmt::print("cost grows with the number of links to the power {:.3f} (at most {})\n", slope, most);
    return slope <= most ? 0 : 1;
}
