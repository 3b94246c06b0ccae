// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// When cells are split and merged: the loop behind registration.h.
#pragma once

#include "souple/topology/environment/registration.h"
#include "souple/topology/levels.h"

namespace souple {

bool wants_split(const Registration& reg, const CellRule& rule, Face f);
/// The parent of a leaf, when its children are to be merged; else null.
Face wants_merge(const Registration& reg, const CellRule& rule, Face leaf);

template <class Changed>
CellChanges adapt_cells(Registration& reg, const CellRule& rule, std::span<const Vec2> places,
                        const Changed& changed) {
    CellChanges done;
    while (!reg.touched.empty()) {
        const Face f{reg.touched.back()};
        reg.touched.pop_back();
        if (!is_leaf(reg.ground.map, f)) continue;
        if (wants_split(reg, rule, f)) {
            split_registered(reg, f, places);
            ++done.splits;
            changed(f, true);
        } else if (const Face parent = wants_merge(reg, rule, f)) {
            changed(parent, false);
            merge_registered(reg, parent);
            ++done.merges;
        }
    }
    return done;
}

}  // namespace souple
