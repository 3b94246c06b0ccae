// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/parallel.h"
#include "souple/dynamics/articulated/articulated_body.h"
#include "souple/dynamics/contact/meet_obstacles.h"
#include "souple/dynamics/contact/press_skins.h"
#include "souple/dynamics/forces.h"
#include "souple/geometry/placed_box.h"

namespace souple {

namespace {

/// Sums fn(point) over the part's points in fixed blocks.
template <class T, class Fn>
T sum_points(const Part& part, T zero, const Fn& fn) {
    return parallel_sum(part.points.count, zero, [&](int i) { return T(fn(part.points.begin + i)); });
}

template <class T, class Fn>
T sum_frames(const Part& part, T zero, const Fn& fn) {
    return parallel_sum(part.frames.count, zero, [&](int i) { return T(fn(part.frames.begin + i)); });
}

Vec3 spin_momentum(const Model& model, const State& state, int frame) {
    const Quat& q = state.frames.q[frame];
    const Vec3 body = q.conjugate() * state.frames.w[frame];
    return q * model.frame_inertia[frame].moments.cwiseProduct(body);
}

Aabb box_of(const State& state, const Part& part) {
    Aabb box;
    for (int i = part.points.begin; i < part.points.end(); ++i) box.extend(state.x[i]);
    for (int i = part.frames.begin; i < part.frames.end(); ++i) box.extend(state.frames.x[i]);
    return box;
}

Real strain_of(const Spring& spring, const State& state) {
    if (spring.rest_length == 0) return 0;
    return (state.x[spring.nodes[1]] - state.x[spring.nodes[0]]).norm() / spring.rest_length - 1;
}

Moment moment_of(const State& state) { return {state.x, state.v, state.frames, state.time, &state.oriented}; }

Real signed_distance(const Model& model, const Control& control, int obstacle, const Vec3& place) {
    const ObstacleMotion& motion = control.obstacles[obstacle];
    const Real far = std::numeric_limits<Real>::max();
    if (model.obstacles[obstacle].deforming) return nearest(motion.surface, place, 1, far).distance;
    return nearest_surface(model.obstacles[obstacle].shape, motion.pose_t1.to_local(place), far).distance;
}

}  // namespace

Vec3 position_of(const State& state, const MaterialPoint& place) {
    if (place.frame >= 0) return state.frames.x[place.frame] + state.frames.q[place.frame] * place.local;
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
        if (place.nodes[k] >= 0) sum += place.weights[k] * state.x[place.nodes[k]];
    return sum;
}

Vec3 velocity_of(const State& state, const MaterialPoint& place) {
    if (place.frame >= 0) {
        const Vec3 arm = state.frames.q[place.frame] * place.local;
        return state.frames.v[place.frame] + state.frames.w[place.frame].cross(arm);
    }
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
        if (place.nodes[k] >= 0) sum += place.weights[k] * state.v[place.nodes[k]];
    return sum;
}

Real kinetic_energy(const Model& model, const State& state, const Part& part) {
    const Real points =
        sum_points(part, 0.0, [&](int i) { return 0.5 * model.point_mass[i] * state.v[i].squaredNorm(); });
    return points + sum_frames(part, 0.0, [&](int i) {
               return 0.5 * (model.frame_inertia[i].mass * state.frames.v[i].squaredNorm() +
                             state.frames.w[i].dot(spin_momentum(model, state, i)));
           });
}

Real elastic_energy(const Model& model, const Control& control, const State& state, const Part& part) {
    const int tree = part.articulated;
    const Real elements = elastic_energy(model, control, part, moment_of(state)) +
                          pressed_energy(model, control, state.frames, part);
    if (tree < 0) return elements;
    return elements + joint_energy(model.trees[tree], state.trees[tree].joints) +
           loop_energy(model.trees[tree], state.frames);
}

Real potential_energy(const Model& model, const State& state, const Part& part) {
    return weight_energy(model, part, moment_of(state));
}

Vec3 momentum(const Model& model, const State& state, const Part& part) {
    const Vec3 zero = Vec3::Zero();
    const Vec3 points =
        sum_points(part, zero, [&](int i) -> Vec3 { return model.point_mass[i] * state.v[i]; });
    return points + sum_frames(part, zero, [&](int i) -> Vec3 {
               return model.frame_inertia[i].mass * state.frames.v[i];
           });
}

Vec3 angular_momentum(const Model& model, const State& state, const Part& part) {
    const Vec3 zero = Vec3::Zero();
    const Vec3 points = sum_points(
        part, zero, [&](int i) -> Vec3 { return model.point_mass[i] * state.x[i].cross(state.v[i]); });
    return points + sum_frames(part, zero, [&](int i) -> Vec3 {
               return model.frame_inertia[i].mass * state.frames.x[i].cross(state.frames.v[i]) +
                      spin_momentum(model, state, i);
           });
}

Real mass_of(const Model& model, const Part& part) {
    return sum_points(part, 0.0, [&](int i) { return model.point_mass[i]; }) +
           sum_frames(part, 0.0, [&](int i) { return model.frame_inertia[i].mass; });
}

Vec3 centre_of_mass(const Model& model, const State& state, const Part& part) {
    const Vec3 zero = Vec3::Zero();
    const Vec3 points =
        sum_points(part, zero, [&](int i) -> Vec3 { return model.point_mass[i] * state.x[i]; });
    const Vec3 frames = sum_frames(
        part, zero, [&](int i) -> Vec3 { return model.frame_inertia[i].mass * state.frames.x[i]; });
    return (points + frames) / mass_of(model, part);
}

Real min_height(const State& state, const Part& part) { return box_of(state, part).low.y(); }
Real max_height(const State& state, const Part& part) { return box_of(state, part).high.y(); }

Vec3 extent(const State& state, const Part& part) {
    const Aabb box = box_of(state, part);
    return box.high - box.low;
}

Real rms_strain(const Model& model, const State& state, const Part& part) {
    if (part.springs.empty()) return 0;
    const Real sum = parallel_sum(part.springs.count, 0.0, [&](int s) {
        const Real strain = strain_of(model.springs[part.springs.begin + s], state);
        return strain * strain;
    });
    return std::sqrt(sum / part.springs.count);
}

Real max_strain(const Model& model, const State& state, const Part& part) {
    Real largest = 0;
    for (int s = part.springs.begin; s < part.springs.end(); ++s)
        largest = std::max(largest, std::abs(strain_of(model.springs[s], state)));
    return largest;
}

Real penetration(const Model& model, const Control& control, const State& state, const Part& part) {
    Real deepest = 0;
    for (std::size_t o = 0; o < control.obstacles.size(); ++o) {
        const Obstacle& obstacle = model.obstacles[o];
        const bool is_boxed = !obstacle.deforming && is_boxed_solid(obstacle.shape);
        const Aabb box = is_boxed ? box_around(obstacle.shape, control.obstacles[o].pose_t1) : everywhere();
        for (int i = part.points.begin; i < part.points.end(); ++i)
            if (box.contains(state.x[i]))
                deepest =
                    std::max(deepest, -signed_distance(model, control, static_cast<int>(o), state.x[i]));
    }
    return deepest;
}

PartDistance distance_between(const State& state, const Part& from, const Part& to) {
    const auto count = [](const Part& part) { return part.points.count + part.frames.count; };
    const auto place = [&](const Part& part, int i) -> const Vec3& {
        return i < part.points.count ? state.x[part.points.begin + i]
                                     : state.frames.x[part.frames.begin + i - part.points.count];
    };
    PartDistance distance;
    Real sum = 0;
    for (int i = 0; i < count(from); ++i) {
        Real nearest = std::numeric_limits<Real>::max();
        for (int j = 0; j < count(to); ++j)
            nearest = std::min(nearest, (place(from, i) - place(to, j)).squaredNorm());
        distance.max = std::max(distance.max, std::sqrt(nearest));
        sum += nearest;
    }
    if (count(from) > 0) distance.rms = std::sqrt(sum / count(from));
    return distance;
}

Real oscillation(const State& state, const State& before, const Part& part) {
    const int count = part.points.count + part.frames.count;
    if (count == 0) return 0;
    const auto way = [&](int i) -> Vec3 {
        const int p = part.points.begin + i, f = part.frames.begin + i - part.points.count;
        return i < part.points.count ? Vec3(state.x[p] - before.x[p])
                                     : Vec3(state.frames.x[f] - before.frames.x[f]);
    };
    Vec3 common = Vec3::Zero();
    for (int i = 0; i < count; ++i) common += way(i);
    common /= count;
    // the same number as the formula, without the cancellation of its two large terms
    Real sum = 0;
    for (int i = 0; i < count; ++i) sum += (way(i) - common).squaredNorm();
    return std::sqrt(sum);
}

Real rms_speed(const Model& model, const State& state, const State& before, const Part& part) {
    const Real time = state.time - before.time;
    if (!(time > 0) || before.x.size() != state.x.size()) return 0;
    Real mass = 0, sum = 0;
    for (int i = part.points.begin; i < part.points.end(); ++i) {
        mass += model.point_mass[i];
        sum += model.point_mass[i] * (state.x[i] - before.x[i]).squaredNorm();
    }
    for (int i = part.frames.begin; i < part.frames.end(); ++i) {
        const FrameInertia& inertia = model.frame_inertia[i];
        const Real turn = state.frames.q[i].angularDistance(before.frames.q[i]);
        mass += inertia.mass;
        sum += inertia.mass * (state.frames.x[i] - before.frames.x[i]).squaredNorm() +
               inertia.moments.mean() * turn * turn;
    }
    return mass > 0 ? std::sqrt(sum / mass) / time : 0;
}

}  // namespace souple
