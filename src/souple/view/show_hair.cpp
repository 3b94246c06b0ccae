// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/show_hair.h"

#include <algorithm>
#include <numeric>

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

/// By number and not by wisp: a hair keeps its place in the list when wisps split and merge.
static void put_in_order(const HairLines& lines, CurvesView& view) {
    if (std::is_sorted(lines.number.begin(), lines.number.end())) {
        view.positions = lines.points;
        view.first = lines.first;
        return;
    }
    std::vector<int> order(lines.number.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&lines](int a, int b) { return lines.number[a] < lines.number[b]; });
    view.positions.reserve(lines.points.size());
    view.first = {0};
    for (const int h : order) {
        view.positions.insert(view.positions.end(), lines.points.begin() + lines.first[h],
                              lines.points.begin() + lines.first[h + 1]);
        view.first.push_back(static_cast<int>(view.positions.size()));
    }
}

CurvesView show_hair(const Model& model, const Hair& hair, const HairLines& lines, const std::string& name) {
    CurvesView view;
    view.kind = CurvesKind::Hairs;
    view.head = {name, model.parts[hair.part].name, {}};
    put_in_order(lines, view);
    view.radii = {static_cast<float>(hair.look.radius)};
    return view;
}

}  // namespace souple
