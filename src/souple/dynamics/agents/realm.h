// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where a crowd lives that does not walk on a plane: a curved surface or a piece of space. What steering and
// moving ask of both is here, in pairs; everything else about them is the same code (002 F2.17, F2.49).
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "souple/dynamics/agents/crowd_state.h"
#include "souple/geometry/search/box_tree.h"
#include "souple/geometry/solid/solid.h"
#include "souple/topology/cell_register.h"
#include "souple/topology/curved/curved_ground.h"
#include "souple/topology/curved/surface_ways.h"
#include "souple/topology/space/space_tracking.h"

namespace souple {

struct Realm {
    std::variant<CurvedGround, Space> ground;
};

/// Where an agent that went its way came to.
template <class Ground>
struct RealmEnd {
    typename Ground::Place place{};
    Vec3 point = Vec3::Zero();     ///< [m]
    Vec3 movement = Vec3::Zero();  ///< [m] as it points there
    int cell = -1;
    bool searched = false;       ///< found only by looking at all cells
    Vec3 barred = Vec3::Zero();  ///< [m] how walls changed the movement
};

/// Who is in which cell, with the places that cells are asked about.
template <class Ground>
struct RealmCells {
    CellRegister<Ground> reg;
    std::vector<typename Ground::Place> places;  ///< by point of the part
    std::vector<RealmEnd<Ground>> ends;          ///< by point
};

/// The plane that a body lies in: its middle and two axes, the way x and z lie when y is up.
struct BodyPlane {
    Vec3 middle = Vec3::Zero();  ///< [m]
    Vec3 a = Vec3::UnitX(), b = Vec3::UnitZ();

    Vec2 in_plane(const Vec3& p) const { return {(p - middle).dot(a), (p - middle).dot(b)}; }
    Vec3 in_world(const Vec2& q) const { return q.x() * a + q.y() * b; }
};
/// A section of a body of the crowd, flat, at the end of a step.
struct BodyFootprint {
    BodyPlane plane;
    std::vector<Vec2> corners;  ///< [m] in the plane
};

/// A body of another part, as agents see it: how far it reaches depends on where one looks from.
struct SeenBody {
    Vec3 x = Vec3::Zero();           ///< [m] middle of its box
    Vec3 v = Vec3::Zero();           ///< [m/s]
    Aabb box;                        ///< [m]
    Pose pose;                       ///< of the solid
    const Convex* convex = nullptr;  ///< of the Model; null: a mesh, of which the box is known
};

/// Room that a crowd in a realm works in. Points are the agents and, behind them, corners of bodies.
struct RealmBuffer {
    std::variant<RealmCells<CurvedGround>, RealmCells<Space>> cells;
    bool has_cells = false;
    std::shared_ptr<const Realm> of;        ///< whose cells these are
    std::uint64_t history = 0;              ///< CrowdState::history that `cells` has followed
    std::vector<char> there;                ///< by point: not gone
    std::vector<Vec3> x, v;                 ///< by point, before the step [m], [m/s]
    std::vector<Vec3> next;                 ///< by point: chosen velocities [m/s], then new places [m]
    std::vector<Vec3> push;                 ///< by agent: how contacts move it [m]
    std::vector<Real> depth;                ///< [m] by agent: of the worst contact
    std::vector<Real> radius;               ///< [m] by point
    std::vector<std::vector<int>> near;     ///< by agent: who might touch it
    std::vector<BodyFootprint> footprints;  ///< by section of bodies of the crowd itself
    std::vector<std::vector<int>> beside;   ///< by agent: sections that it might get into
    std::vector<char> struck;               ///< by agent: a body had to push it
    std::vector<CellQueue> queues;          ///< by block of agents
    std::vector<SurfaceWays> ways;          ///< by CrowdPart::distinct_goals; searched when somebody asks
    std::vector<char> asked;                ///< by agent: for the way to its goal
    std::vector<SeenBody> bodies;           ///< of other parts
    std::vector<Aabb> body_boxes;           ///< theirs
    BoxTree body_tree;                      ///< of these
};

/// The place of a point [m] in or near a first cell: it is found from the State alone, every time.
inline SurfacePlace place_at(const CurvedGround& ground, int root, const Vec3& x) {
    return place_in(ground, root, x);
}
inline Vec3 place_at(const Space&, int, const Vec3& x) { return x; }

/// The part of a vector that one can follow there: along the surface; in space all of it.
inline Vec3 along(const CurvedGround& ground, const SurfacePlace& place, const Vec3& a) {
    const Vec3 n = normal_of(ground, place.root);
    return a - a.dot(n) * n;
}
inline Vec3 along(const Space&, const Vec3&, const Vec3& a) { return a; }

/// From a place in a cell by a movement [m]; walls, obstacles and borders are slid along.
inline RealmEnd<CurvedGround> go(const CurvedGround& ground, int cell, const SurfacePlace& from,
                                 const Vec3& x, const Vec3& movement) {
    const SurfaceEnd end = walk_along_walls(ground, from, movement);
    RealmEnd<CurvedGround> result;
    result.point = point_of(ground, end.place);
    result.place = place_in(ground, end.place.root, result.point);  // (as the next step will find it)
    result.movement = end.stopped ? Vec3(result.point - x) : end.heading;
    if (end.stopped) result.barred = result.movement - movement;
    const CellArrival arrival = seek_cell(ground, cell, -1, result.place);
    result.cell = arrival.cell;
    result.searched = end.lost || arrival.searched;
    return result;
}
inline RealmEnd<Space> go(const Space& space, int cell, const Vec3& from, const Vec3&, const Vec3& movement) {
    const SpaceEnd end = walk_along_walls(space, VolumeCell{cell}, from, from + movement);
    const Vec3 done = end.place - from, barred = end.wall ? Vec3(done - movement) : Vec3(Vec3::Zero());
    return {end.place, end.place, done, end.cell.index, end.searched_all, barred};
}

}  // namespace souple
