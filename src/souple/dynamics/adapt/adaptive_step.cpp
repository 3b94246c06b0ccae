// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/adaptive_step.h"

#include <algorithm>

#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/find_folds.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/adapt/join_flat.h"

namespace souple {

namespace {

void add_sorted(const std::vector<int>& more, std::vector<int>& faces) {
    faces.insert(faces.end(), more.begin(), more.end());
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

/// Divides what is too bent in the tried state, starting from the one before it. False: nothing was.
bool divide_and_go_back(World& world, StepReport& report) {
    const Zone zone(world.scratch.profile, Stage::Adapt);
    bool any = false;
    for (std::size_t s = 0; s < world.model.adaptive.size(); ++s) {
        std::vector<int> faces, cut;
        find_bent_faces(world.model.adaptive[s], world.state.x, faces);
        find_cut_faces(world.model, world.control, world.model.adaptive[s], world.state.x, cut);
        add_sorted(cut, faces);
        if (!world.scratch.bent.empty()) add_sorted(world.scratch.bent[s], faces);
        if (faces.empty()) continue;
        if (!any) world.state = world.scratch.kept;
        any = true;
        divide_faces(static_cast<int>(s), faces, world.state, world.model);
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

int join(World& world, Real h) {
    const Zone zone(world.scratch.profile, Stage::Adapt);
    world.scratch.unjoined = world.state;
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
