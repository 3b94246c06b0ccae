// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The scheme that the source compares itself with (001 W9.3): stiff segments turn one after the other, from
// the root to the tip, each by its two angles about the vertical. Nothing goes from the tip to the root.
#include <algorithm>
#include <cmath>

#include "souple/dynamics/hair/wisp_solvers.h"

namespace souple {

namespace {

/// s = (sin theta cos phi, cos theta, sin theta sin phi).
struct PolarAxes {
    Real theta = 0, phi = 0;
    Vec3 along_theta, along_phi;  ///< unit: where the end goes when an angle grows
};

PolarAxes polar_axes(const Vec3& s) {
    PolarAxes axes;
    axes.theta = std::atan2(std::sqrt(s.x() * s.x() + s.z() * s.z()), s.y());
    axes.phi = std::atan2(s.z(), s.x());
    const Real ct = std::cos(axes.theta), st = std::sin(axes.theta);
    const Real cp = std::cos(axes.phi), sp = std::sin(axes.phi);
    axes.along_theta = Vec3(ct * cp, -st, ct * sp);
    axes.along_phi = Vec3(-sp, 0, cp);
    return axes;
}

/// The printed rule: angle+ = h^2 c arm force + 2 angle - angle-, the last two by the rate of the angle.
Vec3 turned_segment(const WispMotion& wisp, int i, Real h) {
    constexpr Real upright = 1e-6;  // so near the vertical the second angle has no meaning
    const Real length = wisp.segment[i].rest;
    const PolarAxes axes = polar_axes(wisp.along[i]);
    const Vec3 rate = (wisp.v[i + 1] - wisp.v[i]) / length, force = outer_force(wisp, i + 1);
    const Real c = h * h * wisp.turning, arm = length / 2, sine = std::sin(axes.theta);
    const Real theta = axes.theta + h * rate.dot(axes.along_theta) + c * arm * force.dot(axes.along_theta);
    Real phi = axes.phi;
    if (sine > upright)
        phi += h * rate.dot(axes.along_phi) / sine + c * arm * sine * force.dot(axes.along_phi);
    return length * Vec3(std::sin(theta) * std::cos(phi), std::cos(theta), std::sin(theta) * std::sin(phi));
}

}  // namespace

void run_turning(const WispRun& run, const NearSolids<OneLane>& near, WispMotion& wisp) {
    ObstacleWatchOf<OneLane> watch;
    start_watch(near, wisp, watch);
    find_sections(wisp, 0);
    for (int k = 0; k < run.substeps; ++k) {
        const Real s = Real(k + 1) / run.substeps;
        const PerParticle<Vec3> before = wisp.x;
        PerParticle<Vec3> segment;
        for (int i = 1; i + 1 < wisp.n; ++i) segment[i] = turned_segment(wisp, i, run.h);
        for (int i = 0; i < 2; ++i) wisp.x[i] += run.h * wisp.v[i];
        for (int i = 1; i + 1 < wisp.n; ++i) wisp.x[i + 1] = wisp.x[i] + segment[i];
        push_outside(near, true, run.h, s, watch, wisp);
        for (int i = 2; i < wisp.n; ++i) wisp.v[i] = (wisp.x[i] - before[i]) / run.h;
        find_sections(wisp, s);
    }
}

}  // namespace souple
