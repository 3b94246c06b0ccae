// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Laws and points of one part ordered by rate, slowest first: what is due at a tick of the multirate method
// is the end of every array. Laws of one rate that lie near each other form a block, which sums its forces by
// itself: a point then adds up the few blocks around it, in a fixed order, on any number of threads. A block
// works on copies of its points, side by side, which all of its laws read and most of which no other block
// needs. A block also moves the points of its rate that no block before it has: whichever thread
// has it then finds most of what it reads where it wrote it.
#pragma once

#include <vector>

#include "souple/dynamics/elements/bend_packet.h"
#include "souple/dynamics/elements/spring_packet.h"
#include "souple/dynamics/part.h"

namespace souple {

struct Model;

/// A triangle that feels the wind.
struct PressedTriangle {
    std::array<int, 3> sums{};  ///< where the forces on its corners are summed
};

struct LawBlock {
    int rate = 0;
    Range springs, bends;    ///< packets
    Range triangles;         ///< that feel the wind
    Range sums;              ///< of forces, by the points it touches
    Range points;            ///< that it moves
    bool is_damped = false;  ///< any of its laws: they ask for speeds
};

/// A sum that a point takes, or a part of one: what pulls at an interpolated point pulls half at each end.
struct SumShare {
    int sum = 0;
    Real share = 1;
};

/// Where the blocks and points of one rate begin.
struct RateStart {
    int blocks = 0, points = 0, sums = 0;
};

/// A point that is always in the middle of two others.
struct Middle {
    int a = 0, b = 0;  ///< sources
};

/// A source says where a point is: at this place of `points`, or in the k-th of the `middles` for ~k.
struct RatePackets {
    std::vector<RateStart> starts;      ///< by rate, and the end
    std::vector<Range> blocks_of_rate;  ///< by rate
    std::vector<LawBlock> blocks;
    std::vector<SpringPacket> springs;  ///< between points by their sums
    std::vector<BendPacket> bends;      ///< the same
    std::vector<int> source_of_sum;
    std::vector<PressedTriangle> triangles;
    std::vector<int> points;        ///< of the State
    std::vector<int> point_rate;    ///< by place in `points`
    std::vector<int> first_sum;     ///< by place, and the end: where its sums begin in `sums_of`
    std::vector<SumShare> sums_of;  ///< of a point and those between it and others, slowest first
    std::vector<Middle> middles;
    std::vector<int> source_of;  ///< by point of the part

    /// Keeps its memory: faces come and go often.
    void clear() {
        for (auto* numbers : {&source_of_sum, &points, &point_rate, &first_sum, &source_of}) numbers->clear();
        starts.clear();
        blocks_of_rate.clear();
        blocks.clear();
        springs.clear();
        bends.clear();
        triangles.clear();
        sums_of.clear();
        middles.clear();
    }
};

void pack_rates(const Model& model, const Part& part, RatePackets& packets);

}  // namespace souple
