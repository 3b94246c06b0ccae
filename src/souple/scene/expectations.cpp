// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "souple/core/hash.h"

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

/// Whether a new value takes the place of the one that would be judged so far. Of equals the first one stays.
bool takes_over(const ExpectDef& expect, const Tally& tally, Real time, Real value) {
    if (expect.at.is(NodeKind::Number))
        return std::abs(time - expect.at.number) < std::abs(tally.time - expect.at.number);
    if (expect.at.text == "always") return excess(expect, value) > excess(expect, tally.value);
    if (expect.at.text != "max" && expect.at.text != "min") return true;
    // a value that is not finite counts as the extreme
    if (!std::isfinite(tally.value) || !std::isfinite(value)) return std::isfinite(tally.value);
    return expect.at.text == "max" ? value > tally.value : value < tally.value;
}

void take(const ExpectDef& expect, Real time, Real value, Tally& tally) {
    if (expect.from > 0 && time < expect.from) return;
    const bool is_first = tally.count++ == 0;
    tally.sum += value;
    if (!is_first && !takes_over(expect, tally, time, value)) return;
    tally.time = time;
    tally.value = value;
}

/// Moments at which a probe may be undefined, and is, are left out.
bool counts(const Probe& probe, Real value) { return !probe.def.may_be_undefined || std::isfinite(value); }

/// What is asked of which probe: a tally counts for the same question only.
std::uint64_t key_of(const ExpectDef& expect) {
    Hasher hasher;
    hasher.add(expect.probe);
    hasher.add(expect.at.text);
    hasher.add(expect.at.number);
    for (const Real number : {expect.from, expect.tolerance, expect.below.value_or(NAN),
                              expect.above.value_or(NAN), expect.near.value_or(NAN)})
        hasher.add(number);
    if (expect.between)
        for (const Real number : *expect.between) hasher.add(number);
    return hasher.value();
}

Verdict judge_one(const ExpectDef& expect, const Tally& tally) {
    Verdict verdict;
    verdict.name =
        expect.name.empty() ? fmt::format("{} at {}", expect.probe, when_text(expect.at)) : expect.name;
    verdict.bound = bound_text(expect);
    verdict.value = NAN;
    if (tally.count == 0) return verdict;
    verdict.time = tally.time;
    verdict.value = expect.at.text == "mean" ? tally.sum / static_cast<Real>(tally.count) : tally.value;
    verdict.ok = keeps(expect, verdict.value);
    return verdict;
}

}  // namespace

std::vector<Tally> make_tallies(const std::vector<ExpectDef>& expectations,
                                const std::vector<Probe>& probes) {
    std::map<std::string_view, int> by_name;
    for (std::size_t p = 0; p < probes.size(); ++p) by_name.emplace(probes[p].name, static_cast<int>(p));
    std::vector<Tally> tallies;
    for (const ExpectDef& expect : expectations) {
        const auto found = by_name.find(expect.probe);
        if (found == by_name.end()) continue;
        Tally tally{.key = key_of(expect), .probe = found->second};
        const Probe& probe = probes[static_cast<std::size_t>(found->second)];
        for (std::size_t i = 0; i < probe.values.size(); ++i)
            if (counts(probe, probe.values[i])) take(expect, probe.times[i], probe.values[i], tally);
        tallies.push_back(tally);
    }
    return tallies;
}

void take_latest(const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes, Real time,
                 std::vector<Tally>& tallies) {
    for (std::size_t e = 0; e < tallies.size(); ++e) {
        const Probe& probe = probes[static_cast<std::size_t>(tallies[e].probe)];
        if (counts(probe, probe.latest)) take(expectations[e], time, probe.latest, tallies[e]);
    }
}

std::vector<Verdict> judge(const std::vector<ExpectDef>& expectations, const std::vector<Tally>& tallies) {
    std::vector<Verdict> verdicts;
    for (std::size_t e = 0; e < tallies.size(); ++e)
        verdicts.push_back(judge_one(expectations[e], tallies[e]));
    return verdicts;
}

std::vector<Verdict> judge(const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes) {
    return judge(expectations, make_tallies(expectations, probes));
}

}  // namespace souple
