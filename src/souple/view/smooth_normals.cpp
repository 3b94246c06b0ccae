// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/smooth_normals.h"

#include <cmath>
#include <numbers>

#include "souple/core/parallel.h"

namespace souple {

namespace {

/// Triangles around each node, one after the other.
struct Fans {
    std::vector<int> first, triangles;
};

Fans fans_of(const SurfaceView& mesh) {
    Fans fans;
    fans.first.assign(mesh.positions.size() + 1, 0);
    for (const auto& triangle : mesh.triangles)
        for (const int node : triangle) ++fans.first[node + 1];
    for (std::size_t i = 1; i < fans.first.size(); ++i) fans.first[i] += fans.first[i - 1];
    std::vector<int> next(fans.first.begin(), fans.first.end() - 1);
    fans.triangles.resize(3 * mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const int node : mesh.triangles[t]) fans.triangles[next[node]++] = static_cast<int>(t);
    return fans;
}

/// Twice the area times the normal.
Vec3 face_vector(const SurfaceView& mesh, std::size_t triangle) {
    const auto& [a, b, c] = mesh.triangles[triangle];
    const auto& x = mesh.positions;
    return (x[b] - x[a]).cross(x[c] - x[a]);
}

}  // namespace

CornerNormals smooth_normals(const SurfaceView& mesh, Real crease) {
    const Fans fans = fans_of(mesh);
    const Real least = std::cos(crease * std::numbers::pi / 180);
    std::vector<Vec3> area(mesh.triangles.size());
    for (std::size_t t = 0; t < area.size(); ++t) area[t] = face_vector(mesh, t);
    CornerNormals normals(mesh.triangles.size());
    parallel_for(static_cast<int>(normals.size()), [&](int t) {
        const Vec3 own = area[t].normalized();
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const int node = mesh.triangles[t][corner];
            Vec3 sum = Vec3::Zero();
            for (int k = fans.first[node]; k < fans.first[node + 1]; ++k) {
                const Vec3& other = area[fans.triangles[k]];
                if (other.dot(own) >= least * other.norm()) sum += other;
            }
            const Real length = sum.norm();
            normals[t][corner] = (length > 0 ? Vec3(sum / length) : own).cast<float>();
        }
    });
    return normals;
}

}  // namespace souple
