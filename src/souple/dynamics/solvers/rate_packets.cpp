// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/solvers/rate_packets.h"

#include <algorithm>

#include "souple/dynamics/model.h"

namespace souple {

namespace {

// laws in a block, at most: about five microseconds, so that half a dozen blocks keep two threads busy
constexpr int bends_at_once = 64, springs_at_once = 192, triangles_at_once = 256;

/// Numbers the points that a block touches.
struct Packer {
    const Model& model;
    Range points;
    RatePackets& packets;
    std::vector<int> sum_of = {};   ///< by point of the part, in this block; -1: not touched yet
    std::vector<int> touched = {};  ///< points of the part, in the order of their sums
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

/// The k-th of n nearly equal pieces.
Range piece_of(Range range, int k, int n) {
    const int begin = static_cast<int>(static_cast<long long>(range.count) * k / n);
    const int end = static_cast<int>(static_cast<long long>(range.count) * (k + 1) / n);
    return {range.begin + begin, end - begin};
}

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

Range add_triangles(Packer& packer, Range range) {
    const int first = static_cast<int>(packer.packets.triangles.size());
    for (int t = range.begin; t < range.end(); ++t) {
        PressedTriangle pressed{t, {}};
        for (int k = 0; k < 3; ++k) pressed.sums[k] = packer.sum_for(packer.model.triangles[t][k]);
        packer.packets.triangles.push_back(pressed);
    }
    return {first, range.count};
}

bool is_any_damped(const Model& model, Range springs, Range bends) {
    bool found = false;
    for (int s = springs.begin; s < springs.end(); ++s) found = found || model.springs[s].damping > 0;
    for (int b = bends.begin; b < bends.end(); ++b) found = found || model.bends[b].damping_time > 0;
    return found;
}

void add_block(Packer& packer, int rate, Range springs, Range bends, Range triangles) {
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
        packets.point_of_sum.push_back(packer.points.begin + point);
    }
    packer.first_sum = block.sums.end();
}

/// Calls fn(point of the part, share) for a point, or for those that an interpolated one lies between.
template <class Fn>
void for_each_carrier(const Packer& packer, int point, Real share, const Fn& fn) {
    const int between = packer.packets.between[point];
    if (between < 0) return fn(point, share);
    const Interpolated& middle = packer.model.interpolated[between];
    for (const int end : {middle.a, middle.b})
        for_each_carrier(packer, end - packer.points.begin, 0.5 * share, fn);
}

/// Which sums each point adds up: block by block, and in a block they are numbered as its points came.
void list_sums(const Packer& packer) {
    RatePackets& packets = packer.packets;
    packets.first_sum.assign(packer.points.count + 1, 0);
    for (const int point : packets.point_of_sum)
        for_each_carrier(packer, point - packer.points.begin, 1,
                         [&](int carrier, Real) { ++packets.first_sum[carrier + 1]; });
    for (int i = 0; i < packer.points.count; ++i) packets.first_sum[i + 1] += packets.first_sum[i];
    packets.sums_of.resize(packets.first_sum.back());
    std::vector<int> next(packets.first_sum.begin(), packets.first_sum.end() - 1);
    for (std::size_t s = 0; s < packets.point_of_sum.size(); ++s)
        for_each_carrier(packer, packets.point_of_sum[s] - packer.points.begin, 1,
                         [&](int carrier, Real share) {
                             packets.sums_of[next[carrier]++] = {static_cast<int>(s), share};
                         });
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
        const RateLevel& level = part.rates[r];
        note_start();
        const int count =
            1 + std::max({level.bends.count / bends_at_once, level.springs.count / springs_at_once,
                          level.triangles.count / triangles_at_once});
        for (int k = 0; k < count; ++k)
            add_block(packer, static_cast<int>(r), piece_of(level.springs, k, count),
                      piece_of(level.bends, k, count), piece_of(level.triangles, k, count));
        packets.points.insert(packets.points.end(), level.points.begin(), level.points.end());
        packets.point_rate.resize(packets.points.size(), static_cast<int>(r));
    }
    note_start();
    packets.between.assign(part.points.count, -1);
    for (int i = part.interpolated.begin; i < part.interpolated.end(); ++i)
        packets.between[model.interpolated[i].node - part.points.begin] = i;
    list_sums(packer);
}

}  // namespace souple
