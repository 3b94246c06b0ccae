// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One wisp taken out of the arrays, so that a hundred substeps run in the nearest memory: between two looks
// at its neighbours a wisp is alone.
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
struct WispSpring {
    Real rest = 0, stiffness = 0, damping = 0;  ///< [m], [N/m], [kg/s]
};

struct WispMotion {
    int n = 0;        ///< particles
    int samples = 0;  ///< in each plane
    PerParticle<Vec3> x, v, force;
    PerParticle<Vec3> acceleration;    ///< [m/s^2] in the last substep
    PerParticle<Vec3> air;             ///< [m/s]
    PerParticle<Vec3> load;            ///< [N] held on particles from outside; only where `loaded`
    PerParticle<Real> mass, inv_mass;  ///< inv_mass is 0 for the two particles of the root
    PerParticle<Vec3> along;           ///< unit, of segment i
    PerParticle<Real> length;          ///< [m] of segment i
    PerParticle<SectionFrame> frame;
    PerParticle<SectionFrame> free_frame;     ///< without twist; only where sections twist
    PerParticle<Real> twist{}, twist_rate{};  ///< [rad] from there, [rad/s] spin about w
    PerParticle<WispSpring> segment, skip;
    PerParticle<Hinge> hinge;  ///< at particle i + 1; nodes are not used
    int skips = 0, hinges = 0;
    bool loaded = false;
    std::array<Real, most_wisp_particles * most_wisp_samples> radius, radius_speed;
    PerParticle<Real> rest_radius;
    std::array<Real, most_wisp_samples> cosine, sine;       ///< of the half-lines in a plane
    Vec3 side_t0 = Vec3::UnitX(), side_t1 = Vec3::UnitX();  ///< root axis at the ends of the interval
    Vec3 gravity = Vec3::Zero();
    Real drag_linear = 0, drag_quadratic = 0, drag_rate = 0;  ///< [kg/s], [kg/m], [1/s]
    Real sample_mass = 1, sample_stiffness = 0, sample_damping = 0;
    SampleLaw law = SampleLaw::Relative;
    Real twist_stiffness = 0, twist_damping = 0, turning = 0;

    Real& radius_of(int i, int k) { return radius[i * samples + k]; }
    Real radius_of(int i, int k) const { return radius[i * samples + k]; }
    /// Unit half-line of sample k at particle i.
    Vec3 half_line(int i, int k) const { return cosine[k] * frame[i].u + sine[k] * frame[i].v; }
};

/// [m] radius at rest of a wisp's envelope; halves may be narrower than their parent (001 W6.2).
inline Real rest_radius_of(const Hair& hair, const WispMemory& wisp, int particle) {
    Real radius = hair.rest_radius[wisp.root * hair.particles + particle];
    for (int k = 0; k < wisp.depth; ++k) radius *= hair.split.envelope_scale;
    return radius;
}

/// Where the half-lines of a plane point: evenly around, the first along u.
void set_half_lines(int samples, std::array<Real, most_wisp_samples>& cosine,
                    std::array<Real, most_wisp_samples>& sine);

/// First axis of a wisp's root in the world, where its track is at one end of the interval.
Vec3 root_side(const Hair& hair, const std::vector<Pose>& tracks, int root);

/// Copies slot `slot` out of the world, and back.
void load_wisp(const Model& model, const Control& control, const Hair& hair, int slot, const State& state,
               WispMotion& wisp);
void store_wisp(const Model& model, const Hair& hair, int slot, const WispMotion& wisp, State& state);

/// Directions, lengths and frames of where the wisp is, s of the way through the interval.
void find_sections(WispMotion& wisp, Real s);

/// [N] weight, air and load at particle i.
Vec3 outer_force(const WispMotion& wisp, int i);

/// Force on every particle: weight, air, springs, hinges and the pressure of the envelope (needs sections).
void find_forces(WispMotion& wisp);

/// [m/s^2] what `law` lets the samples around particle i feel, apart from their own springs and speeds.
inline Vec3 felt_by_samples(const WispMotion& wisp, int i) {
    const Vec3 outside = wisp.gravity - wisp.drag_rate * (wisp.v[i] - wisp.air[i]);
    return wisp.law == SampleLaw::Literal ? outside : Vec3(outside - wisp.acceleration[i]);
}

/// [m/s^2] of a sample along its half-line, apart from its own spring.
Real sample_pull(const WispMotion& wisp, int i, const Vec3& half_line, Real speed);

}  // namespace souple
