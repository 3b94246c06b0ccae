// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say besides parts.
#pragma once

#include "souple/scene/describe_parts.h"
#include "souple/scene/measure_names.h"

namespace souple {

inline auto enum_names(Measure) { return measure_names; }
inline auto enum_names(Component) {
    return std::array{EnumName{Component::X, "x"}, EnumName{Component::Y, "y"}, EnumName{Component::Z, "z"},
                      EnumName{Component::Norm, "norm"}};
}

inline const char* kind_name(const DragDef&) { return "drag"; }
inline const char* kind_name(const UniformWindDef&) { return "wind"; }
inline const char* kind_name(const SourceDef&) { return "source"; }
inline const char* kind_name(const SinkDef&) { return "sink"; }
inline const char* kind_name(const VortexDef&) { return "vortex"; }
inline const char* kind_name(const PressureDef&) { return "pressure"; }
inline const char* kind_name(const CentripetalDef&) { return "centripetal"; }
inline const char* kind_name(const AnimateDef&) { return "animate"; }
inline const char* kind_name(const MotionDef&) { return "motion"; }
inline const char* kind_name(const HoldSpotDef&) { return "hold"; }
inline const char* kind_name(const LoadSpotDef&) { return "load"; }

void describe(Binder& b, DragDef& d);
void describe(Binder& b, UniformWindDef& d);
void describe(Binder& b, SourceDef& d);
void describe(Binder& b, SinkDef& d);
void describe(Binder& b, VortexDef& d);
void describe(Binder& b, PressureDef& d);
void describe(Binder& b, CentripetalDef& d);
void describe(Binder& b, LinkEndDef& d);
void describe(Binder& b, LinkDef& d);
void describe(Binder& b, AnimateDef& d);
void describe(Binder& b, MotionDef& d);
void describe(Binder& b, HoldSpotDef& d);
void describe(Binder& b, LoadSpotDef& d);
void describe(Binder& b, ProbeDef& d);
void describe(Binder& b, ExpectDef& d);
void describe(Binder& b, PreRollDef& d);
void describe(Binder& b, SceneDef& d);

}  // namespace souple
