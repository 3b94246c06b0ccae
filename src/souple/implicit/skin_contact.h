// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Contact between skins (000 F0.27, F0.28, F0.30). A skin answers with the pressure P (f - 1) where its field
// is f; two skins meet where their pressures are equal, so they neither overlap nor leave a gap. Seeds
// measure that surface, and what presses there is handed to the carriers: equal and opposite, to rounding.
#pragma once

#include <functional>
#include <limits>

#include "souple/implicit/polygonise_skin.h"
#include "souple/implicit/seeds.h"

namespace souple {

/// How a carrier gives way to an impulse, and what else moves it.
struct CarrierYield {
    Real to_push = 0;             ///< [1/kg]
    Mat3 to_turn = Mat3::Zero();  ///< [1/(kg m^2)] along the axes of the world
    /// [m/s], [rad/s] how much faster it goes on the average of an interval than at its start: between two
    /// pushes weight and its own laws move it even where it rests.
    Vec3 drift = Vec3::Zero(), turning = Vec3::Zero();
};

/// Everything contact has to know of an object.
struct TouchingSkin {
    PressedSkin skin;
    std::span<const SkinSeed> seeds{};
    std::span<const SeedPlace> places{};
    std::span<const Vec3> x{}, v{}, w{};    ///< of its carriers: [m], [m/s], [rad/s]
    std::span<const CarrierYield> yield{};  ///< of its carriers; empty: nobody knows
    Real duration = 0;                      ///< [s] for how long it is pushed as it is now
};

/// A seed on the surface of contact.
struct SkinTouch {
    int seed = 0;
    Vec3 place = Vec3::Zero();    ///< [m]
    Vec3 normal = Vec3::UnitX();  ///< unit, from the seed's object to the other
    Real pressure = 0;            ///< [Pa]
    Real area = 0;                ///< [m^2]
    Real depth = 0;               ///< [m] how far the free skin is pressed in here, along the normal
    Real push = 0;                ///< [N] along the normal, damping included: what friction depends on
};

/// How two skins rub.
struct SkinFeel {
    Real friction = 0;       ///< Coulomb's coefficient, >= 0
    Real damping = 0;        ///< [s/m] the pressure grows by this part with the speed of approach
    Real slip_speed = 1e-3;  ///< [m/s] > 0: slower sliding meets less than full friction
};

/// Valid seeds of `own` that are inside `other`, brought to the surface of equal pressure.
void find_touches(const TouchingSkin& own, const TouchingSkin& other, std::vector<SkinTouch>& touches);

/// A solid that does not give way, with the velocity of its places.
struct HardSolid {
    std::function<Real(const Vec3&)> distance;  ///< [m] negative inside
    std::function<Vec3(const Vec3&)> normal;    ///< unit, outwards, near its surface
    std::function<Vec3(const Vec3&)> velocity;  ///< [m/s]
    /// Holds all of it: seeds elsewhere are not asked about.
    Aabb box{Vec3::Constant(-std::numeric_limits<Real>::infinity()),
             Vec3::Constant(std::numeric_limits<Real>::infinity())};
    Real yield = 0;  ///< [1/kg] how much its places give way to an impulse, at the most
    /// [m/s] how much faster its places will go: by what it has received so far, and on the average
    std::function<Vec3(const Vec3&)> change = {};
};
void find_touches(const TouchingSkin& own, const HardSolid& solid, std::vector<SkinTouch>& touches);

/// [J] the work of the pressure along the way of these seeds from the free skin: what pressing `own` has
/// stored.
Real stored_energy(const TouchingSkin& own, std::span<const SkinTouch> touches);

/// Sums on the carriers of one object, torques about their places.
struct CarrierLoads {
    std::vector<Vec3> force, torque;  ///< [N], [N m]
    std::vector<Real> push;           ///< [N] of the touches that rub
    void reset(std::size_t carriers);
};

/// Presses both objects apart. `weight` is 1/2 where the seeds of both are counted. The push on `own` goes to
/// the carrier of the seed, that on `other` to its carriers as they share the field there.
void add_press(const TouchingSkin& own, const TouchingSkin& other, std::span<SkinTouch> touches,
               const SkinFeel& feel, Real weight, CarrierLoads& on_own, CarrierLoads& on_other);

/// Lets them rub where they have been pressed: against how they will go on with their loads so far.
void add_friction(const TouchingSkin& own, const TouchingSkin& other, std::span<const SkinTouch> touches,
                  const SkinFeel& feel, Real weight, CarrierLoads& on_own, CarrierLoads& on_other);

/// What a solid receives as a whole, the torque about `about`.
struct SolidLoad {
    Vec3 about = Vec3::Zero();                         ///< [m]
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  ///< [N], [N m]
};
/// The same between a skin and a solid. In between the solid may learn what it has received.
void add_press(const TouchingSkin& own, const HardSolid& solid, std::span<SkinTouch> touches,
               const SkinFeel& feel, CarrierLoads& on_own, SolidLoad* on_solid = nullptr);
void add_friction(const TouchingSkin& own, const HardSolid& solid, std::span<const SkinTouch> touches,
                  const SkinFeel& feel, CarrierLoads& on_own, SolidLoad* on_solid = nullptr);

}  // namespace souple
