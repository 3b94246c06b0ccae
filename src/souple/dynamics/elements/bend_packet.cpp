// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The kernels of bend.cpp, four at a time. A lane does what the single bend does, but for the angle of folds
// beyond 14 degrees. Everything is built by expressions: arrays that are first zeroed and then filled took a
// quarter of the time.
#include "souple/dynamics/elements/bend_packet.h"

#include <cmath>

#include "souple/dynamics/elements/bend_energy.h"

namespace souple {

namespace {

constexpr int next_corner[3] = {1, 2, 0}, last_corner[3] = {2, 0, 1};
constexpr Real least_height = 1e-24;  // squared height / length below which a triangle has no normal

/// The fold over one edge, from corner a to corner b, and what its gradient is made of.
struct LaneFold {
    Lanes angle;           ///< [rad]
    Lanes near;            ///< [1/m^3] |e|/|N|^2
    LaneVec3 away;         ///< [1/m]
    Lanes foot, far_foot;  ///< of the heights, along the edge
};

struct LaneFolds {
    LaneVec3 normal;  ///< [m^2]
    std::array<LaneFold, 3> over;
};

/// The arc tangent below 1/4, exact to rounding.
Lanes series_of_arc_tangent(const Lanes& t) {
    const Lanes q = t * t, w = q * q;  // even and odd powers of q apart: two short chains
    const Lanes even =
        1 + w * (1. / 5 + w * (1. / 9 + w * (1. / 13 + w * (1. / 17 + w * (1. / 21 + w * (1. / 25))))));
    const Lanes odd = 1. / 3 + w * (1. / 7 + w * (1. / 11 + w * (1. / 15 + w * (1. / 19 + w * (1. / 23)))));
    return t * (even - q * odd);
}

[[gnu::noinline, gnu::cold]] Lanes replace_sharp(const LaneMask& sharp, const Lanes& sine,
                                                 const Lanes& cosine, Lanes angle) {
    for (int lane = 0; lane < lane_count; ++lane)
        if (sharp[lane]) angle[lane] = std::atan2(sine[lane], cosine[lane]);
    return angle;
}

/// Folds beyond 14 degrees are turned back by the nearest of these first: 0.48 rad is 27.5 degrees, and the
/// series bears 14.03 to each side.
struct Turn {
    Real from_sine, from_cosine;  ///< of the angle from which on it is taken: halfway to the last one
    Real angle, sine, cosine;
};
constexpr std::array<Turn, 4> turns{{
    {0.23770262642713458, 0.97133797485202966, 0.47999999999999998, 0.4617791755414829, 0.88699492277928416},
    {0.6593846719714731, 0.75180572914089505, 0.95999999999999996, 0.81919156830099826, 0.57351998607245669},
    {0.93203908596722629, 0.36235775447667362, 1.4399999999999999, 0.99145834819168643, 0.13042370873814554},
    {0.99404320219807596, -0.10898675223987112, 1.9199999999999999, 0.93964547368532492,
     -0.34214965115089818},
}};

/// atan2(sine, cosine), both times any length; folds beyond 123 degrees take the library's. Where both are 0,
/// at borders, it is not a number.
Lanes fold_angle(const Lanes& sine, const Lanes& cosine) {
    const Lanes size = magnitude(sine);
    const LaneMask gentle = 4 * size < cosine;
    if (!any(~gentle)) return series_of_arc_tangent(sine / cosine);
    Lanes back{}, back_sine{}, back_cosine = all_lanes(1);
    for (const Turn& turn : turns) {
        const LaneMask beyond = ~gentle & (turn.from_cosine * size > turn.from_sine * cosine);
        back = beyond ? all_lanes(turn.angle) : back;
        back_sine = beyond ? all_lanes(turn.sine) : back_sine;
        back_cosine = beyond ? all_lanes(turn.cosine) : back_cosine;
    }
    const Lanes rest_sine = back_cosine * size - back_sine * cosine;
    const Lanes rest_cosine = back_cosine * cosine + back_sine * size;
    const Lanes turned = back + series_of_arc_tangent(rest_sine / rest_cosine);
    const Lanes angle = sine < Lanes{} ? -turned : turned;
    const LaneMask sharp = 4 * magnitude(rest_sine) > rest_cosine;
    return any(sharp) ? replace_sharp(sharp, sine, cosine, angle) : angle;
}

/// Edge e = b - a, the corner `far` beyond it, seen from a.
LaneFold fold_over(const LaneVec3& e, const LaneVec3& far, const LaneVec3& last_edge, const LaneVec3& normal,
                   const Lanes& squared_normal) {
    const LaneVec3 far_normal = cross(far, e);
    const Lanes squared_far = dot(far_normal, far_normal), squared_edge = dot(e, e), none{};
    // a triangle without area has no angle with its neighbour, nor with one that is not there
    const Lanes least = least_height * squared_edge * squared_edge;
    const LaneMask is_fold = (squared_normal > least) & (squared_far > least) & (squared_edge > none);
    const Lanes edge = root(squared_edge), inv_squared_edge = is_fold ? 1 / squared_edge : none;
    const Lanes angle = fold_angle(-edge * dot(far, normal), dot(normal, far_normal));
    return {is_fold ? angle : none, is_fold ? edge / squared_normal : none,
            (is_fold ? edge / squared_far : none) * far_normal, -dot(e, last_edge) * inv_squared_edge,
            dot(e, far) * inv_squared_edge};
}

LaneFolds folds_of(const LaneStencil& x) {
    const LaneVec3 e0 = x[2] - x[1], e1 = x[0] - x[2], e2 = x[1] - x[0];
    const LaneVec3 normal = cross(e1, e2);
    const Lanes squared = dot(normal, normal);
    return {normal,
            {fold_over(e0, x[3] - x[1], e2, normal, squared), fold_over(e1, x[4] - x[2], e0, normal, squared),
             fold_over(e2, x[5] - x[0], e1, normal, squared)}};
}

LaneVec3 angle_rates(const LaneFolds& folds, const LaneStencil& v) {
    const auto rate = [&](int i) {
        const LaneFold& fold = folds.over[i];
        const LaneVec3 &va = v[next_corner[i]], &vb = v[last_corner[i]];
        const LaneVec3 near = va + fold.foot * (vb - va) - v[i];
        const LaneVec3 away = va + fold.far_foot * (vb - va) - v[3 + i];
        return fold.near * dot(folds.normal, near) + dot(fold.away, away);
    };
    return {rate(0), rate(1), rate(2)};
}

/// Corner k is the start of the edge over its last corner, and the end of the one over its next.
LaneVec3 force_on_corner(const LaneFolds& folds, const std::array<Lanes, 3>& moment, int k) {
    const int a = last_corner[k], b = next_corner[k];
    const LaneFold &from = folds.over[a], &to = folds.over[b];
    const Lanes on_normal = (1 - from.foot) * (moment[a] * from.near) + to.foot * (moment[b] * to.near) -
                            moment[k] * folds.over[k].near;
    return ((1 - from.far_foot) * moment[a]) * from.away + (to.far_foot * moment[b]) * to.away +
           on_normal * folds.normal;
}

template <class Vector>
LaneStencil gather(const BendPacket& packet, const Vector* values) {
    const auto& n = packet.nodes;
    return {souple::gather(n[0], values), souple::gather(n[1], values), souple::gather(n[2], values),
            souple::gather(n[3], values), souple::gather(n[4], values), souple::gather(n[5], values)};
}

}  // namespace

BendPacket pack(std::span<const Bend> bends) {
    BendPacket packet;
    for (int lane = 0; lane < lane_count; ++lane) {
        const bool is_left_over = lane >= static_cast<int>(bends.size());
        const Bend& bend = is_left_over ? bends[0] : bends[lane];
        for (int k = 0; k < 3; ++k) packet.nodes[k][lane] = bend.nodes[k];
        for (int k = 0; k < 3; ++k)
            packet.nodes[3 + k][lane] =
                bend.nodes[3 + k] < 0 ? bend.nodes[next_corner[k]] : bend.nodes[3 + k];
        packet.rest_angle.set(lane, bend.rest_angle);
        if (is_left_over) continue;
        LaneSymmetric& r = packet.rigidity;
        r.xx[lane] = bend.rigidity(0, 0), r.xy[lane] = bend.rigidity(0, 1), r.xz[lane] = bend.rigidity(0, 2);
        r.yy[lane] = bend.rigidity(1, 1), r.yz[lane] = bend.rigidity(1, 2), r.zz[lane] = bend.rigidity(2, 2);
        packet.damping_time[lane] = bend.damping_time;
        packet.is_damped = packet.is_damped || bend.damping_time > 0;
    }
    return packet;
}

namespace {

/// The moments over the edges, times a factor, and the folds they act on.
struct LaneMoments {
    LaneFolds folds;
    std::array<Lanes, 3> moment;  ///< [N m]
};

template <class Vector>
LaneMoments moments_of(const BendPacket& packet, const Vector* x, const Vector* v, Real factor) {
    const LaneFolds folds = folds_of(gather(packet, x));
    LaneVec3 fold =
        packet.rest_angle - LaneVec3{folds.over[0].angle, folds.over[1].angle, folds.over[2].angle};
    if (packet.is_damped) fold = fold - packet.damping_time * angle_rates(folds, gather(packet, v));
    const LaneVec3 turning = all_lanes(factor) * (packet.rigidity * fold);
    return {folds, {turning.x, turning.y, turning.z}};
}

}  // namespace

[[gnu::flatten]] LaneStencil forces_of(const BendPacket& packet, const Vec3* x, const Vec3* v) {
    const auto [folds, moment] = moments_of(packet, x, v, 1);
    return {force_on_corner(folds, moment, 0), force_on_corner(folds, moment, 1),
            force_on_corner(folds, moment, 2), (-moment[0]) * folds.over[0].away,
            (-moment[1]) * folds.over[1].away, (-moment[2]) * folds.over[2].away};
}

[[gnu::flatten]] void add_forces(const BendPacket& packet, const Lanes* places, const Lanes* speeds,
                                 Real factor, Lanes* sums) {
    const auto [folds, moment] = moments_of(packet, places, speeds, factor);
    for (int k = 0; k < 3; ++k) add_to(force_on_corner(folds, moment, k), packet.nodes[k], sums);
    for (int k = 0; k < 3; ++k) add_to((-moment[k]) * folds.over[k].away, packet.nodes[3 + k], sums);
}

Lanes energies_of(const BendPacket& packet, const Vec3* x) {
    const LaneFolds folds = folds_of(gather(packet, x));
    const LaneVec3 fold =
        LaneVec3{folds.over[0].angle, folds.over[1].angle, folds.over[2].angle} - packet.rest_angle;
    return 0.5 * dot(fold, packet.rigidity * fold);
}

}  // namespace souple
