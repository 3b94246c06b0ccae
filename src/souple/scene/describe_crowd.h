// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about crowds.
#pragma once

#include "souple/models/crowd.h"
#include "souple/scene/json/binding.h"

namespace souple {

inline auto enum_names(AvoidanceLaw) {
    return std::array{EnumName{AvoidanceLaw::Orca, "orca"}, EnumName{AvoidanceLaw::ForceField, "force_field"},
                      EnumName{AvoidanceLaw::Boids, "boids"}};
}
inline auto enum_names(NeighbourSearch) {
    return std::array{EnumName{NeighbourSearch::Grid, "grid"}, EnumName{NeighbourSearch::Tree, "tree"},
                      EnumName{NeighbourSearch::Map, "map"}};
}

inline const char* kind_name(const RectangleGroundDef&) { return "rectangle"; }
inline const char* kind_name(const CityGroundDef&) { return "city"; }
inline const char* kind_name(const PolygonGroundDef&) { return "polygon"; }
inline const char* kind_name(const MeshGroundDef&) { return "mesh"; }
inline const char* kind_name(const PlaceListDef&) { return "list"; }
inline const char* kind_name(const PlaceRowsDef&) { return "rows"; }
inline const char* kind_name(const PlaceCircleDef&) { return "circle"; }
inline const char* kind_name(const PlaceScatterDef&) { return "scatter"; }
inline const char* kind_name(const PlacePointsDef&) { return "points"; }
inline const char* kind_name(const PlaceSphereDef&) { return "sphere"; }
inline const char* kind_name(const PlaceAnywhereDef&) { return "anywhere"; }
inline const char* kind_name(const SphereRealmDef&) { return "sphere"; }
inline const char* kind_name(const KnotRealmDef&) { return "torus_knot"; }
inline const char* kind_name(const SurfaceRealmDef&) { return "surface"; }
inline const char* kind_name(const SpaceRealmDef&) { return "space"; }
inline const char* kind_name(const CrowdDef&) { return "crowd"; }

void describe(Binder& b, GroundBlockDef& d);
void describe(Binder& b, RectangleGroundDef& d);
void describe(Binder& b, CityGroundDef& d);
void describe(Binder& b, PolygonGroundDef& d);
void describe(Binder& b, MeshGroundDef& d);
void describe(Binder& b, PlaceListDef& d);
void describe(Binder& b, PlaceRowsDef& d);
void describe(Binder& b, PlaceCircleDef& d);
void describe(Binder& b, PlaceScatterDef& d);
void describe(Binder& b, PlacePointsDef& d);
void describe(Binder& b, PlaceSphereDef& d);
void describe(Binder& b, PlaceAnywhereDef& d);
void describe(Binder& b, BuildingDef& d);
void describe(Binder& b, SphereRealmDef& d);
void describe(Binder& b, KnotRealmDef& d);
void describe(Binder& b, SurfaceRealmDef& d);
void describe(Binder& b, SpaceBlockDef& d);
void describe(Binder& b, SpaceRealmDef& d);
void describe(Binder& b, AgentShape& d);
void describe(Binder& b, AgentGroup& d);
void describe(Binder& b, CrowdGroupDef& d);
void describe(Binder& b, CrowdDef& d);

}  // namespace souple
