// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/colour_rows.h
#include "souple/dynamics/contact/colour_rows.h"

#include <gtest/gtest.h>

#include <set>

#include "souple/core/rng.h"

namespace souple {
namespace {

std::set<int> movers_of(const InteractionScratch& scratch, const Manifold& manifold) {
    std::set<int> movers;
    for (const ManifoldSide& side : {manifold.a, manifold.b}) {
        if (side.mover >= 0) movers.insert(side.mover);
        if (side.spread >= 0)
            for (const int m : scratch.movers.spreads[side.spread].movers) movers.insert(m);
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
                {{first, (first + 1) % movers, (first + 2) % movers}, Vec3::Constant(1.0 / 3)});
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
    colour_rows(scratch);
    for (int c = 0; c + 1 < static_cast<int>(scratch.colour_begin.size()) && c < colour_limit; ++c) {
        std::set<int> seen;
        for (int r = scratch.colour_begin[c]; r < scratch.colour_begin[c + 1]; ++r)
            for (const int m : movers_of(scratch, scratch.manifolds[scratch.rows[r].manifold]))
                EXPECT_TRUE(seen.insert(m).second) << "mover " << m << " twice in colour " << c;
    }
}

TEST(ColourRows, every_touching_manifold_has_one_row) {
    for (const int movers : {4, 200}) {  // four movers share more contacts than there are colours
        InteractionScratch scratch = random_contacts(movers, 900);
        colour_rows(scratch);
        std::multiset<int> rows;
        for (const ContactRows& row : scratch.rows) rows.insert(row.manifold);
        EXPECT_TRUE(std::equal(rows.begin(), rows.end(), scratch.active.begin(), scratch.active.end()));
        EXPECT_EQ(scratch.colour_begin.front(), 0);
        EXPECT_EQ(scratch.colour_begin.back(), static_cast<int>(scratch.active.size()));
        int visited = 0;
        const ThreadLimit one(1);
        for_each_row(scratch, [&](const ContactRows&) { ++visited; });
        EXPECT_EQ(visited, static_cast<int>(scratch.active.size()));
    }
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
    colour_rows(alone);
    colour_rows(beside);
    EXPECT_TRUE(std::equal(alone.colour_of.begin(), alone.colour_of.end(), beside.colour_of.begin() + 1));
}

}  // namespace souple
