// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/wisp_motion.h"

#include <cmath>
#include <numbers>

#include "souple/dynamics/part_stencils.h"

namespace souple {

namespace {

constexpr Real least_length = 1e-300;  // [m] of what has a direction

template <class L>
void load_laws(const Model& model, const Hair& hair, int slot, int lane, WispMotionOf<L>& wisp) {
    const Part& part = model.parts[hair.part];
    const int first = part.springs.begin + slot * hair.springs_of_wisp();
    const auto load = [&](int k, WispSpringOf<L>& to) {
        const Spring& spring = model.springs[first + k];
        set_lane(to.rest, lane, spring.rest_length);
        set_lane(to.stiffness, lane, spring.stiffness);
        set_lane(to.damping, lane, spring.damping);
    };
    for (int i = 0; i + 1 < wisp.n; ++i) load(i, wisp.segment[i]);
    wisp.skips = hair.material.hinges ? 0 : wisp.n - 2;
    for (int i = 0; i < wisp.skips; ++i) load(wisp.n - 1 + i, wisp.skip[i]);
    wisp.hinges = hair.hinges_of_wisp();
    for (int i = 0; i < wisp.hinges; ++i)
        wisp.hinge[i][lane] = model.hinges[part.hinges.begin + slot * hair.hinges_of_wisp() + i];
}

/// What all wisps of the part have in common.
template <class L>
void load_surroundings(const Model& model, const Hair& hair, WispMotionOf<L>& wisp) {
    wisp.n = hair.particles;
    wisp.samples = hair.material.samples;
    wisp.law = hair.material.law;
    wisp.twists = hair.material.twist_stiffness > 0;
    wisp.loaded = false;
    set_half_lines(wisp.samples, wisp.cosine, wisp.sine);
    wisp.gravity = model.gravity;
    wisp.drag_linear = wisp.drag_quadratic = wisp.drag_rate = 0;
    for (const Drag& drag : model.drags) {
        if (!acts_on(drag, hair.part)) continue;
        wisp.drag_linear += drag.linear;
        wisp.drag_quadratic += drag.quadratic;
        wisp.drag_rate += drag.rate;
    }
}

/// Loads that are held at this time on the wisp's points, which begin at `first`, and what hands do to them.
template <class L>
void load_loads(const Model& model, const Control& control, int first, Real time, int lane,
                WispMotionOf<L>& wisp) {
    const std::vector<Vec3>& by_hand = control.by_hand.point;
    if (model.loads.empty() && by_hand.empty()) return;
    for (int i = 0; i < wisp.n; ++i) set_lane(wisp.load[i], lane, Vec3::Zero());
    const auto add_load = [&](int i, const Vec3& force) {
        wisp.loaded = true;
        set_lane(wisp.load[i], lane, lane_of(wisp.load[i], lane) + force);
    };
    for (const Load& load : model.loads) {
        const int i = load.node - first;
        if (load.on_frame || i < 0 || i >= wisp.n || time < load.start || time >= load.stop) continue;
        add_load(i, load.force);
    }
    for (int i = 0; !by_hand.empty() && i < wisp.n; ++i)
        if (const Vec3& force = by_hand[first + i]; !force.isZero(0)) add_load(i, force);
}

/// Pulls two particles together with the tension of a spring.
template <class L>
void add_tension(WispMotionOf<L>& wisp, int a, int b, const typename L::Vector& direction,
                 const typename L::Number& length, const WispSpringOf<L>& law) {
    const typename L::Number rate = dot(wisp.v[b] - wisp.v[a], direction);
    const typename L::Vector pull = (law.stiffness * (length - law.rest) + law.damping * rate) * direction;
    wisp.force[a] += pull;
    wisp.force[b] -= pull;
}

template <class L>
void add_bending(WispMotionOf<L>& wisp) {
    for (int i = 0; i < wisp.skips; ++i) {
        const typename L::Vector chord = wisp.x[i + 2] - wisp.x[i];
        const typename L::Number length = root(dot(chord, chord));
        const typename L::Number inverse = L::of(1) / larger(length, L::of(least_length));
        add_tension<L>(wisp, i, i + 2, inverse * chord, length, wisp.skip[i]);
    }
    for (int i = 0; i < wisp.hinges; ++i)
        for (int lane = 0; lane < L::count; ++lane) {
            Stencil<3> x, v;
            for (int k = 0; k < 3; ++k) {
                x[k] = lane_of(wisp.x[i + k], lane);
                v[k] = lane_of(wisp.v[i + k], lane);
            }
            const Stencil<3> f = force(wisp.hinge[i][lane], x, v);
            for (int k = 0; k < 3; ++k)
                set_lane(wisp.force[i + k], lane, lane_of(wisp.force[i + k], lane) + f[k]);
        }
}

/// A squashed envelope pushes its skeleton (001 W1.7).
template <class L>
void add_envelope_pressure(WispMotionOf<L>& wisp) {
    for (int i = 2; i < wisp.n; ++i) {
        typename L::Number along_u{}, along_v{};
        for (int k = 0; k < wisp.samples; ++k) {
            const typename L::Number stretch = wisp.radius_of(i, k) - wisp.rest_radius[i];
            const typename L::Number tension = wisp.sample_stiffness * stretch +
                                               wisp.sample_damping * wisp.radius_speed[i * wisp.samples + k];
            along_u += tension * wisp.cosine[k];
            along_v += tension * wisp.sine[k];
        }
        wisp.force[i] += along_u * wisp.frame[i].u + along_v * wisp.frame[i].v;
    }
}

}  // namespace

void set_half_lines(int samples, std::array<Real, most_wisp_samples>& cosine,
                    std::array<Real, most_wisp_samples>& sine) {
    if (samples == 4) {  // without the rounding of pi
        cosine = {1, 0, -1, 0};
        sine = {0, 1, 0, -1};
        return;
    }
    for (int k = 0; k < samples; ++k) {
        const Real angle = 2 * std::numbers::pi * k / samples;
        cosine[k] = std::cos(angle);
        sine[k] = std::sin(angle);
    }
}

Vec3 root_side(const Hair& hair, const std::vector<Pose>& tracks, const std::vector<Pose>& anchors,
               int root) {
    const WispRoot& own = hair.roots[root];
    if (own.anchor >= 0) return anchors[own.anchor].rotation * own.side;
    return own.track < 0 ? own.side : Vec3(tracks[own.track].rotation * own.side);
}

template <class L>
void load_wisp(const Model& model, const Control& control, const Hair& hair, int slot, const State& state,
               WispMotionOf<L>& wisp, int lane) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const int first = model.parts[hair.part].points.begin + slot * hair.particles;
    const int root = own.wisps[slot].root;
    const Real share = share_of(own.wisps[slot]);
    if (lane == 0) load_surroundings(model, hair, wisp);
    for (int i = 0; i < wisp.n; ++i) {
        set_lane(wisp.x[i], lane, state.x[first + i]);
        set_lane(wisp.v[i], lane, state.v[first + i]);
        set_lane(wisp.mass[i], lane, model.point_mass[first + i]);
        set_lane(wisp.inv_mass[i], lane, model.inv_mass[first + i]);
        set_lane(wisp.acceleration[i], lane, Vec3::Zero());
        set_lane(wisp.rest_radius[i], lane, rest_radius_of(hair, own.wisps[slot], i));
    }
    for (int k = 0; k < hair.samples_of_wisp(); ++k) {
        set_lane(wisp.radius[k], lane, own.radius[slot * hair.samples_of_wisp() + k]);
        set_lane(wisp.radius_speed[k], lane, own.radius_speed[slot * hair.samples_of_wisp() + k]);
    }
    set_lane(wisp.sample_mass, lane, share * hair.material.sample_mass);
    set_lane(wisp.sample_stiffness, lane, share * hair.material.sample_stiffness);
    set_lane(wisp.sample_damping, lane, share * hair.material.sample_damping);
    set_lane(wisp.twist_stiffness, lane, share * hair.material.twist_stiffness);
    set_lane(wisp.twist_damping, lane, share * hair.material.twist_damping);
    set_lane(wisp.turning, lane, hair.material.turning / share);
    for (int i = 0; wisp.twists && i < wisp.n; ++i) {
        set_lane(wisp.twist[i], lane, own.twist[slot * hair.particles + i]);
        set_lane(wisp.twist_rate[i], lane, own.twist_rate[slot * hair.particles + i]);
    }
    set_lane(wisp.side_t0, lane, root_side(hair, control.track_t0, control.anchor_t0, root));
    set_lane(wisp.side_t1, lane, root_side(hair, control.track_t1, control.anchor_t1, root));
    load_laws(model, hair, slot, lane, wisp);
    load_loads(model, control, first, control.time_t0, lane, wisp);
}

template <class L>
void store_wisp(const Model& model, const Hair& hair, int slot, const WispMotionOf<L>& wisp, State& state,
                int lane) {
    HairState& own = state.hair[&hair - model.hair.data()];
    const int first = model.parts[hair.part].points.begin + slot * hair.particles;
    for (int i = 0; i < wisp.n; ++i) {
        state.x[first + i] = lane_of(wisp.x[i], lane);
        state.v[first + i] = lane_of(wisp.v[i], lane);
    }
    for (int k = 0; k < hair.samples_of_wisp(); ++k) {
        own.radius[slot * hair.samples_of_wisp() + k] = lane_of(wisp.radius[k], lane);
        own.radius_speed[slot * hair.samples_of_wisp() + k] = lane_of(wisp.radius_speed[k], lane);
    }
    for (int i = 0; wisp.twists && i < wisp.n; ++i) {
        own.twist[slot * hair.particles + i] = lane_of(wisp.twist[i], lane);
        own.twist_rate[slot * hair.particles + i] = lane_of(wisp.twist_rate[i], lane);
    }
}

template <class L>
void find_sections(WispMotionOf<L>& wisp, Real s) {
    const typename L::Number least = L::of(least_length);
    typename L::Vector before = L::of(-Vec3::UnitY());
    for (int i = 0; i + 1 < wisp.n; ++i) {
        const typename L::Vector d = wisp.x[i + 1] - wisp.x[i];
        const typename L::Number length = root(dot(d, d));
        wisp.length[i] = length;
        before = wisp.along[i] = chosen(length > least, (L::of(1) / larger(length, least)) * d, before);
    }
    const typename L::Vector side = wisp.side_t0 + s * (wisp.side_t1 - wisp.side_t0);
    carry_frames<L>(
        wisp.n, side, [&](int i) -> const typename L::Vector& { return wisp.along[i]; },
        [&](int i, const SectionFrameOf<L>& frame) { wisp.frame[i] = frame; });
    for (int i = 0; wisp.twists && i < wisp.n; ++i) {
        wisp.free_frame[i] = wisp.frame[i];
        wisp.frame[i] = twisted(wisp.free_frame[i], wisp.twist[i]);
    }
}

template <class L>
void find_forces(WispMotionOf<L>& wisp) {
    for (int i = 0; i < wisp.n; ++i) wisp.force[i] = outer_force(wisp, i);
    for (int i = 0; i + 1 < wisp.n; ++i)
        add_tension(wisp, i, i + 1, wisp.along[i], wisp.length[i], wisp.segment[i]);
    add_bending(wisp);
    add_envelope_pressure(wisp);
}

template void load_wisp(const Model&, const Control&, const Hair&, int, const State&, WispMotion&, int);
template void load_wisp(const Model&, const Control&, const Hair&, int, const State&, FourWisps&, int);
template void store_wisp(const Model&, const Hair&, int, const WispMotion&, State&, int);
template void store_wisp(const Model&, const Hair&, int, const FourWisps&, State&, int);
template void find_sections(WispMotion&, Real);
template void find_sections(FourWisps&, Real);
template void find_forces(WispMotion&);
template void find_forces(FourWisps&);

}  // namespace souple
