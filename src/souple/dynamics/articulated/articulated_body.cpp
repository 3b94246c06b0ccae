// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/articulated_body.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

Mat3 world_inertia(const FrameInertia& inertia, const Quat& q) {
    const Mat3 axes = q.toRotationMatrix();
    return axes * inertia.moments.asDiagonal() * axes.transpose();
}

/// The link alone, about its reference point.
Mat3 inertia_of(const ArticulatedTree& tree, int i, const FrameInertia& body, TreeWork& work) {
    const LinkPlace& place = work.places[i];
    const Mat3 turning = world_inertia(body, place.joint.rotation * tree.links[i].in_joint.rotation);
    work.inertia[i] = body_inertia(body.mass, turning, place.centre);
    return turning;
}

/// What the link would need to go on as it goes, less what acts on it.
Wrench bias_of(const LinkPlace& place, const FrameInertia& body, const Mat3& turning, const Vec3& force,
               const Vec3& torque) {
    const Vec3& w = place.velocity.w;
    const Vec3 missing = body.mass * w.cross(w.cross(place.centre)) - force;
    return {w.cross(turning * w) - torque + place.centre.cross(missing), missing};
}

/// Lets the freedoms of a joint give way, last one first, and hands what is left to the parent.
template <class Free>
void fold(const ArticulatedTree& tree, int i, const Free& free, TreeWork& work) {
    const LinkPlace& place = work.places[i];
    SpatialInertia& inertia = work.inertia[i];
    Wrench& bias = work.bias[i];
    for (int k = place.freedom - 1; k >= 0; --k) free(i, k, inertia, bias);
    const TreeLink& link = tree.links[i];
    if (link.kind == JointKind::Free) {
        work.free_inverse[i] = inverse_of(inertia);
        return;
    }
    if (link.parent < 0) return;
    bias = bias + inertia * place.drift;
    work.inertia[link.parent] += about(inertia, place.arm);
    work.bias[link.parent] = work.bias[link.parent] + about(bias, place.arm);
}

void give_way_along(TreeWork& work, int i, int k, Real growth, SpatialInertia& inertia) {
    const Twist& column = work.places[i].column[k];
    LinkFactor& factor = work.factors[i];
    factor.load[k] = inertia * column;
    factor.inverse[k] = 1 / (dot(column, factor.load[k]) + growth);
    give_way(inertia, factor.load[k], factor.inverse[k]);
}

/// From the tips to the base.
void fold_tree(const ArticulatedTree& tree, std::span<const JointState> joints, Real implicit,
               TreeWork& work) {
    for (int i = static_cast<int>(tree.links.size()) - 1; i >= 0; --i) {
        const JointForce own = joint_force(tree.links[i], joints[i], implicit);
        const JointDrive& drive = work.drives[i];
        fold(
            tree, i,
            [&](int link, int k, SpatialInertia& inertia, Wrench& bias) {
                const Twist& column = work.places[link].column[k];
                LinkFactor& factor = work.factors[link];
                Real& push = work.push[link][k];
                push = own.force[k] + drive.force[k] - dot(column, bias);
                if (drive.prescribed[k]) {
                    factor.load[k] = inertia * column;
                    factor.inverse[k] = 0;
                    bias = bias + drive.acceleration[k] * factor.load[k];
                    return;
                }
                give_way_along(work, link, k, own.growth[k], inertia);
                bias = bias + (factor.inverse[k] * push) * factor.load[k];
            },
            work);
    }
}

/// The force that a prescribed acceleration takes, besides what acts already.
Real needed_force(const TreeWork& work, int i, int k, const Twist& before, Real acceleration) {
    const LinkFactor& factor = work.factors[i];
    const Twist after = before + acceleration * work.places[i].column[k];
    return dot(after, factor.load[k]) - work.push[i][k];
}

/// From the base to the tips.
void unfold_tree(const ArticulatedTree& tree, TreeWork& work, std::span<JointAcceleration> accelerations) {
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
        const TreeLink& link = tree.links[i];
        const LinkPlace& place = work.places[i];
        accelerations[i] = {};
        if (link.kind == JointKind::Free) {
            work.motion[i] = work.free_inverse[i] * -work.bias[i];
            accelerations[i] = {work.motion[i].v, work.motion[i].w};
            continue;
        }
        Twist motion = place.drift;
        if (link.parent >= 0) motion = motion + seen_at(work.motion[link.parent], place.arm);
        for (int k = 0; k < place.freedom; ++k) {
            JointDrive& drive = work.drives[i];
            const LinkFactor& factor = work.factors[i];
            Real acceleration = factor.inverse[k] * (work.push[i][k] - dot(motion, factor.load[k]));
            if (drive.prescribed[k]) {
                acceleration = drive.acceleration[k];
                drive.force[k] += needed_force(work, i, k, motion, acceleration);
            }
            motion = motion + acceleration * place.column[k];
            accelerations[i].qdd[k] = acceleration;
        }
        work.motion[i] = motion;
    }
}

/// A ball springs back along its turn; beyond its largest turn it meets the stop. Its motor turns about an
/// axis of the parent's side.
void ball_force(const TreeLink& link, const JointState& joint, Real h, JointForce& sum) {
    const DofLaw& law = link.laws[0];
    const Vec3 turn = to_rotation_vector(joint.turn);
    const Real angle = turn.norm(), beyond = angle - law.high;
    Real stiffness = law.stiffness, damping = law.damping;
    sum.force = -law.stiffness * turn - law.damping * joint.qd;
    if (beyond > 0) {
        sum.force -= (law.stop_stiffness * beyond / angle) * turn + law.stop_damping * joint.qd;
        stiffness += law.stop_stiffness * beyond / angle;
        damping += law.stop_damping;
    }
    if (law.motor_gain > 0) {
        const Vec3 wanted = law.motor_gain * (law.motor_speed * link.axes[0] - joint.qd);
        const Real size = wanted.norm();
        sum.force += size > law.motor_most ? Vec3((law.motor_most / size) * wanted) : wanted;
        if (size < law.motor_most) damping += law.motor_gain;
    }
    sum.force -= h * stiffness * joint.qd;
    sum.growth.setConstant(h * (damping + h * stiffness));
}

}  // namespace

DofForce dof_force(const DofLaw& law, Real q, Real qd) {
    DofForce sum{-law.stiffness * (q - law.rest) - law.damping * qd, law.stiffness, law.damping};
    const Real beyond = std::max(q - law.high, Real(0)) + std::min(q - law.low, Real(0));
    if (beyond != 0) {
        sum.force -= law.stop_stiffness * beyond + law.stop_damping * qd;
        sum.stiffness += law.stop_stiffness;
        sum.damping += law.stop_damping;
    }
    if (law.motor_gain > 0) {
        const Real wanted = law.motor_gain * (law.motor_speed - qd);
        sum.force += std::clamp(wanted, -law.motor_most, law.motor_most);
        if (std::abs(wanted) < law.motor_most) sum.damping += law.motor_gain;
    }
    return sum;
}

Real dof_energy(const DofLaw& law, Real q) {
    const Real stretch = q - law.rest;
    const Real beyond = std::max(q - law.high, Real(0)) + std::min(q - law.low, Real(0));
    return 0.5 * law.stiffness * stretch * stretch + 0.5 * law.stop_stiffness * beyond * beyond;
}

JointForce joint_force(const TreeLink& link, const JointState& joint, Real h) {
    JointForce sum;
    if (link.kind == JointKind::Fixed || link.kind == JointKind::Free) return sum;
    if (link.kind == JointKind::Ball) {
        ball_force(link, joint, h, sum);
        return sum;
    }
    for (int k = 0; k < freedom_of(link.kind); ++k) {
        const DofForce one = dof_force(link.laws[k], joint.q[k], joint.qd[k]);
        sum.force[k] = one.force - h * one.stiffness * joint.qd[k];
        sum.growth[k] = h * (one.damping + h * one.stiffness);
    }
    return sum;
}

void prepare(const ArticulatedTree& tree, TreeWork& work) {
    const std::size_t count = tree.links.size();
    work.places.resize(count);
    work.factors.resize(count);
    work.inertia.resize(count);
    work.bias.resize(count);
    work.push.resize(count);
    work.motion.resize(count);
    work.drives.resize(count);
    work.free_inverse.resize(!tree.links.empty() && tree.links[0].kind == JointKind::Free ? 1 : 0);
}

void accelerate(const ArticulatedTree& tree, std::span<const JointState> joints, const TreeLoads& loads,
                Real implicit, TreeWork& work, std::span<JointAcceleration> accelerations) {
    for (int i = 0; i < static_cast<int>(tree.links.size()); ++i) {
        const int f = tree.frames.begin + i;
        const Mat3 turning = inertia_of(tree, i, loads.inertia[f], work);
        work.bias[i] = bias_of(work.places[i], loads.inertia[f], turning, loads.force[f], loads.torque[f]);
    }
    fold_tree(tree, joints, implicit, work);
    unfold_tree(tree, work, accelerations);
}

void factor_tree(const ArticulatedTree& tree, std::span<const FrameInertia> inertia, TreeWork& work) {
    const int count = static_cast<int>(tree.links.size());
    for (int i = 0; i < count; ++i) {
        inertia_of(tree, i, inertia[tree.frames.begin + i], work);
        work.bias[i] = {};
        work.push[i] = {};
    }
    for (int i = count - 1; i >= 0; --i)
        fold(
            tree, i,
            [&](int link, int k, SpatialInertia& own, Wrench&) { give_way_along(work, link, k, 0, own); },
            work);
}

void answer_impulse(const ArticulatedTree& tree, int link, const Wrench& impulse, TreeWork& work) {
    // up to the base: only the links on the way are pushed
    Wrench bias = -impulse;
    int root = link;
    for (int i = link; i >= 0; i = tree.links[i].parent) {
        const LinkPlace& place = work.places[i];
        const LinkFactor& factor = work.factors[i];
        for (int k = place.freedom - 1; k >= 0; --k) {
            work.push[i][k] = -dot(place.column[k], bias);
            bias = bias + (factor.inverse[k] * work.push[i][k]) * factor.load[k];
        }
        root = i;
        if (tree.links[i].parent >= 0) bias = about(bias, place.arm);
    }
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
        const TreeLink& own = tree.links[i];
        const LinkPlace& place = work.places[i];
        Twist motion;
        if (own.kind == JointKind::Free) {
            if (static_cast<int>(i) == root) motion = work.free_inverse[i] * -bias;
        } else if (own.parent >= 0) {
            motion = seen_at(work.motion[own.parent], place.arm);
        }
        for (int k = 0; k < place.freedom; ++k) {
            const LinkFactor& factor = work.factors[i];
            motion = motion +
                     (factor.inverse[k] * (work.push[i][k] - dot(motion, factor.load[k]))) * place.column[k];
        }
        work.motion[i] = motion;
    }
    for (int i = link; i >= 0; i = tree.links[i].parent) work.push[i] = {};
}

Real joint_energy(const ArticulatedTree& tree, std::span<const JointState> joints) {
    Real sum = 0;
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
        const TreeLink& link = tree.links[i];
        if (link.kind == JointKind::Free || link.kind == JointKind::Fixed) continue;
        if (link.kind == JointKind::Ball) {
            // whatever the axis: a ball rests straight and has the upper stop only
            DofLaw law = link.laws[0];
            law.rest = 0;
            law.low = -law.high;
            sum += dof_energy(law, to_rotation_vector(joints[i].turn).norm());
            continue;
        }
        for (int k = 0; k < freedom_of(link.kind); ++k) sum += dof_energy(link.laws[k], joints[i].q[k]);
    }
    return sum;
}

}  // namespace souple
