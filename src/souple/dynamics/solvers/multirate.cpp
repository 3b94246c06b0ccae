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

#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/part_stencils.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

constexpr int points_in_a_run = 128;  ///< a point takes some 40 ns
constexpr int blocks_in_a_run = 1;

/// One part over one substep.
struct Run {
    const Substep& substep;
    State& state;
    MultirateScratch& own;
    int part_index;
    bool is_followed;  ///< somebody asks where points were before they moved

    bool holds_forces() const { return substep.part.holds_forces; }
    bool is_pulled() const {
        return !substep.part.ties.empty() || !substep.model.loads.empty() ||
               !substep.control.by_hand.point.empty();
    }
    int rates() const { return static_cast<int>(substep.part.rates.size()); }
    /// [s] for how long a force of this rate acts when it is evaluated: until the next time, or for a tick.
    Real duration(int rate) const { return substep.h / (1 << (holds_forces() ? rates() - 1 : rate)); }
};

/// A tick: where the laws and points that are due begin.
struct Tick {
    int slowest = 0;  ///< rate of the laws
    int moving = 0;   ///< rate of the points
    Real time = 0;    ///< [s]
    Moment moment;
};

void press_triangles(const Run& run, const Tick& tick, const LawBlock& block) {
    if (run.substep.model.pressures.empty()) return;
    for (int k = block.triangles.begin; k < block.triangles.end(); ++k) {
        const PressedTriangle& pressed = run.own.packets.triangles[k];
        const Vec3 press = run.duration(block.rate) *
                           press_on_corner(run.substep.model, run.part_index,
                                           run.substep.model.triangles[pressed.triangle], tick.moment);
        for (const int sum : pressed.sums) run.own.sums[sum] += Lanes{press.x(), press.y(), press.z(), 0};
    }
}

/// Copies the points of a block side by side, and forgets what pulled at them.
void begin_block(const Run& run, const LawBlock& block) {
    const auto lanes = [](const Vec3& v) { return Lanes{v.x(), v.y(), v.z(), 0}; };
    const int* const points = run.own.packets.point_of_sum.data();
    for (int s = block.sums.begin; s < block.sums.end(); ++s) {
        run.own.places[s] = lanes(run.state.x[points[s]]);
        run.own.sums[s] = Lanes{};
    }
    if (!block.is_damped) return;
    for (int s = block.sums.begin; s < block.sums.end(); ++s)
        run.own.speeds[s] = lanes(run.state.v[points[s]]);
}

/// Sums the impulses of the laws of one block.
[[gnu::flatten]] void evaluate_block(const Run& run, const Tick& tick, const LawBlock& block) {
    const RatePackets& packets = run.own.packets;
    const Lanes* const places = run.own.places.data();
    const Lanes* const speeds = block.is_damped ? run.own.speeds.data() : nullptr;
    Lanes* const sums = run.own.sums.data();
    const Real duration = run.duration(block.rate);
    begin_block(run, block);
    for (int p = block.springs.begin; p < block.springs.end(); ++p)
        add_forces(packets.springs[p], places, speeds, duration, sums);
    for (int p = block.bends.begin; p < block.bends.end(); ++p)
        add_forces(packets.bends[p], places, speeds, duration, sums);
    press_triangles(run, tick, block);
}

/// All blocks that are due.
void evaluate_blocks(const Run& run, const Tick& tick) {
    const RatePackets& packets = run.own.packets;
    const int from = packets.starts[tick.slowest].blocks;
    parallel_for(
        packets.starts.back().blocks - from,
        [&](int k) { evaluate_block(run, tick, packets.blocks[from + k]); }, blocks_in_a_run);
}

void kick(const Run& run, int node, const Vec3& impulse) {
    const int between = run.own.packets.between[node - run.substep.part.points.begin];
    if (between < 0) {
        run.state.v[node] += run.substep.model.inv_mass[node] * impulse;
        return;
    }
    kick(run, run.substep.model.interpolated[between].a, 0.5 * impulse);
    kick(run, run.substep.model.interpolated[between].b, 0.5 * impulse);
}

/// Ties are few and may be stiff: they act at every tick.
void kick_by_ties(const Run& run, const Tick& tick, Real duration) {
    const Part& part = run.substep.part;
    for (int t = part.ties.begin; t < part.ties.end(); ++t) {
        const Tie& tie = run.substep.model.ties[t];
        const Stencil<6> forces = tie_forces(run.substep.control, tie, tick.moment);
        for (int c = 0; c < 6; ++c)
            if (part.points.contains(tie.nodes[c])) kick(run, tie.nodes[c], duration * forces[c]);
    }
}

/// Loads and hands are few: they act at every tick.
void kick_by_loads(const Run& run, const Tick& tick, Real duration) {
    for (const Load& load : run.substep.model.loads)
        if (!load.on_frame && run.substep.part.points.contains(load.node) && load.start <= tick.time &&
            tick.time < load.stop)
            kick(run, load.node, duration * load.force);
    if (run.substep.control.by_hand.point.empty()) return;
    const Range points = run.substep.part.points;
    for (int p = points.begin; p < points.end(); ++p)
        if (const Vec3& force = run.substep.control.by_hand.point[p]; !force.isZero(0))
            kick(run, p, duration * force);
}

/// Weight and fields, on the point at a place of the packets that is due.
void note_outside(const Run& run, const Tick& tick, int place) {
    const int p = run.own.packets.points[place];
    run.own.outside[p] = run.duration(run.own.packets.point_rate[place]) *
                         force_from_outside(run.substep.model, run.part_index, p, tick.moment);
}

/// Where a few points are pulled besides, fields are asked before: a drag must not see what a tie has just
/// given, or equilibrium would be elsewhere.
void kick_by_pulls(const Run& run, const Tick& tick, Real duration) {
    if (!run.is_pulled()) return;
    const RatePackets& packets = run.own.packets;
    const int due = packets.starts[tick.slowest].points;
    parallel_for(
        packets.starts.back().points - due, [&](int k) { note_outside(run, tick, due + k); },
        points_in_a_run);
    kick_by_ties(run, tick, duration);
    kick_by_loads(run, tick, duration);
}

/// What a point gets from outside, and from the blocks around it from the fastest down to sum `from`.
Vec3 impulse_on(const Run& run, int point, int from) {
    const RatePackets& packets = run.own.packets;
    const int i = point - run.substep.part.points.begin;
    Lanes sum{};
    for (int k = packets.first_sum[i + 1] - 1; k >= packets.first_sum[i]; --k) {
        const SumShare& share = packets.sums_of[k];
        if (share.sum < from) break;
        sum += all_lanes(share.share) * run.own.sums[share.sum];
    }
    return run.own.outside[point] + Vec3(sum[0], sum[1], sum[2]);
}

/// What the points at some places of the packets get, and their way.
[[gnu::flatten]] void kick_and_move_some(const Run& run, const Tick& tick, int begin, int end) {
    const Model& model = run.substep.model;
    const RatePackets& packets = run.own.packets;
    const int due = run.is_pulled() ? packets.starts.back().points : packets.starts[tick.slowest].points;
    const int first_sum = packets.starts[tick.moving].sums;
    for (int place = begin; place < end; ++place) {
        const int p = packets.points[place];
        if (place >= due) note_outside(run, tick, place);
        Vec3 &x = run.state.x[p], &v = run.state.v[p];
        if (run.is_followed) {
            run.own.x_before[p] = x;
            run.own.v_before[p] = v;
        }
        if (!is_led(model, p)) v += model.inv_mass[p] * impulse_on(run, p, first_sum);
        x += run.duration(packets.point_rate[place]) * v;
    }
}

/// Impulses of the laws that act at this tick, on the points that move at it, and then their way. Where
/// forces are held every point moves, and every force acts, those that are not due as they were.
void kick_and_move(const Run& run, const Tick& tick, const AfterMove& after_move) {
    const RatePackets& packets = run.own.packets;
    const int from = packets.starts[tick.moving].points;
    parallel_runs(
        packets.starts.back().points - from,
        [&](int begin, int end) { kick_and_move_some(run, tick, from + begin, from + end); },
        points_in_a_run);
    if (!after_move) return;
    for (int rate = tick.moving; rate < run.rates(); ++rate)
        after_move({run.substep.part.rates[rate].points, tick.time, run.duration(rate), run.own.x_before,
                    run.own.v_before});
}

}  // namespace

SubstepReport step_multirate(const Substep& substep, State& state, SolverScratch& scratch,
                             const AfterMove& after_move) {
    const int index = index_of(substep.model, substep.part);
    const Run run{substep, state, scratch.multirate[index], index, static_cast<bool>(after_move)};
    const int finest = run.rates() - 1;
    const Real duration = run.duration(finest);
    // (a substep is dozens of loops of some ten microseconds each)
    const Crew crew(static_cast<int>(run.own.packets.blocks.size()) / blocks_in_a_run);
    for (int k = 0; k < 1 << finest; ++k) {
        const Real time = substep.time + k * duration;
        const int slowest = k == 0 ? 0 : finest - std::countr_zero(static_cast<unsigned>(k));
        const Tick tick{
            slowest, run.holds_forces() ? 0 : slowest, time, {state.x, state.v, state.frames, time}};
        place_interpolated(substep.model, substep.part.interpolated, tick.moving, state);
        evaluate_blocks(run, tick);
        kick_by_pulls(run, tick, duration);
        kick_and_move(run, tick, after_move);
    }
    place_interpolated(substep.model, substep.part.interpolated, 0, state);
    return {};
}

}  // namespace souple
