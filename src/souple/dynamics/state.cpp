// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/state.h"

#include "souple/core/hash.h"

namespace souple {

namespace {

void add(Hasher& hasher, const std::vector<Vec3>& vectors) {
    for (const Vec3& v : vectors)
        for (int k = 0; k < 3; ++k) hasher.add(v[k]);
}

void add(Hasher& hasher, const ManifoldMemory& touching) {
    hasher.add(touching.pair);
    hasher.add(static_cast<std::uint64_t>(touching.sub));
    for (int k = 0; k < touching.count; ++k) {
        hasher.add(static_cast<std::uint64_t>(touching.features[k]));
        hasher.add(touching.normal[k]);
    }
    for (int k = 0; k < 3; ++k) hasher.add(touching.tangent[k]);
    hasher.add(touching.twist);
}

void add(Hasher& hasher, const HairState& hair) {
    for (const WispMemory& wisp : hair.wisps) {
        hasher.add(wisp.root);
        hasher.add(wisp.depth);
        hasher.add(wisp.branch);
        hasher.add(static_cast<int>(wisp.apart));
        hasher.add(wisp.close);
    }
    for (const Real radius : hair.radius) hasher.add(radius);
    for (const Real speed : hair.radius_speed) hasher.add(speed);
    for (const Real angle : hair.twist) hasher.add(angle);
    for (const Real rate : hair.twist_rate) hasher.add(rate);
}

void add(Hasher& hasher, const std::vector<CellName>& cells) {
    for (const CellName& cell : cells) {
        hasher.add(cell.root);
        hasher.add(cell.path);
    }
}

void add(Hasher& hasher, const CrowdState& crowd) {
    for (const int goal : crowd.goal) hasher.add(goal);
    add(hasher, crowd.cell);
    add(hasher, crowd.divided);
}

}  // namespace

State::State() = default;
State::State(const State&) = default;
State::State(State&&) noexcept = default;
State& State::operator=(const State&) = default;
State& State::operator=(State&&) noexcept = default;
State::~State() = default;

void copy_all_but_leaves(const State& from, State& to) {
    // a field that State gains does not compile until it is copied, or left out on purpose
    const auto& [time, step, x, v, frames, parts, touching, quiet, leaves, hair, oriented, trees, crowds,
                 tissues, links] = from;
    to.time = time;
    to.step = step;
    to.x = x;
    to.v = v;
    to.frames = frames;
    to.parts = parts;
    to.touching = touching;
    to.quiet = quiet;
    to.hair = hair;
    to.oriented = oriented;
    to.trees = trees;
    to.crowds = crowds;
    to.tissues = tissues;
    to.links = links;
}

std::uint64_t hash_of(const State& state) {
    // a field that State gains does not compile until it is hashed, or left out on purpose
    const auto& [time, step, x, v, frames, parts, touching, quiet, leaves, hair, oriented, trees, crowds,
                 tissues, links] = state;
    Hasher hasher;
    hasher.add(time);
    hasher.add(step);
    add(hasher, x);
    add(hasher, v);
    add(hasher, frames.x);
    add(hasher, frames.v);
    add(hasher, frames.w);
    for (const Quat& q : frames.q)
        for (int k = 0; k < 4; ++k) hasher.add(q.coeffs()[k]);
    for (const PartMemory& memory : parts) {
        hasher.add(memory.rng.state);
        hasher.add(memory.substeps);
        if (memory.debt != 0) hasher.add(memory.debt);
    }
    for (const ManifoldMemory& memory : touching) add(hasher, memory);
    for (const Real slow : quiet) hasher.add(slow);
    for (const Leaves& surface : leaves) {
        hasher.add(hash_of(surface.map));
        add(hasher, surface.rest);
        for (const Real calm : surface.calm) hasher.add(calm);
        for (const Real sunk : surface.sunk) hasher.add(sunk);
    }
    for (const HairState& head : hair) add(hasher, head);
    for (const OrientedMemory& memory : oriented) {
        for (const Bond& bond : memory.bonds) {
            hasher.add(static_cast<std::int64_t>(bond.a));
            hasher.add(static_cast<std::int64_t>(bond.b));
            hasher.add(bond.length);
        }
        for (const Real heat : memory.heat) hasher.add(heat);
    }
    for (const TreeState& tree : trees)
        for (const JointState& joint : tree.joints) {
            for (int k = 0; k < 3; ++k) hasher.add(joint.q[k]);
            for (int k = 0; k < 4; ++k) hasher.add(joint.turn.coeffs()[k]);
            for (int k = 0; k < 3; ++k) hasher.add(joint.qd[k]);
            for (int k = 0; k < 3; ++k) hasher.add(joint.spin[k]);
        }
    for (const CrowdState& crowd : crowds) add(hasher, crowd);
    for (const TissueState& tissue : tissues) {
        hasher.add(tissue.joints);
        add(hasher, tissue.divided);
    }
    for (const LinkGrip grip : links) hasher.add(static_cast<int>(grip));
    return hasher.value();
}

}  // namespace souple
