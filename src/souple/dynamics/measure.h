// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers about a part: what probes record. Pure: nothing here changes a state.
#pragma once

#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/material_point.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

Vec3 position_of(const State& state, const MaterialPoint& place);
Vec3 velocity_of(const State& state, const MaterialPoint& place);

Real kinetic_energy(const Model& model, const State& state, const Part& part);  ///< [J]
Real elastic_energy(const Model& model, const Control& control, const State& state,
                    const Part& part);  ///< [J]
Real potential_energy(const Model& model, const State& state,
                      const Part& part);  ///< [J] zero at the origin's height

Vec3 momentum(const Model& model, const State& state, const Part& part);  ///< [kg m/s]
Vec3 angular_momentum(const Model& model, const State& state,
                      const Part& part);  ///< [kg m^2/s] about the origin
Vec3 centre_of_mass(const Model& model, const State& state, const Part& part);  ///< [m]
Real mass_of(const Model& model, const Part& part);                             ///< [kg]

Real min_height(const State& state, const Part& part);  ///< [m] lowest y
Real max_height(const State& state, const Part& part);  ///< [m] highest y
Vec3 extent(const State& state, const Part& part);      ///< [m] sides of the bounding box

/// Relative elongation of the part's springs.
Real rms_strain(const Model& model, const State& state, const Part& part);
Real max_strain(const Model& model, const State& state, const Part& part);

/// [m] how deep the deepest point of the part lies inside an obstacle, 0 when none does. Control gives the
/// poses.
Real penetration(const Model& model, const Control& control, const State& state, const Part& part);

/// Distances from each point of one part to the nearest point of another.
struct PartDistance {
    Real max = 0;  ///< [m]
    Real rms = 0;  ///< [m]
};
PartDistance distance_between(const State& state, const Part& from, const Part& to);

/// The oscillation meter of 000 F0.9 [m]: displacements since `x_before` less their common part,
///   sqrt(sum |d_i|^2 - |sum d_i|^2 / N)
Real oscillation(const State& state, const std::vector<Vec3>& x_before, const Part& part);

}  // namespace souple
