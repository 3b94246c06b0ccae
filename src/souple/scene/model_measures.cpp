// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/model_measures.h"

#include <algorithm>
#include <numeric>

#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/dynamics/oriented/oriented_part.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/tissue/measure_tissue.h"

namespace souple {

namespace {

/// Measures of crowds, added up over parts; probes of shares look at one.
Real crowd_measure(Measure measure, const World& world, int index) {
    switch (measure) {
        case Measure::ArrivedShare:
            return arrived_share(world, index);
        case Measure::AgentOverlap:
            return agent_overlap(world, index);
        case Measure::WallOverlap:
            return wall_overlap(world, index);
        case Measure::CellChangeShare:
            return cell_change_share(world, index);
        case Measure::CellCount:
            return cell_count(world, index);
        case Measure::DeepestCell:
            return deepest_cell(world, index);
        case Measure::MeanAgentSpeed:
            return mean_agent_speed(world, index);
        case Measure::LaneOrder:
            return lane_order(world, index);
        case Measure::CellSearches:
            return search_count(world, index);
        case Measure::BodyOverlap:
            return body_overlap(world, index);
        case Measure::BodiesArrived:
            return bodies_arrived(world, index);
        case Measure::AlarmedAgents:
            return alarmed_agents(world, index);
        case Measure::StruckAgents:
            return struck_agents(world, index);
        case Measure::DartsPerCell:
            return darts_per_cell(world, index);
        case Measure::OffCell:
            return off_cell(world, index);
        case Measure::AgentCellLevel:
            return agent_cell_level(world, index);
        case Measure::BodyCellLevel:
            return body_cell_level(world, index);
        case Measure::LevelMemoryShare:
            return level_memory_share(world, index);
        case Measure::RegistrationFault:
            return registration_fault(world, index);
        case Measure::MisledByPlanes:
            return misled_by_planes(world, index);
        default:
            return 0;
    }
}

/// Measures of tissues; the counts of cells and faults are those of crowds too.
Real tissue_measure(Measure measure, const World& world, int index) {
    switch (measure) {
        case Measure::CellCount:
            return tissue_cell_count(world, index);
        case Measure::DeepestCell:
            return deepest_tissue_cell(world, index);
        case Measure::RegistrationFault:
            return tissue_fault(world, index);
        case Measure::CellsAstray:
            return cells_astray(world, index);
        case Measure::TrailLength:
            return trail_length(world, index);
        case Measure::SegmentCount:
            return world.state.tissues[world.model.parts[index].tissue].joints;
        case Measure::NearFibre:
            return nearest_in_tissue(world, index).distance[static_cast<int>(TissueKind::Fibre)];
        case Measure::NearMembrane:
            return nearest_in_tissue(world, index).distance[static_cast<int>(TissueKind::Membrane)];
        case Measure::NearTrail:
            return nearest_in_tissue(world, index).distance[static_cast<int>(TissueKind::Trail)];
        case Measure::NearFault:
            return near_fault(world, index);
        case Measure::ShapesLookedAt:
            return nearest_in_tissue(world, index).looked_at;
        default:
            return 0;
    }
}

/// What the last interval had to do with the seeds of a part.
int seeds_of(const World& world, int part, int PlacedSkin::*count) {
    int sum = 0;
    for (std::size_t s = 0; s < world.scratch->skins.placed.size() && s < world.model.skins.size(); ++s)
        if (world.model.skins[s].part == part) sum += world.scratch->skins.placed[s].*count;
    return sum;
}

int fragments_of(const World& world, const Part& part) {
    if (part.oriented < 0) return 0;
    const std::span<const Vec3> x{world.state.frames.x.data() + part.frames.begin,
                                  static_cast<std::size_t>(part.frames.count)};
    return fragment_count(world.model.oriented[part.oriented], x, world.state.oriented[part.oriented]);
}

int bonds_of(const State& state, const Part& part) {
    return part.oriented < 0 ? 0 : static_cast<int>(state.oriented[part.oriented].bonds.size());
}

/// [K] over the part's particles, 0 when they have no heat.
Real mean_heat(const State& state, const Part& part) {
    if (part.oriented < 0 || state.oriented[part.oriented].heat.empty()) return 0;
    const std::vector<Real>& heat = state.oriented[part.oriented].heat;
    return std::accumulate(heat.begin(), heat.end(), Real(0)) / static_cast<Real>(heat.size());
}

}  // namespace

Real model_measure(Measure measure, const World& world, int index, DrawnSkins& drawn) {
    switch (measure) {
        case Measure::FragmentCount:
            return fragments_of(world, world.model.parts[index]);
        case Measure::BondCount:
            return bonds_of(world.state, world.model.parts[index]);
        case Measure::MeanHeat:
            return mean_heat(world.state, world.model.parts[index]);
        case Measure::SkinVolume:
            return skin_volume(drawn, index);
        case Measure::SkinPieces:
            return skin_pieces(drawn, index);
        case Measure::SeedCount:
            return count_seeds(world.model, world.state, index).all;
        case Measure::ValidSeeds:
            return count_seeds(world.model, world.state, index).valid;
        case Measure::SeedsLookedAt:
            return seeds_of(world, index, &PlacedSkin::looked_at);
        case Measure::SeedsTouching:
            return seeds_of(world, index, &PlacedSkin::touching);
        default:
            return world.model.parts[index].tissue >= 0 ? tissue_measure(measure, world, index)
                                                        : crowd_measure(measure, world, index);
    }
}

Real hair_measure(Measure measure, const World& world, int index, HairGallery& shown) {
    switch (measure) {
        case Measure::Lean:
            return largest_lean(world, index);
        case Measure::SegmentStrain:
            return segment_strain(world, index);
        case Measure::WispPenetration:
            return wisp_penetration(world, index);
        case Measure::EnvelopePenetration:
            return envelope_penetration(world, index);
        case Measure::HairPenetration:
            return hair_penetration(world, index, shown);
        case Measure::HairLift:
            return hair_lift(world, index);
        case Measure::WispThroughCloth:
            return wisp_through_cloth(world, index);
        case Measure::HairThroughCloth:
            return hair_through_cloth(world, index, shown);
        case Measure::HairLengthError:
            return hair_length_error(world, index);
        case Measure::Flatness:
            return -flattest_ratio(world, index);
        default:
            return 0;
    }
}

Real skin_press(const World& world, int part) {
    Real deepest = 0;
    const std::vector<PlacedSkin>& placed = world.scratch->skins.placed;
    for (std::size_t s = 0; s < placed.size() && s < world.model.skins.size(); ++s)
        if (world.model.skins[s].part == part) deepest = std::max(deepest, placed[s].deepest);
    return deepest;
}

Real region_measure(const ProbeDef& probe, const World& world, std::span<const int> parts) {
    const GroundBlockDef& region = *probe.region;
    const Vec2 low{region.low[0], region.low[1]}, high{region.high[0], region.high[1]};
    AgentsInside all;
    for (const int part : parts) {
        const AgentsInside inside = agents_inside(world, part, low, high);
        all.count += inside.count;
        all.speeds += inside.speeds;
    }
    if (probe.measure == Measure::AgentDensity) return all.count / (high - low).prod();
    return all.count > 0 ? all.speeds / all.count : 0;
}

}  // namespace souple
