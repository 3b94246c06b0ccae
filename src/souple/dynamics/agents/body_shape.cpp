// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/body_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"

namespace souple {

namespace {

/// [m^2] positive when the corners go to the left.
Real signed_area(std::span<const Vec2> corners) {
    Real sum = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec2 &a = corners[k], &b = corners[(k + 1) % corners.size()];
        sum += a.x() * b.y() - a.y() * b.x();
    }
    return sum / 2;
}

}  // namespace

PlaneFit fit_shape(std::span<const Vec2> rest, std::span<const Vec2> places) {
    PlaneFit fit;
    const Real share = 1 / static_cast<Real>(rest.size());
    for (const Vec2& p : places) fit.middle += share * p;
    PlaneMatrix turned = PlaneMatrix::Zero(), spread = PlaneMatrix::Zero();
    for (std::size_t k = 0; k < rest.size(); ++k) {
        turned += (places[k] - fit.middle) * rest[k].transpose();
        spread += rest[k] * rest[k].transpose();
    }
    // the angle that makes the sum of squares least, in the plane in closed form
    const Real cosine = turned(0, 0) + turned(1, 1), sine = turned(1, 0) - turned(0, 1);
    const Real length = std::hypot(cosine, sine);
    if (length > 0) fit.rotation << cosine / length, -sine / length, sine / length, cosine / length;
    fit.deformation = turned * spread.inverse();
    const Real area = fit.deformation.determinant();
    fit.deformation = area > 0 ? PlaneMatrix(fit.deformation / std::sqrt(area)) : fit.rotation;
    return fit;
}

std::vector<Vec2> corners_of_shape(const AgentShape& shape) {
    std::vector<Vec2> corners;
    const Vec2 half{shape.length / 2, shape.width / 2};
    for (const auto& corner : shape.outline) corners.emplace_back(corner[0], corner[1]);
    if (corners.empty() && shape.corners == 4) {
        for (const Vec2& sign : {Vec2(1, 1), Vec2(1, -1), Vec2(-1, -1), Vec2(-1, 1)})
            corners.push_back(half.cwiseProduct(sign));
    } else if (corners.empty()) {
        for (int k = 0; k < shape.corners; ++k) {
            const Real angle = -2 * std::numbers::pi * k / shape.corners;
            corners.push_back(half.cwiseProduct(Vec2(std::cos(angle), std::sin(angle))));
        }
    }
    // (an outline may come back to its first corner)
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    while (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
    const Real area = signed_area(corners);
    if (corners.size() < 3 || !(std::abs(area) > 0)) throw InputError("the outline of a shape has no area");
    if (area > 0) std::reverse(corners.begin(), corners.end());
    Vec2 middle = Vec2::Zero();
    for (const Vec2& corner : corners) middle += corner / static_cast<Real>(corners.size());
    for (Vec2& corner : corners) corner -= middle;
    return corners;
}

Vec2 push_out_of(std::span<const Vec2> corners, const Vec2& p, Real radius) {
    Real nearest = 1e300;
    Vec2 way = Vec2::Zero(), left = Vec2::UnitX();
    bool inside = false;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec2 &a = corners[k], &b = corners[(k + 1) % corners.size()];
        const Vec2 side = b - a, from_a = p - a;
        const Real length = side.squaredNorm();
        const Real share = length > 0 ? std::clamp(from_a.dot(side) / length, Real(0), Real(1)) : 0;
        const Vec2 from_side = from_a - share * side;
        if ((a.y() > p.y()) != (b.y() > p.y()) &&
            p.x() < a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x()))
            inside = !inside;
        if (from_side.squaredNorm() >= nearest || length == 0) continue;
        nearest = from_side.squaredNorm();
        way = from_side;
        left = Vec2(-side.y(), side.x()) / std::sqrt(length);
    }
    const Real d = std::sqrt(nearest);
    if (!inside && d >= radius) return Vec2::Zero();
    if (d == 0) return radius * left;
    return inside ? Vec2(-(radius + d) / d * way) : Vec2((radius - d) / d * way);
}

}  // namespace souple
