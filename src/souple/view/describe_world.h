// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From a world to what can be seen of it.
#pragma once

#include <set>
#include <string>

#include "souple/dynamics/contact/contact_scratch.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/hair/draw_hairs.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/geometry/triangle_mesh.h"
#include "souple/view/frame.h"
#include "souple/view/plan_view.h"

namespace souple {

/// What a State does not hold but a frame can show.
struct ViewOptions {
    const std::vector<Contact>* contacts =
        nullptr;                     ///< given: the quantity "contact", 1 where a point touches
    const Forces* forces = nullptr;  ///< given: the vectors "force" and "torque"
    bool rest = false;  ///< surfaces carry the vectors "rest": where each node lies in the shape at rest
    bool hair = true;   ///< false: hair is left out, for whoever grows it from its wisps
    HairGallery* shown = nullptr;  ///< given: of this world; hair is taken from there, or left there
    /// Given: the only ones of "speed", "strain" and "contact" that get values; the others are named.
    const std::set<std::string>* wanted = nullptr;
};

/// Pure: the same world gives the same frame. Cloth becomes surfaces, springs between points curves, other
/// points balls, frames and obstacles instances; a deforming obstacle is a surface. Every one has the
/// quantities "speed" and, where springs are, "strain" (the mean of those that meet at the point). Throws
/// InputError for a plan made of another model.
Frame describe_world(const ViewPlan& plan, const Model& model, const State& state, const Control& control,
                     const ViewOptions& options = {});

/// The same with a plan made on the spot: fine for one picture, slow for a film with solids in it.
Frame describe_world(const Model& model, const State& state, const Control& control,
                     const ViewOptions& options = {});

/// Triangles of a solid, for looking at it: counter-clockwise from outside, closed but for a plane and for
/// open meshes. An endless plane becomes a square that goes `reach` [m] to each side; a formula is cut off
/// there too.
TriangleMesh tessellate(const Shape& shape, Real reach);

}  // namespace souple
