// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Split and merge single faces. A triangle becomes four by its midpoints, a polygon of n corners n quads
// around its centre. A neighbour that is not split keeps its shape and gets hanging vertices.
//
//        C                       D----m----C
//       / \                      |    |    |
//      m---m                     m----c----m
//     / \ / \                    |    |    |
//    A---m---B                   A----m----B
//
// Cost: the darts on the border of the face, whatever the size of the map or its deepest level.
#pragma once

#include <vector>

#include "souple/topology/map2.h"

namespace souple {

/// What an operation did, appended to what is there: give the same one again and nothing allocates.
struct MapChange {
    std::vector<Vertex> added;    ///< parents first; their records say whose midpoints they are
    std::vector<Vertex> removed;  ///< their numbers may be given out again
    std::vector<Face> split, merged;
    int darts_touched = 0;  ///< read along the border of a face, or written

    void clear() {
        for (auto* vertices : {&added, &removed}) vertices->clear();
        for (auto* faces : {&split, &merged}) faces->clear();
        darts_touched = 0;
    }

    /// One side of the face at hand, working space.
    struct Side {
        Dart corner, last,
            middle;   ///< last arrives at the midpoint, middle leaves it towards the next corner
        Dart inward;  ///< leaves the midpoint inside the child of the corner
        Face child;
    };
    std::vector<Side> sides;
};

/// The greatest level a face may have.
constexpr int level_limit = 255;

/// A leaf below the limit.
bool can_split(const Map2& map, Face f);
/// Splits a leaf; its children have the next level, the corners of the parent keep their darts.
void split(Map2& map, Face f, MapChange& change);

/// A face whose children are all leaves.
bool can_merge(const Map2& map, Face f);
/// Takes the split back: connectivity, levels and labels are what they were. When it is the latest operation,
/// so is every bit of the map.
void merge(Map2& map, Face f, MapChange& change);

/// As split and can_merge, and leaves that share a side differ by one level at most: coarser neighbours are
/// split first.
void split_balanced(Map2& map, Face f, MapChange& change);
bool can_merge_balanced(const Map2& map, Face f);

}  // namespace souple
