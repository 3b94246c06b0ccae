// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/step_tree.h"

#include <algorithm>

#include "souple/dynamics/articulated/loops.h"
#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/dynamics/solvers/common.h"
#include "souple/dynamics/solvers/visits.h"

namespace souple {

namespace {

JointSlope slope_of(JointKind kind, const JointState& joint, const JointAcceleration& acceleration) {
    JointSlope slope{joint.qd, Quat(0, 0, 0, 0), acceleration.qdd, acceleration.spin};
    if (kind == JointKind::Ball) slope.turn = quaternion_rate(joint.turn, joint.qd);
    if (kind == JointKind::Free) slope.turn = quaternion_rate(joint.turn, joint.spin);
    return slope;
}

JointState moved_along(JointKind kind, const JointState& start, const JointSlope& slope, Real h) {
    JointState end = start;
    if (kind != JointKind::Ball) end.q += h * slope.q;
    if (kind == JointKind::Ball || kind == JointKind::Free)
        end.turn = advance_along(start.turn, slope.turn, h);
    end.qd += h * slope.qd;
    end.spin += h * slope.spin;
    return end;
}

void add(JointSlope& sum, Real weight, const JointSlope& slope) {
    sum.q += weight * slope.q;
    sum.turn.coeffs() += weight * slope.turn.coeffs();
    sum.qd += weight * slope.qd;
    sum.spin += weight * slope.spin;
}

/// Accelerations where the stage is.
void find_slopes(const Substep& substep, const ArticulatedTree& tree, Real time, SolverScratch& solver,
                 TreeScratch& own) {
    Frames& frames = solver.stage.frames;
    place_links(tree, own.stage, own.work.places);
    write_frames(tree, own.work.places, frames);
    evaluate_stage_forces(substep, time, solver);
    ask_behaviour(tree, time, own.stage, own.work);
    const Real implicit = substep.part.method == Method::SemiImplicitEuler ? substep.h : 0;
    const std::span<const FrameInertia> inertia = substep.model.frame_inertia;
    if (tree.loops.empty()) {
        accelerate(tree, own.stage, {inertia, solver.forces.frame, solver.forces.torque}, implicit, own.work,
                   own.acceleration);
        return;
    }
    for (int f = tree.frames.begin; f < tree.frames.end(); ++f) {
        own.force[f] = solver.forces.frame[f];
        own.torque[f] = solver.forces.torque[f];
    }
    add_loop_laws(tree, frames, own.force, own.torque);
    accelerate(tree, own.stage, {inertia, own.force, own.torque}, implicit, own.work, own.acceleration);
    // forces that keep them closed are added to the others, and the tree is asked again
    if (!close_loops(tree, frames, own.work, own.constraints, own.force, own.torque)) return;
    ask_behaviour(tree, time, own.stage, own.work);
    accelerate(tree, own.stage, {inertia, own.force, own.torque}, implicit, own.work, own.acceleration);
}

/// What acts from outside, about the origin; loops that hold on to the world do too.
Wrench outside_of(const ArticulatedTree& tree, const SolverScratch& solver, const TreeScratch& own) {
    const std::vector<Vec3>& force = tree.loops.empty() ? solver.forces.frame : own.force;
    const std::vector<Vec3>& torque = tree.loops.empty() ? solver.forces.torque : own.torque;
    Wrench sum;
    for (int f = tree.frames.begin; f < tree.frames.end(); ++f) {
        sum.force += force[f];
        sum.moment += torque[f] + solver.stage.frames.x[f].cross(force[f]);
    }
    return sum;
}

struct TreeMass {
    Real mass = 0;
    Vec3 centre = Vec3::Zero();
};

TreeMass mass_of(const ArticulatedTree& tree, std::span<const FrameInertia> inertia, const Frames& frames) {
    TreeMass sum;
    for (int f = tree.frames.begin; f < tree.frames.end(); ++f) {
        sum.mass += inertia[f].mass;
        sum.centre += inertia[f].mass * frames.x[f];
    }
    sum.centre /= sum.mass;
    return sum;
}

/// Euler's two ways: velocities first, so that places go with the new ones, or both with the old ones.
void move_by_sum(const Substep& substep, const ArticulatedTree& tree, std::span<JointState> joints,
                 const TreeScratch& own) {
    const bool velocity_first = substep.part.method == Method::SemiImplicitEuler;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointKind kind = tree.links[i].kind;
        if (!velocity_first) {
            joints[i] = moved_along(kind, joints[i], own.sum[i], substep.h);
            continue;
        }
        joints[i].qd += substep.h * own.sum[i].qd;
        joints[i].spin += substep.h * own.sum[i].spin;
        move_joint(kind, JointState(joints[i]), substep.h, joints[i]);
    }
}

void clear(TreeScratch& own) {
    std::fill(own.sum.begin(), own.sum.end(), JointSlope{});
    own.outside = {};
    own.centre_slope.setZero();
}

void visit_slopes(const Substep& substep, const ArticulatedTree& tree, const State& state,
                  const Wrench& momentum, SolverScratch& solver, TreeScratch& own) {
    const std::vector<JointState>& start = state.trees[substep.part.articulated].joints;
    own.stage = start;
    Vec3 linear = momentum.force;  // of the whole, at the visit
    for (const SlopeVisit& visit : visits_of(substep.part.method)) {
        const Real weight = visit.sixths / 6;
        find_slopes(substep, tree, substep.time + visit.moment * substep.h, solver, own);
        const Wrench outside = outside_of(tree, solver, own);
        own.outside = own.outside + weight * outside;
        own.centre_slope += weight * linear;
        linear = momentum.force + visit.reach * substep.h * outside.force;
        for (std::size_t i = 0; i < start.size(); ++i) {
            const JointKind kind = tree.links[i].kind;
            const JointSlope slope = slope_of(kind, own.stage[i], own.acceleration[i]);
            add(own.sum[i], weight, slope);
            own.stage[i] = moved_along(kind, start[i], slope, visit.reach * substep.h);
        }
    }
}

}  // namespace

bool floats(const ArticulatedTree& tree) {
    const auto is_root = [](const TreeLink& link) { return link.parent < 0; };
    return !tree.links.empty() && tree.links[0].kind == JointKind::Free &&
           std::count_if(tree.links.begin(), tree.links.end(), is_root) == 1;
}

Wrench momentum_of(const ArticulatedTree& tree, std::span<const FrameInertia> inertia, const Frames& frames) {
    Wrench sum;
    for (int f = tree.frames.begin; f < tree.frames.end(); ++f) {
        const Vec3 linear = inertia[f].mass * frames.v[f];
        sum.force += linear;
        sum.moment +=
            frames.x[f].cross(linear) + angular_momentum(inertia[f].moments, {frames.q[f], frames.w[f]});
    }
    return sum;
}

void restore_momentum(const ArticulatedTree& tree, std::span<const FrameInertia> inertia,
                      const Wrench& momentum, std::span<JointState> joints, std::vector<LinkPlace>& places,
                      Frames& frames) {
    if (!floats(tree)) return;
    const TreeMass whole = mass_of(tree, inertia, frames);
    const Wrench now = momentum_of(tree, inertia, frames);
    const Vec3 linear = momentum.force - now.force;
    const Vec3 angular = momentum.moment - now.moment - whole.centre.cross(linear);
    Mat3 turning = Mat3::Zero();
    for (int f = tree.frames.begin; f < tree.frames.end(); ++f) {
        const Mat3 axes = frames.q[f].toRotationMatrix();
        turning += body_inertia(inertia[f].mass, axes * inertia[f].moments.asDiagonal() * axes.transpose(),
                                frames.x[f] - whole.centre)
                       .turning;
    }
    const Vec3 spin = turning.ldlt().solve(angular);
    joints[0].spin += spin;
    joints[0].qd += linear / whole.mass + spin.cross(frames.x[tree.frames.begin] - whole.centre);
    place_links(tree, joints, places);
    write_frames(tree, places, frames);
}

void straighten_way(const ArticulatedTree& tree, std::span<const FrameInertia> inertia,
                    std::span<const JointState> start, Real h, std::span<JointState> joints,
                    std::vector<LinkPlace>& places, Frames& frames) {
    Wrench momentum = momentum_of(tree, inertia, frames);
    momentum.moment -= mass_of(tree, inertia, frames).centre.cross(momentum.force);  // about the centre
    place_links(tree, start, places);
    write_frames(tree, places, frames);
    const TreeMass before = mass_of(tree, inertia, frames);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointState rate = joints[i];
        joints[i].q = start[i].q;
        joints[i].turn = start[i].turn;
        move_joint(tree.links[i].kind, rate, h, joints[i]);
    }
    place_links(tree, joints, places);
    write_frames(tree, places, frames);
    if (!floats(tree)) return;
    const Vec3 centre = before.centre + (h / before.mass) * momentum.force;
    joints[0].q += centre - mass_of(tree, inertia, frames).centre;
    place_links(tree, joints, places);
    write_frames(tree, places, frames);
    momentum.moment += centre.cross(momentum.force);
    restore_momentum(tree, inertia, momentum, joints, places, frames);
}

void prepare(const ArticulatedTree& tree, std::size_t frames, TreeScratch& scratch) {
    prepare(tree, scratch.work);
    scratch.stage.resize(tree.links.size());
    scratch.sum.resize(tree.links.size());
    scratch.acceleration.resize(tree.links.size());
    if (tree.loops.empty()) return;
    scratch.force.resize(frames, Vec3::Zero());
    scratch.torque.resize(frames, Vec3::Zero());
}

void step_tree(const Substep& substep, const ArticulatedTree& tree, State& state, SolverScratch& scratch) {
    TreeScratch& own = scratch.trees[substep.part.articulated];
    std::vector<JointState>& joints = state.trees[substep.part.articulated].joints;
    const std::span<const FrameInertia> inertia = substep.model.frame_inertia;
    const Wrench momentum = momentum_of(tree, inertia, state.frames);
    const TreeMass before = mass_of(tree, inertia, state.frames);
    clear(own);
    begin_stage(substep, state, scratch);
    visit_slopes(substep, tree, state, momentum, scratch, own);
    move_by_sum(substep, tree, joints, own);
    place_links(tree, joints, own.work.places);
    write_frames(tree, own.work.places, state.frames);
    if (!floats(tree)) return;
    const Wrench wanted = momentum + substep.h * own.outside;
    if (substep.part.method == Method::SemiImplicitEuler) own.centre_slope = wanted.force;
    const Vec3 centre = before.centre + (substep.h / before.mass) * own.centre_slope;
    joints[0].q += centre - mass_of(tree, inertia, state.frames).centre;
    place_links(tree, joints, own.work.places);
    write_frames(tree, own.work.places, state.frames);
    restore_momentum(tree, inertia, wanted, joints, own.work.places, state.frames);
}

}  // namespace souple
