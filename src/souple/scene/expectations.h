// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Expectations judged on what the probes recorded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "souple/scene/probes.h"
#include "souple/scene/scene_def.h"

namespace souple {

struct Verdict {
    std::string name;
    std::string bound;  ///< as a person says it: "below 0.1"
    Real value = 0;     ///< the value that was judged; for "always" the worst one
    Real time = 0;      ///< [s] when it was taken
    bool ok = false;
};

/// What an expectation must know of all values so far, however many there were.
struct Tally {
    std::uint64_t key = 0;   ///< of what is expected
    int probe = -1;          ///< that it looks at
    std::int64_t count = 0;  ///< values that counted
    Real time = 0;           ///< [s] when the value was taken that would be judged now
    Real value = 0;
    Real sum = 0;  ///< of all values
};

/// One for each expectation, in the scene's order, of all values that the probes hold.
std::vector<Tally> make_tallies(const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes);

/// Looks at the value that each probe took last, at this time.
void take_latest(const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes, Real time,
                 std::vector<Tally>& tallies);

/// One verdict for each expectation, in the scene's order. A value that is not finite is never good.
std::vector<Verdict> judge(const std::vector<ExpectDef>& expectations, const std::vector<Tally>& tallies);

/// The same of all values that the probes hold.
std::vector<Verdict> judge(const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes);

}  // namespace souple
