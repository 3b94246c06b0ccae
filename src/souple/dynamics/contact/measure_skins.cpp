// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/measure_skins.h"

#include <algorithm>

#include "souple/core/joined_sets.h"
#include "souple/dynamics/contact/press_skins.h"
#include "souple/dynamics/track.h"
#include "souple/geometry/placed_box.h"

namespace souple {

namespace {

/// [m] of the thinnest skeleton.
Real thickness_of(const FrameSkin& skin) {
    Real thickness = skin.primitives.front().law.thickness;
    for (const SkinPrimitive& primitive : skin.primitives)
        thickness = std::min(thickness, primitive.law.thickness * primitive.stretch.minCoeff());
    return thickness;
}

/// [m] how deep a place of one drawn skin is inside another one, which gives way as far as the first presses.
Real depth_at(const PressedSkin& own, const PressedSkin& other, const Vec3& p) {
    const FieldSample out = sample(*other.field, p);
    const Real theirs = other.pressure * (out.value - 1);
    if (!(theirs > 0)) return 0;
    const FieldSample in = sample(*own.field, p);
    const Real mine = std::max(Real(0), own.pressure * (in.value - 1));
    const Vec3 rise = other.pressure * out.gradient - own.pressure * in.gradient;
    return rise.norm() > 0 ? std::max(Real(0), theirs - mine) / rise.norm() : 0;
}

Nearest nearest_of(const LeanSolid& solid, const Vec3& p, Real farthest) {
    const Vec3 local = solid.pose.to_local(p);
    Nearest nearest = solid.obstacle ? nearest_surface(solid.obstacle->shape, local, farthest)
                                     : nearest_of(*solid.piece, local, farthest);
    nearest.normal = solid.pose.rotation * nearest.normal;
    return nearest;
}

/// What is not in it is not inside the solid.
Aabb box_of(const LeanSolid& solid) {
    if (solid.obstacle)
        return is_boxed_solid(solid.obstacle->shape) ? box_around(solid.obstacle->shape, solid.pose)
                                                     : everywhere();
    if (solid.piece->mesh) return everywhere();
    Aabb box = bounds(solid.piece->convex, solid.pose);
    box.inflate(1e-9);  // [m] rounding
    return box;
}

/// Brings what a solid has entered back to its surface: a solid does not give way.
void lean_on(const LeanSolid& solid, const Aabb& skin, Real farthest, std::vector<Vec3>& points) {
    constexpr int passes = 3;  // (an estimated distance gets better near the surface)
    const Aabb box = box_of(solid);
    if (!box.overlaps(skin)) return;
    for (Vec3& p : points)
        for (int pass = 0; pass < passes && box.contains(p); ++pass) {
            const Nearest at = nearest_of(solid, p, farthest);
            if (!(at.distance < 0)) break;
            p -= at.distance * at.normal;
        }
}

void list_solids(const Model& model, const State& state, std::vector<LeanSolid>& solids) {
    solids.clear();
    for (const Obstacle& obstacle : model.obstacles)
        if (!obstacle.deforming)
            solids.push_back(
                {&obstacle, nullptr,
                 obstacle.track < 0 ? obstacle.pose : pose_at(model.tracks[obstacle.track], state.time)});
    for (const Part& part : model.parts)
        for (int k = part.pieces.begin; k < part.pieces.end() && part.oriented < 0; ++k) {
            const BodyPiece& piece = model.pieces[k];
            const Pose body{state.frames.x[piece.frame], state.frames.q[piece.frame]};
            solids.push_back({nullptr, &piece, body * piece.pose});
        }
}

/// Calls fn(place) for the corners and the middles of the triangles.
template <class Fn>
void for_each_place(const TriangleMesh& mesh, const Fn& fn) {
    for (const Vec3& p : mesh.points) fn(p);
    for (const auto& [a, b, c] : mesh.triangles)
        fn(Vec3((mesh.points[a] + mesh.points[b] + mesh.points[c]) / 3));
}

/// [m] of a drawn skin in everything else.
Real depth_of(const SkinGallery& gallery, int skin, const TriangleMesh& mesh) {
    const Aabb& box = gallery.placed[skin].field.box;
    Real deepest = 0;
    for (std::size_t other = 0; other < gallery.pressed.size(); ++other) {
        if (static_cast<int>(other) == skin || !gallery.placed[other].field.box.overlaps(box)) continue;
        for_each_place(mesh, [&](const Vec3& p) {
            deepest = std::max(deepest, depth_at(gallery.pressed[skin], gallery.pressed[other], p));
        });
    }
    for (const LeanSolid& solid : gallery.solids) {
        const Aabb inside = box_of(solid);
        if (!inside.overlaps(box)) continue;
        for_each_place(mesh, [&](const Vec3& p) {
            if (!inside.contains(p)) return;
            deepest = std::max(deepest, -nearest_of(solid, p, box.size().norm()).distance);
        });
    }
    return deepest;
}

/// Closed surfaces that enclose something; those around a hole inside count the other way and are left out.
int count_pieces(const TriangleMesh& mesh) {
    std::vector<int> parent;
    begin_sets(parent, static_cast<int>(mesh.points.size()));
    for (const auto& [a, b, c] : mesh.triangles) {
        join_sets(parent, a, b);
        join_sets(parent, b, c);
    }
    std::vector<Real> volume(mesh.points.size(), 0);
    for (const auto& [a, b, c] : mesh.triangles)
        volume[first_of_set(parent, a)] += mesh.points[a].dot(mesh.points[b].cross(mesh.points[c])) / 6;
    return static_cast<int>(std::count_if(volume.begin(), volume.end(), [](Real v) { return v > 0; }));
}

/// Calls fn(skin, mesh) for the skins of a part.
template <class Fn>
void for_each_drawn(DrawnSkins& drawn, int part, const Fn& fn) {
    const Model& model = drawn.model;
    for (int s = 0; s < static_cast<int>(model.skins.size()); ++s) {
        if (model.skins[s].part != part) continue;
        if (drawn.meshes.empty()) {
            place_skins(model, drawn.state, drawn.gallery);
            drawn.meshes.resize(model.skins.size());
            drawn.is_drawn.assign(model.skins.size(), false);
        }
        if (!drawn.is_drawn[s]) draw_skin(model, s, drawn.gallery, drawn.meshes[s]);
        drawn.is_drawn[s] = true;
        fn(s, drawn.meshes[s]);
    }
}

}  // namespace

void place_skins(const Model& model, const State& state, SkinGallery& gallery) {
    gallery.placed.resize(model.skins.size());
    gallery.pressed.resize(model.skins.size());
    for (std::size_t s = 0; s < model.skins.size(); ++s) {
        place_field(model.skins[s], state.frames, gallery.placed[s]);
        gallery.pressed[s] = {&gallery.placed[s].field, model.skins[s].pressure};
    }
    list_solids(model, state, gallery.solids);
}

void draw_skin(const Model& model, int skin, SkinGallery& gallery, TriangleMesh& mesh) {
    polygonise_skin(gallery.mesher, gallery.pressed, skin, model.skins[skin].cell, mesh);
    const Real farthest = gallery.placed[skin].field.box.size().norm();
    Aabb box;
    for (const Vec3& p : mesh.points) box.extend(p);
    box.inflate(farthest);  // (leaning on one solid may bring it into another)
    for (const LeanSolid& solid : gallery.solids) lean_on(solid, box, farthest, mesh.points);
}

Real skin_overlap(DrawnSkins& drawn, int part) {
    Real deepest = 0;
    for_each_drawn(drawn, part, [&](int s, const TriangleMesh& mesh) {
        const Real depth = depth_of(drawn.gallery, s, mesh);
        deepest = std::max(deepest, depth / thickness_of(drawn.model.skins[s]));
    });
    return deepest;
}

Real skin_volume(DrawnSkins& drawn, int part) {
    Real sum = 0;
    for_each_drawn(drawn, part, [&](int, const TriangleMesh& mesh) { sum += signed_volume(mesh); });
    return sum;
}

int skin_pieces(DrawnSkins& drawn, int part) {
    int count = 0;
    for_each_drawn(drawn, part, [&](int, const TriangleMesh& mesh) { count += count_pieces(mesh); });
    return count;
}

SeedCount count_seeds(const Model& model, const State& state, int part) {
    PlacedSkin placed;
    SeedCount count;
    for (const FrameSkin& skin : model.skins) {
        if (skin.part != part) continue;
        place_skin(skin, state.frames, placed);
        for (const SeedPlace& place : placed.places) {
            ++count.all;
            count.valid += place.is_valid() ? 1 : 0;
        }
    }
    return count;
}

}  // namespace souple
