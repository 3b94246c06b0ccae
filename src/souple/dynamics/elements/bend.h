// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Dihedral bending of one triangle: its shape operator from the angles over its three edges,
//   L = sum_i theta_i / (2 A l_i) t_i t_i^T,   E = A B/2 [nu tr(L)^2 + (1 - nu) tr(L^2)],
// theta_i = angle between the normals over edge i (positive when the neighbour folds away from the normal),
// t_i = in-plane edge normal of length l_i. With rest
// geometry in L this is a constant quadratic form in the angles:
//   E = 1/2 (theta - theta0)^T R (theta - theta0).
// B is the physical rigidity of the plate, so the energy does not depend on resolution.
// Derivation: docs/derivations/bend.md
//
//          5---1---3        corner i lies opposite edge i; node 3+i is the far corner
//           \ / \ /         of the neighbour over edge i, -1 at a border
//            2---0  (4 below the edge 2-0)
#pragma once

#include "souple/math/types.h"

namespace souple {

struct Bend {
    static constexpr int node_count = 6;
    Nodes<6> nodes{};                ///< three corners, then the corner across from each, -1 at a border
    Vec3 rest_angle = Vec3::Zero();  ///< [rad]
    Mat3 rigidity = Mat3::Zero();    ///< [N m] R above
    Real damping_time = 0;           ///< [s] viscous moment = damping_time * R * dtheta/dt
};

struct BendMaterial {
    Real rigidity = 0;      ///< [N m] B = E h^3 / (12 (1 - nu^2)) of a plate
    Real poisson = 0;       ///< nu in [0, 1)
    Real damping_time = 0;  ///< [s]

    bool operator==(const BendMaterial&) const = default;
};

/// The bend of one triangle from the rest positions of its six nodes (missing ones are ignored).
Bend make_bend(const Nodes<6>& nodes, const Stencil<6>& rest, const BendMaterial& material);

/// Angles over the three edges; 0 where there is no neighbour.
Vec3 edge_angles(const Bend& bend, const Stencil<6>& x);
Real energy(const Bend& bend, const Stencil<6>& x);
Stencil<6> gradient(const Bend& bend, const Stencil<6>& x);
Block<6> hessian(const Bend& bend, const Stencil<6>& x);
/// The part of the hessian that is positive semi-definite by construction, J^T R J with J the angles'
/// gradients.
Block<6> psd_hessian(const Bend& bend, const Stencil<6>& x);
Stencil<6> damping_force(const Bend& bend, const Stencil<6>& x, const Stencil<6>& v);
Block<6> damping_matrix(const Bend& bend, const Stencil<6>& x);
/// Elastic and viscous force in one go.
Stencil<6> force(const Bend& bend, const Stencil<6>& x, const Stencil<6>& v);

}  // namespace souple
