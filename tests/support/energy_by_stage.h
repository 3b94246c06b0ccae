// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A step taken stage by stage, with the energy of the world between them: what contact does to it is told
// apart from what the methods of the parts do.
#pragma once

#include <algorithm>

#include "souple/dynamics/hair/split_wisps.h"
#include "souple/dynamics/measure.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/world.h"

namespace souple {

/// [J] of motion, laws and weight.
inline Real common_energy(const World& world) {
    Real sum = 0;
    for (const Part& part : world.model.parts)
        sum += kinetic_energy(world.model, world.state, part) +
               elastic_energy(world.model, world.control, world.state, part) +
               potential_energy(world.model, world.state, part);
    return sum;
}

/// [J] that the parts owe.
inline Real common_debt(const World& world) {
    Real sum = 0;
    for (const PartMemory& memory : world.state.parts) sum += memory.debt;
    return sum;
}

/// What the intervals of a run did to energy [J].
struct EnergyByStage {
    Real by_contact = 0;  ///< most that one left above both its start and its advance, debts apart
    Real by_advance = 0;  ///< most that what leads things and the methods of the parts added in one
    Real lowest = 0;      ///< of the run
    Real rise = 0;        ///< most above the lowest before
    Real largest_debt = 0;
};

/// One step, noted in `run`, whose `lowest` is the energy at the start of the first. A world without adaptive
/// surfaces, as World::step.
inline StepReport step_by_stages(World& world, const StepSettings& settings, EnergyByStage& run) {
    if (!world.model.hair.empty()) change_wisps(world, settings.h);
    prepare(world.model, *world.scratch);
    Scratch& scratch = *world.scratch;
    State& state = world.state;
    StepReport report;
    const Real start_time = state.time, length = settings.h / settings.intervals;
    for (int i = 0; i < settings.intervals && !report.failure; ++i) {
        const Interval interval{world.model, start_time + i * length, length, i, settings.intervals};
        const Real start = common_energy(world), owed = common_debt(world);
        steer(interval, state, scratch);
        apply_controls(interval, world.control, state, scratch.profile, scratch.carriers);
        const Real led = common_energy(world);
        find_contacts(interval, world.control, state, scratch);
        advance(interval, world.control, state, scratch, report);
        const Real advanced = common_energy(world);
        solve_contacts(interval, world.control, state, scratch, report);
        move(interval, state, scratch, report);
        accept(interval, state, scratch.profile, report);
        const Real end = common_energy(world), more_owed = common_debt(world) - owed;
        run.by_advance = std::max(run.by_advance, advanced - start);
        run.by_contact =
            std::max(run.by_contact, end - std::max(led, advanced) - std::max(Real(0), more_owed));
        run.lowest = std::min(run.lowest, end);
        run.rise = std::max(run.rise, end - run.lowest);
        run.largest_debt = std::max(run.largest_debt, common_debt(world));
    }
    state.time = start_time + settings.h;
    ++state.step;
    return report;
}

}  // namespace souple
