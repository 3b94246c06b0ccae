// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/show_hair.h"

#include "souple/dynamics/hair/draw_hairs.h"

namespace souple {

CurvesView show_hair(const Model& model, const Control& control, const Hair& hair, const State& state,
                     const std::string& name) {
    HairLines lines = draw_hairs(model, control, hair, state);
    CurvesView view;
    view.head = {name, model.parts[hair.part].name, {}};
    view.positions = std::move(lines.points);
    view.first = std::move(lines.first);
    view.radii = {static_cast<float>(hair.look.radius)};
    return view;
}

}  // namespace souple
