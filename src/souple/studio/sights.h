// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What people ask to see of a world beside its things: forces, contacts, zones; and hair as its wisps.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "souple/dynamics/world.h"
#include "souple/studio/live_frame.h"
#include "souple/view/forces_now.h"
#include "souple/view/plan_view.h"

namespace souple {

constexpr std::size_t most_arrows = 4000;  ///< of one kind; beyond it every n-th is shown

/// Every part of hair as its wisps.
std::vector<WispsView> wisps_now(const ViewPlan& plan, const Model& model, const State& state);

/// Who looks: what is asked for, and buffers.
struct Looking {
    Sights sights;
    std::set<std::string> quantities;
    ForceLook forces;
    std::optional<ArrowsView> pressing;  ///< at a past moment that was returned to; none: in the last step
};

/// Mean forces between parts over the last step of length h [s].
ArrowsView pressing_now(const World& world, Real h);

/// Adds what is asked for, and always what hands do. `h` [s] is the last step.
void add_sights(const World& world, Real h, Looking& looking, LiveFrame& live);

}  // namespace souple
