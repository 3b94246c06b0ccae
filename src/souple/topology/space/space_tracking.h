// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Follows points through the cells of a space, from tetrahedron to tetrahedron, never wrong: every turn is
// decided by the exact side of a plane.
//
// `seek` looks at the goal only and goes through any facet that has it beyond: the cheap way to keep up with
// a point, in cells that are not convex too. `follow_line` goes through the facets that the straight line
// crosses: the way that meets every cell on the line and every wall in the way. Goals on faces, edges and
// vertices need no special case: closed tetrahedra hold them. Walks that are lost end by looking at all
// cells, and say so.
#pragma once

#include "souple/topology/cell_arrival.h"
#include "souple/topology/space/space.h"

namespace souple {

/// Where a movement ended.
struct SpaceEnd {
    Dart dart;                  ///< whose tetrahedron holds the place; null when no cell does
    VolumeCell cell;            ///< of that dart
    Vec3 place = Vec3::Zero();  ///< [m] the goal, or where a wall was met
    Dart wall;                  ///< null, or the dart of the face that was in the way, seen from the cell
    int crossings = 0;          ///< facets that were crossed
    bool searched_all = false;  ///< the walk was lost and all cells were looked at
};

/// What part of its cell a place is on.
enum class SpaceKind { Volume, Face, Edge, Vertex };
/// The tetrahedron of d holds p.
SpaceKind kind_of_place(const Space& space, Dart d, const Vec3& p);

/// A dart of the cell to start from: the hint when it still belongs to it.
inline Dart aim(const Space& space, VolumeCell c, Dart hint) {
    const bool good = space.map.darts.is_live(hint.index) && volume_of(space.map, hint) == c;
    return good ? hint : dart_of(space.map, c);
}

/// The facets of a tetrahedron: to the volume beyond, across the edge, to the darts before and behind.
enum class FanExit { Arrived, Beyond, Across, Before, Behind, Lost };
/// The first facet with q beyond it through which the walk may go; `line` from p, or null for any.
FanExit exit_of(const Space& space, Dart d, const Vec3* p, const Vec3& q);
/// The tetrahedron there; of the outside it is a border dart.
Dart behind(const Space& space, Dart d, FanExit exit);

/// From the tetrahedron of a dart to that of q, through walls and obstacles.
SpaceEnd seek(const Space& space, Dart from, const Vec3& q);

/// Moves from p, which the tetrahedron of `from` holds, straight to q. Calls visit(VolumeCell) for every cell
/// on the way after the first; those that are only touched may be among them. Walls, obstacles and the border
/// stop it, unless it `ghosts` through the first two.
template <class Visit>
SpaceEnd follow_line(const Space& space, Dart from, const Vec3& p, const Vec3& q, bool ghosts,
                     const Visit& visit);
/// The same, without telling the cells. When it was lost and the way is not free, it ends where it began.
SpaceEnd track(const Space& space, Dart from, const Vec3& p, const Vec3& q);
/// Whether no wall, obstacle or border is met between p and q, nor touched; by looking at all faces.
bool is_way_free(const Space& space, const Vec3& p, const Vec3& q);
/// From p in or on a cell towards q, as far as walls, obstacles and the border allow; who is stopped goes on
/// along the face that stopped him.
SpaceEnd walk_along_walls(const Space& space, VolumeCell cell, const Vec3& p, const Vec3& q);

/// More facets than any walk should cross.
inline int most_facets(const Space& space) { return 256 + 2 * space.map.darts.live_count(); }
SpaceEnd search_end(const Space& space, const Vec3& q);
/// The last place before a face that is in the way.
SpaceEnd stop_before(const Space& space, Dart from, const Vec3& p, const Vec3& q, Dart wall, int crossings);

/// What a register of cells asks of its ground: the cell of a place, starting from a cell and a dart of it.
inline CellArrival seek_cell(const Space& space, int cell, int hint, const Vec3& q) {
    if (space.has_boxes && space.box[VolumeCell{cell}].contains(q)) return {cell, hint, false};
    const SpaceEnd end = seek(space, aim(space, VolumeCell{cell}, Dart{hint}), q);
    return {end.cell.index, end.dart.index, end.searched_all};
}

template <class Visit>
SpaceEnd follow_line(const Space& space, Dart from, const Vec3& p, const Vec3& q, bool ghosts,
                     const Visit& visit) {
    Dart d = from;
    const int most = most_facets(space);
    for (int crossings = 0; crossings < most; ++crossings) {
        const FanExit exit = exit_of(space, d, &p, q);
        if (exit == FanExit::Arrived) return {d, volume_of(space.map, d), q, {}, crossings, false};
        if (exit == FanExit::Lost) break;
        const Dart next = behind(space, d, exit);
        if (exit == FanExit::Beyond) {
            if (ghosts ? is_border(space.map, next) : !can_pass(space, d))
                return stop_before(space, from, p, q, d, crossings);
            visit(volume_of(space.map, next));
        }
        d = next;
    }
    return search_end(space, q);
}

}  // namespace souple
