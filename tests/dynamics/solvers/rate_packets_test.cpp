// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/solvers/rate_packets.cpp: every law is evaluated once, every point is moved once, and
// what pulls at a point between others reaches them whole.
#include "souple/dynamics/solvers/rate_packets.h"

#include <gtest/gtest.h>

#include <map>

#include "dynamics/adapt/adaptive_world.h"

namespace souple {
namespace {

std::vector<World> divided_sheets() {
    std::vector<World> worlds;
    for (ClothDef def : {adaptive_grid(9, 9), adaptive_mesh()})
        for (const bool balance : {true, false}) {
            def.bend_rigidity = 1e-3;
            def.adapt->balance = balance;
            World world = world_of(def);
            divide_some(world, 3);
            worlds.push_back(std::move(world));
        }
    return worlds;
}

RatePackets packets_of(const World& world) {
    RatePackets packets;
    pack_rates(world.model, world.model.parts[0], packets);
    return packets;
}

TEST(RatePackets, every_point_that_is_not_between_others_is_moved_by_one_block_of_its_rate) {
    for (const World& world : divided_sheets()) {
        const Part& part = world.model.parts[0];
        const RatePackets packets = packets_of(world);
        std::map<int, int> rate_of_point;
        for (std::size_t r = 0; r < part.rates.size(); ++r)
            for (const int p : part.rates[r].points) rate_of_point[p] = static_cast<int>(r);
        int next = 0;
        for (const LawBlock& block : packets.blocks) {
            EXPECT_EQ(block.points.begin, next);
            next = block.points.end();
            for (int place = block.points.begin; place < block.points.end(); ++place) {
                const int point = packets.points[place];
                ASSERT_EQ(rate_of_point.count(point), 1u) << "moved twice, or between others";
                EXPECT_EQ(rate_of_point[point], block.rate);
                EXPECT_EQ(packets.point_rate[place], block.rate);
                EXPECT_EQ(packets.source_of[point - part.points.begin], place);
                rate_of_point.erase(point);
            }
        }
        EXPECT_TRUE(rate_of_point.empty());
        EXPECT_GT(part.interpolated.count, 0);
        EXPECT_EQ(static_cast<int>(packets.points.size()) + part.interpolated.count, part.points.count);
    }
}

/// Lanes that are left over have no rigidity; that of a bend at a border has none for some sides.
bool is_bent_by(const LaneSymmetric& rigidity, int lane) {
    return rigidity.xx[lane] != 0 || rigidity.yy[lane] != 0 || rigidity.zz[lane] != 0;
}

TEST(RatePackets, every_law_of_a_rate_is_in_one_block_of_that_rate) {
    for (const World& world : divided_sheets()) {
        const Part& part = world.model.parts[0];
        const RatePackets packets = packets_of(world);
        std::vector<int> springs(part.rates.size()), bends(part.rates.size()), triangles(part.rates.size());
        for (const LawBlock& block : packets.blocks) {
            for (int p = block.springs.begin; p < block.springs.end(); ++p)
                for (int lane = 0; lane < lane_count; ++lane)
                    springs[block.rate] += packets.springs[p].stiffness[lane] != 0;
            for (int p = block.bends.begin; p < block.bends.end(); ++p)
                for (int lane = 0; lane < lane_count; ++lane)
                    bends[block.rate] += is_bent_by(packets.bends[p].rigidity, lane);
            triangles[block.rate] += block.triangles.count;
        }
        for (std::size_t r = 0; r < part.rates.size(); ++r) {
            EXPECT_EQ(springs[r], part.rates[r].springs.count);
            EXPECT_EQ(bends[r], part.rates[r].bends.count);
            EXPECT_EQ(triangles[r], static_cast<int>(part.rates[r].triangles.size()));
        }
    }
}

TEST(RatePackets, the_shares_of_a_sum_make_one_whole_and_go_to_the_ends_of_its_edge) {
    for (const World& world : divided_sheets()) {
        const RatePackets packets = packets_of(world);
        std::vector<Real> whole(packets.source_of_sum.size());
        for (std::size_t place = 0; place < packets.points.size(); ++place)
            for (int k = packets.first_sum[place]; k < packets.first_sum[place + 1]; ++k) {
                whole[packets.sums_of[k].sum] += packets.sums_of[k].share;
                if (k > packets.first_sum[place]) {
                    EXPECT_LE(packets.sums_of[k - 1].sum, packets.sums_of[k].sum) << "not slowest first";
                }
            }
        for (const Real share : whole) EXPECT_EQ(share, 1);
        const Part& part = world.model.parts[0];
        for (const Interpolated& between : world.model.interpolated) {
            const int source = packets.source_of[between.node - part.points.begin];
            ASSERT_LT(source, 0);
            EXPECT_EQ(packets.middles[~source].a, packets.source_of[between.a - part.points.begin]);
            EXPECT_EQ(packets.middles[~source].b, packets.source_of[between.b - part.points.begin]);
        }
    }
}

TEST(RatePackets, laws_of_a_large_sheet_are_in_blocks_that_share_few_points) {
    ClothDef def = adaptive_grid(32, 32);
    def.bend_rigidity = 1e-3;
    const RatePackets packets = packets_of(world_of(def));
    EXPECT_GT(packets.blocks.size(), 16u);
    // some 35 squares each: strips of the rows of a grid touch three rows of points, where a heap would touch
    // four
    EXPECT_LT(packets.source_of_sum.size(), 4 * packets.points.size());
}

}  // namespace
}  // namespace souple
