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

/// Solves rows [1, n - 2] in place; the solution is in `right`.
template <class L>
void solve_rows(int n, RodSystem<L>& rows) {
    for (int i = 2; i + 1 < n; ++i) {
        const typename L::Number factor = rows.lower[i] / rows.middle[i - 1];
        rows.middle[i] -= factor * rows.upper[i - 1];
        rows.right[i] -= factor * rows.right[i - 1];
    }
    for (int i = n - 2; i >= 1; --i) {
        if (i + 2 < n) rows.right[i] -= rows.upper[i] * rows.right[i + 1];
        rows.right[i] /= rows.middle[i];
    }
}

/// How pulls along `pull` change what is measured along `measure`, rod by rod.
template <class L>
void fill_rows(const WispMotionOf<L>& wisp, const PerParticle<typename L::Vector>& measure,
               const PerParticle<typename L::Vector>& pull, RodSystem<L>& rows) {
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const typename L::Number &a = wisp.inv_mass[i], &b = wisp.inv_mass[i + 1];
        rows.middle[i] = (a + b) * dot(measure[i], pull[i]);
        if (i > 1) rows.lower[i] = -a * dot(measure[i], pull[i - 1]);
        if (i + 2 < wisp.n) rows.upper[i] = -b * dot(measure[i], pull[i + 1]);
    }
}

/// Applies the solution as impulses along the rods: towards each other at both ends.
template <class L>
void apply(const WispMotionOf<L>& wisp, const PerParticle<typename L::Vector>& pull, const RodSystem<L>& rows,
           PerParticle<typename L::Vector>& moved) {
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const typename L::Vector push = rows.right[i] * pull[i];
        moved[i] += wisp.inv_mass[i] * push;
        moved[i + 1] -= wisp.inv_mass[i + 1] * push;
    }
}

/// Lays segments of some wisps out from the root with their lengths, in the directions they have.
template <class L>
void lay_out(const typename L::Mask& lanes, WispMotionOf<L>& wisp) {
    const typename L::Number least = L::of(1e-300);
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const typename L::Vector d = wisp.x[i + 1] - wisp.x[i];
        const typename L::Number length = root(dot(d, d));
        const typename L::Vector along =
            chosen(length > least, (L::of(1) / larger(length, least)) * d, wisp.along[i]);
        wisp.x[i + 1] = chosen(lanes, wisp.x[i] + wisp.segment[i].rest * along, wisp.x[i + 1]);
    }
}

/// Relative errors of squared lengths, into d and the right side; the worst one.
template <class L>
typename L::Number length_errors(const WispMotionOf<L>& wisp, RodRoom<L>& room) {
    typename L::Number worst = L::of(0);
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const typename L::Number& rest = wisp.segment[i].rest;
        room.d[i] = (L::of(1) / rest) * (wisp.x[i + 1] - wisp.x[i]);
        const typename L::Number error = dot(room.d[i], room.d[i]) - L::of(1);
        room.rows.right[i] = rest * error / L::of(2);
        worst = larger(magnitude(error), worst);
    }
    return worst;
}

/// Brings back the lengths of the wisps in some lanes; the others are left to the bit.
template <class L>
void keep_lengths(typename L::Mask lanes, WispMotionOf<L>& wisp, RodRoom<L>& room) {
    typename L::Number worst = L::of(0);
    for (int round = 0; round < length_rounds; ++round) {
        worst = length_errors(wisp, room);
        lanes = lanes & (worst > L::of(length_error));
        if (!any(lanes)) return;
        fill_rows<L>(wisp, room.d, room.old_along, room.rows);
        typename L::Mask turned{};  // by more than a right angle
        for (int i = 1; i + 1 < wisp.n; ++i) turned = turned | (room.rows.middle[i] <= L::of(0));
        turned = turned & lanes;
        if (any(turned)) {
            lay_out<L>(turned, wisp);
            lanes = lanes ^ turned;
        }
        for (int i = 1; i + 1 < wisp.n; ++i) {
            room.rows.right[i] = lanes ? room.rows.right[i] : L::of(0);
            room.rows.middle[i] = lanes ? room.rows.middle[i] : L::of(1);
            if (i > 1) room.rows.lower[i] = lanes ? room.rows.lower[i] : L::of(0);
        }
        solve_rows(wisp.n, room.rows);
        apply<L>(wisp, room.old_along, room.rows, wisp.x);
    }
    lanes = lanes & (worst >= L::of(hopeless_error));
    if (any(lanes)) lay_out<L>(lanes, wisp);
}

/// Velocities along rods become those of rigid ones.
template <class L>
void keep_speeds(WispMotionOf<L>& wisp, RodSystem<L>& rows) {
    fill_rows<L>(wisp, wisp.along, wisp.along, rows);
    for (int i = 1; i + 1 < wisp.n; ++i) rows.right[i] = dot(wisp.along[i], wisp.v[i + 1] - wisp.v[i]);
    solve_rows(wisp.n, rows);
    apply<L>(wisp, wisp.along, rows, wisp.v);
}

template <class L>
void kick(WispMotionOf<L>& wisp, Real h, bool counts = true) {
    if (counts) count_outer_forces(wisp, h);
    find_forces(wisp);
    for (int i = 2; i < wisp.n; ++i) wisp.v[i] += (h * wisp.inv_mass[i]) * wisp.force[i];
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
template <class L>
void move_samples_exactly(WispMotionOf<L>& wisp, const RodRoom<L>& room, const OscillatorStep& step, Real h) {
    using Number = typename L::Number;
    const bool bound = step.stiffness > 0;
    const Number none = L::of(0);
    for (int i = 2; i < wisp.n; ++i) {
        const typename L::Vector felt = 0.5 * felt_by_samples(wisp, i);
        const Number along_u = dot(felt, room.before[i].u + wisp.frame[i].u);
        const Number along_v = dot(felt, room.before[i].v + wisp.frame[i].v);
        for (int k = i * wisp.samples; k < (i + 1) * wisp.samples; ++k) {
            const int sample = k - i * wisp.samples;
            const Number pull = wisp.cosine[sample] * along_u + wisp.sine[sample] * along_v;
            const Number middle = bound ? wisp.rest_radius[i] + pull / step.stiffness : none;
            const Number away = room.radius[k] - middle, old = room.radius_speed[k];
            const Number speed = bound ? step.vx * away + step.vv * old : step.vv * old + h * pull;
            const Number radius =
                bound ? middle + step.xx * away + step.xv * old : room.radius[k] + h * speed;
            wisp.radius[k] = radius < none ? none : radius;
            wisp.radius_speed[k] = radius < none ? larger(speed, none) : speed;
        }
    }
}

/// Out of solids, after a `look` [s] since they were last asked. What that changes of places in h [s] becomes
/// velocity, which solids and not the root have given.
template <class L>
void push_out(const NearSolids<L>& near, const typename L::Mask& lanes, Real look, Real h, Real s,
              ObstacleWatchOf<L>& watch, WispMotionOf<L>& wisp) {
    const auto weighted_places = [&wisp] {
        typename L::Vector sum = L::of(Vec3::Zero());
        for (int i = 2; wisp.carried && i < wisp.n; ++i) sum += wisp.mass[i] * wisp.x[i];
        return sum;
    };
    const typename L::Vector before = weighted_places();
    push_outside<L>(near, lanes, look, s, watch, wisp);
    wisp.outer += (1 / h) * (weighted_places() - before);
}

/// Drifts to the end of the step, past obstacles, with the rods' lengths.
template <class L>
void drift(Real h, Real s, const NearSolids<L>& near, ObstacleWatchOf<L>& watch, WispMotionOf<L>& wisp,
           RodRoom<L>& room) {
    const typename L::Number none = L::of(0);
    typename L::Mask lanes = none <= none;
    for (int i = 0; i < wisp.n; ++i) {
        room.old_along[i] = wisp.along[i];
        wisp.x[i] += h * wisp.v[i];
        room.free[i] = wisp.x[i];
    }
    keep_lengths<L>(lanes, wisp, room);
    for (int round = 0; watch.any_near && round < obstacle_rounds && any(lanes); ++round) {
        push_out(near, lanes, round == 0 ? h : 0, h, s, watch, wisp);
        if (any(watch.pushed > none)) keep_lengths<L>(watch.pushed > none, wisp, room);
        lanes = watch.pushed >= L::of(small_push);
    }
    for (int i = 2; i < wisp.n; ++i) wisp.v[i] += (1 / h) * (wisp.x[i] - room.free[i]);
    find_sections(wisp, s);
}

/// Envelope and skeleton move each other: the end of the step is found twice.
template <class L>
void take_rod_step(Real h, Real s, const NearSolids<L>& near, ObstacleWatchOf<L>& watch,
                   WispMotionOf<L>& wisp, RodRoom<L>& room) {
    const OscillatorStep oscillator =
        oscillator_step(lane_of(wisp.sample_stiffness, 0) / lane_of(wisp.sample_mass, 0),
                        lane_of(wisp.sample_damping, 0) / lane_of(wisp.sample_mass, 0) + wisp.drag_rate, h);
    for (int i = 0; i < wisp.n; ++i) {
        room.start[i] = wisp.v[i];
        room.before[i] = wisp.frame[i];
    }
    kick(wisp, h / 2);
    drift(h, s, near, watch, wisp, room);
    for (int i = 0; i < wisp.n; ++i) {
        room.half[i] = wisp.v[i];
        room.end[i] = wisp.v[i] + (wisp.v[i] - room.start[i]);
    }
    for (int k = 0; k < wisp.n * wisp.samples; ++k) {
        room.radius[k] = wisp.radius[k];
        room.radius_speed[k] = wisp.radius_speed[k];
    }
    for (int round = 0; round < envelope_rounds; ++round) {
        for (int i = 2; i < wisp.n; ++i) {
            wisp.acceleration[i] = (1 / h) * (room.end[i] - room.start[i]);
            wisp.v[i] = room.half[i];
        }
        move_samples_exactly(wisp, room, oscillator, h);
        kick(wisp, h / 2, round + 1 == envelope_rounds);
        keep_speeds(wisp, room.rows);
        for (int i = 2; i < wisp.n; ++i) room.end[i] = wisp.v[i];
    }
}

}  // namespace

template <class L>
void run_rods(const WispRun& run, const NearSolids<L>& near, WispMotionOf<L>& wisp, RodRoom<L>& room) {
    ObstacleWatchOf<L>& watch = room.watch;
    find_sections(wisp, 0);
    for (int k = 0; k < run.substeps; ++k) {
        const Real s = Real(k + 1) / run.substeps;
        start_watch(near, wisp, watch);
        if (wisp.twists) room.untwisted = wisp.free_frame;
        take_rod_step(run.h, s, near, watch, wisp, room);
        watch.visits = 0;  // segments too
        keep_outside(near, 0, s, watch, wisp);
        for (int lane = 0; lane < L::count; ++lane)
            if (lane_of(watch.pushed, lane) > small_push) lay_out_outside(near, lane, s, watch, wisp);
        find_sections(wisp, s);
        if (wisp.twists) turn_sections(room.untwisted, run.h, wisp);
        keep_samples_outside(near, s, watch, wisp);
    }
}

template void run_rods<FourLanes>(const WispRun&, const NearSolids<FourLanes>&, FourWisps&,
                                  RodRoom<FourLanes>&);

}  // namespace souple
