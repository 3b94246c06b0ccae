// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Wisps taken out of the arrays, so that a hundred substeps run in the nearest memory: between two looks at
// its neighbours a wisp is alone. One, or four side by side in the lanes of the processor, which are as
// alone.
#pragma once

#include <array>

#include "souple/dynamics/control.h"
#include "souple/dynamics/hair/section_frames.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

template <class T>
using PerParticle = std::array<T, most_wisp_particles>;

/// A spring as the loop reads it.
template <class L>
struct WispSpringOf {
    typename L::Number rest{}, stiffness{}, damping{};  ///< [m], [N/m], [kg/s]
};

/// Wisps of one part: what they share are plain numbers.
template <class L>
struct WispMotionOf {
    using Number = typename L::Number;
    using Vector = typename L::Vector;

    int n = 0;        ///< particles
    int samples = 0;  ///< in each plane
    PerParticle<Vector> x, v, force;
    PerParticle<Vector> acceleration;    ///< [m/s^2] in the last substep
    PerParticle<Vector> air;             ///< [m/s]
    PerParticle<Vector> load;            ///< [N] held on particles from outside; only where `loaded`
    PerParticle<Number> mass, inv_mass;  ///< inv_mass is 0 for the two particles of the root
    PerParticle<Vector> along;           ///< unit, of segment i
    PerParticle<Number> length;          ///< [m] of segment i
    PerParticle<SectionFrameOf<L>> frame;
    PerParticle<SectionFrameOf<L>> free_frame;  ///< without twist; only where sections twist
    PerParticle<Number> twist{}, twist_rate{};  ///< [rad] from there, [rad/s] spin about w
    PerParticle<WispSpringOf<L>> segment, skip;
    PerParticle<std::array<Hinge, L::count>> hinge;  ///< at particle i + 1; nodes are not used
    int skips = 0, hinges = 0;
    bool loaded = false, twists = false;
    std::array<Number, most_wisp_particles * most_wisp_samples> radius, radius_speed;
    PerParticle<Number> rest_radius;
    std::array<Real, most_wisp_samples> cosine, sine;          ///< of the half-lines in a plane
    Vector side_t0 = L::of(Vec3::UnitX()), side_t1 = side_t0;  ///< root axis at the ends of the interval
    Vec3 gravity = Vec3::Zero();
    Real drag_linear = 0, drag_quadratic = 0, drag_rate = 0;  ///< [kg/s], [kg/m], [1/s]
    Number sample_mass = L::of(1), sample_stiffness{}, sample_damping{};
    SampleLaw law = SampleLaw::Relative;
    Number twist_stiffness{}, twist_damping{}, turning{};
    bool carried = false;  ///< by a body that feels its root
    Vector outer{};        ///< [N s] of a carried one: what came from neither root nor wisp

    Number& radius_of(int i, int k) { return radius[i * samples + k]; }
    const Number& radius_of(int i, int k) const { return radius[i * samples + k]; }
    /// Unit half-line of sample k at particle i.
    Vector half_line(int i, int k) const { return cosine[k] * frame[i].u + sine[k] * frame[i].v; }
};
using WispMotion = WispMotionOf<OneLane>;
using FourWisps = WispMotionOf<FourLanes>;

/// [m] radius at rest of a wisp's envelope; halves may be narrower than their parent (001 W6.2).
inline Real rest_radius_of(const Hair& hair, const WispMemory& wisp, int particle) {
    Real radius = hair.rest_radius[wisp.root * hair.particles + particle];
    for (int k = 0; k < wisp.depth; ++k) radius *= hair.split.envelope_scale;
    return radius;
}

/// Slots with a wisp, in order.
inline void find_live_slots(const Hair& hair, const HairState& own, std::vector<int>& live) {
    live.clear();
    for (int slot = 0; slot < hair.slots; ++slot)
        if (own.wisps[slot].root >= 0) live.push_back(slot);
}

/// Where the half-lines of a plane point: evenly around, the first along u.
void set_half_lines(int samples, std::array<Real, most_wisp_samples>& cosine,
                    std::array<Real, most_wisp_samples>& sine);

/// First axis of a wisp's root in the world, where tracks and anchors are at one end of the interval.
Vec3 root_side(const Hair& hair, const std::vector<Pose>& tracks, const std::vector<Pose>& anchors, int root);

/// Copies slot `slot` out of the world into a lane, and back.
template <class L>
void load_wisp(const Model& model, const Control& control, const Hair& hair, int slot, const State& state,
               WispMotionOf<L>& wisp, int lane = 0);
template <class L>
void store_wisp(const Model& model, const Hair& hair, int slot, const WispMotionOf<L>& wisp, State& state,
                int lane = 0);

/// Directions, lengths and frames of where the wisp is, s of the way through the interval.
template <class L>
void find_sections(WispMotionOf<L>& wisp, Real s);

/// [N] weight, air and load at particle i.
template <class L>
typename L::Vector outer_force(const WispMotionOf<L>& wisp, int i) {
    const typename L::Vector u = wisp.v[i] - wisp.air[i];
    typename L::Number drag = L::of(wisp.drag_linear) + wisp.drag_rate * wisp.mass[i];
    if (wisp.drag_quadratic > 0) drag += wisp.drag_quadratic * root(dot(u, u));
    const typename L::Vector force = wisp.mass[i] * L::of(wisp.gravity) - drag * u;
    if (!wisp.loaded) return force;
    return force + wisp.load[i];
}

/// [kg m/s] of all that is not held.
template <class L>
typename L::Vector free_momentum(const WispMotionOf<L>& wisp) {
    typename L::Vector sum = L::of(Vec3::Zero());
    for (int i = 2; i < wisp.n; ++i) sum += wisp.mass[i] * wisp.v[i];
    return sum;
}

/// Adds what outer forces give to a carried wisp in h [s].
template <class L>
void count_outer_forces(WispMotionOf<L>& wisp, Real h) {
    for (int i = 2; wisp.carried && i < wisp.n; ++i) wisp.outer += h * outer_force(wisp, i);
}

/// Force on every particle: weight, air, springs, hinges and the pressure of the envelope (needs sections).
template <class L>
void find_forces(WispMotionOf<L>& wisp);

/// [m/s^2] what `law` lets the samples around particle i feel, apart from their own springs and speeds.
template <class L>
typename L::Vector felt_by_samples(const WispMotionOf<L>& wisp, int i) {
    const typename L::Vector outside = L::of(wisp.gravity) - wisp.drag_rate * (wisp.v[i] - wisp.air[i]);
    if (wisp.law == SampleLaw::Literal) return outside;
    return outside - wisp.acceleration[i];
}

}  // namespace souple
