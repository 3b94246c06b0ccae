// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/keep_energy.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/measure.h"
#include "souple/dynamics/part_stencils.h"

namespace souple {

namespace {

/// Free points of the children of these faces, ascending.
std::vector<int> points_of_children(const Model& model, int surface, const std::vector<int>& divided,
                                    const Leaves& leaves) {
    std::vector<char> is_divided(leaves.map.faces.slot_count());
    for (const int face : divided) is_divided[face] = true;
    std::vector<int> points;
    for (const Leaf& leaf : model.adaptive[surface].leaves) {
        const int parent = leaves.map.faces[leaf.face].parent;
        if (parent < 0 || !is_divided[parent]) continue;
        for (int k = 0; k < leaf.count; ++k)
            if (!is_led(model, leaf.node[k])) points.push_back(leaf.node[k]);
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

/// [J] of some laws where the points are.
template <class Element>
Real energy_in(const std::vector<Element>& elements, const std::vector<Vec3>& x) {
    Real sum = 0;
    for (const Element& element : elements) sum += energy(element, stencil_of(element.nodes, x));
    return sum;
}

/// [J] points stay where they are: laws that are as they were need no look.
Real energy_gained(const LawChange& laws, const std::vector<Vec3>& x) {
    return energy_in(laws.new_springs, x) - energy_in(laws.old_springs, x) +
           (energy_in(laws.new_bends, x) - energy_in(laws.old_bends, x));
}

}  // namespace

Real energy_beside_laws(const Model& model, const Control& control, const State& state, const Part& part) {
    Part ties;
    ties.ties = part.ties;
    return kinetic_energy(model, state, part) +
           (part.ties.empty() ? 0 : elastic_energy(model, control, state, ties));
}

void take_new_energy(const Model& model, const Control& control, const Division& division, State& state) {
    const int surface = division.surface;
    const Part& part = model.parts[model.adaptive[surface].part];
    const Real gained = energy_beside_laws(model, control, state, part) - division.before +
                        energy_gained(division.laws, state.x);
    const std::vector<int> points = points_of_children(model, surface, division.faces, state.leaves[surface]);
    if (gained <= 0 || points.empty()) return;
    Real mass = 0, motion = 0;
    Vec3 momentum = Vec3::Zero();
    for (const int p : points) {
        mass += model.point_mass[p];
        momentum += model.point_mass[p] * state.v[p];
    }
    const Vec3 common = momentum / mass;
    for (const int p : points) motion += 0.5 * model.point_mass[p] * (state.v[p] - common).squaredNorm();
    const Real kept = motion > gained ? std::sqrt(1 - gained / motion) : 0;
    for (const int p : points) state.v[p] = common + kept * (state.v[p] - common);
    place_interpolated(model, part.interpolated, state);
}

}  // namespace souple
