// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/near_obstacles.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

constexpr Real trusted = 5e-3;  // [m] so near an ellipsoid a distance to first order will do

Pose pose_at(const NearObstacle& near, Real s) {
    return near.moves ? interpolate(near.motion->pose_t0, near.motion->pose_t1, s) : near.motion->pose_t1;
}

Vec3 to_local(const NearObstacle& near, const Vec3& place, Real s) {
    if (near.upright && !near.moves) return place - near.motion->pose_t1.position;
    return pose_at(near, s).to_local(place);
}

Vec3 to_world_axes(const NearObstacle& near, const Vec3& direction, Real s) {
    return near.upright ? direction : Vec3(pose_at(near, s).rotation * direction);
}

/// The source's test (001 W4.4, W4.5): the scaled radius says how far, its gradient which way. Right to first
/// order near the surface, rather too small far away.
Nearest near_ellipsoid(const Vec3& inverse_radii, Real least_radius, const Vec3& p) {
    const Vec3 scaled = p.cwiseProduct(inverse_radii), gradient = scaled.cwiseProduct(inverse_radii);
    const Real radius = scaled.norm(), slope = gradient.norm();
    if (!(slope > 0)) return {-least_radius, Vec3::UnitY()};
    const Real inverse = 1 / slope;
    const Real first = radius * (radius - 1) * inverse;
    const Real safe = std::max((radius - 1) * least_radius, first / 2);
    return {first < trusted ? first : safe, inverse * gradient};
}

/// The same for a half-line from a to b in the axes of the ellipsoid.
Real way_to_ellipsoid(const Vec3& inverse_radii, const Vec3& from, const Vec3& to) {
    const Vec3 a = from.cwiseProduct(inverse_radii), d = (to - from).cwiseProduct(inverse_radii);
    const Real dd = d.squaredNorm(), ad = a.dot(d), aa = a.squaredNorm() - 1;
    const Real under = ad * ad - dd * aa;
    if (ad >= 0 || under <= 0 || dd <= 0 || aa <= 0) return 1;
    return std::min<Real>(1, (-ad - std::sqrt(under)) / dd);
}

/// [m] radii of an ellipsoid or sphere; nothing for other shapes.
const Vec3* radii_of(const Shape& shape, Vec3& sphere_radii) {
    if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) return &ellipsoid->radii;
    const auto* sphere = std::get_if<Sphere>(&shape);
    if (!sphere) return nullptr;
    sphere_radii = Vec3::Constant(sphere->radius);
    return &sphere_radii;
}

bool is_upright(const ObstacleMotion& motion) {
    return motion.pose_t0.rotation.coeffs() == Quat::Identity().coeffs() &&
           motion.pose_t1.rotation.coeffs() == Quat::Identity().coeffs();
}

bool may_reach(const Aabb& box, const Obstacle& obstacle, const ObstacleMotion& motion) {
    if (obstacle.deforming) {
        Aabb own;
        for (const Aabb& triangle : motion.surface.boxes) own.extend(triangle);
        return box.overlaps(own);
    }
    const Aabb local = bounds(obstacle.shape);
    if (!is_finite(local.low) || !is_finite(local.high)) return true;
    const Real reach = local.low.cwiseAbs().cwiseMax(local.high.cwiseAbs()).norm();
    const Aabb turned{Vec3::Constant(-reach), Vec3::Constant(reach)};
    const Aabb around = is_upright(motion) ? local : turned;
    Aabb own;
    for (const Vec3& place : {motion.pose_t0.position, motion.pose_t1.position})
        own.extend(Aabb{around.low + place, around.high + place});
    return box.overlaps(own);
}

Real fastest_spot(const Obstacle& obstacle, const ObstacleMotion& motion, Real length) {
    if (obstacle.deforming) return motion.surface.longest_motion / length;
    const Vec3 way = motion.pose_t1.position - motion.pose_t0.position;
    const Real turn = motion.pose_t0.rotation.angularDistance(motion.pose_t1.rotation);
    if (turn == 0) return way.norm() / length;
    const Aabb local = bounds(obstacle.shape);
    const Real reach =
        is_finite(local.high) ? local.low.cwiseAbs().cwiseMax(local.high.cwiseAbs()).norm() : 1;
    return (way.norm() + turn * reach) / length;
}

/// The obstacles of the model that the wisp can meet in the interval.
template <class L>
void gather_near(const Model& model, const Control& control, const Hair& hair, const WispMotionOf<L>& wisp,
                 int lane, NearObstacles& near) {
    const Part& part = model.parts[hair.part];
    near.count = 0;
    near.fastest = 0;
    near.margin = part.surface.thickness;
    near.stretch_limit = hair.stretch_limit;
    near.length = control.time_t1 - control.time_t0;
    if (!part.surface.collides || control.obstacles.size() != model.obstacles.size()) return;
    Aabb box;
    Real reach = 0, fastest = 0;
    for (int i = 0; i < wisp.n; ++i) {
        box.extend(lane_of(wisp.x[i], lane));
        reach = std::max(reach, widest_sample(wisp, lane, i));
        fastest = std::max(fastest, lane_of(wisp.v[i], lane).squaredNorm());
    }
    box.inflate(near.margin + reach + obstacle_look + 2 * std::sqrt(fastest) * near.length);
    for (std::size_t o = 0; o < model.obstacles.size() && near.count < most_near_obstacles; ++o) {
        if (!may_reach(box, model.obstacles[o], control.obstacles[o])) continue;
        near.list[near.count] = make_near(model.obstacles[o], control.obstacles[o], near.length);
        near.fastest = std::max(near.fastest, near.list[near.count++].speed);
    }
}

}  // namespace

NearObstacle make_near(const Obstacle& obstacle, const ObstacleMotion& motion, Real length) {
    NearObstacle near{.obstacle = &obstacle, .motion = &motion};
    near.speed = fastest_spot(obstacle, motion, length);
    near.moves = near.speed > 0;
    near.upright = is_upright(motion);
    Vec3 sphere_radii;
    const Vec3* radii = radii_of(obstacle.shape, sphere_radii);
    near.round = near.upright && radii && !obstacle.deforming;
    if (!near.round) return near;
    near.centre = near.moves ? motion.pose_t0.position : motion.pose_t1.position;
    near.way = motion.pose_t1.position - near.centre;
    near.inverse_radii = radii->cwiseInverse();
    near.least_radius = radii->minCoeff();
    return near;
}

template <class L>
void load_wisp_and_obstacles(const Model& model, const Control& control, const Hair& hair, int slot,
                             const State& state, WispMotionOf<L>& wisp, NearSolids<L>& near, int lane) {
    load_wisp(model, control, hair, slot, state, wisp, lane);
    gather_near(model, control, hair, wisp, lane, near[lane]);
}

template void load_wisp_and_obstacles(const Model&, const Control&, const Hair&, int, const State&,
                                      WispMotion&, NearSolids<OneLane>&, int);
template void load_wisp_and_obstacles(const Model&, const Control&, const Hair&, int, const State&,
                                      FourWisps&, NearSolids<FourLanes>&, int);

Nearest nearest_obstacle(const NearObstacle& near, const Vec3& place, Real s, Real reach) {
    if (near.round)
        return near_ellipsoid(near.inverse_radii, near.least_radius, place - (near.centre + s * near.way));
    if (near.obstacle->deforming) {
        const SurfacePoint found = nearest(near.motion->surface, place, s, reach);
        return {found.distance, found.normal};
    }
    const Vec3 local = to_local(near, place, s);
    const auto* ellipsoid = std::get_if<Ellipsoid>(&near.obstacle->shape);
    Nearest found = ellipsoid
                        ? near_ellipsoid(ellipsoid->radii.cwiseInverse(), ellipsoid->radii.minCoeff(), local)
                        : nearest_surface(near.obstacle->shape, local, reach);
    found.normal = to_world_axes(near, found.normal, s);
    return found;
}

bool is_in_obstacle(const NearObstacle& near, const Vec3& place, Real s) {
    if (near.round) {
        const Vec3 from_centre = place - (near.centre + s * near.way);
        return from_centre.cwiseProduct(near.inverse_radii).squaredNorm() < 1;
    }
    return nearest_obstacle(near, place, s, obstacle_look).distance < 0;
}

Real way_to_obstacle(const NearObstacle& near, const Vec3& p, const Vec3& e, Real s) {
    if (near.round) {
        const Vec3 centre = near.centre + s * near.way;
        return way_to_ellipsoid(near.inverse_radii, p - centre, e - centre);
    }
    if (near.obstacle->deforming) {
        const auto hit = sweep(near.motion->surface, p, e, 0, s, s);
        return hit ? hit->fraction : 1;
    }
    const Vec3 a = to_local(near, p, s), b = to_local(near, e, s);
    Vec3 sphere_radii;
    if (const Vec3* radii = radii_of(near.obstacle->shape, sphere_radii))
        return way_to_ellipsoid(radii->cwiseInverse(), a, b);
    const auto hit = sweep(near.obstacle->shape, a, b, 0);
    return hit ? hit->fraction : 1;
}

Vec3 obstacle_velocity(const NearObstacle& near, const Vec3& place, Real s, Real length) {
    if (near.obstacle->deforming) {
        const DeformingSurface& surface = near.motion->surface;
        const SurfacePoint spot = nearest(surface, place, s, obstacle_look);
        if (spot.triangle < 0) return Vec3::Zero();
        Vec3 way = Vec3::Zero();
        for (int k = 0; k < 3; ++k) {
            const int corner = surface.triangles[spot.triangle][k];
            way += spot.weights[k] * (surface.points_t1[corner] - surface.points_t0[corner]);
        }
        return way / length;
    }
    if (!near.moves) return Vec3::Zero();
    const Vec3 local = pose_at(near, s).to_local(place);
    return (near.motion->pose_t1.to_world(local) - near.motion->pose_t0.to_world(local)) / length;
}

}  // namespace souple
