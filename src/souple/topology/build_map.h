// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From lists of polygons to a map and back.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "souple/geometry/triangle_mesh.h"
#include "souple/topology/map2.h"

namespace souple {

/// Polygons of any number of corners: those of face f are corners[begin[f], begin[f + 1]).
struct PolygonList {
    std::vector<int> begin{0}, corners;
    void add(std::span<const int> polygon) {
        corners.insert(corners.end(), polygon.begin(), polygon.end());
        begin.push_back(static_cast<int>(corners.size()));
    }
};

/// Vertex i is point i, face f is polygon f, edges are ordered by (smaller, larger) end; dart begin[f] + k
/// leaves corner k of face f. Throws a TopologyError naming the face, edge or point where the surface is not
/// a manifold: a corner used twice, an edge of three faces or of two that disagree about their sides, two
/// sheets that meet in a point only, a point without a face.
Map2 map_from_polygons(int point_count, const PolygonList& polygons, const std::string& name);
Map2 map_from_triangles(const TriangleMesh& mesh, const std::string& name);
Map2 map_from_quads(int point_count, std::span<const std::array<int, 4>> quads, const std::string& name);

/// The leaf faces in order of their number as triangles without cracks: hanging vertices are corners of
/// triangles. Appends vertices to `triangles` and, if given, the face of each to `faces`.
void append_triangles(const Map2& map, std::vector<std::array<int, 3>>& triangles,
                      std::vector<Face>* faces = nullptr);

}  // namespace souple
