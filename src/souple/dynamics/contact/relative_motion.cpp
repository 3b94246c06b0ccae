// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/relative_motion.h"

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

struct LinearSum {
    Real mass = 0;
    Vec3 place = Vec3::Zero(), momentum = Vec3::Zero();

    LinearSum& operator+=(const LinearSum& other) {
        mass += other.mass;
        place += other.place;
        momentum += other.momentum;
        return *this;
    }
};

struct AngularSum {
    Vec3 momentum = Vec3::Zero();
    Mat3 inertia = Mat3::Zero();

    AngularSum& operator+=(const AngularSum& other) {
        momentum += other.momentum;
        inertia += other.inertia;
        return *this;
    }
};

}  // namespace

std::optional<CommonMotion> common_motion(const Model& model, const State& state,
                                          std::span<const int> movers) {
    const int count = static_cast<int>(movers.size());
    const LinearSum linear = parallel_sum(count, LinearSum{}, [&](int k) {
        const MoverMatter of = matter_of(model, state, movers[k]);
        return LinearSum{of.mass, of.mass * of.x, of.mass * of.v};
    });
    if (!(linear.mass > 0)) return std::nullopt;
    CommonMotion common{linear.place / linear.mass, linear.momentum / linear.mass};
    const AngularSum angular = parallel_sum(count, AngularSum{}, [&](int k) {
        const MoverMatter of = matter_of(model, state, movers[k]);
        const Vec3 arm = of.x - common.centre;
        AngularSum sum{of.mass * arm.cross(of.v - common.v),
                       of.mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose())};
        if (movers[k] >= state.frames.count()) return sum;
        const Mat3 inertia = inertia_of(model, state, movers[k]);
        sum += AngularSum{inertia * state.frames.w[movers[k]], inertia};
        return sum;
    });
    const Real scale = angular.inertia.trace();
    if (!(angular.inertia.determinant() > 1e-9 * scale * scale * scale)) return std::nullopt;
    common.w = angular.inertia.inverse() * angular.momentum;
    return common;
}

Real relative_energy(const Model& model, const State& state, std::span<const int> movers,
                     const CommonMotion& common) {
    return parallel_sum(static_cast<int>(movers.size()), Real(0), [&](int k) {
        const MoverMatter of = matter_of(model, state, movers[k]);
        const Real moving = 0.5 * of.mass * (of.v - common.at(of.x)).squaredNorm();
        if (movers[k] >= state.frames.count()) return moving;
        const Vec3 spin = state.frames.q[movers[k]].conjugate() * (state.frames.w[movers[k]] - common.w);
        return moving + 0.5 * model.frame_inertia[movers[k]].moments.dot(spin.cwiseProduct(spin));
    });
}

Real slow_relative_motion(const Model& model, std::span<const int> movers, const CommonMotion& common,
                          Real wanted, State& state) {
    const Real energy = relative_energy(model, state, movers, common);
    if (!(energy > 0) || !(wanted > 0)) return 0;
    const Real taken = std::min(energy, wanted), kept = std::sqrt(1 - taken / energy);
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
