// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers reused across steps, never saved: a world resumed without them gives the same bits.
#pragma once

#include <memory>
#include <vector>

#include "souple/core/profile.h"
#include "souple/dynamics/adapt/find_cuts.h"
#include "souple/dynamics/adapt/fold_watch.h"
#include "souple/dynamics/adapt/join_scratch.h"
#include "souple/dynamics/contact/contact_scratch.h"
#include "souple/dynamics/contact/first_contact_scratch.h"
#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/contact/skin_scratch.h"
#include "souple/dynamics/contact/solve_links.h"
#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/dynamics/solvers/solver_scratch.h"
#include "souple/dynamics/state.h"

namespace souple {

struct CrowdBuffers;   // dynamics/agents/crowd_buffers.h
struct TissueBuffers;  // dynamics/tissue/tissue.h

struct Scratch {
    int revision = -1;
    SolverScratch solver;
    ContactScratch contact;
    InteractionScratch interaction;
    LinkScratch links;
    FirstContactScratch first_contact;

    SkinScratch skins;

    std::vector<HairScratch> hair;  ///< by Model::hair
    CarrierScratch carriers;        ///< of hair
    std::vector<Vec3> x_before;     ///< [m] points at the start of a substep
    std::vector<Vec3> v_before;     ///< [m/s] the same
    std::vector<std::vector<int>>
        bent;  ///< by adaptive surface: faces too bent at some tick; none if nobody asks
    std::vector<FoldWatch> watches;  ///< by adaptive surface
    std::vector<CutWatch> cut_watches;
    JoinScratch joining;
    State kept;  ///< the state at the start of the step, all but its leaves: what a failed one goes back to
    State before_changes;  ///< the whole state before faces of adaptive surfaces changed, for the same
    int revision_before_changes = -1;  ///< of the Model whose leaves `before_changes` has
    Motion part_kept;    ///< one part at the start of an interval: what a rejected try goes back to
    Motion part_coarse;  ///< the same part after the coarser of two tries
    Profile profile;

    std::shared_ptr<CrowdBuffers> crowds;    ///< a copied Scratch makes its own
    std::shared_ptr<TissueBuffers> tissues;  ///< the same

    // (copying and destroying all of these arrays is compiled once, in scratch.cpp)
    Scratch();
    Scratch(const Scratch&);
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(const Scratch&);
    Scratch& operator=(Scratch&&) noexcept;
    ~Scratch();
};

/// Follows the Model: sizes every buffer, so that a warm step allocates nothing.
void prepare(const Model& model, Scratch& scratch);

}  // namespace souple
