// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Movers: what answers an impulse. The solver asks only "impulse here, velocity change there", never for a
// mass. Frames and points are movers; a spot inside a triangle of a cloth is spread over several of them;
// obstacles come last and follow their tracks, whatever pushes them.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "souple/dynamics/articulated/constraints.h"
#include "souple/math/types.h"

namespace souple {

struct Model;

/// Velocity of a mover, one cache line.
struct alignas(64) MoverVelocity {
    Vec3 v = Vec3::Zero();  ///< [m/s]
    Vec3 w = Vec3::Zero();  ///< [rad/s]
};

/// A symmetric matrix, without its lower half.
struct SymmetricMat3 {
    Real xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

    SymmetricMat3() = default;
    SymmetricMat3(const Mat3& m)
        : xx(m(0, 0)), xy(m(0, 1)), xz(m(0, 2)), yy(m(1, 1)), yz(m(1, 2)), zz(m(2, 2)) {}

    Mat3 full() const {
        Mat3 m;
        m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
        return m;
    }
    Vec3 operator*(const Vec3& v) const {
        return {xx * v.x() + xy * v.y() + xz * v.z(), xy * v.x() + yy * v.y() + yz * v.z(),
                xz * v.x() + yz * v.y() + zz * v.z()};
    }
};

/// How a mover answers: v += inverse_mass * impulse, w += inverse_inertia * angular impulse. One cache line.
struct alignas(64) MoverAnswer {
    Real inverse_mass = 0;          ///< [1/kg]
    SymmetricMat3 inverse_inertia;  ///< [1/(kg m^2)] world axes; zero for points
};

/// A spot whose velocity is a weighted mean of points: the corners of its triangle, or where a corner is
/// interpolated the ends of its edge.
struct Spread {
    static constexpr int most = 6;
    std::array<int, most> movers{-1, -1, -1, -1, -1, -1};
    std::array<Real, most> weights{};
};

/// A frame that is a link of a tree: an impulse on it moves the other links too.
struct LinkMover {
    int tree = -1;  ///< Movers::trees, -1: an ordinary mover
    int link = 0;
    Real mass = 0;                ///< [kg] of the link alone
    Mat3 inertia = Mat3::Zero();  ///< [kg m^2] the same, world axes
};

/// A tree that impulses may push.
struct MovedTree {
    const ArticulatedTree* tree = nullptr;
    bool loaded = false;                 ///< it takes part in this solve
    std::vector<int> mover;              ///< by link
    std::vector<JointState> joints;      ///< where impulses find it
    TreeWork work;                       ///< there
    ConstraintScratch loops;             ///< there
    mutable std::vector<LinkPlace> now;  ///< where they have brought it
};

struct Movers {
    std::vector<MoverVelocity> velocity;
    std::vector<MoverAnswer> answer;
    std::vector<Spread> spreads;
    std::vector<std::array<int, 2>>
        ends;                      ///< by point: of an interpolated one, what it lies between, else -1
    std::vector<LinkMover> links;  ///< by mover as far as frames go; empty when nothing is articulated
    std::vector<MovedTree> trees;  ///< by Model::trees
    int first_driven = std::numeric_limits<int>::max();  ///< from here on nothing answers: obstacles
};

/// Lists frames, then points, then obstacles, with all that the model says of them: whoever hands movers to
/// the narrow phase fills them here. Speeds, answers and spreads are filled where they are known.
void list_movers(const Model& model, Movers& movers);
/// Only which points are interpolated, and between whom: for movers that are a choice of points and frames.
void list_ends(const Model& model, Movers& movers);

inline bool is_interpolated(const Movers& movers, int point) {
    return !movers.ends.empty() && movers.ends[point][0] >= 0;
}

/// Whether a point is one of some others, or lies between them.
inline bool belongs_to(const Movers& movers, int point, std::span<const int> others) {
    if (std::find(others.begin(), others.end(), point) != others.end()) return true;
    return is_interpolated(movers, point) &&
           std::all_of(movers.ends[point].begin(), movers.ends[point].end(),
                       [&](int end) { return belongs_to(movers, end, others); });
}

inline bool is_link(const Movers& movers, int mover) {
    return mover >= 0 && mover < static_cast<int>(movers.links.size()) && movers.links[mover].tree >= 0;
}

/// The mover that stands for all that an impulse on this one moves: of a tree its first link.
inline int leader_of(const Movers& movers, int mover) {
    return is_link(movers, mover) ? movers.trees[movers.links[mover].tree].mover[0] : mover;
}

/// Applies an impulse to a link; all links of its tree answer.
void push_tree(Movers& movers, int mover, const Vec3& impulse, const Vec3& angular);
/// Adds to the ways of movers what an impulse makes of them in a time [s].
void shift_tree(Movers& movers, int mover, const Vec3& impulse, const Vec3& angular, Real time,
                std::vector<Vec3>& shift, std::vector<Vec3>& turn);

/// Hangs a part of a spot on a point; on the ends of its edge when it is interpolated. The movers of points
/// begin at `first`. What finds no place goes to the last, so that weights always sum to one.
inline void hang_on(const Movers& movers, int first, int point, Real weight, Spread& spread) {
    if (is_interpolated(movers, point)) {
        for (const int end : movers.ends[point]) hang_on(movers, first, end, 0.5 * weight, spread);
        return;
    }
    int k = 0;
    while (k + 1 < Spread::most && spread.movers[k] >= 0 && spread.movers[k] != first + point) ++k;
    if (spread.movers[k] < 0) spread.movers[k] = first + point;
    spread.weights[k] += weight;
}

/// A mover by number, or a spread as -2 - index; -1 is nothing at all.
constexpr int no_mover = -1;
constexpr int mover_of_spread(int spread) { return -2 - spread; }

inline MoverVelocity velocity_of(const Movers& movers, int mover) {
    if (mover >= 0) return movers.velocity[mover];
    MoverVelocity mean;
    if (mover == no_mover) return mean;
    const Spread& spread = movers.spreads[-2 - mover];
    for (int k = 0; k < Spread::most; ++k)
        if (spread.movers[k] >= 0) mean.v += spread.weights[k] * movers.velocity[spread.movers[k]].v;
    return mean;
}

/// Applies an impulse [N s] and an angular impulse [N m s] about the mover's centre.
inline void apply_impulse(Movers& movers, int mover, const Vec3& impulse, const Vec3& angular) {
    if (mover >= movers.first_driven || mover == no_mover) return;
    if (is_link(movers, mover)) return push_tree(movers, mover, impulse, angular);
    if (mover >= 0) {
        const MoverAnswer& answer = movers.answer[mover];
        movers.velocity[mover].v += answer.inverse_mass * impulse;
        movers.velocity[mover].w += answer.inverse_inertia * angular;
        return;
    }
    const Spread& spread = movers.spreads[-2 - mover];
    for (int k = 0; k < Spread::most; ++k)
        if (spread.movers[k] >= 0)
            movers.velocity[spread.movers[k]].v +=
                (spread.weights[k] * movers.answer[spread.movers[k]].inverse_mass) * impulse;
}

/// The answer of a mover or a spread at its centre.
inline MoverAnswer answer_of(const Movers& movers, int mover) {
    if (mover >= 0) return movers.answer[mover];
    MoverAnswer sum;
    if (mover == no_mover) return sum;
    const Spread& spread = movers.spreads[-2 - mover];
    for (int k = 0; k < Spread::most; ++k)
        if (spread.movers[k] >= 0)
            sum.inverse_mass +=
                spread.weights[k] * spread.weights[k] * movers.answer[spread.movers[k]].inverse_mass;
    return sum;
}

/// Change of velocity at `arm` from the mover's centre, per impulse there [1/kg]: symmetric, positive.
inline Mat3 response_at(const MoverAnswer& answer, const Vec3& arm) {
    const Mat3 cross = cross_matrix(arm);
    return answer.inverse_mass * Mat3::Identity() - cross * answer.inverse_inertia.full() * cross;
}

}  // namespace souple
