// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Explicit Euler for one wisp. (001 W1.8, W3.5)
#include "souple/dynamics/hair/wisp_solvers.h"
#include "souple/dynamics/hair/wisp_twist.h"

namespace souple {

namespace {

void move_particles(WispMotion& wisp, Real h) {
    for (int i = 0; i < wisp.n; ++i) {
        wisp.x[i] += h * wisp.v[i];
        wisp.v[i] += h * wisp.acceleration[i];
    }
}

/// Samples have one number each, so that the next frames put them on the new half-lines by themselves.
void move_samples(WispMotion& wisp, Real h) {
    const Real inverse = 1 / wisp.sample_mass;
    for (int i = 2; i < wisp.n; ++i) {
        const Vec3 felt = felt_by_samples(wisp, i);
        const Real along_u = felt.dot(wisp.frame[i].u), along_v = felt.dot(wisp.frame[i].v);
        for (int k = 0; k < wisp.samples; ++k) {
            Real& radius = wisp.radius[i * wisp.samples + k];
            Real& speed = wisp.radius_speed[i * wisp.samples + k];
            const Real tension =
                wisp.sample_stiffness * (radius - wisp.rest_radius[i]) + wisp.sample_damping * speed;
            const Real pull = wisp.cosine[k] * along_u + wisp.sine[k] * along_v - wisp.drag_rate * speed;
            radius += h * speed;
            speed += h * (pull - inverse * tension);
            if (radius >= 0) continue;
            radius = 0;
            if (speed < 0) speed = 0;
        }
    }
}

}  // namespace

void run_corrected_euler(const WispRun& run, const NearObstacles& near, WispMotion& wisp) {
    ObstacleWatch watch;
    start_watch(near, wisp, watch);
    find_sections(wisp, 0);
    for (int k = 0; k < run.substeps; ++k) {
        const Real s = Real(k) / run.substeps;
        keep_outside(near, run.h, s, watch, wisp);
        find_turned_sections(wisp, s, k > 0 ? run.h : 0);
        keep_samples_outside(near, s, watch, wisp);
        find_forces(wisp);
        for (int i = 0; i < wisp.n; ++i) wisp.acceleration[i] = wisp.inv_mass[i] * wisp.force[i];
        move_samples(wisp, run.h);
        move_particles(wisp, run.h);
    }
    keep_outside(near, run.h, 1, watch, wisp);
    find_turned_sections(wisp, 1, run.h);
    keep_samples_outside(near, 1, watch, wisp);
}

}  // namespace souple
