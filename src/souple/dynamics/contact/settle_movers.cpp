// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/settle_movers.h"

#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/dynamics/contact/tree_movers.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

void shift_places(Real h, bool pushed, State& state, InteractionScratch& scratch) {
    const int frames = state.frames.count();
    move_trees(
        scratch.movers,
        [&](int m) {
            const MoverVelocity& now = scratch.movers.velocity[m];
            const MoverVelocity& free = scratch.free_velocity[m];
            const MoverVelocity push = pushed ? scratch.push_velocity[m] : MoverVelocity{};
            return Twist{h * (now.w - free.w + push.w) + scratch.turn[m],
                         h * (now.v - free.v + push.v) + scratch.shift[m]};
        },
        state);
    for_each_touched(scratch, [&](int m) {
        if (is_link(scratch.movers, m)) return;
        const MoverVelocity& now = scratch.movers.velocity[m];
        const MoverVelocity& free = scratch.free_velocity[m];
        const MoverVelocity push = pushed ? scratch.push_velocity[m] : MoverVelocity{};
        const Vec3 shift = h * (now.v - free.v + push.v) + scratch.shift[m];
        if (m >= frames) {
            state.x[m - frames] += shift;
            return;
        }
        state.frames.x[m] += shift;
        const Vec3 turn = h * (now.w - free.w + push.w) + scratch.turn[m];
        state.frames.q[m] = (to_quaternion(turn) * state.frames.q[m]).normalized();
    });
}

Real lifting_work(const Model& model, Real h, const InteractionScratch& scratch) {
    const int count = static_cast<int>(scratch.touched.size());
    return parallel_sum(count, Real(0), [&](int k) {
        const int m = scratch.touched[k];
        const Real inverse_mass = scratch.movers.answer[m].inverse_mass;
        if (inverse_mass <= 0) return Real(0);
        return -h * model.gravity.dot(scratch.push_velocity[m].v) / inverse_mass;
    });
}

void store_movers(const Model& model, State& state, InteractionScratch& scratch,
                  const std::vector<Quat>& q_free) {
    const int frames = state.frames.count();
    store_trees(model, scratch.movers, state);
    for_each_touched(scratch, [&](int m) {
        if (is_link(scratch.movers, m)) return;
        const MoverVelocity& velocity = scratch.movers.velocity[m];
        if (m >= frames) {
            state.v[m - frames] = velocity.v;
            return;
        }
        state.frames.v[m] = velocity.v;
        const Vec3 momentum = angular_momentum(model.frame_inertia[m].moments, {q_free[m], velocity.w});
        state.frames.w[m] = spin_of(model.frame_inertia[m].moments, state.frames.q[m], momentum);
    });
}

}  // namespace souple
