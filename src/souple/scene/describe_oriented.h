// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about oriented particles.
#pragma once

#include "souple/models/oriented.h"
#include "souple/scene/json/binding.h"

namespace souple {

inline auto enum_names(LawKind) {
    return std::array{EnumName{LawKind::LennardJones, "lennard_jones"},
                      EnumName{LawKind::Cohesion, "cohesion"},
                      EnumName{LawKind::SplineCohesion, "spline_cohesion"},
                      EnumName{LawKind::Globule, "globule"},
                      EnumName{LawKind::CoPlanar, "co_planar"},
                      EnumName{LawKind::CoNormal, "co_normal"},
                      EnumName{LawKind::AnySphere, "any_sphere"},
                      EnumName{LawKind::SphereOfRadius, "sphere_of_radius"},
                      EnumName{LawKind::PrincipalShape, "shape"},
                      EnumName{LawKind::CoLinear, "co_linear"},
                      EnumName{LawKind::PairFriction, "friction"},
                      EnumName{LawKind::ActiveFibre, "fibre"}};
}
inline auto enum_names(LawForm) {
    return std::array{EnumName{LawForm::Energy, "energy"}, EnumName{LawForm::Printed, "printed"}};
}
inline auto enum_names(Neighbourhood) {
    return std::array{EnumName{Neighbourhood::Free, "free"}, EnumName{Neighbourhood::Bonded, "bonded"}};
}

inline const char* kind_name(const SingleParticles&) { return "particles"; }
inline const char* kind_name(const RowShape&) { return "row"; }
inline const char* kind_name(const RingShape&) { return "ring"; }
inline const char* kind_name(const SpiralShape&) { return "spiral"; }
inline const char* kind_name(const SheetShape&) { return "sheet"; }
inline const char* kind_name(const CylinderShape&) { return "cylinder"; }
inline const char* kind_name(const SphereShape&) { return "sphere"; }
inline const char* kind_name(const BundleShape&) { return "bundle"; }
inline const char* kind_name(const BlockShape&) { return "block"; }
inline const char* kind_name(const PointSkeleton&) { return "point"; }
inline const char* kind_name(const SegmentSkeleton&) { return "segment"; }
inline const char* kind_name(const SquareSkeleton&) { return "square"; }
inline const char* kind_name(const CubeSkeleton&) { return "cube"; }
inline const char* kind_name(const OrientedDef&) { return "oriented"; }

void describe(Binder& b, SingleParticle& d);
void describe(Binder& b, SingleParticles& d);
void describe(Binder& b, RowShape& d);
void describe(Binder& b, RingShape& d);
void describe(Binder& b, SpiralShape& d);
void describe(Binder& b, SheetShape& d);
void describe(Binder& b, CylinderShape& d);
void describe(Binder& b, SphereShape& d);
void describe(Binder& b, BundleShape& d);
void describe(Binder& b, BlockShape& d);
void describe(Binder& b, InteractionDef& d);
void describe(Binder& b, LawDef& d);
void describe(Binder& b, OtherLawDef& d);
void describe(Binder& b, OrientedObjectDef& d);
void describe(Binder& b, HeatDef& d);
void describe(Binder& b, PointSkeleton& d);
void describe(Binder& b, SegmentSkeleton& d);
void describe(Binder& b, SquareSkeleton& d);
void describe(Binder& b, CubeSkeleton& d);
void describe(Binder& b, SkinDef& d);
void describe(Binder& b, MeltingSprings& d);
void describe(Binder& b, OrientedDef& d);

}  // namespace souple
