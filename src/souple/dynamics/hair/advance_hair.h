// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Carries all wisps of a part through an interval, each on its own.
#pragma once

#include "souple/dynamics/control.h"
#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// The hair of a part; null for parts without.
inline const Hair* hair_of(const Model& model, const Part& part) {
    for (const Hair& hair : model.hair)
        if (&model.parts[hair.part] == &part) return &hair;
    return nullptr;
}

/// Sizes the buffers, so that a warm step allocates nothing.
void prepare(const Model& model, const Hair& hair, HairScratch& scratch);

/// Moves skeletons and envelopes by the control's interval, past obstacles, in the part's substeps. Returns
/// what goes to the body that carries the roots, where one feels them.
WispPull advance_hair(const Model& model, const Control& control, const Hair& hair, State& state,
                      HairScratch& scratch);

/// [m/s] the air at each point of the part, less what stands upwind takes away.
void find_air(const Model& model, const Hair& hair, const State& state, Real time, HairScratch& scratch);

}  // namespace souple
