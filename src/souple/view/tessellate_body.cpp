// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Triangles of rigid bodies: all the pieces that a frame carries, in the frame's axes.
#include <cmath>
#include <numbers>

#include "souple/view/describe_world.h"
#include "souple/view/plan_view.h"

namespace souple {

namespace {

constexpr int cylinder_sides = 48;  // sides of a cylinder

struct ConvexTessellator {
    TriangleMesh operator()(const Cylinder& d) const;
    TriangleMesh operator()(const Hull& d) const;
    TriangleMesh operator()(const TriangleSolid& d) const {
        return {{d.corners[0], d.corners[1], d.corners[2]}, {{0, 1, 2}, {2, 1, 0}}};
    }
    template <class SimpleShape>
    TriangleMesh operator()(const SimpleShape& d) const {
        return tessellate(Shape(d), 1);
    }
};

/// Ends have corners of their own, so that their edges stay sharp.
TriangleMesh ConvexTessellator::operator()(const Cylinder& d) const {
    TriangleMesh mesh;
    for (const Real y : {d.half_length, -d.half_length, d.half_length, -d.half_length})
        for (int k = 0; k < cylinder_sides; ++k) {
            const Real turn = 2 * std::numbers::pi * k / cylinder_sides;
            mesh.points.push_back({d.radius * std::cos(turn), y, -d.radius * std::sin(turn)});
        }
    for (int k = 0; k < cylinder_sides; ++k) {
        const int next = (k + 1) % cylinder_sides;
        mesh.triangles.push_back({k, cylinder_sides + k, cylinder_sides + next});
        mesh.triangles.push_back({k, cylinder_sides + next, next});
        if (k == 0 || next == 0) continue;
        mesh.triangles.push_back({2 * cylinder_sides, 2 * cylinder_sides + k, 2 * cylinder_sides + next});
        mesh.triangles.push_back({3 * cylinder_sides, 3 * cylinder_sides + next, 3 * cylinder_sides + k});
    }
    return mesh;
}

/// Each face has its own corners.
TriangleMesh ConvexTessellator::operator()(const Hull& d) const {
    TriangleMesh mesh;
    const ConvexHull& hull = *d.hull;
    for (int f = 0; f < hull.face_count(); ++f) {
        const int first = static_cast<int>(mesh.points.size());
        const int corners = hull.face_begin[f + 1] - hull.face_begin[f];
        for (int k = 0; k < corners; ++k)
            mesh.points.push_back(hull.vertices[hull.face_corners[hull.face_begin[f] + k]]);
        for (int k = 2; k < corners; ++k) mesh.triangles.push_back({first, first + k - 1, first + k});
    }
    return mesh;
}

}  // namespace

TriangleMesh tessellate_body(const Model& model, const Part& part, int frame) {
    TriangleMesh body;
    for (int p = part.pieces.begin; p < part.pieces.end(); ++p) {
        const BodyPiece& piece = model.pieces[p];
        if (piece.frame != frame) continue;
        const TriangleMesh mesh =
            piece.mesh ? tessellate(MeshShape{piece.mesh}, 1) : std::visit(ConvexTessellator{}, piece.convex);
        const int first = static_cast<int>(body.points.size());
        for (const Vec3& p_local : mesh.points) body.points.push_back(piece.pose.to_world(p_local));
        for (const auto& [a, b, c] : mesh.triangles)
            body.triangles.push_back({first + a, first + b, first + c});
    }
    return body;
}

}  // namespace souple
