// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What skins press on that does not move freely: agents, who stay on the ground, and links, whose whole tree
// answers.
#pragma once

#include "souple/dynamics/contact/skin_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

struct CrowdBuffers;

/// Skins, placed by press_skins, push agents and are pushed back as hard over h [s]. `crowds` are those that
/// steer has sorted; null when there are none.
void press_agents(const Model& model, Real h, State& state, SkinScratch& scratch, CrowdBuffers* crowds);

/// Gives what press_skins has left on the pieces of links to their trees.
void push_links(const Model& model, Real h, State& state, SkinScratch& scratch);

}  // namespace souple
