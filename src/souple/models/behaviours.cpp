// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/behaviours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/math/degrees.h"

namespace souple {

namespace {

void check_keys(const BehaviourDef& def, const std::string& who) {
    for (std::size_t k = 1; k < def.keys.size(); ++k)
        if (!(def.keys[k][0] > def.keys[k - 1][0]))
            throw InputError(fmt::format("{}: times of its keys must increase", who));
    if (def.keys.empty() && (def.period > 0 || def.delay != 0))
        throw InputError(fmt::format("{}: period and delay need keys", who));
    if (def.period > 0 && !def.keys.empty() && def.keys.back()[0] > def.keys.front()[0] + def.period)
        throw InputError(fmt::format("{}: its keys last longer than its period of {} s", who, def.period));
}

void check_joint(const BehaviourDef& def, JointKind joint, const std::string& who) {
    if (joint == JointKind::Free || def.freedom < 0 || def.freedom >= freedom_of(joint))
        throw InputError(fmt::format("{}: the joint has no freedom {}", who, def.freedom));
    const bool ball = joint == JointKind::Ball;
    if (ball && (!def.keys.empty() || def.kind == BehaviourKind::Formula || def.freedom > 0 || def.goal != 0))
        throw InputError(
            fmt::format("{}: a ball moves as a whole, to its turn: no goal, keys, formula or freedom", who));
    if (!ball && !def.turn.isZero(0))
        throw InputError(fmt::format("{}: it has a turn, and that belongs to a ball", who));
    if ((def.kind == BehaviourKind::Formula) == def.force.empty())
        throw InputError(fmt::format("{} {}", who,
                                     def.force.empty() ? "needs the formula of its force"
                                                       : "has a force, and that belongs to a formula"));
    if (!(def.time > 0)) throw InputError(fmt::format("{}: its time must be positive", who));
}

/// In radians or metres.
KeyedValue goal_at(const JointBehaviour& behaviour, Real time) {
    const BehaviourDef& def = behaviour.def;
    if (def.keys.empty()) return {behaviour.unit * def.goal, 0};
    Real moment = time - def.delay;
    if (def.period > 0) {
        const Real start = def.keys.front()[0];
        moment = start + std::fmod(moment - start, def.period);
        if (moment < start) moment += def.period;
    }
    const KeyedValue goal = keyed_value(def.keys, moment);
    return {behaviour.unit * goal.value, behaviour.unit * goal.rate};
}

Real limited(const BehaviourDef& def, Real force) { return std::clamp(force, -def.most, def.most); }

/// Two muscles whose pulls grow exponentially, one on each side (003 F3.19): k sinh(s way) / s.
Real spring_pull(const BehaviourDef& def, Real way) {
    if (def.steepness <= 0) return def.stiffness * way;
    return limited(def, def.stiffness * std::sinh(def.steepness * way) / def.steepness);
}

void drive_ball(const BehaviourDef& def, const JointState& joint, JointDrive& drive) {
    const Vec3 way = to_rotation_vector(rotation_from_degrees(def.turn) * joint.turn.conjugate());
    if (def.kind == BehaviourKind::Follow) {
        drive.prescribed = {true, true, true};
        drive.acceleration = way / (def.time * def.time) - 2 / def.time * joint.qd;
        return;
    }
    const Real length = way.norm();
    const Vec3 pull = length > 0 ? Vec3(spring_pull(def, length) / length * way) : Vec3(Vec3::Zero());
    const Vec3 wanted = pull - def.damping * joint.qd;
    const Real size = wanted.norm();
    drive.force += size > def.most ? Vec3(def.most / size * wanted) : wanted;
}

}  // namespace

JointBehaviour make_joint_behaviour(const BehaviourDef& def, int link, JointKind joint,
                                    const std::string& who) {
    check_joint(def, joint, who);
    check_keys(def, who);
    const Real unit = joint == JointKind::Slider ? 1 : radians_per_degree;
    JointBehaviour behaviour{link, def.freedom, joint, unit, def, {}};
    if (def.kind == BehaviourKind::Formula) behaviour.formula = parse_formula(def.force);
    return behaviour;
}

KeyedValue keyed_value(const std::vector<std::array<Real, 2>>& keys, Real time) {
    if (time <= keys.front()[0]) return {keys.front()[1], 0};
    for (std::size_t k = 1; k < keys.size(); ++k)
        if (time < keys[k][0]) {
            const Real rate = (keys[k][1] - keys[k - 1][1]) / (keys[k][0] - keys[k - 1][0]);
            const Real s = (time - keys[k - 1][0]) / (keys[k][0] - keys[k - 1][0]);
            return {keys[k - 1][1] + s * (keys[k][1] - keys[k - 1][1]), rate};
        }
    return {keys.back()[1], 0};
}

void drive_joint(const JointBehaviour& behaviour, Real time, const JointState& joint, JointDrive& drive) {
    const BehaviourDef& def = behaviour.def;
    if (behaviour.joint == JointKind::Ball) return drive_ball(def, joint, drive);
    const int k = behaviour.freedom;
    const KeyedValue goal = goal_at(behaviour, time);
    const Real way = goal.value - joint.q[k], lack = goal.rate - joint.qd[k];
    switch (def.kind) {
        case BehaviourKind::Spring:
            drive.force[k] += limited(def, spring_pull(def, way) + def.damping * lack);
            return;
        case BehaviourKind::Follow:
            drive.prescribed[k] = true;
            drive.acceleration[k] = way / (def.time * def.time) + 2 / def.time * lack;
            return;
        case BehaviourKind::Formula:
            drive.force[k] += limited(
                def, evaluate(behaviour.formula, Vec3(joint.q[k], joint.qd[k], goal.value), time).value);
            return;
    }
}

}  // namespace souple
