// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/adaptive_step.h"

#include <algorithm>

#include "souple/core/crew.h"
#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/find_cuts.h"
#include "souple/dynamics/adapt/find_folds.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/adapt/join_flat.h"
#include "souple/dynamics/adapt/keep_energy.h"
#include "souple/dynamics/adapt/roll_back_faces.h"
#include "souple/dynamics/adapt/sunk_points.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

void add_sorted(const std::vector<int>& more, std::vector<int>& faces) {
    if (more.empty()) return;
    faces.insert(faces.end(), more.begin(), more.end());
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

/// What would be due soon goes with what is divided now: every division is a look at all leaves.
void add_nearly_bent(const AdaptiveCloth& cloth, const std::vector<Vec3>& x, const FoldWatch& watch,
                     std::vector<int>& faces) {
    if (faces.empty() || cloth.rule.near_limit >= 1) return;
    std::vector<int> nearly;
    find_nearly_bent_faces(cloth, x, watch, cloth.rule.near_limit, nearly);
    add_sorted(nearly, faces);
}

/// The leaves of one surface that the tried step has left too bent, or cut by an obstacle.
std::vector<int> faces_to_divide(World& world, std::size_t surface) {
    const AdaptiveCloth& cloth = world.model.adaptive[surface];
    std::vector<int> faces, cut;
    find_bent_faces(world.model, cloth, world.state.x, world.scratch->watches[surface], faces);
    find_cut_faces(world.model, SolidsNow(world.model, world.control, 0), cloth, world.state.x,
                   world.scratch->cut_watches[surface], cut);
    add_sorted(cut, faces);
    if (!world.scratch->bent.empty()) add_sorted(world.scratch->bent[surface], faces);
    add_nearly_bent(cloth, world.state.x, world.scratch->watches[surface], faces);
    return faces;
}

/// Divides faces of a surface in the state of before the step.
void divide(World& world, std::size_t s, const std::vector<int>& faces) {
    const int surface = static_cast<int>(s);
    const Part& part = world.model.parts[world.model.adaptive[s].part];
    const Real energy = energy_beside_laws(world.model, world.control, world.state, part);
    const LawChange laws = divide_faces(surface, faces, world.state, world.model);
    note_sunk_points(world.model, surface, world.state);
    take_new_energy(world.model, world.control, {surface, faces, energy, laws}, world.state);
}

/// Keeps the whole state before faces change in a step, for one that fails: step() itself restores all but
/// those. Maps and rest places, the larger part of the leaves, change only with the Model.
void keep_once(World& world, bool& is_kept) {
    if (is_kept) return;
    is_kept = true;
    State& before = world.scratch->before_changes;
    const State& state = world.state;
    copy_all_but_leaves(state, before);
    if (world.scratch->revision_before_changes != world.model.revision ||
        before.leaves.size() != state.leaves.size()) {
        before.leaves = state.leaves;
        world.scratch->revision_before_changes = world.model.revision;
        return;
    }
    for (std::size_t s = 0; s < state.leaves.size(); ++s) {
        before.leaves[s].calm = state.leaves[s].calm;
        before.leaves[s].sunk = state.leaves[s].sunk;
    }
}

/// Divides what is too bent in the tried state, starting from the one before it. Returns how many faces, and
/// what the tried state had where not all of it goes back.
int divide_and_go_back(World& world, std::vector<TriedPoints>& tried, bool& is_kept) {
    const Zone zone(world.scratch->profile, Stage::Adapt);
    int divided = 0;
    world.scratch->watches.resize(world.model.adaptive.size());
    world.scratch->cut_watches.resize(world.model.adaptive.size());
    for (std::size_t s = 0; s < world.model.adaptive.size(); ++s) {
        const std::vector<int> faces = faces_to_divide(world, s);
        if (faces.empty()) continue;
        if (divided == 0) {
            tried = keep_tried(world.model, world.state);
            copy_all_but_leaves(world.scratch->kept, world.state);
            keep_once(world, is_kept);
        }
        divide(world, s, faces);
        divided += static_cast<int>(faces.size());
    }
    return divided;
}

/// A step that would be rejected need not be taken: where nothing is in the way points go nearly straight on,
/// so that most of the folds that will be too sharp show in advance. Divides their faces, and returns how
/// many. Looking further ahead divides faces that need not be.
int divide_ahead(World& world, Real h, bool& is_kept) {
    const State& state = world.state;
    for (FoldWatch& watch : world.scratch->watches) watch.is_lively = false;
    if (!world.model.obstacles.empty() || !world.model.pieces.empty()) return 0;
    const Zone zone(world.scratch->profile, Stage::Adapt);
    int divided = 0;
    world.scratch->watches.resize(world.model.adaptive.size());
    for (std::size_t s = 0; s < world.model.adaptive.size(); ++s) {
        const AdaptiveCloth& cloth = world.model.adaptive[s];
        FoldWatch& watch = world.scratch->watches[s];
        watch.is_lively = is_lively(world.model, cloth, state.v, h);
        // some want to see the step; and where little happens hardly any is rejected
        if (cloth.rule.rollback != Rollback::World || !watch.is_lively) continue;
        std::vector<int> faces;
        find_bending_faces(world.model, cloth, state, h, watch, faces);
        if (faces.empty()) continue;
        keep_once(world, is_kept);
        std::vector<Vec3>& ahead = world.scratch->solver.stage.x;
        ahead.resize(state.x.size());
        for (std::size_t p = 0; p < ahead.size(); ++p) ahead[p] = state.x[p] + h * state.v[p];
        add_nearly_bent(cloth, ahead, watch, faces);
        divide(world, s, faces);
        divided += static_cast<int>(faces.size());
    }
    return divided;
}

/// A list for every surface when any of them wants to be looked at in every tick, else none.
void begin_looking(World& world) {
    const auto& surfaces = world.model.adaptive;
    const bool any = std::any_of(surfaces.begin(), surfaces.end(),
                                 [](const AdaptiveCloth& cloth) { return cloth.rule.every_tick; });
    world.scratch->bent.assign(any ? surfaces.size() : 0, {});
}

int join(World& world, Real h, bool& is_kept) {
    const Zone zone(world.scratch->profile, Stage::Adapt);
    for (std::size_t s = 0; s < world.model.adaptive.size(); ++s)
        if (world.model.adaptive[s].rule.join_below > 0 || !world.state.leaves[s].sunk.empty())
            keep_once(world, is_kept);
    raise_sunk_points(world.model, h, world.state);
    return join_flat_faces(h, world.state, world.model, world.scratch->joining);
}

/// A failed step leaves the world as it was, faces too.
void undo_changes(World& world) {
    world.state = world.scratch->before_changes;
    follow_leaves(world.state, world.model);
}

/// How many threads the surfaces can keep busy.
int threads_worth_calling(const Model& model) {
    constexpr int triangles_for_each = 64;
    int triangles = 0;
    for (const AdaptiveCloth& cloth : model.adaptive) triangles += model.parts[cloth.part].triangles.count;
    return triangles / triangles_for_each;
}

}  // namespace

StepReport adaptive_step(World& world, const StepSettings& settings) {
    // a step is dozens of loops of some ten microseconds each, and calling a thread takes as long
    const Crew crew(threads_worth_calling(world.model));
    bool is_kept = false;
    const int joined = join(world, settings.h, is_kept);
    int divided = 0, rejected = 0;
    while (const int more = divide_ahead(world, settings.h, is_kept)) divided += more, ++rejected;
    std::vector<TriedPoints> tried;
    for (;; ++rejected) {
        begin_looking(world);
        StepReport report = step(world.model, settings, world.state, world.control, *world.scratch);
        if (!report.failure) give_back_outside(world.model, tried, world.state);
        report.rejected_tries += rejected;
        report.joined_faces = joined;
        if (report.failure && is_kept) undo_changes(world);
        const int more = report.failure ? 0 : divide_and_go_back(world, tried, is_kept);
        divided += more;
        report.divided_faces = divided;
        if (more == 0) return report;
    }
}

}  // namespace souple
