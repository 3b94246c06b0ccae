// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/meet_obstacles.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/impact.h"
#include "souple/geometry/placed_box.h"

namespace souple {

namespace {

constexpr int most_touches = 4;      ///< of one point in one substep; a wedge needs two, a corner three
constexpr int points_at_once = 256;  ///< a point with obstacles around costs far more than one in the air

/// A straight way from one place, at a fraction of the substep, to another at its end.
struct Way {
    Vec3 from, to;  ///< [m]
    Real begin = 0;
};

/// The first touch of one point.
struct Encounter {
    const Meeting* meeting = nullptr;
    Real fraction = 1;  ///< of the substep
    Vec3 now, end;      ///< [m] the touched spot of the obstacle at the touch, and when the substep ends
    Vec3 normal;
    Vec3 velocity;  ///< [m/s] of the obstacle there
};

std::optional<Encounter> touch_rigid(const Meeting& meeting, const Way& way) {
    const Pose begin = interpolate(meeting.pose_t0, meeting.pose_t1, way.begin);
    const Vec3 a = begin.to_local(way.from), b = meeting.pose_t1.to_local(way.to);
    const std::optional<SweepHit> hit = sweep(meeting.obstacle->shape, a, b, meeting.margin);
    if (!hit) return std::nullopt;
    const Vec3 spot = a + hit->fraction * (b - a), end = meeting.pose_t1.to_world(spot);
    const Real fraction = way.begin + hit->fraction * (1 - way.begin);
    return Encounter{.meeting = &meeting,
                     .fraction = fraction,
                     .now = interpolate(meeting.pose_t0, meeting.pose_t1, fraction).to_world(spot),
                     .end = end,
                     .normal = meeting.pose_t1.rotation * hit->normal,
                     .velocity = (end - meeting.pose_t0.to_world(spot)) / meeting.h};
}

/// Neither turned nor moving: what touch_rigid would find, to the bit, without its six rotations.
std::optional<Encounter> touch_standing(const Meeting& meeting, const Way& way) {
    const Vec3& centre = meeting.pose_t1.position;
    const Vec3 a = way.from - centre, b = way.to - centre;
    const std::optional<SweepHit> hit = sweep(meeting.obstacle->shape, a, b, meeting.margin);
    if (!hit) return std::nullopt;
    const Vec3 end = centre + (a + hit->fraction * (b - a));
    return Encounter{.meeting = &meeting,
                     .fraction = way.begin + hit->fraction * (1 - way.begin),
                     .now = end,
                     .end = end,
                     .normal = hit->normal + Vec3::Zero(),  // a rotation has no negative zeros
                     .velocity = Vec3::Zero()};
}

std::optional<Encounter> touch_deforming(const Meeting& meeting, const Way& way) {
    const Real s = meeting.s0 + way.begin * (meeting.s1 - meeting.s0);
    const auto hit = sweep(meeting.motion->surface, way.from, way.to, meeting.margin, s, meeting.s1);
    if (!hit) return std::nullopt;
    const Vec3 in_substep = hit->surface_velocity_times_interval * (meeting.s1 - meeting.s0);
    const Vec3 now = way.from + hit->fraction * (way.to - way.from);
    const Real fraction = way.begin + hit->fraction * (1 - way.begin);
    return Encounter{.meeting = &meeting,
                     .fraction = fraction,
                     .now = now,
                     .end = now + (1 - fraction) * in_substep,
                     .normal = hit->normal,
                     .velocity = in_substep / meeting.h};
}

std::optional<Encounter> touch_obstacle(const Meeting& meeting, const Way& way) {
    if (meeting.obstacle->deforming) return touch_deforming(meeting, way);
    return meeting.stands ? touch_standing(meeting, way) : touch_rigid(meeting, way);
}

/// Whether the box of the way meets another: no, for most points and times.
bool is_near(const Aabb& box, const Way& way) {
    for (int k = 0; k < 3; ++k)
        if (std::max(way.from[k], way.to[k]) < box.low[k] || std::min(way.from[k], way.to[k]) > box.high[k])
            return false;
    return true;
}

/// The earliest touch of any obstacle; of two at the same moment the first in the scene's order.
std::optional<Encounter> first_touch(const std::vector<Meeting>& meetings, const Way& way) {
    std::optional<Encounter> first;
    for (const Meeting& meeting : meetings) {
        if (!is_near(meeting.box, way)) continue;
        const auto touch = touch_obstacle(meeting, way);
        if (touch && (!first || touch->fraction < first->fraction)) first = touch;
    }
    return first;
}

void remember(PointContact& met, const Meeting& meeting, const Vec3& normal, const Vec3& impulse) {
    met.obstacle = meeting.index;
    met.normal = normal;
    met.impulse += impulse;
}

/// A point on its way through the substep.
struct Passage {
    int point = 0;
    const Vec3 &x_before, &v_before;
    Vec3 &x, &v;
};

[[gnu::flatten]] void meet_point(const Substep& substep, const std::vector<Meeting>& meetings,
                                 const Passage& passage, PointContact& met) {
    Way way{passage.x_before, passage.x, 0};
    Vec3 v_before = passage.v_before, v = passage.v;
    for (int touches = 1; touches <= most_touches; ++touches) {
        const auto touch = first_touch(meetings, way);
        if (!touch) break;
        const AfterTouch left = after_touch(*touch->meeting->obstacle,
                                            {substep.part.method, touch->fraction, v_before - touch->velocity,
                                             v - touch->velocity, touch->normal});
        remember(met, *touch->meeting, touch->normal,
                 substep.model.point_mass[passage.point] * (touch->velocity + left.velocity - v));
        v_before = v = touch->velocity + left.velocity;
        way = {touch->now, touch->end, touch->fraction};
        if (touches < most_touches) way.to += (1 - touch->fraction) * substep.h * left.travel;
    }
    passage.x = way.to;
    passage.v = v;
}

Real part_of_interval(const Control& control, Real time) {
    return std::clamp((time - control.time_t0) / (control.time_t1 - control.time_t0), 0.0, 1.0);
}

bool stands_upright(const ObstacleMotion& motion) {
    const auto is_upright = [](const Pose& pose) {
        return pose.rotation.coeffs() == Quat::Identity().coeffs();
    };
    return is_upright(motion.pose_t0) && is_upright(motion.pose_t1) &&
           motion.pose_t0.position == motion.pose_t1.position;
}

/// The obstacles that may be touched in this substep inside a box, placed at both its ends.
void gather_meetings(const Substep& substep, const Aabb& box, const ContactScratch& contact,
                     std::vector<Meeting>& meetings) {
    meetings.clear();
    const Real s0 = part_of_interval(substep.control, substep.time);
    const Real s1 = part_of_interval(substep.control, substep.time + substep.h);
    for (std::size_t o = 0; o < substep.model.obstacles.size(); ++o) {
        if (!box.overlaps(contact.obstacle_boxes[o])) continue;
        const ObstacleMotion& motion = substep.control.obstacles[o];
        meetings.push_back({.index = static_cast<int>(o),
                            .obstacle = &substep.model.obstacles[o],
                            .motion = &motion,
                            .pose_t0 = interpolate(motion.pose_t0, motion.pose_t1, s0),
                            .pose_t1 = interpolate(motion.pose_t0, motion.pose_t1, s1),
                            .s0 = s0,
                            .s1 = s1,
                            .h = substep.h,
                            .margin = substep.part.surface.thickness,
                            .box = contact.obstacle_boxes[o],
                            .stands = stands_upright(motion)});
        meetings.back().box.inflate(substep.part.surface.thickness);
    }
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

/// Calls fn(point) for every point that nobody leads.
template <class Fn>
void for_each_free_point(const Substep& substep, const Fn& fn) {
    parallel_for(
        substep.part.points.count,
        [&](int i) {
            const int point = substep.part.points.begin + i;
            if (!is_led(substep.model, point)) fn(point);
        },
        points_at_once);
}

/// Nearest surface in world coordinates at the end of the interval.
Nearest nearest_at_end(const Meeting& meeting, const Vec3& place) {
    if (meeting.obstacle->deforming) {
        const SurfacePoint found = nearest(meeting.motion->surface, place, meeting.s1, meeting.margin);
        return {found.distance, found.normal};
    }
    const Pose& pose = meeting.pose_t1;
    const Vec3 local = meeting.stands ? Vec3(place - pose.position) : pose.to_local(place);
    Nearest found = nearest_surface(meeting.obstacle->shape, local, meeting.margin);
    found.normal = meeting.stands ? Vec3(found.normal + Vec3::Zero()) : pose.rotation * found.normal;
    return found;
}

/// Lifts a point to the surface, or to `sunk` [m] below it.
void lift_point(int point, Real sunk, State& state, ContactScratch& contact) {
    constexpr Real rounding = 1e-9;  // [m]
    for (const Meeting& meeting : contact.meetings) {
        const bool is_boxed = !meeting.obstacle->deforming && is_boxed_solid(meeting.obstacle->shape);
        if (is_boxed && squared_distance(meeting.box, state.x[point]) > rounding * rounding) continue;
        const Nearest found = nearest_at_end(meeting, state.x[point]);
        const Real rise = meeting.margin - sunk - found.distance;
        if (rise <= 0) continue;
        const Vec3 lifted = state.x[point] + rise * found.normal;
        const auto stop = first_touch(contact.meetings, {state.x[point], lifted, 1});
        state.x[point] = stop && stop->meeting != &meeting ? stop->end : lifted;
        remember(contact.met[point], meeting, found.normal, Vec3::Zero());
    }
}

/// The leaves of a part that refines itself, else null.
const Leaves* leaves_of(const Substep& interval, const State& state) {
    for (std::size_t s = 0; s < interval.model.adaptive.size(); ++s)
        if (&interval.model.parts[interval.model.adaptive[s].part] == &interval.part) return &state.leaves[s];
    return nullptr;
}

bool has_nothing_to_meet(const Substep& substep) {
    return !substep.part.surface.collides || substep.model.obstacles.empty();
}

}  // namespace

void meet_obstacles(const Substep& substep, const Before& before, State& state, ContactScratch& contact) {
    if (has_nothing_to_meet(substep)) return;
    gather_meetings(substep, swept_box(substep.part, before.x, state.x), contact, contact.meetings);
    if (contact.meetings.empty()) return;
    for_each_free_point(substep, [&](int point) {
        meet_point(substep, contact.meetings,
                   {point, before.x[point], before.v[point], state.x[point], state.v[point]},
                   contact.met[point]);
    });
}

void place_obstacles(const Substep& substep, int rate, ContactScratch& contact) {
    contact.meetings_of_rate.resize(std::max<std::size_t>(contact.meetings_of_rate.size(), rate + 1));
    gather_meetings(substep, everywhere(), contact, contact.meetings_of_rate[rate]);
}

void meet_obstacles(const Substep& substep, const Stride& stride, ContactScratch& contact) {
    const std::vector<Meeting>& meetings = contact.meetings_of_rate[stride.rate];
    Aabb box;
    for (std::size_t k = 0; k < stride.points.size(); ++k) {
        box.extend(stride.x_before[k]);
        box.extend(stride.x[k]);
    }
    if (std::none_of(meetings.begin(), meetings.end(),
                     [&box](const Meeting& meeting) { return box.overlaps(meeting.box); }))
        return;
    for (std::size_t k = 0; k < stride.points.size(); ++k)
        if (const int point = stride.points[k]; !is_led(substep.model, point))
            meet_point(substep, meetings,
                       {point, stride.x_before[k], stride.v_before[k], stride.x[k], stride.v[k]},
                       contact.met[point]);
}

void lift_out(const Substep& interval, State& state, ContactScratch& contact) {
    if (has_nothing_to_meet(interval)) return;
    gather_meetings(interval, swept_box(interval.part, state.x, state.x), contact, contact.meetings);
    if (contact.meetings.empty()) return;
    const Leaves* const leaves = leaves_of(interval, state);
    for_each_free_point(interval, [&](int point) {
        lift_point(point, leaves ? leaves->sunk_at(interval.model.point_id[point]) : 0, state, contact);
    });
}

}  // namespace souple
