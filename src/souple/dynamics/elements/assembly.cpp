// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Builds the lists of who acts on each point.
#include "souple/dynamics/elements/assembly.h"

#include <algorithm>

#include "souple/dynamics/model.h"

namespace souple {

namespace {

/// Counting sort of the corners by point: inside a point they stay in element order.
template <int n, class NodesOf>
Incidence incidence_of(Range elements, Range points, const NodesOf& nodes_of) {
    Incidence incidence;
    incidence.first.assign(points.count + 1, 0);
    for (int e = 0; e < elements.count; ++e)
        for (const int node : nodes_of(elements.begin + e))
            if (points.contains(node)) ++incidence.first[node - points.begin + 1];
    for (int i = 0; i < points.count; ++i) incidence.first[i + 1] += incidence.first[i];

    incidence.corners.resize(incidence.first.back());
    std::vector<int> next(incidence.first.begin(), incidence.first.end() - 1);
    for (int e = 0; e < elements.count; ++e)
        for (int c = 0; c < n; ++c) {
            const int node = nodes_of(elements.begin + e)[c];
            if (points.contains(node)) incidence.corners[next[node - points.begin]++] = e * n + c;
        }
    return incidence;
}

/// The lists of one kind of element for every part, and room for the forces of the longest array. Parts of
/// the multirate method have sums of their own, and change often.
template <int n, class NodesOf>
void follow(const Model& model, Range Part::*elements, const NodesOf& nodes_of, Assembly& assembly,
            std::vector<Incidence>& incidences) {
    incidences.assign(model.parts.size(), {});
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
        const Part& part = model.parts[p];
        const Range range = part.*elements;
        if (range.count < assembly.parallel_from || range.empty() || part.method == Method::Multirate)
            continue;
        incidences[p] = incidence_of<n>(range, part.points, nodes_of);
        const std::size_t corners = static_cast<std::size_t>(range.count) * n;
        assembly.corner_force.resize(std::max(assembly.corner_force.size(), corners));
    }
}

}  // namespace

void prepare(const Model& model, Assembly& assembly) {
    if (assembly.revision == model.revision) return;
    assembly.revision = model.revision;
    assembly.neighbours.resize(model.oriented.size());
    const auto spring = [&](int e) -> const Nodes<2>& { return model.springs[e].nodes; };
    const auto hinge = [&](int e) -> const Nodes<3>& { return model.hinges[e].nodes; };
    const auto bend = [&](int e) -> const Nodes<6>& { return model.bends[e].nodes; };
    const auto tie = [&](int e) -> const Nodes<6>& { return model.ties[e].nodes; };
    const auto triangle = [&](int e) -> const Nodes<3>& { return model.triangles[e]; };
    follow<2>(model, &Part::springs, spring, assembly, assembly.spring_incidence);
    follow<3>(model, &Part::hinges, hinge, assembly, assembly.hinge_incidence);
    follow<6>(model, &Part::bends, bend, assembly, assembly.bend_incidence);
    follow<6>(model, &Part::ties, tie, assembly, assembly.tie_incidence);
    follow<3>(model, &Part::triangles, triangle, assembly, assembly.triangle_incidence);
}

}  // namespace souple
