// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/wisp_obstacles.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/impact.h"

namespace souple {

namespace {

constexpr Real look = 0.05;        // [m] how far a particle asks around
constexpr Real trusted = 5e-3;     // [m] so near an ellipsoid a distance to first order will do
constexpr int most_passes = 4;     // out of one solid and into the next
constexpr int spots_every = 10;    // substeps from one look at segments and samples to the next
constexpr int segment_pieces = 6;  // a segment is looked at in five spots
constexpr Real spot_share = 0.5;   // spots of a segment keep this part of the margin

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

/// [m/s] of the solid at a place.
Vec3 obstacle_velocity(const NearObstacle& near, const Vec3& place, Real s, Real length) {
    if (near.obstacle->deforming) {
        const DeformingSurface& surface = near.motion->surface;
        const SurfacePoint spot = nearest(surface, place, s, look);
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

/// The source's test (001 W4.4, W4.5): the scaled radius says how far, its gradient which way. Right to first
/// order near the surface, rather too small far away.
Nearest near_ellipsoid(const Vec3& radii, const Vec3& p) {
    const Vec3 scaled = p.cwiseQuotient(radii), gradient = scaled.cwiseQuotient(radii);
    const Real radius = scaled.norm(), slope = gradient.norm();
    if (!(slope > 0)) return {-radii.minCoeff(), Vec3::UnitY()};
    const Real first = radius * (radius - 1) / slope;
    const Real safe = std::max((radius - 1) * radii.minCoeff(), first / 2);
    return {first < trusted ? first : safe, gradient / slope};
}

/// How to leave a solid.
struct Push {
    Real depth = 0;  ///< [m] > 0: how far it is inside the margin
    Vec3 normal = Vec3::UnitY();
    const NearObstacle* from = nullptr;
};

/// The deepest obstacle at a place, and how far the nearest one is.
Push deepest_at(const NearObstacles& near, const Vec3& place, Real s, Real margin, Real& clear) {
    Push push;
    for (int o = 0; o < near.count; ++o) {
        const Nearest found = nearest_obstacle(near.list[o], place, s, look);
        clear = std::min(clear, found.distance);
        if (margin - found.distance > push.depth)
            push = {margin - found.distance, found.normal, &near.list[o]};
    }
    return push;
}

/// Moves a particle out of everything, and answers each push. True when it had to.
template <class Answer>
bool lift_particle(const NearObstacles& near, Real s, WispMotion& wisp, int i, Real& clear,
                   const Answer& answer) {
    bool moved = false;
    for (int pass = 0; pass < most_passes; ++pass) {
        clear = look;
        const Push push = deepest_at(near, wisp.x[i], s, near.margin, clear);
        if (!push.from) break;
        wisp.x[i] += push.depth * push.normal;
        answer(push, i);
        clear = near.margin;
        moved = true;
    }
    return moved;
}

/// Spots of the segment that ends at i: both ends give way, each by its part, and a held one leaves it to the
/// other. Where the solids are far the next spot is far too.
template <class Answer>
bool lift_segment(const NearObstacles& near, Real s, WispMotion& wisp, int i, const Answer& answer) {
    bool moved = false;
    const bool held = wisp.inv_mass[i - 1] == 0;
    const Real margin = spot_share * near.margin, step = 1.0 / segment_pieces;
    for (Real t = step; t < 1 - step / 2;) {
        Real clear = look;
        const Vec3 spot = (1 - t) * wisp.x[i - 1] + t * wisp.x[i];
        const Push push = deepest_at(near, spot, s, margin, clear);
        if (push.from) {
            moved = true;
            const Real weight = held ? t * t : t * t + (1 - t) * (1 - t);
            wisp.x[i] += t / weight * push.depth * push.normal;
            answer(push, i);
            if (!held) wisp.x[i - 1] += (1 - t) / weight * push.depth * push.normal;
            if (!held) answer(push, i - 1);
        }
        t += std::max(step, (clear - margin) / wisp.length[i - 1]);
    }
    return moved;
}

/// Whether the segment that ends at i can reach a solid.
bool is_near(const NearObstacles& near, const ObstacleWatch& watch, const WispMotion& wisp, int i) {
    const Real before = i > 2 ? watch.clear[i - 1] : 0;
    return std::min(before, watch.clear[i]) < near.margin + wisp.length[i - 1] / 2;
}

/// Fraction of the way from p, outside, to e at which an ellipsoid begins; 1 when it does not.
Real way_to_ellipsoid(const Vec3& radii, const Vec3& p, const Vec3& e) {
    const Vec3 a = p.cwiseQuotient(radii), d = (e - p).cwiseQuotient(radii);
    const Real dd = d.squaredNorm(), ad = a.dot(d), aa = a.squaredNorm() - 1;
    const Real under = ad * ad - dd * aa;
    if (ad >= 0 || under <= 0 || dd <= 0 || aa <= 0) return 1;
    return std::min<Real>(1, (-ad - std::sqrt(under)) / dd);
}

Real way_to(const NearObstacle& near, const Vec3& p, const Vec3& e, Real s) {
    if (near.obstacle->deforming) {
        const auto hit = sweep(near.motion->surface, p, e, 0, s, s);
        return hit ? hit->fraction : 1;
    }
    const Vec3 a = to_local(near, p, s), b = to_local(near, e, s);
    if (const auto* ellipsoid = std::get_if<Ellipsoid>(&near.obstacle->shape))
        return way_to_ellipsoid(ellipsoid->radii, a, b);
    if (const auto* sphere = std::get_if<Sphere>(&near.obstacle->shape))
        return way_to_ellipsoid(Vec3::Constant(sphere->radius), a, b);
    const auto hit = sweep(near.obstacle->shape, a, b, 0);
    return hit ? hit->fraction : 1;
}

/// Samples end where their half-line enters a solid (001 W4.7).
void shorten_samples(const NearObstacles& near, Real s, WispMotion& wisp, int i) {
    for (int k = 0; k < wisp.samples; ++k) {
        Real& radius = wisp.radius[i * wisp.samples + k];
        Real way = 1;
        const Vec3 end = wisp.x[i] + radius * wisp.half_line(i, k);
        for (int o = 0; o < near.count; ++o) way = std::min(way, way_to(near.list[o], wisp.x[i], end, s));
        if (way >= 1) continue;
        radius *= way;
        Real& speed = wisp.radius_speed[i * wisp.samples + k];
        speed = std::min<Real>(speed, 0);
    }
}

/// Segments that a push has made too long are shortened from the root on; what would lengthen them again
/// stops.
void limit_stretch(Real limit, WispMotion& wisp) {
    for (int i = 2; i < wisp.n; ++i) {
        const Vec3 d = wisp.x[i] - wisp.x[i - 1];
        const Real length = d.norm(), longest = wisp.segment[i - 1].rest * (1 + limit);
        if (length <= longest) continue;
        const Vec3 along = d / length;
        wisp.x[i] = wisp.x[i - 1] + longest * along;
        const Real parting = (wisp.v[i] - wisp.v[i - 1]).dot(along);
        if (parting > 0) wisp.v[i] -= parting * along;
    }
}

Real widest(const WispMotion& wisp, int i) {
    Real most = 0;
    for (int k = 0; k < wisp.samples; ++k) most = std::max(most, wisp.radius_of(i, k));
    return most;
}

bool is_upright(const ObstacleMotion& motion) {
    return motion.pose_t0.rotation.coeffs() == Quat::Identity().coeffs() &&
           motion.pose_t1.rotation.coeffs() == Quat::Identity().coeffs();
}

bool may_meet(const Aabb& box, const Obstacle& obstacle, const ObstacleMotion& motion) {
    if (obstacle.deforming) {
        Aabb own;
        for (const Aabb& triangle : motion.surface.boxes) own.extend(triangle);
        return box.overlaps(own);
    }
    const Aabb local = bounds(obstacle.shape);
    if (!is_finite(local.low) || !is_finite(local.high)) return true;
    const bool upright = is_upright(motion);
    const Real reach = local.low.cwiseAbs().cwiseMax(local.high.cwiseAbs()).norm();
    const Aabb turned{Vec3::Constant(-reach), Vec3::Constant(reach)}, around = upright ? local : turned;
    Aabb own;
    for (const Vec3& place : {motion.pose_t0.position, motion.pose_t1.position})
        own.extend(Aabb{around.low + place, around.high + place});
    return box.overlaps(own);
}

Real fastest_spot(const Obstacle& obstacle, const ObstacleMotion& motion, Real length) {
    if (obstacle.deforming) return motion.surface.longest_motion / length;
    const Aabb local = bounds(obstacle.shape);
    const Real turn = motion.pose_t0.rotation.angularDistance(motion.pose_t1.rotation);
    const Real reach =
        is_finite(local.high) ? local.low.cwiseAbs().cwiseMax(local.high.cwiseAbs()).norm() : 1;
    return ((motion.pose_t1.position - motion.pose_t0.position).norm() + turn * reach) / length;
}

}  // namespace

Nearest nearest_obstacle(const NearObstacle& near, const Vec3& place, Real s, Real reach) {
    if (near.obstacle->deforming) {
        const SurfacePoint found = nearest(near.motion->surface, place, s, reach);
        return {found.distance, found.normal};
    }
    const Vec3 local = to_local(near, place, s);
    const auto* ellipsoid = std::get_if<Ellipsoid>(&near.obstacle->shape);
    Nearest found = ellipsoid ? near_ellipsoid(ellipsoid->radii, local)
                              : nearest_surface(near.obstacle->shape, local, reach);
    found.normal = to_world_axes(near, found.normal, s);
    return found;
}

void gather_near(const Model& model, const Control& control, const Part& part, const Hair& hair,
                 const WispMotion& wisp, NearObstacles& near) {
    near.count = 0;
    near.fastest = 0;
    near.margin = part.surface.thickness;
    near.stretch_limit = hair.stretch_limit;
    near.length = control.time_t1 - control.time_t0;
    if (!part.surface.collides) return;
    Aabb box;
    Real reach = 0, fastest = 0;
    for (int i = 0; i < wisp.n; ++i) {
        box.extend(wisp.x[i]);
        reach = std::max(reach, widest(wisp, i));
        fastest = std::max(fastest, wisp.v[i].norm());
    }
    box.inflate(near.margin + reach + look + 2 * fastest * near.length);
    for (std::size_t o = 0; o < model.obstacles.size() && near.count < most_near_obstacles; ++o) {
        const Obstacle& obstacle = model.obstacles[o];
        const ObstacleMotion& motion = control.obstacles[o];
        if (!may_meet(box, obstacle, motion)) continue;
        const Real speed = fastest_spot(obstacle, motion, near.length);
        near.list[near.count++] = {&obstacle, &motion, speed > 0, is_upright(motion), speed};
        near.fastest = std::max(near.fastest, speed);
    }
}

void keep_outside(const NearObstacles& near, Real h, Real s, ObstacleWatch& watch, WispMotion& wisp) {
    if (near.count == 0) return;
    watch.whole = s >= 1 || watch.visits++ % spots_every == 0;
    const auto answer = [&](const Push& push, int i) {
        const Vec3 own = obstacle_velocity(*push.from, wisp.x[i], s, near.length);
        wisp.v[i] = own + velocity_after_impact(*push.from->obstacle, wisp.v[i] - own, push.normal);
    };
    bool moved = false;
    for (int i = 2; i < wisp.n; ++i) {
        Real& clear = watch.clear[i];
        clear -= h * (wisp.v[i].norm() + near.fastest);
        if (clear <= near.margin) moved = lift_particle(near, s, wisp, i, clear, answer) || moved;
        if (watch.whole && is_near(near, watch, wisp, i))
            moved = lift_segment(near, s, wisp, i, answer) || moved;
    }
    if (moved && near.stretch_limit > 0) limit_stretch(near.stretch_limit, wisp);
}

void keep_samples_outside(const NearObstacles& near, Real s, const ObstacleWatch& watch, WispMotion& wisp) {
    for (int i = 2; near.count > 0 && watch.whole && i < wisp.n; ++i)
        if (watch.clear[i] < near.margin + widest(wisp, i)) shorten_samples(near, s, wisp, i);
}

bool push_outside(const NearObstacles& near, Real s, ObstacleWatch& watch, WispMotion& wisp) {
    bool moved = false;
    const auto silent = [](const Push&, int) {};
    for (int i = 2; i < wisp.n && near.count > 0; ++i) {
        if (watch.clear[i] <= near.margin)
            moved = lift_particle(near, s, wisp, i, watch.clear[i], silent) || moved;
        if (is_near(near, watch, wisp, i)) moved = lift_segment(near, s, wisp, i, silent) || moved;
    }
    return moved;
}

}  // namespace souple
