// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who can be touched, and where everybody may be in the coming step.
#pragma once

#include <span>

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// The world as the search for contacts sees it, with the time [s] that contacts are sought for.
struct ContactView {
    const Model& model;
    const Control& control;
    const State& state;
    Real length;
    std::span<const Nodes<2>> edges = {};   ///< InteractionScratch::edges
    std::span<const SkinField> skins = {};  ///< InteractionScratch::skin_fields
    std::span<const Real> thrown = {};      ///< InteractionScratch::thrown
};

/// A touchable as a rigid thing: where it is and how it goes on.
struct TouchableMotion {
    Pose pose;                   ///< of its own coordinates
    Vec3 centre = Vec3::Zero();  ///< [m] what it turns about
    Vec3 v = Vec3::Zero();       ///< [m/s] of the centre
    Vec3 w = Vec3::Zero();       ///< [rad/s]
};

bool has_interactions(const Model& model);

/// Whether two parts may touch at all; part -1 is an obstacle.
bool may_touch(const Model& model, const Touchable& a, const Touchable& b);

/// [m] how far tension can throw matter within the time that contacts are sought for.
Real thrown_of(const ContactView& view, const Touchable& touchable);

/// Whether a part is a sheet that meets matter: its edges count besides its points and triangles.
bool has_edges(const Part& part);

/// The points that carry a piece of matter; none for bodies and obstacles.
std::span<const int> nodes_of(const ContactView& view, const Touchable& touchable);

/// How many touchables come before the matter: pieces, agents, skins, and obstacles where there is any of
/// those.
int count_bodies(const Model& model);

/// Lists what others can touch. Only bodies, unless matter meets them or itself.
void list_touchables(const Model& model, InteractionScratch& scratch);

TouchableMotion motion_of(const ContactView& view, const Touchable& touchable);
/// Where the motion brings the pose after a time [s].
Pose pose_after(const TouchableMotion& motion, Real time);

/// The shape of a piece, a point, a triangle or an agent as one convex; for pieces that are not meshes.
Convex convex_of(const ContactView& view, const Touchable& touchable);

/// [m] how far surfaces are looked at beyond their motion.
Real contact_slack(const ContactView& view);

/// The box of everything over the step.
void update_boxes(const ContactView& view, const std::vector<Aabb>& obstacle_boxes,
                  InteractionScratch& scratch);

}  // namespace souple
