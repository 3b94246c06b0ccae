// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Links of trees as movers: an impulse on one of them moves all (003 F3.64), and what moved goes back into
// the joints.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "souple/dynamics/contact/movers.h"
#include "souple/dynamics/contact/row_packet.h"

namespace souple {

/// Says which movers are links: movers are frames, or the frames of a sorted choice.
void list_trees(const Model& model, Movers& movers);
void list_trees(const Model& model, std::span<const int> sorted_frames, Movers& movers);

/// Makes trees ready to answer where the State has them: those whose first link is `wanted`, by mover, or all
/// when that is empty.
void load_trees(const Model& model, const State& state, std::span<const std::uint8_t> wanted, Movers& movers);

/// All frames as movers, at their velocities, and ready to answer the trees whose first link is `wanted`.
void load_frames(const Model& model, const State& state, std::span<const std::uint8_t> wanted,
                 Movers& movers);

/// The links of one tree as movers from 0 on, ready to answer; no other tree is looked at.
void load_tree(const Model& model, const State& state, int tree, Movers& movers);

/// Joints and loops may lock a link. What is left of an answer that is this small beside the answer of the
/// same bodies loose is rounding: taken for an answer, its inverse would be an impulse without bounds. Zero
/// when neither is a link.
Real rounding_of_locked(const Movers& movers, int a, int b);

/// [1/kg] change of the velocity of b relative to a where they meet, per impulse there. Knows trees.
Mat3 response_between(Movers& movers, int a, const Vec3& arm_a, int b, const Vec3& arm_b);
/// The same; zero when joints or loops let no push along the normal move anything.
Mat3 response_between(Movers& movers, int a, const Vec3& arm_a, int b, const Vec3& arm_b, const Vec3& normal);

/// How the middle of a manifold answers, when one of its sides is a link.
struct PairAnswer {
    Mat3 normal = Mat3::Zero();      ///< of (u_n, spin_1, spin_2)
    Real a11 = 0, a12 = 0, a22 = 0;  ///< along the tangents
    Real twist = 0;
};
PairAnswer answer_of_pair(Movers& movers, const RowPacket& packet, int lane);

/// A way for each mover: how far [m] and about what [rad] it went.
using WayOfMover = std::function<Twist(int mover)>;
/// Moves the joints of loaded trees by the ways of their links, and frames with them.
void move_trees(const Movers& movers, const WayOfMover& way, State& state);

/// Velocities of the movers back into joints and frames, wherever those are now; a floating base keeps the
/// momentum.
void store_trees(const Model& model, Movers& movers, State& state);
/// The same of one tree that is loaded.
void store_tree(const Model& model, int tree, Movers& movers, State& state);

}  // namespace souple
