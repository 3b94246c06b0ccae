// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests scene/expectations.cpp: verdicts from running tallies are those of the whole series.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "souple/core/rng.h"
#include "souple/scene/expectations.h"

namespace souple {

namespace {

/// What a person would do with the whole series in front of him.
struct Judged {
    Real time = 0, value = NAN;
};

Judged look_through(const ExpectDef& expect, const Probe& probe) {
    const auto over = [&](Real value) {
        if (!std::isfinite(value)) return std::numeric_limits<Real>::infinity();
        return std::max((*expect.between)[0] - value, value - (*expect.between)[1]);
    };
    Judged found;
    Real best = 0, sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < probe.values.size(); ++i) {
        const Real t = probe.times[i], v = probe.values[i];
        if (t < expect.from) continue;
        Real score = static_cast<Real>(i);  // the last one
        if (expect.at.is(NodeKind::Number)) score = -std::abs(t - expect.at.number);
        if (expect.at.text == "always") score = over(v);
        if (expect.at.text == "max") score = std::isfinite(v) ? v : INFINITY;
        if (expect.at.text == "min") score = std::isfinite(v) ? -v : INFINITY;
        sum += v;
        if (count++ == 0 || score > best) {
            best = score;
            found = {t, v};
        }
    }
    if (expect.at.text == "mean" && count > 0) found.value = sum / count;
    return found;
}

}  // namespace

TEST(Tally, judges_like_somebody_who_sees_the_whole_series) {
    Rng rng{7};
    int judged = 0;
    for (int trial = 0; trial < 300; ++trial) {
        Probe probe;
        probe.name = "p";
        const int count = 1 + static_cast<int>(20 * rng.uniform());
        for (int k = 0; k < count; ++k) {
            probe.times.push_back(0.1 * k);
            const Real roll = rng.uniform();  // equal values and ones that are not finite come too
            probe.values.push_back(roll < 0.02   ? NAN
                                   : roll < 0.04 ? INFINITY
                                                 : std::floor(9 * rng.uniform()));
        }
        for (const Node& at :
             {Node("end"), Node("always"), Node("max"), Node("min"), Node("mean"), Node(0.73)}) {
            for (const Real from : {0.0, 0.35, 5.0}) {
                ExpectDef expect;
                expect.probe = "p";
                expect.at = at;
                expect.from = from;
                expect.between = {{2, 6}};
                Probe empty;
                empty.name = "p";
                std::vector<Tally> tallies = make_tallies({expect}, {empty});
                for (std::size_t i = 0; i < probe.values.size(); ++i) {
                    empty.latest = probe.values[i];
                    take_latest({expect}, {empty}, probe.times[i], tallies);
                }
                const Verdict running = judge({expect}, tallies).at(0),
                              whole = judge({expect}, {probe}).at(0);
                const Judged seen = look_through(expect, probe);
                for (const Verdict& verdict : {running, whole}) {
                    EXPECT_EQ(verdict.time, seen.time);
                    EXPECT_TRUE(verdict.value == seen.value ||
                                (std::isnan(verdict.value) && std::isnan(seen.value)));
                    EXPECT_EQ(verdict.ok, seen.value >= 2 && seen.value <= 6);
                }
                ++judged;
            }
        }
    }
    EXPECT_EQ(judged, 300 * 6 * 3);
}

}  // namespace souple
