// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a run says about itself in JSON.
#pragma once

#include <string>
#include <vector>

#include "souple/dynamics/step_report.h"
#include "souple/scene/expectations.h"
#include "souple/scene/json/node.h"
#include "souple/scene/simulation.h"

namespace souple {

/// What the one who ran the simulation measured around it.
struct RunNumbers {
    int threads = 1;
    Real load_s = 0;    ///< [s] reading and building
    Real wall_s = 0;    ///< [s] stepping only
    Real record_s = 0;  ///< [s] writing files
    int unconverged_solves = 0;
    int unmet_tolerances = 0;   ///< of step-size control
    std::int64_t contacts = 0;  ///< summed over steps
    Real correction_work = 0;   ///< [J] of pushing overlaps apart and moving joints
    Real deepest_overlap = 0;   ///< [m] of what touches
    Real deepest_press = 0;     ///< [m] of skins
    Real contact_residual = 0;  ///< [m/s] the worst of those looked at
    int held_crossings = 0;     ///< of sheets, taken back at the end of an interval
    int open_crossings = 0;     ///< of sheets, that could not be taken back
    int most_divisions = 1;     ///< of a step
    bool interrupted = false;
    std::optional<Failure> failure;
};

Node make_report(const Simulation& simulation, const RunNumbers& numbers,
                 const std::vector<Verdict>& verdicts);

/// Of a probe's values, as plots write it: "m/s"; empty for counts and other pure numbers.
std::string unit_of(Measure measure);

/// The state hash as reports write it: 16 hexadecimal digits.
std::string hash_text(const State& state);

/// [MB] the most memory the program has held.
Real peak_memory_mb();

/// Probes as a table: time, then one column each.
std::string probes_to_csv(const std::vector<Probe>& probes);

}  // namespace souple
