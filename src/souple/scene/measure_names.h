// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files call the measures of probes.
#pragma once

#include <array>

#include "souple/scene/json/binding.h"
#include "souple/scene/scene_def.h"

namespace souple {

inline constexpr std::array measure_names{
    EnumName{Measure::KineticEnergy, "kinetic_energy"},
    EnumName{Measure::ElasticEnergy, "elastic_energy"},
    EnumName{Measure::PotentialEnergy, "potential_energy"},
    EnumName{Measure::TotalEnergy, "total_energy"},
    EnumName{Measure::Momentum, "momentum"},
    EnumName{Measure::AngularMomentum, "angular_momentum"},
    EnumName{Measure::CentreOfMass, "centre_of_mass"},
    EnumName{Measure::MinHeight, "min_height"},
    EnumName{Measure::MaxHeight, "max_height"},
    EnumName{Measure::Extent, "extent"},
    EnumName{Measure::RmsStrain, "rms_strain"},
    EnumName{Measure::MaxStrain, "max_strain"},
    EnumName{Measure::PointCount, "point_count"},
    EnumName{Measure::FrameCount, "frame_count"},
    EnumName{Measure::ElementCount, "element_count"},
    EnumName{Measure::ContactCount, "contact_count"},
    EnumName{Measure::Penetration, "penetration"},
    EnumName{Measure::Crossings, "crossings"},
    EnumName{Measure::Position, "position"},
    EnumName{Measure::Velocity, "velocity"},
    EnumName{Measure::Speed, "speed"},
    EnumName{Measure::MaxDistance, "max_distance"},
    EnumName{Measure::RmsDistance, "rms_distance"},
    EnumName{Measure::Oscillation, "oscillation"},
    EnumName{Measure::Substeps, "substeps"},
    EnumName{Measure::Mass, "mass"},
    EnumName{Measure::FaceCount, "face_count"},
    EnumName{Measure::FinestLevel, "finest_level"},
    EnumName{Measure::SharpestFold, "sharpest_fold"},
    EnumName{Measure::WispCount, "wisp_count"},
    EnumName{Measure::WispContacts, "wisp_contacts"},
    EnumName{Measure::Lean, "lean"},
    EnumName{Measure::SegmentStrain, "segment_strain"},
    EnumName{Measure::WispPenetration, "wisp_penetration"},
    EnumName{Measure::EnvelopePenetration, "envelope_penetration"},
    EnumName{Measure::HairPenetration, "hair_penetration"},
    EnumName{Measure::HairLengthError, "hair_length_error"},
    EnumName{Measure::Flatness, "flatness"},
    EnumName{Measure::TipTwist, "tip_twist"},
    EnumName{Measure::ShapeChange, "shape_change"},
    EnumName{Measure::HullVolume, "hull_volume"},
    EnumName{Measure::FragmentCount, "fragment_count"},
    EnumName{Measure::BondCount, "bond_count"},
    EnumName{Measure::MeanHeat, "mean_heat"},
    EnumName{Measure::SkinOverlap, "skin_overlap"},
    EnumName{Measure::SkinVolume, "skin_volume"},
    EnumName{Measure::SkinPieces, "skin_pieces"},
    EnumName{Measure::SeedCount, "seed_count"},
    EnumName{Measure::ValidSeeds, "valid_seeds"},
    EnumName{Measure::SeedsLookedAt, "seeds_looked_at"},
    EnumName{Measure::SeedsTouching, "seeds_touching"},
    EnumName{Measure::JointPosition, "joint_position"},
    EnumName{Measure::LoopResidual, "loop_residual"},
    EnumName{Measure::LinksHeld, "links_held"},
    EnumName{Measure::ArrivedShare, "arrived_share"},
    EnumName{Measure::AgentOverlap, "agent_overlap"},
    EnumName{Measure::WallOverlap, "wall_overlap"},
    EnumName{Measure::CellChangeShare, "cell_change_share"},
    EnumName{Measure::CellCount, "cell_count"},
    EnumName{Measure::DeepestCell, "deepest_cell"},
    EnumName{Measure::MeanAgentSpeed, "mean_agent_speed"},
    EnumName{Measure::AgentDensity, "agent_density"},
    EnumName{Measure::LaneOrder, "lane_order"},
    EnumName{Measure::CellSearches, "cell_searches"},
    EnumName{Measure::BodyOverlap, "body_overlap"},
    EnumName{Measure::BodiesArrived, "bodies_arrived"},
    EnumName{Measure::AlarmedAgents, "alarmed_agents"},
    EnumName{Measure::StruckAgents, "struck_agents"},
    EnumName{Measure::DartsPerCell, "darts_per_cell"},
    EnumName{Measure::OffCell, "off_cell"},
    EnumName{Measure::AgentCellLevel, "agent_cell_level"},
    EnumName{Measure::BodyCellLevel, "body_cell_level"},
};

}  // namespace souple
