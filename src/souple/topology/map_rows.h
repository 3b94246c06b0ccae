// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The neighbours of every cell of a surface written out in rows, for loops over a whole map that does not
// change meanwhile: what a walk around a vertex finds dart by dart stands side by side here.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "souple/math/types.h"
#include "souple/topology/map2.h"

namespace souple {

/// Of a map whose leaf faces are triangles without hanging vertices. Vertices and faces keep their numbers;
/// free ones have empty rows.
struct MapRows {
    std::vector<int> begin;         ///< by vertex, and one more: its rows are [begin[v], begin[v + 1])
    std::vector<int> faces;         ///< around the vertex, clockwise
    std::vector<int> vertices;      ///< at the other ends of its edges, clockwise
    std::vector<int> vertex_begin;  ///< as begin: a vertex on a border has one edge more than faces
    std::vector<std::array<int, 3>> corners;  ///< by face; -1 for a face that is no leaf
    std::vector<char> is_border;              ///< by vertex

    std::span<const int> faces_around(int v) const {
        return {faces.data() + begin[v], faces.data() + begin[v + 1]};
    }
    std::span<const int> vertices_around(int v) const {
        return {vertices.data() + vertex_begin[v], vertices.data() + vertex_begin[v + 1]};
    }
};

/// O(darts). TopologyError for a face that is no triangle.
void write_rows(const Map2& map, MapRows& rows);

/// Normals of faces, not of unit length but of twice their area, and unit normals of vertices, which are the
/// means of those around them. `places` [m] by vertex.
void find_normals(const MapRows& rows, std::span<const Vec3> places, std::vector<Vec3>& of_faces,
                  std::vector<Vec3>& of_vertices);
/// Every vertex at the mean of its neighbours; those on borders stay.
void smooth(const MapRows& rows, std::span<const Vec3> places, std::vector<Vec3>& smoothed);

}  // namespace souple
