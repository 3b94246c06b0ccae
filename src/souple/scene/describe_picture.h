// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about pictures.
#pragma once

#include "souple/scene/json/binding.h"
#include "souple/scene/picture_def.h"
#include "souple/scene/scene_def.h"

namespace souple {

inline auto enum_names(Shown) {
    return std::array{EnumName{Shown::Nothing, "nothing"}, EnumName{Shown::Speed, "speed"},
                      EnumName{Shown::Strain, "strain"},   EnumName{Shown::Contact, "contact"},
                      EnumName{Shown::Force, "force"},     EnumName{Shown::Torque, "torque"},
                      EnumName{Shown::Level, "level"}};
}

void describe(Binder& b, CameraDef& d);
void describe(Binder& b, PictureDef& d);
void describe(Binder& b, LookDef& d);

/// The key `look` of a part. It is read and checked but not kept: Defs of parts hold nothing that does not
/// move; looks_of finds it in the document.
void describe_look(Binder& b);

/// The key `picture` of a scene, and that no control animates it or a look.
void describe_picture(Binder& b, SceneDef& d);

}  // namespace souple
