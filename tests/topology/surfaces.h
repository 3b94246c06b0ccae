// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Surfaces for the tests of maps: closed, with holes, in pieces, with polygons of several kinds. Points sit
// at whole numbers, so that midpoints and centres are exact.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "souple/core/rng.h"
#include "souple/topology/build_map.h"
#include "souple/topology/walks.h"

namespace souple {

struct Surface {
    std::string name;
    std::vector<Vec3> points;
    PolygonList polygons;
    int euler = 0, holes = 0, components = 1;
};

inline Map2 map_of(const Surface& surface) {
    return map_from_polygons(static_cast<int>(surface.points.size()), surface.polygons, surface.name);
}

inline void add_polygon(Surface& surface, std::initializer_list<int> corners) {
    surface.polygons.add(std::vector<int>(corners));
}

inline Surface tetrahedron() {
    Surface s{"tetrahedron", {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, 8}}, {}, 2};
    for (const auto& [a, b, c] : {std::array{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
        add_polygon(s, {a, b, c});
    return s;
}

/// columns x rows cells, each a quad, or two triangles along a diagonal drawn by lot; cells of `holes` are
/// left out.
inline Surface sheet(int columns, int rows, bool triangles, const std::vector<int>& left_out = {}) {
    Surface s{triangles ? "triangle sheet" : "quad sheet",
              {},
              {},
              1 - static_cast<int>(left_out.size()),
              1 + static_cast<int>(left_out.size())};
    Rng rng{7};
    for (int j = 0; j <= rows; ++j)
        for (int i = 0; i <= columns; ++i)
            s.points.emplace_back(16 * i, std::floor(rng.uniform(0, 8)), 16 * j);
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) {
            const int a = j * (columns + 1) + i, b = a + columns + 1, cell = j * columns + i;
            if (std::find(left_out.begin(), left_out.end(), cell) != left_out.end()) continue;
            if (!triangles) {
                add_polygon(s, {a, b, b + 1, a + 1});
            } else if (rng.uniform() < 0.5) {
                add_polygon(s, {a, b, b + 1});
                add_polygon(s, {b + 1, a + 1, a});
            } else {
                add_polygon(s, {b, b + 1, a + 1});
                add_polygon(s, {a, b, a + 1});
            }
        }
    return s;
}

/// A ring of rings, triangles or quads.
inline Surface torus(bool triangles) {
    Surface s{triangles ? "triangle torus" : "quad torus", {}, {}, 0};
    const int n = 5, m = 4;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            const Real u = 6.283185307179586 * i / n, v = 6.283185307179586 * j / m,
                       r = 300 + 100 * std::cos(v);
            s.points.emplace_back(std::round(r * std::cos(u)), std::round(100 * std::sin(v)),
                                  std::round(r * std::sin(u)));
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            const int a = i * m + j, b = i * m + (j + 1) % m;
            const int c = (i + 1) % n * m + (j + 1) % m, d = (i + 1) % n * m + j;
            if (triangles) {
                add_polygon(s, {a, b, c});
                add_polygon(s, {a, c, d});
            } else {
                add_polygon(s, {a, b, c, d});
            }
        }
    return s;
}

/// A triangle, a quad and a pentagon side by side, and a triangle on its own.
inline Surface medley() {
    Surface s{"medley",
              {{0, 0, 0},
               {16, 0, 0},
               {16, 0, 16},
               {0, 0, 16},
               {-16, 0, 8},
               {32, 0, -8},
               {40, 0, 8},
               {32, 0, 24},
               {100, 0, 0},
               {116, 0, 0},
               {108, 0, 16}},
              {},
              2,
              2,
              2};
    add_polygon(s, {0, 3, 2, 1});
    add_polygon(s, {0, 4, 3});
    add_polygon(s, {1, 2, 7, 6, 5});
    add_polygon(s, {8, 10, 9});
    return s;
}

inline std::vector<Surface> all_surfaces() {
    return {tetrahedron(), sheet(4, 3, true),       sheet(4, 3, false), sheet(5, 5, true, {6, 18}),
            torus(true),   sheet(3, 3, false, {4}), torus(false),       medley()};
}

}  // namespace souple
