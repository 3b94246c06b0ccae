// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/relative_motion.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"

namespace souple {

namespace {

/// A frame or a point, whichever a mover is.
struct MoverMatter {
    Real mass = 0;  ///< [kg]
    const Vec3& x;
    const Vec3& v;
};

MoverMatter matter_of(const Model& model, const State& state, int mover) {
    const int frames = state.frames.count();
    if (mover < frames)
        return {model.frame_inertia[mover].mass, state.frames.x[mover], state.frames.v[mover]};
    return {model.point_mass[mover - frames], state.x[mover - frames], state.v[mover - frames]};
}

/// [kg m^2] of a frame about its centre, world axes.
Mat3 inertia_of(const Model& model, const State& state, int frame) {
    const Mat3 axes = state.frames.q[frame].toRotationMatrix();
    return axes * model.frame_inertia[frame].moments.asDiagonal() * axes.transpose();
}

/// Sums over movers, of places and velocities relative to those of the first: no digits are lost far away.
struct MotionSum {
    Real mass = 0, twice_energy = 0;
    Vec3 place = Vec3::Zero(), momentum = Vec3::Zero(), spin = Vec3::Zero();
    Vec3 squares = Vec3::Zero();   ///< of places: xx, yy, zz
    Vec3 products = Vec3::Zero();  ///< yz, zx, xy
    Mat3 inertia = Mat3::Zero();   ///< of frames about their own centres

    MotionSum& operator+=(const MotionSum& other) {
        mass += other.mass;
        twice_energy += other.twice_energy;
        place += other.place;
        momentum += other.momentum;
        spin += other.spin;
        squares += other.squares;
        products += other.products;
        inertia += other.inertia;
        return *this;
    }

    void add(Real m, const Vec3& x, const Vec3& v) {
        mass += m;
        twice_energy += m * v.squaredNorm();
        place += m * x;
        momentum += m * v;
        spin += m * x.cross(v);
        squares += m * x.cwiseProduct(x);
        products += m * Vec3(x.y() * x.z(), x.z() * x.x(), x.x() * x.y());
    }

    void turn(const Mat3& of_frame, const Vec3& w) {
        const Vec3 momentum_of_frame = of_frame * w;
        twice_energy += w.dot(momentum_of_frame);
        spin += momentum_of_frame;
        inertia += of_frame;
    }
};

/// Summed block by block as parallel_sum does, each mover added in place.
MotionSum sum_motion(const Model& model, const State& state, std::span<const int> movers, const Vec3& from,
                     const Vec3& with) {
    constexpr int block = 256;
    const int count = static_cast<int>(movers.size());
    return parallel_sum((count + block - 1) / block, MotionSum{}, [&](int b) {
        MotionSum sum;
        for (int k = b * block; k < std::min(count, (b + 1) * block); ++k) {
            const MoverMatter of = matter_of(model, state, movers[k]);
            sum.add(of.mass, of.x - from, of.v - with);
            if (movers[k] < state.frames.count())
                sum.turn(inertia_of(model, state, movers[k]), state.frames.w[movers[k]]);
        }
        return sum;
    });
}

/// [kg m^2] of all about the place that sums are relative to.
Mat3 inertia_of(const MotionSum& sum) {
    const Vec3 &s = sum.squares, &p = sum.products;
    Mat3 points;
    points << s.y() + s.z(), -p.z(), -p.y(), -p.z(), s.z() + s.x(), -p.x(), -p.y(), -p.x(), s.x() + s.y();
    return points + sum.inertia;
}

}  // namespace

std::optional<CommonMotion> common_motion(const Model& model, const State& state,
                                          std::span<const int> movers) {
    if (movers.empty()) return std::nullopt;
    const MoverMatter first = matter_of(model, state, movers[0]);
    const MotionSum sum = sum_motion(model, state, movers, first.x, first.v);
    const Vec3 centre = sum.place / sum.mass, v = sum.momentum / sum.mass;
    const Mat3 inertia =
        inertia_of(sum) - sum.mass * (centre.squaredNorm() * Mat3::Identity() - centre * centre.transpose());
    const Real scale = inertia.trace();
    if (!(inertia.determinant() > 1e-9 * scale * scale * scale)) return std::nullopt;
    const Vec3 spin = sum.spin - centre.cross(sum.momentum), w = inertia.inverse() * spin;
    const Real twice_relative = sum.twice_energy - sum.momentum.dot(v) - spin.dot(w);
    return CommonMotion{first.x + centre, first.v + v, w, std::max(Real(0), 0.5 * twice_relative)};
}

CommonMotion rest_of(const Model& model, const State& state, std::span<const int> movers) {
    CommonMotion rest;
    rest.relative = 0.5 * sum_motion(model, state, movers, Vec3::Zero(), Vec3::Zero()).twice_energy;
    return rest;
}

Real slow_relative_motion(std::span<const int> movers, const CommonMotion& common, Real wanted,
                          State& state) {
    if (!(common.relative > 0) || !(wanted > 0)) return 0;
    const Real taken = std::min(common.relative, wanted), kept = std::sqrt(1 - taken / common.relative);
    const int frames = state.frames.count();
    parallel_for(static_cast<int>(movers.size()), [&](int k) {
        const int m = movers[k];
        const bool is_frame = m < frames;
        Vec3& v = is_frame ? state.frames.v[m] : state.v[m - frames];
        const Vec3 along = common.at(is_frame ? state.frames.x[m] : state.x[m - frames]);
        v = along + kept * (v - along);
        if (is_frame) state.frames.w[m] = common.w + kept * (state.frames.w[m] - common.w);
    });
    return taken;
}

}  // namespace souple
