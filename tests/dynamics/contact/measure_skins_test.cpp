// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests src/souple/dynamics/contact/measure_skins.h: what is passed over because its box is elsewhere.
#include "souple/dynamics/contact/measure_skins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "souple/dynamics/contact/press_skins.h"
#include "support/skin_objects.h"

namespace souple {
namespace {

Vec3 random_sides(Rng& rng) { return {rng.uniform(0.1, 0.8), rng.uniform(0.1, 0.8), rng.uniform(0.1, 0.8)}; }

/// What obstacles and bodies can both be: kinds 0 to 3.
template <class Any>
Any random_round(const Vec3& sides, int kind) {
    switch (kind) {
        case 0:
            return Sphere{sides.x()};
        case 1:
            return Box{sides};
        case 2:
            return Capsule{sides.x(), sides.y()};
        default:
            return Ellipsoid{sides};
    }
}

Convex random_convex(Rng& rng, int kind) {
    const Vec3 sides = random_sides(rng);
    if (kind < 4) return random_round<Convex>(sides, kind);
    if (kind == 4) return Cylinder{sides.x(), sides.y()};
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k) corners.push_back(0.6 * random_vector(rng));
    return Hull{std::make_shared<const ConvexHull>(make_hull(corners, "hull"))};
}

Shape random_shape(Rng& rng, int kind) {
    const Vec3 sides = random_sides(rng);
    return kind < 4 ? random_round<Shape>(sides, kind) : Shape(Plane{});
}

Pose random_pose(Rng& rng, Real spread) { return {spread * random_vector(rng), random_rotation(rng)}; }

/// Lumps of skin of several carriers each, among obstacles and pieces of bodies: some touch, most do not.
struct Clutter {
    Model model;
    State state;
    int skin_parts = 0;
};

void add_lump(Rng& rng, Clutter& clutter) {
    SkinObject lump = lumps(1.6 * random_vector(rng), 1 + static_cast<std::uint64_t>(1e6 * rng.uniform()));
    FrameSkin skin;
    skin.part = clutter.skin_parts;
    skin.primitives = lump.primitives;
    skin.cell = 0.15;
    skin.pressure = rng.uniform(1e3, 5e3);
    Frames& frames = clutter.state.frames;
    for (std::size_t c = 0; c < lump.carriers.size(); ++c) {
        skin.frames.push_back(frames.count());
        frames.x.push_back(lump.carriers[c].position);
        frames.q.push_back(lump.carriers[c].rotation);
        frames.v.push_back(Vec3::Zero());
        frames.w.push_back(Vec3::Zero());
    }
    clutter.model.skins.push_back(std::move(skin));
    clutter.model.parts.emplace_back();
    ++clutter.skin_parts;
}

Clutter random_clutter(Rng& rng) {
    Clutter clutter;
    for (int s = 0; s < 3; ++s) add_lump(rng, clutter);
    Part bodies;
    for (int kind = 0; kind < 6; ++kind) {
        const Pose body = random_pose(rng, 2.5);
        BodyPiece piece;
        piece.frame = clutter.state.frames.count();
        piece.convex = random_convex(rng, kind);
        piece.pose = random_pose(rng, 0.3);
        clutter.model.pieces.push_back(std::move(piece));
        clutter.state.frames.x.push_back(body.position);
        clutter.state.frames.q.push_back(body.rotation);
        clutter.state.frames.v.push_back(Vec3::Zero());
        clutter.state.frames.w.push_back(Vec3::Zero());
    }
    bodies.pieces = {0, 6};
    clutter.model.parts.push_back(bodies);
    for (int kind = 0; kind < 5; ++kind) {
        Obstacle obstacle;
        obstacle.shape = random_shape(rng, kind);
        obstacle.pose = random_pose(rng, 2.5);
        if (kind == 4) obstacle.pose = {Vec3(0, rng.uniform(-3, -1), 0), Quat::Identity()};
        clutter.model.obstacles.push_back(std::move(obstacle));
    }
    return clutter;
}

Nearest surface_near(const LeanSolid& solid, const Vec3& p, Real farthest) {
    const Vec3 local = solid.pose.to_local(p);
    Nearest nearest = solid.obstacle ? nearest_surface(solid.obstacle->shape, local, farthest)
                                     : nearest_of(*solid.piece, local, farthest);
    nearest.normal = solid.pose.rotation * nearest.normal;
    return nearest;
}

/// [m] how deep a place of one skin is in another: where both pressures differ, over how fast they part.
Real depth_in_skin(const PressedSkin& own, const PressedSkin& other, const Vec3& p) {
    const FieldSample in = sample(*own.field, p), out = sample(*other.field, p);
    const Real theirs = other.pressure * (out.value - 1), mine = own.pressure * (in.value - 1);
    const Vec3 rise = other.pressure * out.gradient - own.pressure * in.gradient;
    if (!(theirs > 0) || !(rise.norm() > 0)) return 0;
    return std::max(Real(0), theirs - std::max(Real(0), mine)) / rise.norm();
}

/// Of one skin, over its thickness: every place of its triangles asks everything.
Real overlap_by_brute_force(const Clutter& clutter, int skin) {
    SkinGallery gallery;
    place_skins(clutter.model, clutter.state, gallery);
    TriangleMesh mesh;
    polygonise_skin(gallery.mesher, gallery.pressed, skin, clutter.model.skins[skin].cell, mesh);
    const Real farthest = gallery.placed[skin].field.box.size().norm();
    for (const LeanSolid& solid : gallery.solids)
        for (Vec3& p : mesh.points)
            for (int pass = 0; pass < 3; ++pass) {
                const Nearest at = surface_near(solid, p, farthest);
                if (at.distance < 0) p -= at.distance * at.normal;
            }
    std::vector<Vec3> places = mesh.points;
    for (const auto& [a, b, c] : mesh.triangles)
        places.push_back((mesh.points[a] + mesh.points[b] + mesh.points[c]) / 3);
    Real deepest = 0;
    for (const Vec3& p : places) {
        for (int other = 0; other < static_cast<int>(gallery.pressed.size()); ++other)
            if (other != skin)
                deepest = std::max(deepest, depth_in_skin(gallery.pressed[skin], gallery.pressed[other], p));
        for (const LeanSolid& solid : gallery.solids)
            deepest = std::max(deepest, -surface_near(solid, p, farthest).distance);
    }
    return deepest / ball_law.thickness;
}

TEST(MeasureSkins, what_lies_elsewhere_is_passed_over_and_the_overlap_is_that_of_asking_everything) {
    Rng rng{7};
    int deep = 0, apart = 0;
    for (int round = 0; round < 30; ++round) {
        const Clutter clutter = random_clutter(rng);
        DrawnSkins drawn{clutter.model, clutter.state};
        for (int s = 0; s < clutter.skin_parts; ++s) {
            const Real overlap = skin_overlap(drawn, s), expected = overlap_by_brute_force(clutter, s);
            EXPECT_NEAR(overlap, expected, 1e-12) << "skin " << s << " of round " << round;
            deep += expected > 0.01 ? 1 : 0;
            apart += expected == 0 ? 1 : 0;
        }
    }
    EXPECT_GT(deep, 20);
    EXPECT_GT(apart, 2);
}

}  // namespace
}  // namespace souple
