// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Expectations judged on what the probes recorded.
#pragma once

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

/// One verdict for each expectation, in the scene's order. A value that is not finite is never good.
std::vector<Verdict> judge(const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes);

}  // namespace souple
