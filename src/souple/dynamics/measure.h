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

/// Distances from each point and each frame of one part to the nearest of another.
struct PartDistance {
    Real max = 0;  ///< [m]
    Real rms = 0;  ///< [m]
};
PartDistance distance_between(const State& state, const Part& from, const Part& to);

/// The oscillation meter of 000 F0.9 [m]: displacements since `x_before` less their common part,
///   sqrt(sum |d_i|^2 - |sum d_i|^2 / N)   over points and frames
Real oscillation(const State& state, const State& before, const Part& part);

/// [m/s] how fast the matter of a part has moved since a state before, as one who watches sees it: the root
/// mean square by mass over points and frames, where turning counts at the radius of gyration. Velocities say
/// less about rest: of what contacts hold they change within every interval. 0 when no time has passed, or
/// when the part was laid out anew in between.
Real rms_speed(const Model& model, const State& state, const State& before, const Part& part);

/// How far the part's frames are from where they were in another shape, once that has been turned and moved
/// to fit best: the root mean square of the distances over the diagonal of the box around the other shape.
Real shape_change(const State& state, const std::vector<Vec3>& shape, const Part& part);

/// [m^3] of the smallest convex solid around the centres of the part's frames; 0 when they are flat.
Real hull_volume(const State& state, const Part& part);

}  // namespace souple
