// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/show_hair.h"

namespace souple {

CurvesView show_wisps(const Model& model, const Hair& hair, const State& state, const std::string& name) {
    const Part& part = model.parts[hair.part];
    const std::vector<WispMemory>& wisps = state.hair[&hair - model.hair.data()].wisps;
    CurvesView view;
    view.head = {name, part.name, {}};
    view.first = {0};
    for (int slot = 0; slot < hair.slots; ++slot) {
        if (wisps[slot].root < 0) continue;
        const auto first = state.x.begin() + part.points.begin + slot * hair.particles;
        view.positions.insert(view.positions.end(), first, first + hair.particles);
        view.first.push_back(static_cast<int>(view.positions.size()));
    }
    view.radii = {static_cast<float>(hair.look.radius)};
    return view;
}

CurvesView show_hair(const Model& model, const Hair& hair, const HairLines& lines, const std::string& name) {
    CurvesView view;
    view.kind = CurvesKind::Hairs;
    view.head = {name, model.parts[hair.part].name, {}};
    view.positions = lines.points;
    view.first = lines.first;
    view.radii = {static_cast<float>(hair.look.radius)};
    return view;
}

}  // namespace souple
