// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace souple {

namespace {

/// How far a value is over its bound; negative when it keeps it with room to spare.
Real excess(const ExpectDef& expect, Real value) {
    if (!std::isfinite(value)) return INFINITY;
    if (expect.below) return value - *expect.below;
    if (expect.above) return *expect.above - value;
    if (expect.near) return std::abs(value - *expect.near) - expect.tolerance;
    return std::max((*expect.between)[0] - value, value - (*expect.between)[1]);
}

/// `below` and `above` are strict: a value on the bound does not keep it.
bool keeps(const ExpectDef& expect, Real value) {
    const bool strict = expect.below || expect.above;
    return strict ? excess(expect, value) < 0 : excess(expect, value) <= 0;
}

std::string bound_text(const ExpectDef& expect) {
    if (expect.below) return fmt::format("below {:.6g}", *expect.below);
    if (expect.above) return fmt::format("above {:.6g}", *expect.above);
    if (expect.near) return fmt::format("near {:.6g} within {:.3g}", *expect.near, expect.tolerance);
    return fmt::format("between {:.6g} and {:.6g}", (*expect.between)[0], (*expect.between)[1]);
}

std::string when_text(const Node& at) {
    return at.is(NodeKind::Number) ? fmt::format("{:.6g} s", at.number) : at.text;
}

std::size_t nearest_time(const std::vector<Real>& times, Real time) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < times.size(); ++i)
        if (std::abs(times[i] - time) < std::abs(times[best] - time)) best = i;
    return best;
}

std::size_t worst(const ExpectDef& expect, const std::vector<Real>& values) {
    std::size_t found = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        if (excess(expect, values[i]) > excess(expect, values[found])) found = i;
    return found;
}

/// Largest (sign 1) or smallest (sign -1); a value that is not finite counts as the extreme.
std::size_t extreme(const std::vector<Real>& values, Real sign) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) return i;
        if (sign * values[i] > sign * values[found]) found = i;
    }
    return found;
}

std::size_t chosen_sample(const ExpectDef& expect, const Probe& probe) {
    if (expect.at.is(NodeKind::Number)) return nearest_time(probe.times, expect.at.number);
    if (expect.at.text == "always") return worst(expect, probe.values);
    if (expect.at.text == "max") return extreme(probe.values, 1);
    if (expect.at.text == "min") return extreme(probe.values, -1);
    return probe.values.size() - 1;
}

/// What the probe recorded from then on.
Probe later_part(const Probe& probe, Real from) {
    Probe later;
    const auto first = std::lower_bound(probe.times.begin(), probe.times.end(), from);
    later.times.assign(first, probe.times.end());
    later.values.assign(probe.values.begin() + (first - probe.times.begin()), probe.values.end());
    return later;
}

Real mean_of(const std::vector<Real>& values) {
    Real sum = 0;
    for (const Real value : values) sum += value;
    return sum / static_cast<Real>(values.size());
}

Verdict judge_one(const ExpectDef& expect, const Probe& probe) {
    Verdict verdict;
    verdict.name =
        expect.name.empty() ? fmt::format("{} at {}", expect.probe, when_text(expect.at)) : expect.name;
    verdict.bound = bound_text(expect);
    verdict.value = NAN;
    if (probe.values.empty()) return verdict;
    const std::size_t sample = chosen_sample(expect, probe);
    verdict.time = probe.times[sample];
    verdict.value = expect.at.text == "mean" ? mean_of(probe.values) : probe.values[sample];
    verdict.ok = keeps(expect, verdict.value);
    return verdict;
}

}  // namespace

std::vector<Verdict> judge(const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes) {
    std::vector<Verdict> verdicts;
    for (const ExpectDef& expect : expectations)
        for (const Probe& probe : probes)
            if (probe.name == expect.probe)
                verdicts.push_back(
                    judge_one(expect, expect.from > 0 ? later_part(probe, expect.from) : probe));
    return verdicts;
}

}  // namespace souple
