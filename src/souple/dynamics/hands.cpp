// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hands.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

namespace {

constexpr Real pull_frequency = 20;   // [rad/s] of a free body on the pointer's spring
constexpr Real most_in_a_step = 0.5;  // k h^2 / m: the force is held over a step, and stable below 2
constexpr Real push_time = 0.1;       // [s] in which a ball has pushed things out of itself
constexpr Real turning_damping = 4;   // [1/s] of a body that hangs on the pointer

/// Where hands meet the world.
struct Reach {
    const Model& model;
    const State& state;
    Real h;  ///< [s]
    HandForces& forces;
};

/// The grabbed point now, -1 when there is none.
int present_point(const Grab& grab, const Model& model) {
    if (refines_itself(model, grab.part))
        return nearest_free_point(model, grab.part, model.point_rest, grab.rest);
    return grab.point < static_cast<int>(model.point_mass.size()) ? grab.point : -1;
}

Real mass_of(const Model& model, Range points) {
    Real mass = 0;
    for (int p = points.begin; p < points.end(); ++p) mass += model.point_mass[p];
    return mass;
}

void pull_point(const Reach& reach, const Grab& grab) {
    const Model& model = reach.model;
    const int p = present_point(grab, model);
    if (p < 0) return;
    const Real m = model.point_mass[p];
    const Real whole = mass_of(model, model.parts[grab.part].points);
    const Real k =
        std::min(whole * pull_frequency * pull_frequency, most_in_a_step * m / (reach.h * reach.h));
    reach.forces.point[p] +=
        k * (grab.target - reach.state.x[p]) - std::sqrt(k * m) * reach.state.v[p] - m * model.gravity;
}

void pull_frame(const Reach& reach, const Grab& grab) {
    const Frames& frames = reach.state.frames;
    const int f = grab.frame;
    const FrameInertia& inertia = reach.model.frame_inertia[f];
    const Real m = inertia.mass;
    const Real k = std::min(m * pull_frequency * pull_frequency, most_in_a_step * m / (reach.h * reach.h));
    const Vec3 arm = frames.q[f] * grab.local;
    const Vec3 velocity = frames.v[f] + frames.w[f].cross(arm);
    const Vec3 force =
        k * (grab.target - frames.x[f] - arm) - std::sqrt(k * m) * velocity - m * reach.model.gravity;
    reach.forces.frame[f] += force;
    reach.forces.torque[f] += arm.cross(force) - turning_damping * inertia.moments.minCoeff() * frames.w[f];
}

/// A force that acts at a place: on a frame with its turning.
void load(const Reach& reach, const HeldForce& held) {
    const int f = held.at.frame;
    if (f >= 0) {
        reach.forces.frame[f] += held.force;
        reach.forces.torque[f] += (reach.state.frames.q[f] * held.at.local).cross(held.force);
    } else if (const int p = present_point(held.at, reach.model); p >= 0) {
        reach.forces.point[p] += held.force;
    }
}

/// [N] on a mass that is `deep` [m] inside a ball and moves at v: at the end of the interval it leaves along
/// n, and would be outside after the time of a push. Nothing brakes what leaves quicker.
Vec3 push_out(Real m, Real deep, const Vec3& n, const Vec3& v, Real h) {
    const Real missing = deep / std::max(push_time, 2 * h) - v.dot(n);
    return m / h * std::max<Real>(0, missing) * n;
}

void push(const Reach& reach, const PushBall& ball) {
    const Model& model = reach.model;
    const State& state = reach.state;
    const auto meet = [&](Real m, Real size, const Vec3& x, const Vec3& v) -> Vec3 {
        const Vec3 out = x - ball.at;
        const Real distance = out.norm(), deep = ball.radius + size - distance;
        if (!(deep > 0)) return Vec3::Zero();
        return push_out(m, deep, distance > 0 ? Vec3(out / distance) : Vec3::UnitY(), v, reach.h);
    };
    for (int p = 0; p < state.point_count(); ++p)
        if (!is_led(model, p)) reach.forces.point[p] += meet(model.point_mass[p], 0, state.x[p], state.v[p]);
    for (int f = 0; f < state.frames.count(); ++f) {
        const FrameInertia& inertia = model.frame_inertia[f];
        // the ball of even density with the least moment: it lies inside what it stands for
        const Real size = std::sqrt(2.5 * inertia.moments.minCoeff() / inertia.mass);
        reach.forces.frame[f] += meet(inertia.mass, size, state.frames.x[f], state.frames.v[f]);
    }
}

}  // namespace

bool refines_itself(const Model& model, int part) {
    return std::any_of(model.adaptive.begin(), model.adaptive.end(),
                       [part](const AdaptiveCloth& cloth) { return cloth.part == part; });
}

int nearest_free_point(const Model& model, int part, const std::vector<Vec3>& places, const Vec3& at) {
    const Range points = model.parts[part].points;
    int best = -1;
    Real least = std::numeric_limits<Real>::infinity();
    for (int p = points.begin; p < points.end(); ++p) {
        const Real squared_distance = (places[p] - at).squaredNorm();
        if (is_led(model, p) || !(squared_distance < least)) continue;
        least = squared_distance;
        best = p;
    }
    return best;
}

Vec3 place_of(const Grab& grab, const Model& model, const State& state) {
    if (grab.frame >= 0)
        return Pose{state.frames.x[grab.frame], state.frames.q[grab.frame]}.to_world(grab.local);
    const int p = present_point(grab, model);
    return p >= 0 ? state.x[p] : grab.target;
}

void find_hand_forces(const Hands& hands, const Model& model, const State& state, Real h,
                      HandForces& forces) {
    const bool busy = hands.are_busy();
    forces.point.assign(busy ? state.x.size() : 0, Vec3::Zero());
    forces.frame.assign(busy ? state.frames.x.size() : 0, Vec3::Zero());
    forces.torque.assign(busy ? state.frames.x.size() : 0, Vec3::Zero());
    const Reach reach{model, state, h, forces};
    for (const Grab& grab : hands.grabs) {
        if (grab.frame >= 0)
            pull_frame(reach, grab);
        else
            pull_point(reach, grab);
    }
    for (const HeldForce& held : hands.forces) load(reach, held);
    for (const PushBall& ball : hands.balls) push(reach, ball);
}

}  // namespace souple
