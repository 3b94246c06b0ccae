// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/cloth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/models/adaptive_cloth_part.h"
#include "souple/models/cloth_grid.h"

namespace souple {

namespace {

std::vector<Real> masses_of(const ClothDef& def, const TriangleMesh& mesh) {
    if (is_grid(def)) return grid_masses(def);
    std::vector<Real> masses(mesh.points.size(), 0);
    for (const auto& t : mesh.triangles) {
        const Vec3 areas = voronoi_areas(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]);
        for (int k = 0; k < 3; ++k) masses[t[k]] += def.density * areas[k];
    }
    return masses;
}

void add_matter(World& world, const ClothDef& def, const TriangleMesh& mesh,
                const std::vector<Real>& masses) {
    const Pose pose = pose_of(def.part);
    const int first = static_cast<int>(world.model.point_mass.size());
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        add_point(world, {.x = pose.to_world(mesh.points[i].cwiseProduct(def.stretch)),
                          .v = def.part.velocity,
                          .mass = masses[i],
                          .id = static_cast<int>(i),
                          .rest = mesh.points[i]});
    for (const auto& t : mesh.triangles)
        world.model.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

void add_edge_springs(World& world, const ClothDef& def, const TriangleMesh& mesh, const Part& part,
                      const std::vector<Real>& masses) {
    const std::vector<MeshEdge> edges = edges_of(mesh);
    const std::vector<Real> stiffness = edge_stiffness(def, mesh, masses);
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const Real rest = (mesh.points[edges[e].b] - mesh.points[edges[e].a]).norm();
        world.model.springs.push_back({{part.points.begin + edges[e].a, part.points.begin + edges[e].b},
                                       rest,
                                       stiffness[e],
                                       def.damping_time * stiffness[e]});
    }
}

/// For each triangle, the far corners of its neighbours over the edges opposite its corners.
std::vector<Nodes<6>> bend_stencils(const TriangleMesh& mesh) {
    std::vector<Nodes<6>> stencils;
    for (const auto& t : mesh.triangles) stencils.push_back({t[0], t[1], t[2], -1, -1, -1});
    const auto corner_outside = [&](int triangle, const MeshEdge& edge) {
        for (int k = 0; k < 3; ++k)
            if (mesh.triangles[triangle][k] != edge.a && mesh.triangles[triangle][k] != edge.b) return k;
        return 0;
    };
    for (const MeshEdge& edge : edges_of(mesh)) {
        if (edge.left < 0 || edge.right < 0) continue;
        const int in_left = corner_outside(edge.left, edge), in_right = corner_outside(edge.right, edge);
        stencils[edge.left][3 + in_left] = mesh.triangles[edge.right][in_right];
        stencils[edge.right][3 + in_right] = mesh.triangles[edge.left][in_left];
    }
    return stencils;
}

void add_bends(World& world, const ClothDef& def, const TriangleMesh& mesh, const Part& part) {
    if (def.bend_rigidity == 0) return;
    for (const Nodes<6>& stencil : bend_stencils(mesh)) {
        Stencil<6> rest;
        Nodes<6> nodes;
        for (int k = 0; k < 6; ++k) {
            rest[k] = stencil[k] < 0 ? Vec3(Vec3::Zero()) : mesh.points[stencil[k]];
            nodes[k] = stencil[k] < 0 ? -1 : part.points.begin + stencil[k];
        }
        world.model.bends.push_back(
            make_bend(nodes, rest, {def.bend_rigidity, def.poisson, def.bend_damping_time}));
    }
}

void add_holds(World& world, const ClothDef& def, const Part& part) {
    for (const PinDef& pin : def.holds.pins) {
        add_pins(world, part, pin.points, pin.follow);
        if (pin.edge.empty()) continue;
        if (!is_grid(def))
            throw InputError(
                fmt::format("cloth '{}' is a mesh: pin points by id, it has no edges", part.name));
        add_pins(world, part, grid_edge_points(def, pin.edge), pin.follow);
    }
    add_ties(world, part, def.holds.ties);
    add_loads(world, part, def.holds.loads);
}

}  // namespace

std::vector<Real> edge_stiffness(const ClothDef& def, const TriangleMesh& mesh,
                                 const std::vector<Real>& masses) {
    std::vector<Real> stiffness;
    for (const MeshEdge& edge : edges_of(mesh)) {
        const Real squared = (mesh.points[edge.b] - mesh.points[edge.a]).squaredNorm();
        const Real areas = area(mesh, edge.left) + (edge.right < 0 ? 0 : area(mesh, edge.right));
        const Real zone = std::sqrt(masses[edge.a] * masses[edge.b]) / def.density;
        switch (def.law) {
            case ClothLaw::VanGelder:
                stiffness.push_back(def.stiffness * areas / squared);
                break;
            case ClothLaw::Mass:
                stiffness.push_back(def.stiffness * std::sqrt(zone / squared));
                break;
            case ClothLaw::Uniform:
                stiffness.push_back(def.stiffness);
                break;
            case ClothLaw::Grid:
                throw InputError("the grid law needs a grid; choose van_gelder for a mesh");
        }
    }
    return stiffness;
}

TriangleMesh rest_mesh(const ClothDef& def) { return is_grid(def) ? grid_mesh(def) : def.mesh; }

PartId add_cloth(World& world, const ClothDef& def) {
    if (def.adapt) return add_adaptive_cloth(world, def);
    if (def.ball.response != BallResponse::Contacts || def.ball.light_test)
        throw InputError(fmt::format("cloth '{}': ball and light_test need adapt", def.part.name));
    const TriangleMesh mesh = rest_mesh(def);
    check(mesh, "cloth '" + def.part.name + "'");
    Part part = begin_part(world, def.part, "cloth");
    part.surface.touches = def.part.touches.value_or(Touches::Everything);
    part.surface.self_contact = def.part.self_contact.value_or(true);
    const std::vector<Real> masses = masses_of(def, mesh);
    add_matter(world, def, mesh, masses);
    if (def.law == ClothLaw::Grid && is_grid(def))
        add_grid_springs(world, def, part.points.begin);
    else
        add_edge_springs(world, def, mesh, part, masses);
    add_bends(world, def, mesh, part);
    add_holds(world, def, part);
    return close_part(world, part);
}

}  // namespace souple
