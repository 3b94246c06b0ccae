// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A place on the surface of a deforming obstacle by its material coordinates, and axes that go with the
// material there: what grows on a surface keeps its place and turns as the surface does (001, chapter 6).
#pragma once

#include <vector>

#include "souple/core/types.h"
#include "souple/math/types.h"

namespace souple {

struct Model;
struct State;

struct SurfaceAnchor {
    int obstacle = 0;                           ///< Model::obstacles, a deforming one
    Nodes<3> corners{};                         ///< of the triangle
    Vec3 weights = Vec3::Constant(1.0 / 3);     ///< of the corners, sum 1: the place in the material
    Eigen::Matrix<Real, 2, 2> inverse_sides =   ///< [1/m] of the matrix of the sides from the first corner
        Eigen::Matrix<Real, 2, 2>::Identity();  ///< to the others, in axes of the triangle when it was bound
};

/// Whether a triangle has enough of it to tell its axes.
bool has_area(const Vec3& a, const Vec3& b, const Vec3& c);

/// Binds to a triangle as it is now; InputError when it has no area.
SurfaceAnchor make_anchor(int obstacle, const Nodes<3>& corners, const Vec3& weights, const Vec3& a,
                          const Vec3& b, const Vec3& c);

/// Where the place is when the corners are here, and the rotation of the material around it: of what the
/// triangle has done since it was bound the part that is no stretch and no shear. It does not depend on how
/// the corners are numbered.
Pose anchor_pose(const SurfaceAnchor& anchor, const Vec3& a, const Vec3& b, const Vec3& c);

/// All anchors of the model where the state is.
void anchors_now(const Model& model, const State& state, std::vector<Pose>& poses);

}  // namespace souple
