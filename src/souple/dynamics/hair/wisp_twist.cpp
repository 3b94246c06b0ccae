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

/// [N m] torsion on each section, where twists and rates are these.
template <class L>
PerParticle<typename L::Number> torsion_of(const WispMotionOf<L>& wisp,
                                           const PerParticle<typename L::Number>& twist) {
    PerParticle<typename L::Number> torque{};
    for (int i = 1; i + 1 < wisp.n; ++i) {
        const typename L::Number pull = wisp.twist_stiffness * (twist[i + 1] - twist[i]) +
                                        wisp.twist_damping * (wisp.twist_rate[i + 1] - wisp.twist_rate[i]);
        torque[i] += pull;
        torque[i + 1] -= pull;
    }
    return torque;
}

/// [rad/s] what free sections gain in h when torsion is that of the middle of the step: one tridiagonal
/// system, from the tip to the root and back. It is stable in steps of any length and takes no energy.
template <class L>
PerParticle<typename L::Number> gain_of_torsion(const WispMotionOf<L>& wisp,
                                                const PerParticle<typename L::Number>& torque, Real h) {
    using Number = typename L::Number;
    const Number coupling = h * (0.25 * h * wisp.twist_stiffness + 0.5 * wisp.twist_damping);
    PerParticle<Number> pivot{}, gain{};
    for (int i = wisp.n - 1; i >= 2; --i) {
        const bool tip = i + 1 == wisp.n;
        pivot[i] = section_inertia(wisp, i) + (tip ? 1.0 : 2.0) * coupling;
        gain[i] = h * torque[i];
        if (tip) continue;
        const Number share = coupling / pivot[i + 1];
        pivot[i] -= share * coupling;
        gain[i] += share * gain[i + 1];
    }
    for (int i = 2; i < wisp.n; ++i) {
        if (i > 2) gain[i] += coupling * gain[i - 1];
        gain[i] = gain[i] / pivot[i];
    }
    return gain;
}

}  // namespace

template <class L>
void turn_sections(const PerParticle<SectionFrameOf<L>>& before, Real h, WispMotionOf<L>& wisp) {
    using Number = typename L::Number;
    if (!wisp.twists) return;
    PerParticle<Number> spin{}, middle{};
    for (int i = 0; i < wisp.n; ++i) {
        spin[i] = spin_between(before[i], wisp.free_frame[i]);
        if (i < 2) {
            wisp.twist_rate[i] = spin[i] / h;
            continue;
        }
        const Number inertia = section_inertia(wisp, i), none = L::of(0);
        const Number gain = h * load_torque(wisp, i) / (inertia > none ? inertia : L::of(1));
        wisp.twist_rate[i] += inertia > none ? gain : none;
        middle[i] = wisp.twist[i] + 0.5 * (h * wisp.twist_rate[i] - spin[i]);
    }
    const PerParticle<Number> gain = gain_of_torsion(wisp, torsion_of(wisp, middle), h);
    for (int i = 2; i < wisp.n; ++i) {
        wisp.twist[i] += h * (wisp.twist_rate[i] + 0.5 * gain[i]) - spin[i];
        wisp.twist_rate[i] += gain[i];
        wisp.frame[i] = twisted(wisp.free_frame[i], wisp.twist[i]);
    }
}

template void turn_sections<OneLane>(const PerParticle<SectionFrame>&, Real, WispMotion&);
template void turn_sections<FourLanes>(const PerParticle<SectionFrameOf<FourLanes>>&, Real, FourWisps&);

}  // namespace souple
