// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Polygons of bodies: how they lie on the ground, the places that bring their shape back (002 F2.44), and
// how a disc gets out of one.
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/agents/agent_shape.h"

namespace souple {

using PlaneMatrix = Eigen::Matrix<Real, 2, 2>;

/// Where a polygon is: its middle, and the turn that fits its shape at rest best.
struct PlaneFit {
    Vec2 middle = Vec2::Zero();                         ///< [m]
    PlaneMatrix rotation = PlaneMatrix::Identity();     ///< from the shape at rest
    PlaneMatrix deformation = PlaneMatrix::Identity();  ///< best linear map, made to keep the area

    Vec2 ahead() const { return rotation.col(0); }
};
/// `rest` [m] has its middle at zero.
PlaneFit fit_shape(std::span<const Vec2> rest, std::span<const Vec2> places);

/// [m] the place that brings a corner at `rest` back into shape.
inline Vec2 shape_goal(const PlaneFit& fit, Real plasticity, const Vec2& rest) {
    return fit.middle + (plasticity * fit.deformation + (1 - plasticity) * fit.rotation) * rest;
}

/// The corners of a shape [m], its middle at zero, outside on the left of each side. InputError when the
/// outline has no area.
std::vector<Vec2> corners_of_shape(const AgentShape& shape);

/// [m] the shortest way for a disc out of a polygon; zero when it is outside.
Vec2 push_out_of(std::span<const Vec2> corners, const Vec2& p, Real radius);

}  // namespace souple
