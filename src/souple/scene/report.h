// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a run says about itself in JSON.
#pragma once

#include <string>
#include <vector>

#include "souple/scene/json/node.h"
#include "souple/scene/run_course.h"
#include "souple/scene/simulation.h"

namespace souple {

Node make_report(const Simulation& simulation, const RunNumbers& numbers,
                 const std::vector<Verdict>& verdicts);

/// Of a probe's values, as plots write it: "m/s"; empty for counts and other pure numbers.
std::string unit_of(Measure measure);

/// The state hash as reports write it: 16 hexadecimal digits.
std::string hash_text(const State& state);

/// [MB] the most memory the program has held.
Real peak_memory_mb();

}  // namespace souple
