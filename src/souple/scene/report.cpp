// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/report.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>

#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

Node stages_of(const Profile& profile) {
    Node stages = make_object();
    for (std::size_t s = 0; s < stage_names.size(); ++s)
        set_member(stages, stage_names[s], profile.seconds[s]);
    return stages;
}

/// What the time of each crowd was spent on [s] (002 F2.48).
Node crowds_of(const World& world) {
    Node crowds = make_array();
    for (std::size_t c = 0; world.scratch->crowds && c < world.scratch->crowds->of.size(); ++c) {
        const CrowdTimes& times = world.scratch->crowds->of[c].times;
        append(crowds, make_object({{"name", world.model.parts[world.model.crowds[c]->part].name},
                                    {"multiresolution_s", times.multiresolution},
                                    {"behaviour_s", times.behaviour},
                                    {"point_agents_s", times.point_agents},
                                    {"polygon_agents_s", times.polygon_agents}}));
    }
    return crowds;
}

Node parts_of(const Model& model) {
    Node parts = make_array();
    for (const Part& part : model.parts)
        append(parts, make_object({{"name", part.name},
                                   {"kind", part.kind},
                                   {"points", part.points.count},
                                   {"frames", part.frames.count},
                                   {"triangles", part.triangles.count},
                                   {"springs", part.springs.count},
                                   {"hinges", part.hinges.count},
                                   {"bends", part.bends.count},
                                   {"ties", part.ties.count}}));
    for (const Obstacle& obstacle : model.obstacles)
        append(parts, make_object({{"name", obstacle.name}, {"kind", "obstacle"}}));
    return parts;
}

Node probes_of(const std::vector<Probe>& probes) {
    Node all = make_object();
    for (const Probe& probe : probes) {
        Node entry = make_object({{"unit", unit_of(probe.def.measure)}});
        if (probe.stride > 1)
            set_member(entry, "every", probe.stride);  // of the values taken: the table has all
        set_member(entry, "times", make_array(probe.times));
        set_member(entry, "values", make_array(probe.values));
        set_member(all, probe.name, std::move(entry));
    }
    return all;
}

/// JSON has no infinity and no NaN: such a value is null.
Node number_or_null(Real value) { return std::isfinite(value) ? Node(value) : Node(); }

/// There is a verdict for each expectation, or none at all when the run did not come to its end.
Node verdicts_of(const std::vector<Verdict>& verdicts, const std::vector<ExpectDef>& expectations) {
    Node all = make_array();
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const Verdict& verdict = verdicts[i];
        Node entry = make_object({{"name", verdict.name},
                                  {"value", number_or_null(verdict.value)},
                                  {"time", verdict.time},
                                  {"bound", verdict.bound},
                                  {"ok", verdict.ok}});
        if (verdicts.size() == expectations.size()) {
            set_member(entry, "probe", expectations[i].probe);
            set_member(entry, "at", expectations[i].at);
            if (expectations[i].from > 0) set_member(entry, "from", expectations[i].from);
        }
        append(all, std::move(entry));
    }
    return all;
}

}  // namespace

std::string unit_of(Measure measure) {
    switch (measure) {
        case Measure::KineticEnergy:
        case Measure::ElasticEnergy:
        case Measure::PotentialEnergy:
        case Measure::TotalEnergy:
            return "J";
        case Measure::Momentum:
            return "kg m/s";
        case Measure::AngularMomentum:
            return "kg m^2/s";
        case Measure::CentreOfMass:
        case Measure::MinHeight:
        case Measure::MaxHeight:
        case Measure::Extent:
        case Measure::Penetration:
        case Measure::Overlap:
        case Measure::SkinPress:
        case Measure::Position:
        case Measure::MaxDistance:
        case Measure::RmsDistance:
        case Measure::LoopResidual:
        case Measure::AgentOverlap:
        case Measure::WallOverlap:
        case Measure::BodyOverlap:
        case Measure::OffCell:
        case Measure::TrailLength:
        case Measure::NearFibre:
        case Measure::NearMembrane:
        case Measure::NearTrail:
        case Measure::NearFault:
            return "m";
        case Measure::AgentDensity:
            return "1/m^2";
        case Measure::HullVolume:
        case Measure::SkinVolume:
            return "m^3";
        case Measure::Mass:
            return "kg";
        case Measure::SharpestFold:
        case Measure::SmallestAngle:
            return "deg";
        case Measure::MeanHeat:
            return "K";
        case Measure::Velocity:
        case Measure::Speed:
        case Measure::MeanAgentSpeed:
        case Measure::RmsSpeed:
            return "m/s";
        default:
            return "";
    }
}

std::string hash_text(const State& state) { return fmt::format("{:016x}", hash_of(state)); }

Real peak_memory_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<Real>(usage.ru_maxrss) / 1024;
}

Node make_report(const Simulation& simulation, const RunNumbers& numbers,
                 const std::vector<Verdict>& verdicts) {
    const State& state = simulation.world.state;
    Node report = make_object({{"scene", simulation.scene.file},
                               {"title", simulation.scene.def.title},
                               {"steps", std::max<std::int64_t>(0, state.step)},
                               {"simulated_s", state.time},
                               {"wall_s", numbers.wall_s},
                               {"load_s", numbers.load_s},
                               {"record_s", numbers.record_s},
                               {"threads", numbers.threads},
                               {"hash", hash_text(state)},
                               {"stages", stages_of(simulation.profile)},
                               {"parts", parts_of(simulation.world.model)},
                               {"contacts", numbers.contacts},
                               {"unconverged_solves", numbers.unconverged_solves},
                               {"unmet_tolerances", numbers.unmet_tolerances},
                               {"correction_work_j", numbers.correction_work},
                               {"deepest_overlap_m", numbers.deepest_overlap},
                               {"deepest_press_m", numbers.deepest_press},
                               {"contact_residual_m_s", numbers.contact_residual},
                               {"held_crossings", numbers.held_crossings},
                               {"open_crossings", numbers.open_crossings},
                               {"most_divisions", numbers.most_divisions},
                               {"interrupted", numbers.interrupted},
                               {"probes", probes_of(simulation.probes)},
                               {"expectations", verdicts_of(verdicts, simulation.scene.def.expect)},
                               {"peak_memory_mb", peak_memory_mb()}});
    if (!simulation.world.model.crowds.empty()) set_member(report, "crowds", crowds_of(simulation.world));
    if (numbers.failure) set_member(report, "failure", to_text(*numbers.failure));
    return report;
}

}  // namespace souple
