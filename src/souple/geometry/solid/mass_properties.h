// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Mass, centre and inertia of solids of uniform density (003 F3.2).
#pragma once

#include "souple/geometry/solid/solid.h"

namespace souple {

struct MassProperties {
    Real mass = 0;                ///< [kg]
    Vec3 centre = Vec3::Zero();   ///< [m]
    Mat3 inertia = Mat3::Zero();  ///< [kg m^2], about the centre, in the solid's axes
};

/// Density in [kg/m^3]. A triangle of no thickness weighs nothing.
MassProperties mass_properties(const Convex& convex, Real density);
/// Pieces that overlap count twice where they do.
MassProperties mass_properties(const Solid& solid, Real density);
/// The inside of a closed mesh, counter-clockwise seen from outside.
MassProperties mass_properties(const TriangleMesh& closed, Real density);

/// The same matter seen from other axes.
MassProperties placed(const MassProperties& properties, const Pose& pose);
/// Both together.
MassProperties operator+(const MassProperties& a, const MassProperties& b);

struct PrincipalAxes {
    Quat rotation = Quat::Identity();  ///< columns of its matrix are the axes
    Vec3 moments = Vec3::Zero();       ///< [kg m^2]
};

/// inertia = R diag(moments) R^T. No turn at all when the inertia is already diagonal, a small one when it
/// nearly is.
PrincipalAxes principal_axes(const Mat3& inertia);

}  // namespace souple
