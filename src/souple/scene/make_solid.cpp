// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Solids of rigid bodies from what scene files say.
#include "souple/geometry/mesh_files.h"
#include "souple/math/degrees.h"
#include "souple/scene/body_def.h"

namespace souple {

namespace {

struct ConvexMaker {
    const std::string& name;

    Convex operator()(const SphereDef& d) const { return Sphere{d.radius}; }
    Convex operator()(const EllipsoidDef& d) const { return Ellipsoid{d.radii}; }
    Convex operator()(const BoxDef& d) const { return Box{0.5 * d.size}; }
    Convex operator()(const CapsuleDef& d) const { return Capsule{d.radius, 0.5 * d.length}; }
    Convex operator()(const CylinderDef& d) const { return Cylinder{d.radius, 0.5 * d.length}; }
    Convex operator()(const HullDef& d) const {
        const std::vector<Vec3> points = d.file.empty() ? d.points : load_mesh(d.file).points;
        return Hull{std::make_shared<const ConvexHull>(make_hull(points, name))};
    }
};

struct SolidMaker {
    const std::string& name;

    Solid operator()(const MeshDef& d) const {
        return {{}, std::make_shared<const SurfaceTree>(make_surface_tree(load_mesh(d.file), name))};
    }
    Solid operator()(const CompoundDef& d) const {
        Solid solid;
        for (const PieceDef& piece : d.pieces)
            solid.pieces.push_back({std::visit(ConvexMaker{name}, piece.shape),
                                    {piece.position, rotation_from_degrees(piece.rotation)}});
        return solid;
    }
    template <class ConvexPiece>
    Solid operator()(const ConvexPiece& d) const {
        return {{{ConvexMaker{name}(d), {}}}, nullptr};
    }
};

}  // namespace

Solid make_solid(const SolidDef& def, const std::string& name) { return std::visit(SolidMaker{name}, def); }

}  // namespace souple
