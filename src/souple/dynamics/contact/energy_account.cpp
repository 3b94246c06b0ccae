// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/energy_account.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "souple/core/parallel.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/articulated/articulated_body.h"
#include "souple/dynamics/articulated/constraint_rows.h"
#include "souple/dynamics/contact/list_islands.h"
#include "souple/dynamics/contact/press_skins.h"
#include "souple/dynamics/contact/relative_motion.h"
#include "souple/dynamics/contact/settle_movers.h"
#include "souple/dynamics/elements/bend_energy.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

constexpr Real rounding = 1e-14;  ///< of the energy of an island: less is not noticed

/// What the account reads and changes.
struct AccountRun {
    const Interval& interval;
    const Control& control;
    State& state;
    AccountScratch& account;
    Assembly& assembly;

    const Model& model() const { return interval.model; }
};

/// Matter at the start, before impulses (both a Motion) or now (the State), and the time of it.
template <class Matter>
struct At {
    const Matter& matter;
    Real time;
};

/// [J] moving and turning.
template <class Matter>
Real energy_of_frame(const Model& model, const Matter& matter, int f) {
    return kinetic_energy(model.frame_inertia[f], matter.frames.q[f],
                          {matter.frames.v[f], matter.frames.w[f]});
}

template <class Matter>
Real energy_of_motion(const Model& model, const Matter& matter, const Part& part) {
    const Real points = parallel_sum(part.points.count, Real(0), [&](int i) {
        const int p = part.points.begin + i;
        return 0.5 * model.point_mass[p] * matter.v[p].squaredNorm();
    });
    return points + parallel_sum(part.frames.count, Real(0), [&](int i) {
               return energy_of_frame(model, matter, part.frames.begin + i);
           });
}

/// [J] most of a cloth: inlined here, a call for each would take twice as long.
Real energy_of_springs(const Model& model, const Part& part, const std::vector<Vec3>& x) {
    return parallel_sum(part.springs.count, Real(0), [&](int e) {
        const Spring& spring = model.springs[part.springs.begin + e];
        const Vec3 d = x[spring.nodes[1]] - x[spring.nodes[0]];
        const Real elongation = std::sqrt(d.dot(d)) - spring.rest_length;
        return spring.stiffness / 2 * elongation * elongation;
    });
}

/// [J] of laws, joints and weight.
template <class Matter>
Real energy_of_place(const AccountRun& run, const At<Matter>& at, const Part& part) {
    const Model& model = run.model();
    const Moment moment{at.matter.x, at.matter.v, at.matter.frames, at.time, &run.state.oriented};
    Part others = {};
    others.hinges = part.hinges;
    others.ties = part.ties;
    Real sum = energy_of_springs(model, part, at.matter.x) +
               packed_bend_energy(model, part, at.matter.x, run.assembly) +
               element_energy(model, run.control, others, moment) + weight_energy(model, part, moment);
    if (part.oriented >= 0)
        sum +=
            oriented_energy(model, model.oriented[part.oriented], moment, run.account.rooms[part.oriented]);
    if (part.articulated < 0) return sum;
    const ArticulatedTree& tree = model.trees[part.articulated];
    return sum + joint_energy(tree, at.matter.trees[part.articulated].joints) +
           loop_energy(tree, at.matter.frames);
}

/// [J] of a node that is a frame or a point.
template <class Matter>
Real energy_of_single(const Model& model, const Matter& matter, int node) {
    const int frames = matter.frames.count();
    if (node < frames)
        return energy_of_frame(model, matter, node) -
               model.frame_inertia[node].mass * model.gravity.dot(matter.frames.x[node]);
    const int p = node - frames;
    return model.point_mass[p] * (0.5 * matter.v[p].squaredNorm() - model.gravity.dot(matter.x[p]));
}

/// [J] that skins of parts have stored.
void sum_pressed(const Model& model, const SkinScratch& skins, std::vector<Real>& pressed) {
    pressed.assign(model.parts.size(), 0);
    for (std::size_t s = 0; s < skins.placed.size(); ++s)
        if (model.skins[s].part >= 0) pressed[model.skins[s].part] += skins.placed[s].stored;
}

/// The same at each moment of the account; nothing unless one is pressed in an island that matters.
void press_at_all_moments(const AccountRun& run, const SkinScratch& before_impulses) {
    AccountScratch& account = run.account;
    const Model& model = run.model();
    const auto matters = [&](const Island& island) { return island.elastic && !island.driven; };
    const auto is_asked_for = [&](int node) {
        const int p = part_of_node(model, node);
        for (std::size_t s = 0; s < model.skins.size(); ++s)
            if (p >= 0 && model.skins[s].part == p && is_pressed(before_impulses, s)) return true;
        return false;
    };
    bool any = false;
    for (const Island& island : account.islands)
        for (int k = island.nodes.begin; matters(island) && k < island.nodes.end(); ++k)
            any = any || is_asked_for(account.nodes[k]);
    const auto press = [&](const Frames& frames, std::vector<Real>& pressed) {
        pressed.assign(model.parts.size(), 0);
        if (!any) return;
        load_skins(model.skins, model, run.control, run.interval.length, frames, account.skins);
        sum_pressed(model, account.skins, pressed);
    };
    const int index = run.interval.index;
    if (any && index > 0 && account.pressed_at == index - 1)
        std::swap(account.pressed, account.pressed_at_start);
    else
        press(account.start.frames, account.pressed_at_start);
    press(run.state.frames, account.pressed);
    account.pressed_at = any ? index : -1;
}

/// Whether points have been placed anew since the interval before.
bool has_been_led(const AccountRun& run, const Part& part) {
    const std::vector<Pin>& pins = run.model().pins;
    return std::any_of(pins.begin(), pins.end(), [&](const Pin& pin) {
        return part.points.contains(pin.node) && !run.account.start.v[pin.node].isZero(0);
    });
}

/// Energy of an island, and how large the numbers are that it is the sum of [J].
struct IslandEnergy {
    Real sum = 0, size = 0;

    void add(Real energy) {
        sum += energy;
        size += std::abs(energy);
    }
};

/// `place(part)` tells the energy of laws, joints and weight.
template <class Matter, class Place>
IslandEnergy energy_of_island(const AccountRun& run, const Matter& matter, const Island& island,
                              const Place& place) {
    IslandEnergy energy;
    for (int k = island.nodes.begin; k < island.nodes.end(); ++k) {
        const int node = run.account.nodes[k], p = part_of_node(run.model(), node);
        if (p < 0) {
            energy.add(energy_of_single(run.model(), matter, node));
            continue;
        }
        energy.add(energy_of_motion(run.model(), matter, run.model().parts[p]));
        energy.add(place(p));
    }
    return energy;
}

/// [J] more than at the start of the interval and than before impulses; 0 when it is not. Leaves in
/// account.gain what laws have gained since then.
Real gained_by_contact(const AccountRun& run, const Island& island) {
    AccountScratch& account = run.account;
    const Model& model = run.model();
    const int index = run.interval.index;
    const At<Motion> start{account.start, run.control.time_t0},
        advanced{account.advanced, run.control.time_t1};
    const At<State> end{run.state, run.control.time_t1};
    const IslandEnergy before = energy_of_island(run, start.matter, island, [&](int p) {
        const bool known =
            index > 0 && account.stored_at[p] == index - 1 && !has_been_led(run, model.parts[p]);
        return (known ? account.stored[p] : energy_of_place(run, start, model.parts[p])) +
               account.pressed_at_start[p];
    });
    const IslandEnergy now = energy_of_island(run, end.matter, island, [&](int p) {
        account.stored_at[p] = index;
        account.stored[p] = energy_of_place(run, end, model.parts[p]);
        return account.stored[p] + account.pressed[p];
    });
    const Real least = rounding * now.size;
    if (now.sum - before.sum <= least) return 0;
    const IslandEnergy free = energy_of_island(run, advanced.matter, island, [&](int p) {
        const Real place = energy_of_place(run, advanced, model.parts[p]);
        account.gain[p] = account.stored[p] - place;
        return place + account.pressed_at_start[p];
    });
    const Real gained = now.sum - std::max(before.sum, free.sum);
    return gained > least ? gained : 0;
}

/// Adds what can be slowed of a part: neither links, which answer with their trees, nor what is led.
void list_movers(const AccountRun& run, const Part& part) {
    const Model& model = run.model();
    for (int f = part.frames.begin; part.articulated < 0 && f < part.frames.end(); ++f)
        run.account.movers.push_back(f);
    for (int p = part.points.begin; p < part.points.end(); ++p)
        if (!is_led(model, p)) run.account.movers.push_back(run.state.frames.count() + p);
}

void list_movers(const AccountRun& run, const Island& island) {
    run.account.movers.clear();
    for (int k = island.nodes.begin; k < island.nodes.end(); ++k) {
        const int node = run.account.nodes[k], p = part_of_node(run.model(), node);
        if (p >= 0)
            list_movers(run, run.model().parts[p]);
        else if (node < run.state.frames.count() || !is_led(run.model(), node - run.state.frames.count()))
            run.account.movers.push_back(node);
    }
}

/// Slows what a part does besides going on as one rigid thing; returns what that has brought [J].
Real take_from_part(const AccountRun& run, int p, Real wanted) {
    const Part& part = run.model().parts[p];
    run.account.movers.clear();
    list_movers(run, part);
    const auto common = common_motion(run.model(), run.state, run.account.movers);
    if (!common) return 0;
    const Real taken = slow_relative_motion(run.account.movers, *common, wanted, run.state);
    if (taken > 0) place_interpolated(run.model(), part.interpolated, run.state);
    return taken;
}

/// The same for all of an island, about rest where something in it stands.
Real take_from_island(const AccountRun& run, const Island& island, Real wanted) {
    list_movers(run, island);
    const auto common = island.fixed ? rest_of(run.model(), run.state, run.account.movers)
                                     : common_motion(run.model(), run.state, run.account.movers);
    if (!common) return 0;
    const Real taken = slow_relative_motion(run.account.movers, *common, wanted, run.state);
    for (int k = island.nodes.begin; taken > 0 && k < island.nodes.end(); ++k)
        if (const int p = part_of_node(run.model(), run.account.nodes[k]); p >= 0)
            place_interpolated(run.model(), run.model().parts[p].interpolated, run.state);
    return taken;
}

/// Calls fn(part) for the parts of an island whose laws have gained.
template <class Fn>
void for_each_gainer(const AccountRun& run, const Island& island, const Fn& fn) {
    for (int k = island.nodes.begin; k < island.nodes.end(); ++k)
        if (const int p = part_of_node(run.model(), run.account.nodes[k]);
            p >= 0 && is_elastic(run.model().parts[p]) && run.account.gain[p] > 0)
            fn(p);
}

/// Who has gained pays first, then all who touch; the rest is owed by who has gained.
void charge(const AccountRun& run, const Island& island, Real gained) {
    AccountScratch& account = run.account;
    Real gains = 0, paid = 0;
    for_each_gainer(run, island, [&](int p) { gains += account.gain[p]; });
    for_each_gainer(run, island,
                    [&](int p) { paid += take_from_part(run, p, gained * (account.gain[p] / gains)); });
    if (const Real rest = gained - paid; rest > rounding * gained)
        paid += take_from_island(run, island, rest);
    const Real rest = gained - paid;
    if (!(gains > 0) || !(rest > rounding * gained)) return;
    for_each_gainer(run, island, [&](int p) { run.state.parts[p].debt += rest * (account.gain[p] / gains); });
}

/// Skins that press each other or an obstacle do so by forces like any other, and take and give in turn.
bool presses_on_body(const Model& model, const SkinScratch& skins, int part) {
    for (std::size_t s = 0; s < skins.placed.size(); ++s)
        if (model.skins[s].part == part && skins.placed[s].on_body) return true;
    return false;
}

/// Whether contact has done anything to what stores energy here: moved it, or pressed its skin.
bool has_changed(const AccountRun& run, const SkinScratch& skins, const Island& island) {
    const Motion& before = run.account.advanced;
    const auto differ = [](const auto& a, const auto& b, const Range& range) {
        return !std::equal(a.begin() + range.begin, a.begin() + range.end(), b.begin() + range.begin);
    };
    for (int k = island.nodes.begin; k < island.nodes.end(); ++k) {
        const int p = part_of_node(run.model(), run.account.nodes[k]);
        if (p < 0 || !is_elastic(run.model().parts[p])) continue;
        const Part& part = run.model().parts[p];
        if (differ(run.state.x, before.x, part.points) ||
            differ(run.state.frames.x, before.frames.x, part.frames) ||
            presses_on_body(run.model(), skins, p))
            return true;
    }
    return false;
}

void settle_island(const AccountRun& run, const SkinScratch& skins, const Island& island) {
    if (!island.elastic || island.driven || !has_changed(run, skins, island)) return;
    if (const Real gained = gained_by_contact(run, island); gained > 0) charge(run, island, gained);
}

/// What a part owes beyond what its laws still hold is forgotten: damping has had it.
void pay_debt(const AccountRun& run, int p) {
    Real& debt = run.state.parts[p].debt;
    debt = std::max(Real(0), debt - take_from_part(run, p, debt));
    const Part& part = run.model().parts[p];
    if (!(debt > 0) || part.oriented >= 0) return;
    const State& state = run.state;
    const At<State> now{state, run.control.time_t1};
    const bool known = run.account.open && run.account.stored_at[p] == run.interval.index;
    const Real stored = known ? run.account.stored[p] : energy_of_place(run, now, part);
    const Moment moment{state.x, state.v, state.frames, now.time, &state.oriented};
    debt = std::clamp(stored - weight_energy(run.model(), part, moment), Real(0), debt);
}

}  // namespace

void open_account(const Interval& interval, const State& state, InteractionScratch& scratch) {
    AccountScratch& account = scratch.account;
    const ContactSettings& contact = interval.model.contact;
    account.open = contact.penalty.kind == ResponseKind::Impulse && !contact.first_contact_time &&
                   touches_elastic(interval.model, scratch);
    if (interval.index == 0) {
        account.stored_at.assign(interval.model.parts.size(), -1);
        account.pressed_at = -1;
    }
    if (!account.open) return;
    account.start.x = state.x;
    account.start.v = state.v;
    account.start.frames = state.frames;
    account.start.trees = state.trees;
}

void note_advanced(const Interval& interval, const State& state, AccountScratch& account) {
    if (!has_interactions(interval.model) || !account.open) return;
    account.advanced.x = state.x;
    account.advanced.v = state.v;
    account.advanced.frames = state.frames;
    account.advanced.trees = state.trees;
}

void settle_account(const Interval& interval, const Control& control, State& state, Scratch& scratch) {
    if (!has_interactions(interval.model)) return;
    InteractionScratch& interaction = scratch.interaction;
    AccountScratch& account = interaction.account;
    const AccountRun run{interval, control, state, account, scratch.solver.assembly};
    if (account.open) {
        account.stored.resize(interval.model.parts.size());
        account.gain.resize(interval.model.parts.size());
        account.rooms.resize(interval.model.oriented.size());
        list_islands({interval.model, control, state, interval.length, interaction.edges}, scratch);
        press_at_all_moments(run, scratch.skins);
        for (const Island& island : account.islands) settle_island(run, scratch.skins, island);
    }
    for (std::size_t p = 0; p < state.parts.size(); ++p)
        if (state.parts[p].debt > 0) pay_debt(run, static_cast<int>(p));
}

}  // namespace souple
