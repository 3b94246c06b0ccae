// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/wisp_twist.h"

#include <cmath>

namespace souple {

namespace {

/// [rad] by which a frame has spun about its own axis, beyond the smallest turn that its axis made.
template <class L>
typename L::Number spin_between(const SectionFrameOf<L>& before, const SectionFrameOf<L>& now) {
    const typename L::Vector u = carried<L>(before.u, before.w, now.w);
    return by_lane([](Real y, Real x) { return std::atan2(y, x); }, -dot(now.v, u), dot(now.u, u));
}

/// [N m] about w of what samples feel: a section that is wider on one side turns like a pendulum.
template <class L>
typename L::Number load_torque(const WispMotionOf<L>& wisp, int i) {
    const typename L::Vector felt = felt_by_samples(wisp, i);
    const typename L::Number along_u = dot(felt, wisp.frame[i].u), along_v = dot(felt, wisp.frame[i].v);
    typename L::Number torque{};
    for (int k = 0; k < wisp.samples; ++k)
        torque += wisp.radius_of(i, k) * (wisp.cosine[k] * along_v - wisp.sine[k] * along_u);
    return wisp.sample_mass * torque;
}

}  // namespace

template <class L>
void turn_sections(const PerParticle<SectionFrameOf<L>>& before, Real h, WispMotionOf<L>& wisp) {
    using Number = typename L::Number;
    if (!wisp.twists) return;
    PerParticle<Number> torque{};
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const Number pull = wisp.twist_stiffness * (wisp.twist[i + 1] - wisp.twist[i]) +
                            wisp.twist_damping * (wisp.twist_rate[i + 1] - wisp.twist_rate[i]);
        torque[i] += pull;
        torque[i + 1] -= pull;
    }
    for (int i = 0; i < wisp.n; ++i) {
        const Number spin = spin_between(before[i], wisp.free_frame[i]);
        if (i < 2) {
            wisp.twist_rate[i] = spin / h;
            continue;
        }
        const Number inertia = section_inertia(wisp, i), none = L::of(0);
        const Number gain = h * (torque[i] + load_torque(wisp, i)) / (inertia > none ? inertia : L::of(1));
        wisp.twist_rate[i] += inertia > none ? gain : none;
        wisp.twist[i] += h * wisp.twist_rate[i] - spin;
        wisp.frame[i] = twisted(wisp.free_frame[i], wisp.twist[i]);
    }
}

template void turn_sections<OneLane>(const PerParticle<SectionFrame>&, Real, WispMotion&);
template void turn_sections<FourLanes>(const PerParticle<SectionFrameOf<FourLanes>>&, Real, FourWisps&);

}  // namespace souple
