// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/models/articulated.h: a chain of rigid links between two nails, against the catenary (003
// T17).
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "souple/dynamics/articulated/constraints.h"
#include "souple/models/articulated.h"

namespace souple {
namespace {

constexpr Real earth_pull = 9.81, nails_apart = 1, chain_length = 1.5,
               chain_link_mass = 0.1;  // [m/s^2], [m], [m], [kg]

/// Where links of mass m hang: link i, numbered from the middle, is as steep as i m g / H, and the pull H
/// along x [N] is what brings the ends `nails_apart`.
struct HangingLinks {
    int count = 1;
    Real pull = 0;

    Vec3 direction(int i) const {
        return Vec3(pull, chain_link_mass * earth_pull * (i - 0.5 * (count - 1)), 0).normalized();
    }
    Vec3 end(int links) const {
        Vec3 place = Vec3::Zero();
        for (int i = 0; i < links; ++i) place += chain_length / count * direction(i);
        return place;
    }
};

HangingLinks hang(int count) {
    HangingLinks links{count, 0};
    Real low = 0, high = 1e3;
    for (int k = 0; k < 100; ++k) {
        links.pull = (low + high) / 2;
        (links.end(count).x() < nails_apart ? low : high) = links.pull;
    }
    return links;
}

ArticulatedDef chain_at(const HangingLinks& links) {
    ArticulatedDef def;
    def.part.method = Method::RungeKutta4;
    def.part.touches = Touches::Nothing;
    for (int i = 0; i < links.count; ++i) {
        LimbDef limb;
        limb.name = std::to_string(i);
        if (i > 0) limb.parent = std::to_string(i - 1);
        limb.body.position = 0.5 * (links.end(i) + links.end(i + 1));
        limb.mass = LimbMass{chain_link_mass, Vec3::Zero(), 1e-4 * Mat3::Identity()};
        limb.joint.kind = JointKind::Hinge;
        limb.joint.at = links.end(i);
        def.links.push_back(limb);
    }
    LoopDef nail;
    nail.b = def.links.back().name;
    nail.at = links.end(links.count);
    def.loops = {nail};
    return def;
}

struct Hanging {
    Real sag = 0;      ///< [m]
    Real tension = 0;  ///< [N] at the far nail
};

/// A chain laid where it must hang stays there; what the nail does for that is its tension.
Hanging hang_chain(int count, Formulation formulation) {
    const HangingLinks links = hang(count);
    ArticulatedDef def = chain_at(links);
    def.formulation = formulation;
    World world;
    world.model.gravity = {0, -earth_pull, 0};
    add_articulated(world, def);
    constexpr Real h = 1e-3;
    EXPECT_FALSE(world.step({.h = h}).failure);
    Hanging hanging;
    for (int f = 0; f < count; ++f)
        EXPECT_LT(world.state.frames.v[f].norm() / h, 1e-8 * earth_pull) << "link " << f << " of " << count;
    hanging.sag = -links.end(count / 2).y();
    ConstraintScratch scratch;
    TreeWork work;
    const ArticulatedTree& tree = world.model.trees[0];
    prepare(tree, work);
    std::vector<Vec3> force(count, Vec3(0, -chain_link_mass * earth_pull, 0)), torque(count, Vec3::Zero());
    std::vector<JointState> joints = world.state.trees[0].joints;
    add_joint_forces(tree, world.state.frames, world.model.frame_inertia, 0, joints, work, scratch, force,
                     torque);
    const Real* last = scratch.multiplier.data() + scratch.multiplier.size() - 3;
    hanging.tension = Vec3(last[0], last[1], last[2]).norm();
    return hanging;
}

TEST(Catenary, F3_23_a_chain_of_links_hangs_as_a_catenary_to_the_second_order_of_its_links) {
    const Real exact_sag = 0.502633, exact_tension = 0.810870;  // [m], [m] of weight per length
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal}) {
        Real before = 0;
        for (const int count : {10, 20, 40}) {
            const Hanging hanging = hang_chain(count, formulation);
            const Real weight = count * chain_link_mass * earth_pull / chain_length;  // [N/m]
            const Real error = std::abs(hanging.sag - exact_sag);
            EXPECT_LT(error, 2.0 / (count * count));
            EXPECT_NEAR(hanging.tension / weight, exact_tension, 4.0 / (count * count)) << count;
            EXPECT_TRUE(before == 0 || std::abs(before / error - 4) < 0.4) << count << ": " << before / error;
            before = error;
        }
    }
}

}  // namespace
}  // namespace souple
