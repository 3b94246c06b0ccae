// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about articulated bodies.
#pragma once

#include "souple/scene/articulated_def.h"
#include "souple/scene/json/binding.h"

namespace souple {

/// JointKind::Free is not for people to choose: a floating base has it.
inline auto enum_names(JointKind) {
    return std::array{EnumName{JointKind::Fixed, "fixed"}, EnumName{JointKind::Hinge, "hinge"},
                      EnumName{JointKind::Slider, "slider"}, EnumName{JointKind::Universal, "universal"},
                      EnumName{JointKind::Ball, "ball"}};
}
inline auto enum_names(LoopKind) {
    return std::array{EnumName{LoopKind::Place, "place"}, EnumName{LoopKind::Weld, "weld"},
                      EnumName{LoopKind::Distance, "distance"}, EnumName{LoopKind::Curve, "curve"},
                      EnumName{LoopKind::Surface, "surface"}};
}
inline auto enum_names(BehaviourKind) {
    return std::array{EnumName{BehaviourKind::Spring, "spring"}, EnumName{BehaviourKind::Follow, "follow"},
                      EnumName{BehaviourKind::Formula, "formula"}};
}
inline auto enum_names(Formulation) {
    return std::array{EnumName{Formulation::Reduced, "reduced"}, EnumName{Formulation::Maximal, "maximal"}};
}

inline const char* kind_name(const ArticulatedEntry&) { return "articulated"; }

void describe(Binder& b, JointDef& d);
void describe(Binder& b, LimbEntry& d);
void describe(Binder& b, DriveDef& d);
void describe(Binder& b, BehaviourDef& d);
void describe(Binder& b, LoopDef& d);
void describe(Binder& b, ArticulatedEntry& d);

}  // namespace souple
