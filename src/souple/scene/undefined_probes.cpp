// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/undefined_probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/scene/json/paths.h"

namespace souple {

namespace {

/// What the world has that the probe asks for, or not.
std::string reason_against(const Probe& probe, const World& world, Real value) {
    const Part& part = world.model.parts[probe.parts.front()];
    if (probe.spot.frame < 0 && (probe.def.point || probe.def.rest) && part.crowd >= 0)
        return fmt::format("agent {} of '{}' is not there any more", probe.def.point.value_or(0), part.name);
    const bool is_empty = std::all_of(probe.parts.begin(), probe.parts.end(), [&](int p) {
        return world.model.parts[p].points.empty() && world.model.parts[p].frames.empty();
    });
    if (is_empty && probe.def.part.empty()) return "no part has points or bodies";
    if (is_empty) return fmt::format("part '{}' has neither points nor bodies", part.name);
    if (std::isinf(value)) return "a number in it is larger than 1.8e308, or there is none to look at";
    return probe.def.part.empty() ? "no part has what it asks for"
                                  : fmt::format("there is none of it in part '{}' then", part.name);
}

}  // namespace

std::string why_undefined(const Probe& probe, const World& world, Real value) {
    return fmt::format(
        "at t = {:.4g} s its value is {}, {}; if that is meant, give it \"may_be_undefined\": true",
        world.state.time, std::isnan(value) ? "not a number" : "infinite",
        reason_against(probe, world, value));
}

std::vector<std::string> complaints_about(const std::vector<Probe>& probes) {
    std::vector<std::string> complaints;
    for (const Probe& probe : probes)
        if (!probe.undefined.empty())
            complaints.push_back(fmt::format("probe '{}' measured nothing: {}", probe.name, probe.undefined));
    return complaints;
}

void refuse_undefined(const Scene& scene, const std::vector<Probe>& probes) {
    for (std::size_t p = 0; p < probes.size(); ++p)
        if (!probes[p].undefined.empty())
            throw error_at_path(scene.document, entry_path(scene.document, "probes", p),
                                fmt::format("it measures nothing: {}", probes[p].undefined));
}

}  // namespace souple
