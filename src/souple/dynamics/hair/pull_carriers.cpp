// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/pull_carriers.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/press_skins.h"
#include "souple/dynamics/contact/tree_movers.h"

namespace souple {

namespace {

/// The tree that has this frame as a link, -1: none.
int tree_of(const Model& model, int frame) {
    const auto tree = std::find_if(model.trees.begin(), model.trees.end(),
                                   [frame](const ArticulatedTree& t) { return t.frames.contains(frame); });
    return tree == model.trees.end() ? -1 : static_cast<int>(tree - model.trees.begin());
}

/// Velocity of its centre and spin that a carrier at rest gets of an impulse and one about its centre.
Vec6 answer_of_carrier(const Model& model, int carrier, const Vec6& push, const State& state,
                       Movers& movers) {
    const Vec3 impulse = push.head<3>(), angular = push.tail<3>();
    Vec6 answer;
    const int tree = tree_of(model, carrier);
    if (tree < 0) {
        const FrameInertia& inertia = model.frame_inertia[carrier];
        const Quat& axes = state.frames.q[carrier];
        const Vec3 turned = axes.conjugate() * angular;
        answer << impulse / inertia.mass, axes * Vec3(turned.cwiseQuotient(inertia.moments));
        return answer;
    }
    load_tree(model, state, tree, movers);
    std::fill(movers.velocity.begin(), movers.velocity.end(), MoverVelocity{});
    const int link = carrier - model.trees[tree].frames.begin;
    push_tree(movers, link, impulse, angular);
    answer << movers.velocity[link].v, movers.velocity[link].w;
    return answer;
}

/// Inertia of all wisps about a place, as if each were a mass at its root.
Mat6 inertia_of_roots(const Model& model, const Hair& hair, const State& state, const Vec3& centre) {
    const int begin = model.parts[hair.part].points.begin;
    Mat6 sum = Mat6::Zero();
    for (int slot = 0; slot < hair.slots; ++slot) {
        const int first = begin + slot * hair.particles;
        Real mass = 0;
        for (int i = first; i < first + hair.particles; ++i) mass += model.point_mass[i];
        const Mat3 arm = cross_matrix(state.x[first + 1] - centre);
        Eigen::Matrix<Real, 3, 6> motion;  // of the root, from velocity and spin
        motion << Mat3::Identity(), -arm;
        sum += mass * motion.transpose() * motion;
    }
    return sum;
}

}  // namespace

int carrier_of_roots(const Model& model, const Hair& hair) {
    const int track = hair.roots.empty() ? -1 : hair.roots.front().track;
    return track < 0 ? -1 : model.tracks[track].frame;
}

bool is_felt(const Model& model, const Hair& hair) {
    return carrier_of_roots(model, hair) >= 0 && hair.material.turning == 0;
}

void pull_carrier(const Model& model, const Hair& hair, const WispPull& pull, State& state,
                  CarrierScratch& scratch) {
    const int carrier = carrier_of_roots(model, hair);
    const Vec3 about_centre = pull.angular - state.frames.x[carrier].cross(pull.impulse);
    const int tree = tree_of(model, carrier);
    if (tree < 0) return give_impulse(model, carrier, pull.impulse, about_centre, 1, state.frames);
    load_tree(model, state, tree, scratch.movers);
    push_tree(scratch.movers, carrier - model.trees[tree].frames.begin, pull.impulse, about_centre);
    store_tree(model, tree, scratch.movers, state);
}

Real weight_on_carrier(const Model& model, const Hair& hair, const State& state) {
    constexpr int doublings = 6;
    const int carrier = carrier_of_roots(model, hair);
    Movers movers;
    Mat6 answer;
    for (int k = 0; k < 6; ++k)
        answer.col(k) = answer_of_carrier(model, carrier, Vec6::Unit(k), state, movers);
    // The product of two matrices without negative eigenvalues has none either, so that the trace of a high
    // power is that of the largest, and at most six times as much.
    Mat6 power = answer * inertia_of_roots(model, hair, state, state.frames.x[carrier]);
    Real weight = 1, exponent = 1;
    for (int k = 0; k < doublings; ++k, exponent /= 2) {
        const Real trace = power.trace();
        if (trace <= 0) return 0;  // the roots do not move; what is no number is handed on
        weight *= std::pow(trace, exponent);
        power = (power / trace) * (power / trace);
    }
    return weight * std::pow(power.trace(), exponent);
}

}  // namespace souple
