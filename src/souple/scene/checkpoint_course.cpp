// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/checkpoint_course.h"

#include <bit>
#include <limits>
#include <map>

namespace souple {

namespace {

void put_count(ByteWriter& out, std::int64_t count) { out.put(static_cast<std::uint64_t>(count)); }

std::int64_t get_count(ByteReader& in) {
    std::uint64_t word = 0;
    in.get(word);
    if (word > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
        throw InputError("it holds a count below zero");
    return static_cast<std::int64_t>(word);
}

int get_int(ByteReader& in) {
    const std::int64_t count = get_count(in);
    if (count > std::numeric_limits<int>::max()) throw InputError("it holds a count beyond all bounds");
    return static_cast<int>(count);
}

void put_numbers(ByteWriter& out, const RunNumbers& numbers) {
    for (const std::int64_t count :
         {numbers.contacts, std::int64_t(numbers.unconverged_solves), std::int64_t(numbers.unmet_tolerances),
          std::int64_t(numbers.held_crossings), std::int64_t(numbers.open_crossings),
          std::int64_t(numbers.most_divisions)})
        put_count(out, count);
    for (const Real number :
         {numbers.correction_work, numbers.deepest_overlap, numbers.deepest_press, numbers.contact_residual})
        out.put(number);
}

void get_numbers(ByteReader& in, RunNumbers& numbers) {
    numbers.contacts = get_count(in);
    for (int* count : {&numbers.unconverged_solves, &numbers.unmet_tolerances, &numbers.held_crossings,
                       &numbers.open_crossings, &numbers.most_divisions})
        *count = get_int(in);
    for (Real* number : {&numbers.correction_work, &numbers.deepest_overlap, &numbers.deepest_press,
                         &numbers.contact_residual})
        in.get(*number);
}

/// Every stride-th value of those taken, the first one included.
void check_kept(const Probe& probe) {
    if (probe.times.size() != probe.values.size()) throw InputError("a probe has more times than values");
    if (probe.stride < 1 || !std::has_single_bit(static_cast<std::uint64_t>(probe.stride)))
        throw InputError("a probe keeps values at intervals that no probe has");
    const std::int64_t kept = probe.taken / probe.stride + (probe.taken % probe.stride != 0);
    if (kept != static_cast<std::int64_t>(probe.values.size()))
        throw InputError("a probe keeps another number of values than it should");
}

}  // namespace

void put_probes(ByteWriter& out, const std::vector<Probe>& probes) {
    put_count(out, static_cast<std::int64_t>(probes.size()));
    for (const Probe& probe : probes) {
        out.put(probe.start_value);
        out.put(probe.start_shape);
        put_count(out, probe.taken);
        out.put(probe.latest);
        put_count(out, probe.stride);
        out.put(probe.times);
        out.put(probe.values);
    }
}

void get_probes(ByteReader& in, std::vector<Probe>& probes) {
    if (get_count(in) != static_cast<std::int64_t>(probes.size()))
        throw InputError("it holds another number of probes");
    for (Probe& probe : probes) {
        in.get(probe.start_value);
        in.get(probe.start_shape);
        probe.taken = get_count(in);
        in.get(probe.latest);
        probe.stride = get_count(in);
        in.get(probe.times);
        in.get(probe.values);
        check_kept(probe);
        if (probe.taken != probes.front().taken) throw InputError("its probes were not read together");
    }
}

void put_course(ByteWriter& out, const RunCourse& course) {
    put_numbers(out, course.numbers);
    put_count(out, static_cast<std::int64_t>(course.tallies.size()));
    for (const Tally& tally : course.tallies) {
        out.put(tally.key);
        put_count(out, tally.count);
        out.put(tally.time);
        out.put(tally.value);
        out.put(tally.sum);
    }
}

void get_course(ByteReader& in, const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes,
                RunCourse& course) {
    get_numbers(in, course.numbers);
    std::map<std::uint64_t, Tally> found;
    for (std::int64_t left = get_count(in); left > 0; --left) {
        Tally tally;
        in.get(tally.key);
        tally.count = get_count(in);
        in.get(tally.time);
        in.get(tally.value);
        in.get(tally.sum);
        found[tally.key] = tally;
    }
    course.tallies = make_tallies(expectations, probes);
    for (Tally& tally : course.tallies) {
        const auto known = found.find(tally.key);
        if (known == found.end()) continue;
        const int probe = tally.probe;
        tally = known->second;
        tally.probe = probe;
    }
}

}  // namespace souple
