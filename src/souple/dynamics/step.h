// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One step of a world: the stages of docs/concepts/the_step.md, as a transaction.
#pragma once

#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/dynamics/step_report.h"

namespace souple {

struct Scratch;         // dynamics/scratch.h
struct CarrierScratch;  // dynamics/hair/pull_carriers.h

struct StepSettings {
    Real h = 1.0 / 120;  ///< [s] > 0
    int intervals = 1;   ///< coupling intervals in a step, >= 1
};

/// One coupling interval as the stages see it.
struct Interval {
    const Model& model;
    Real time;      ///< [s] at its start
    Real length;    ///< [s]
    int index = 0;  ///< of the intervals of the step
    int count = 1;  ///< intervals of the step
};

void apply_controls(const Interval& interval, Control& control, State& state, Profile& profile,
                    CarrierScratch& carriers);
void find_contacts(const Interval& interval, const Control& control, const State& state, Scratch& scratch);
void steer(const Interval& interval, State& state, Scratch& scratch);
void advance(const Interval& interval, const Control& control, State& state, Scratch& scratch,
             StepReport& report);
void solve_contacts(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                    StepReport& report);
void move(const Interval& interval, State& state, Scratch& scratch, StepReport& report);
void accept(const Interval& interval, const State& state, Profile& profile, StepReport& report);

/// Where a pin leads its point at the start (0) or the end (1) of the control's interval.
Vec3 pin_place(const Control& control, const Pin& pin, int end);

/// Moves the state by settings.h; if anything went bad the state is as it was, and the report says what.
StepReport step(const Model& model, const StepSettings& settings, State& state, Control& control,
                Scratch& scratch);

/// The first thing that is not finite or faster than the model allows in a part, if any.
std::optional<Failure> find_failure(const Model& model, const Part& part, const State& state, Stage stage);

}  // namespace souple
