// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/meet_itself.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "souple/dynamics/contact/hold_pairs.h"
#include "souple/dynamics/contact/near_pairs.h"

namespace souple {

namespace {

constexpr int layer_sweeps = 10;
constexpr int sweeps_after_friction = 4;
constexpr Real room_for_pushes = 1.5;  ///< times the change of shape: pushes may add a little to it
/// A large sheet whose shape changes by more edges in one substep flies apart: everything would be near
/// everything, and no memory would hold the pairs.
constexpr Real most_edges_at_once = 1;
constexpr Real most_pairs = 2e6;  ///< of a sheet that is not large
constexpr Real nothing_known = -std::numeric_limits<Real>::infinity();

std::span<const Nodes<2>> edges_of_part(const InteractionScratch& scratch, int part) {
    const int begin = part > 0 ? scratch.edge_end[part - 1] : 0;
    return {scratch.edges.data() + begin, static_cast<std::size_t>(scratch.edge_end[part] - begin)};
}

bool has_listed_edges(const InteractionScratch& scratch, int part) {
    return part < static_cast<int>(scratch.edge_end.size());
}

OwnSheet& own_sheet(const Model& model, InteractionScratch& scratch, int part) {
    if (scratch.own_sheets.size() != model.parts.size()) scratch.own_sheets.resize(model.parts.size());
    if (scratch.hold.x_own.size() != model.point_mass.size())
        scratch.hold.x_own.assign(model.point_mass.size(), Vec3::Zero());
    return scratch.own_sheets[part];
}

bool differ(Range points, const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    for (int i = points.begin; i < points.end(); ++i)
        if (a[i] != b[i]) return true;
    return false;
}

bool can_be_held(const SheetView& view, Real change, const OwnSheet& sheet) {
    if (!std::isfinite(change)) return false;
    const Real edges = static_cast<Real>(view.edges.size());
    const Real all_pairs = Real(view.part.points.count) * view.part.triangles.count + edges * edges / 2;
    return change <= most_edges_at_once * sheet.edge_length || all_pairs <= most_pairs;
}

/// Adds what can come near in `more` [m] of travel from x, and could not in `known`, to the pairs that are
/// held.
void hold_near(const std::vector<Vec3>& x, Real known, Real more, OwnSheet& sheet, HoldScratch& hold) {
    wake_near(x, known, more, sheet);
    for (const int k : sheet.awake) {
        const NearPair& pair = sheet.near[k];
        hold.pairs.push_back({pair.nodes, pair.edges, true, pair.keep});
        sheet.close.push_back(pair);
    }
}

/// Whether places go by the velocities at the end.
bool goes_at_once(Method method) {
    return method == Method::SemiImplicitEuler || method == Method::Multirate;
}

/// [m] along the normal, after the substep.
Real gap_at_end(const HoldRun& run, const NearPair& pair) {
    Real gap = pair.distance;
    for (int k = 0; k < 4; ++k) {
        const int i = pair.nodes[k];
        gap += pair.touch.weights[k] * pair.touch.normal.dot(run.state.x[i] - run.start[i]);
    }
    return gap;
}

/// Layers that come nearer than they are thick.
void add_contact_rows(const HoldRun& run, const OwnSheet& sheet) {
    for (std::size_t k = 0; k < sheet.close.size(); ++k) {
        const NearPair& pair = sheet.close[k];
        if (!pair.faces || pair.distance < least_kept || gap_at_end(run, pair) >= pair.keep) continue;
        if (HoldRow* row = add_hold_row(run, run.hold.pairs[k], pair.touch)) row->pair = static_cast<int>(k);
    }
}

/// Of a point; one that lies between others goes as they go now.
Vec3 velocity_of(const Movers& movers, const State& state, int point) {
    if (!is_interpolated(movers, point)) return state.v[point];
    const auto [a, b] = movers.ends[point];
    return 0.5 * (velocity_of(movers, state, a) + velocity_of(movers, state, b));
}

/// Sliding is slowed by what presses, once, and never turned round.
void rub_layers(const HoldRun& run, Real friction) {
    State& state = run.state;
    for (HoldRow& row : run.hold.rows) {
        if (row.pair < 0 || !(row.impulse > 0)) continue;
        const HeldPair& pair = run.hold.pairs[row.pair];
        Vec3 slip = Vec3::Zero();
        for (int k = 0; k < 4; ++k)
            slip += row.touch.weights[k] * velocity_of(run.movers, state, pair.nodes[k]);
        slip -= slip.dot(row.touch.normal) * row.touch.normal;
        const Real speed = slip.norm();
        if (!(speed > 1e-12)) continue;
        const PairPulls pulls = pulls_along(run, pair, row.touch, slip / speed);
        if (!(pulls.answer > 0)) continue;
        Real along = 0;
        for (int k = 0; k < pulls.count; ++k) along += pulls.of[k].pull.dot(state.v[pulls.of[k].node]);
        const Real most = friction * row.impulse, impulse = std::clamp(-along / pulls.answer, -most, most);
        row.least_impulse = std::abs(impulse) / friction;
        for (int k = 0; k < pulls.count; ++k) {
            const int i = pulls.of[k].node;
            const Vec3 change = (run.model.inv_mass[i] * impulse) * pulls.of[k].pull;
            state.v[i] += change;
            state.x[i] += run.h * change;
        }
    }
}

void press_layers(const HoldRun& run, Real friction, OwnSheet& sheet) {
    add_contact_rows(run, sheet);
    if (run.hold.rows.empty()) return;
    solve_hold_rows(run, layer_sweeps, false);
    if (friction > 0) {
        rub_layers(run, friction);
        solve_hold_rows(run, sweeps_after_friction, true);
    }
    follow_ends(run);
    sheet.touching = static_cast<int>(std::count_if(run.hold.rows.begin(), run.hold.rows.end(),
                                                    [](const HoldRow& row) { return row.impulse > 0; }));
}

}  // namespace

bool meets_itself(const Part& part) { return part.surface.self_contact && part.triangles.count > 0; }

void meet_itself(const Substep& substep, const std::vector<Vec3>& before, State& state,
                 InteractionScratch& scratch, StepReport& report) {
    const Model& model = substep.model;
    const Part& part = substep.part;
    const int p = static_cast<int>(&part - model.parts.data());
    if (!has_listed_edges(scratch, p)) return;
    OwnSheet& sheet = own_sheet(model, scratch, p);
    HoldScratch& hold = scratch.hold;
    sheet.touching = 0;
    const SheetView view{model, part, edges_of_part(scratch, p), scratch.movers};
    follow_sheet(view, sheet);
    if (sheet.listed && differ(part.points, hold.x_own, before))
        sheet.travel += 2 * change_of_shape(part.points, hold.x_own, before);
    if (!std::isfinite(sheet.travel)) sheet.listed = false;
    Real change = change_of_shape(part.points, before, state.x), bound = room_for_pushes * change;
    if (!can_be_held(view, change, sheet)) {  // (the step fails for numbers that are not finite)
        sheet.listed = false;
        ++report.open_crossings;
        return;
    }
    const HoldRun run{model, scratch.movers, before, before, substep.h, goes_at_once(part.method), state,
                      hold};
    begin_hold(run);
    sheet.close.clear();
    refresh_near(view, before, 2 * bound, sheet);
    hold_near(before, nothing_known, 2 * bound, sheet, hold);
    if (!hold.pairs.empty()) {
        press_layers(run, part.surface.friction, sheet);
        int known = 0;
        const auto list_more = [&] {
            const int first_new = std::exchange(known, static_cast<int>(hold.pairs.size()));
            if (hold.rows.empty() && hold.members.empty()) return first_new;
            change = change_of_shape(part.points, before, state.x);
            if (change <= bound) return first_new;
            const Real old_bound = std::exchange(bound, room_for_pushes * change);
            refresh_near(view, before, 2 * bound, sheet);
            hold_near(before, 2 * old_bound, 2 * bound, sheet, hold);
            known = static_cast<int>(hold.pairs.size());
            return first_new;
        };
        const HoldCount count = hold_pairs(run, std::cref(list_more));
        report.held_crossings += count.held;
        report.open_crossings += count.open;
        if (!hold.rows.empty() || !hold.members.empty())
            change = change_of_shape(part.points, before, state.x);
    }
    sheet.travel += 2 * change;
    std::copy_n(state.x.begin() + part.points.begin, part.points.count,
                hold.x_own.begin() + part.points.begin);
}

void list_own_pairs(const Model& model, const State& state, InteractionScratch& scratch) {
    HoldScratch& hold = scratch.hold;
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p) {
        const Part& part = model.parts[p];
        if (!meets_itself(part) || !has_listed_edges(scratch, p)) continue;
        OwnSheet& sheet = own_sheet(model, scratch, p);
        if (!sheet.listed || !differ(part.points, hold.x_own, state.x)) continue;
        const Real more = 2 * change_of_shape(part.points, hold.x_own, state.x);
        if (!std::isfinite(more)) continue;
        sheet.close.clear();
        refresh_near({model, part, edges_of_part(scratch, p), scratch.movers}, hold.x_own, more, sheet);
        hold_near(hold.x_own, nothing_known, more, sheet, hold);
    }
}

}  // namespace souple
