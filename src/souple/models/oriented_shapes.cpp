// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/oriented_shapes.h"

#include <cmath>
#include <numbers>

#include "souple/math/degrees.h"

namespace souple {

namespace {

constexpr Real pi = std::numbers::pi;

Quat from_axes(const Vec3& x, const Vec3& y, const Vec3& z) {
    Mat3 axes;
    axes << x, y, z;
    return Quat(axes).normalized();
}

/// On a curve in the plane: x forwards, y outwards.
PlacedParticle on_curve(const Vec3& place, Real heading, Real curvature) {
    const Vec3 forwards(std::cos(heading), std::sin(heading), 0);
    return {{place, from_axes(forwards, Vec3::UnitZ().cross(forwards), Vec3::UnitZ())},
            Vec3::Zero(),
            {curvature, 0}};
}

struct Placer {
    Rng& rng;
    std::vector<PlacedParticle>& out;

    void operator()(const SingleParticles& shape) const {
        for (const SingleParticle& one : shape.particles)
            out.push_back({{one.position, rotation_from_degrees(one.rotation)}, one.velocity, {0, 0}});
    }
    void operator()(const RowShape& shape) const {
        for (int i = 0; i < shape.count; ++i)
            out.push_back(on_curve({(i - 0.5 * (shape.count - 1)) * shape.spacing, 0, 0}, 0, 0));
    }
    /// Clockwise, so that y points outwards.
    void operator()(const RingShape& shape) const {
        for (int i = 0; i < shape.count; ++i) {
            const Real angle = -2 * pi * i / shape.count;
            const Vec3 place = shape.radius * Vec3(std::cos(angle), std::sin(angle), 0);
            out.push_back(on_curve(place, angle - pi / 2, 1 / shape.radius));
        }
    }
    void operator()(const SpiralShape& shape) const {
        const Real growth = shape.gap / (2 * pi);  // [m] of radius for each radian
        Real angle = 0;
        for (int i = 0; i < shape.count; ++i) {
            const Real radius = shape.inner_radius + growth * angle, fast = std::hypot(radius, growth);
            const Vec3 place(radius * std::cos(angle), -radius * std::sin(angle),
                             shape.rise * angle / (2 * pi));
            const Real heading = -angle - pi / 2 + std::atan2(growth, radius);
            const Real curvature = (radius * radius + 2 * growth * growth) / (fast * fast * fast);
            out.push_back(on_curve(place, heading, curvature));
            angle += shape.spacing / std::hypot(fast, shape.rise / (2 * pi));
        }
    }
    void operator()(const SheetShape& shape) const {
        const Real row_step = shape.hexagonal ? std::sqrt(0.75) : 1;
        for (int j = 0; j < shape.rows; ++j)
            for (int i = 0; i < shape.columns; ++i) {
                const Real shift = shape.hexagonal ? 0.25 * (j % 2 == 0 ? -1 : 1) : 0;
                const Vec3 place(i - 0.5 * (shape.columns - 1) + shift,
                                 (j - 0.5 * (shape.rows - 1)) * row_step, 0);
                out.push_back({{shape.spacing * place, Quat::Identity()}, Vec3::Zero(), {0, 0}});
            }
    }
    void operator()(const CylinderShape& shape) const {
        const bool closed = shape.angle >= 360;
        const Real step = shape.angle * pi / 180 / (closed ? shape.around : std::max(1, shape.around - 1));
        for (int j = 0; j < shape.along; ++j)
            for (int i = 0; i < shape.around; ++i) {
                const Real angle = (i - 0.5 * (shape.around - 1)) * step;
                const Vec3 normal(std::sin(angle), 0, std::cos(angle));
                const Vec3 place =
                    shape.radius * normal + (j - 0.5 * (shape.along - 1)) * shape.spacing * Vec3::UnitY();
                out.push_back({{place, from_axes(Vec3::UnitY().cross(normal), Vec3::UnitY(), normal)},
                               Vec3::Zero(),
                               {1 / shape.radius, 0}});
            }
    }
    void operator()(const SphereShape& shape) const {
        const Real turn = pi * (3 - std::sqrt(Real(5)));  // the golden angle
        for (int i = 0; i < shape.count; ++i) {
            const Real y = 1 - 2 * (i + 0.5) / shape.count, across = std::sqrt(1 - y * y);
            const Vec3 normal(across * std::cos(turn * i), y, across * std::sin(turn * i));
            const Quat q = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
            out.push_back({{shape.radius * normal, q}, Vec3::Zero(), {1 / shape.radius, 1 / shape.radius}});
        }
    }
    void operator()(const BundleShape& shape) const {
        const int n = shape.layers;
        for (int p = -n; p <= n; ++p)
            for (int q = std::max(-n, -p - n); q <= std::min(n, -p + n); ++q)
                for (int k = 0; k < shape.along; ++k) {
                    const Vec3 place(shape.across * (p + 0.5 * q), shape.across * std::sqrt(0.75) * q,
                                     shape.spacing * (k - 0.5 * (shape.along - 1)));
                    out.push_back({{place, Quat::Identity()}, Vec3::Zero(), {0, 0}});
                }
    }
    void operator()(const BlockShape& shape) const {
        const auto [nx, ny, nz] = shape.counts;
        const auto shaken = [&](int i, int n) {
            return (i - 0.5 * (n - 1)) * shape.spacing + shape.jitter * rng.uniform(-1, 1);
        };
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i) {
                    const Real x = shaken(i, nx), y = shaken(j, ny), z = shaken(k, nz);
                    out.push_back({{Vec3(x, y, z), Quat::Identity()}, Vec3::Zero(), {0, 0}});
                }
    }
};

}  // namespace

std::vector<PlacedParticle> place_particles(const OrientedShapeDef& shape, Rng& rng) {
    std::vector<PlacedParticle> out;
    std::visit(Placer{rng, out}, shape);
    return out;
}

}  // namespace souple
