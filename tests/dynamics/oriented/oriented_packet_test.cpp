// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/oriented/oriented_packet.h
#include "souple/dynamics/oriented/oriented_packet.h"

#include <gtest/gtest.h>

#include <vector>

#include "souple/core/rng.h"
#include "souple/math/rotation.h"

namespace souple {
namespace {

Vec3 shake(Rng& rng, Real size) {
    return {rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)};
}

ParticleView some_view(Rng& rng) {
    return {shake(rng, 1), to_quaternion(shake(rng, 3)).toRotationMatrix(), shake(rng, 1), shake(rng, 1)};
}

OrientedLaw packet_law(LawKind kind) {
    OrientedLaw law;
    law.kind = kind;
    law.weight = 0.7;
    law.range = Vec3::Constant(1.6);
    law.axis = Vec3(0.6, 0, 0.8);
    law.direction = Vec3::UnitY();
    law.radius = -1.7;
    law.curvature = {0.6, -0.3};
    law.amplitude = 20;
    law.linear = 0.4;
    return law;
}

const std::vector<LawKind> packet_kinds{LawKind::Cohesion, LawKind::PairFriction,
                                        LawKind::CoPlanar, LawKind::SphereOfRadius,
                                        LawKind::CoLinear, LawKind::PrincipalShape};

/// What the law of each of two does to the first.
void add_both(const OrientedLaw& law, const ParticleView& own, const ParticleView& other, Vec3& force,
              Vec3& torque) {
    const PairAction there = act(law, LawMode::Complete, own, other);
    const PairAction back = act(law, LawMode::Complete, other, own);
    force += back.force_b - there.force_b;
    torque += there.torque_a + back.torque_b;
}

TEST(OrientedPacket, four_neighbours_at_once_do_what_they_do_one_by_one) {
    for (const LawKind kind : packet_kinds) {
        Rng rng{7};
        const std::vector<OrientedLaw> laws{packet_law(kind)};
        ASSERT_TRUE(fits_packets(laws));
        for (int trial = 0; trial < 100; ++trial) {
            std::vector<ParticleView> views;
            for (int i = 0; i < 5; ++i) views.push_back(some_view(rng));
            views[3].x = views[4].x + Vec3(0, 1.7, 0);  // (beyond the range)
            LaneSums sums;
            add_packet(laws, views[4], views.data(), {2, 0, 3, 1}, 4, sums);
            for (int lane = 0; lane < lane_count; ++lane) {
                Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
                add_both(laws[0], views[4], views[LaneIndices{2, 0, 3, 1}[lane]], force, torque);
                const Real size = force.norm() + torque.norm() + 1e-12;
                EXPECT_LT((sums.force.at(lane) - force).norm(), 1e-11 * size) << static_cast<int>(kind);
                EXPECT_LT((sums.torque.at(lane) - torque).norm(), 1e-11 * size) << static_cast<int>(kind);
            }
        }
    }
}

TEST(OrientedPacket, laws_add_up_and_lanes_beyond_the_count_get_nothing) {
    Rng rng{3};
    std::vector<OrientedLaw> laws;
    for (const LawKind kind : packet_kinds) laws.push_back(packet_law(kind));
    std::vector<ParticleView> views;
    for (int i = 0; i < 3; ++i) views.push_back(some_view(rng));
    LaneSums sums;
    add_packet(laws, views[2], views.data(), {0, 1, 1, 1}, 2, sums);
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    for (const OrientedLaw& law : laws)
        for (const int other : {0, 1}) add_both(law, views[2], views[other], force, torque);
    EXPECT_LT((sums.force.at(0) + sums.force.at(1) - force).norm(), 1e-11 * force.norm());
    EXPECT_LT((sums.torque.at(0) + sums.torque.at(1) - torque).norm(), 1e-11 * torque.norm());
    EXPECT_EQ(sums.force.at(2).norm() + sums.torque.at(3).norm(), 0);
}

TEST(OrientedPacket, printed_forms_and_ellipsoids_are_left_to_the_single_law) {
    std::vector<OrientedLaw> laws{packet_law(LawKind::Cohesion), packet_law(LawKind::PairFriction)};
    EXPECT_TRUE(fits_packets(laws));
    laws[1].objective = false;
    EXPECT_FALSE(fits_packets(laws));
    laws[1] = packet_law(LawKind::CoNormal);
    EXPECT_FALSE(fits_packets(laws));
    laws[1] = packet_law(LawKind::CoPlanar);
    laws[1].form = LawForm::Printed;
    EXPECT_FALSE(fits_packets(laws));
    laws[1] = packet_law(LawKind::CoPlanar);
    laws[1].range.z() = 1;
    EXPECT_FALSE(fits_packets(laws));
}

}  // namespace
}  // namespace souple
