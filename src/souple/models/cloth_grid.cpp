// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/cloth_grid.h"

#include <fmt/format.h>

#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/suggest.h"

namespace souple {

namespace {

int id_at(const ClothDef& def, int column, int row) { return row * (def.columns + 1) + column; }

/// A spring of the grid by its two corners; `share` is the fraction of a full spring that is inside the
/// sheet.
struct GridSpring {
    int a, b;
    Real rest;
    Real share;
};

void add_spring(World& world, const ClothDef& def, int first_point, const GridSpring& grid) {
    // one K for all springs: in the elongation law `stiffness` is that of a side of the (mean) square
    const Real side = std::sqrt(def.width / def.columns * def.height / def.rows);
    const Real K = def.stiffness_law == StiffnessLaw::Strain ? def.stiffness : def.stiffness * side;
    const Real k = grid.share * K / grid.rest;
    world.model.springs.push_back(
        {{first_point + grid.a, first_point + grid.b}, grid.rest, k, def.damping_time * k});
}

}  // namespace

TriangleMesh grid_mesh(const ClothDef& def) {
    if (def.columns < 1 || def.rows < 1)
        throw InputError("a cloth grid needs at least one column and one row");
    TriangleMesh mesh;
    for (int r = 0; r <= def.rows; ++r)
        for (int c = 0; c <= def.columns; ++c)
            mesh.points.emplace_back((Real(c) / def.columns - 0.5) * def.width, 0,
                                     (0.5 - Real(r) / def.rows) * def.height);
    for (int r = 0; r < def.rows; ++r)
        for (int c = 0; c < def.columns; ++c) {
            const int a = id_at(def, c, r), b = id_at(def, c + 1, r);
            const int d = id_at(def, c, r + 1), e = id_at(def, c + 1, r + 1);
            const bool flipped = def.diagonal == GridDiagonal::Alternating && (c + r) % 2 == 1;
            mesh.triangles.push_back(flipped ? std::array{a, b, d} : std::array{a, b, e});
            mesh.triangles.push_back(flipped ? std::array{b, e, d} : std::array{a, e, d});
        }
    return mesh;
}

std::vector<Real> grid_masses(const ClothDef& def) {
    const Real square = def.density * def.width * def.height / (Real(def.columns) * def.rows);
    std::vector<Real> masses;
    for (int r = 0; r <= def.rows; ++r)
        for (int c = 0; c <= def.columns; ++c) {
            const Real across = c == 0 || c == def.columns ? 0.5 : 1;
            const Real along = r == 0 || r == def.rows ? 0.5 : 1;
            masses.push_back(square * across * along);
        }
    return masses;
}

void add_grid_springs(World& world, const ClothDef& def, int first_point) {
    const Real dx = def.width / def.columns, dz = def.height / def.rows, diagonal = std::hypot(dx, dz);
    for (int r = 0; r <= def.rows; ++r)
        for (int c = 0; c < def.columns; ++c)
            add_spring(world, def, first_point,
                       {id_at(def, c, r), id_at(def, c + 1, r), dx, r == 0 || r == def.rows ? 0.5 : 1});
    for (int r = 0; r < def.rows; ++r)
        for (int c = 0; c <= def.columns; ++c)
            add_spring(world, def, first_point,
                       {id_at(def, c, r), id_at(def, c, r + 1), dz, c == 0 || c == def.columns ? 0.5 : 1});
    for (int r = 0; r < def.rows; ++r)
        for (int c = 0; c < def.columns; ++c) {
            add_spring(world, def, first_point, {id_at(def, c, r), id_at(def, c + 1, r + 1), diagonal, 1});
            add_spring(world, def, first_point, {id_at(def, c + 1, r), id_at(def, c, r + 1), diagonal, 1});
        }
}

std::vector<int> grid_edge_points(const ClothDef& def, const std::string& edge) {
    const auto chosen = [&](int c, int r) {
        const bool left = c == 0, right = c == def.columns, bottom = r == 0, top = r == def.rows;
        if (edge == "left") return left;
        if (edge == "right") return right;
        if (edge == "bottom") return bottom;
        if (edge == "top") return top;
        if (edge == "border") return left || right || bottom || top;
        if (edge == "corners") return (left || right) && (bottom || top);
        if (edge == "top_corners") return (left || right) && top;
        static const std::vector<std::string> known{"left",   "right",   "bottom",     "top",
                                                    "border", "corners", "top_corners"};
        const std::string near = nearest_word(edge, known);
        throw InputError(
            fmt::format("'{}' is no edge; known are left, right, bottom, top, border, corners and "
                        "top_corners{}",
                        edge, near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
    };
    std::vector<int> ids;
    for (int r = 0; r <= def.rows; ++r)
        for (int c = 0; c <= def.columns; ++c)
            if (chosen(c, r)) ids.push_back(id_at(def, c, r));
    return ids;
}

}  // namespace souple
