// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames made by hand for pictures: a draped cloth, a head of hair, and one of everything.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>

#include "souple/core/rng.h"
#include "souple/view/frame.h"

namespace souple {

inline InstancesView ground_view() {
    SurfaceView square;
    square.positions = {{-5, 0, -5}, {-5, 0, 5}, {5, 0, 5}, {5, 0, -5}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    InstancesView ground;
    ground.head = {.name = "ground", .part = "ground", .quantities = {}};
    ground.mesh = std::make_shared<SurfaceView>(std::move(square));
    ground.poses = {Pose{}};
    ground.endless = true;
    return ground;
}

/// A square cloth of 2 n^2 triangles that lies on a ball of radius 0.4 at height 0.6 and hangs down beside
/// it.
inline SurfaceView draped_cloth(int n) {
    SurfaceView cloth;
    cloth.head = {.name = "cloth", .part = "cloth", .quantities = {}};
    const auto place = [](Real x, Real z) {
        const Real reach = std::hypot(x, z), angle = std::atan2(z, x), arc = 0.41 * std::numbers::pi / 2;
        const Real over = std::max<Real>(0, reach - arc), bend = std::min(reach, arc) / 0.41;
        const Real out = 0.41 * std::sin(bend) + over * (0.12 + 0.2 * std::cos(4 * angle));
        return Vec3(out * std::cos(angle), 0.6 + 0.41 * std::cos(bend) - 0.8 * over, out * std::sin(angle));
    };
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) cloth.positions.push_back(place(1.5 * i / n - 0.75, 1.5 * j / n - 0.75));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            cloth.triangles.push_back({a, c, b});
            cloth.triangles.push_back({b, c, d});
        }
    return cloth;
}

inline PointsView ball_view(const Vec3& centre, float radius, const char* name) {
    PointsView ball;
    ball.head = {.name = name, .part = name, .quantities = {}};
    ball.positions = {centre};
    ball.radii = {radius};
    return ball;
}

inline Frame cloth_frame(int n = 24) {
    Frame frame;
    frame.surfaces.push_back(draped_cloth(n));
    frame.points.push_back(ball_view({0, 0.6, 0}, 0.4f, "ball"));
    frame.instances.push_back(ground_view());
    return frame;
}

/// Hairs that start on the upper half of a ball of radius 0.1 m and fall around it.
inline CurvesView hair_view(int count, int points, float radius) {
    CurvesView hair;
    hair.head = {.name = "hair", .part = "hair", .quantities = {}};
    hair.radii = {radius};
    hair.first = {0};
    Rng rng{7};
    for (int k = 0; k < count; ++k) {
        const Real height = rng.uniform(0.1, 1), around = rng.uniform(0, 2 * std::numbers::pi);
        const Real flat = std::sqrt(1 - height * height), length = rng.uniform(0.16, 0.2);
        const Vec3 out(flat * std::cos(around), height, flat * std::sin(around));
        Vec3 x = 0.1 * out + Vec3(0, 0.2, 0), along = out;
        for (int i = 0; i < points; ++i) {
            hair.positions.push_back(x);
            along = (along + Vec3(0.5 * out.x(), -2.6, 0.5 * out.z()) / points).normalized();
            x += along * (length / points);
        }
        hair.first.push_back(static_cast<int>(hair.positions.size()));
    }
    return hair;
}

inline Frame hair_frame(int count = 1500, int points = 8, float radius = 4e-4f) {
    Frame frame;
    frame.curves.push_back(hair_view(count, points, radius));
    frame.points.push_back(ball_view({0, 0.2, 0}, 0.1f, "head"));
    frame.instances.push_back(ground_view());
    return frame;
}

inline std::shared_ptr<const SurfaceView> box_mesh(const Vec3& half) {
    SurfaceView box;
    for (int corner = 0; corner < 8; ++corner)
        box.positions.push_back(
            half.cwiseProduct(Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)));
    box.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                     {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return std::make_shared<SurfaceView>(std::move(box));
}

/// Discs, dots, balls, a rope and boxes, with forces, torques, contacts and levels.
inline Frame everything_frame() {
    Frame frame;
    DiscsView discs;
    discs.head = {.name = "discs", .part = "skin", .quantities = {}};
    discs.radii = {0.07f};
    Quantity force{.name = "force", .unit = "N", .kind = QuantityKind::Vector, .values = {}};
    Quantity torque{.name = "torque", .unit = "N m", .kind = QuantityKind::Vector, .values = {}};
    for (int i = 0; i < 40; ++i) {
        const Real a = 0.5 * i, y = 1 - (i + 0.5) / 20, flat = std::sqrt(1 - y * y);
        const Vec3 normal(flat * std::cos(5 * a), y, flat * std::sin(5 * a));
        discs.positions.push_back(Vec3(-0.8, 0.45, 0) + 0.3 * normal);
        discs.normals.push_back(normal);
        for (int k = 0; k < 3; ++k) force.values.push_back(static_cast<float>(i % 4 ? 0 : normal[k]));
    }
    discs.head.quantities = {force};
    InstancesView boxes;
    boxes.head = {.name = "boxes", .part = "boxes", .quantities = {}};
    boxes.mesh = box_mesh({0.18, 0.1, 0.14});
    for (int i = 0; i < 3; ++i) {
        boxes.poses.push_back(
            {{0.75, 0.1 + 0.2 * i, 0}, Quat(Eigen::AngleAxis<Real>(0.35 * i, Vec3::UnitY()))});
        torque.values.insert(torque.values.end(), {0, 0, 0.5f + static_cast<float>(i)});
    }
    boxes.head.quantities = {torque};
    PointsView balls;
    balls.head = {.name = "balls", .part = "balls", .quantities = {}};
    Quantity contact{.name = "contact", .unit = "", .kind = QuantityKind::Scalar, .values = {}};
    for (int i = 0; i < 5; ++i) {
        balls.positions.push_back({-0.2 + 0.16 * i, 0.08 + 0.1 * (i % 2), 0.5});
        balls.radii.push_back(0.08f);
        contact.values.push_back(i % 2 ? 0.0f : 1.0f);
    }
    balls.head.quantities = {contact};
    CurvesView rope;
    rope.head = {.name = "rope", .part = "rope", .quantities = {}};
    rope.radii = {0.025f};
    Quantity level{.name = "level", .unit = "", .kind = QuantityKind::Scalar, .values = {}};
    for (int i = 0; i <= 16; ++i) {
        rope.positions.push_back({-0.5 + i / 16.0, 0.9 + 0.8 * std::pow(i / 8.0 - 1, 2) - 0.5, -0.3});
        level.values.push_back(static_cast<float>(i / 3));
    }
    rope.first = {0, static_cast<int>(rope.positions.size())};
    rope.head.quantities = {level};
    frame.discs = {discs};
    frame.instances = {boxes, ground_view()};
    frame.points = {balls};
    frame.curves = {rope};
    return frame;
}

}  // namespace souple
