// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/pull_carriers.h"

#include <algorithm>

#include "souple/dynamics/contact/press_skins.h"
#include "souple/dynamics/contact/tree_movers.h"

namespace souple {

namespace {

void pull_link(const Model& model, const ArticulatedTree& tree, int link, const Vec3& impulse,
               const Vec3& angular, State& state, CarrierScratch& scratch) {
    scratch.pulled.assign(model.frame_inertia.size(), 0);
    scratch.pulled[tree.frames.begin] = 1;
    load_frames(model, state, scratch.pulled, scratch.movers);
    push_tree(scratch.movers, link, impulse, angular);
    store_trees(model, scratch.movers, state);
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
    const auto tree =
        std::find_if(model.trees.begin(), model.trees.end(),
                     [carrier](const ArticulatedTree& t) { return t.frames.contains(carrier); });
    if (tree == model.trees.end())
        give_impulse(model, carrier, pull.impulse, about_centre, 1, state.frames);
    else
        pull_link(model, *tree, carrier, pull.impulse, about_centre, state, scratch);
}

}  // namespace souple
