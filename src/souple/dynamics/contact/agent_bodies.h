// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents as others touch them: upright capsules that are pushed along the ground and never up or down.
#pragma once

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Upright around the middle of the agent; a ball when it is not taller than wide.
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
