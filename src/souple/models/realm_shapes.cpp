// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Planets, knots, meshes and boxes that crowds live on or in, and points spread on a sphere.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/parallel.h"
#include "souple/geometry/mesh_files.h"
#include "souple/models/crowd.h"

namespace souple {

namespace {

struct RealmMaker {
    int levels;
    const std::string& name;

    Realm surface(const TriangleMesh& mesh, const std::vector<BuildingDef>& buildings) const {
        BuildingWork(name).spend(0.2 * static_cast<double>(mesh.triangles.size() * buildings.size()),
                                 "triangles in buildings", "take fewer buildings");
        std::vector<char> obstacle(mesh.triangles.size(), 0);
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const auto [a, b, c] = mesh.triangles[t];
            const Vec3 middle = (mesh.points[a] + mesh.points[b] + mesh.points[c]) / 3;
            for (const BuildingDef& building : buildings)
                if ((middle - building.at).norm() <= building.radius) obstacle[t] = 1;
        }
        return {make_curved_ground(mesh, levels, name, obstacle)};
    }

    Realm operator()(const SphereRealmDef& d) const {
        TriangleMesh mesh = make_icosphere(d.radius, d.subdivisions);
        for (Vec3& p : mesh.points) {
            const Vec3 n = p / d.radius;
            const Real wave =
                (std::sin(3 * n.x() + 1) + std::sin(4 * n.y() + 2) + std::sin(3.5 * n.z() + 3)) / 3;
            p = d.centre + (d.radius + d.hills * wave) * n;
        }
        return surface(mesh, d.buildings);
    }
    Realm operator()(const KnotRealmDef& d) const { return surface(make_torus_knot(d.knot), d.buildings); }
    Realm operator()(const SurfaceRealmDef& d) const { return surface(load_mesh(d.file), d.buildings); }
    Realm operator()(const SpaceRealmDef& d) const {
        HexahedronMesh mesh = make_hexahedron_grid({d.low, d.high}, d.cells);
        mesh.name = name;
        Rng rng = stream_of(0, "bend");
        for (Vec3& p : mesh.points)
            for (int axis = 0; axis < 3; ++axis) {
                const Real shift = rng.uniform(-d.bend, d.bend);
                const bool is_inside = (p - d.low).minCoeff() > 0 && (d.high - p).minCoeff() > 0;
                if (is_inside) p[axis] += shift;
            }
        mesh.obstacle.assign(mesh.hexahedra.size(), 0);
        BuildingWork(name).spend(0.2 * static_cast<double>(mesh.hexahedra.size() * d.obstacles.size()),
                                 "cells in obstacles", "take fewer obstacles");
        for (std::size_t c = 0; c < mesh.hexahedra.size(); ++c) {
            const Vec3 middle =
                (mesh.points[mesh.hexahedra[c].front()] + mesh.points[mesh.hexahedra[c].back()]) / 2;
            for (const SpaceBlockDef& block : d.obstacles)
                if (Aabb{block.low, block.high}.contains(middle)) mesh.obstacle[c] = 1;
        }
        return {make_space(mesh, levels)};
    }
};

}  // namespace

Realm make_realm(const RealmChoice& choice, int levels, const std::string& name) {
    return std::visit(RealmMaker{levels, name}, choice);
}

const std::vector<Vec3>& SpreadSpheres::of(int count, int sweeps, std::uint64_t seed) {
    const auto [entry, is_new] = known_.try_emplace({count, sweeps});
    if (is_new) {
        work_.spend(0.2 * count * static_cast<double>(count) * sweeps,
                    fmt::format("{} places on a sphere", count), "take fewer places, or fewer sweeps");
        // a stream of its own: groups that share the sphere find the same points
        Rng own = stream_of(seed, "sphere");
        entry->second = spread_on_sphere(count, own, sweeps);
    }
    return entry->second;
}

std::vector<Vec3> spread_on_sphere(int count, Rng& rng, int sweeps) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        const Real x = rng.normal(), y = rng.normal();
        points.push_back(Vec3(x, y, rng.normal()).normalized());
    }
    std::vector<Vec3> moved(count);
    const Real spacing = std::sqrt(4 * std::numbers::pi / count);  // of one point's share of the sphere
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        parallel_for(
            count,
            [&](int i) {
                Vec3 force = Vec3::Zero();
                for (int k = 0; k < count; ++k) {
                    const Vec3 apart = points[i] - points[k];
                    const Real squared = apart.squaredNorm();
                    if (squared > 0) force += apart / (squared * std::sqrt(squared));
                }
                force -= force.dot(points[i]) * points[i];
                // a share of the spacing for a push as strong as that of one neighbour, and never far
                const Real push = force.norm() * spacing * spacing;
                const Real way = spacing * std::min(0.1 * push, Real(0.2));
                moved[i] = (points[i] + (push > 0 ? Vec3(way * force.normalized()) : force)).normalized();
            },
            16);
        points.swap(moved);
    }
    return points;
}

}  // namespace souple
