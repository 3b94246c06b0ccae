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

void copy_all_but_leaves(const State& from, State& to) {
    to.time = from.time;
    to.step = from.step;
    to.x = from.x;
    to.v = from.v;
    to.frames = from.frames;
    to.parts = from.parts;
    to.touching = from.touching;
    to.quiet = from.quiet;
    to.hair = from.hair;
    to.oriented = from.oriented;
    to.trees = from.trees;
    to.crowds = from.crowds;
    to.links = from.links;
}

std::uint64_t hash_of(const State& state) {
    Hasher hasher;
    hasher.add(state.time);
    hasher.add(state.step);
    add(hasher, state.x);
    add(hasher, state.v);
    add(hasher, state.frames.x);
    add(hasher, state.frames.v);
    add(hasher, state.frames.w);
    for (const Quat& q : state.frames.q)
        for (int k = 0; k < 4; ++k) hasher.add(q.coeffs()[k]);
    for (const PartMemory& memory : state.parts) {
        hasher.add(memory.rng.state);
        hasher.add(memory.substeps);
    }
    for (const ManifoldMemory& touching : state.touching) add(hasher, touching);
    for (const Real quiet : state.quiet) hasher.add(quiet);
    for (const Leaves& leaves : state.leaves) {
        hasher.add(hash_of(leaves.map));
        add(hasher, leaves.rest);
        for (const Real calm : leaves.calm) hasher.add(calm);
        for (const Real sunk : leaves.sunk) hasher.add(sunk);
    }
    for (const HairState& hair : state.hair) add(hasher, hair);
    for (const OrientedMemory& memory : state.oriented) {
        for (const Bond& bond : memory.bonds) {
            hasher.add(static_cast<std::int64_t>(bond.a));
            hasher.add(static_cast<std::int64_t>(bond.b));
            hasher.add(bond.length);
        }
        for (const Real heat : memory.heat) hasher.add(heat);
    }
    for (const TreeState& tree : state.trees)
        for (const JointState& joint : tree.joints) {
            for (int k = 0; k < 3; ++k) hasher.add(joint.q[k]);
            for (int k = 0; k < 4; ++k) hasher.add(joint.turn.coeffs()[k]);
            for (int k = 0; k < 3; ++k) hasher.add(joint.qd[k]);
            for (int k = 0; k < 3; ++k) hasher.add(joint.spin[k]);
        }
    for (const CrowdState& crowd : state.crowds) add(hasher, crowd);
    for (const LinkGrip grip : state.links) hasher.add(static_cast<int>(grip));
    return hasher.value();
}

}  // namespace souple
