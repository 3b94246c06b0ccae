// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hair as deformable wisps (001): the constant half. Skeletons are points and springs of the Model; what is
// here says how slots of points make wisps, what their envelopes are like, and how wisps meet and split.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/core/types.h"
#include "souple/math/types.h"

namespace souple {

constexpr int most_wisp_particles = 32;
constexpr int most_wisp_samples = 16;

/// What a sample of the envelope feels along its half-line.
enum class SampleLaw {
    Relative,  ///< also that its particle accelerates: nothing deforms in free fall
    Literal,   ///< the source's: its line counts as fixed in space (001 W1.8)
};

/// The two layers of a wisp. Masses, springs and hinges of a wisp that has split are these times its share.
struct WispMaterial {
    Real stiffness = 50;        ///< [N/m] of one segment
    Real damping = 0.02;        ///< [kg/s]
    Real bend_stiffness = 0;    ///< [N/m] skip-one springs, [N m/rad] hinges
    Real bend_damping = 0;      ///< [kg/s] or [N m s/rad]
    bool hinges = false;        ///< angular hinges (001 W1.3) instead of skip-one springs (001 W1.4)
    int samples = 4;            ///< in each section plane, >= 3
    Real sample_mass = 2e-5;    ///< [kg] > 0
    Real sample_stiffness = 0;  ///< [N/m] of the spring to the skeleton
    Real sample_damping = 0;    ///< [kg/s]
    SampleLaw law = SampleLaw::Relative;
    Real twist_stiffness = 0;  ///< [N m/rad] of each segment about itself; 0: sections turn with the root
    Real twist_damping = 0;    ///< [N m s/rad]
    Real turning = 0;          ///< [1/(kg m^2)] > 0: segments only turn, from root to tip (001 W9.3)
};

/// How sections that meet are found.
enum class WispSearch {
    Segments,  ///< closest distance of skeleton segments: thin sections that cross are found
    Points,    ///< the source's: particles inside sections, both ways (001 W5.2)
};

/// Who feels that two sections meet.
enum class WispResponse {
    Symmetric,  ///< both, with equal and opposite impulses
    OneSided,   ///< the source's: only the particle, never the volume it is in (001 W5.5)
};

struct WispContactRule {
    bool collide = true;         ///< sections that move across each other stop (001 W5.6)
    bool interpenetrate = true;  ///< sections that move along each other rub (001 W5.5)
    Real threshold = 0.9;        ///< s_interp: they rub where |n . v| is below it (001 W5.4)
    Real viscosity = 5;          ///< [1/s] of rubbing at rest density
    WispSearch search = WispSearch::Segments;
    WispResponse response = WispResponse::Symmetric;
};

/// What velocities the two halves of a wisp get.
enum class SplitVelocity {
    Momentum,  ///< v +- push along the largest diameter
    Speed,     ///< the source's: each as fast as the parent, in other directions (001 W6.3)
};

struct WispSplitRule {
    Real ratio = 0;                ///< splits where smallest over largest diameter is below this; 0: never
    Real sibling_distance = 0.02;  ///< [m] halves split again, and meet each other, only when this far apart
    Real envelope_scale = 1;       ///< rest radii of the halves over the parent's (001 W6.2: 1 or 1/2)
    SplitVelocity velocity = SplitVelocity::Momentum;
    Real push = 0.1;          ///< [m/s] Momentum: each half's speed away from the other
    Real merge_distance = 0;  ///< [m] halves closer than this become one again; 0: never
    Real merge_time = 0.5;    ///< [s] after being so for this long
};

/// How a hair moves with the envelope.
enum class HairRule { Axes, Angle, Barycentric };

/// Hairs are drawn from this and a seed, never stored (001 W2).
struct HairLook {
    int hairs = 50;      ///< of each wisp that has not split
    Real spread = 0.35;  ///< standard deviation in the unit disc (001 W2.1)
    Real wobble = 0.03;  ///< of a hair's place from section to section (001 W2.2)
    Real shorter = 0.1;  ///< a hair lacks up to this part of the length
    Real drawn = 0.98;   ///< part of the rest length that is drawn, so that it never changes (001 W2.7)
    Real radius = 2e-4;  ///< [m] of a drawn hair
    int points = 3;      ///< of a curve from one section to the next
    HairRule rule = HairRule::Axes;  ///< Axes is for four samples
    std::uint64_t seed = 1;
};

/// Where a wisp grows.
struct WispRoot {
    Vec3 side = Vec3::UnitX();  ///< unit, across the root: the first axis of its frame, in those below
    int track = -1;             ///< Model::tracks, or the world
    int anchor = -1;            ///< Model::anchors: the root is on a surface that deforms, whatever the track
};

/// One part of hair. Slot s has the points [s * particles, (s + 1) * particles) of the part, and springs,
/// hinges and pins likewise; slots that no wisp uses have no mass and follow slot 0.
struct Hair {
    int part = 0;        ///< Model::parts
    int particles = 10;  ///< of a wisp, the first two are held
    int slots = 0;       ///< wisps there is room for; the first ones are the roots'
    int first_pin = 0;   ///< Model::pins, two for each slot
    WispMaterial material;
    WispContactRule contact;
    WispSplitRule split;
    HairLook look;
    Real shielding = 0;      ///< part of the wind that each particle upwind takes away, in [0, 1)
    Real stretch_limit = 0;  ///< largest strain after a push out of an obstacle (001 W4.8); 0: none
    std::vector<WispRoot> roots;
    std::vector<Real> mass;         ///< [kg] by root and particle
    std::vector<Real> rest_radius;  ///< [m] by root and particle

    int root_count() const { return static_cast<int>(roots.size()); }
    int springs_of_wisp() const { return particles - 1 + (material.hinges ? 0 : particles - 2); }
    int hinges_of_wisp() const { return material.hinges ? particles - 2 : 0; }
    int samples_of_wisp() const { return particles * material.samples; }
};

}  // namespace souple
