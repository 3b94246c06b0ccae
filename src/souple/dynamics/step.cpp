// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/step.h"

#include "souple/dynamics/contact/divide_step.h"
#include "souple/dynamics/contact/first_contact.h"
#include "souple/dynamics/scratch.h"

namespace souple {

StepReport step(const Model& model, const StepSettings& settings, State& state, Control& control,
                Scratch& scratch) {
    prepare(model, scratch);
    copy_all_but_leaves(state, scratch.kept);
    StepReport report;
    report.divisions = count_divisions({model, state.time, settings.h}, control, state, scratch);
    const int count = report.divisions * settings.intervals;
    const Real length = settings.h / count;
    for (int i = 0; i < count && !report.failure; ++i) {
        const Interval interval{model, scratch.kept.time + i * length, length, i % settings.intervals,
                                settings.intervals};
        steer(interval, state, scratch);
        if (model.contact.first_contact_time) {  // the same stages, from one first contact to the next
            follow_contacts(interval, control, state, scratch, report);
        } else {
            apply_controls(interval, control, state, scratch.profile, scratch.carriers);
            find_contacts(interval, control, state, scratch);
            advance(interval, control, state, scratch, report);
            solve_contacts(interval, control, state, scratch, report);
        }
        move(interval, state, scratch, report);
        accept(interval, state, scratch.profile, report);
    }
    if (report.failure) {
        copy_all_but_leaves(scratch.kept, state);
        return report;
    }
    state.time = scratch.kept.time + settings.h;
    ++state.step;
    return report;
}

}  // namespace souple
