// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/measured_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "souple/core/errors.h"
#include "souple/scene/measure_names.h"

namespace souple {

namespace {

using Kinds = std::vector<std::string_view>;

/// Empty: every kind has it.
Kinds kinds_of(Measure measure) {
    switch (measure) {
        case Measure::ArrivedShare:
        case Measure::AgentOverlap:
        case Measure::WallOverlap:
        case Measure::CellChangeShare:
        case Measure::MeanAgentSpeed:
        case Measure::AgentDensity:
        case Measure::LaneOrder:
        case Measure::CellSearches:
        case Measure::BodyOverlap:
        case Measure::BodiesArrived:
        case Measure::AlarmedAgents:
        case Measure::StruckAgents:
        case Measure::DartsPerCell:
        case Measure::OffCell:
        case Measure::AgentCellLevel:
        case Measure::BodyCellLevel:
        case Measure::LevelMemoryShare:
        case Measure::MisledByPlanes:
            return {"crowd"};
        case Measure::CellCount:
        case Measure::DeepestCell:
        case Measure::RegistrationFault:
            return {"crowd", "tissue"};
        case Measure::CellsAstray:
        case Measure::TrailLength:
        case Measure::SegmentCount:
        case Measure::NearFibre:
        case Measure::NearMembrane:
        case Measure::NearTrail:
        case Measure::NearFault:
        case Measure::ShapesLookedAt:
            return {"tissue"};
        case Measure::WispCount:
        case Measure::WispContacts:
        case Measure::Lean:
        case Measure::SegmentStrain:
        case Measure::WispPenetration:
        case Measure::EnvelopePenetration:
        case Measure::HairPenetration:
        case Measure::HairLift:
        case Measure::WispThroughCloth:
        case Measure::HairThroughCloth:
        case Measure::HairLengthError:
        case Measure::Flatness:
        case Measure::TipTwist:
            return {"hair"};
        case Measure::FragmentCount:
        case Measure::BondCount:
        case Measure::MeanHeat:
            return {"oriented"};
        case Measure::JointPosition:
        case Measure::LoopResidual:
            return {"articulated"};
        case Measure::FaceCount:
        case Measure::InterpolatedCount:
        case Measure::FinestLevel:
        case Measure::SharpestFold:
        case Measure::SmallestAngle:
            return {"cloth"};
        default:
            return {};
    }
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
