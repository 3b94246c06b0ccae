// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/oriented/oriented_law.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/oriented/central_law.h"

namespace souple {

namespace {

bool is_round(const Vec3& v) { return v.x() == v.y() && v.x() == v.z(); }

/// A number that depends on r, and its derivative by r with the frames held.
struct Sloped {
    Real value = 0;
    Vec3 slope = Vec3::Zero();
};

/// a(d) = 1 - d^2, zero outside the ellipsoid.
Sloped influence(const OrientedLaw& law, const ParticleView& a, const Vec3& r, Real r2) {
    if (is_round(law.range)) {
        const Real scale = 1 / (law.range.x() * law.range.x()), d = r2 * scale;
        return d < 1 ? Sloped{1 - d * d, -4 * d * scale * r} : Sloped{};
    }
    const Vec3 local = a.axes.transpose() * r;
    const Vec3 scaled = local.cwiseQuotient(law.range.cwiseAbs2());
    const Real d = local.dot(scaled);
    return d < 1 ? Sloped{1 - d * d, -4 * d * (a.axes * scaled)} : Sloped{};
}

/// Influence over r^2: what makes one weight fit every spacing.
Sloped per_square(const Sloped& a, const Vec3& r, Real r2) {
    return {a.value / r2, a.slope / r2 - 2 * a.value / (r2 * r2) * r};
}

/// Phi with its derivatives by r and by the axis of B.
struct GeometricTerm {
    Real value = 0;
    Vec3 by_r = Vec3::Zero();
    Vec3 by_nb = Vec3::Zero();
};

GeometricTerm sphere_term(const Vec3& r, const Vec3& na, const Vec3& nb, Real radius) {
    const Vec3 d = r + radius * (na - nb);
    return {d.squaredNorm(), 2 * d, -2 * radius * d};
}

/// r^2 |(n_A - n_B) + S r_t|^2 + (n_A.r + r_t.S r_t / 2)^2, S = rho1 t1 t1' + rho2 t2 t2'.
GeometricTerm shape_term(const OrientedLaw& law, const ParticleView& a, const Vec3& r, Real r2,
                         const Vec3& na, const Vec3& nb) {
    const Vec3 t1 = a.axes * law.direction, t2 = na.cross(t1);
    const auto [rho1, rho2] = law.curvature;
    const Real r1 = rho1 * t1.dot(r), r2t = rho2 * t2.dot(r);
    const Vec3 bent = r1 * t1 + r2t * t2;
    const Vec3 e = na - nb + bent;
    const Real e2 = e.squaredNorm();
    const Real height = na.dot(r) + 0.5 * bent.dot(r);
    const Vec3 by_r =
        2 * e2 * r + 2 * r2 * (rho1 * t1.dot(e) * t1 + rho2 * t2.dot(e) * t2) + 2 * height * (na + bent);
    return {r2 * e2 + height * height, by_r, -2 * r2 * e};
}

GeometricTerm geometric_term(const OrientedLaw& law, const ParticleView& a, const ParticleView& b,
                             const Vec3& r, Real r2) {
    const Vec3 na = a.axes * law.axis, nb = b.axes * law.axis;
    switch (law.kind) {
        case LawKind::CoPlanar: {
            const Real s = na.dot(r);
            return {s * s, 2 * s * na, Vec3::Zero()};
        }
        case LawKind::CoNormal:  // (times r^2, which its influence over r^2 takes away again)
            return {r2 * (na - nb).squaredNorm(), 2 * (na - nb).squaredNorm() * r, 2 * r2 * (nb - na)};
        case LawKind::AnySphere: {
            const Real s = (na + nb).dot(r);
            return {s * s, 2 * s * (na + nb), 2 * s * r};
        }
        case LawKind::SphereOfRadius: {
            GeometricTerm term = sphere_term(r, na, nb, law.radius);
            const Real scale = 1 / std::abs(law.radius);
            return {scale * term.value, scale * term.by_r, scale * term.by_nb};
        }
        case LawKind::PrincipalShape:
            return shape_term(law, a, r, r2, na, nb);
        case LawKind::CoLinear: {
            const Real sa = na.dot(r), sb = nb.dot(r);
            return {2 * r2 - sa * sa - sb * sb, 4 * r - 2 * sa * na - 2 * sb * nb, -2 * sb * r};
        }
        default:
            return {};
    }
}

/// [1/m] the source's normal curvature in the direction of r, by Euler's formula.
Real curvature_towards(const OrientedLaw& law, const ParticleView& a, const Vec3& r) {
    const Vec3 t1 = a.axes * law.direction, t2 = (a.axes * law.axis).cross(t1);
    const Real x = t1.dot(r), y = t2.dot(r), across = x * x + y * y;
    return across > 0 ? (law.curvature[0] * x * x + law.curvature[1] * y * y) / across : 0;
}

/// The source's formulas with their signs; T_B = -T_A as in its loop. The influence is applied outside.
PairAction printed_term(const OrientedLaw& law, const ParticleView& a, const ParticleView& b, const Vec3& r,
                        Real r2) {
    const Vec3 na = a.axes * law.axis, nb = b.axes * law.axis;
    PairAction act;
    const auto on_sphere = [&](Real radius, Real scale) {
        act.force_b = -2 * scale * (r + radius * (na - nb));
        act.torque_a = 2 * scale * radius * na.cross(r - radius * nb);
    };
    switch (law.kind) {
        case LawKind::CoPlanar:
            act.force_b = -2 * na.dot(r) * r;
            act.torque_a = -2 * na.dot(r) * r.cross(na);
            break;
        case LawKind::CoNormal:
            act.torque_a = 2 * r2 * na.cross(nb);
            break;
        case LawKind::AnySphere: {
            const Real s = (na + nb).dot(r);
            act.force_b = -2 * s * (na + nb);
            act.torque_a = -2 * s * na.cross(r);
            break;
        }
        case LawKind::SphereOfRadius:
            on_sphere(law.radius, 1 / law.radius);
            break;
        case LawKind::PrincipalShape:
            if (const Real rho = curvature_towards(law, a, r); std::abs(rho) > 1e-9)
                on_sphere(1 / rho, 0.5 * (law.curvature[0] + law.curvature[1]));
            break;
        case LawKind::CoLinear:
            act.force_b = 2 * r.cross(na).cross(na) + 2 * r.cross(nb).cross(nb);
            act.torque_a = -2 * r.dot(na) * r.cross(na);
            break;
        default:
            break;
    }
    act.torque_b = -act.torque_a;
    return act;
}

/// Distance scaled so that the rest distance is the same in every direction, with its derivative by r.
struct ScaledDistance {
    Sloped rho;
    Real rest = 1, range = 1;  ///< [m] on that scale
};

ScaledDistance scaled_distance(const OrientedLaw& law, const ParticleView& a, const Vec3& r, Real r2) {
    if (is_round(law.rest)) {
        const Real length = std::sqrt(r2);
        return {{length, r / length}, law.rest.x(), law.range.x()};
    }
    const Real mean = std::cbrt(law.rest.prod());
    const Vec3 local = a.axes.transpose() * r, stretched = law.rest.cwiseAbs2().cwiseProduct(local);
    const Real s = local.dot(stretched), root = std::sqrt(s);
    const Vec3 slope = mean * (2 / root * local - r2 / (s * root) * stretched);
    return {{mean * r2 / root, a.axes * slope}, mean, law.range.x() * mean / law.rest.x()};
}

/// The source's: along r with the rest distance of this direction; nothing sideways, no torque.
PairAction printed_central(const OrientedLaw& law, LawMode mode, const ParticleView& a, const Vec3& r,
                           Real r2) {
    const Real length = std::sqrt(r2);
    const Vec3 local = a.axes.transpose() * r;
    const Real rest = law.rest.cwiseProduct(local).norm() / length;
    if (mode == LawMode::Repulsion && length >= rest) return {};
    const Real limit = law.kind == LawKind::SplineCohesion ? 1 : influence(law, a, r, r2).value;
    return {law.weight * limit * central_force(law, rest, length) / length * r, {0, 0, 0}, {0, 0, 0}};
}

/// The energy form: all of it follows from F_B and T_B, because turning everything costs nothing.
PairAction balanced(const Vec3& r, const Vec3& force_b, const Vec3& torque_b) {
    return {force_b, -torque_b - r.cross(force_b), torque_b};
}

PairAction central_action(const OrientedLaw& law, LawMode mode, const ParticleView& a, const ParticleView& b,
                          const Vec3& r, Real r2) {
    PairAction act;
    if (law.form == LawForm::Printed) {
        act = printed_central(law, mode, a, r, r2);
    } else {
        const ScaledDistance at = scaled_distance(law, a, r, r2);
        const Real f = law.weight * limited_force(law, mode, at.rest, at.range, at.rho.value);
        if (f != 0) act.force_b = f * at.rho.slope;
        if (f != 0 && !is_round(law.rest)) act = balanced(r, act.force_b, Vec3::Zero());
    }
    if (law.kind != LawKind::Globule || law.linear == 0) return act;
    const Real cools = 1 - 0.9 * std::clamp<Real>(law.temperature - 1, 0, 1);  // a fluid flows
    const Real brake = law.weight * law.linear * cools * influence(law, a, r, r2).value / r2;
    act.force_b -= brake * (b.v - a.v).dot(r) * r;
    return act;
}

PairAction friction_action(const OrientedLaw& law, const ParticleView& a, const ParticleView& b,
                           const Vec3& r, Real r2) {
    const Real psi = law.weight * influence(law, a, r, r2).value / r2;
    if (psi == 0) return {};
    const Vec3 w = b.w - a.w, v = b.v - a.v;
    const Vec3 slip = law.objective ? Vec3(v - 0.5 * (a.w + b.w).cross(r)) : Vec3(v + w.cross(r));
    const Vec3 force = -psi * (law.linear + law.amplitude * slip.norm()) * slip;
    const Vec3 torque = -psi * (law.linear + law.amplitude * w.norm()) * w;
    if (!law.objective) return {force, -torque, torque};
    const Vec3 lever = -0.5 * r.cross(force);
    return {force, lever - torque, lever + torque};
}

/// Hill's muscle: strongest at its rest length, weaker the faster it shortens, stronger when it is pulled.
Real hill_force(const OrientedLaw& law, Real length, Real speed) {
    constexpr Real width = 0.45, bend = 0.25, most = 1.4;
    const Real stretch = length / law.rest.z(), off = (stretch - 1) / width;
    const Real rate = -speed / (law.rest.z() * law.shortening_speed);
    const Real by_speed = rate >= 0 ? std::max<Real>(0, (1 - rate) / (1 + rate / bend))
                                    : (1 - most * rate * 7.56 / 0.9) / (1 - rate * 7.56 / 0.9);
    return law.activation * law.amplitude * std::exp(-off * off) * by_speed;
}

PairAction fibre_action(const OrientedLaw& law, const ParticleView& a, const ParticleView& b, const Vec3& r,
                        Real r2) {
    const Real limit = influence(law, a, r, r2).value;
    if (limit == 0 || law.activation == 0) return {};
    const Real length = std::sqrt(r2);
    const Real pull = law.weight * limit * hill_force(law, length, (b.v - a.v).dot(r) / length);
    return {-pull / length * r, Vec3::Zero(), Vec3::Zero()};
}

PairAction geometric_action(const OrientedLaw& law, const ParticleView& a, const ParticleView& b,
                            const Vec3& r, Real r2) {
    const Sloped limit = influence(law, a, r, r2);
    if (limit.value == 0) return {};
    if (law.form == LawForm::Printed) {
        const Real psi = law.weight * limit.value / r2;
        const PairAction plain = printed_term(law, a, b, r, r2);
        return {psi * plain.force_b, psi * plain.torque_a, psi * plain.torque_b};
    }
    const Sloped psi = per_square(limit, r, r2);
    const GeometricTerm phi = geometric_term(law, a, b, r, r2);
    const Vec3 nb = b.axes * law.axis;
    return balanced(r, -law.weight * (psi.value * phi.by_r + phi.value * psi.slope),
                    law.weight * psi.value * phi.by_nb.cross(nb));
}

}  // namespace

bool is_even(const OrientedLaw& law) {
    if (!is_round(law.range)) return false;
    if (is_central(law.kind)) return is_round(law.rest);
    return law.kind == LawKind::PairFriction && law.objective;
}

PairAction act(const OrientedLaw& law, LawMode mode, const ParticleView& a, const ParticleView& b) {
    const Vec3 r = b.x - a.x;
    const Real r2 = r.squaredNorm(), reach = reach_of(law);
    if (!(r2 > 1e-300) || r2 >= reach * reach) return {};
    if (is_central(law.kind)) return central_action(law, mode, a, b, r, r2);
    if (mode != LawMode::Complete) return {};
    if (law.kind == LawKind::PairFriction) return friction_action(law, a, b, r, r2);
    if (law.kind == LawKind::ActiveFibre) return fibre_action(law, a, b, r, r2);
    return geometric_action(law, a, b, r, r2);
}

Real energy(const OrientedLaw& law, LawMode mode, const ParticleView& a, const ParticleView& b) {
    const Vec3 r = b.x - a.x;
    const Real r2 = r.squaredNorm();
    if (!(r2 > 1e-300)) return 0;
    if (is_central(law.kind)) {
        const ScaledDistance at = scaled_distance(law, a, r, r2);
        return law.weight * limited_energy(law, mode, at.rest, at.range, at.rho.value);
    }
    if (mode != LawMode::Complete) return 0;
    return law.weight * influence(law, a, r, r2).value / r2 * geometric_term(law, a, b, r, r2).value;
}

const char* fault_of(const OrientedLaw& law) {
    const auto is_unit = [](const Vec3& v) { return std::abs(v.norm() - 1) < 1e-9; };
    if (!(law.range.minCoeff() > 0) || !law.range.allFinite()) return "a range must be positive";
    if (!is_unit(law.axis) || !is_unit(law.direction)) return "an axis has no direction";
    if (law.kind == LawKind::PrincipalShape && std::abs(law.axis.dot(law.direction)) > 1e-9)
        return "the principal direction must be across the axis";
    if (law.kind == LawKind::SphereOfRadius && law.radius == 0) return "a sphere needs a radius";
    if (!is_central(law.kind)) return nullptr;
    if (!(law.rest.minCoeff() > 0)) return "a rest distance must be positive";
    // (as printed, a zone of influence may leave out whole directions)
    const bool all_around = law.form == LawForm::Energy;
    const auto within = law.rest.array() < law.range.array();
    if (all_around ? !within.all() : !within.any()) return "the rest distance lies beyond the range";
    const Real longest = law.rest.maxCoeff();
    if (law.kind == LawKind::Cohesion && law.alpha * longest * longest > 16.0 / 3)
        return "alpha times the square of the rest distance must not exceed 16/3: below it the force no "
               "longer "
               "falls with the distance everywhere";
    if (law.kind == LawKind::SplineCohesion && !(law.peak > 1 && law.peak < law.range.x() / law.rest.x()))
        return "the peak must lie between the rest distance and the range";
    const Vec3 ratio = law.range.cwiseQuotient(law.rest);
    if (law.form == LawForm::Energy && (ratio.array() - ratio.x()).abs().maxCoeff() > 1e-9 * ratio.x())
        return "the range of an attracting law must have the proportions of its rest distances";
    return nullptr;
}

}  // namespace souple
