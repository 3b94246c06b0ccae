// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Measures of the shape that a part's frames make: how far it is from another one, and its volume.
#include <Eigen/SVD>

#include <cmath>

#include "souple/dynamics/measure.h"
#include "souple/geometry/aabb.h"
#include "souple/geometry/solid/growing_hull.h"

namespace souple {

namespace {

Vec3 mean_of(const Vec3* x, int count) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count; ++i) sum += x[i];
    return sum / count;
}

/// The rotation that brings `from` nearest to `to`, both around their means (Kabsch).
Mat3 best_turn(const Mat3& covariance) {
    const Eigen::JacobiSVD<Mat3> svd(covariance, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Real handed = (svd.matrixU() * svd.matrixV().transpose()).determinant();
    return svd.matrixU() * Vec3(1, 1, handed < 0 ? -1 : 1).asDiagonal() * svd.matrixV().transpose();
}

}  // namespace

Real shape_change(const State& state, const std::vector<Vec3>& shape, const Part& part) {
    const int count = part.frames.count;
    if (count == 0 || static_cast<int>(shape.size()) != count) return 0;
    const Vec3* const now = state.frames.x.data() + part.frames.begin;
    const Vec3 centre = mean_of(now, count), old_centre = mean_of(shape.data(), count);
    Mat3 covariance = Mat3::Zero();
    Aabb box;
    for (int i = 0; i < count; ++i) {
        covariance += (now[i] - centre) * (shape[i] - old_centre).transpose();
        box.extend(shape[i]);
    }
    const Mat3 turn = best_turn(covariance);
    Real sum = 0;
    for (int i = 0; i < count; ++i) sum += (now[i] - centre - turn * (shape[i] - old_centre)).squaredNorm();
    const Real size = box.size().norm();
    return size > 0 ? std::sqrt(sum / count) / size : 0;
}

Real hull_volume(const State& state, const Part& part) {
    if (part.frames.count < 4) return 0;
    const auto hull =
        grow_hull({state.frames.x.data() + part.frames.begin, static_cast<std::size_t>(part.frames.count)});
    if (!hull) return 0;
    Real volume = 0;
    for (const HullFacet& facet : hull->facets) {
        if (!facet.alive) continue;
        const auto [a, b, c] = facet.corners;
        volume += hull->points[a].dot(hull->points[b].cross(hull->points[c])) / 6;
    }
    return volume;
}

}  // namespace souple
