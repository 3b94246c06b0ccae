// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Forces of all laws on one part, one function for each law.
#include "souple/dynamics/forces.h"

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/dynamics/elements/add_bends.h"
#include "souple/dynamics/oriented/oriented_forces.h"
#include "souple/dynamics/part_stencils.h"

namespace souple {

namespace {

/// What every law reads and writes.
struct Evaluation {
    const Model& model;
    const Control& control;
    const Part& part;
    int part_index;
    const Moment& moment;
    Assembly& assembly;
    Forces& forces;
};

void set_weight(const Evaluation& on) {
    const Model& model = on.model;
    parallel_for(on.part.points.count, [&](int i) {
        const int p = on.part.points.begin + i;
        on.forces.point[p] = model.point_mass[p] * model.gravity;
    });
    for (int i = on.part.frames.begin; i < on.part.frames.end(); ++i) {
        on.forces.frame[i] = model.frame_inertia[i].mass * model.gravity;
        on.forces.torque[i] = Vec3::Zero();
    }
}

void add_drags(const Evaluation& on) {
    const auto relative = [&](const Vec3& x, const Vec3& v) -> Vec3 {
        if (on.model.winds.empty()) return v;
        return v - air_velocity(on.model, x, on.moment.time);
    };
    const Frames& frames = on.moment.frames;
    for (const Drag& drag : on.model.drags) {
        if (!acts_on(drag, on.part_index)) continue;
        parallel_for(on.part.points.count, [&](int i) {
            const int p = on.part.points.begin + i;
            on.forces.point[p] +=
                drag_force(drag, on.model.point_mass[p], relative(on.moment.x[p], on.moment.v[p]));
        });
        for (int i = on.part.frames.begin; i < on.part.frames.end(); ++i)
            on.forces.frame[i] +=
                drag_force(drag, on.model.frame_inertia[i].mass, relative(frames.x[i], frames.v[i]));
    }
}

void add_pressures(const Evaluation& on) {
    if (on.model.pressures.empty()) return;
    const Range range = on.part.triangles;
    const ElementRun run{range.count, on.part.points, on.assembly.triangle_incidence[on.part_index]};
    const auto nodes_of = [&](int e) -> const Nodes<3>& { return on.model.triangles[range.begin + e]; };
    const auto force_of = [&](int e) -> Stencil<3> {
        const Vec3 third =
            press_on_corner(on.model, on.part_index, motion_of(nodes_of(e), on.moment), on.moment.time);
        return {third, third, third};
    };
    add_element_forces<3>(run, nodes_of, force_of, on.assembly, on.forces.point);
}

void add_centripetals(const Evaluation& on) {
    for (const Centripetal& field : on.model.centripetals) {
        if (!acts_on(field, on.part_index)) continue;
        for (int p = on.part.points.begin; p < on.part.points.end(); ++p)
            on.forces.point[p] +=
                centripetal_force(field, on.model.point_mass[p], on.moment.x[p], on.moment.v[p]);
    }
}

void add_loads(const Evaluation& on) {
    const auto is_held = [&](const auto& held) {
        return held.start <= on.moment.time && on.moment.time < held.stop;
    };
    for (const Load& load : on.model.loads) {
        const Range range = load.on_frame ? on.part.frames : on.part.points;
        if (!range.contains(load.node) || !is_held(load)) continue;
        (load.on_frame ? on.forces.frame : on.forces.point)[load.node] += load.force;
    }
    for (const Torque& torque : on.model.torques)
        if (on.part.frames.contains(torque.frame) && is_held(torque))
            on.forces.torque[torque.frame] += torque.torque;
}

void add_hands(const Evaluation& on) {
    const HandForces& hands = on.control.by_hand;
    if (!hands.point.empty())
        for (int p = on.part.points.begin; p < on.part.points.end(); ++p)
            on.forces.point[p] += hands.point[p];
    if (hands.frame.empty()) return;
    for (int f = on.part.frames.begin; f < on.part.frames.end(); ++f) {
        on.forces.frame[f] += hands.frame[f];
        on.forces.torque[f] += hands.torque[f];
    }
}

/// Laws that see the places and velocities of their nodes and nothing else.
template <class Element>
void add_elements(const Evaluation& on, const std::vector<Element>& elements, Range range,
                  const Incidence& incidence) {
    const Element* const first = elements.data() + range.begin;
    const auto nodes_of = [first](int e) -> const auto& { return first[e].nodes; };
    const auto force_of = [&](int e) {
        return force(first[e], stencil_of(first[e].nodes, on.moment.x),
                     stencil_of(first[e].nodes, on.moment.v));
    };
    const ElementRun run{range.count, on.part.points, incidence};
    add_element_forces<Element::node_count>(run, nodes_of, force_of, on.assembly, on.forces.point);
}

/// Springs are most of a cloth and have loops of their own, with the bits of the general one: a spring pulls
/// its two nodes with one and the same force, and never leaves its part.
void add_springs_serially(const Evaluation& on) {
    const Spring* const springs = on.model.springs.data();
    const Vec3* const x = on.moment.x.data();
    const Vec3* const v = on.moment.v.data();
    Vec3* const f = on.forces.point.data();
    for (int e = on.part.springs.begin; e < on.part.springs.end(); ++e) {
        const auto [a, b] = springs[e].nodes;
        const Vec3 tension = pull(springs[e], x[a], x[b], v[a], v[b]);
        f[a] += tension;
        f[b] -= tension;
    }
}

void add_springs_in_parallel(const Evaluation& on, const Incidence& incidence) {
    const Spring* const springs = on.model.springs.data() + on.part.springs.begin;
    const Vec3* const x = on.moment.x.data();
    const Vec3* const v = on.moment.v.data();
    Vec3* const tension = on.assembly.corner_force.data();
    parallel_for(on.part.springs.count, [=](int e) {
        const auto [a, b] = springs[e].nodes;
        tension[e] = pull(springs[e], x[a], x[b], v[a], v[b]);
    });
    Vec3* const f = on.forces.point.data() + on.part.points.begin;
    parallel_for(on.part.points.count, [&, f, tension](int i) {
        Vec3 sum = f[i];
        for (int k = incidence.first[i]; k < incidence.first[i + 1]; ++k) {
            const int corner = incidence.corners[k];
            if (corner % 2 == 0)
                sum += tension[corner / 2];
            else
                sum -= tension[corner / 2];
        }
        f[i] = sum;
    });
}

void add_springs(const Evaluation& on) {
    const Incidence& incidence = on.assembly.spring_incidence[on.part_index];
    if (incidence.first.empty() || allowed_threads() == 1)
        add_springs_serially(on);
    else
        add_springs_in_parallel(on, incidence);
}

void add_ties(const Evaluation& on) {
    const Range range = on.part.ties;
    const Tie* const first = on.model.ties.data() + range.begin;
    const auto nodes_of = [first](int e) -> const Nodes<6>& { return first[e].nodes; };
    const auto force_of = [&](int e) { return tie_forces(on.control, first[e], on.moment); };
    const ElementRun run{range.count, on.part.points, on.assembly.tie_incidence[on.part_index]};
    add_element_forces<6>(run, nodes_of, force_of, on.assembly, on.forces.point);
}

template <class Element>
Real energy_of(const std::vector<Element>& elements, Range range, const std::vector<Vec3>& x) {
    return parallel_sum(range.count, Real(0), [&](int e) {
        const Element& element = elements[range.begin + e];
        return energy(element, stencil_of(element.nodes, x));
    });
}

}  // namespace

void evaluate_forces(const Model& model, const Control& control, const Part& part, const Moment& moment,
                     Assembly& assembly, Forces& forces) {
    prepare(model, assembly);
    forces.point.resize(moment.x.size());
    forces.frame.resize(moment.frames.x.size());
    forces.torque.resize(moment.frames.x.size());
    const int index = index_of(model, part);
    const Evaluation on{model, control, part, index, moment, assembly, forces};
    set_weight(on);
    add_drags(on);
    add_pressures(on);
    add_centripetals(on);
    add_loads(on);
    add_hands(on);
    add_springs(on);
    add_elements(on, model.hinges, part.hinges, assembly.hinge_incidence[index]);
    add_bends(model, part, moment.x, moment.v, assembly, forces.point);
    add_ties(on);
    if (part.oriented >= 0)
        add_oriented_forces(model, control, model.oriented[part.oriented], moment,
                            assembly.neighbours[part.oriented], forces);
}

Vec3 force_from_outside(const Model& model, int part_index, int point, const PlaceAndSpeed& motion,
                        Real time) {
    const Real mass = model.point_mass[point];
    Vec3 force = mass * model.gravity;
    for (const Drag& drag : model.drags) {
        if (!acts_on(drag, part_index)) continue;
        Vec3 u = motion.v;
        if (!model.winds.empty()) u -= air_velocity(model, motion.x, time);
        force += drag_force(drag, mass, u);
    }
    for (const Centripetal& field : model.centripetals)
        if (acts_on(field, part_index)) force += centripetal_force(field, mass, motion.x, motion.v);
    return force;
}

Vec3 press_on_corner(const Model& model, int part_index, const TriangleMotion& motion, Real time) {
    Vec3 force = Vec3::Zero();
    for (const Pressure& pressure : model.pressures)
        if (acts_on(pressure, part_index))
            force += pressure_force(pressure, motion.x, air_past(model, motion, time)) / 3;
    return force;
}

Stencil<6> tie_forces(const Control& control, const Tie& tie, const Moment& moment) {
    const AnchorMotion anchor = anchor_motion(control, tie, moment.time);
    const Stencil<6> pull = gradient(tie, stencil_of(tie.nodes, moment.x), anchor.position);
    Stencil<6> forces = damping_force(tie, stencil_of(tie.nodes, moment.v), anchor.velocity);
    for (int c = 0; c < 6; ++c) forces[c] -= pull[c];
    return forces;
}

Vec3 air_velocity(const Model& model, const Vec3& place, Real time) {
    Vec3 velocity = Vec3::Zero();
    for (const Wind& wind : model.winds) velocity += wind_velocity(wind, place, time);
    return velocity;
}

Real element_energy(const Model& model, const Control& control, const Part& part, const Moment& moment) {
    const Real tied = parallel_sum(part.ties.count, Real(0), [&](int e) {
        const Tie& tie = model.ties[part.ties.begin + e];
        const Vec3 anchor = anchor_motion(control, tie, moment.time).position;
        return energy(tie, stencil_of(tie.nodes, moment.x), anchor);
    });
    return energy_of(model.springs, part.springs, moment.x) + energy_of(model.hinges, part.hinges, moment.x) +
           energy_of(model.bends, part.bends, moment.x) + tied;
}

Real elastic_energy(const Model& model, const Control& control, const Part& part, const Moment& moment) {
    EnergyRoom room;
    return element_energy(model, control, part, moment) +
           (part.oriented < 0 ? 0 : oriented_energy(model, model.oriented[part.oriented], moment, room));
}

Real weight_energy(const Model& model, const Part& part, const Moment& moment) {
    const Real points = parallel_sum(part.points.count, Real(0), [&](int i) {
        const int p = part.points.begin + i;
        return -model.point_mass[p] * model.gravity.dot(moment.x[p]);
    });
    const Real frames = parallel_sum(part.frames.count, Real(0), [&](int i) {
        const int p = part.frames.begin + i;
        return -model.frame_inertia[p].mass * model.gravity.dot(moment.frames.x[p]);
    });
    return points + frames;
}

AnchorMotion anchor_motion(const Control& control, const Tie& tie, Real time) {
    if (!tie.anchored) return {};
    if (tie.track < 0) return {.position = tie.local};
    // a straight line over the interval, so that the velocity is the one that leads exactly to its end
    const Vec3 start = control.track_t0[tie.track].to_world(tie.local);
    const Vec3 end = control.track_t1[tie.track].to_world(tie.local);
    const Real duration = control.time_t1 - control.time_t0;
    if (!(duration > 0)) return {.position = end};
    const Vec3 velocity = (end - start) / duration;
    return {.position = start + (time - control.time_t0) * velocity, .velocity = velocity};
}

}  // namespace souple
