// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/surface_anchor.h"

#include "souple/core/errors.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

bool has_area(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 first = b - a, second = c - a;
    return first.cross(second).norm() > 1e-12 * (first.squaredNorm() + second.squaredNorm());
}

SurfaceAnchor make_anchor(int obstacle, const Nodes<3>& corners, const Vec3& weights, const Vec3& a,
                          const Vec3& b, const Vec3& c) {
    if (!has_area(a, b, c)) throw InputError("a triangle without area carries nothing");
    const Vec3 first = b - a, second = c - a;
    const Real length = first.norm(), doubled_area = first.cross(second).norm();
    SurfaceAnchor anchor{obstacle, corners, weights, {}};
    Eigen::Matrix<Real, 2, 2> sides;
    sides << length, first.dot(second) / length, 0, doubled_area / length;
    anchor.inverse_sides = sides.inverse();
    return anchor;
}

Pose anchor_pose(const SurfaceAnchor& anchor, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 first = b - a, second = c - a, normal = first.cross(second).normalized();
    const auto& to_sides = anchor.inverse_sides;
    // what became of the two axes of the triangle, stretched and sheared
    const Vec3 x = to_sides(0, 0) * first + to_sides(1, 0) * second;
    const Vec3 y = to_sides(0, 1) * first + to_sides(1, 1) * second;
    // The rotation nearest to a deformation of a plane has its first axis along the sum of x and of y turned
    // back by a quarter: its angle has the tangent (x_2 - y_1) / (x_1 + y_2).
    Mat3 axes;
    axes.col(0) = (x + y.cross(normal)).normalized();
    axes.col(1) = normal.cross(axes.col(0));
    axes.col(2) = normal;
    const Vec3 place = anchor.weights[0] * a + anchor.weights[1] * b + anchor.weights[2] * c;
    return {place, Quat(axes)};
}

void anchors_now(const Model& model, const State& state, std::vector<Pose>& poses) {
    poses.clear();
    for (const SurfaceAnchor& anchor : model.anchors) {
        const Obstacle& obstacle = model.obstacles[anchor.obstacle];
        const Pose pose = obstacle.track < 0 ? obstacle.pose : pose_now(model.tracks[obstacle.track], state);
        const auto place = [&](int corner) {
            return pose.to_world(point_at(*obstacle.deforming, anchor.corners[corner], state.time));
        };
        poses.push_back(anchor_pose(anchor, place(0), place(1), place(2)));
    }
}

}  // namespace souple
