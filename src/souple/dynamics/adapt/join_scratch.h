// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers for joining the faces of one surface, reused from step to step. Nothing of them is saved.
#pragma once

#include <array>
#include <vector>

#include "souple/geometry/aabb.h"
#include "souple/math/types.h"

namespace souple {

/// A point that goes when a face is joined, and the corners it must lie between: those of its side, for the
/// centre of a square all four, where its springs hold it.
struct Leaving {
    int node = 0;
    int count = 0;
    std::array<int, 4> corners{};
    Real length = 0;  ///< [m] of the side, of a square's centre of the shortest one
};

/// Who bears a part of what is done to a corner: itself, or the ends of the edge that it is in the middle of.
struct Bearer {
    int node = 0;
    Real part = 0;
};

/// Where the points of one surface are, by slot of their vertex.
struct SlotPlaces {
    int first = 0;                   ///< point of the part in the State
    std::vector<int> node_of_slot;   ///< in the State
    std::vector<int> point_of_slot;  ///< in the part
};

struct RoomScratch {
    std::vector<Aabb> blocks;  ///< [m] around triangles that stand side by side; empty: to be measured
    std::vector<char> goes;    ///< by point of the part; all false between two questions
    std::vector<int> moved;    ///< points of the State that go
    std::vector<int> going;    ///< triangles at those
};

struct JoinScratch {
    std::vector<int> order;  ///< slots of vertices
    SlotPlaces places;
    std::vector<int> between;      ///< by point of the part: Model::interpolated, -1: it is free
    std::vector<Real> sharpest;    ///< by slot of a face: the sharpest fold at its children, as a cosine
    std::vector<int> calm;         ///< slots of faces that have been flat for long enough
    std::vector<int> ready;        ///< those of them whose points are on their chords
    std::vector<Leaving> leaving;  ///< of one face
    std::vector<int> nodes;        ///< the same
    std::vector<Bearer> bearers;   ///< of one leaving point
    std::vector<char> is_led;      ///< by point of the part
    RoomScratch room;
};

}  // namespace souple
