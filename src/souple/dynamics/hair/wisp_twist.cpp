// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/wisp_twist.h"

#include <cmath>

namespace souple {

namespace {

/// [rad] by which a frame has spun about its own axis, beyond the smallest turn that its axis made.
Real spin_between(const SectionFrame& before, const SectionFrame& now) {
    const Vec3 u = carried(before.u, before.w, now.w);
    return std::atan2(now.v.dot(u) * -1, now.u.dot(u));
}

/// [N m] about w of what samples feel: a section that is wider on one side turns like a pendulum.
Real load_torque(const WispMotion& wisp, int i) {
    const Vec3 felt = felt_by_samples(wisp, i);
    const Real along_u = felt.dot(wisp.frame[i].u), along_v = felt.dot(wisp.frame[i].v);
    Real torque = 0;
    for (int k = 0; k < wisp.samples; ++k)
        torque += wisp.radius_of(i, k) * (wisp.cosine[k] * along_v - wisp.sine[k] * along_u);
    return wisp.sample_mass * torque;
}

}  // namespace

Real section_inertia(const WispMotion& wisp, int i) {
    Real sum = 0;
    for (int k = 0; k < wisp.samples; ++k) sum += wisp.radius_of(i, k) * wisp.radius_of(i, k);
    return wisp.sample_mass * sum;
}

void turn_sections(const PerParticle<SectionFrame>& before, Real h, WispMotion& wisp) {
    if (!(wisp.twist_stiffness > 0)) return;
    PerParticle<Real> torque{};
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const Real pull = wisp.twist_stiffness * (wisp.twist[i + 1] - wisp.twist[i]) +
                          wisp.twist_damping * (wisp.twist_rate[i + 1] - wisp.twist_rate[i]);
        torque[i] += pull;
        torque[i + 1] -= pull;
    }
    for (int i = 0; i < wisp.n; ++i) {
        const Real spin = spin_between(before[i], wisp.free_frame[i]);
        if (i < 2) {
            wisp.twist_rate[i] = spin / h;
            continue;
        }
        const Real inertia = section_inertia(wisp, i);
        if (inertia > 0) wisp.twist_rate[i] += h / inertia * (torque[i] + load_torque(wisp, i));
        wisp.twist[i] += h * wisp.twist_rate[i] - spin;
        wisp.frame[i] = twisted(wisp.free_frame[i], wisp.twist[i]);
    }
}

}  // namespace souple
