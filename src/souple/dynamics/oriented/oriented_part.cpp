// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who may act on whom, and what becomes of bonds: they conduct heat, and break.
#include "souple/dynamics/oriented/oriented_part.h"

#include <algorithm>

#include "souple/core/joined_sets.h"
#include "souple/dynamics/oriented/oriented_forces.h"

namespace souple {

namespace {

/// [m] how far the attraction of a kind goes; everything it does when it attracts nobody.
Real grip_of(const OrientedPart& part, const ParticleKind& kind) {
    Real grip = 0;
    for (int k = kind.laws.begin; k < kind.laws.end(); ++k)
        if (is_central(part.laws[k].kind)) grip = std::max(grip, reach_of(part.laws[k]));
    return grip;
}

/// Each bond evens out its two ends; what one loses the other gains.
void conduct(const MeltingSprings& springs, Real time, OrientedMemory& memory) {
    const Real share = std::min<Real>(0.5, springs.conduction * time);
    for (const Bond& bond : memory.bonds) {
        const Real flow = share * (memory.heat[bond.a] - memory.heat[bond.b]);
        memory.heat[bond.a] -= flow;
        memory.heat[bond.b] += flow;
    }
}

}  // namespace

Real reach_of(const OrientedPart& part) {
    Real reach = 0;
    for (const OrientedLaw& law : part.laws) reach = std::max(reach, reach_of(law));
    return reach;
}

LawMode mode_between(const ParticleKind& owner, const ParticleKind& other) {
    constexpr int hinge = 0;
    if (owner.object != other.object) return LawMode::Repulsion;
    if (owner.type == hinge) return other.type == hinge ? LawMode::Repulsion : LawMode::Central;
    return other.type == owner.type || other.type == hinge ? LawMode::Complete : LawMode::Repulsion;
}

std::vector<Bond> pairs_in_range(const OrientedPart& oriented, std::span<const Vec3> x) {
    const auto kind = [&](int i) -> const ParticleKind& { return oriented.kinds[oriented.kind_of[i]]; };
    const auto reaches = [&](int i, int j, Real length) {
        return mode_between(kind(i), kind(j)) != LawMode::Repulsion && length < grip_of(oriented, kind(i));
    };
    NeighbourList list;
    follow(list, x, reach_of(oriented), nullptr);
    std::vector<std::vector<Bond>> rows(x.size());
    for_each_row(list, [&](int place, std::span<const int> entries) {
        const int i = list.number_of[place];
        for (const int entry : entries) {
            const int j = list.number_of[entry >> 1];
            const Real length = (x[j] - x[i]).norm();
            if (j > i && (reaches(i, j, length) || reaches(j, i, length))) rows[i].push_back({i, j, length});
        }
    });
    std::vector<Bond> pairs;
    for (const std::vector<Bond>& row : rows) pairs.insert(pairs.end(), row.begin(), row.end());
    return pairs;
}

void update_bonds(const Model& model, const OrientedPart& oriented, Real time, State& state) {
    if (oriented.neighbourhood != Neighbourhood::Bonded) return;
    OrientedMemory& memory = state.oriented[&oriented - model.oriented.data()];
    const bool melts = oriented.melting.stiffness > 0;
    if (melts) conduct(oriented.melting, time, memory);
    const Vec3* const x = state.frames.x.data() + model.parts[oriented.part].frames.begin;
    const Real reach = reach_of(oriented);
    std::erase_if(memory.bonds, [&](const Bond& bond) {
        const Real length = (x[bond.b] - x[bond.a]).norm();
        const bool hot = melts && memory.heat[bond.a] + memory.heat[bond.b] >= 2 * oriented.melting.melts_at;
        return hot || length > oriented.break_stretch * bond.length || length > reach;
    });
}

int fragment_count(const OrientedPart& oriented, std::span<const Vec3> x, const OrientedMemory& memory) {
    std::vector<int> parent;
    begin_sets(parent, static_cast<int>(x.size()));
    const bool bonded = oriented.neighbourhood == Neighbourhood::Bonded;
    const std::vector<Bond> pairs = bonded ? memory.bonds : pairs_in_range(oriented, x);
    int count = static_cast<int>(x.size());
    for (const Bond& bond : pairs)
        if (join_sets(parent, bond.a, bond.b)) --count;
    return count;
}

}  // namespace souple
