// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Finds leaves, fills them with values, then points, then triangles; each pass writes to places of its own.
#include "souple/implicit/polygonise_skin.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/implicit/cube_cases.h"
#include "souple/implicit/leaf_values.h"

namespace souple {

namespace {

constexpr int leaf_grain = 32;

int node_index(int i, int j, int k) { return (k * leaf_nodes + j) * leaf_nodes + i; }
constexpr std::array<int, 3> node_stride{1, leaf_nodes, leaf_nodes* leaf_nodes};

void gather_primitives(SkinMesher& mesher, std::span<const PressedSkin> skins, int own) {
    mesher.primitives = skins[own].field->primitives;
    mesher.first_primitive = {0, static_cast<int>(mesher.primitives.size())};
    mesher.hardness = {1};
    for (int s = 0; s < static_cast<int>(skins.size()); ++s) {
        if (s == own || !skins[s].field->box.overlaps(skins[own].field->box)) continue;
        for (const PosedPrimitive& primitive : skins[s].field->primitives)
            if (primitive.box().overlaps(skins[own].field->box)) mesher.primitives.push_back(primitive);
        mesher.first_primitive.push_back(static_cast<int>(mesher.primitives.size()));
        mesher.hardness.push_back(skins[s].pressure / skins[own].pressure);
    }
}

void check_lattice(const SkinMesher& mesher) {
    for (int i = 0; i < mesher.first_primitive[1]; ++i) {
        const PosedPrimitive& primitive = mesher.primitives[i];
        const Real farthest = (primitive.centre.cwiseAbs() + primitive.reach).maxCoeff();
        if (std::isfinite(farthest) && farthest > (farthest_cell - 2) * mesher.cell)
            throw InputError("a skin is more than a million cells wide: its cells are too small");
    }
}

void find_leaves(SkinMesher& mesher) {
    build(mesher.bricks, mesher.primitives, mesher.cell * brick_cells);
    const int brick_count = static_cast<int>(mesher.bricks.keys.size());
    mesher.masks.resize(brick_count);
    mesher.reaches.resize(mesher.bricks.members.size());
    parallel_for(
        brick_count, [&](int brick) { find_crossed_leaves(mesher, brick); }, leaf_grain);
    mesher.first_leaf.resize(brick_count);
    mesher.leaves.clear();
    for (int brick = 0; brick < brick_count; ++brick) {
        mesher.first_leaf[brick] = static_cast<int>(mesher.leaves.size());
        for (int child = 0; child < 8; ++child)
            if (mesher.masks[brick] >> child & 1)
                mesher.leaves.push_back(
                    {brick, child, leaf_place(place_of(mesher.bricks.keys[brick]), child), {}});
    }
}

/// -1 when the skin does not pass through it.
int leaf_at(const SkinMesher& mesher, const CellPlace& low, int brick_hint) {
    CellPlace place;
    int child = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int leaf = low[axis] / leaf_cells;  // exact: a multiple
        place[axis] = leaf >> 1;
        child |= (leaf & 1) << axis;
    }
    const std::uint64_t key = key_of(place);
    const int brick = mesher.bricks.keys[brick_hint] == key ? brick_hint : find_cell(mesher.bricks, key);
    if (brick < 0 || !(mesher.masks[brick] >> child & 1)) return -1;
    return mesher.first_leaf[brick] + std::popcount(mesher.masks[brick] & ((1u << child) - 1));
}

void find_neighbours(SkinMesher& mesher, int l) {
    SkinLeaf& leaf = mesher.leaves[l];
    leaf.beyond[0] = l;
    for (int bits = 1; bits < 8; ++bits) {
        CellPlace low = leaf.low;
        for (int axis = 0; axis < 3; ++axis) low[axis] += (bits >> axis & 1) * leaf_cells;
        leaf.beyond[bits] = leaf_at(mesher, low, leaf.brick);
    }
}

int corners_inside(const Real* values, int node) {
    int inside = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const int at = node + (corner & 1) + (corner >> 1 & 1) * leaf_nodes +
                       (corner >> 2 & 1) * leaf_nodes * leaf_nodes;
        inside |= (values[at] > 0) << corner;
    }
    return inside;
}

/// Calls fn(node, i, j, k) for the lowest node of every cell of a leaf.
template <class Fn>
void for_each_cell(const Fn& fn) {
    for (int k = 0; k < leaf_cells; ++k)
        for (int j = 0; j < leaf_cells; ++j)
            for (int i = 0; i < leaf_cells; ++i) fn(node_index(i, j, k), i, j, k);
}

/// Numbers the points on the edges that start in the leaf, and counts its triangles.
void count_leaf(SkinMesher& mesher, int leaf) {
    const Real* const values = mesher.values.data() + static_cast<std::size_t>(leaf) * nodes_in_leaf;
    std::uint8_t* const edges = mesher.edge_point.data() + static_cast<std::size_t>(leaf) * edges_of_leaf;
    const auto& cases = cube_cases();
    int points = 0, triangles = 0, edge = 0;
    for_each_cell([&](int node, int, int, int) {
        for (int axis = 0; axis < 3; ++axis, ++edge)
            if ((values[node] > 0) != (values[node + node_stride[axis]] > 0))
                edges[edge] = static_cast<std::uint8_t>(points++);
        triangles += cases[corners_inside(values, node)].count;
    });
    mesher.first_point[leaf] = points;
    mesher.first_triangle[leaf] = triangles;
}

/// Turns counts into where each begins.
void sum_up(std::vector<int>& counts) {
    int sum = 0;
    for (int& count : counts) {
        const int own = count;
        count = sum;
        sum += own;
    }
}

void place_points(const SkinMesher& mesher, int l, TriangleMesh& mesh) {
    constexpr Real margin = 1e-6;  // no two points of a cell coincide
    const SkinLeaf& leaf = mesher.leaves[l];
    const Real* const values = mesher.values.data() + static_cast<std::size_t>(l) * nodes_in_leaf;
    int point = mesher.first_point[l];
    for_each_cell([&](int node, int i, int j, int k) {
        for (int axis = 0; axis < 3; ++axis) {
            const Real here = values[node], there = values[node + node_stride[axis]];
            if ((here > 0) == (there > 0)) continue;
            Vec3 place(leaf.low[0] + i, leaf.low[1] + j, leaf.low[2] + k);
            place[axis] += std::clamp(here / (here - there), margin, 1 - margin);
            mesh.points[point++] = mesher.cell * place;
        }
    });
}

/// The point on an edge of a cell, which another leaf may own.
int point_on(const SkinMesher& mesher, const SkinLeaf& leaf, const CellPlace& cell, int edge) {
    const auto [corner, axis] = cube_edge(edge);
    int bits = 0;
    CellPlace node;
    for (int a = 0; a < 3; ++a) {
        node[a] = cell[a] + (corner >> a & 1);
        bits |= (node[a] == leaf_cells) << a;
        node[a] %= leaf_cells;
    }
    const int owner = leaf.beyond[bits];
    SOUPLE_ASSERT(owner >= 0);  // the bounds are sure: the skin passes through the owner too
    const int at = ((node[2] * leaf_cells + node[1]) * leaf_cells + node[0]) * 3 + axis;
    return mesher.first_point[owner] +
           mesher.edge_point[static_cast<std::size_t>(owner) * edges_of_leaf + at];
}

void place_triangles(const SkinMesher& mesher, int l, TriangleMesh& mesh) {
    const SkinLeaf& leaf = mesher.leaves[l];
    const Real* const values = mesher.values.data() + static_cast<std::size_t>(l) * nodes_in_leaf;
    const auto& cases = cube_cases();
    int triangle = mesher.first_triangle[l];
    for_each_cell([&](int node, int i, int j, int k) {
        const CubeCase& cube = cases[corners_inside(values, node)];
        for (int t = 0; t < cube.count; ++t)
            for (int corner = 0; corner < 3; ++corner)
                mesh.triangles[triangle + t][corner] =
                    point_on(mesher, leaf, {i, j, k}, cube.triangles[t][corner]);
        triangle += cube.count;
    });
}

}  // namespace

void polygonise_skin(SkinMesher& mesher, std::span<const PressedSkin> skins, int own, Real cell,
                     TriangleMesh& mesh) {
    if (!(cell > 0)) throw InputError("the cells of a skin's lattice have no size");
    mesher.cell = cell;
    gather_primitives(mesher, skins, own);
    check_lattice(mesher);
    find_leaves(mesher);
    const int leaf_count = static_cast<int>(mesher.leaves.size());
    mesher.values.resize(static_cast<std::size_t>(leaf_count) * nodes_in_leaf);
    mesher.edge_point.resize(static_cast<std::size_t>(leaf_count) * edges_of_leaf);
    mesher.first_point.assign(leaf_count + 1, 0);
    mesher.first_triangle.assign(leaf_count + 1, 0);
    parallel_for(
        leaf_count,
        [&](int leaf) {
            if (fill_values(mesher, leaf)) count_leaf(mesher, leaf);
        },
        leaf_grain);
    sum_up(mesher.first_point);
    sum_up(mesher.first_triangle);
    mesh.points.resize(mesher.first_point.back());
    mesh.triangles.resize(mesher.first_triangle.back());
    parallel_for(
        leaf_count,
        [&](int leaf) {
            if (mesher.first_triangle[leaf] == mesher.first_triangle[leaf + 1]) return;
            find_neighbours(mesher, leaf);
            place_points(mesher, leaf, mesh);
            place_triangles(mesher, leaf, mesh);
        },
        leaf_grain);
}

TriangleMesh polygonise_skin(const SkinField& field, Real cell) {
    SkinMesher mesher;
    TriangleMesh mesh;
    polygonise_skin(mesher, std::array<PressedSkin, 1>{{{&field, 1}}}, 0, cell, mesh);
    return mesh;
}

}  // namespace souple
