// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What impulses did to the movers goes back into the State: places, velocities, and the work of pushing
// apart.
#pragma once

#include <vector>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/contact_scratch.h"
#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Calls fn(mover) for every touched mover; each call writes only to its own.
template <class Fn>
void for_each_touched(const InteractionScratch& scratch, const Fn& fn) {
    parallel_for(
        static_cast<int>(scratch.touched.size()), [&](int k) { fn(scratch.touched[k]); }, 256);
}

/// [J] of a frame, moving and turning.
inline Real kinetic_energy(const FrameInertia& inertia, const Quat& q, const MoverVelocity& velocity) {
    const Vec3 w = q.conjugate() * velocity.w;
    return 0.5 * (inertia.mass * velocity.v.squaredNorm() + inertia.moments.dot(w.cwiseProduct(w)));
}

/// Velocities and answers of what is touched, before impulses.
void load_movers(const Model& model, const State& state, InteractionScratch& scratch);

/// Moves what impulses touched: by the change of velocity over the interval, less what came before impacts;
/// `pushed` says that scratch.push_velocity moves things too, `met` which points have met obstacles.
void shift_places(const Model& model, Real h, bool pushed, const std::vector<PointContact>& met, State& state,
                  InteractionScratch& scratch);

/// [J] the weight that pushing overlaps apart lifts: energy that no impulse has brought.
Real lifting_work(const Model& model, Real h, const InteractionScratch& scratch);

/// [J] what pushing overlaps apart puts into springs, bonds and the like: their energy now less that with the
/// pushes taken back. To be called when everything is where it will stay.
Real straining_work(const Model& model, const Control& control, Real h, State& state,
                    InteractionScratch& scratch);

/// Velocities back into the state. A frame that was turned keeps its angular momentum, not its spin; when
/// that would add more energy than impulses have taken in the interval, it is turned less. Returns the work
/// of that on what pushes have turned, and on links, whose joints were moved [J].
Real store_movers(const Model& model, Real h, bool pushed, State& state, InteractionScratch& scratch);

}  // namespace souple
