// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Explicit Euler for one wisp. (001 W1.8, W3.5)
#include "souple/dynamics/hair/wisp_solvers.h"

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
    for (int i = 2; i < wisp.n; ++i)
        for (int k = 0; k < wisp.samples; ++k) {
            Real& radius = wisp.radius[i * wisp.samples + k];
            Real& speed = wisp.radius_speed[i * wisp.samples + k];
            const Real tension =
                wisp.sample_stiffness * (radius - wisp.rest_radius[i]) + wisp.sample_damping * speed;
            const Real pull = sample_pull(wisp, i, wisp.half_line(i, k), speed) - inverse * tension;
            radius += h * speed;
            speed += h * pull;
            if (radius >= 0) continue;
            radius = 0;
            if (speed < 0) speed = 0;
        }
}

}  // namespace

void run_corrected_euler(const WispRun& run, const NearObstacles& near, WispMotion& wisp) {
    ObstacleWatch watch;
    find_sections(wisp, 0);
    for (int k = 0; k < run.substeps; ++k) {
        const Real s = Real(k) / run.substeps;
        keep_outside(near, run.h, s, watch, wisp);
        find_sections(wisp, s);
        keep_samples_outside(near, s, watch, wisp);
        find_forces(wisp);
        for (int i = 0; i < wisp.n; ++i) wisp.acceleration[i] = wisp.inv_mass[i] * wisp.force[i];
        move_samples(wisp, run.h);
        move_particles(wisp, run.h);
    }
    keep_outside(near, run.h, 1, watch, wisp);
    find_sections(wisp, 1);
    keep_samples_outside(near, 1, watch, wisp);
}

}  // namespace souple
