// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The implicit skin of an object made of oriented particles: a skeleton that every particle carries, the
// field around it, and how hard it is (000 F0.26 - F0.32).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "souple/core/types.h"
#include "souple/dynamics/world.h"

namespace souple {

// pieces of a skeleton, in the particle's axes; `stretch`: the field reaches this many times as far along
// each
struct PointSkeleton {
    Vec3 position = Vec3::Zero();  ///< [m]
    Vec3 stretch = Vec3::Ones();
};
struct SegmentSkeleton {
    Vec3 from{-0.5, 0, 0}, to{0.5, 0, 0};  ///< [m]
};
/// Perpendicular to its z axis.
struct SquareSkeleton {
    std::array<Real, 2> size{1, 1};  ///< [m] whole sides along its x and y
    Vec3 position = Vec3::Zero();    ///< [m]
    Vec3 rotation = Vec3::Zero();    ///< [deg] rotation vector
    Vec3 stretch = Vec3::Ones();
};
struct CubeSkeleton {
    Vec3 size = Vec3::Ones();      ///< [m] whole sides
    Vec3 position = Vec3::Zero();  ///< [m]
    Vec3 rotation = Vec3::Zero();  ///< [deg] rotation vector
    Vec3 stretch = Vec3::Ones();
};
using SkeletonDef = std::variant<PointSkeleton, SegmentSkeleton, SquareSkeleton, CubeSkeleton>;

struct SkinDef {
    std::vector<SkeletonDef> skeleton = {PointSkeleton{}};  ///< of every particle
    Real thickness = 0.5;                                   ///< [m] of the skin around a skeleton alone
    std::optional<Real> range = {};  ///< [m] of its field; default: twice the thickness
    std::optional<Real> slope = {};  ///< [1/m] of the field at the skin; default: 2 / (range - thickness)
    Real stiffness = 1e4;            ///< [Pa/m] pressure that a depth of one metre meets
    Real friction = 0.3;             ///< Coulomb's coefficient, >= 0
    Real damping = 0.1;              ///< [s/m] pressure grows by this part with the speed of approach
    Real slip_speed = 1e-2;          ///< [m/s] slower sliding meets less than full friction
    std::optional<Real> seed_spacing = {};  ///< [m] default: half the thickness
    std::optional<Real> cell = {};  ///< [m] of pictures and measures; default: a fifth of the thickness
    bool keeps_volume = false;      ///< pieces have the volume of the particles in them, however they lie
    int volume_passes = 4;
};

/// Throws InputError: what makes no sense about the field, with the skin's name.
void check(const SkinDef& def, const std::string& name);

/// Particles of one entry of a part's objects.
struct SkinnedParticles {
    std::string name;
    int object = 0;  ///< those with the same number share one skin
    Range frames;
    const SkinDef* skin = nullptr;
};

/// Adds one skin for each object. How hard and rough it is says its first entry.
void add_skins(World& world, int part, std::span<const SkinnedParticles> entries);

}  // namespace souple
