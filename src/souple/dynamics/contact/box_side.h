// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One side of a pair of boxes with all that the narrow phase asks of it. Most pairs of a heap are two boxes,
// and those of one box follow each other: what is known of it serves all of them.
#pragma once

#include "souple/dynamics/contact/manifold_sides.h"
#include "souple/geometry/solid/touch_boxes.h"

namespace souple {

struct BoxSide {
    bool is_box = false;  ///< else the rest says nothing
    PlacedBox box;
    Carrier carrier;
    Vec3 v = Vec3::Zero();  ///< [m/s] of what it turns about
    Real turning = 0;       ///< [m/s] of its farthest point, by turning
    Real reach = 0;         ///< [m] from what it turns about to its farthest point
    ContactMaterial material;
    ManifoldSide side;
};

/// The box that a touchable is, or null.
inline const Box* box_of(const Model& model, const Touchable& touchable) {
    if (touchable.kind == TouchableKind::Obstacle)
        return std::get_if<Box>(&model.obstacles[touchable.index].shape);
    if (touchable.kind != TouchableKind::Piece || model.pieces[touchable.index].mesh) return nullptr;
    return std::get_if<Box>(&model.pieces[touchable.index].convex);
}

inline void describe_side(const ContactView& view, const Touchable& touchable, BoxSide& side) {
    const Box* box = box_of(view.model, touchable);
    side.is_box = box != nullptr;
    if (!box) return;
    const TouchableMotion motion = motion_of(view, touchable);
    side.box = placed(*box, motion.pose);
    side.v = motion.v;
    side.reach = box->half_size.norm() + (motion.pose.position - motion.centre).norm();
    side.turning = motion.w.norm() * side.reach;
    side.material = material_of(view.model, touchable);
    side.side = side_of(view.model, touchable);
    const Frames& frames = view.state.frames;
    const int frame = side.side.mover;
    side.carrier = as_carrier(frame >= 0 ? Pose{frames.x[frame], frames.q[frame]} : motion.pose);
}

/// Fills the manifold of two boxes that are neither too fast nor near each other only across corners: false
/// when they are, and touch_pair must look closer. `found` is memory to work in.
inline bool touch_box_sides(const BoxSide& a, const BoxSide& b, Real length, Real slack, Touch& found,
                            Manifold& manifold) {
    const Real closing = ((b.v - a.v).norm() + (a.turning + b.turning)) * length;
    if (closing > 0.5 * std::min(a.reach, b.reach)) return false;
    const BoxesTouch boxes = touch_boxes(a.box, b.box, closing + slack, found);
    if (boxes == BoxesTouch::AcrossCorners) return false;
    if (boxes == BoxesTouch::Apart) return true;
    manifold.a = a.side;
    manifold.b = b.side;
    set_materials(a.material, b.material, manifold);
    fill_points(found, a.carrier, b.carrier, manifold);
    return true;
}

}  // namespace souple
