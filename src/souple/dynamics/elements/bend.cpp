// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Kernels of dihedral bending; docs/derivations/bend.md derives them. Over edge i, from a = corner i+1 to
// b = corner i+2, with e = b - a, N the triangle's normal (twice its area long) and M that of the neighbour:
//   theta = atan2(-|e| N . (far - a), N . M)
//   d theta/d(corner i) = -near, d theta/d(far) = -away, d theta/da = (1-s) near + (1-t) away,
//   d theta/db = s near + t away,   near = N |e|/|N|^2, away = M |e|/|M|^2,
// s and t the feet of both heights along the edge. No unit normal is ever needed.
#include "souple/dynamics/elements/bend.h"

#include <array>
#include <cmath>

namespace souple {

namespace {

using AngleGradients = Eigen::Matrix<Real, 18, 3>;  // a column for each edge

constexpr int next_corner[3] = {1, 2, 0}, last_corner[3] = {2, 0, 1};
constexpr Real flattest = 1e-24;  // squared height / length below which a triangle has no normal

/// Angles over the three edges and all that their gradients are made of.
struct Folds {
    Vec3 angle = Vec3::Zero();   ///< [rad]
    Vec3 normal;                 ///< [m^2]
    Stencil<3> away;             ///< [1/m]
    std::array<Real, 3> near{};  ///< [1/m^3] |e|/|N|^2
    std::array<Real, 3> foot{}, far_foot{};
};

/// atan2(sine, cosine), both times any length. Gentle folds, most of a cloth, take the series of the arc
/// tangent up to its 25th power, which is exact to rounding there: the library's atan2 was a third of this
/// element's cost.
Real fold_angle(Real sine, Real cosine) {
    if (!(std::abs(sine) <= 0.25 * cosine)) return std::atan2(sine, cosine);
    const Real t = sine / cosine, q = t * t, w = q * q;  // even and odd powers of q apart: two short chains
    const Real even =
        1 + w * (1. / 5 + w * (1. / 9 + w * (1. / 13 + w * (1. / 17 + w * (1. / 21 + w * (1. / 25))))));
    const Real odd = 1. / 3 + w * (1. / 7 + w * (1. / 11 + w * (1. / 15 + w * (1. / 19 + w * (1. / 23)))));
    return t * (even - q * odd);
}

Folds folds_of(const Nodes<6>& nodes, const Stencil<6>& x) {
    Folds folds;
    const Stencil<3> edges{x[2] - x[1], x[0] - x[2], x[1] - x[0]};
    const Vec3 normal = edges[1].cross(edges[2]);
    const Real squared_normal = normal.dot(normal);
    const Real inv_squared_normal = squared_normal > 0 ? 1 / squared_normal : 0;
    folds.normal = normal;
    for (int i = 0; i < 3; ++i) {
        folds.away[i] = Vec3::Zero();
        if (nodes[3 + i] < 0) continue;
        const Vec3& e = edges[i];
        const Vec3 far = x[3 + i] - x[next_corner[i]];
        const Vec3 far_normal = far.cross(e);
        const Real squared_far = far_normal.dot(far_normal);
        const Real squared_edge = e.dot(e);
        // a triangle without area has no angle with its neighbour; tests fail for NaN too
        const Real least = flattest * squared_edge * squared_edge;
        if (!(squared_normal > least && squared_far > least && squared_edge > 0)) continue;
        const Real edge = std::sqrt(squared_edge);
        const Real inv_squared_edge = 1 / squared_edge;
        folds.angle[i] = fold_angle(-edge * far.dot(normal), normal.dot(far_normal));
        folds.near[i] = edge * inv_squared_normal;
        folds.away[i] = (edge / squared_far) * far_normal;
        folds.foot[i] = -e.dot(edges[last_corner[i]]) * inv_squared_edge;
        folds.far_foot[i] = e.dot(far) * inv_squared_edge;
    }
    return folds;
}

/// sum_i moment_i d theta_i / dx
Stencil<6> weighted_gradients(const Folds& folds, const Vec3& moment) {
    Stencil<6> g;
    Vec3 on_normal = Vec3::Zero();  // each corner's factor of the triangle's normal
    for (int k = 0; k < 3; ++k) g[k] = Vec3::Zero();
    for (int i = 0; i < 3; ++i) {
        const int a = next_corner[i], b = last_corner[i];
        const Real near = moment[i] * folds.near[i];
        const Vec3 away = moment[i] * folds.away[i];
        on_normal[i] -= near;
        on_normal[a] += (1 - folds.foot[i]) * near;
        on_normal[b] += folds.foot[i] * near;
        g[a] += (1 - folds.far_foot[i]) * away;
        g[b] += folds.far_foot[i] * away;
        g[3 + i] = -away;
    }
    for (int k = 0; k < 3; ++k) g[k] += on_normal[k] * folds.normal;
    return g;
}

Vec3 angle_rates(const Folds& folds, const Stencil<6>& v) {
    Vec3 rates;
    for (int i = 0; i < 3; ++i) {
        const Vec3 &va = v[next_corner[i]], &vb = v[last_corner[i]];
        const Vec3 near = va + folds.foot[i] * (vb - va) - v[i];
        const Vec3 away = va + folds.far_foot[i] * (vb - va) - v[3 + i];
        rates[i] = folds.near[i] * folds.normal.dot(near) + folds.away[i].dot(away);
    }
    return rates;
}

AngleGradients gradients_of(const Folds& folds) {
    AngleGradients gradients;
    for (int i = 0; i < 3; ++i) {
        const Stencil<6> g = weighted_gradients(folds, Vec3::Unit(i));
        for (int k = 0; k < 6; ++k) gradients.block<3, 1>(3 * k, i) = g[k];
    }
    return gradients;
}

/// One triangle's share of an angle's second derivatives, its corners `a`, `b` on the edge and `c` across
/// from it. It is the derivative of c: -u, a: (1-s) u, b: s u, with u = N |e|/|N|^2, N = e x r and s =
/// r.e/|e|^2.
struct Side {
    int a, b, c;
    Real factor;
};

void add_side(const Stencil<6>& x, const Side& side, Block<6>& block) {
    const Vec3 e = x[side.b] - x[side.a], r = x[side.c] - x[side.a];
    const Vec3 normal = e.cross(r);
    const Real n2 = normal.squaredNorm(), e2 = e.squaredNorm(), length = std::sqrt(e2);
    const Vec3 u = normal * (length / n2);
    const Real s = r.dot(e) / e2;
    // du/dN, then u and s by r and e
    const Mat3 by_normal = (length / n2) * (Mat3::Identity() - (2 / n2) * normal * normal.transpose());
    const Mat3 u_r = by_normal * cross_matrix(e);
    const Mat3 u_e = -by_normal * cross_matrix(r) + (1 / (n2 * length)) * normal * e.transpose();
    const Vec3 s_r = e / e2, s_e = (r - 2 * s * e) / e2;

    const int columns[3] = {side.a, side.b, side.c};
    const Mat3 du[3] = {-(u_r + u_e), u_e, u_r};
    const Vec3 ds[3] = {-(s_r + s_e), s_e, s_r};
    for (int k = 0; k < 3; ++k) {
        const Mat3 slide = u * ds[k].transpose();
        block.block<3, 3>(3 * side.a, 3 * columns[k]) += side.factor * ((1 - s) * du[k] - slide);
        block.block<3, 3>(3 * side.b, 3 * columns[k]) += side.factor * (s * du[k] + slide);
        block.block<3, 3>(3 * side.c, 3 * columns[k]) -= side.factor * du[k];
    }
}

}  // namespace

Bend make_bend(const Nodes<6>& nodes, const Stencil<6>& rest, const BendMaterial& material) {
    Bend bend;
    bend.nodes = nodes;
    bend.damping_time = material.damping_time;
    bend.rest_angle = edge_angles(bend, rest);
    const Stencil<3> edges{rest[2] - rest[1], rest[0] - rest[2], rest[1] - rest[0]};
    const Real area = edges[1].cross(edges[2]).norm() / 2;
    if (!(area > 0)) return bend;
    // in-plane edge normals are the edges turned by a right angle: t_i.t_j = e_i.e_j
    const Real nu = material.poisson;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            if (nodes[3 + i] < 0 || nodes[3 + j] < 0) continue;
            const Real li = edges[i].norm(), lj = edges[j].norm(), dot = edges[i].dot(edges[j]);
            const Real cc = 1 / (4 * area * area * li * lj);
            bend.rigidity(i, j) =
                area * material.rigidity * cc * (nu * li * li * lj * lj + (1 - nu) * dot * dot);
        }
    return bend;
}

Vec3 edge_angles(const Bend& bend, const Stencil<6>& x) { return folds_of(bend.nodes, x).angle; }

Real energy(const Bend& bend, const Stencil<6>& x) {
    const Vec3 fold = edge_angles(bend, x) - bend.rest_angle;
    return fold.dot(bend.rigidity * fold) / 2;
}

Stencil<6> gradient(const Bend& bend, const Stencil<6>& x) {
    const Folds folds = folds_of(bend.nodes, x);
    return weighted_gradients(folds, bend.rigidity * (folds.angle - bend.rest_angle));
}

Block<6> psd_hessian(const Bend& bend, const Stencil<6>& x) {
    const AngleGradients gradients = gradients_of(folds_of(bend.nodes, x));
    const AngleGradients moments = gradients * bend.rigidity;
    return moments * gradients.transpose();
}

Block<6> hessian(const Bend& bend, const Stencil<6>& x) {
    const Folds folds = folds_of(bend.nodes, x);
    const Vec3 moment = bend.rigidity * (folds.angle - bend.rest_angle);
    Block<6> block = psd_hessian(bend, x);
    for (int i = 0; i < 3; ++i) {
        if (folds.near[i] == 0) continue;  // no neighbour, or no area
        const int a = next_corner[i], b = last_corner[i];
        add_side(x, {.a = a, .b = b, .c = i, .factor = moment[i]}, block);
        add_side(x, {.a = a, .b = b, .c = 3 + i, .factor = -moment[i]}, block);  // seen from the other side
    }
    return block;
}

Stencil<6> damping_force(const Bend& bend, const Stencil<6>& x, const Stencil<6>& v) {
    const Folds folds = folds_of(bend.nodes, x);
    return weighted_gradients(folds, -bend.damping_time * (bend.rigidity * angle_rates(folds, v)));
}

Block<6> damping_matrix(const Bend& bend, const Stencil<6>& x) {
    return -bend.damping_time * psd_hessian(bend, x);
}

Stencil<6> force(const Bend& bend, const Stencil<6>& x, const Stencil<6>& v) {
    const Folds folds = folds_of(bend.nodes, x);
    Vec3 fold = bend.rest_angle - folds.angle;
    if (bend.damping_time > 0) fold -= bend.damping_time * angle_rates(folds, v);
    return weighted_gradients(folds, bend.rigidity * fold);
}

}  // namespace souple
