// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/oriented/oriented_packet.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

bool is_even_in_all_directions(const Vec3& v) { return v.x() == v.y() && v.x() == v.z(); }

Lanes exponential(const Lanes& power) {
    Eigen::Array<Real, lane_count, 1> numbers;
    std::memcpy(numbers.data(), &power, sizeof power);
    numbers = numbers.exp();
    Lanes result;
    std::memcpy(&result, numbers.data(), sizeof result);
    return result;
}

LaneVec3 everywhere(const Vec3& v) { return {all_lanes(v.x()), all_lanes(v.y()), all_lanes(v.z())}; }

/// Four particles side by side.
struct LaneViews {
    LaneVec3 x, first, second, third, v, w;  ///< place, axes, velocities

    LaneVec3 in_world(const Vec3& local) const {
        return all_lanes(local.x()) * first + all_lanes(local.y()) * second + all_lanes(local.z()) * third;
    }
};

LaneViews four_times(const ParticleView& view) {
    return {everywhere(view.x),           everywhere(view.axes.col(0)), everywhere(view.axes.col(1)),
            everywhere(view.axes.col(2)), everywhere(view.v),           everywhere(view.w)};
}

/// Four numbers of each of four particles, turned so that each number has its lanes.
std::array<Lanes, 4> numbers_of(const ParticleView* views, const LaneIndices& places, int from) {
    std::array<Lanes, 4> rows;
    for (int lane = 0; lane < lane_count; ++lane)
        std::memcpy(&rows[lane], reinterpret_cast<const Real*>(views + places[lane]) + from, sizeof(Lanes));
    transpose(rows[0], rows[1], rows[2], rows[3]);
    return rows;
}

LaneViews load(const ParticleView* views, const LaneIndices& places) {
    static_assert(sizeof(ParticleView) == 18 * sizeof(Real), "a view is eighteen numbers in a row");
    const auto a = numbers_of(views, places, 0), b = numbers_of(views, places, 4);
    const auto c = numbers_of(views, places, 8), d = numbers_of(views, places, 12);
    const auto e = numbers_of(views, places, 14);
    return {{a[0], a[1], a[2]}, {a[3], b[0], b[1]}, {b[2], b[3], c[0]},
            {c[1], c[2], c[3]}, {d[0], d[1], d[2]}, {e[1], e[2], e[3]}};
}

/// From one particle to four others.
struct LaneWays {
    LaneVec3 r;            ///< [m]
    Lanes square, length;  ///< [m^2], [m]
    Lanes over_square{};   ///< [1/m^2]
};

/// a = 1 - d^2 and what its slope along r is, over r; zero beyond the range.
struct LaneInfluence {
    Lanes value, slope;
};
LaneInfluence influence(const OrientedLaw& law, const LaneWays& way) {
    const Lanes scale = all_lanes(1 / (law.range.x() * law.range.x())), d = way.square * scale;
    const LaneMask in = d < all_lanes(1);
    const Lanes none = all_lanes(0);
    return {in ? all_lanes(1) - d * d : none, in ? all_lanes(-4) * d * scale : none};
}

/// The two halves of a pair's even law are the same: twice.
void add_cohesion(const OrientedLaw& law, const LaneWays& way, LaneSums& sums) {
    const Lanes u = all_lanes(law.rest.x()) - way.length;
    const Lanes bell = exponential(all_lanes(-law.alpha) * u * u);
    const Lanes f = all_lanes(-2 * law.weight * law.amplitude) * influence(law, way).value * u * u * u *
                    bell * way.over_square;
    sums.force = sums.force + f * way.r;
}

void add_friction(const OrientedLaw& law, const LaneWays& way, const LaneViews& own, const LaneViews& other,
                  LaneSums& sums) {
    const Lanes psi = all_lanes(2 * law.weight) * influence(law, way).value * way.over_square;
    const LaneVec3 w = other.w - own.w;
    const LaneVec3 slip = other.v - own.v - all_lanes(0.5) * cross(own.w + other.w, way.r);
    const Lanes k = all_lanes(law.amplitude), linear = all_lanes(law.linear);
    const LaneVec3 force = psi * (linear + k * root(dot(slip, slip))) * slip;
    const LaneVec3 torque = psi * (linear + k * root(dot(w, w))) * w;
    sums.force = sums.force + force;
    sums.torque = sums.torque + all_lanes(0.5) * cross(way.r, force) + torque;
}

/// Phi of a law with its derivatives by r and by the axis of the other.
struct LaneTerm {
    Lanes value;
    LaneVec3 by_r, by_nb;
};

LaneTerm shape_term(const OrientedLaw& law, const LaneVec3& t1, const LaneVec3& r, const Lanes& r2,
                    const LaneVec3& na, const LaneVec3& nb) {
    const Lanes two = all_lanes(2), half = all_lanes(0.5);
    const LaneVec3 t2 = cross(na, t1);
    const Lanes rho1 = all_lanes(law.curvature[0]), rho2 = all_lanes(law.curvature[1]);
    const LaneVec3 bent = rho1 * dot(t1, r) * t1 + rho2 * dot(t2, r) * t2;
    const LaneVec3 e = na - nb + bent;
    const Lanes e2 = dot(e, e), height = dot(na, r) + half * dot(bent, r);
    const LaneVec3 turned_e = rho1 * dot(t1, e) * t1 + rho2 * dot(t2, e) * t2;
    return {r2 * e2 + height * height, two * e2 * r + two * r2 * turned_e + two * height * (na + bent),
            all_lanes(-2) * r2 * e};
}

LaneTerm term_of(const OrientedLaw& law, const LaneVec3& t1, const LaneVec3& r, const Lanes& r2,
                 const LaneVec3& na, const LaneVec3& nb) {
    const Lanes two = all_lanes(2);
    switch (law.kind) {
        case LawKind::CoPlanar: {
            const Lanes s = dot(na, r);
            return {s * s, two * s * na, {}};
        }
        case LawKind::SphereOfRadius: {
            const LaneVec3 d = r + all_lanes(law.radius) * (na - nb);
            const Lanes scale = all_lanes(1 / std::abs(law.radius));
            return {scale * dot(d, d), two * scale * d, all_lanes(-2 * law.radius) * scale * d};
        }
        case LawKind::CoLinear: {
            const Lanes sa = dot(na, r), sb = dot(nb, r);
            return {two * r2 - sa * sa - sb * sb, all_lanes(4) * r - two * sa * na - two * sb * nb,
                    all_lanes(-2) * sb * r};
        }
        default:
            return shape_term(law, t1, r, r2, na, nb);
    }
}

/// F_B and T_B of a law that A owns; T_A follows from both.
struct LaneAction {
    LaneVec3 force_b, torque_b;
};
LaneAction geometric_action(const OrientedLaw& law, const LaneInfluence& limit, const LaneWays& way,
                            const LaneVec3& r, const LaneViews& a, const LaneViews& b) {
    const LaneVec3 na = a.in_world(law.axis), nb = b.in_world(law.axis);
    const LaneTerm phi = term_of(law, a.in_world(law.direction), r, way.square, na, nb);
    const Lanes weight = all_lanes(law.weight), psi = limit.value * way.over_square;
    const Lanes slope = limit.slope * way.over_square - all_lanes(2) * psi * way.over_square;
    return {-weight * (psi * phi.by_r + phi.value * slope * r), weight * psi * cross(phi.by_nb, nb)};
}

void add_geometric(const OrientedLaw& law, const LaneWays& way, const LaneViews& own, const LaneViews& other,
                   LaneSums& sums) {
    const LaneInfluence limit = influence(law, way);
    const LaneAction there = geometric_action(law, limit, way, way.r, own, other);
    const LaneAction back = geometric_action(law, limit, way, all_lanes(-1) * way.r, other, own);
    sums.force = sums.force - there.force_b + back.force_b;
    sums.torque = sums.torque - there.torque_b - cross(way.r, there.force_b) + back.torque_b;
}

}  // namespace

bool fits_packets(std::span<const OrientedLaw> laws) {
    return std::all_of(laws.begin(), laws.end(), [](const OrientedLaw& law) {
        if (law.form != LawForm::Energy || !is_even_in_all_directions(law.range)) return false;
        switch (law.kind) {
            case LawKind::Cohesion:
                return is_even_in_all_directions(law.rest);
            case LawKind::PairFriction:
                return law.objective;
            case LawKind::CoPlanar:
            case LawKind::SphereOfRadius:
            case LawKind::CoLinear:
            case LawKind::PrincipalShape:
                return true;
            default:
                return false;
        }
    });
}

void add_packet(std::span<const OrientedLaw> laws, const ParticleView& own, const ParticleView* views,
                const LaneIndices& places, int count, LaneSums& sums) {
    const LaneViews here = four_times(own), there = load(views, places);
    LaneWays way{there.x - here.x, {}, {}};
    way.square = dot(way.r, way.r);
    way.length = root(way.square);
    way.over_square = all_lanes(1) / way.square;
    LaneSums found;
    for (const OrientedLaw& law : laws) {
        if (law.kind == LawKind::Cohesion)
            add_cohesion(law, way, found);
        else if (law.kind == LawKind::PairFriction)
            add_friction(law, way, here, there, found);
        else
            add_geometric(law, way, here, there, found);
    }
    const LaneMask meant = Lanes{0, 1, 2, 3} < all_lanes(count);
    sums.force = sums.force + chosen(meant, found.force, {});
    sums.torque = sums.torque + chosen(meant, found.torque, {});
}

}  // namespace souple
