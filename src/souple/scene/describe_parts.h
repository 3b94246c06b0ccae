// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about parts: one description serves reading, the schema and the manual.
#pragma once

#include "souple/scene/describe_articulated.h"
#include "souple/scene/describe_crowd.h"
#include "souple/scene/describe_oriented.h"
#include "souple/scene/describe_tissue.h"
#include "souple/scene/json/binding.h"
#include "souple/scene/scene_def.h"

namespace souple {

/// Method::Multirate is not for people to choose: only a cloth that refines itself has the rates it needs.
inline auto enum_names(Method) {
    return std::array{EnumName{Method::ExplicitEuler, "explicit_euler"},
                      EnumName{Method::ModifiedEuler, "modified_euler"},
                      EnumName{Method::SemiImplicitEuler, "semi_implicit_euler"},
                      EnumName{Method::VelocityVerlet, "velocity_verlet"},
                      EnumName{Method::Midpoint, "midpoint"},
                      EnumName{Method::RungeKutta4, "runge_kutta_4"},
                      EnumName{Method::ImplicitEuler, "implicit_euler"},
                      EnumName{Method::CorrectedEuler, "corrected_euler"}};
}
inline auto enum_names(RotationRule) {
    return std::array{EnumName{RotationRule::MeanVelocity, "mean_velocity"},
                      EnumName{RotationRule::Quaternion, "quaternion"}};
}
inline auto enum_names(StepControlKind) {
    return std::array{EnumName{StepControlKind::Fixed, "fixed"},
                      EnumName{StepControlKind::FromForces, "from_forces"},
                      EnumName{StepControlKind::TryAndRestore, "try_and_restore"}};
}
inline auto enum_names(StiffnessLaw) {
    return std::array{EnumName{StiffnessLaw::Elongation, "elongation"},
                      EnumName{StiffnessLaw::Strain, "strain"}};
}
inline auto enum_names(ChainBending) {
    return std::array{EnumName{ChainBending::None, "none"}, EnumName{ChainBending::Hinge, "hinge"},
                      EnumName{ChainBending::SkipOne, "skip_one"}};
}
inline auto enum_names(ClothLaw) {
    return std::array{EnumName{ClothLaw::Grid, "grid"}, EnumName{ClothLaw::VanGelder, "van_gelder"},
                      EnumName{ClothLaw::Mass, "mass"}, EnumName{ClothLaw::Uniform, "uniform"}};
}
inline auto enum_names(LevelLaw) {
    return std::array{EnumName{LevelLaw::Invariant, "invariant"},
                      EnumName{LevelLaw::KeptStrain, "kept_strain"}, EnumName{LevelLaw::Halved, "halved"},
                      EnumName{LevelLaw::ConstantMass, "constant_mass"}};
}
inline auto enum_names(Rollback) {
    return std::array{EnumName{Rollback::World, "world"}, EnumName{Rollback::Faces, "faces"}};
}
inline auto enum_names(BallResponse) {
    return std::array{EnumName{BallResponse::Contacts, "contacts"},
                      EnumName{BallResponse::Together, "together"},
                      EnumName{BallResponse::Exchange, "exchange"}};
}
inline auto enum_names(RateLength) {
    return std::array{EnumName{RateLength::Mean, "mean"}, EnumName{RateLength::Shortest, "shortest"},
                      EnumName{RateLength::Longest, "longest"}};
}
inline auto enum_names(GridDiagonal) {
    return std::array{EnumName{GridDiagonal::Same, "same"},
                      EnumName{GridDiagonal::Alternating, "alternating"}};
}

inline auto enum_names(SampleLaw) {
    return std::array{EnumName{SampleLaw::Relative, "relative"}, EnumName{SampleLaw::Literal, "literal"}};
}
inline auto enum_names(WispSearch) {
    return std::array{EnumName{WispSearch::Segments, "segments"}, EnumName{WispSearch::Points, "points"}};
}
inline auto enum_names(WispResponse) {
    return std::array{EnumName{WispResponse::Symmetric, "symmetric"},
                      EnumName{WispResponse::OneSided, "one_sided"}};
}
inline auto enum_names(SplitVelocity) {
    return std::array{EnumName{SplitVelocity::Momentum, "momentum"}, EnumName{SplitVelocity::Speed, "speed"}};
}
inline auto enum_names(HairRule) {
    return std::array{EnumName{HairRule::Axes, "axes"}, EnumName{HairRule::Angle, "angle"},
                      EnumName{HairRule::Barycentric, "barycentric"}};
}
inline auto enum_names(Touches) {
    return std::array{EnumName{Touches::Nothing, "nothing"}, EnumName{Touches::Bodies, "bodies"},
                      EnumName{Touches::Everything, "everything"}};
}
inline auto enum_names(ContactSolver) {
    return std::array{EnumName{ContactSolver::SequentialImpulses, "sequential_impulses"},
                      EnumName{ContactSolver::Complementarity, "complementarity"}};
}
inline auto enum_names(ImpactRule) {
    return std::array{EnumName{ImpactRule::Energetic, "energetic"}, EnumName{ImpactRule::Newton, "newton"}};
}
inline auto enum_names(ResponseKind) {
    return std::array{EnumName{ResponseKind::Impulse, "impulse"},
                      EnumName{ResponseKind::GroundReaction, "ground_reaction"},
                      EnumName{ResponseKind::WallReaction, "wall_reaction"},
                      EnumName{ResponseKind::ExponentialField, "exponential_field"},
                      EnumName{ResponseKind::MillerGround, "miller_ground"},
                      EnumName{ResponseKind::ContactSpring, "contact_spring"}};
}

inline const char* kind_name(const ParticlesDef&) { return "particles"; }
inline const char* kind_name(const ClothEntry&) { return "cloth"; }
inline const char* kind_name(const FramesDef&) { return "frames"; }
inline const char* kind_name(const RigidEntry&) { return "rigid"; }
inline const char* kind_name(const HairDef&) { return "hair"; }
inline const char* kind_name(const ObstacleDef&) { return "obstacle"; }

inline const char* kind_name(const PlaneDef&) { return "plane"; }
inline const char* kind_name(const SphereDef&) { return "sphere"; }
inline const char* kind_name(const EllipsoidDef&) { return "ellipsoid"; }
inline const char* kind_name(const BoxDef&) { return "box"; }
inline const char* kind_name(const CapsuleDef&) { return "capsule"; }
inline const char* kind_name(const CylinderDef&) { return "cylinder"; }
inline const char* kind_name(const HullDef&) { return "hull"; }
inline const char* kind_name(const CompoundDef&) { return "compound"; }
inline const char* kind_name(const MeshDef&) { return "mesh"; }
inline const char* kind_name(const FormulaDef&) { return "formula"; }
inline const char* kind_name(const MeshSequenceDef&) { return "mesh_sequence"; }

/// A list of keys, or the name of a motion.
void read_value(ReadContext& c, const Node& node, ObstacleMotionDef& value, const FieldOptions& options);
Node schema_of_value(const ObstacleMotionDef& value, const FieldOptions& options);
Node node_of_value(const ObstacleMotionDef& value, const FieldOptions& options);

/// The keys that every part has.
void describe_part(Binder& b, PartDef& d);

void describe(Binder& b, StepControl& d);
void describe(Binder& b, Grip& d);
void describe(Binder& b, PinDef& d);
void describe(Binder& b, TieDef& d);
void describe(Binder& b, LoadDef& d);
void describe(Binder& b, PointDef& d);
void describe(Binder& b, SpringDef& d);
void describe(Binder& b, HingeDef& d);
void describe(Binder& b, ChainDef& d);
void describe(Binder& b, CloudDef& d);
void describe(Binder& b, RailDef& d);
void describe(Binder& b, ParticlesDef& d);
void describe(Binder& b, RefineRule& d);
void describe(Binder& b, ClothEntry& d);
void describe(Binder& b, FrameDef& d);
void describe(Binder& b, TorqueDef& d);
void describe(Binder& b, FramesDef& d);

void describe(Binder& b, RootDef& d);
void describe(Binder& b, RootGridDef& d);
void describe(Binder& b, ScalpDef& d);
void describe(Binder& b, WispMaterial& d);
void describe(Binder& b, WispContactRule& d);
void describe(Binder& b, WispSplitRule& d);
void describe(Binder& b, HairLook& d);
void describe(Binder& b, HairDef& d);

void describe(Binder& b, CylinderDef& d);
void describe(Binder& b, HullDef& d);
void describe(Binder& b, PieceDef& d);
void describe(Binder& b, CompoundDef& d);
void describe(Binder& b, BodyEntry& d);
void describe(Binder& b, RigidEntry& d);
void describe(Binder& b, PenaltyLaw& d);
void describe(Binder& b, ContactSettings& d);

void describe(Binder& b, PlaneDef& d);
void describe(Binder& b, SphereDef& d);
void describe(Binder& b, EllipsoidDef& d);
void describe(Binder& b, BoxDef& d);
void describe(Binder& b, CapsuleDef& d);
void describe(Binder& b, MeshDef& d);
void describe(Binder& b, FormulaDef& d);
void describe(Binder& b, MeshSequenceDef& d);
void describe(Binder& b, PoseKeyDef& d);
void describe(Binder& b, ObstacleDef& d);

}  // namespace souple
