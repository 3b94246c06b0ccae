// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/meet_obstacles.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "souple/core/parallel.h"

namespace souple {

namespace {

/// The first touch of one point, in world coordinates at the end of the substep.
struct Touch {
    Real fraction = 0;  ///< of the substep
    Vec3 place;         ///< [m] where the touched spot of the obstacle is when the substep ends
    Vec3 normal;
    Vec3 velocity;  ///< [m/s] of the obstacle there
};

/// One obstacle over one substep.
struct Meeting {
    const Substep& substep;
    const Obstacle& obstacle;
    const ObstacleMotion& motion;
    Pose pose_t0, pose_t1;  ///< at the ends of the substep
    Real s0, s1;            ///< the substep as a piece of the control's interval
    Real margin;            ///< [m]
};

Meeting make_meeting(const Substep& substep, int obstacle) {
    const Control& control = substep.control;
    const Real length = control.time_t1 - control.time_t0;
    return {.substep = substep,
            .obstacle = substep.model.obstacles[obstacle],
            .motion = control.obstacles[obstacle],
            .pose_t0 = obstacle_pose(control, obstacle, substep.time),
            .pose_t1 = obstacle_pose(control, obstacle, substep.time + substep.h),
            .s0 = std::clamp((substep.time - control.time_t0) / length, 0.0, 1.0),
            .s1 = std::clamp((substep.time + substep.h - control.time_t0) / length, 0.0, 1.0),
            .margin = substep.part.surface.thickness};
}

std::optional<Touch> touch_rigid(const Meeting& meeting, const Vec3& from, const Vec3& to) {
    const Vec3 a = meeting.pose_t0.to_local(from), b = meeting.pose_t1.to_local(to);
    const std::optional<SweepHit> hit = sweep(meeting.obstacle.shape, a, b, meeting.margin);
    if (!hit) return std::nullopt;
    const Vec3 spot = a + hit->fraction * (b - a);
    const Vec3 place = meeting.pose_t1.to_world(spot);
    return Touch{.fraction = hit->fraction,
                 .place = place,
                 .normal = meeting.pose_t1.rotation * hit->normal,
                 .velocity = (place - meeting.pose_t0.to_world(spot)) / meeting.substep.h};
}

std::optional<Touch> touch_deforming(const Meeting& meeting, const Vec3& from, const Vec3& to) {
    const DeformingSurface& surface = meeting.motion.surface;
    const auto hit = sweep(surface, from, to, meeting.margin, meeting.s0, meeting.s1);
    if (!hit) return std::nullopt;
    const Real length = meeting.substep.control.time_t1 - meeting.substep.control.time_t0;
    const Vec3 velocity = hit->surface_velocity_times_interval / length;
    const Vec3 place =
        from + hit->fraction * (to - from) + (1 - hit->fraction) * meeting.substep.h * velocity;
    return Touch{.fraction = hit->fraction, .place = place, .normal = hit->normal, .velocity = velocity};
}

std::optional<Touch> find_touch(const Meeting& meeting, const Vec3& from, const Vec3& to) {
    return meeting.obstacle.deforming ? touch_deforming(meeting, from, to) : touch_rigid(meeting, from, to);
}

void remember(ContactScratch& contact, int point, int obstacle, const Vec3& normal, const Vec3& impulse) {
    PointContact& met = contact.met[point];
    met.obstacle = obstacle;
    met.normal = normal;
    met.impulse += impulse;
}

/// Friction takes at most this much speed, and never turns the motion round.
Vec3 slowed(const Vec3& sliding, Real friction) {
    const Real speed = sliding.norm();
    return speed > friction ? Vec3(sliding * (1 - friction / speed)) : Vec3(Vec3::Zero());
}

/// A velocity that presses on the surface loses its inward part, and friction acts on what it pressed with.
Vec3 rest_on(const Obstacle& obstacle, const Vec3& velocity, const Vec3& normal) {
    const Real inward = -velocity.dot(normal);
    return slowed(velocity + inward * normal, obstacle.friction * inward);
}

/// Which moment of a substep the velocity it starts with belongs to, as a fraction of it. Methods that move
/// points with the new velocity hold it half a substep late, like leapfrog; those that move them with the old
/// one, half too early.
Real velocity_moment(Method method) {
    switch (method) {
        case Method::SemiImplicitEuler:
        case Method::ImplicitEuler:
            return -0.5;
        case Method::ExplicitEuler:
        case Method::CorrectedEuler:
            return 0.5;
        default:
            return 0;
    }
}

/// What the impact leaves of the velocity, relative to the obstacle. The impact sees the speed at the touch:
/// with the speed at the end of the substep, which holds what gravity adds later, bounces would gain energy.
/// What the substep adds after the touch then presses the point on the surface or carries it off.
Vec3 velocity_after_touch(const Meeting& meeting, const Touch& touch, const Vec3& v_before,
                          const Vec3& v_after) {
    const Vec3 change = v_after - v_before;
    const Real passed = touch.fraction - velocity_moment(meeting.substep.part.method);
    const Vec3 at_touch = v_before + passed * change - touch.velocity;
    const Vec3 left = velocity_after_impact(meeting.obstacle, at_touch, touch.normal);
    const Vec3 pressed = left + (1 - passed) * change;
    return pressed.dot(touch.normal) < 0 ? rest_on(meeting.obstacle, pressed, touch.normal) : pressed;
}

/// The rest of the substep goes on with the velocity the impact left, and stops at a second touch.
void respond(const Meeting& meeting, const Touch& touch, const Vec3& v_before, Vec3& x, Vec3& v) {
    const Vec3 after = velocity_after_touch(meeting, touch, v_before, v);
    v = touch.velocity + after;
    const Vec3 rest = (1 - touch.fraction) * meeting.substep.h * after;
    x = touch.place;
    if (rest.isZero()) return;
    Real free = 1;
    if (meeting.obstacle.deforming) {
        const auto second =
            sweep(meeting.motion.surface, x, x + rest, meeting.margin, meeting.s1, meeting.s1);
        if (second) free = second->fraction;
    } else {
        const Vec3 a = meeting.pose_t1.to_local(x), b = meeting.pose_t1.to_local(x + rest);
        const auto second = sweep(meeting.obstacle.shape, a, b, meeting.margin);
        if (second) free = second->fraction;
    }
    x += free * rest;
}

void meet_one(const Substep& substep, int index, const Before& before, State& state,
              ContactScratch& contact) {
    const Meeting meeting = make_meeting(substep, index);
    parallel_for(
        substep.part.points.count,
        [&](int i) {
            const int point = substep.part.points.begin + i;
            if (is_led(substep.model, point)) return;
            const auto touch = find_touch(meeting, before.x[point], state.x[point]);
            if (!touch) return;
            const Vec3 v_unhindered = state.v[point];
            respond(meeting, *touch, before.v[point], state.x[point], state.v[point]);
            remember(contact, point, index, touch->normal,
                     substep.model.point_mass[point] * (state.v[point] - v_unhindered));
        },
        256);
}

Aabb swept_box(const Part& part, const std::vector<Vec3>& before, const std::vector<Vec3>& after) {
    Aabb box;
    for (int i = part.points.begin; i < part.points.end(); ++i) {
        box.extend(before[i]);
        box.extend(after[i]);
    }
    box.inflate(part.surface.thickness);
    return box;
}

/// Nearest surface in world coordinates at the end of the interval.
Nearest nearest_at_end(const Meeting& meeting, const Vec3& place) {
    if (meeting.obstacle.deforming) {
        const SurfacePoint found = nearest(meeting.motion.surface, place, meeting.s1, meeting.margin);
        return {found.distance, found.normal};
    }
    Nearest found = nearest_surface(meeting.obstacle.shape, meeting.pose_t1.to_local(place), meeting.margin);
    found.normal = meeting.pose_t1.rotation * found.normal;
    return found;
}

void lift_out_of(const Substep& interval, int index, State& state, ContactScratch& contact) {
    const Meeting meeting = make_meeting(interval, index);
    parallel_for(
        interval.part.points.count,
        [&](int i) {
            const int point = interval.part.points.begin + i;
            if (is_led(interval.model, point)) return;
            const Nearest found = nearest_at_end(meeting, state.x[point]);
            if (found.distance >= meeting.margin) return;
            state.x[point] += (meeting.margin - found.distance) * found.normal;
            remember(contact, point, index, found.normal, Vec3::Zero());
        },
        256);
}

}  // namespace

Vec3 velocity_after_impact(const Obstacle& obstacle, const Vec3& velocity, const Vec3& normal) {
    const Real inward = -velocity.dot(normal);
    if (inward <= 0) return velocity;
    const Real restitution = inward > obstacle.bounce_speed ? obstacle.restitution : 0;
    const Vec3 sliding = obstacle.tangential_keep * (velocity + inward * normal);
    const Real friction = obstacle.friction * (1 + restitution) * inward;
    return slowed(sliding, friction) + restitution * inward * normal;
}

Pose obstacle_pose(const Control& control, int obstacle, Real time) {
    const ObstacleMotion& motion = control.obstacles[obstacle];
    const Real s = std::clamp((time - control.time_t0) / (control.time_t1 - control.time_t0), 0.0, 1.0);
    if (s == 0) return motion.pose_t0;
    if (s == 1) return motion.pose_t1;
    return {motion.pose_t0.position + s * (motion.pose_t1.position - motion.pose_t0.position),
            motion.pose_t0.rotation.slerp(s, motion.pose_t1.rotation).normalized()};
}

void meet_obstacles(const Substep& substep, const Before& before, State& state, ContactScratch& contact) {
    if (!substep.part.surface.collides || substep.model.obstacles.empty()) return;
    const Aabb box = swept_box(substep.part, before.x, state.x);
    for (std::size_t o = 0; o < substep.model.obstacles.size(); ++o)
        if (box.overlaps(contact.obstacle_boxes[o]))
            meet_one(substep, static_cast<int>(o), before, state, contact);
}

void lift_out(const Substep& interval, State& state, ContactScratch& contact) {
    if (!interval.part.surface.collides || interval.model.obstacles.empty()) return;
    const Aabb box = swept_box(interval.part, state.x, state.x);
    for (std::size_t o = 0; o < interval.model.obstacles.size(); ++o)
        if (box.overlaps(contact.obstacle_boxes[o]))
            lift_out_of(interval, static_cast<int>(o), state, contact);
}

}  // namespace souple
