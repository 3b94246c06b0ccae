// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/surface_topology.h"

namespace souple {

SurfaceTopology topology_of(const TriangleMesh& mesh) {
    SurfaceTopology topology;
    topology.closed = is_closed(mesh);
    if (!topology.closed) return topology;
    topology.orientation = signed_volume(mesh) < 0 ? -1 : 1;
    // each edge tells both its triangles about the other
    topology.across.assign(mesh.triangles.size(), {-1, -1, -1});
    const auto side_of = [&mesh](int t, int opposite) {
        const auto& triangle = mesh.triangles[t];
        return triangle[2] == opposite ? 0 : triangle[0] == opposite ? 1 : 2;
    };
    for (const MeshEdge& edge : edges_of(mesh)) {
        topology.across[edge.left][side_of(edge.left, edge.left_vertex)] = edge.right;
        topology.across[edge.right][side_of(edge.right, edge.right_vertex)] = edge.left;
    }
    // triangles of each point, by counting
    topology.fan_begin.assign(mesh.points.size() + 1, 0);
    for (const auto& triangle : mesh.triangles)
        for (const int i : triangle) ++topology.fan_begin[i + 1];
    for (std::size_t i = 1; i < topology.fan_begin.size(); ++i)
        topology.fan_begin[i] += topology.fan_begin[i - 1];
    topology.fan.resize(3 * mesh.triangles.size());
    std::vector<int> next(topology.fan_begin.begin(), topology.fan_begin.end() - 1);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const int i : mesh.triangles[t]) topology.fan[next[i]++] = static_cast<int>(t);
    return topology;
}

}  // namespace souple
