// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/hold_sheets.h"

#include <algorithm>
#include <functional>
#include <span>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/find_pairs.h"
#include "souple/dynamics/contact/hold_pairs.h"
#include "souple/dynamics/contact/meet_itself.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

/// Of what the thickness of two sheets keeps apart this much is kept at any price.
constexpr Real kept_share = 0.1;

/// Boxes of the straight ways from where things were to where they are.
void box_ways(const ContactView& view, InteractionScratch& scratch) {
    HoldScratch& hold = scratch.hold;
    const int begin = scratch.body_count, count = static_cast<int>(scratch.touchables.size()) - begin;
    hold.boxes.resize(static_cast<std::size_t>(count));
    parallel_for(
        count,
        [&](int k) {
            const Touchable& touchable = scratch.touchables[begin + k];
            Aabb box;
            for (const int i : nodes_of(view, touchable)) {
                box.extend(hold.x_start[i]);
                box.extend(view.state.x[i]);
            }
            box.inflate(0.5 * view.model.parts[touchable.part].surface.thickness + least_kept);
            hold.boxes[k] = box;
        },
        256);
}

HeldPair held_pair(const ContactView& view, const Touchable& a, const Touchable& b) {
    const bool a_first = nodes_of(view, a).size() <= nodes_of(view, b).size();
    const std::span<const int> first = nodes_of(view, a_first ? a : b),
                               second = nodes_of(view, a_first ? b : a);
    HeldPair pair;
    std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), pair.nodes.begin()));
    pair.edges = first.size() == 2;
    pair.keep = std::max(least_kept, kept_share * (view.model.parts[a.part].surface.thickness +
                                                   view.model.parts[b.part].surface.thickness));
    return pair;
}

/// Who may have crossed somebody else.
void list_other_pairs(const ContactView& view, InteractionScratch& scratch) {
    HoldScratch& hold = scratch.hold;
    const std::vector<Touchable>& touchables = scratch.touchables;
    const int bodies = scratch.body_count;
    box_ways(view, scratch);
    leave_out_lonely(view.model, std::span(touchables).subspan(bodies), hold.boxes, scratch.reach);
    const auto search_range = [&](PairSearch& search, int begin, int end) {
        const auto boxes = std::span<const Aabb>(hold.boxes).subspan(begin - bodies, end - begin);
        overlapping_pairs(search, boxes, hold.found);
        for (const IndexPair& found : hold.found) {
            const Touchable &a = touchables[found.a + begin], &b = touchables[found.b + begin];
            const bool points = a.kind == b.kind && a.kind == TouchableKind::Point;
            if (!points && is_matter_pair(view, a, b) && may_touch(view.model, a, b))
                hold.pairs.push_back(held_pair(view, a, b));
        }
    };
    search_range(hold.matter_search, bodies, scratch.edge_begin);
    search_range(hold.edge_search, scratch.edge_begin, static_cast<int>(touchables.size()));
}

}  // namespace

void watch_sheets(const State& state, InteractionScratch& scratch) {
    if (!scratch.edges.empty()) scratch.hold.x_start = state.x;
}

void hold_sheets(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                 StepReport& report) {
    InteractionScratch& interaction = scratch.interaction;
    interaction.hold.rows.clear();  // of an interval that had edges: islands look at them
    interaction.hold.pulls.clear();
    if (!has_interactions(interval.model) || interaction.edges.empty()) return;
    const ContactView view{interval.model, control, state, interval.length, interaction.edges};
    HoldScratch& hold = interaction.hold;
    if (hold.x_own.size() != state.x.size()) hold.x_own = state.x;
    const HoldRun run{
        interval.model, interaction.movers, hold.x_start, hold.x_own, interval.length, false, state, hold};
    begin_hold(run);
    const bool others = has_matter_pairs(interval.model);
    const auto list_all = [&] {
        hold.pairs.clear();
        if (others) list_other_pairs(view, interaction);
        list_own_pairs(interval.model, state, interaction);
        return 0;
    };
    const HoldCount count = hold_pairs(run, std::cref(list_all));
    report.held_crossings += count.held;
    report.open_crossings += count.open;
    for (std::size_t p = 0; p < interaction.own_sheets.size(); ++p)
        if (meets_itself(interval.model.parts[p])) report.contacts += interaction.own_sheets[p].touching;
}

}  // namespace souple
