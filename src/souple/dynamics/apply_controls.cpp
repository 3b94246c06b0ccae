// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Evaluates what the animator drives at both ends of the interval, sets led points on their way, and finds
// what hands do.
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/dynamics/step.h"

namespace souple {

namespace {

void move_tracks(const Interval& interval, const State& state, Control& control) {
    const std::size_t count = interval.model.tracks.size();
    control.track_t0.resize(count);
    control.track_t1.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
        const Track& track = interval.model.tracks[k];
        const bool carried = track.frame >= 0;
        control.track_t0[k] = carried ? pose_now(track, state) : pose_at(track, control.time_t0);
        control.track_t1[k] =
            carried ? pose_after(track, state, interval.length) : pose_at(track, control.time_t1);
    }
}

void place_points(const MeshSequence& sequence, const Pose& pose, Real time, std::vector<Vec3>& points) {
    points_at(sequence, time, points);
    for (Vec3& p : points) p = pose.to_world(p);
}

void deform(const Obstacle& obstacle, const Control& control, ObstacleMotion& motion) {
    const MeshSequence& sequence = *obstacle.deforming;
    place_points(sequence, motion.pose_t0, control.time_t0, motion.points_t0);
    place_points(sequence, motion.pose_t1, control.time_t1, motion.points_t1);
    if (motion.surface.triangles.empty())
        motion.surface = make_deforming_surface({motion.points_t0, sequence.triangles}, obstacle.name);
    update(motion.surface, motion.points_t0, motion.points_t1);
}

void move_obstacles(const Interval& interval, Control& control) {
    control.obstacles.resize(interval.model.obstacles.size());
    for (std::size_t o = 0; o < control.obstacles.size(); ++o) {
        const Obstacle& obstacle = interval.model.obstacles[o];
        ObstacleMotion& motion = control.obstacles[o];
        motion.pose_t0 = obstacle.track < 0 ? obstacle.pose : control.track_t0[obstacle.track];
        motion.pose_t1 = obstacle.track < 0 ? obstacle.pose : control.track_t1[obstacle.track];
        if (!obstacle.deforming) continue;
        deform(obstacle, control, motion);
    }
}

void move_anchors(const Model& model, Control& control) {
    control.anchor_t0.resize(model.anchors.size());
    control.anchor_t1.resize(model.anchors.size());
    for (std::size_t k = 0; k < model.anchors.size(); ++k) {
        const SurfaceAnchor& anchor = model.anchors[k];
        const ObstacleMotion& motion = control.obstacles[anchor.obstacle];
        const auto [a, b, c] = anchor.corners;
        const std::vector<Vec3>&from = motion.points_t0, &to = motion.points_t1;
        control.anchor_t0[k] = anchor_pose(anchor, from[a], from[b], from[c]);
        control.anchor_t1[k] = anchor_pose(anchor, to[a], to[b], to[c]);
    }
}

/// A led point goes straight from one end of its track's interval to the other.
void lead_points(const Interval& interval, const Control& control, State& state) {
    for (const Pin& pin : interval.model.pins) {
        const Vec3 from = pin_place(control, pin, 0), to = pin_place(control, pin, 1);
        state.x[pin.node] = from;
        state.v[pin.node] = (to - from) / interval.length;
    }
}

/// What roots of wisps gain when they are led anew comes from the body that carries them.
void lead_roots(const Interval& interval, const Control& control, State& state, CarrierScratch& carriers) {
    const Model& model = interval.model;
    for (const Hair& hair : model.hair) {
        if (!is_felt(model, hair)) continue;
        WispPull pull;
        for (int k = hair.first_pin; k < hair.first_pin + 2 * hair.slots; ++k) {
            const Pin& pin = model.pins[k];
            const Vec3 v = (pin_place(control, pin, 1) - pin_place(control, pin, 0)) / interval.length;
            const Vec3 impulse = model.point_mass[pin.node] * (state.v[pin.node] - v);
            pull = pull + WispPull{impulse, state.x[pin.node].cross(impulse)};
        }
        pull_carrier(model, hair, pull, state, carriers);
    }
}

}  // namespace

Vec3 pin_place(const Control& control, const Pin& pin, int end) {
    if (pin.anchor >= 0)
        return (end == 0 ? control.anchor_t0 : control.anchor_t1)[pin.anchor].to_world(pin.local);
    if (pin.track < 0) return pin.local;
    return (end == 0 ? control.track_t0 : control.track_t1)[pin.track].to_world(pin.local);
}

void apply_controls(const Interval& interval, Control& control, State& state, Profile& profile,
                    CarrierScratch& carriers) {
    const Zone zone(profile, Stage::ApplyControls);
    control.time_t0 = interval.time;
    control.time_t1 = interval.time + interval.length;
    move_tracks(interval, state, control);
    move_obstacles(interval, control);
    move_anchors(interval.model, control);
    lead_roots(interval, control, state, carriers);
    lead_points(interval, control, state);
    find_hand_forces(control.hands, interval.model, state, interval.length, control.by_hand);
}

}  // namespace souple
