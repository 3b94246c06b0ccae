// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Triangles of solids.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/view/describe_world.h"
#include "souple/view/polygonise.h"

namespace souple {

namespace {

constexpr int sphere_subdivisions = 4;  // 80 sides around: the gap to the true sphere is 0.08 % of its radius
constexpr int capsule_sides = 64;       // sides of a capsule
constexpr int formula_cells = 48;       // along the longest side of its bounds

struct Tessellator {
    Real reach;  ///< [m]

    TriangleMesh operator()(const Plane& plane) const {
        TriangleMesh mesh = make_grid(1, 1, 2 * reach, 2 * reach);
        const Quat turn = Quat::FromTwoVectors(Vec3::UnitY(), plane.normal);
        for (Vec3& p : mesh.points) p = turn * p + plane.offset * plane.normal;
        return mesh;
    }
    TriangleMesh operator()(const Sphere& sphere) const {
        return make_icosphere(sphere.radius, sphere_subdivisions);
    }
    TriangleMesh operator()(const Ellipsoid& ellipsoid) const {
        TriangleMesh mesh = make_icosphere(1, sphere_subdivisions);
        for (Vec3& p : mesh.points) p = p.cwiseProduct(ellipsoid.radii);
        return mesh;
    }
    TriangleMesh operator()(const Box& box) const { return make_box_mesh(box.half_size); }
    TriangleMesh operator()(const Capsule& capsule) const;
    TriangleMesh operator()(const MeshShape& shape) const;
    TriangleMesh operator()(const FormulaShape& shape) const;
};

/// Rings from the top down, a single point at each end; ring `capsule_sides / 4` and the next bound the
/// straight part.
TriangleMesh Tessellator::operator()(const Capsule& capsule) const {
    constexpr int cap = capsule_sides / 4;  // rings of one cap, its end ring among them
    TriangleMesh mesh;
    mesh.points.push_back({0, capsule.half_length + capsule.radius, 0});
    for (int ring = 1; ring <= 2 * cap; ++ring) {
        const bool upper = ring <= cap;
        const Real down = std::numbers::pi / 2 * (upper ? ring : ring - 1) / cap;
        const Real y = capsule.radius * std::cos(down) + (upper ? 1 : -1) * capsule.half_length;
        for (int k = 0; k < capsule_sides; ++k) {
            const Real turn = 2 * std::numbers::pi * k / capsule_sides;
            const Real r = capsule.radius * std::sin(down);
            mesh.points.push_back({r * std::cos(turn), y, -r * std::sin(turn)});
        }
    }
    const int last = static_cast<int>(mesh.points.size()), rings = 2 * cap;
    mesh.points.push_back({0, -capsule.half_length - capsule.radius, 0});
    for (int k = 0; k < capsule_sides; ++k) {
        const int next = (k + 1) % capsule_sides;
        mesh.triangles.push_back({0, 1 + k, 1 + next});
        for (int ring = 0; ring + 1 < rings; ++ring) {
            const int a = 1 + ring * capsule_sides, b = a + capsule_sides;
            mesh.triangles.push_back({a + k, b + k, b + next});
            mesh.triangles.push_back({a + k, b + next, a + next});
        }
        mesh.triangles.push_back({last, last - capsule_sides + next, last - capsule_sides + k});
    }
    return mesh;
}

TriangleMesh Tessellator::operator()(const MeshShape& shape) const {
    TriangleMesh mesh = shape.surface->mesh;
    if (shape.surface->topology.orientation < 0)
        for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
    return mesh;
}

TriangleMesh Tessellator::operator()(const FormulaShape& shape) const {
    Aabb box = shape.bounds;
    box.low = box.low.cwiseMax(Vec3::Constant(-reach));
    box.high = box.high.cwiseMin(Vec3::Constant(reach));
    if (box.empty() || !(box.size().minCoeff() > 0)) return {};
    const auto field = [&shape, &box](const Vec3& p) {
        const Real beyond = (box.low - p).cwiseMax(p - box.high).maxCoeff();  // negative within the bounds
        return std::max(nearest_surface(shape, p, 0).distance, beyond);
    };
    return polygonise(field, box, formula_cells);
}

}  // namespace

TriangleMesh tessellate(const Shape& shape, Real reach) { return std::visit(Tessellator{reach}, shape); }

}  // namespace souple
