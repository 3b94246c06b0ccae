// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Derivatives of the forces of forces.cpp. For springs, hinges and bends df/dx is minus a positive
// semi-definite part of the hessian (psd_hessian of each): the whole one is indefinite under compression and
// large folds, where conjugate gradients would break down; dropping the rest changes the path of a linearised
// step, not where it comes to rest. Drag and the centripetal force are exact. Pressure enters by velocity
// only.
#include <algorithm>

#include "souple/dynamics/forces.h"
#include "souple/dynamics/part_stencils.h"

namespace souple {

namespace {

/// A matrix being filled, its rows counted from the part's first point.
struct Filling {
    const Model& model;
    const Part& part;
    int part_index;
    const Moment& moment;
    JacobianScales scales;
    BlockMatrix& matrix;

    Mat3& diagonal(int point) const { return matrix.blocks[matrix.diagonal[point - part.points.begin]]; }
};

/// Adds factor * block; nodes of other parts have no rows here.
template <int n>
void add_block(const Filling& to, const Nodes<n>& nodes, const Block<n>& block, Real factor) {
    const Range points = to.part.points;
    for (int a = 0; a < n; ++a) {
        if (!points.contains(nodes[a])) continue;
        for (int b = 0; b < n; ++b)
            if (points.contains(nodes[b]))
                block_at(to.matrix, nodes[a] - points.begin, nodes[b] - points.begin) +=
                    factor * block.template block<3, 3>(3 * a, 3 * b);
    }
}

template <class Element>
void add_elements(const Filling& to, const std::vector<Element>& elements, Range range) {
    constexpr int n = Element::node_count;
    for (int e = range.begin; e < range.end(); ++e) {
        const Element& element = elements[e];
        const Stencil<n> x = stencil_of(element.nodes, to.moment.x);
        if (to.scales.position != 0)
            add_block<n>(to, element.nodes, psd_hessian(element, x), -to.scales.position);
        if (to.scales.velocity != 0)
            add_block<n>(to, element.nodes, damping_matrix(element, x), to.scales.velocity);
    }
}

void add_ties(const Filling& to) {
    for (int e = to.part.ties.begin; e < to.part.ties.end(); ++e) {
        const Tie& tie = to.model.ties[e];
        add_block<6>(to, tie.nodes, hessian(tie), -to.scales.position);
        add_block<6>(to, tie.nodes, damping_matrix(tie), to.scales.velocity);
    }
}

void add_drags(const Filling& to) {
    for (const Drag& drag : to.model.drags) {
        if (!acts_on(drag, to.part_index)) continue;
        for (int p = to.part.points.begin; p < to.part.points.end(); ++p) {
            Vec3 u = to.moment.v[p];
            if (!to.model.winds.empty()) u -= air_velocity(to.model, to.moment.x[p], to.moment.time);
            to.diagonal(p) += to.scales.velocity * drag_matrix(drag, to.model.point_mass[p], u);
        }
    }
}

void add_pressures(const Filling& to) {
    for (const Pressure& pressure : to.model.pressures) {
        if (!acts_on(pressure, to.part_index)) continue;
        for (int e = to.part.triangles.begin; e < to.part.triangles.end(); ++e) {
            const Nodes<3>& nodes = to.model.triangles[e];
            const Vec3 u = air_past(to.model, motion_of(nodes, to.moment), to.moment.time);
            const Mat3 by_air = pressure_matrix(pressure, stencil_of(nodes, to.moment.x), u);
            Block<3> block;  // a third of the force on each corner, a third of each corner's velocity in u
            block << by_air, by_air, by_air, by_air, by_air, by_air, by_air, by_air, by_air;
            add_block<3>(to, nodes, block, -to.scales.velocity / 9);
        }
    }
}

void add_centripetals(const Filling& to) {
    for (const Centripetal& field : to.model.centripetals) {
        if (!acts_on(field, to.part_index)) continue;
        for (int p = to.part.points.begin; p < to.part.points.end(); ++p) {
            const CentripetalMatrices matrices =
                centripetal_matrices(field, to.model.point_mass[p], to.moment.x[p], to.moment.v[p]);
            to.diagonal(p) += to.scales.position * matrices.position + to.scales.velocity * matrices.velocity;
        }
    }
}

/// Couples every two nodes of an element that are points of the part.
template <std::size_t n>
void add_pairs(const std::array<int, n>& nodes, Range points, std::vector<std::array<int, 2>>& pairs) {
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 1; b < n; ++b)
            if (points.contains(nodes[a]) && points.contains(nodes[b]))
                pairs.push_back({nodes[a] - points.begin, nodes[b] - points.begin});
}

template <class Fields>
bool any_acts_on(const Fields& fields, int part_index) {
    return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return acts_on(f, part_index); });
}

}  // namespace

void add_jacobians(const Model& model, const Control&, const Part& part, const Moment& moment,
                   JacobianScales scales, BlockMatrix& matrix) {
    const Filling to{model, part, index_of(model, part), moment, scales, matrix};
    add_elements(to, model.springs, part.springs);
    add_elements(to, model.hinges, part.hinges);
    add_elements(to, model.bends, part.bends);
    add_ties(to);
    add_centripetals(to);
    if (scales.velocity == 0) return;
    add_drags(to);
    add_pressures(to);
}

std::vector<std::array<int, 2>> coupled_pairs(const Model& model, const Part& part) {
    std::vector<std::array<int, 2>> pairs;
    const auto add = [&](const auto& elements, Range range) {
        for (int e = range.begin; e < range.end(); ++e) add_pairs(elements[e].nodes, part.points, pairs);
    };
    add(model.springs, part.springs);
    add(model.hinges, part.hinges);
    add(model.bends, part.bends);
    add(model.ties, part.ties);
    if (any_acts_on(model.pressures, index_of(model, part)))
        for (int e = part.triangles.begin; e < part.triangles.end(); ++e)
            add_pairs(model.triangles[e], part.points, pairs);
    return pairs;
}

bool has_symmetric_jacobian(const Model& model, const Part& part) {
    return !any_acts_on(model.centripetals, index_of(model, part));
}

}  // namespace souple
