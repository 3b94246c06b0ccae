// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Links hold, contacts answer; lifts overrun points out of obstacles and lists what touched what.
#include <algorithm>

#include "souple/dynamics/adapt/ball_on_sheet.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/contact/agent_bodies.h"
#include "souple/dynamics/contact/energy_account.h"
#include "souple/dynamics/contact/hold_sheets.h"
#include "souple/dynamics/contact/interactions.h"
#include "souple/dynamics/contact/meet_obstacles.h"
#include "souple/dynamics/contact/press_agents.h"
#include "souple/dynamics/contact/press_skins.h"
#include "souple/dynamics/hair/advance_hair.h"
#include "souple/dynamics/hair/answer_wisps.h"
#include "souple/dynamics/hair/meet_wisps.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/step.h"

namespace souple {

namespace {

void list_contacts(const Model& model, ContactScratch& contact) {
    contact.contacts.clear();
    for (std::size_t p = 0; p < model.parts.size(); ++p)
        for (int i = model.parts[p].points.begin; i < model.parts[p].points.end(); ++i) {
            const PointContact& met = contact.met[i];
            if (met.obstacle < 0) continue;
            contact.contacts.push_back({static_cast<int>(p), i, met.obstacle, met.normal, met.impulse});
        }
}

/// Wisps that meet stop or rub, at the rate of the intervals (001 W5.7).
void solve_wisps(const Interval& interval, const Control& control, State& state, Scratch& scratch) {
    for (std::size_t h = 0; h < interval.model.hair.size(); ++h) {
        const Hair& hair = interval.model.hair[h];
        if (!hair.contact.collide && !hair.contact.interpenetrate) continue;
        find_wisp_contacts(interval.model, control, hair, state, scratch.hair[h]);
        const WispPull pull =
            answer_wisp_contacts(interval.model, hair, interval.length, state, scratch.hair[h]);
        if (is_felt(interval.model, hair)) pull_carrier(interval.model, hair, pull, state, scratch.carriers);
    }
}

}  // namespace

void solve_contacts(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                    StepReport& report) {
    const Zone zone(scratch.profile, Stage::SolveContacts);
    if (report.failure) return;
    report.contacts = 0;
    // links first: contacts have the last word about who stays outside whom
    solve_links(interval.model, interval.length, state, scratch.links);
    note_advanced(interval, state, scratch.interaction.account);
    press_skins(interval.model.skins, interval.model, control, interval.length, state.frames, scratch.skins);
    push_links(interval.model, interval.length, state, scratch.skins);
    press_agents(interval.model, interval.length, state, scratch.skins, scratch.crowds.get());
    report.deepest_press = std::max(report.deepest_press, scratch.skins.deepest_press);
    solve_interactions(interval, control, state, scratch, report);
    meet_balls(interval, control, state, scratch);
    keep_on_ground(interval.model, state);
    solve_wisps(interval, control, state, scratch);
    for (const Part& part : interval.model.parts)
        if (!interval.model.obstacles.empty() && !hair_of(interval.model, part) && part.crowd < 0)
            lift_out({interval.model, control, part, interval.time, interval.length}, state, scratch.contact);
    place_all_interpolated(interval.model, state);
    hold_sheets(interval, control, state, scratch, report);
    settle_account(interval, control, state, scratch);
    if (interval.model.obstacles.empty()) return;
    list_contacts(interval.model, scratch.contact);
    report.contacts += static_cast<int>(scratch.contact.contacts.size());
}

}  // namespace souple
