// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Keeps the interval, or names what went bad in it.
#include <fmt/format.h>

#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/dynamics/step.h"

namespace souple {

namespace {

template <class E>
int first_touching(const std::vector<E>& elements, Range range, int node) {
    for (int e = range.begin; e < range.end(); ++e)
        if (std::find(elements[e].nodes.begin(), elements[e].nodes.end(), node) != elements[e].nodes.end())
            return e - range.begin;
    return -1;
}

/// The first law that acts on a point, to help a person find the cause.
std::string law_on(const Model& model, const Part& part, int node) {
    if (const int e = first_touching(model.springs, part.springs, node); e >= 0)
        return fmt::format("spring {}", e);
    if (const int e = first_touching(model.bends, part.bends, node); e >= 0) return fmt::format("bend {}", e);
    if (const int e = first_touching(model.hinges, part.hinges, node); e >= 0)
        return fmt::format("hinge {}", e);
    if (const int e = first_touching(model.ties, part.ties, node); e >= 0) return fmt::format("tie {}", e);
    return "no element, only fields and contacts";
}

const char* trouble_of(const Model& model, const Vec3& x, const Vec3& v) {
    if (!is_finite(x) || !is_finite(v)) return "is not finite";
    return v.squaredNorm() > model.max_speed * model.max_speed ? "is faster than max_speed" : nullptr;
}

/// Whether there is none, without saying which: zero times what is not finite is not zero.
bool is_well(const Vec3& x, const Vec3& v, Real squared_max_speed) {
    const Vec3 sum = x + v;
    return 0 * sum.x() + 0 * sum.y() + 0 * sum.z() == 0 && v.squaredNorm() <= squared_max_speed;
}

}  // namespace

std::optional<Failure> find_failure(const Model& model, const Part& part, const State& state, Stage stage) {
    const auto failure = [&](std::string what) {
        return Failure{stage, state.step, part.name, std::move(what)};
    };
    const Real squared_max_speed = model.max_speed * model.max_speed;
    const int troubled = parallel_sum(part.points.count, 0, [&](int i) {
        const int point = part.points.begin + i;
        return is_well(state.x[point], state.v[point], squared_max_speed) ? 0 : 1;
    });
    for (int i = part.points.begin; troubled > 0 && i < part.points.end(); ++i)
        if (const char* trouble = trouble_of(model, state.x[i], state.v[i]))
            return failure(fmt::format("point {} {} (acted on by {})", model.point_id[i], trouble,
                                       law_on(model, part, i)));
    for (int i = part.frames.begin; i < part.frames.end(); ++i) {
        const Frames& frames = state.frames;
        const char* trouble = trouble_of(model, frames.x[i], frames.v[i]);
        if (!trouble && !(is_finite(frames.w[i]) && frames.q[i].coeffs().allFinite()))
            trouble = "turns without bound";
        if (trouble) return failure(fmt::format("frame {} {}", i - part.frames.begin, trouble));
    }
    return std::nullopt;
}

void accept(const Interval& interval, const State& state, Profile& profile, StepReport& report) {
    const Zone zone(profile, Stage::Accept);
    for (const Part& part : interval.model.parts)
        if (!report.failure) report.failure = find_failure(interval.model, part, state, Stage::SolveContacts);
}

std::string to_text(const Failure& failure) {
    return fmt::format("step {}, stage {}, part '{}': {}", failure.step, name_of(failure.stage), failure.part,
                       failure.what);
}

}  // namespace souple
