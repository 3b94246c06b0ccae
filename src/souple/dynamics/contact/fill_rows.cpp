// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/fill_rows.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/lane_sides.h"
#include "souple/dynamics/contact/tree_movers.h"

namespace souple {

namespace {

/// A unit vector across n; the same n always gives the same.
Vec3 tangent_to(const Vec3& n) {
    const Vec3 t = std::abs(n.x()) < 0.57 ? Vec3(0, n.z(), -n.y()) : Vec3(n.y(), -n.x(), 0);
    return t.normalized();
}

/// Answers of both sides, summed.
struct AnswerSums {
    LaneSymmetric normal;  ///< of u_n and the spins about the tangents
    Lanes a11{}, a12{}, a22{};
    Lanes twist{};
};

/// Adds one side: how it answers an impulse and a moment at `arm` from its centre.
void add_answer(const LaneAnswer& side, const LaneVec3& arm, const RowPacket& packet, AnswerSums& sums) {
    const LaneVec3& t1 = packet.tangent;
    const LaneVec3 t2 = cross(packet.normal, t1);
    const LaneVec3 through_1 = side.inverse_inertia * t1, through_2 = side.inverse_inertia * t2;
    const LaneVec3 lever = cross(arm, packet.normal), lever_1 = cross(arm, t1), lever_2 = cross(arm, t2);
    const LaneVec3 slide_1 = side.inverse_inertia * lever_1, slide_2 = side.inverse_inertia * lever_2;
    sums.normal.xx += side.inverse_mass + dot(lever, side.inverse_inertia * lever);
    sums.normal.xy += dot(lever, through_1);
    sums.normal.xz += dot(lever, through_2);
    sums.normal.yy += dot(t1, through_1);
    sums.normal.yz += dot(t1, through_2);
    sums.normal.zz += dot(t2, through_2);
    sums.a11 += side.inverse_mass + dot(lever_1, slide_1);
    sums.a12 += dot(lever_1, slide_2);
    sums.a22 += side.inverse_mass + dot(lever_2, slide_2);
    sums.twist += dot(packet.normal, side.inverse_inertia * packet.normal);
}

void enter_answer(const PairAnswer& answer, int lane, AnswerSums& sums) {
    sums.normal.xx[lane] = answer.normal(0, 0);
    sums.normal.xy[lane] = 0.5 * (answer.normal(0, 1) + answer.normal(1, 0));
    sums.normal.xz[lane] = 0.5 * (answer.normal(0, 2) + answer.normal(2, 0));
    sums.normal.yy[lane] = answer.normal(1, 1);
    sums.normal.yz[lane] = 0.5 * (answer.normal(1, 2) + answer.normal(2, 1));
    sums.normal.zz[lane] = answer.normal(2, 2);
    sums.a11[lane] = answer.a11;
    sums.a12[lane] = answer.a12;
    sums.a22[lane] = answer.a22;
    sums.twist[lane] = answer.twist;
}

/// Lanes with a link on a side: its whole tree answers.
[[gnu::noinline, gnu::cold]] void ask_trees(Movers& movers, RowPacket& packet, AnswerSums& sums) {
    packet.on_tree = false;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!is_link(movers, packet.a[lane]) && !is_link(movers, packet.b[lane])) continue;
        packet.on_tree = true;
        enter_answer(answer_of_pair(movers, packet, lane), lane, sums);
    }
}

/// Friction where only one way to slide may be left: it acts along that.
void weigh_sliding(const AnswerSums& sums, const AnswerSums& loose, Real rounding, int lane,
                   RowPacket& packet) {
    constexpr Real of_difference = 1e-12;  // of the two products of a determinant
    const Real a11 = sums.a11[lane], a12 = sums.a12[lane], a22 = sums.a22[lane];
    const Real both = a11 + a22, least = rounding * (loose.a11[lane] + loose.a22[lane]);
    const Real determinant = a11 * a22 - a12 * a12;  // both, times about the lesser answer
    if (determinant > both * std::max(least, of_difference * both)) return;
    const Real inverse = both > least ? 1 / (both * both) : 0;
    packet.k11[lane] = a11 * inverse;
    packet.k12[lane] = a12 * inverse;
    packet.k22[lane] = a22 * inverse;
}

/// What joints or loops lock takes no impulse.
[[gnu::noinline, gnu::cold]] void let_go_of_locked(const Movers& movers, const AnswerSums& sums,
                                                   RowPacket& packet) {
    AnswerSums loose;  // as if each link were alone
    add_answer(take_answers(packet.a, movers), packet.arm_a, packet, loose);
    add_answer(take_answers(packet.b, movers), packet.arm_b, packet, loose);
    for (int lane = 0; lane < lane_count; ++lane) {
        const Real rounding = rounding_of_locked(movers, packet.a[lane], packet.b[lane]);
        if (rounding == 0) continue;
        for (int k = 0; k < 4; ++k) {
            const LaneVec3 row{all_lanes(1), packet.lever_1[k], packet.lever_2[k]};
            const Lanes held = dot(row, sums.normal * row), free = dot(row, loose.normal * row);
            if (held[lane] <= rounding * free[lane]) packet.inverse_diagonal[k][lane] = 0;
        }
        if (sums.twist[lane] <= rounding * loose.twist[lane]) packet.inverse_twist[lane] = 0;
        weigh_sliding(sums, loose, rounding, lane, packet);
    }
}

Lanes inverse_or_zero(const Lanes& value) { return value > 0 ? 1 / value : all_lanes(0); }

}  // namespace

int mover_of(const ManifoldSide& side, const Movers& movers) {
    if (side.spread >= 0) return mover_of_spread(side.spread);
    return side.obstacle >= 0 ? movers.first_driven + side.obstacle : side.mover;
}

void enter_manifold(const Manifold& manifold, int lane, const Movers& movers, RowPacket& packet,
                    CarriedPlaces& places) {
    packet.a[lane] = mover_of(manifold.a, movers);
    packet.b[lane] = mover_of(manifold.b, movers);
    const Vec3 tangent = tangent_to(manifold.normal);
    packet.normal.set(lane, manifold.normal);
    packet.tangent.set(lane, tangent);
    packet.friction[lane] = manifold.friction;
    packet.impulse_1[lane] = manifold.tangent_impulse.dot(tangent);
    packet.impulse_2[lane] = manifold.tangent_impulse.dot(manifold.normal.cross(tangent));
    packet.twist[lane] = manifold.count > 1 ? manifold.twist_impulse : 0;
    for (int k = 0; k < manifold.count; ++k) {
        places.local_a[k].set(lane, manifold.points[k].local_a);
        places.local_b[k].set(lane, manifold.points[k].local_b);
        places.share[k][lane] = Real(1) / manifold.count;
        packet.impulse[k][lane] = manifold.normal_impulse[k];
    }
    places.a_driven[lane] = manifold.a.obstacle >= 0 ? -1 : 0;
    places.b_driven[lane] = manifold.b.obstacle >= 0 ? -1 : 0;
}

[[gnu::flatten]] FollowedPlaces follow_places(const LanePoses& a, const LanePoses& b,
                                              const CarriedPlaces& places, const LaneVec3& normal) {
    FollowedPlaces followed;
    const LaneVec3 from_a_to_b = b.position - a.position;
    for (int k = 0; k < 4; ++k) {
        const LaneVec3 on_a = turned(a, places.local_a[k]);
        const LaneVec3 on_b = from_a_to_b + turned(b, places.local_b[k]);
        const LaneVec3 apart = on_b - on_a;
        followed.gap[k] = dot(normal, apart);
        // what slides over an obstacle takes the place along: one that is left behind would turn it
        followed.apart[k] = chosen(places.a_driven | places.b_driven, followed.gap[k] * normal, apart);
        const LaneVec3 half = all_lanes(0.5) * followed.apart[k];
        followed.place[k] = chosen(places.a_driven, on_b - half, on_a + half);
    }
    return followed;
}

[[gnu::flatten]] void place_rows(const FollowedPlaces& followed, const LaneVec3& from_a_to_b,
                                 const CarriedPlaces& places, RowPacket& packet) {
    LaneVec3 middle, apart;
    LaneMask all_open = places.share[0] > 0;
    for (int k = 0; k < 4; ++k) {
        const LaneMask exists = places.share[k] > 0;
        packet.gap[k] = exists ? followed.gap[k] : all_lanes(0);
        all_open &= (followed.gap[k] > 0) | ~exists;
        middle = middle + places.share[k] * followed.place[k];
        apart = apart + places.share[k] * followed.apart[k];
    }
    const LaneVec3 t1 = packet.tangent, t2 = cross(packet.normal, t1);
    for (int k = 0; k < 4; ++k) {
        const LaneVec3 beside = followed.place[k] - middle;
        packet.lever_1[k] = places.share[k] > 0 ? dot(t2, beside) : all_lanes(0);
        packet.lever_2[k] = places.share[k] > 0 ? -dot(t1, beside) : all_lanes(0);
        packet.distance[k] =
            root(packet.lever_1[k] * packet.lever_1[k] + packet.lever_2[k] * packet.lever_2[k]);
    }
    // what is still apart will touch with its own surface, whatever way is left to go; what touches is pushed
    // at one place, so that no couple acts
    const LaneVec3 half = (all_open ? all_lanes(0.5) : all_lanes(0)) * apart;
    packet.arm_a = middle - half;
    packet.arm_b = middle + half - from_a_to_b;
}

void note_places(const FollowedPlaces& followed, int lane, const Vec3& centre, Manifold& manifold) {
    for (int k = 0; k < manifold.count; ++k) {
        manifold.points[k].place = centre + followed.place[k].at(lane);
        manifold.points[k].apart = followed.apart[k].at(lane);
        manifold.points[k].gap = followed.gap[k][lane];
    }
}

[[gnu::flatten]] void weigh_rows(const CarriedPlaces& places, Movers& movers, RowPacket& packet) {
    AnswerSums sums;
    add_answer(take_answers(packet.a, movers), packet.arm_a, packet, sums);
    add_answer(take_answers(packet.b, movers), packet.arm_b, packet, sums);
    if (!movers.trees.empty()) ask_trees(movers, packet, sums);
    packet.answer = sums.normal;
    for (int k = 0; k < 4; ++k) {
        const LaneVec3 row{all_lanes(1), packet.lever_1[k], packet.lever_2[k]};
        const Lanes diagonal = dot(row, packet.answer * row);
        packet.inverse_diagonal[k] = places.share[k] > 0 ? inverse_or_zero(diagonal) : all_lanes(0);
    }
    const Lanes inverse = inverse_or_zero(sums.a11 * sums.a22 - sums.a12 * sums.a12);
    packet.k11 = sums.a22 * inverse;
    packet.k12 = -sums.a12 * inverse;
    packet.k22 = sums.a11 * inverse;
    packet.inverse_twist = places.share[1] > 0 ? inverse_or_zero(sums.twist) : all_lanes(0);
    if (packet.on_tree) let_go_of_locked(movers, sums, packet);
}

void leave_manifold(const RowPacket& packet, int lane, Manifold& manifold) {
    for (int k = 0; k < manifold.count; ++k) manifold.normal_impulse[k] = packet.impulse[k][lane];
    const Vec3 normal = packet.normal.at(lane), tangent = packet.tangent.at(lane);
    manifold.tangent_impulse =
        packet.impulse_1[lane] * tangent + packet.impulse_2[lane] * normal.cross(tangent);
    manifold.twist_impulse = packet.twist[lane];
}

}  // namespace souple
