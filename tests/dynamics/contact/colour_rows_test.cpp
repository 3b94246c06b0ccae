// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/colour_rows.h
#include "souple/dynamics/contact/colour_rows.h"

#include <gtest/gtest.h>

#include <set>

#include "souple/core/rng.h"

namespace souple {
namespace {

std::set<int> movers_of(const InteractionScratch& scratch, int k) {
    std::set<int> movers;
    if (k < 0) return movers;
    const Manifold& manifold = scratch.manifolds[k];
    for (const ManifoldSide& side : {manifold.a, manifold.b}) {
        if (side.mover >= 0) movers.insert(side.mover);
        if (side.spread >= 0)
            for (const int m : scratch.movers.spreads[side.spread].movers)
                if (m >= 0) movers.insert(m);
    }
    return movers;
}

/// Manifolds between random movers, some fixed, some spots of triangles; every third one does not touch.
InteractionScratch random_contacts(int movers, int manifolds) {
    Rng rng{3};
    InteractionScratch scratch;
    scratch.movers.velocity.resize(movers);
    const auto pick = [&] { return static_cast<int>(rng.next() % movers); };
    for (int k = 0; k < manifolds; ++k) {
        Manifold manifold;
        manifold.count = k % 3 ? 1 : 0;
        manifold.a.mover = pick();
        if (k % 5 == 0) {
            manifold.b.spread = static_cast<int>(scratch.movers.spreads.size());
            const int first = pick();
            scratch.movers.spreads.push_back(
                {{first, (first + 1) % movers, (first + 2) % movers, -1, -1, -1}, {1. / 3, 1. / 3, 1. / 3}});
        } else if (k % 7 == 0) {
            manifold.b.obstacle = 0;
        } else {
            manifold.b.mover = (manifold.a.mover + 1 + static_cast<int>(rng.next() % (movers - 1))) % movers;
        }
        scratch.manifolds.push_back(manifold);
        if (manifold.count > 0) scratch.active.push_back(k);
    }
    return scratch;
}

}  // namespace

TEST(ColourRows, rows_of_one_colour_share_no_mover) {
    InteractionScratch scratch = random_contacts(200, 900);
    colour_rows(scratch, false);
    for (int c = 0; c + 1 < static_cast<int>(scratch.colour_begin.size()) && c < colour_limit; ++c) {
        std::set<int> seen;
        for (int p = scratch.colour_begin[c]; p < scratch.colour_begin[c + 1]; ++p)
            for (const int k : scratch.packets[p].manifold)
                for (const int m : movers_of(scratch, k))
                    EXPECT_TRUE(seen.insert(m).second) << "mover " << m << " twice in colour " << c;
    }
}

TEST(ColourRows, every_touching_manifold_has_one_lane) {
    for (const int movers : {4, 200}) {  // four movers share more contacts than there are colours
        InteractionScratch scratch = random_contacts(movers, 900);
        colour_rows(scratch, false);
        std::multiset<int> lanes;
        const ThreadLimit one(1);
        for_each_packet(scratch, [&](const RowPacket& packet) {
            for (const int k : packet.manifold)
                if (k >= 0) lanes.insert(k);
        });
        EXPECT_TRUE(std::equal(lanes.begin(), lanes.end(), scratch.active.begin(), scratch.active.end()));
        EXPECT_EQ(scratch.colour_begin.front(), 0);
        EXPECT_EQ(scratch.colour_begin.back(), static_cast<int>(scratch.packets.size()));
    }
}

TEST(ColourRows, F3_63_packets_go_upward_one_manifold_each_and_first_those_on_something_fixed) {
    // a stack of four, numbered from the top, on an obstacle
    InteractionScratch scratch;
    scratch.movers.velocity.resize(5);
    scratch.movers.first_driven = 4;
    for (int k = 0; k < 4; ++k) {
        Manifold manifold;
        manifold.count = 1;
        manifold.a.mover = k;
        if (k < 3) manifold.b.mover = k + 1;
        if (k == 3) manifold.b.obstacle = 0;
        scratch.manifolds.push_back(manifold);
        scratch.active.push_back(k);
    }
    colour_rows(scratch, true);
    ASSERT_EQ(scratch.packets.size(), 4u);
    for (RowPacket& packet : scratch.packets) {
        EXPECT_EQ(packet.manifold[1], -1);
        packet.a[0] = packet.manifold[0];
        packet.b[0] = packet.manifold[0] + 1;
    }
    order_upward(scratch);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(scratch.packets[scratch.upward[k]].manifold[0], 3 - k);
}

TEST(ColourRows, a_contact_elsewhere_changes_no_colour) {
    InteractionScratch alone = random_contacts(50, 150);
    InteractionScratch beside = alone;
    beside.movers.velocity.resize(52);
    Manifold stranger;
    stranger.count = 1;
    stranger.a.mover = 50;
    stranger.b.mover = 51;
    beside.manifolds.push_back(stranger);
    beside.active.insert(beside.active.begin(), static_cast<int>(beside.manifolds.size()) - 1);
    colour_rows(alone, false);
    colour_rows(beside, false);
    EXPECT_TRUE(std::equal(alone.colour_of.begin(), alone.colour_of.end(), beside.colour_of.begin() + 1));
}

}  // namespace souple
