// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/solids_now.h"

#include <algorithm>

#include "souple/geometry/shape.h"

namespace souple {

SolidsNow::SolidsNow(const Model& model, Real time, Real margin) : margin(margin) {
    for (const Obstacle& obstacle : model.obstacles)
        add(obstacle, obstacle.track < 0 ? obstacle.pose : pose_at(model.tracks[obstacle.track], time));
}

SolidsNow::SolidsNow(const Model& model, const Control& control, Real margin) : margin(margin) {
    for (std::size_t o = 0; o < model.obstacles.size(); ++o)
        add(model.obstacles[o], control.obstacles[o].pose_t1);
}

void SolidsNow::add(const Obstacle& obstacle, const Pose& pose) {
    if (obstacle.deforming) return;
    Aabb box = placed(bounds(obstacle.shape), pose);
    box.inflate(margin);
    solids.push_back({&obstacle, pose, box, pose.rotation.coeffs() == Quat::Identity().coeffs()});
}

Real SolidsNow::Solid::distance_to(const Vec3& place, Real most) const {
    const Vec3 local = is_upright ? Vec3(place - pose.position) : pose.to_local(place);
    return nearest_surface(obstacle->shape, local, most).distance;
}

Real SolidsNow::depth_at(const Vec3& place) const {
    Real deepest = 0;
    for (const Solid& solid : solids)
        if (solid.box.contains(place)) deepest = std::max(deepest, margin - solid.distance_to(place, margin));
    return deepest;
}

}  // namespace souple
