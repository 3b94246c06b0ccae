// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Laws and points of one part ordered by rate, slowest first: what is due at a tick of the multirate method
// is the end of every array. Laws of one rate that lie near each other form a block, which sums its forces by
// itself: a point then adds up the few blocks around it, in a fixed order, on any number of threads. A block
// works on copies of its points, side by side, which all of its laws read and most of which no other block
// needs.
#pragma once

#include <vector>

#include "souple/dynamics/elements/bend_packet.h"
#include "souple/dynamics/elements/spring_packet.h"
#include "souple/dynamics/part.h"

namespace souple {

struct Model;

/// A triangle that feels the wind.
struct PressedTriangle {
    int triangle = 0;           ///< Model::triangles
    std::array<int, 3> sums{};  ///< where the forces on its corners are summed
};

struct LawBlock {
    int rate = 0;
    Range springs, bends;    ///< packets
    Range triangles;         ///< pressed ones
    Range sums;              ///< of forces, by the points it touches
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

struct RatePackets {
    std::vector<RateStart> starts;  ///< by rate, and the end
    std::vector<LawBlock> blocks;
    std::vector<SpringPacket> springs;  ///< between points by their sums
    std::vector<BendPacket> bends;      ///< the same
    std::vector<int> point_of_sum;      ///< of the State
    std::vector<PressedTriangle> triangles;
    std::vector<int> points;        ///< of the State
    std::vector<int> point_rate;    ///< by place in `points`
    std::vector<int> first_sum;     ///< by point of the part, and the end: where its sums begin in `sums_of`
    std::vector<SumShare> sums_of;  ///< of a point and those between it and others, slowest first
    std::vector<int> between;       ///< by point of the part: Model::interpolated, -1 for others

    /// Keeps its memory: faces come and go often.
    void clear() {
        starts.clear();
        blocks.clear();
        springs.clear();
        bends.clear();
        point_of_sum.clear();
        triangles.clear();
        points.clear();
        point_rate.clear();
    }
};

void pack_rates(const Model& model, const Part& part, RatePackets& packets);

}  // namespace souple
