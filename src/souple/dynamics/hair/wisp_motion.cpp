// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/wisp_motion.h"

#include <cmath>
#include <numbers>

#include "souple/dynamics/part_stencils.h"

namespace souple {

namespace {

void load_laws(const Model& model, const Hair& hair, int slot, WispMotion& wisp) {
    const Part& part = model.parts[hair.part];
    const int first = part.springs.begin + slot * hair.springs_of_wisp();
    const auto load = [&](int k) -> WispSpring {
        const Spring& spring = model.springs[first + k];
        return {spring.rest_length, spring.stiffness, spring.damping};
    };
    for (int i = 0; i + 1 < wisp.n; ++i) wisp.segment[i] = load(i);
    wisp.skips = hair.material.hinges ? 0 : wisp.n - 2;
    for (int i = 0; i < wisp.skips; ++i) wisp.skip[i] = load(wisp.n - 1 + i);
    wisp.hinges = hair.hinges_of_wisp();
    for (int i = 0; i < wisp.hinges; ++i)
        wisp.hinge[i] = model.hinges[part.hinges.begin + slot * hair.hinges_of_wisp() + i];
}

void load_air(const Model& model, const Hair& hair, WispMotion& wisp) {
    wisp.gravity = model.gravity;
    wisp.drag_linear = wisp.drag_quadratic = wisp.drag_rate = 0;
    for (const Drag& drag : model.drags) {
        if (!acts_on(drag, hair.part)) continue;
        wisp.drag_linear += drag.linear;
        wisp.drag_quadratic += drag.quadratic;
        wisp.drag_rate += drag.rate;
    }
}

/// Loads that are held at this time on the wisp's points, which begin at `first`.
void load_loads(const Model& model, int first, Real time, WispMotion& wisp) {
    wisp.loaded = false;
    for (const Load& load : model.loads) {
        const int i = load.node - first;
        if (load.on_frame || i < 0 || i >= wisp.n || time < load.start || time >= load.stop) continue;
        if (!wisp.loaded) wisp.load.fill(Vec3::Zero());
        wisp.loaded = true;
        wisp.load[i] += load.force;
    }
}

/// Pulls two particles together with the tension of a spring.
inline void add_tension(WispMotion& wisp, int a, int b, const Vec3& direction, Real length,
                        const WispSpring& law) {
    const Real rate = (wisp.v[b] - wisp.v[a]).dot(direction);
    const Vec3 pull = (law.stiffness * (length - law.rest) + law.damping * rate) * direction;
    wisp.force[a] += pull;
    wisp.force[b] -= pull;
}

void add_bending(WispMotion& wisp) {
    for (int i = 0; i < wisp.skips; ++i) {
        const Vec3 chord = wisp.x[i + 2] - wisp.x[i];
        const Real length = chord.norm();
        if (length > 0) add_tension(wisp, i, i + 2, chord / length, length, wisp.skip[i]);
    }
    for (int i = 0; i < wisp.hinges; ++i) {
        const Stencil<3> f = force(wisp.hinge[i], {wisp.x[i], wisp.x[i + 1], wisp.x[i + 2]},
                                   {wisp.v[i], wisp.v[i + 1], wisp.v[i + 2]});
        for (int k = 0; k < 3; ++k) wisp.force[i + k] += f[k];
    }
}

/// A squashed envelope pushes its skeleton (001 W1.7).
void add_envelope_pressure(WispMotion& wisp) {
    for (int i = 2; i < wisp.n; ++i) {
        Real along_u = 0, along_v = 0;
        for (int k = 0; k < wisp.samples; ++k) {
            const Real stretch = wisp.radius_of(i, k) - wisp.rest_radius[i];
            const Real tension = wisp.sample_stiffness * stretch +
                                 wisp.sample_damping * wisp.radius_speed[i * wisp.samples + k];
            along_u += tension * wisp.cosine[k];
            along_v += tension * wisp.sine[k];
        }
        wisp.force[i] += along_u * wisp.frame[i].u + along_v * wisp.frame[i].v;
    }
}

Vec3 air_force(const WispMotion& wisp, int i) {
    const Vec3 u = wisp.v[i] - wisp.air[i];
    Real factor = wisp.drag_linear + wisp.drag_rate * wisp.mass[i];
    if (wisp.drag_quadratic > 0) factor += wisp.drag_quadratic * u.norm();
    return -factor * u;
}

}  // namespace

void set_half_lines(int samples, std::array<Real, most_wisp_samples>& cosine,
                    std::array<Real, most_wisp_samples>& sine) {
    for (int k = 0; k < samples; ++k) {
        const Real angle = 2 * std::numbers::pi * k / samples;
        cosine[k] = std::cos(angle);
        sine[k] = std::sin(angle);
    }
    if (samples != 4) return;
    cosine = {1, 0, -1, 0};  // without the rounding of pi
    sine = {0, 1, 0, -1};
}

Vec3 root_side(const Hair& hair, const std::vector<Pose>& tracks, int root) {
    const WispRoot& own = hair.roots[root];
    return own.track < 0 ? own.side : Vec3(tracks[own.track].rotation * own.side);
}

void load_wisp(const Model& model, const Control& control, const Hair& hair, int slot, const State& state,
               WispMotion& wisp) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const int first = model.parts[hair.part].points.begin + slot * hair.particles;
    const int root = own.wisps[slot].root;
    const Real share = share_of(own.wisps[slot]);
    wisp.n = hair.particles;
    wisp.samples = hair.material.samples;
    for (int i = 0; i < wisp.n; ++i) {
        wisp.x[i] = state.x[first + i];
        wisp.v[i] = state.v[first + i];
        wisp.mass[i] = model.point_mass[first + i];
        wisp.inv_mass[i] = model.inv_mass[first + i];
        wisp.acceleration[i].setZero();
        wisp.rest_radius[i] = rest_radius_of(hair, own.wisps[slot], i);
    }
    for (int k = 0; k < hair.samples_of_wisp(); ++k) {
        wisp.radius[k] = own.radius[slot * hair.samples_of_wisp() + k];
        wisp.radius_speed[k] = own.radius_speed[slot * hair.samples_of_wisp() + k];
    }
    wisp.sample_mass = share * hair.material.sample_mass;
    wisp.sample_stiffness = share * hair.material.sample_stiffness;
    wisp.sample_damping = share * hair.material.sample_damping;
    wisp.law = hair.material.law;
    wisp.twist_stiffness = share * hair.material.twist_stiffness;
    wisp.twist_damping = share * hair.material.twist_damping;
    wisp.turning = hair.material.turning / share;
    for (int i = 0; wisp.twist_stiffness > 0 && i < wisp.n; ++i) {
        wisp.twist[i] = own.twist[slot * hair.particles + i];
        wisp.twist_rate[i] = own.twist_rate[slot * hair.particles + i];
    }
    wisp.side_t0 = root_side(hair, control.track_t0, root);
    wisp.side_t1 = root_side(hair, control.track_t1, root);
    set_half_lines(wisp.samples, wisp.cosine, wisp.sine);
    load_laws(model, hair, slot, wisp);
    load_air(model, hair, wisp);
    load_loads(model, first, state.time, wisp);
}

void store_wisp(const Model& model, const Hair& hair, int slot, const WispMotion& wisp, State& state) {
    HairState& own = state.hair[&hair - model.hair.data()];
    const int first = model.parts[hair.part].points.begin + slot * hair.particles;
    for (int i = 0; i < wisp.n; ++i) {
        state.x[first + i] = wisp.x[i];
        state.v[first + i] = wisp.v[i];
    }
    for (int k = 0; k < hair.samples_of_wisp(); ++k) {
        own.radius[slot * hair.samples_of_wisp() + k] = wisp.radius[k];
        own.radius_speed[slot * hair.samples_of_wisp() + k] = wisp.radius_speed[k];
    }
    for (int i = 0; wisp.twist_stiffness > 0 && i < wisp.n; ++i) {
        own.twist[slot * hair.particles + i] = wisp.twist[i];
        own.twist_rate[slot * hair.particles + i] = wisp.twist_rate[i];
    }
}

void find_sections(WispMotion& wisp, Real s) {
    for (int i = 0; i + 1 < wisp.n; ++i) {
        const Vec3 d = wisp.x[i + 1] - wisp.x[i];
        const Real length = d.norm();
        wisp.length[i] = length;
        wisp.along[i] = length > 0 ? Vec3(d / length) : i > 0 ? wisp.along[i - 1] : Vec3(-Vec3::UnitY());
    }
    const Vec3 side = wisp.side_t0 + s * (wisp.side_t1 - wisp.side_t0);
    carry_frames(
        wisp.n, side, [&](int i) -> const Vec3& { return wisp.along[i]; },
        [&](int i, const SectionFrame& frame) { wisp.frame[i] = frame; });
    if (wisp.twist_stiffness > 0) {
        wisp.free_frame = wisp.frame;
        for (int i = 0; i < wisp.n; ++i) wisp.frame[i] = twisted(wisp.free_frame[i], wisp.twist[i]);
    }
}

Vec3 outer_force(const WispMotion& wisp, int i) {
    const Vec3 force = wisp.mass[i] * wisp.gravity + air_force(wisp, i);
    return wisp.loaded ? Vec3(force + wisp.load[i]) : force;
}

void find_forces(WispMotion& wisp) {
    for (int i = 0; i < wisp.n; ++i) wisp.force[i] = outer_force(wisp, i);
    for (int i = 0; i + 1 < wisp.n; ++i)
        add_tension(wisp, i, i + 1, wisp.along[i], wisp.length[i], wisp.segment[i]);
    add_bending(wisp);
    add_envelope_pressure(wisp);
}

Real sample_pull(const WispMotion& wisp, int i, const Vec3& half_line, Real speed) {
    return half_line.dot(felt_by_samples(wisp, i)) - wisp.drag_rate * speed;
}

}  // namespace souple
