// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/solvers/rate_packets.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "souple/dynamics/model.h"

namespace souple {

namespace {

/// Numbers the points that a block touches.
struct Packer {
    const Model& model;
    Range points;
    RatePackets& packets;
    std::vector<int> sum_of = {};        ///< by point of the part, in this block; -1: not touched yet
    std::vector<int> touched = {};       ///< points of the part, in the order of their sums
    std::vector<int> point_of_sum = {};  ///< of the part
    int first_sum = 0;

    int sum_for(int node) {
        int& sum = sum_of[node - points.begin];
        if (sum < 0) {
            sum = first_sum + static_cast<int>(touched.size());
            touched.push_back(node - points.begin);
        }
        return sum;
    }
};

template <class Element, class Packet>
Range add_packets(Packer& packer, const std::vector<Element>& elements, Range range,
                  std::vector<Packet>& packets) {
    const int first = static_cast<int>(packets.size());
    for (int e = range.begin; e < range.end(); e += lane_count) {
        const int count = std::min(lane_count, range.end() - e);
        Packet packet = pack(std::span(elements.data() + e, count));
        for (LaneIndices& nodes : packet.nodes)
            for (int& node : nodes) node = packer.sum_for(node);
        packets.push_back(packet);
    }
    return {first, static_cast<int>(packets.size()) - first};
}

Range add_triangles(Packer& packer, std::span<const int> triangles) {
    const int first = static_cast<int>(packer.packets.triangles.size());
    for (const int t : triangles) {
        PressedTriangle pressed;
        for (int k = 0; k < 3; ++k) pressed.sums[k] = packer.sum_for(packer.model.triangles[t][k]);
        packer.packets.triangles.push_back(pressed);
    }
    return {first, static_cast<int>(triangles.size())};
}

bool is_any_damped(const Model& model, Range springs, Range bends) {
    bool found = false;
    for (int s = springs.begin; s < springs.end(); ++s) found = found || model.springs[s].damping > 0;
    for (int b = bends.begin; b < bends.end(); ++b) found = found || model.bends[b].damping_time > 0;
    return found;
}

void add_block(Packer& packer, int rate, Range springs, Range bends, std::span<const int> triangles) {
    RatePackets& packets = packer.packets;
    packer.touched.clear();
    LawBlock block;
    block.rate = rate;
    block.springs = add_packets(packer, packer.model.springs, springs, packets.springs);
    block.bends = add_packets(packer, packer.model.bends, bends, packets.bends);
    block.triangles = add_triangles(packer, triangles);
    block.sums = {packer.first_sum, static_cast<int>(packer.touched.size())};
    block.is_damped = is_any_damped(packer.model, springs, bends);
    packets.blocks.push_back(block);
    for (const int point : packer.touched) {
        packer.sum_of[point] = -1;
        packer.point_of_sum.push_back(point);
    }
    packer.first_sum = block.sums.end();
}

/// Calls fn(place, share) for the place a source names, or for those that a middle lies between.
template <class Fn>
void for_each_carrier(const RatePackets& packets, int source, Real share, const Fn& fn) {
    if (source >= 0) return fn(source, share);
    const Middle& middle = packets.middles[~source];
    for (const int end : {middle.a, middle.b}) for_each_carrier(packets, end, 0.5 * share, fn);
}

/// Numbers of points become sources: first their places as the Model lists them.
void name_sources(const Packer& packer, Range interpolated) {
    RatePackets& packets = packer.packets;
    packets.source_of.assign(packer.points.count, 0);
    for (std::size_t place = 0; place < packets.points.size(); ++place)
        packets.source_of[packets.points[place] - packer.points.begin] = static_cast<int>(place);
    for (int i = interpolated.begin; i < interpolated.end(); ++i) {
        const Interpolated& between = packer.model.interpolated[i];  // its ends stand before it
        packets.source_of[between.node - packer.points.begin] = ~static_cast<int>(packets.middles.size());
        packets.middles.push_back({packets.source_of[between.a - packer.points.begin],
                                   packets.source_of[between.b - packer.points.begin]});
    }
    packets.source_of_sum.reserve(packer.point_of_sum.size());
    for (const int point : packer.point_of_sum) packets.source_of_sum.push_back(packets.source_of[point]);
}

Range points_of_rate(const RatePackets& packets, int rate) {
    const int begin = packets.starts[rate].points;
    return {begin, packets.starts[rate + 1].points - begin};
}

/// Gives each point to the first block of its rate that comes upon it, and returns the places of the points
/// by blocks, by what they were before.
std::vector<int> deal_points(RatePackets& packets) {
    std::vector<int> now(packets.points.size(), -1);
    int next = 0;
    for (LawBlock& block : packets.blocks) {
        const Range points = points_of_rate(packets, block.rate);
        const auto put = [&](int place, Real) {
            if (points.contains(place) && now[place] < 0) now[place] = next++;
        };
        block.points.begin = next;
        for (int s = block.sums.begin; s < block.sums.end(); ++s)
            for_each_carrier(packets, packets.source_of_sum[s], 1, put);
        const bool is_last = &block == &packets.blocks[packets.starts[block.rate + 1].blocks - 1];
        if (is_last)  // what no law holds
            for (int place = points.begin; place < points.end(); ++place) put(place, 1);
        block.points.count = next - block.points.begin;
    }
    return now;
}

void order_points(RatePackets& packets) {
    const std::vector<int> now = deal_points(packets), before = packets.points;
    for (std::size_t place = 0; place < before.size(); ++place) packets.points[now[place]] = before[place];
    const auto follow = [&now](int& source) {
        if (source >= 0) source = now[source];
    };
    for (int& source : packets.source_of) follow(source);
    for (int& source : packets.source_of_sum) follow(source);
    for (Middle& middle : packets.middles) follow(middle.a), follow(middle.b);
}

/// Which sums each point adds up: block by block, and in a block they are numbered as its points came.
void list_sums(RatePackets& packets) {
    packets.first_sum.assign(packets.points.size() + 1, 0);
    for (const int source : packets.source_of_sum)
        for_each_carrier(packets, source, 1, [&](int place, Real) { ++packets.first_sum[place + 1]; });
    std::partial_sum(packets.first_sum.begin(), packets.first_sum.end(), packets.first_sum.begin());
    packets.sums_of.resize(packets.first_sum.back());
    std::vector<int> next(packets.first_sum.begin(), packets.first_sum.end() - 1);
    for (std::size_t s = 0; s < packets.source_of_sum.size(); ++s)
        for_each_carrier(packets, packets.source_of_sum[s], 1, [&](int place, Real share) {
            packets.sums_of[next[place]++] = {static_cast<int>(s), share};
        });
}

void add_rate(Packer& packer, int rate, const RateLevel& level) {
    RatePackets& packets = packer.packets;
    LawCount last;
    const auto add_until = [&](const LawCount& end) {
        add_block(packer, rate, {level.springs.begin + last.springs, end.springs - last.springs},
                  {level.bends.begin + last.bends, end.bends - last.bends},
                  std::span(level.triangles).subspan(last.triangles, end.triangles - last.triangles));
        last = end;
    };
    for (const LawCount& end : level.block_ends) add_until(end);
    const LawCount all{level.springs.count, level.bends.count, static_cast<int>(level.triangles.size())};
    if (last != all || (level.block_ends.empty() && !level.points.empty())) add_until(all);
    packets.points.insert(packets.points.end(), level.points.begin(), level.points.end());
    packets.point_rate.resize(packets.points.size(), rate);
}

}  // namespace

void pack_rates(const Model& model, const Part& part, RatePackets& packets) {
    packets.clear();
    Packer packer{model, part.points, packets};
    packer.sum_of.assign(part.points.count, -1);
    const auto note_start = [&] {
        packets.starts.push_back({static_cast<int>(packets.blocks.size()),
                                  static_cast<int>(packets.points.size()), packer.first_sum});
    };
    for (std::size_t r = 0; r < part.rates.size(); ++r) {
        note_start();
        add_rate(packer, static_cast<int>(r), part.rates[r]);
    }
    note_start();
    for (std::size_t r = 0; r < part.rates.size(); ++r)
        packets.blocks_of_rate.push_back(
            {packets.starts[r].blocks, packets.starts[r + 1].blocks - packets.starts[r].blocks});
    name_sources(packer, part.interpolated);
    order_points(packets);
    list_sums(packets);
}

}  // namespace souple
