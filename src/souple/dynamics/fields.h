// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Laws that act on every point of a part from outside: drag, winds, pressure, the centripetal test force.
// Gravity is Model::gravity. `part` is an index into Model::parts, -1 means every part.
#pragma once

#include <string>

#include "souple/math/types.h"

namespace souple {

/// f = -(linear + rate m + quadratic |u|) u, with u the velocity of a point, or of a frame's centre, relative
/// to the air (001 W4.2).
struct Drag {
    std::string name{};
    int part = -1;
    Real linear = 0;     ///< [kg/s] for each point or frame
    Real quadratic = 0;  ///< [kg/m] for each point or frame
    Real rate = 0;       ///< [1/s] times its mass: the same whatever a sheet is divided into
};

enum class WindKind { Uniform, Source, Sink, Vortex };

/// One term of the air's velocity; the air is the sum of all terms (000 F0.45).
///   Uniform  velocity * (1 + gust * sin(2 pi t / gust_period))
///   Source   speed * (core / r) away from the axis or the centre;  Sink the same, inwards
///   Vortex   speed * (core / r) around the axis, right-handed
/// Inside the core radius the speed falls linearly to zero, so that nothing is singular.
struct Wind {
    std::string name{};
    WindKind kind = WindKind::Uniform;
    Vec3 velocity = Vec3::Zero();  ///< [m/s] Uniform
    Real gust = 0;                 ///< relative amplitude of gusts, >= 0
    Real gust_period = 1;          ///< [s] > 0
    Vec3 centre = Vec3::Zero();    ///< [m] Source, Sink, Vortex
    Vec3 axis = Vec3::UnitY();     ///< unit; Source and Sink: zero means spherical
    Real speed = 0;                ///< [m/s] at the core radius
    Real core = 0.1;               ///< [m] > 0
    Real start = -1e30;            ///< [s] silent before
    Real stop = 1e30;              ///< [s] silent after
    Real decay_from = 1e30;        ///< [s] from then on divided by 1.5 t at each image (001 W4.3)
    Real decay_rate = 30;          ///< [1/s] images a second
};

/// Wind pressure on triangles: f = 1/2 density coefficient area |u.n| (u.n) n, u the air relative to the
/// triangle, a third of it on each corner.
struct Pressure {
    std::string name{};
    int part = -1;
    Real density = 1.2;    ///< [kg/m^3] of the air
    Real coefficient = 1;  ///< drag coefficient of a flat plate, >= 0
};

/// The centripetal test force of 001 S0: f = -m (v.v)/(r.r) r, with r from the centre.
struct Centripetal {
    std::string name{};
    int part = -1;
    Vec3 centre = Vec3::Zero();  ///< [m]
};

/// [m/s] one wind's share of the air's velocity.
Vec3 wind_velocity(const Wind& wind, const Vec3& place, Real time);

/// Force on what moves with u relative to the air, and its derivative by u.
Vec3 drag_force(const Drag& drag, Real mass, const Vec3& u);
Mat3 drag_matrix(const Drag& drag, Real mass, const Vec3& u);

/// Force on a whole triangle in air that moves with u relative to it, and its derivative by u.
Vec3 pressure_force(const Pressure& pressure, const Stencil<3>& x, const Vec3& u);
Mat3 pressure_matrix(const Pressure& pressure, const Stencil<3>& x, const Vec3& u);

/// Derivatives by position and velocity; neither is symmetric in general.
struct CentripetalMatrices {
    Mat3 position = Mat3::Zero();
    Mat3 velocity = Mat3::Zero();
};
Vec3 centripetal_force(const Centripetal& field, Real mass, const Vec3& x, const Vec3& v);
CentripetalMatrices centripetal_matrices(const Centripetal& field, Real mass, const Vec3& x, const Vec3& v);

}  // namespace souple
