// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/describe_picture.h"

#include "souple/scene/check_scene.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/scene.h"

namespace souple {

namespace {

bool is_direction(const std::optional<Vec3>& v) { return !v || v->norm() > 0; }

}  // namespace

void describe(Binder& b, CameraDef& d) {
    b.about(
        "Where the camera stands; what is not said is chosen so that the whole motion is in the picture.");
    b.field("from", d.from, {.unit = "m", .doc = "The eye."});
    b.field("to", d.to, {.unit = "m", .doc = "The middle of the picture."});
    b.field("up", d.up, {.doc = "What is up in the picture; y when not given."});
    b.field("field_of_view", d.field_of_view,
            {.unit = "deg", .at_least = 1, .at_most = 150, .doc = "From bottom to top."});
    b.check(!d.from || !d.to || (*d.to - *d.from).norm() > 0, "the camera looks at where it stands");
    b.check(is_direction(d.up), "up has no direction");
    const bool known = d.from && d.to && is_direction(d.up);
    const Vec3 up = d.up.value_or(Vec3::UnitY());
    b.check(!known || (*d.to - *d.from).normalized().cross(up.normalized()).norm() > 1e-6,
            "the camera looks along its up");
}

void describe(Binder& b, PictureDef& d) {
    b.about("How pictures of the scene are taken.");
    b.field("camera", d.camera, {.doc = "By hand instead of chosen."});
    b.field("ground", d.ground,
            {.doc = "true: a ground under everything when there is no plane; false: planes are not drawn."});
    b.field("sun", d.sun, {.doc = "Direction towards the sun."});
    b.field("background", d.background,
            {.at_least = 0, .at_most = 1, .doc = "Red, green, blue instead of the sky."});
    b.field("time", d.time, {.unit = "s", .at_least = 0, .doc = "The moment a still shows; else the end."});
    b.field("trails", d.trails, {.doc = "The paths that points and bodies have gone are drawn."});
    b.check(is_direction(d.sun), "the sun has no direction");
}

void describe(Binder& b, LookDef& d) {
    b.about("What a part looks like in pictures.");
    b.field("colour", d.colour,
            {.at_least = 0, .at_most = 1, .doc = "Red, green, blue; chosen from the name when not given."});
    b.field("back", d.back, {.at_least = 0, .at_most = 1, .doc = "The same of surfaces seen from behind."});
    b.field("roughness", d.roughness,
            {.at_least = 0, .at_most = 1, .doc = "From a small bright highlight to none."});
    b.field("hidden", d.hidden, {.doc = "Not drawn, no shadow, not framed."});
    b.field("show", d.show, {.doc = "A quantity in colours from blue to red."});
    b.field("range", d.range, {.doc = "What is blue and what is red; else the film's extremes."});
    b.check(!d.range || (*d.range)[0] < (*d.range)[1], "a range goes from low to high");
}

void describe_look(Binder& b) {
    LookDef look;
    b.field("look", look, {.doc = "In pictures."});
}

void describe_picture(Binder& b, SceneDef& d) {
    b.field("picture", d.picture, {.doc = "How pictures are taken."});
}

std::map<std::string, LookDef> looks_of(const Scene& scene) {
    std::map<std::string, LookDef> looks;
    const Node* parts = find_member(scene.document.root, "parts");
    for (std::size_t p = 0; p < scene.def.parts.size(); ++p)
        if (const Node* look = parts ? find_member(parts->items[p], "look") : nullptr)
            read(scene.document, *look, entry_path(scene.document, "parts", p) + ".look",
                 looks[name_of(scene.def.parts[p])]);
    return looks;
}

}  // namespace souple
