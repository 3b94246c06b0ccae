// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/oriented/oriented_forces.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/dynamics/oriented/oriented_packet.h"

namespace souple {

namespace {

struct ForceSum {
    Vec3 force = Vec3::Zero();
    Vec3 torque = Vec3::Zero();
};

/// What the sums over neighbours read.
struct Crowd {
    const OrientedPart& oriented;
    const NeighbourList& list;
    const OrientedMemory* memory;

    const ParticleKind& kind_at(int place) const {
        return oriented.kinds[oriented.kind_of[list.number_of[place]]];
    }
};

std::span<const Vec3> places_of(const Part& part, const Frames& frames) {
    return {frames.x.data() + part.frames.begin, static_cast<std::size_t>(part.frames.count)};
}

const OrientedMemory* memory_of(const Model& model, const OrientedPart& oriented, const Moment& moment) {
    const auto index = static_cast<std::size_t>(&oriented - model.oriented.data());
    return moment.oriented && index < moment.oriented->size() ? &(*moment.oriented)[index] : nullptr;
}

const std::vector<Bond>* bonds_of(const OrientedPart& oriented, const OrientedMemory* memory) {
    return oriented.neighbourhood == Neighbourhood::Bonded && memory ? &memory->bonds : nullptr;
}

/// The law as its owner has it: across a fibre that has become longer its rest distances are shorter.
OrientedLaw stretched(const OrientedLaw& law, Real stretch) {
    OrientedLaw own = law;
    const Real across = 1 / std::sqrt(stretch);
    own.rest = law.rest.cwiseProduct(Vec3(across, across, 1));
    own.range = law.range.cwiseProduct(Vec3(across, across, 1));
    return own;
}

LawMode mode_of(const Crowd& crowd, const ParticleKind& owner, const ParticleKind& other, bool bonded) {
    if (crowd.oriented.neighbourhood == Neighbourhood::Bonded && !bonded) return LawMode::Repulsion;
    return mode_between(owner, other);
}

PairAction act_as(const Crowd& crowd, const OrientedLaw& law, LawMode mode, int owner, int other) {
    const auto& views = crowd.list.views;
    if (!crowd.oriented.keeps_volume || !is_central(law.kind))
        return act(law, mode, views[owner], views[other]);
    return act(stretched(law, crowd.list.stretch[owner]), mode, views[owner], views[other]);
}

/// Everything that the laws of both do to the particle at `place`.
void add_pair(const Crowd& crowd, int place, int other, bool bonded, ForceSum& sum) {
    const ParticleKind &own = crowd.kind_at(place), &its = crowd.kind_at(other);
    if (own.skinned && its.skinned && own.object != its.object) return;  // their skins meet
    const std::vector<OrientedLaw>& laws = crowd.oriented.laws;
    const LawMode mode = mode_of(crowd, own, its, bonded), back = mode_of(crowd, its, own, bonded);
    const bool same = own.laws.begin == its.laws.begin && mode == back && !crowd.oriented.keeps_volume;
    for (int k = own.laws.begin; k < own.laws.end(); ++k) {
        const PairAction action = act_as(crowd, laws[k], mode, place, other);
        const Real twice = same && is_even(laws[k]) ? 2 : 1;
        sum.force -= twice * action.force_b;
        sum.torque += twice * action.torque_a;
    }
    for (int k = its.laws.begin; k < its.laws.end(); ++k) {
        if (same && is_even(laws[k])) continue;
        const PairAction action = act_as(crowd, laws[k], back, other, place);
        sum.force += action.force_b;
        sum.torque += action.torque_b;
    }
}

const Bond& bond_between(const std::vector<Bond>& bonds, int i, int j) {
    const int a = std::min(i, j), b = std::max(i, j);
    return *std::lower_bound(bonds.begin(), bonds.end(), Bond{a, b, 0},
                             [](const Bond& p, const Bond& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
}

/// [N/m] K0 when cold, falling linearly to nothing where it melts.
Real melted_stiffness(const MeltingSprings& springs, Real heat) {
    const Real s = (heat - springs.softens_at) / (springs.melts_at - springs.softens_at);
    return springs.stiffness * std::clamp<Real>(1 - s, 0, 1);
}

Vec3 spring_pull(const Crowd& crowd, int place, int other) {
    const int i = crowd.list.number_of[place], j = crowd.list.number_of[other];
    const Bond& bond = bond_between(crowd.memory->bonds, i, j);
    const Real heat = 0.5 * (crowd.memory->heat[i] + crowd.memory->heat[j]);
    const Vec3 r = crowd.list.views[other].x - crowd.list.views[place].x;
    const Real length = r.norm();
    return melted_stiffness(crowd.oriented.melting, heat) * (1 - bond.length / length) * r;
}

Real spring_energy(const Crowd& crowd, int place, int other) {
    const int i = crowd.list.number_of[place], j = crowd.list.number_of[other];
    const Real heat = 0.5 * (crowd.memory->heat[i] + crowd.memory->heat[j]);
    const Real longer = (crowd.list.views[other].x - crowd.list.views[place].x).norm() -
                        bond_between(crowd.memory->bonds, i, j).length;
    return 0.5 * melted_stiffness(crowd.oriented.melting, heat) * longer * longer;
}

/// A pair that packets can work out: both have the same laws and follow them completely.
bool is_alike(const Crowd& crowd, int place, int other, bool bonded) {
    const OrientedPart& oriented = crowd.oriented;
    if (oriented.neighbourhood == Neighbourhood::Bonded && !bonded) return false;
    if (oriented.kinds.size() == 1) return oriented.kinds[0].type != 0;
    const ParticleKind &own = crowd.kind_at(place), &its = crowd.kind_at(other);
    return own.laws.begin == its.laws.begin && mode_between(own, its) == LawMode::Complete;
}

Vec3 sum_of(const LaneVec3& v) { return v.at(0) + v.at(1) + v.at(2) + v.at(3); }

/// Neighbours of one place in the order of their numbers. Whoever is out of reach is left out before packets
/// are filled, so that what else is on the list changes no bit.
struct RowSum {
    const Crowd& crowd;
    int place;
    std::span<const OrientedLaw> laws;
    LaneSums lanes{};
    LaneIndices waiting{};
    int count = 0;

    void push(int other) {
        waiting[count++] = other;
        if (count == lane_count) flush();
    }
    void flush() {
        if (count == 0) return;
        for (int lane = count; lane < lane_count; ++lane) waiting[lane] = waiting[0];
        add_packet(laws, crowd.list.views[place], crowd.list.views.data(), waiting, count, lanes);
        count = 0;
    }
};

ForceSum force_at(const Crowd& crowd, int place, std::span<const int> entries) {
    ForceSum sum;
    const Vec3& x = crowd.list.views[place].x;
    const Real reach2 = crowd.list.reach * crowd.list.reach;
    const bool springs = crowd.oriented.melting.stiffness > 0 && crowd.memory;
    const Range range = crowd.kind_at(place).laws;
    const std::span<const OrientedLaw> laws{crowd.oriented.laws.data() + range.begin,
                                            static_cast<std::size_t>(range.count)};
    const bool packets = !crowd.oriented.keeps_volume && fits_packets(laws);
    RowSum row{crowd, place, laws};
    for (const int entry : entries) {
        const int other = entry >> 1;
        const bool bonded = entry & 1;
        const Real square = (crowd.list.views[other].x - x).squaredNorm();
        if (square >= reach2) continue;
        if (packets && square > 1e-300 && is_alike(crowd, place, other, bonded))
            row.push(other);
        else
            add_pair(crowd, place, other, bonded, sum);
        if (bonded && springs) sum.force += spring_pull(crowd, place, other);
    }
    row.flush();
    sum.force += sum_of(row.lanes.force);
    sum.torque += sum_of(row.lanes.torque);
    return sum;
}

void look_at_particles(const Part& part, const Frames& frames, NeighbourList& list) {
    parallel_for(
        static_cast<int>(list.number_of.size()),
        [&](int place) {
            const int f = part.frames.begin + list.number_of[place];
            list.views[place] = {frames.x[f], frames.q[f].toRotationMatrix(), frames.v[f], frames.w[f]};
        },
        512);
}

/// Mean distance to the neighbours along the fibre over the rest distance, from the fibre law of each.
void measure_stretch(const Crowd& crowd, std::vector<Real>& stretch) {
    for_each_row(crowd.list, [&](int place, std::span<const int> entries) {
        const ParticleView& own = crowd.list.views[place];
        Real sum = 0, count = 0;
        for (int k = crowd.kind_at(place).laws.begin; k < crowd.kind_at(place).laws.end(); ++k) {
            const OrientedLaw& law = crowd.oriented.laws[k];
            if (law.kind != LawKind::ActiveFibre) continue;
            for (const int entry : entries) {
                const Vec3 local = own.axes.transpose() * (crowd.list.views[entry >> 1].x - own.x);
                if (local.cwiseQuotient(law.range).squaredNorm() >= 1) continue;
                sum += local.norm() / law.rest.z();
                count += 1;
            }
        }
        stretch[place] = count > 0 ? std::clamp<Real>(sum / count, 0.2, 5) : 1;
    });
}

/// Penalty where a centre is inside: k depth along the normal, less what brakes the approach; never a pull.
Vec3 obstacle_push(const OrientedPart& oriented, const Obstacle& obstacle, const Pose& pose, const Vec3& x,
                   const Vec3& v) {
    const Nearest found = nearest_surface(obstacle.shape, pose.to_local(x), std::numeric_limits<Real>::max());
    if (found.distance >= 0) return Vec3::Zero();
    const Vec3 normal = pose.rotation * found.normal;
    const Real press = std::max<Real>(
        0, -oriented.obstacle_stiffness * found.distance - oriented.obstacle_damping * v.dot(normal));
    constexpr Real creep = 1e-2;  // [m/s] slower sliding is braked in proportion
    const Vec3 slide = v - v.dot(normal) * normal;
    return press * normal - obstacle.friction * press / std::max(creep, slide.norm()) * slide;
}

Vec3 obstacle_pushes(const Model& model, const Control& control, const OrientedPart& oriented,
                     const Moment& moment, int frame) {
    const Real length = control.time_t1 - control.time_t0;
    const Real s = length > 0 ? std::clamp<Real>((moment.time - control.time_t0) / length, 0, 1) : 1;
    Vec3 push = Vec3::Zero();
    for (std::size_t o = 0; o < control.obstacles.size(); ++o) {
        if (model.obstacles[o].deforming) continue;
        const ObstacleMotion& motion = control.obstacles[o];
        push += obstacle_push(oriented, model.obstacles[o], interpolate(motion.pose_t0, motion.pose_t1, s),
                              moment.frames.x[frame], moment.frames.v[frame]);
    }
    return push;
}

/// The medium, obstacles, and the plane that a planar part stays in.
void add_surroundings(const Model& model, const Control& control, const OrientedPart& oriented,
                      const Moment& moment, Forces& forces) {
    const Range frames = model.parts[oriented.part].frames;
    parallel_for(
        frames.count,
        [&](int i) {
            const int f = frames.begin + i;
            forces.frame[f] -= oriented.drag * moment.frames.v[f];
            forces.torque[f] -= oriented.spin_drag * moment.frames.w[f];
            if (oriented.obstacle_stiffness > 0)
                forces.frame[f] += obstacle_pushes(model, control, oriented, moment, f);
            if (!oriented.planar) return;
            forces.frame[f].z() = 0;
            forces.torque[f].head<2>().setZero();
        },
        1024);
}

}  // namespace

void add_oriented_forces(const Model& model, const Control& control, const OrientedPart& oriented,
                         const Moment& moment, NeighbourList& list, Forces& forces) {
    const Part& part = model.parts[oriented.part];
    const OrientedMemory* memory = memory_of(model, oriented, moment);
    follow(list, places_of(part, moment.frames), reach_of(oriented), bonds_of(oriented, memory));
    look_at_particles(part, moment.frames, list);
    const Crowd crowd{oriented, list, memory};
    if (oriented.keeps_volume) measure_stretch(crowd, list.stretch);
    for_each_row(list, [&](int place, std::span<const int> entries) {
        const ForceSum sum = force_at(crowd, place, entries);
        const int f = part.frames.begin + list.number_of[place];
        forces.frame[f] += sum.force;
        forces.torque[f] += sum.torque;
    });
    add_surroundings(model, control, oriented, moment, forces);
}

Real oriented_energy(const Model& model, const OrientedPart& oriented, const Moment& moment,
                     EnergyRoom& room) {
    const Part& part = model.parts[oriented.part];
    const OrientedMemory* memory = memory_of(model, oriented, moment);
    NeighbourList& list = room.list;
    std::vector<Real>& own = room.own;
    follow(list, places_of(part, moment.frames), reach_of(oriented), bonds_of(oriented, memory));
    look_at_particles(part, moment.frames, list);
    const Crowd crowd{oriented, list, memory};
    own.assign(list.number_of.size(), 0);
    for_each_row(list, [&](int place, std::span<const int> entries) {
        const ParticleKind& kind = crowd.kind_at(place);
        for (const int entry : entries) {
            const ParticleKind& its = crowd.kind_at(entry >> 1);
            if (kind.skinned && its.skinned && kind.object != its.object) continue;
            const LawMode mode = mode_of(crowd, kind, its, entry & 1);
            for (int k = kind.laws.begin; k < kind.laws.end(); ++k)
                own[place] += energy(oriented.laws[k], mode, list.views[place], list.views[entry >> 1]);
            if ((entry & 1) && oriented.melting.stiffness > 0 && memory)
                own[place] += 0.5 * spring_energy(crowd, place, entry >> 1);
        }
    });
    Real sum = 0;
    for (int i = 0; i < part.frames.count; ++i)
        if (list.place_of[i] >= 0) sum += own[list.place_of[i]];
    return sum;
}

}  // namespace souple
