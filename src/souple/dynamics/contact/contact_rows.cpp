// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/contact_rows.h"

#include <algorithm>

#include "souple/dynamics/contact/lane_sides.h"

namespace souple {

namespace {

/// Both sides while their rows are solved: velocities, and how they answer. Taken from the movers, given back
/// at the end.
struct Sides {
    LaneVelocity a, b;
    LaneAnswer answer_a, answer_b;
};

Sides take(const RowPacket& packet, const Movers& movers) {
    return {take_velocities(packet.a, movers), take_velocities(packet.b, movers),
            take_answers(packet.a, movers), take_answers(packet.b, movers)};
}

/// What each link gained as if it were alone was an impulse: its tree answers to it. Both sides may be of one
/// tree, so both impulses are known before any acts.
[[gnu::noinline, gnu::cold]] void give_back_to_trees(const RowPacket& packet, const Sides& sides,
                                                     Movers& movers) {
    struct Gain {
        Vec3 impulse = Vec3::Zero(), angular = Vec3::Zero();
    };
    const auto gain_of = [&](int mover, const LaneVelocity& now, int lane) -> Gain {
        if (!is_link(movers, mover)) return {};
        const LinkMover& link = movers.links[mover];
        const MoverVelocity& before = movers.velocity[mover];
        return {link.mass * (now.v.at(lane) - before.v), link.inertia * (now.w.at(lane) - before.w)};
    };
    LaneMovers a = packet.a, b = packet.b;
    for (int lane = 0; lane < lane_count; ++lane) {
        const Gain gain_a = gain_of(a[lane], sides.a, lane), gain_b = gain_of(b[lane], sides.b, lane);
        if (is_link(movers, a[lane])) {
            push_tree(movers, a[lane], gain_a.impulse, gain_a.angular);
            a[lane] = no_mover;
        }
        if (is_link(movers, b[lane])) {
            push_tree(movers, b[lane], gain_b.impulse, gain_b.angular);
            b[lane] = no_mover;
        }
    }
    give_velocities(a, sides.a, movers);
    give_velocities(b, sides.b, movers);
}

void give_back(const RowPacket& packet, const Sides& sides, Movers& movers) {
    if (packet.on_tree) return give_back_to_trees(packet, sides, movers);
    give_velocities(packet.a, sides.a, movers);
    give_velocities(packet.b, sides.b, movers);
}

LaneVec3 second_tangent(const RowPacket& packet) { return cross(packet.normal, packet.tangent); }

/// [m/s] of b relative to a, in the middle of the places.
LaneVec3 relative_velocity(const RowPacket& packet, const LaneVelocity& a, const LaneVelocity& b) {
    return (b.v + cross(b.w, packet.arm_b)) - (a.v + cross(a.w, packet.arm_a));
}

/// Both sides get the same impulse and the same moment, one of them the other way round.
void push(const RowPacket& packet, const LaneVec3& impulse, const LaneVec3& moment, Sides& sides) {
    const LaneVec3 angular_a = cross(packet.arm_a, impulse) + moment;
    const LaneVec3 angular_b = cross(packet.arm_b, impulse) + moment;
    sides.a.v = sides.a.v - sides.answer_a.inverse_mass * impulse;
    sides.a.w = sides.a.w - sides.answer_a.inverse_inertia * angular_a;
    sides.b.v = sides.b.v + sides.answer_b.inverse_mass * impulse;
    sides.b.w = sides.b.w + sides.answer_b.inverse_inertia * angular_b;
}

/// A number for each place.
struct FourPlaces {
    Lanes at[4];
};

Lanes sum_of(const Lanes (&numbers)[4]) { return (numbers[0] + numbers[1]) + (numbers[2] + numbers[3]); }
Lanes weighted(const Lanes (&weights)[4], const Lanes (&numbers)[4]) {
    return (weights[0] * numbers[0] + weights[1] * numbers[1]) +
           (weights[2] * numbers[2] + weights[3] * numbers[3]);
}

/// [m/s] normal velocities of the places, positive apart.
FourPlaces normal_velocity(const RowPacket& packet, const LaneVelocity& a, const LaneVelocity& b) {
    const LaneVec3 spin = b.w - a.w;
    const Lanes along = dot(packet.normal, relative_velocity(packet, a, b));
    const Lanes spin_1 = dot(packet.tangent, spin), spin_2 = dot(second_tangent(packet), spin);
    FourPlaces velocity;
    for (int k = 0; k < 4; ++k)
        velocity.at[k] = along + (packet.lever_1[k] * spin_1 + packet.lever_2[k] * spin_2);
    return velocity;
}

/// [m/s] no faster than it takes to close the gap; what overlaps may not approach at all.
Lanes least_velocity(Real h, const Lanes& gap) { return (-1 / h) * larger(gap, all_lanes(0)); }

/// [m/s] what overlaps by more than the slop goes apart; what does not may come together only that far.
Lanes least_push(const PushGoal& goal, const Lanes& gap) {
    const Lanes overlap = -gap - goal.slop;
    const Lanes apart = smaller((goal.rate / goal.h) * overlap, all_lanes(goal.speed));
    return overlap > 0 ? apart : (1 / goal.h) * overlap;
}

/// The places of one manifold hang together by the same two bodies: solved together here, they do not rock
/// from sweep to sweep.
constexpr int local_rounds = 3;

/// Impulses that leave no `velocity` (relative to what is allowed) negative, none of them negative. Returns
/// how they changed.
FourPlaces project(const RowPacket& packet, FourPlaces velocity, Lanes (&impulses)[4]) {
    // (each place by its own number, not in a loop: so all of it stays in registers)
    Lanes answer[4][4];
    const auto answer_of_place = [&](int i) {
        const LaneVec3 through = packet.answer * LaneVec3{all_lanes(1), packet.lever_1[i], packet.lever_2[i]};
        for (int j = 0; j <= i; ++j)
            answer[i][j] = answer[j][i] =
                through.x + (packet.lever_1[j] * through.y + packet.lever_2[j] * through.z);
    };
    answer_of_place(0), answer_of_place(1), answer_of_place(2), answer_of_place(3);
    Lanes impulse[4];
    for (int i = 0; i < 4; ++i) impulse[i] = impulses[i];
    const auto relax = [&](int i) {
        const Lanes wanted = larger(impulse[i] - velocity.at[i] * packet.inverse_diagonal[i], all_lanes(0));
        const Lanes step = wanted - impulse[i];
        for (int j = 0; j < 4; ++j) velocity.at[j] += answer[i][j] * step;
        impulse[i] = wanted;
    };
    for (int round = 0; round < local_rounds; ++round) relax(0), relax(1), relax(2), relax(3);
    FourPlaces change;
    for (int i = 0; i < 4; ++i) {
        change.at[i] = impulse[i] - impulses[i];
        impulses[i] = impulse[i];
    }
    return change;
}

void push_along_normal(const RowPacket& packet, const FourPlaces& change, Sides& sides) {
    push(packet, sum_of(change.at) * packet.normal,
         weighted(packet.lever_1, change.at) * packet.tangent +
             weighted(packet.lever_2, change.at) * second_tangent(packet),
         sides);
}

void solve_normal(Real h, RowPacket& packet, Sides& sides) {
    FourPlaces velocity = normal_velocity(packet, sides.a, sides.b);
    for (int k = 0; k < 4; ++k) velocity.at[k] -= least_velocity(h, packet.gap[k]);
    push_along_normal(packet, project(packet, velocity, packet.impulse), sides);
}

struct TangentImpulse {
    Lanes p1, p2;
};

/// What is left of a friction of this size when it may not be larger than the limit [N s].
Lanes shrunk(const Lanes& square, const Lanes& limit) {
    return square > limit * limit ? limit / root(square) : all_lanes(1);
}

/// The friction that would stop the sliding, brought back into Coulomb's disc.
TangentImpulse projected_friction(const RowPacket& packet, const Sides& sides) {
    const LaneVec3 u = relative_velocity(packet, sides.a, sides.b);
    const Lanes u1 = dot(u, packet.tangent), u2 = dot(u, second_tangent(packet));
    const Lanes p1 = packet.impulse_1 - (packet.k11 * u1 + packet.k12 * u2);
    const Lanes p2 = packet.impulse_2 - (packet.k12 * u1 + packet.k22 * u2);
    const Lanes left = shrunk(p1 * p1 + p2 * p2, packet.friction * sum_of(packet.impulse));
    return {left * p1, left * p2};
}

/// The moment about the normal that would stop the spinning, no more than friction holds at the places.
Lanes projected_twist(const RowPacket& packet, const Sides& sides) {
    const Lanes spin = dot(packet.normal, sides.b.w - sides.a.w);
    const Lanes limit = packet.friction * weighted(packet.distance, packet.impulse);
    return larger(-limit, smaller(limit, packet.twist - spin * packet.inverse_twist));
}

void solve_friction(RowPacket& packet, Sides& sides) {
    // both from the same velocities: the two hardly meet, and one push serves both
    const TangentImpulse wanted = projected_friction(packet, sides);
    const Lanes twist = projected_twist(packet, sides);
    const LaneVec3 change = (wanted.p1 - packet.impulse_1) * packet.tangent +
                            (wanted.p2 - packet.impulse_2) * second_tangent(packet);
    push(packet, change, (twist - packet.twist) * packet.normal, sides);
    packet.impulse_1 = wanted.p1;
    packet.impulse_2 = wanted.p2;
    packet.twist = twist;
}

bool is_zero(const LaneVec3& a) { return !any((a.x != 0) | (a.y != 0) | (a.z != 0)); }
bool is_still(const LaneVelocity& side) { return is_zero(side.v) && is_zero(side.w); }

Real largest_of(const Lanes& lanes) {
    return std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
}

/// A link alone moves otherwise than in its tree: each half of the rows sees what the other has done.
[[gnu::noinline, gnu::cold]] void solve_tree_rows(const SweepGoal& goal, RowPacket& packet, Movers& movers) {
    const auto friction = [&] {
        Sides sides = take(packet, movers);
        solve_friction(packet, sides);
        give_back(packet, sides, movers);
    };
    if (goal.order == SweepOrder::FrictionFirst) friction();
    Sides sides = take(packet, movers);
    solve_normal(goal.h, packet, sides);
    give_back(packet, sides, movers);
    if (goal.order == SweepOrder::NormalFirst) friction();
}

}  // namespace

// (flatten: all of a kernel in one piece, 1.2 times quicker than as many calls)

[[gnu::flatten]] void warm_start(const RowPacket& packet, Movers& movers) {
    Sides sides = take(packet, movers);
    const LaneVec3 t2 = second_tangent(packet);
    push(packet,
         sum_of(packet.impulse) * packet.normal + packet.impulse_1 * packet.tangent + packet.impulse_2 * t2,
         weighted(packet.lever_1, packet.impulse) * packet.tangent +
             weighted(packet.lever_2, packet.impulse) * t2 + packet.twist * packet.normal,
         sides);
    give_back(packet, sides, movers);
}

[[gnu::flatten]] void solve_rows(const SweepGoal& goal, RowPacket& packet, Movers& movers) {
    if (goal.lands) land(packet);
    if (packet.on_tree) return solve_tree_rows(goal, packet, movers);
    Sides sides = take(packet, movers);
    if (goal.order == SweepOrder::FrictionFirst) solve_friction(packet, sides);
    solve_normal(goal.h, packet, sides);
    if (goal.order == SweepOrder::NormalFirst) solve_friction(packet, sides);
    give_back(packet, sides, movers);
}

[[gnu::flatten]] void clamp_friction(RowPacket& packet, Movers& movers) {
    const Lanes limit = packet.friction * sum_of(packet.impulse);
    const Lanes square = packet.impulse_1 * packet.impulse_1 + packet.impulse_2 * packet.impulse_2;
    if (!any(square > limit * limit)) return;
    const Lanes less = shrunk(square, limit) - 1;
    const Lanes change_1 = less * packet.impulse_1, change_2 = less * packet.impulse_2;
    Sides sides = take(packet, movers);
    push(packet, change_1 * packet.tangent + change_2 * second_tangent(packet), {}, sides);
    packet.impulse_1 += change_1;
    packet.impulse_2 += change_2;
    give_back(packet, sides, movers);
}

[[gnu::flatten]] void solve_push(const PushGoal& goal, RowPacket& packet, Movers& movers) {
    if (goal.first) std::fill_n(packet.push, 4, Lanes{});
    Sides sides{take_velocities(packet.a, movers), take_velocities(packet.b, movers), {}, {}};
    if (!overlaps(packet, goal.slop) && is_still(sides.a) && is_still(sides.b)) return;
    sides.answer_a = take_answers(packet.a, movers);
    sides.answer_b = take_answers(packet.b, movers);
    FourPlaces velocity = normal_velocity(packet, sides.a, sides.b);
    for (int k = 0; k < 4; ++k) velocity.at[k] -= least_push(goal, packet.gap[k]);
    push_along_normal(packet, project(packet, velocity, packet.push), sides);
    give_back(packet, sides, movers);
}

void land(RowPacket& packet) {
    constexpr Real far_off = 1e9;  // [m]
    for (int k = 0; k < 4; ++k) {
        const Lanes landed = packet.impulse[k] > 0 ? all_lanes(0) : all_lanes(far_off);
        packet.gap[k] = packet.gap[k] > 0 ? landed : packet.gap[k];
    }
}

bool overlaps(const RowPacket& packet, Real slop) {
    const Lanes deepest =
        smaller(smaller(packet.gap[0], packet.gap[1]), smaller(packet.gap[2], packet.gap[3]));
    return any(deepest < all_lanes(-slop));
}

Real deepest_of(const RowPacket& packet) {
    const Lanes lowest =
        smaller(smaller(packet.gap[0], packet.gap[1]), smaller(packet.gap[2], packet.gap[3]));
    return std::max(Real(0), largest_of(-lowest));
}

int count_loaded(const RowPacket& packet) {
    int count = 0;
    for (const Lanes& impulse : packet.impulse)
        for (int lane = 0; lane < lane_count; ++lane) count += impulse[lane] > 0 ? 1 : 0;
    return count;
}

Vec4 normal_velocities(const RowPacket& packet, int lane, const Movers& movers) {
    const FourPlaces velocity =
        normal_velocity(packet, take_velocities(packet.a, movers), take_velocities(packet.b, movers));
    return {velocity.at[0][lane], velocity.at[1][lane], velocity.at[2][lane], velocity.at[3][lane]};
}

Real residual_of(Real h, const RowPacket& packet, const Movers& movers) {
    const Sides sides = take(packet, movers);
    const FourPlaces velocity = normal_velocity(packet, sides.a, sides.b);
    Lanes worst{};
    for (int k = 0; k < 4; ++k) {
        const Lanes slack = velocity.at[k] - least_velocity(h, packet.gap[k]);
        const Lanes load = packet.impulse[k] / packet.inverse_diagonal[k];
        const Lanes off = smaller(slack, load);
        worst = packet.inverse_diagonal[k] > 0 ? larger(worst, larger(off, -off)) : worst;
    }
    // the step that the projection would still take, as a velocity
    const TangentImpulse wanted = projected_friction(packet, sides);
    const Lanes d1 = wanted.p1 - packet.impulse_1, d2 = wanted.p2 - packet.impulse_2;
    const Lanes mean_inverse = 0.5 * (packet.k11 + packet.k22);
    const Lanes sliding = root(d1 * d1 + d2 * d2) / mean_inverse;
    worst = mean_inverse > 0 ? larger(worst, sliding) : worst;
    return largest_of(worst);
}

}  // namespace souple
