// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Explicit Euler for one wisp. (001 W1.8, W3.5)
#include "souple/dynamics/hair/wisp_solvers.h"
#include "souple/dynamics/hair/wisp_twist.h"

namespace souple {

namespace {

template <class L>
void move_particles(WispMotionOf<L>& wisp, Real h) {
    for (int i = 0; i < wisp.n; ++i) {
        wisp.x[i] += h * wisp.v[i];
        wisp.v[i] += h * wisp.acceleration[i];
    }
}

/// Samples have one number each, so that the next frames put them on the new half-lines by themselves.
template <class L>
void move_samples(WispMotionOf<L>& wisp, Real h) {
    using Number = typename L::Number;
    const Number inverse = L::of(1) / wisp.sample_mass, none = L::of(0);
    for (int i = 2; i < wisp.n; ++i) {
        const typename L::Vector felt = felt_by_samples(wisp, i);
        const Number along_u = dot(felt, wisp.frame[i].u), along_v = dot(felt, wisp.frame[i].v);
        for (int k = 0; k < wisp.samples; ++k) {
            Number& radius = wisp.radius[i * wisp.samples + k];
            Number& speed = wisp.radius_speed[i * wisp.samples + k];
            const Number tension =
                wisp.sample_stiffness * (radius - wisp.rest_radius[i]) + wisp.sample_damping * speed;
            const Number pull = wisp.cosine[k] * along_u + wisp.sine[k] * along_v - wisp.drag_rate * speed;
            radius += h * speed;
            speed += h * (pull - inverse * tension);
            const typename L::Mask crossed = radius < none;
            radius = crossed ? none : radius;
            speed = crossed ? larger(speed, none) : speed;
        }
    }
}

}  // namespace

template <class L>
void run_corrected_euler(const WispRun& run, const NearSolids<L>& near, WispMotionOf<L>& wisp) {
    ObstacleWatchOf<L> watch;
    start_watch(near, wisp, watch);
    find_sections(wisp, 0);
    for (int k = 0; k < run.substeps; ++k) {
        const Real s = Real(k) / run.substeps;
        keep_outside(near, run.h, s, watch, wisp);
        find_turned_sections(wisp, s, k > 0 ? run.h : 0);
        keep_samples_outside(near, s, watch, wisp);
        find_forces(wisp);
        count_outer_forces(wisp, run.h);
        for (int i = 0; i < wisp.n; ++i) wisp.acceleration[i] = wisp.inv_mass[i] * wisp.force[i];
        move_samples(wisp, run.h);
        move_particles(wisp, run.h);
    }
    keep_outside(near, run.h, 1, watch, wisp);
    find_turned_sections(wisp, 1, run.h);
    keep_samples_outside(near, 1, watch, wisp);
}

template void run_corrected_euler<OneLane>(const WispRun&, const NearSolids<OneLane>&, WispMotion&);
template void run_corrected_euler<FourLanes>(const WispRun&, const NearSolids<FourLanes>&, FourWisps&);

}  // namespace souple
