// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/elements/add_bends.h"

#include <algorithm>

#include "souple/dynamics/elements/bend_energy.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/part_stencils.h"

namespace souple {

namespace {

constexpr int packets_at_once = 64;

/// The part's bends in packets, made again when the Model has changed. Cloth that refines itself has packets
/// of its own and never asks.
const std::vector<BendPacket>& packets_of(const Model& model, const Part& part, PackedBends& packed) {
    const std::size_t count = (part.bends.count + lane_count - 1) / lane_count;
    if (packed.revision == model.revision && packed.packets.size() == count) return packed.packets;
    packed.revision = model.revision;
    packed.packets.clear();
    const std::span<const Bend> bends(model.bends.data() + part.bends.begin, part.bends.count);
    for (std::size_t first = 0; first < bends.size(); first += lane_count)
        packed.packets.push_back(
            pack(bends.subspan(first, std::min<std::size_t>(lane_count, bends.size() - first))));
    return packed.packets;
}

/// Calls take(bend, corner, force) for the bends of one packet, in their order.
template <class Take>
void for_each_corner(int packet, int bend_count, const LaneStencil& forces, const Take& take) {
    const int first = packet * lane_count, end = std::min(first + lane_count, bend_count);
    for (int bend = first; bend < end; ++bend)
        for (int corner = 0; corner < 6; ++corner) take(bend, corner, forces[corner].at(bend - first));
}

}  // namespace

void add_bends(const Model& model, const Part& part, const std::vector<Vec3>& x, const std::vector<Vec3>& v,
               Assembly& assembly, std::vector<Vec3>& f) {
    if (part.bends.empty()) return;
    const int index = index_of(model, part);
    assembly.bends.resize(model.parts.size());
    const std::vector<BendPacket>& packets = packets_of(model, part, assembly.bends[index]);
    const int packet_count = static_cast<int>(packets.size());
    const Incidence& incidence = assembly.bend_incidence[index];
    if (incidence.first.empty() || allowed_threads() == 1) {
        const auto take = [&](int bend, int corner, const Vec3& force) {
            const int node = model.bends[part.bends.begin + bend].nodes[corner];
            if (part.points.contains(node)) f[node] += force;
        };
        for (int p = 0; p < packet_count; ++p)
            for_each_corner(p, part.bends.count, forces_of(packets[p], x.data(), v.data()), take);
        return;
    }
    std::vector<Vec3>& corners = assembly.corner_force;
    const auto take = [&](int bend, int corner, const Vec3& force) { corners[6 * bend + corner] = force; };
    parallel_for(
        packet_count,
        [&](int p) { for_each_corner(p, part.bends.count, forces_of(packets[p], x.data(), v.data()), take); },
        packets_at_once);
    sum_corners({part.bends.count, part.points, incidence}, corners, f);
}

Real packed_bend_energy(const Model& model, const Part& part, const std::vector<Vec3>& x,
                        Assembly& assembly) {
    if (part.bends.empty()) return 0;
    if (part.method == Method::Multirate)
        return parallel_sum(part.bends.count, Real(0), [&](int e) {
            const Bend& bend = model.bends[part.bends.begin + e];
            return energy(bend, stencil_of(bend.nodes, x));
        });
    assembly.bends.resize(model.parts.size());
    const std::vector<BendPacket>& packets = packets_of(model, part, assembly.bends[index_of(model, part)]);
    return parallel_sum(static_cast<int>(packets.size()), Real(0), [&](int p) {
        const Lanes energies = energies_of(packets[p], x.data());
        return (energies[0] + energies[1]) + (energies[2] + energies[3]);
    });
}

}  // namespace souple
