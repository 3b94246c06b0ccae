// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A wisp whose segments are rods. Between two forces Verlet's step drifts freely; the pulls along the rods,
// taken along their old directions, bring the lengths back (as SHAKE does), so that energy is neither lost
// nor gained.
#include <algorithm>
#include <cmath>

#include "souple/dynamics/hair/wisp_solvers.h"
#include "souple/dynamics/hair/wisp_twist.h"

namespace souple {

namespace {

constexpr int length_rounds = 6;       // Newton's iterations, quadratic: three are usual
constexpr int obstacle_rounds = 3;     // places: out of solids, then lengths
constexpr Real small_push = 1e-5;      // [m] with less both hold
constexpr int envelope_rounds = 2;     // envelope and skeleton at the end of a step
constexpr Real length_error = 1e-10;   // relative, of a squared length
constexpr Real hopeless_error = 2e-3;  // beyond it the chain is laid out anew from the root

/// A tridiagonal system, one row for each rod that can move.
struct RodSystem {
    PerParticle<Real> lower, middle, upper, right;
};

/// Solves rows [1, n - 2] in place; the solution is in `right`.
void solve_rows(int n, RodSystem& rows) {
    for (int i = 2; i + 1 < n; ++i) {
        const Real factor = rows.lower[i] / rows.middle[i - 1];
        rows.middle[i] -= factor * rows.upper[i - 1];
        rows.right[i] -= factor * rows.right[i - 1];
    }
    for (int i = n - 2; i >= 1; --i) {
        if (i + 2 < n) rows.right[i] -= rows.upper[i] * rows.right[i + 1];
        rows.right[i] /= rows.middle[i];
    }
}

/// How pulls along `pull` change what is measured along `measure`, rod by rod.
void fill_rows(const WispMotion& wisp, const PerParticle<Vec3>& measure, const PerParticle<Vec3>& pull,
               RodSystem& rows) {
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const Real a = wisp.inv_mass[i], b = wisp.inv_mass[i + 1];
        rows.middle[i] = (a + b) * measure[i].dot(pull[i]);
        rows.lower[i] = i > 1 ? -a * measure[i].dot(pull[i - 1]) : 0;
        rows.upper[i] = i + 2 < wisp.n ? -b * measure[i].dot(pull[i + 1]) : 0;
    }
}

/// Applies the solution as impulses along the rods: towards each other at both ends.
void apply(const WispMotion& wisp, const PerParticle<Vec3>& pull, const RodSystem& rows,
           PerParticle<Vec3>& moved) {
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const Vec3 push = rows.right[i] * pull[i];
        moved[i] += wisp.inv_mass[i] * push;
        moved[i + 1] -= wisp.inv_mass[i + 1] * push;
    }
}

/// Lays segments out from the root with their lengths, in the directions they have.
void lay_out(WispMotion& wisp) {
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const Vec3 d = wisp.x[i + 1] - wisp.x[i];
        const Real length = d.norm();
        const Vec3 along = length > 0 ? Vec3(d / length) : wisp.along[i];
        wisp.x[i + 1] = wisp.x[i] + wisp.segment[i].rest * along;
    }
}

void keep_lengths(WispMotion& wisp, const PerParticle<Vec3>& old_along) {
    RodSystem rows;
    PerParticle<Vec3> d;
    Real worst = 0;
    for (int round = 0; round < length_rounds; ++round) {
        worst = 0;
        for (int i = 1; i + 1 < wisp.n; ++i) {
            const Real rest = wisp.segment[i].rest;
            d[i] = (wisp.x[i + 1] - wisp.x[i]) / rest;
            rows.right[i] = rest * (d[i].squaredNorm() - 1) / 2;
            worst = std::max(worst, std::abs(d[i].squaredNorm() - 1));
        }
        if (!(worst > length_error)) return;
        fill_rows(wisp, d, old_along, rows);
        for (int i = 1; i + 1 < wisp.n; ++i)
            if (!(rows.middle[i] > 0)) return lay_out(wisp);  // it has turned by more than a right angle
        solve_rows(wisp.n, rows);
        apply(wisp, old_along, rows, wisp.x);
    }
    if (!(worst < hopeless_error)) lay_out(wisp);
}

/// Velocities along rods become those of rigid ones.
void keep_speeds(WispMotion& wisp) {
    RodSystem rows;
    fill_rows(wisp, wisp.along, wisp.along, rows);
    for (int i = 1; i + 1 < wisp.n; ++i) rows.right[i] = wisp.along[i].dot(wisp.v[i + 1] - wisp.v[i]);
    solve_rows(wisp.n, rows);
    apply(wisp, wisp.along, rows, wisp.v);
}

void kick(WispMotion& wisp, Real h) {
    find_forces(wisp);
    for (int i = 2; i < wisp.n; ++i) wisp.v[i] += h * wisp.inv_mass[i] * wisp.force[i];
}

/// What a time h makes of a damped oscillator's place and speed.
struct OscillatorStep {
    Real xx = 1, xv = 0, vx = 0, vv = 1;
    Real stiffness = 0;  ///< [1/s^2]
};

/// The exact solution, slow or fast oscillation, creeping return.
OscillatorStep oscillator_step(Real stiffness, Real damping, Real h) {
    const Real half = damping / 2, under = stiffness - half * half, decay = std::exp(-half * h);
    Real c = 1, s = h;  // cosine, and sine over frequency
    if (under > 0) {
        const Real w = std::sqrt(under);
        c = std::cos(w * h);
        s = w * h > 1e-6 ? std::sin(w * h) / w : h;
    } else if (under < 0) {
        const Real w = std::sqrt(-under);
        c = std::cosh(w * h);
        s = w * h > 1e-6 ? std::sinh(w * h) / w : h;
    }
    return {decay * (c + half * s), decay * s, -decay * stiffness * s, decay * (c - half * s), stiffness};
}

/// Samples go along exactly as their springs do under the pull of the step, whose mean is in `acceleration`;
/// it belongs to half-lines halfway between those before and now. (With those of now every swing would be
/// damped: a wisp that swings freely pulls along itself, and hardly on its samples.)
void move_samples_exactly(WispMotion& wisp, const PerParticle<SectionFrame>& before,
                          const OscillatorStep& step, Real h) {
    const bool bound = step.stiffness > 0;
    for (int i = 2; i < wisp.n; ++i) {
        const Vec3 felt = felt_by_samples(wisp, i) / 2;
        const Real along_u = felt.dot(before[i].u + wisp.frame[i].u);
        const Real along_v = felt.dot(before[i].v + wisp.frame[i].v);
        for (int k = 0; k < wisp.samples; ++k) {
            Real& radius = wisp.radius[i * wisp.samples + k];
            Real& speed = wisp.radius_speed[i * wisp.samples + k];
            const Real pull = wisp.cosine[k] * along_u + wisp.sine[k] * along_v;
            const Real middle = bound ? wisp.rest_radius[i] + pull / step.stiffness : 0;
            const Real away = radius - middle, old = speed;
            speed = bound ? step.vx * away + step.vv * old : step.vv * old + h * pull;
            radius = bound ? middle + step.xx * away + step.xv * old : radius + h * speed;
            if (radius >= 0) continue;
            radius = 0;
            speed = std::max<Real>(speed, 0);
        }
    }
}

/// Drifts to the end of the step, past obstacles, with the rods' lengths.
void drift(Real h, Real s, const NearObstacles& near, ObstacleWatch& watch, WispMotion& wisp) {
    const PerParticle<Vec3> old_along = wisp.along;
    PerParticle<Vec3> free;
    for (int i = 0; i < wisp.n; ++i) free[i] = wisp.x[i] += h * wisp.v[i];
    keep_lengths(wisp, old_along);
    Real passed = h;
    for (int round = 0; round < obstacle_rounds; ++round) {
        const Real push = push_outside(near, passed, s, watch, wisp);
        if (push > 0) keep_lengths(wisp, old_along);
        if (push < small_push) break;
        passed = 0;
    }
    for (int i = 2; i < wisp.n; ++i) wisp.v[i] += (wisp.x[i] - free[i]) / h;
    find_sections(wisp, s);
}

/// Envelope and skeleton move each other: the end of the step is found twice.
void take_rod_step(Real h, Real s, const NearObstacles& near, ObstacleWatch& watch, WispMotion& wisp) {
    const OscillatorStep oscillator = oscillator_step(
        wisp.sample_stiffness / wisp.sample_mass, wisp.sample_damping / wisp.sample_mass + wisp.drag_rate, h);
    const PerParticle<Vec3> start = wisp.v;
    const PerParticle<SectionFrame> before = wisp.frame;
    kick(wisp, h / 2);
    drift(h, s, near, watch, wisp);
    const PerParticle<Vec3> middle = wisp.v;
    const auto radius = wisp.radius, radius_speed = wisp.radius_speed;
    PerParticle<Vec3> end = middle;
    for (int i = 2; i < wisp.n; ++i) end[i] += middle[i] - start[i];
    for (int round = 0; round < envelope_rounds; ++round) {
        for (int i = 2; i < wisp.n; ++i) wisp.acceleration[i] = (end[i] - start[i]) / h;
        wisp.v = middle;
        wisp.radius = radius;
        wisp.radius_speed = radius_speed;
        move_samples_exactly(wisp, before, oscillator, h);
        kick(wisp, h / 2);
        keep_speeds(wisp);
        end = wisp.v;
    }
}

}  // namespace

void run_rods(const WispRun& run, const NearObstacles& near, WispMotion& wisp) {
    ObstacleWatch watch;
    PerParticle<SectionFrame> before;
    find_sections(wisp, 0);
    for (int k = 0; k < run.substeps; ++k) {
        const Real s = Real(k + 1) / run.substeps;
        start_watch(near, wisp, watch);
        if (wisp.twist_stiffness > 0) before = wisp.free_frame;
        take_rod_step(run.h, s, near, watch, wisp);
        watch.visits = 0;  // segments too
        if (keep_outside(near, 0, s, watch, wisp) > small_push) lay_out_outside(near, s, watch, wisp);
        find_sections(wisp, s);
        if (wisp.twist_stiffness > 0) turn_sections(before, run.h, wisp);
        keep_samples_outside(near, s, watch, wisp);
    }
}

}  // namespace souple
