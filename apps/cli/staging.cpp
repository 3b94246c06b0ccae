// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "staging.h"

#include "souple/scene/describe_picture.h"

namespace souple::cli {

namespace {

/// The name of the quantity in frames.
std::string quantity_name(Shown shown) {
    for (const auto& name : enum_names(shown))
        if (name.value == shown && shown != Shown::Nothing) return name.text;
    return "";
}

}  // namespace

Staging staging_of(const Scene& scene) {
    const PictureDef& picture = scene.def.picture;
    const CameraDef& camera = picture.camera;
    Staging staging{{camera.from, camera.to, camera.up, camera.field_of_view},
                    picture.ground,
                    picture.sun,
                    picture.background,
                    picture.time,
                    picture.trails,
                    {}};
    for (const auto& [part, look] : looks_of(scene))
        staging.looks[part] = {look.colour, look.back, look.roughness, look.hidden, quantity_name(look.show),
                               look.range};
    return staging;
}

}  // namespace souple::cli
