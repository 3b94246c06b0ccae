// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/step.h"

#include "souple/dynamics/contact/first_contact.h"

namespace souple {

StepReport step(const Model& model, const StepSettings& settings, State& state, Control& control,
                Scratch& scratch) {
    prepare(model, scratch);
    scratch.kept = state;
    StepReport report;
    const Real length = settings.h / settings.intervals;
    for (int i = 0; i < settings.intervals && !report.failure; ++i) {
        const Interval interval{model, scratch.kept.time + i * length, length, i, settings.intervals};
        steer(interval, state, scratch);
        if (model.contact.first_contact_time) {  // the same stages, from one first contact to the next
            follow_contacts(interval, control, state, scratch, report);
        } else {
            apply_controls(interval, control, state, scratch.profile);
            find_contacts(interval, control, state, scratch);
            advance(interval, control, state, scratch, report);
            solve_contacts(interval, control, state, scratch, report);
        }
        move(interval, state, scratch, report);
        accept(interval, state, scratch.profile, report);
    }
    if (report.failure) {
        state = scratch.kept;
        return report;
    }
    state.time = scratch.kept.time + settings.h;
    ++state.step;
    return report;
}

}  // namespace souple
