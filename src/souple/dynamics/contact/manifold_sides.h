// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a manifold takes from its two touchables: materials, movers, and places in the axes of their carriers.
#pragma once

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/touchables.h"
#include "souple/geometry/solid/touch.h"

namespace souple {

inline ContactMaterial material_of(const Model& model, const Touchable& touchable) {
    if (touchable.kind == TouchableKind::Piece) return model.pieces[touchable.index].material;
    if (touchable.kind == TouchableKind::Obstacle) {
        const Obstacle& obstacle = model.obstacles[touchable.index];
        return {obstacle.restitution, obstacle.friction};
    }
    if (touchable.kind == TouchableKind::Skin) return {0, model.skins[touchable.index].feel.friction};
    const SurfaceFeel& surface = model.parts[touchable.part].surface;
    return {surface.restitution, surface.friction};
}

inline ManifoldSide side_of(const Model& model, const Touchable& touchable) {
    ManifoldSide side;
    side.part = touchable.part;
    const int frames = static_cast<int>(model.frame_inertia.size());
    if (touchable.kind == TouchableKind::Piece) side.mover = model.pieces[touchable.index].frame;
    if (touchable.kind == TouchableKind::Point || touchable.kind == TouchableKind::Agent)
        side.mover = frames + touchable.index;
    if (touchable.kind == TouchableKind::Obstacle) side.obstacle = touchable.index;
    return side;
}

/// No impulse acts yet.
inline void set_materials(const ContactMaterial& a, const ContactMaterial& b, Manifold& manifold) {
    manifold.friction = std::sqrt(a.friction * b.friction);
    manifold.restitution = std::max(a.restitution, b.restitution);
    manifold.tangent_impulse.setZero();
    manifold.twist_impulse = 0;
}

inline void set_sides(const Model& model, const Touchable& a, const Touchable& b, Manifold& manifold) {
    manifold.a = side_of(model, a);
    manifold.b = side_of(model, b);
    set_materials(material_of(model, a), material_of(model, b), manifold);
}

/// What takes places along.
struct Carrier {
    Vec3 position = Vec3::Zero();  ///< [m]
    Mat3 to_local = Mat3::Identity();
};
inline Carrier as_carrier(const Pose& pose) {
    return {pose.position, pose.rotation.conjugate().toRotationMatrix()};
}

/// Places keep to their carriers: the manifold's gap follows them until contacts are sought again.
[[gnu::flatten]] inline void fill_points(const Touch& found, const Carrier& a, const Carrier& b,
                                         Manifold& manifold) {
    manifold.normal = found.normal;
    manifold.count = found.count;
    for (int k = 0; k < found.count; ++k) {
        const TouchPoint& from = found.points[k];
        ManifoldPoint& to = manifold.points[k];
        to.local_a = a.to_local * (from.on_a - a.position);
        to.local_b = b.to_local * (from.on_b - b.position);
        to.place = 0.5 * (from.on_a + from.on_b);
        to.apart = from.on_b - from.on_a;
        to.gap = from.gap;
        to.feature = from.feature;
        manifold.normal_impulse[k] = 0;
    }
}

}  // namespace souple
