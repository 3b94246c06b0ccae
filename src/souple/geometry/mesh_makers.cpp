// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The meshes to start from that triangle_mesh.h promises: grid, icosphere, box.
#include <algorithm>
#include <cmath>
#include <map>

#include "souple/core/errors.h"
#include "souple/geometry/triangle_mesh.h"

namespace souple {

TriangleMesh make_grid(int columns, int rows, Real size_x, Real size_z) {
    SOUPLE_ASSERT(columns > 0 && rows > 0);
    TriangleMesh mesh;
    for (int j = 0; j <= rows; ++j)
        for (int i = 0; i <= columns; ++i)
            mesh.points.push_back({size_x * (Real(i) / columns - 0.5), 0, size_z * (Real(j) / rows - 0.5)});
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) {
            const int a = j * (columns + 1) + i, b = a + 1, c = a + columns + 1, d = c + 1;
            mesh.triangles.push_back({a, c, b});
            mesh.triangles.push_back({b, c, d});
        }
    return mesh;
}

TriangleMesh make_icosphere(Real radius, int subdivisions) {
    const Real g = (1 + std::sqrt(5.0)) / 2;
    TriangleMesh mesh;
    mesh.points = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    for (int level = 0; level < subdivisions; ++level) {
        std::map<std::array<int, 2>, int> middles;
        const auto middle = [&mesh, &middles](int a, int b) {
            const auto [place, is_new] =
                middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<int>(mesh.points.size()));
            if (is_new)
                mesh.points.push_back((mesh.points[a].normalized() + mesh.points[b].normalized()) / 2);
            return place->second;
        };
        std::vector<std::array<int, 3>> finer;
        for (const auto& [a, b, c] : mesh.triangles) {
            const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        mesh.triangles = std::move(finer);
    }
    for (Vec3& point : mesh.points) point = radius * point.normalized();
    return mesh;
}

TriangleMesh make_box_mesh(const Vec3& half_size) {
    TriangleMesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        mesh.points.push_back(half_size.cwiseProduct(sign));
    }
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

}  // namespace souple
