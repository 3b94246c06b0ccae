// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/draw_hairs.h"

#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/hair_curves.h"
#include "souple/dynamics/hair/near_obstacles.h"
#include "souple/dynamics/hair/press_hairs.h"

namespace souple {

namespace {

constexpr Real drawn_reach = 0.05;  // [m] farther solids are not asked
constexpr Real drawn_gap = 1e-5;    // [m] lifted points are this far outside
constexpr int wisps_drawn_at_once = 4;

Real rest_length_of(const WispMotion& wisp) {
    Real rest = 0;
    for (int i = 0; i + 1 < wisp.n; ++i) rest += wisp.segment[i].rest;
    return rest;
}

/// Samples end where their half-line comes to a sheet. Those of the root are in the head.
void flatten_under(const std::vector<SheetOnHair>& sheets, WispMotion& wisp) {
    for (int i = 2; !sheets.empty() && i < wisp.n; ++i)
        for (int k = 0; k < wisp.samples; ++k)
            wisp.radius_of(i, k) *=
                way_to_sheet(sheets, wisp.x[i], wisp.x[i] + wisp.radius_of(i, k) * wisp.half_line(i, k));
}

/// The hairs of one wisp, whose sections are known.
HairLines draw_wisp(const Hair& hair, const WispMemory& memory, const WispMotion& wisp) {
    std::vector<SectionEnd> ends(wisp.n);
    for (int i = 0; i < wisp.n; ++i)
        ends[i] = {wisp.x[i], wisp.frame[i], &wisp.radius[i * wisp.samples], wisp.samples};
    const Real rest = rest_length_of(wisp);
    HairLines lines;
    for (int k = 0; k < hair.look.hairs; ++k) {
        if (!has_hair(hair.look, memory, k)) continue;
        lines.first.push_back(static_cast<int>(lines.points.size()));
        lines.wanted.push_back(append_hair(hair.look, memory.root, k, ends, rest, lines.points));
    }
    return lines;
}

void append(const HairLines& from, HairLines& to) {
    const int offset = static_cast<int>(to.points.size());
    to.by_slot.push_back(static_cast<int>(to.first.size()));
    for (const int first : from.first) to.first.push_back(offset + first);
    to.points.insert(to.points.end(), from.points.begin(), from.points.end());
    to.wanted.insert(to.wanted.end(), from.wanted.begin(), from.wanted.end());
}

/// A control that says where everything is now, when the given one does not.
Control control_now(const Model& model, const Control& control, const State& state) {
    Control now = control;
    now.track_t0.clear();
    for (const Track& track : model.tracks) now.track_t0.push_back(pose_now(track, state));
    now.track_t1 = now.track_t0;
    anchors_now(model, state, now.anchor_t0);
    now.anchor_t1 = now.anchor_t0;
    return now;
}

HairLines draw_under(const std::vector<SheetOnHair>& sheets, const Model& model, const Control& control,
                     const Hair& hair, const State& state) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const Control now = control_now(model, control, state);
    std::vector<HairLines> parts(hair.slots);
    parallel_for(
        hair.slots,
        [&](int slot) {
            if (own.wisps[slot].root < 0) return;
            WispMotion wisp;
            load_wisp(model, now, hair, slot, state, wisp);
            find_sections(wisp, 1);
            flatten_under(sheets, wisp);
            parts[slot] = draw_wisp(hair, own.wisps[slot], wisp);
        },
        wisps_drawn_at_once);
    HairLines all;
    for (const HairLines& part : parts) append(part, all);
    all.by_slot.push_back(static_cast<int>(all.first.size()));
    all.first.push_back(static_cast<int>(all.points.size()));
    return all;
}

}  // namespace

HairLines draw_hairs(const Model& model, const Control& control, const Hair& hair, const State& state) {
    return draw_under(find_sheets(model, hair, state), model, control, hair, state);
}

void lift_hairs(const Model& model, const Control& control, const Hair& hair, const State& state,
                HairLines& lines) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const Control now = control_now(model, control, state);
    const auto lift_wisp = [&](int slot) {
        if (own.wisps[slot].root < 0) return;
        WispMotion wisp;
        NearSolids<OneLane> nearby;
        load_wisp_and_obstacles(model, now, hair, slot, state, wisp, nearby);
        const NearObstacles& near = nearby[0];
        for (int h = lines.by_slot[slot]; near.count > 0 && h < lines.by_slot[slot + 1]; ++h)
            for (int p = lines.first[h] + hair.look.points + 1; p < lines.first[h + 1]; ++p)
                for (int o = 0; o < near.count; ++o) {
                    const Nearest found = nearest_obstacle(near.list[o], lines.points[p], 1, drawn_reach);
                    if (found.distance < 0) lines.points[p] += (drawn_gap - found.distance) * found.normal;
                }
    };
    parallel_for(hair.slots, lift_wisp, wisps_drawn_at_once);
}

HairLines shown_hairs(const Model& model, const Control& control, const Hair& hair, const State& state) {
    const std::vector<SheetOnHair> sheets = find_sheets(model, hair, state);
    HairLines lines = draw_under(sheets, model, control, hair, state);
    press_hairs(sheets, model, hair, state, lines);
    lift_hairs(model, control, hair, state, lines);
    return lines;
}

}  // namespace souple
