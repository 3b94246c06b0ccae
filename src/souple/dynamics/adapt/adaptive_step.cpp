// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/adaptive_step.h"

#include <algorithm>

#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/find_folds.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/adapt/join_flat.h"
#include "souple/dynamics/adapt/keep_energy.h"
#include "souple/dynamics/adapt/sunk_points.h"

namespace souple {

namespace {

void add_sorted(const std::vector<int>& more, std::vector<int>& faces) {
    if (more.empty()) return;
    faces.insert(faces.end(), more.begin(), more.end());
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

/// The leaves of one surface that the tried step has left too bent, or cut by an obstacle.
std::vector<int> faces_to_divide(World& world, std::size_t surface) {
    const AdaptiveCloth& cloth = world.model.adaptive[surface];
    std::vector<int> faces, cut;
    find_bent_faces(world.model, cloth, world.state.x, world.scratch.watches[surface], faces);
    find_cut_faces(world.model, world.control, cloth, world.state.x, cut);
    add_sorted(cut, faces);
    if (!world.scratch.bent.empty()) add_sorted(world.scratch.bent[surface], faces);
    return faces;
}

/// Divides what is too bent in the tried state, starting from the one before it. False: nothing was.
bool divide_and_go_back(World& world, StepReport& report) {
    const Zone zone(world.scratch.profile, Stage::Adapt);
    bool any = false;
    world.scratch.watches.resize(world.model.adaptive.size());
    for (std::size_t s = 0; s < world.model.adaptive.size(); ++s) {
        const std::vector<int> faces = faces_to_divide(world, s);
        if (faces.empty()) continue;
        if (!any) copy_all_but_leaves(world.scratch.kept, world.state);
        any = true;
        const int surface = static_cast<int>(s);
        const Part& part = world.model.parts[world.model.adaptive[s].part];
        const Real energy = mechanical_energy(world.model, world.control, world.state, part);
        divide_faces(surface, faces, world.state, world.model);
        note_sunk_points(world.model, surface, world.state);
        take_new_energy(world.model, world.control, surface, faces, energy, world.state);
        report.divided_faces += static_cast<int>(faces.size());
    }
    return any;
}

/// A list for every surface when any of them wants to be looked at in every tick, else none.
void begin_looking(World& world) {
    const auto& surfaces = world.model.adaptive;
    const bool any = std::any_of(surfaces.begin(), surfaces.end(),
                                 [](const AdaptiveCloth& cloth) { return cloth.rule.every_tick; });
    world.scratch.bent.assign(any ? surfaces.size() : 0, {});
}

/// Keeps the whole state. Maps and rest places, the larger part of the leaves, change only with the Model.
void keep_unjoined(World& world) {
    State& unjoined = world.scratch.unjoined;
    const State& state = world.state;
    copy_all_but_leaves(state, unjoined);
    if (world.scratch.unjoined_revision != world.model.revision ||
        unjoined.leaves.size() != state.leaves.size()) {
        unjoined.leaves = state.leaves;
        world.scratch.unjoined_revision = world.model.revision;
        return;
    }
    for (std::size_t s = 0; s < state.leaves.size(); ++s) {
        unjoined.leaves[s].calm = state.leaves[s].calm;
        unjoined.leaves[s].sunk = state.leaves[s].sunk;
    }
}

int join(World& world, Real h) {
    const Zone zone(world.scratch.profile, Stage::Adapt);
    keep_unjoined(world);
    raise_sunk_points(world.model, h, world.state);
    return join_flat_faces(h, world.state, world.model);
}

/// A failed step leaves the world as it was, faces too.
void undo_changes(World& world) {
    world.state = world.scratch.unjoined;
    follow_leaves(world.state, world.model);
}

}  // namespace

StepReport adaptive_step(World& world, const StepSettings& settings) {
    int divided = 0;
    const int joined = join(world, settings.h);
    for (int tries = 1;; ++tries) {
        begin_looking(world);
        StepReport report = step(world.model, settings, world.state, world.control, world.scratch);
        report.divided_faces = divided;
        report.joined_faces = joined;
        report.rejected_tries += tries - 1;
        if (report.failure) undo_changes(world);
        if (report.failure || !divide_and_go_back(world, report)) return report;
        divided = report.divided_faces;
    }
}

}  // namespace souple
