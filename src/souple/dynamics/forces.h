// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Forces of all laws on one part at one moment, and their derivatives: what every method asks for.
#pragma once

#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/elements/assembly.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/math/block_matrix.h"

namespace souple {

/// Where everything is at one moment; a method may ask about moments that are not the State's.
struct Moment {
    const std::vector<Vec3>& x;
    const std::vector<Vec3>& v;
    const Frames& frames;
    Real time;                                              ///< [s]
    const std::vector<OrientedMemory>* oriented = nullptr;  ///< by Model::oriented; null: no bonds, no heat
};

/// [N] on each point and frame, [N m] on each frame in world axes; indexed as the State.
struct Forces {
    std::vector<Vec3> point;
    std::vector<Vec3> frame;
    std::vector<Vec3> torque;
};

/// Writes the part's ranges of `forces` (gravity, fields, elements, loads, hands). Led points get
/// theirs too.
void evaluate_forces(const Model& model, const Control& control, const Part& part, const Moment& moment,
                     Assembly& assembly, Forces& forces);

/// [N] on one point: weight, drag and the centripetal field.
struct PlaceAndSpeed {
    Vec3 x, v;  ///< [m], [m/s]
};
Vec3 force_from_outside(const Model& model, int part_index, int point, const PlaceAndSpeed& motion,
                        Real time);

/// [N] on each corner of a triangle of the part, by all pressures.
struct TriangleMotion {
    Stencil<3> x, v;  ///< [m], [m/s]
};
Vec3 press_on_corner(const Model& model, int part_index, const TriangleMotion& motion, Real time);

/// [N] on the nodes of a tie.
Stencil<6> tie_forces(const Control& control, const Tie& tie, const Moment& moment);

/// Adds the derivatives of the point forces: K += scale_x df/dx, K += scale_v df/dv, into a matrix whose rows
/// are the part's points. Damping enters through df/dv only: its dependence on position is not symmetric and
/// small.
struct JacobianScales {
    Real position = 1;
    Real velocity = 1;
};
void add_jacobians(const Model& model, const Control& control, const Part& part, const Moment& moment,
                   JacobianScales scales, BlockMatrix& matrix);

/// The pattern of that matrix: which pairs of the part's points are coupled.
std::vector<std::array<int, 2>> coupled_pairs(const Model& model, const Part& part);

/// True when df/dx and df/dv are symmetric: conjugate gradients may be used.
bool has_symmetric_jacobian(const Model& model, const Part& part);

/// [m/s] velocity of the air at a place: the sum of all winds (000 F0.45).
Vec3 air_velocity(const Model& model, const Vec3& place, Real time);

/// [J] elastic energy of the part's elements, without and with laws between oriented particles; and of its
/// weight (zero at height zero along -gravity).
Real element_energy(const Model& model, const Control& control, const Part& part, const Moment& moment);
Real elastic_energy(const Model& model, const Control& control, const Part& part, const Moment& moment);
Real weight_energy(const Model& model, const Part& part, const Moment& moment);

/// Place and velocity of a tie's anchor at a moment inside the control's interval.
struct AnchorMotion {
    Vec3 position = Vec3::Zero();
    Vec3 velocity = Vec3::Zero();
};
AnchorMotion anchor_motion(const Control& control, const Tie& tie, Real time);

}  // namespace souple
