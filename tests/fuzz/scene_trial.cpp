// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "scene_trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/scene/checkpoint.h"
#include "souple/scene/json/write.h"
#include "souple/scene/report.h"
#include "souple/scene/simulation.h"
#include "souple/view/check_frame.h"
#include "souple/view/describe_world.h"

namespace souple::trials {

namespace {

bool is_finite(const State& state) {
    const auto finite = [](const auto& list) {
        return std::all_of(list.begin(), list.end(), [](const Vec3& v) { return v.allFinite(); });
    };
    const auto turned = [](const Quat& q) { return q.coeffs().allFinite(); };
    const Frames& frames = state.frames;
    return finite(state.x) && finite(state.v) && finite(frames.x) && finite(frames.v) && finite(frames.w) &&
           std::all_of(frames.q.begin(), frames.q.end(), turned);
}

/// Pictures and recordings have numbers of single precision.
bool fits_pictures(const State& state) {
    const auto fits = [](const Vec3& x) { return x.cwiseAbs().maxCoeff() < 1e30; };
    return std::all_of(state.x.begin(), state.x.end(), fits) &&
           std::all_of(state.frames.x.begin(), state.frames.x.end(), fits);
}

/// Triangles of a formula take longer than all the rest: only some are looked at.
bool is_shown(const World& world) {
    const auto is_formula = [](const Obstacle& o) { return std::holds_alternative<FormulaShape>(o.shape); };
    const bool is_dear = std::any_of(world.model.obstacles.begin(), world.model.obstacles.end(), is_formula);
    return fits_pictures(world.state) && (!is_dear || world.model.seed % 8 == 0);
}

/// Points and frames times the substeps that a step takes of them.
double work_of(const World& world, int intervals) {
    double sum = 0;
    for (const Part& part : world.model.parts) {
        const bool fixed = part.control.kind == StepControlKind::Fixed;
        const double substeps = fixed ? part.substeps : 16.0 * part.substeps;  // (a guess)
        sum += (part.points.count + 4.0 * part.frames.count) * substeps * intervals;
    }
    for (const FrameSkin& skin : world.model.skins)  // each seed feels each primitive
        sum += 2.0 * static_cast<double>(skin.seeds.size() * skin.primitives.size()) * intervals;
    return sum;
}

/// What whoever looks at a run asks of it: a picture, a report, a checkpoint that brings the same state back.
std::string fault_of_outputs(Simulation& simulation) {
    const World& world = simulation.world;
    if (is_shown(world)) check(describe_world(world.model, world.state, world.control));
    std::vector<Verdict> verdicts;
    if (is_finished(simulation)) verdicts = judge(simulation.scene.def.expect, simulation.probes);
    to_text(make_report(simulation, {}, verdicts));
    Simulation copy = simulation;
    from_bytes(to_bytes(simulation), "checkpoint", copy);
    if (hash_of(copy.world.state) != hash_of(world.state)) return "a checkpoint brings another state back";
    return {};
}

Trial run(const Scene& scene, const TrialOptions& options) {
    Simulation simulation = make_simulation(scene);
    if (work_of(simulation.world, simulation.settings.intervals) > options.most_work)
        return {Outcome::SetAside, "too much work for one step", ""};
    for (int k = 0; k < options.steps; ++k) {
        const StepReport report = advance(simulation);
        if (report.failure) return {Outcome::WentBad, to_text(*report.failure), ""};
        if (!is_finite(simulation.world.state))
            return {Outcome::Broken, fmt::format("a number is not finite after step {}", k + 1), ""};
    }
    const std::string fault = fault_of_outputs(simulation);
    if (!fault.empty()) return {Outcome::Broken, fault, ""};
    return {};
}

}  // namespace

Trial try_scene(const std::string& text, const std::string& file_name, const TrialOptions& options) {
    try {
        const Scene scene = load_scene_text(text, file_name, options.load);
        if (options.is_moderate && !options.is_moderate(scene))
            return {Outcome::SetAside, "larger numbers than wanted", ""};
        return run(scene, options);
    } catch (const SceneError& error) {
        const FileLocation& where = error.location;
        const bool is_setting = where.file == "--set";  // a command has no lines
        const bool is_text = where.line > 0 && where.json_path.empty();
        const bool located = !where.file.empty() && (is_setting || where.line > 0) &&
                             (is_setting || is_text || !where.json_path.empty());
        return {located ? Outcome::Refused : Outcome::Broken, error.what(), where.json_path};
    } catch (const std::exception& error) {
        return {Outcome::Broken, fmt::format("without a place: {}", error.what()), ""};
    }
}

}  // namespace souple::trials
