// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who hangs together by the contacts of an interval. Nodes are numbered as movers, and after them parts that
// answer as a whole: what laws, joints or wisps hold together.
#pragma once

#include <algorithm>

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/contact/touchables.h"

namespace souple {

struct Scratch;  // dynamics/scratch.h

/// Whether a part stores energy in laws between its points or frames.
bool is_elastic(const Part& part);

/// Whether a part is one node.
bool is_whole(const Part& part);

/// The node of part p where that is a whole one.
inline int node_of_part(const Model& model, int p) {
    return static_cast<int>(model.frame_inertia.size() + model.point_mass.size()) + p;
}

/// The part that a node is, -1: it is a frame or a point of its own.
inline int part_of_node(const Model& model, int node) { return std::max(-1, node - node_of_part(model, 0)); }

/// Whether anything that stores energy has a contact, or may get one: a skin does when it presses on a body.
bool touches_elastic(const Model& model, const InteractionScratch& scratch);

/// Whether a skin has been pressed in this interval.
inline bool is_pressed(const SkinScratch& skins, std::size_t skin) {
    return skin < skins.placed.size() && skins.placed[skin].touching > 0;
}

/// Lists the islands of the interval that contacts, pressed skins and sheets that were held apart join.
void list_islands(const ContactView& view, Scratch& scratch);

}  // namespace souple
