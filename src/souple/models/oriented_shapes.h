// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where the particles of an object stand at the start. Along curves, which lie in the plane of x and y, x of
// a particle points along the curve, y outwards, z across the plane. On surfaces z is the outward normal and
// x the first principal direction.
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "souple/core/rng.h"
#include "souple/math/types.h"

namespace souple {

struct SingleParticle {
    Vec3 position = Vec3::Zero();  ///< [m]
    Vec3 rotation = Vec3::Zero();  ///< [deg] rotation vector
    Vec3 velocity = Vec3::Zero();  ///< [m/s]
};
struct SingleParticles {
    std::vector<SingleParticle> particles;
};
struct RowShape {
    int count = 10;
    Real spacing = 1;  ///< [m] along x
};
struct RingShape {
    int count = 12;
    Real radius = 2;  ///< [m]
};
/// From the inner end outwards, the same distance between neighbours.
struct SpiralShape {
    int count = 20;
    Real inner_radius = 1;  ///< [m]
    Real gap = 1.5;         ///< [m] between turns
    Real rise = 0;          ///< [m] along z in one turn
    Real spacing = 1;       ///< [m]
};
struct SheetShape {
    int columns = 10, rows = 10;
    Real spacing = 1;       ///< [m] in the plane of x and y
    bool hexagonal = true;  ///< every other row is shifted by half
};
/// A piece of a cylinder whose axis is y, in the middle of z > 0.
struct CylinderShape {
    int around = 5, along = 4;
    Real radius = 2;   ///< [m]
    Real angle = 180;  ///< [deg] from the first to the last around; 360: closed
    Real spacing = 1;  ///< [m] along the axis
};
/// Nearly evenly spaced on a sphere.
struct SphereShape {
    int count = 100;
    Real radius = 2;  ///< [m]
};
/// Fibres along z in a hexagon.
struct BundleShape {
    int layers = 1;    ///< around the fibre in the middle: 0 is one fibre, 1 are seven
    int along = 8;     ///< particles of a fibre
    Real across = 1;   ///< [m] between fibres
    Real spacing = 1;  ///< [m] along a fibre
};
/// A box full of particles on a cubic grid, each shifted at random.
struct BlockShape {
    std::array<int, 3> counts{4, 4, 4};
    Real spacing = 1;  ///< [m]
    Real jitter = 0;   ///< [m] along each axis
};
using OrientedShapeDef = std::variant<SingleParticles, RowShape, RingShape, SpiralShape, SheetShape,
                                      CylinderShape, SphereShape, BundleShape, BlockShape>;

/// A particle with the curvature of the surface it stands on, along its x and y (curves: along x).
struct PlacedParticle {
    Pose pose;
    Vec3 velocity = Vec3::Zero();         ///< [m/s]
    std::array<Real, 2> curvature{0, 0};  ///< [1/m]
};

std::vector<PlacedParticle> place_particles(const OrientedShapeDef& shape, Rng& rng);

}  // namespace souple
