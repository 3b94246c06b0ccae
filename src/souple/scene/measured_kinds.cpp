// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/measured_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "souple/core/errors.h"
#include "souple/scene/measure_names.h"

namespace souple {

namespace {

using Kinds = std::vector<std::string_view>;

constexpr std::array of_crowds{Measure::ArrivedShare,    Measure::AgentOverlap,     Measure::WallOverlap,
                               Measure::CellChangeShare, Measure::MeanAgentSpeed,   Measure::AgentDensity,
                               Measure::LaneOrder,       Measure::CellSearches,     Measure::BodyOverlap,
                               Measure::BodiesArrived,   Measure::AlarmedAgents,    Measure::StruckAgents,
                               Measure::DartsPerCell,    Measure::OffCell,          Measure::AgentCellLevel,
                               Measure::BodyCellLevel,   Measure::LevelMemoryShare, Measure::MisledByPlanes};
constexpr std::array of_cells{Measure::CellCount, Measure::DeepestCell, Measure::RegistrationFault};
constexpr std::array of_tissue{Measure::CellsAstray, Measure::TrailLength,   Measure::SegmentCount,
                               Measure::NearFibre,   Measure::NearMembrane,  Measure::NearTrail,
                               Measure::NearFault,   Measure::ShapesLookedAt};
constexpr std::array of_hair{
    Measure::WispCount,        Measure::WispContacts,    Measure::Lean,
    Measure::SegmentStrain,    Measure::WispPenetration, Measure::EnvelopePenetration,
    Measure::HairPenetration,  Measure::HairLift,        Measure::WispThroughCloth,
    Measure::HairThroughCloth, Measure::HairLengthError, Measure::Flatness,
    Measure::TipTwist};
constexpr std::array of_oriented{Measure::FragmentCount, Measure::BondCount, Measure::MeanHeat};
constexpr std::array of_joints{Measure::JointPosition, Measure::LoopResidual};
constexpr std::array of_faces{Measure::FaceCount, Measure::InterpolatedCount, Measure::FinestLevel,
                              Measure::SharpestFold, Measure::SmallestAngle};

/// Empty: every kind has it.
Kinds kinds_of(Measure measure) {
    const auto is_among = [measure](const auto& measures) {
        return std::find(measures.begin(), measures.end(), measure) != measures.end();
    };
    if (is_among(of_crowds)) return {"crowd"};
    if (is_among(of_cells)) return {"crowd", "tissue"};
    if (is_among(of_tissue)) return {"tissue"};
    if (is_among(of_hair)) return {"hair"};
    if (is_among(of_oriented)) return {"oriented"};
    if (is_among(of_joints)) return {"articulated"};
    if (is_among(of_faces)) return {"cloth"};
    return {};
}

std::string_view word_of(Measure measure) {
    for (const auto& name : measure_names)
        if (name.value == measure) return name.text;
    return "?";
}

}  // namespace

void check_measured(Measure measure, const Model& model, std::span<const int> parts) {
    const Kinds kinds = kinds_of(measure);
    const auto has_it = [&](int part) {
        return std::find(kinds.begin(), kinds.end(), model.parts[part].kind) != kinds.end();
    };
    if (kinds.empty() || std::any_of(parts.begin(), parts.end(), has_it)) return;
    const std::string wanted = fmt::format("{}", fmt::join(kinds, " or "));
    if (parts.size() == 1)
        throw InputError(fmt::format("{} is a measure of {}, and '{}' is {}", word_of(measure), wanted,
                                     model.parts[parts.front()].name, model.parts[parts.front()].kind));
    throw InputError(
        fmt::format("{} is a measure of {}, and the scene has no such part", word_of(measure), wanted));
}

}  // namespace souple
