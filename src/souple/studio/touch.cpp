// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/touch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr Real hand_mark = -2e30;     // [s] start of a load: no scene can say it
constexpr Real pull_frequency = 20;   // [rad/s] of a free body on the pointer's spring
constexpr Real most_in_a_step = 0.5;  // k h^2 / m: the force is held over a step, and stable below 2
constexpr Real push_time = 0.1;       // [s] in which a ball has pushed things out of itself
constexpr Real turning_damping = 4;   // [1/s] of a body that hangs on the pointer

bool is_adaptive(const Model& model, int part) {
    return std::any_of(model.adaptive.begin(), model.adaptive.end(),
                       [part](const AdaptiveCloth& cloth) { return cloth.part == part; });
}

/// The index in `range` with the least `distance`, -1 when no index may be chosen.
template <class Distance>
int nearest(Range range, const Distance& distance) {
    int best = -1;
    Real least = std::numeric_limits<Real>::infinity();
    for (int i = range.begin; i < range.end(); ++i)
        if (const Real d = distance(i); d < least) {
            least = d;
            best = i;
        }
    return best;
}

int part_showing(const ViewPlan& plan, const std::string& structure) {
    for (std::size_t p = 0; p < plan.parts.size(); ++p) {
        const PartPlan& part = plan.parts[p];
        for (const std::string* name :
             {&part.surface_name, &part.curves_name, &part.points_name, &part.wisps_name, &part.discs_name})
            if (!name->empty() && *name == structure) return static_cast<int>(p);
        for (const BodyPlan& body : part.bodies)
            if (body.name == structure) return static_cast<int>(p);
    }
    return -1;
}

/// The frame that an instance or a disc shows, -1 for other structures.
int frame_showing(const PartPlan& plan, const Part& part, const Touched& touched) {
    if (touched.structure == plan.discs_name && touched.node >= 0 && touched.node < part.frames.count)
        return part.frames.begin + touched.node;
    for (const BodyPlan& body : plan.bodies)
        if (body.name == touched.structure && touched.node >= 0 &&
            touched.node < static_cast<int>(body.frames.size()))
            return body.frames[touched.node];
    return -1;
}

/// The grabbed point now: surfaces that refine themselves number their points anew.
int present_point(const Grab& grab, const Model& model) {
    if (!is_adaptive(model, grab.part)) return grab.point;
    return nearest(model.parts[grab.part].points, [&](int p) {
        return is_led(model, p) ? std::numeric_limits<Real>::infinity()
                                : (model.point_rest[p] - grab.rest).squaredNorm();
    });
}

void pull_point(const Grab& grab, Real h, World& world) {
    Model& model = world.model;
    const int p = present_point(grab, model);
    if (p < 0 || p >= world.state.point_count()) return;
    const Range points = model.parts[grab.part].points;
    Real whole = 0;
    for (int q = points.begin; q < points.end(); ++q) whole += model.point_mass[q];
    const Real m = model.point_mass[p];
    const Real k = std::min(whole * pull_frequency * pull_frequency, most_in_a_step * m / (h * h));
    const Vec3 force =
        k * (grab.target - world.state.x[p]) - std::sqrt(k * m) * world.state.v[p] - m * model.gravity;
    model.loads.push_back({p, force, hand_mark, 1e30, false});
}

void pull_frame(const Grab& grab, Real h, World& world) {
    Model& model = world.model;
    const Frames& frames = world.state.frames;
    const FrameInertia& inertia = model.frame_inertia[grab.frame];
    const Real m = inertia.mass;
    const Real k = std::min(m * pull_frequency * pull_frequency, most_in_a_step * m / (h * h));
    const Vec3 arm = frames.q[grab.frame] * grab.local;
    const Vec3 velocity = frames.v[grab.frame] + frames.w[grab.frame].cross(arm);
    const Vec3 force =
        k * (grab.target - frames.x[grab.frame] - arm) - std::sqrt(k * m) * velocity - m * model.gravity;
    model.loads.push_back({grab.frame, force, hand_mark, 1e30, true});
    const Vec3 torque =
        arm.cross(force) - turning_damping * inertia.moments.minCoeff() * frames.w[grab.frame];
    model.torques.push_back({grab.frame, torque, hand_mark, 1e30});
}

/// A force that acts at a place: on a frame with its turning.
void load(const HeldForce& held, World& world) {
    Model& model = world.model;
    if (held.at.frame >= 0) {
        const Vec3 arm = world.state.frames.q[held.at.frame] * held.at.local;
        model.loads.push_back({held.at.frame, held.force, hand_mark, 1e30, true});
        model.torques.push_back({held.at.frame, arm.cross(held.force), hand_mark, 1e30});
    } else if (const int p = present_point(held.at, model); p >= 0 && p < world.state.point_count()) {
        model.loads.push_back({p, held.force, hand_mark, 1e30, false});
    }
}

/// [N] on a mass that is `deep` [m] inside a ball and moves at v: at the end of the step it leaves along n,
/// and would be outside after the time of a push. Nothing brakes what leaves quicker.
Vec3 push_out(Real m, Real deep, const Vec3& n, const Vec3& v, Real h) {
    const Real missing = deep / std::max(push_time, 2 * h) - v.dot(n);
    return m / h * std::max<Real>(0, missing) * n;
}

void push(const PushBall& ball, Real h, World& world) {
    Model& model = world.model;
    const State& state = world.state;
    const auto meet = [&](int node, Real m, Real size, const Vec3& x, const Vec3& v, bool on_frame) {
        const Vec3 out = x - ball.at;
        const Real distance = out.norm(), deep = ball.radius + size - distance;
        if (!(deep > 0) || !(m > 0)) return;
        const Vec3 n = distance > 0 ? Vec3(out / distance) : Vec3::UnitY();
        model.loads.push_back({node, push_out(m, deep, n, v, h), hand_mark, 1e30, on_frame});
    };
    for (int p = 0; p < state.point_count(); ++p)
        if (!is_led(model, p)) meet(p, model.point_mass[p], 0, state.x[p], state.v[p], false);
    for (std::size_t f = 0; f < state.frames.x.size(); ++f) {
        const FrameInertia& inertia = model.frame_inertia[f];
        // the ball of even density with the least moment: it lies inside what it stands for
        const Real size = inertia.mass > 0 ? std::sqrt(2.5 * inertia.moments.minCoeff() / inertia.mass) : 0;
        meet(static_cast<int>(f), inertia.mass, size, state.frames.x[f], state.frames.v[f], true);
    }
}

void lead(const StillPoint& still, World& world) {
    add_pin(world, still.point, still.place, -1);
    ++world.model.revision;
}

}  // namespace

bool is_busy(const Hands& hands) {
    return !hands.grabs.empty() || !hands.forces.empty() || !hands.balls.empty();
}

Grab find_touched(const ViewPlan& plan, const World& world, const Touched& touched) {
    const Model& model = world.model;
    Grab grab{.part = part_showing(plan, touched.structure), .target = touched.at};
    if (grab.part < 0 || !is_finite(touched.at))
        throw InputError(fmt::format("'{}' cannot be touched", touched.structure));
    const Part& part = model.parts[grab.part];
    grab.frame = frame_showing(plan.parts[grab.part], part, touched);
    if (grab.frame >= 0) {
        const Pose pose{world.state.frames.x[grab.frame], world.state.frames.q[grab.frame]};
        grab.local = pose.to_local(touched.at);
        return grab;
    }
    grab.point = nearest(part.points, [&](int p) {
        return is_led(model, p) ? std::numeric_limits<Real>::infinity()
                                : (world.state.x[p] - touched.at).squaredNorm();
    });
    if (grab.point < 0) throw InputError(fmt::format("nothing of '{}' can move", part.name));
    grab.rest = model.point_rest[grab.point];
    return grab;
}

Vec3 place_of(const Grab& grab, const World& world) {
    if (grab.frame >= 0)
        return Pose{world.state.frames.x[grab.frame], world.state.frames.q[grab.frame]}.to_world(grab.local);
    const int p = present_point(grab, world.model);
    return p >= 0 ? world.state.x[p] : grab.target;
}

void put_on_forces(const Hands& hands, Real h, World& world) {
    for (const Grab& grab : hands.grabs) {
        if (grab.frame >= 0)
            pull_frame(grab, h, world);
        else
            pull_point(grab, h, world);
    }
    for (const HeldForce& held : hands.forces) load(held, world);
    for (const PushBall& ball : hands.balls) push(ball, h, world);
}

void take_off_forces(World& world) {
    std::erase_if(world.model.loads, [](const Load& load) { return load.start == hand_mark; });
    std::erase_if(world.model.torques, [](const Torque& torque) { return torque.start == hand_mark; });
}

void hold_still(const Grab& touched, World& world, Hands& hands) {
    if (touched.frame >= 0 || is_adaptive(world.model, touched.part)) {
        Grab lasting = touched;
        lasting.owner = 0;
        lasting.target = place_of(touched, world);
        // held once more, it is held here: two springs at one place would be too stiff for the step
        std::erase_if(hands.grabs, [&](const Grab& held) {
            return held.owner == 0 && held.part == lasting.part && held.frame == lasting.frame &&
                   (held.frame >= 0 || held.rest == lasting.rest);
        });
        hands.grabs.push_back(lasting);
        return;
    }
    hands.still.push_back({touched.part, touched.point, world.state.x[touched.point]});
    lead(hands.still.back(), world);
    hands.revision = world.model.revision;
}

void let_go(int part, const Vec3& at, World& world, Hands& hands) {
    const auto far = std::numeric_limits<Real>::infinity();
    const auto from_still = [&](int i) {
        return hands.still[i].part == part ? (hands.still[i].place - at).norm() : far;
    };
    const auto from_grab = [&](int i) {
        const Grab& grab = hands.grabs[i];
        return grab.part == part && grab.owner == 0 ? (grab.target - at).norm() : far;
    };
    const int still = nearest({0, static_cast<int>(hands.still.size())}, from_still);
    const int held = nearest({0, static_cast<int>(hands.grabs.size())}, from_grab);
    if (still < 0 && held < 0) throw InputError("nothing of this part is held");
    if (still < 0 || (held >= 0 && from_grab(held) < from_still(still))) {
        hands.grabs.erase(hands.grabs.begin() + held);
        return;
    }
    Model& model = world.model;
    const int point = hands.still[still].point;
    std::erase_if(model.pins, [point](const Pin& pin) { return pin.node == point; });
    model.inv_mass[point] = 1 / model.point_mass[point];
    hands.revision = ++model.revision;
    hands.still.erase(hands.still.begin() + still);
}

void follow_model(World& world, Hands& hands) {
    if (hands.still.empty() || hands.revision == world.model.revision) return;
    for (const StillPoint& still : hands.still)
        if (!is_led(world.model, still.point)) lead(still, world);
    hands.revision = world.model.revision;
}

}  // namespace souple
