// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Split and merge single hexahedra of a 3-map: midpoints of edges, centres of faces and the centre of the
// volume make eight. A neighbour that is not split keeps its shape; those of its faces that are shared become
// four, and vertices hang on its edges.
//
// Cost: the darts on the border of the hexahedron, whatever the size of the map or its deepest level.
#pragma once

#include <vector>

#include "souple/topology/volumes/map3.h"

namespace souple {

/// A vertex that a split has added: the midpoint of an edge, as its record says, or a centre.
struct AddedVertex {
    Vertex vertex;
    Face face;          ///< of which it is the centre, or null
    VolumeCell volume;  ///< of which it is the centre, or null
};

/// What an operation did, appended to what is there: give the same one again and nothing allocates.
struct VolumeChange {
    std::vector<AddedVertex> added;  ///< ends of edges before their midpoints
    std::vector<Vertex> removed;     ///< their numbers may be given out again
    std::vector<Face> split_faces, merged_faces;

    void clear() {
        added.clear();
        removed.clear();
        split_faces.clear();
        merged_faces.clear();
    }

    /// A piece of an edge from a midpoint to the centre of a face, and the wall that stands on it: two darts.
    struct WallPiece {
        Dart near, far;    ///< in the faces of the two children
        Dart inner, back;  ///< of the wall, as seen by those children
    };
    // working space
    std::vector<Dart> corners;
    std::vector<int> across, before;  ///< by corner dart: its phi2, and phi2 of its phi1_inv
    std::vector<WallPiece> pieces;
    std::vector<int> piece_begin;       ///< by corner dart
    std::vector<Dart> rising, falling;  ///< by corner dart: towards the centre of the volume, and from it
    std::vector<Dart> orbit;
    std::vector<int> cells;
    std::vector<int> waiting;
};

bool can_split(const Map3& map, VolumeCell c);
void split(Map3& map, VolumeCell c, VolumeChange& change);

/// A volume whose children are all leaves.
bool can_merge(const Map3& map, VolumeCell c);
/// Takes the split back: connectivity, levels and labels are what they were. Faces and edges that a finer
/// neighbour needs stay divided. When it is the latest operation, every bit of the map is what it was.
void merge(Map3& map, VolumeCell c, VolumeChange& change);

}  // namespace souple
