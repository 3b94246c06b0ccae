// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Small questions that forces and their derivatives both ask about a part.
#pragma once

#include <vector>

#include "souple/core/errors.h"
#include "souple/dynamics/forces.h"
#include "souple/dynamics/model.h"

namespace souple {

/// The part's place in Model::parts, where it must be.
inline int index_of(const Model& model, const Part& part) {
    const auto index = &part - model.parts.data();
    SOUPLE_ASSERT(index >= 0 && index < static_cast<std::ptrdiff_t>(model.parts.size()));
    return static_cast<int>(index);
}

template <class Field>
bool acts_on(const Field& field, int part_index) {
    return field.part < 0 || field.part == part_index;
}

/// The entries of an element's nodes; zero for those it does not have (only those of six nodes may lack
/// some).
template <std::size_t n>
std::array<Vec3, n> stencil_of(const std::array<int, n>& nodes, const std::vector<Vec3>& values) {
    std::array<Vec3, n> stencil;
    for (std::size_t i = 0; i < n; ++i)
        stencil[i] = n < 6 || nodes[i] >= 0 ? values[nodes[i]] : Vec3(Vec3::Zero());
    return stencil;
}

inline TriangleMotion motion_of(const Nodes<3>& nodes, const Moment& moment) {
    return {stencil_of(nodes, moment.x), stencil_of(nodes, moment.v)};
}

/// [m/s] velocity of the air relative to a triangle, at its centre.
inline Vec3 air_past(const Model& model, const TriangleMotion& motion, Real time) {
    const auto& [x, v] = motion;
    const Vec3 own = (v[0] + v[1] + v[2]) / 3;
    if (model.winds.empty()) return -own;
    return air_velocity(model, (x[0] + x[1] + x[2]) / 3, time) - own;
}

}  // namespace souple
