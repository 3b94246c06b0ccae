// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Every law at its own rate: those of rate i kick their points every h / 2^i, and a point moves as often as
// the fastest law at it kicks. Between kicks nothing changes a velocity, so moving in longer strides is
// exact.
//
//   tick     0   1   2   3   4   5   6   7        h / 8 each, for rates up to 3
//   rate 0   x                                    whole impulse of h at its start: v += h f/m, then x += h v
//   rate 1   x               x
//   rate 2   x       x       x       x
//   rate 3   x   x   x   x   x   x   x   x
//
// Each law's two impulses cancel, so momentum is kept; each rate by itself is semi-implicit Euler, whose
// oscillations stay bounded for omega h / 2^i < 2 (004 A11). With `holds_forces` the force is spread over the
// ticks instead, as the source has it: that gains energy.
#include <algorithm>
#include <bit>

#include "souple/dynamics/part_stencils.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// One part over one substep.
struct Run {
    const Substep& substep;
    State& state;
    SolverScratch& scratch;
    MultirateScratch& own;
    int part_index;
};

Moment moment_of(const Run& run, Real time) { return {run.state.x, run.state.v, run.state.frames, time}; }

/// sum[node] += factor * force, for the elements of one rate.
template <class Element>
void add_forces(const Run& run, const std::vector<Element>& elements, Range range, const Incidence& incidence,
                Real factor, std::vector<Vec3>& sum) {
    const Element* const first = elements.data() + range.begin;
    const auto nodes_of = [first](int e) -> const auto& { return first[e].nodes; };
    const auto force_of = [&](int e) {
        auto forces =
            force(first[e], stencil_of(first[e].nodes, run.state.x), stencil_of(first[e].nodes, run.state.v));
        for (Vec3& f : forces) f *= factor;
        return forces;
    };
    const ElementRun loop{range.count, run.substep.part.points, incidence};
    add_element_forces<Element::node_count>(loop, nodes_of, force_of, run.scratch.assembly, sum);
}

void add_pressures(const Run& run, Range triangles, const Moment& moment, Real factor,
                   std::vector<Vec3>& sum) {
    const Model& model = run.substep.model;
    for (const Pressure& pressure : model.pressures) {
        if (!acts_on(pressure, run.part_index)) continue;
        for (int t = triangles.begin; t < triangles.end(); ++t) {
            const Nodes<3>& nodes = model.triangles[t];
            const Vec3 third =
                pressure_force(pressure, stencil_of(nodes, moment.x), air_past(model, nodes, moment)) *
                (factor / 3);
            for (const int node : nodes) sum[node] += third;
        }
    }
}

/// Everything of one rate but ties: elements, and what acts on its points from outside.
void add_rate(const Run& run, int rate, Real time, Real factor, std::vector<Vec3>& sum) {
    const Substep& substep = run.substep;
    const RateLevel& level = substep.part.rates[rate];
    const Moment moment = moment_of(run, time);
    add_forces(run, substep.model.springs, level.springs, run.own.springs[rate], factor, sum);
    add_forces(run, substep.model.bends, level.bends, run.own.bends[rate], factor, sum);
    add_pressures(run, level.triangles, moment, factor, sum);
    parallel_for(static_cast<int>(level.points.size()), [&](int k) {
        const int p = level.points[k];
        sum[p] += factor * force_from_outside(substep.model, run.part_index, p, moment);
    });
}

/// Interpolated points of this rate and faster go to the middle of their ends.
void place_interpolated(const Run& run, int slowest) {
    const Range range = run.substep.part.interpolated;
    for (int i = range.begin; i < range.end(); ++i) {
        const Interpolated& between = run.substep.model.interpolated[i];
        if (between.rate < slowest) continue;
        run.state.x[between.node] = 0.5 * (run.state.x[between.a] + run.state.x[between.b]);
        run.state.v[between.node] = 0.5 * (run.state.v[between.a] + run.state.v[between.b]);
    }
}

void pass_to_ends(const Run& run, int slowest, std::vector<Vec3>& sum) {
    const Range range = run.substep.part.interpolated;
    for (int i = range.end() - 1; i >= range.begin; --i) {
        const Interpolated& between = run.substep.model.interpolated[i];
        if (between.rate < slowest) continue;
        sum[between.a] += 0.5 * sum[between.node];
        sum[between.b] += 0.5 * sum[between.node];
        sum[between.node].setZero();
    }
}

template <class Fn>
void for_each_active(const Run& run, int slowest, const Fn& fn) {
    for (int rate = slowest; rate < static_cast<int>(run.substep.part.rates.size()); ++rate) {
        const std::vector<int>& points = run.substep.part.rates[rate].points;
        parallel_for(static_cast<int>(points.size()), [&](int k) { fn(points[k], rate); });
    }
}

void kick(const Run& run, int node, const Vec3& impulse) {
    const Range range = run.substep.part.interpolated;
    const auto begin = run.substep.model.interpolated.begin() + range.begin;
    const auto between =
        std::find_if(begin, begin + range.count, [node](const Interpolated& i) { return i.node == node; });
    if (between == begin + range.count) {
        run.state.v[node] += run.substep.model.inv_mass[node] * impulse;
    } else {
        kick(run, between->a, 0.5 * impulse);
        kick(run, between->b, 0.5 * impulse);
    }
}

/// Ties are few and may be stiff: they act at every tick.
void kick_by_ties(const Run& run, Real time, Real tick) {
    const Part& part = run.substep.part;
    for (int t = part.ties.begin; t < part.ties.end(); ++t) {
        const Tie& tie = run.substep.model.ties[t];
        const AnchorMotion anchor = anchor_motion(run.substep.control, tie, time);
        const Stencil<6> pull = gradient(tie, stencil_of(tie.nodes, run.state.x), anchor.position);
        const Stencil<6> drag = damping_force(tie, stencil_of(tie.nodes, run.state.v), anchor.velocity);
        for (int c = 0; c < 6; ++c)
            if (part.points.contains(tie.nodes[c])) kick(run, tie.nodes[c], tick * (drag[c] - pull[c]));
    }
}

/// Impulses of the laws that act at this tick, on the points that move at it.
void gather_impulses(const Run& run, int slowest, Real time) {
    std::vector<Vec3>& impulse = run.own.impulse;
    const int rates = static_cast<int>(run.substep.part.rates.size());
    for_each_active(run, slowest, [&](int p, int) { impulse[p].setZero(); });
    for (int rate = slowest; rate < rates; ++rate)
        add_rate(run, rate, time, run.substep.h / (1 << rate), impulse);
    pass_to_ends(run, slowest, impulse);
}

/// The source's way: forces of each rate are held until their next turn, and every tick adds its share.
void hold_forces(const Run& run, int slowest, Real time, Real tick) {
    const int rates = static_cast<int>(run.substep.part.rates.size());
    for (int rate = slowest; rate < rates; ++rate) {
        std::fill(run.own.held[rate].begin(), run.own.held[rate].end(), Vec3::Zero());
        add_rate(run, rate, time, 1, run.own.held[rate]);
        pass_to_ends(run, 0, run.own.held[rate]);
    }
    for_each_active(run, 0, [&](int p, int) {
        run.own.impulse[p].setZero();
        for (int rate = 0; rate < rates; ++rate) run.own.impulse[p] += tick * run.own.held[rate][p];
    });
}

void move(const Run& run, int slowest, Real time, int ticks_each, const AfterMove& after_move) {
    const Substep& substep = run.substep;
    const bool held = substep.part.holds_forces;
    const int rates = static_cast<int>(substep.part.rates.size());
    for (int rate = slowest; rate < rates; ++rate) {
        const std::vector<int>& points = substep.part.rates[rate].points;
        const Real h = held ? substep.h / ticks_each : substep.h / (1 << rate);
        parallel_for(static_cast<int>(points.size()), [&](int k) {
            const int p = points[k];
            run.own.x_before[p] = run.state.x[p];
            run.own.v_before[p] = run.state.v[p];
            if (!is_led(substep.model, p)) run.state.v[p] += substep.model.inv_mass[p] * run.own.impulse[p];
            run.state.x[p] += h * run.state.v[p];
        });
        if (after_move) after_move({points, time, h, run.own.x_before, run.own.v_before});
    }
}

void kick_by_loads(const Run& run, Real time, Real tick) {
    for (const Load& load : run.substep.model.loads)
        if (!load.on_frame && run.substep.part.points.contains(load.node) && load.start <= time &&
            time < load.stop)
            kick(run, load.node, tick * load.force);
}

void prepare(const Substep& substep, const State& state, MultirateScratch& own) {
    const std::size_t rates = substep.part.rates.size();
    for (auto* values : {&own.impulse, &own.x_before, &own.v_before}) values->resize(state.x.size());
    own.springs.resize(rates);
    own.bends.resize(rates);
    own.held.resize(substep.part.holds_forces ? rates : 0);
    for (auto& held : own.held) held.resize(state.x.size());
}

}  // namespace

SubstepReport step_multirate(const Substep& substep, State& state, SolverScratch& scratch,
                             const AfterMove& after_move) {
    const int index = index_of(substep.model, substep.part);
    const Run run{substep, state, scratch, scratch.multirate[index], index};
    prepare(substep, state, run.own);
    const int finest = static_cast<int>(substep.part.rates.size()) - 1;
    const int ticks = 1 << finest;
    const Real tick = substep.h / ticks;
    for (int k = 0; k < ticks; ++k) {
        const int slowest = k == 0 ? 0 : finest - std::countr_zero(static_cast<unsigned>(k));
        const Real time = substep.time + k * tick;
        place_interpolated(run, slowest);
        if (substep.part.holds_forces)
            hold_forces(run, slowest, time, tick);
        else
            gather_impulses(run, slowest, time);
        kick_by_ties(run, time, tick);
        kick_by_loads(run, time, tick);
        move(run, substep.part.holds_forces ? 0 : slowest, time, ticks, after_move);
    }
    place_interpolated(run, 0);
    return {};
}

}  // namespace souple
