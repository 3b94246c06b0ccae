// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents as others touch them: upright capsules that are pushed along the ground and never off it. On a
// curved surface upright is along its normal; in space agents are balls that are pushed anywhere.
#pragma once

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// How an agent stands.
struct AgentStance {
    Vec3 up = Vec3::UnitY();
    Vec3 middle = Vec3::Zero();  ///< [m] of its body
    bool has_ground = true;      ///< it stays on it; in space there is none

    Quat rotation() const { return Quat::FromTwoVectors(Vec3::UnitY(), up); }
    /// The part of a push that moves it.
    Vec3 along_ground(const Vec3& a) const { return has_ground ? Vec3(a - a.dot(up) * up) : a; }
};
AgentStance stance_of(const Model& model, const State& state, const Touchable& agent);

/// Along Y around the middle of the agent; a ball when it is not taller than wide.
Capsule agent_capsule(const Model& model, const Touchable& agent);
TouchableMotion agent_motion(const ContactView& view, const Touchable& agent);

/// Whether the agent has reached its last goal and left the scene.
bool has_left(const ContactView& view, const Touchable& agent);

/// What stands on an agent, or what it stands on, is carried by the ground: that side of the manifold does
/// not answer. Floors that agents walk on are no contact at all.
void stand_firm(const ContactView& view, const Touchable& a, const Touchable& b, Manifold& manifold);

/// Agents go their way, so that contacts find them at the end of the interval as they find all others.
void walk_agents(const Part& part, Real h, State& state);

/// Takes back what impulses did to heights.
void keep_on_ground(const Model& model, State& state);

}  // namespace souple
