// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/pull_carriers.h"

#include <algorithm>

#include "souple/dynamics/contact/press_skins.h"

namespace souple {

int carrier_of_roots(const Model& model, const Hair& hair) {
    const int track = hair.roots.empty() ? -1 : hair.roots.front().track;
    return track < 0 ? -1 : model.tracks[track].frame;
}

bool is_felt(const Model& model, const Hair& hair) {
    const int carrier = carrier_of_roots(model, hair);
    return carrier >= 0 && hair.material.turning == 0 &&
           model.parts[hair.part].method == Method::CorrectedEuler &&
           std::none_of(model.trees.begin(), model.trees.end(),
                        [&](const ArticulatedTree& tree) { return tree.frames.contains(carrier); });
}

void pull_carrier(const Model& model, const Hair& hair, const WispPull& pull, State& state) {
    const int carrier = carrier_of_roots(model, hair);
    const Vec3 about_centre = pull.angular - state.frames.x[carrier].cross(pull.impulse);
    give_impulse(model, carrier, pull.impulse, about_centre, 1, state.frames);
}

void pull_carrier(const Model& model, const Hair& hair, const Vec3& impulse, const Vec3& place,
                  State& state) {
    pull_carrier(model, hair, {impulse, place.cross(impulse)}, state);
}

}  // namespace souple
