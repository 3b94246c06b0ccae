// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Local to global, written once for every law: sums element forces into points in one fixed order, so that
// the bits are the same on any number of threads.
#pragma once

#include <vector>

#include "souple/core/parallel.h"
#include "souple/core/types.h"
#include "souple/dynamics/elements/bend_packet.h"
#include "souple/dynamics/oriented/neighbour_list.h"
#include "souple/math/types.h"

namespace souple {

struct Model;

/// For each point of a part, the element corners that act on it, in element order.
struct Incidence {
    std::vector<int> first;    ///< point_count + 1
    std::vector<int> corners;  ///< element * node_count + corner
};

/// Bends of one part, four at a time.
struct PackedBends {
    int revision = -1;  ///< of the Model they were made for
    std::vector<BendPacket> packets;
};

/// Arrays of elements shorter than this are summed on the calling thread, in one loop.
constexpr int parallel_elements = 2048;

/// Buffers of force evaluation, rebuilt when the Model changes, never saved.
struct Assembly {
    int revision = -1;
    int parallel_from = parallel_elements;  ///< elements; either way of summing gives the same bits
    std::vector<Incidence> spring_incidence, hinge_incidence, bend_incidence, tie_incidence,
        triangle_incidence;                 ///< by part; empty for short arrays and the multirate method
    std::vector<Vec3> corner_force;         ///< one for each corner of the longest element array
    std::vector<PackedBends> bends;         ///< by part; empty until its forces are asked for
    std::vector<NeighbourList> neighbours;  ///< by Model::oriented
};

/// Follows the Model: does nothing when the revision is the one it was built for.
void prepare(const Model& model, Assembly& assembly);

/// One part's elements of one kind: which nodes, and who acts on each point.
struct ElementRun {
    int count = 0;
    Range points;  ///< nodes outside of it get nothing: they belong to another part, or are -1
    const Incidence& incidence;
};

/// f[point] += forces of the corners that act on it, in element order.
inline void sum_corners(const ElementRun& run, const std::vector<Vec3>& corners, std::vector<Vec3>& f) {
    parallel_for(run.points.count, [&](int i) {
        Vec3 sum = f[run.points.begin + i];
        for (int k = run.incidence.first[i]; k < run.incidence.first[i + 1]; ++k)
            sum += corners[run.incidence.corners[k]];
        f[run.points.begin + i] = sum;
    });
}

/// f[node] += force of each element on it; `nodes_of(e)` gives Nodes<n> and `force_of(e)` a Stencil<n>.
/// At every point the contributions are added in element order, whichever of the two loops runs.
template <int n, class NodesOf, class ForceOf>
void add_element_forces(const ElementRun& run, const NodesOf& nodes_of, const ForceOf& force_of,
                        Assembly& assembly, std::vector<Vec3>& f) {
    if (run.incidence.first.empty() || allowed_threads() == 1) {
        for (int e = 0; e < run.count; ++e) {
            const Stencil<n> forces = force_of(e);
            const Nodes<n>& nodes = nodes_of(e);
            for (int c = 0; c < n; ++c)
                if (run.points.contains(nodes[c])) f[nodes[c]] += forces[c];
        }
        return;
    }
    std::vector<Vec3>& corners = assembly.corner_force;
    parallel_for(
        run.count,
        [&](int e) {
            const Stencil<n> forces = force_of(e);
            for (int c = 0; c < n; ++c) corners[e * n + c] = forces[c];
        },
        512);
    sum_corners(run, corners, f);
}

}  // namespace souple
