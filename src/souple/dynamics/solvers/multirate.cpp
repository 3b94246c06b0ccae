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
//
// Who holds points between ticks (a sheet that meets itself) sees all of them at one time: then points move
// in every tick, by the velocity of their last kick, which comes to the same.
//
// Points are copied out of the State for the substep, in the order in which they are used.
#include <algorithm>
#include <bit>

#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/part_stencils.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

constexpr int points_met_at_once = 64;

/// One part over one substep.
struct Run {
    const Substep& substep;
    State& state;
    MultirateScratch& own;
    const Followers& followers;
    int part_index;
    bool in_still_air = false;

    bool holds_forces() const { return substep.part.holds_forces; }
    bool is_pressed() const { return !substep.model.pressures.empty(); }
    bool is_pulled() const {
        return !substep.part.ties.empty() || !substep.model.loads.empty() ||
               !substep.control.by_hand.point.empty();
    }
    bool is_held() const { return static_cast<bool>(followers.hold); }
    int rates() const { return static_cast<int>(substep.part.rates.size()); }
    /// [s]
    Real tick() const { return substep.h / (1 << (rates() - 1)); }
    /// [s] for how long a force of this rate acts when it is evaluated: until the next time, or for a tick.
    Real duration(int rate) const { return holds_forces() ? tick() : substep.h / (1 << rate); }
    /// [s] for how long a point of this rate goes at once.
    Real stride(int rate) const { return is_held() ? tick() : duration(rate); }
    int source_of(int point) const { return own.packets.source_of[point - substep.part.points.begin]; }
};

/// What is due in a tick: from which rate on.
struct Due {
    int slowest = 0;  ///< laws
    int kicked = 0;   ///< points that get what laws give
    int moving = 0;   ///< points that go
    Real time = 0;    ///< [s]
};

Lanes lanes_of(const Vec3& v) { return Lanes{v.x(), v.y(), v.z(), 0}; }
Vec3 vector_of(const Lanes& lanes) { return {lanes[0], lanes[1], lanes[2]}; }

/// Where a point is, or how fast: of a middle half of both its ends.
Lanes now(const Run& run, int source, Lanes MovingPoint::*what) {
    if (source >= 0) return run.own.points[source].*what;
    const Middle& middle = run.own.packets.middles[~source];
    return all_lanes(0.5) * (now(run, middle.a, what) + now(run, middle.b, what));
}

/// Calls fn(block) for all blocks from this rate on; a thread begins with the same ones in every loop.
template <class Fn>
void for_each_block(const Run& run, int slowest, const Fn& fn, int blocks_in_a_run = 1) {
    const RatePackets& packets = run.own.packets;
    parallel_runs(
        std::span(packets.blocks_of_rate).subspan(slowest),
        [&](int begin, int end) {
            for (int b = begin; b < end; ++b) fn(packets.blocks[b]);
        },
        blocks_in_a_run);
}

template <class Fn>
void for_each_place(const Run& run, const Fn& fn) {
    constexpr int blocks_in_a_run = 16;
    for_each_block(
        run, 0,
        [&fn](const LawBlock& block) {
            for (int place = block.points.begin; place < block.points.end(); ++place) fn(place);
        },
        blocks_in_a_run);
}

void take_points(const Run& run) {
    for_each_place(run, [&run](int place) {
        const int p = run.own.packets.points[place];
        run.own.points[place] = {lanes_of(run.state.x[p]), lanes_of(run.state.v[p])};
    });
}

void put_points(const Run& run) {
    for_each_place(run, [&run](int place) {
        const int p = run.own.packets.points[place];
        run.state.x[p] = vector_of(run.own.points[place].x);
        run.state.v[p] = vector_of(run.own.points[place].v);
    });
    place_interpolated(run.substep.model, run.substep.part.interpolated, run.state);
}

void press_triangles(const Run& run, const Due& due, const LawBlock& block) {
    for (int k = block.triangles.begin; k < block.triangles.end(); ++k) {
        const std::array<int, 3>& sums = run.own.packets.triangles[k].sums;
        const auto at = [&sums](const std::vector<Lanes>& values) -> Stencil<3> {
            return {vector_of(values[sums[0]]), vector_of(values[sums[1]]), vector_of(values[sums[2]])};
        };
        const Vec3 press = press_on_corner(run.substep.model, run.part_index,
                                           {at(run.own.places), at(run.own.speeds)}, due.time);
        for (const int sum : sums) run.own.sums[sum] += lanes_of(run.duration(block.rate) * press);
    }
}

/// Copies the points of a block side by side, and forgets what pulled at them.
void begin_block(const Run& run, const LawBlock& block) {
    const int* const sources = run.own.packets.source_of_sum.data();
    for (int s = block.sums.begin; s < block.sums.end(); ++s) {
        run.own.places[s] = now(run, sources[s], &MovingPoint::x);
        run.own.sums[s] = Lanes{};
    }
    if (!block.is_damped && !run.is_pressed()) return;
    for (int s = block.sums.begin; s < block.sums.end(); ++s)
        run.own.speeds[s] = now(run, sources[s], &MovingPoint::v);
}

/// Sums the impulses of the laws of one block.
[[gnu::flatten]] void evaluate_block(const Run& run, const Due& due, const LawBlock& block) {
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
    if (run.is_pressed()) press_triangles(run, due, block);
}

void kick(const Run& run, int source, const Vec3& impulse) {
    if (source >= 0) {
        const Real inv_mass = run.substep.model.inv_mass[run.own.packets.points[source]];
        run.own.points[source].v += lanes_of(inv_mass * impulse);
        return;
    }
    const Middle& middle = run.own.packets.middles[~source];
    for (const int end : {middle.a, middle.b}) kick(run, end, 0.5 * impulse);
}

/// Ties are few and may be stiff: they act at every tick. They look at the State.
void kick_by_ties(const Run& run, const Due& due, Real duration) {
    const Part& part = run.substep.part;
    State& state = run.state;
    for (int t = part.ties.begin; t < part.ties.end(); ++t) {
        const Tie& tie = run.substep.model.ties[t];
        for (const int node : tie.nodes) {
            if (!part.points.contains(node)) continue;
            state.x[node] = vector_of(now(run, run.source_of(node), &MovingPoint::x));
            state.v[node] = vector_of(now(run, run.source_of(node), &MovingPoint::v));
        }
        const Stencil<6> forces =
            tie_forces(run.substep.control, tie, {state.x, state.v, state.frames, due.time});
        for (int c = 0; c < 6; ++c)
            if (part.points.contains(tie.nodes[c]))
                kick(run, run.source_of(tie.nodes[c]), duration * forces[c]);
    }
}

/// Loads and hands are few: they act at every tick.
void kick_by_loads(const Run& run, const Due& due, Real duration) {
    for (const Load& load : run.substep.model.loads)
        if (!load.on_frame && run.substep.part.points.contains(load.node) && load.start <= due.time &&
            due.time < load.stop)
            kick(run, run.source_of(load.node), duration * load.force);
    if (run.substep.control.by_hand.point.empty()) return;
    const Range points = run.substep.part.points;
    for (int p = points.begin; p < points.end(); ++p)
        if (const Vec3& force = run.substep.control.by_hand.point[p]; !force.isZero(0))
            kick(run, run.source_of(p), duration * force);
}

/// Weight and drag in still air, which is all that most sheets feel: to the bit what is asked for any field.
bool is_in_still_air(const Model& model) {
    return model.winds.empty() && model.centripetals.empty() &&
           std::all_of(model.drags.begin(), model.drags.end(),
                       [](const Drag& drag) { return drag.quadratic == 0; });
}

Lanes force_in_still_air(const Run& run, int point, const Lanes& v) {
    const Model& model = run.substep.model;
    const Real mass = model.point_mass[point];
    Lanes force = all_lanes(mass) * lanes_of(model.gravity);
    for (const Drag& drag : model.drags)
        if (acts_on(drag, run.part_index)) force += all_lanes(-(drag.linear + drag.rate * mass)) * v;
    return force;
}

/// Weight and fields, on the point at a place of the packets that is due.
void note_outside(const Run& run, const Due& due, int place) {
    const MovingPoint& point = run.own.points[place];
    if (run.in_still_air) {
        run.own.outside[place] = all_lanes(run.duration(run.own.packets.point_rate[place])) *
                                 force_in_still_air(run, run.own.packets.points[place], point.v);
        return;
    }
    run.own.outside[place] =
        lanes_of(run.duration(run.own.packets.point_rate[place]) *
                 force_from_outside(run.substep.model, run.part_index, run.own.packets.points[place],
                                    {vector_of(point.x), vector_of(point.v)}, due.time));
}

/// Where a few points are pulled besides, fields are asked before: a drag must not see what a tie has just
/// given, or equilibrium would be elsewhere.
void kick_by_pulls(const Run& run, const Due& due, Real duration) {
    if (!run.is_pulled()) return;
    for_each_block(run, due.slowest, [&](const LawBlock& block) {
        for (int place = block.points.begin; place < block.points.end(); ++place)
            note_outside(run, due, place);
    });
    kick_by_ties(run, due, duration);
    kick_by_loads(run, due, duration);
}

/// What the point at a place gets from outside, and from the blocks around it from the fastest down to sum
/// `from`.
Lanes impulse_on(const Run& run, int place, int from) {
    const RatePackets& packets = run.own.packets;
    Lanes sum{};
    for (int k = packets.first_sum[place + 1] - 1; k >= packets.first_sum[place]; --k) {
        const SumShare& share = packets.sums_of[k];
        if (share.sum < from) break;
        sum += all_lanes(share.share) * run.own.sums[share.sum];
    }
    return run.own.outside[place] + sum;
}

/// What the points at some places of the packets get, and their way.
[[gnu::flatten]] void kick_and_move_some(const Run& run, const Due& due, int begin, int end) {
    const Model& model = run.substep.model;
    const RatePackets& packets = run.own.packets;
    const int first_noted =
        run.is_pulled() ? packets.starts.back().points : packets.starts[due.slowest].points;
    const int first_kicked = packets.starts[due.kicked].points, first_sum = packets.starts[due.kicked].sums;
    for (int place = begin; place < end; ++place) {
        const Real inv_mass = model.inv_mass[packets.points[place]];
        MovingPoint& point = run.own.points[place];
        if (place >= first_noted) note_outside(run, due, place);
        if (place >= first_kicked && inv_mass != 0)
            point.v += all_lanes(inv_mass) * impulse_on(run, place, first_sum);
        point.x += all_lanes(run.stride(packets.point_rate[place])) * point.v;
    }
}

/// The same, and what they meet on it. All are of one rate.
void kick_move_and_meet(const Run& run, const Due& due, int begin, int end) {
    std::array<Vec3, points_met_at_once> x_before, v_before, x, v;
    const int count = end - begin, rate = run.own.packets.point_rate[begin];
    MovingPoint* const points = run.own.points.data() + begin;
    for (int k = 0; k < count; ++k)
        x_before[k] = vector_of(points[k].x), v_before[k] = vector_of(points[k].v);
    kick_and_move_some(run, due, begin, end);
    for (int k = 0; k < count; ++k) x[k] = vector_of(points[k].x), v[k] = vector_of(points[k].v);
    const std::size_t n = count;
    run.followers.meet({rate, due.time, run.stride(rate), std::span(run.own.packets.points).subspan(begin, n),
                        std::span(x_before).first(n), std::span(v_before).first(n), std::span(x).first(n),
                        std::span(v).first(n)});
    for (int k = 0; k < count; ++k) points[k] = {lanes_of(x[k]), lanes_of(v[k])};
}

/// Lets the followers see the points, and takes them back where they may have been put.
void follow(const Run& run, const Due& due) {
    if (!run.followers.after_tick && !run.is_held()) return;
    put_points(run);
    if (run.is_held()) {
        run.followers.hold({due.time, run.tick()});
        take_points(run);
    }
    if (run.followers.after_tick) run.followers.after_tick();
}

/// Impulses of the laws that act at this tick, on the points that they are for, and then the way of all that
/// move.
void kick_and_move(const Run& run, const Due& due) {
    if (run.followers.before_move)
        for (int rate = due.moving; rate < run.rates(); ++rate)
            run.followers.before_move(rate, due.time, run.stride(rate));
    for_each_block(run, due.moving, [&](const LawBlock& block) {
        const auto [begin, count] = block.points;
        if (!run.followers.meet) return kick_and_move_some(run, due, begin, begin + count);
        for (int k = 0; k < count; k += points_met_at_once)
            kick_move_and_meet(run, due, begin + k, begin + std::min(k + points_met_at_once, count));
    });
    follow(run, due);
}

/// Where forces are held every force acts in every tick, those that are not due as they were.
Due due_in(const Run& run, int tick) {
    const int finest = run.rates() - 1;
    Due due;
    due.slowest = tick == 0 ? 0 : finest - std::countr_zero(static_cast<unsigned>(tick));
    due.kicked = run.holds_forces() ? 0 : due.slowest;
    due.moving = run.is_held() ? 0 : due.kicked;
    due.time = run.substep.time + tick * run.tick();
    return due;
}

}  // namespace

SubstepReport step_multirate(const Substep& substep, State& state, SolverScratch& scratch,
                             const Followers& followers) {
    const int index = index_of(substep.model, substep.part);
    const Run run{substep, state, scratch.multirate[index], followers, index, is_in_still_air(substep.model)};
    take_points(run);
    for (int k = 0; k < 1 << (run.rates() - 1); ++k) {
        const Due due = due_in(run, k);
        for_each_block(run, due.slowest, [&](const LawBlock& block) { evaluate_block(run, due, block); });
        kick_by_pulls(run, due, run.tick());
        kick_and_move(run, due);
    }
    put_points(run);
    return {};
}

}  // namespace souple
