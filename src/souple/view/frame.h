// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What can be seen of a world at one moment: structures with named quantities on them, in world coordinates.
// Pictures, recordings and exports eat Frames and know nothing of physics.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "souple/math/types.h"

namespace souple {

enum class QuantityKind { Scalar, Vector, Colour };
enum class QuantityPlace { Nodes, Faces };

/// Numbers on the nodes or faces of a structure: one for each, or three for vectors and colours (linear
/// light, 0 to 1). The nodes of instances are their placements. A colour named `colour` is how the structure
/// looks unless the look of its part has a colour.
struct Quantity {
    std::string name;  ///< speed, strain, force, torque, level, contact
    std::string unit;
    QuantityKind kind = QuantityKind::Scalar;
    QuantityPlace place = QuantityPlace::Nodes;
    std::vector<float> values;
};

/// What every structure has.
struct StructureHead {
    std::string name;  ///< unique in its frame, the same from frame to frame
    std::string part;  ///< the part it shows
    std::vector<Quantity> quantities;
};

/// Balls, or dots when the radius is zero.
struct PointsView {
    StructureHead head;
    std::vector<Vec3> positions;  ///< [m]
    std::vector<float> radii;     ///< [m] one for each, or a single one for all
};

/// Flat discs with a normal: oriented particles.
struct DiscsView {
    StructureHead head;
    std::vector<Vec3> positions;  ///< [m]
    std::vector<Vec3> normals;    ///< unit
    std::vector<float> radii;     ///< [m] one for each, or a single one for all
};

enum class CurvesKind {
    Strands,  ///< ropes, trails, the axes of wisps: each is a thing of its own
    Hairs,    ///< many fine ones that only a picture wants all of
};

/// Polylines with thickness: hair, ropes.
struct CurvesView {
    StructureHead head;
    std::vector<Vec3> positions;  ///< [m] of all curves, one after the other
    std::vector<int> first;       ///< start of each curve, and the end of the last
    std::vector<float> radii;     ///< [m] one for each position, or a single one for all
    CurvesKind kind = CurvesKind::Strands;
};

/// Triangles. Topology may change from frame to frame.
struct SurfaceView {
    StructureHead head;
    std::vector<Vec3> positions;  ///< [m]
    std::vector<std::array<int, 3>> triangles;
};

/// One rigid mesh shown at one or more placements. The mesh stays; the poses move.
struct InstancesView {
    StructureHead head;
    std::shared_ptr<const SurfaceView> mesh;  ///< in local coordinates
    std::vector<Pose> poses;
    bool endless = false;                 ///< a ground plane: not part of what the camera frames
    std::vector<std::string> names = {};  ///< of the placements, empty where one has none; or no names at all
};

struct Frame {
    Real time = 0;  ///< [s]
    std::int64_t step = 0;
    std::vector<PointsView> points;
    std::vector<DiscsView> discs;
    std::vector<CurvesView> curves;
    std::vector<SurfaceView> surfaces;
    std::vector<InstancesView> instances;
};

}  // namespace souple
