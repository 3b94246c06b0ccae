// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/picture_def.h and describe_picture.h
#include "souple/scene/picture_def.h"

#include <gtest/gtest.h>

#include "souple/scene/scene.h"
#include "support/test_scene.h"

namespace souple {

namespace {

Scene scene_of(const std::string& body) { return load_scene_text(scene_text(body), "test.json"); }

std::string look_error(const std::string& body) {
    try {
        scene_of(body);
    } catch (const SceneError& error) {
        return error.what();
    }
    return "";
}

std::string ball(const std::string& look) {
    return R"("parts": [ { "kind": "obstacle", "name": "ball", "shape": { "kind": "sphere" }, "look": )" +
           look + " } ]";
}

}  // namespace

TEST(Picture, camera_ground_sun_background_and_time_are_read) {
    const PictureDef picture = scene_of(R"("picture": {
        "camera": { "from": [1, 2, 3], "to": [0, 1, 0], "up": [0, 0, 1], "field_of_view": 50 },
        "ground": false, "sun": [1, 1, 0], "background": [0.1, 0.2, 0.3], "time": 0.5 })")
                                   .def.picture;
    EXPECT_EQ(picture.camera.from, Vec3(1, 2, 3));
    EXPECT_EQ(picture.camera.to, Vec3(0, 1, 0));
    EXPECT_EQ(picture.camera.up, Vec3(0, 0, 1));
    EXPECT_EQ(picture.camera.field_of_view, 50.0);
    EXPECT_EQ(picture.ground, false);
    EXPECT_EQ(picture.sun, Vec3(1, 1, 0));
    EXPECT_EQ(picture.background, Vec3(0.1, 0.2, 0.3));
    EXPECT_EQ(picture.time, 0.5);
}

TEST(Picture, what_is_not_said_stays_open) {
    const PictureDef picture = scene_of(R"("picture": { "camera": { "from": [1, 2, 3] } })").def.picture;
    EXPECT_FALSE(picture.camera.to || picture.camera.up || picture.camera.field_of_view);
    EXPECT_FALSE(picture.ground || picture.sun || picture.background || picture.time);
}

TEST(Picture, every_kind_of_part_has_a_look) {
    const Scene scene = scene_of(R"("materials": { "silk": { "look": { "roughness": 0.25 } } }, "parts": [
        { "kind": "particles", "name": "a", "points": [ {} ], "look": { "colour": [1, 0, 0], "show": "speed" } },
        { "kind": "cloth", "name": "b", "columns": 2, "rows": 2, "material": "silk" },
        { "kind": "frames", "name": "c", "frames": [ {} ], "look": { "range": [0, 2] } },
        { "kind": "obstacle", "name": "d", "shape": { "kind": "sphere" }, "look": { "hidden": true } },
        { "kind": "obstacle", "name": "e", "shape": { "kind": "sphere" } } ])");
    const std::map<std::string, LookDef> looks = looks_of(scene);
    EXPECT_EQ(looks.size(), 4u);
    EXPECT_EQ(looks.at("a").colour, Vec3(1, 0, 0));
    EXPECT_EQ(looks.at("a").show, Shown::Speed);
    EXPECT_EQ(looks.at("b").roughness, 0.25);
    EXPECT_EQ(looks.at("c").range, (std::array<Real, 2>{0, 2}));
    EXPECT_TRUE(looks.at("d").hidden);
}

TEST(Picture, mistakes_have_their_place) {
    EXPECT_TRUE(has(look_error(ball(R"({ "colour": [1, 0, 7] })")), "parts.ball.look.colour"));
    EXPECT_TRUE(has(look_error(ball(R"({ "color": [1, 0, 0] })")), "colour"));
    EXPECT_TRUE(has(look_error(ball(R"({ "show": "sped" })")), "speed"));
    EXPECT_TRUE(has(look_error(ball(R"({ "range": [2, 1] })")), "low to high"));
    EXPECT_TRUE(has(look_error(R"("picture": { "camera": { "field_of_view": 200 } })"),
                    "picture.camera.field_of_view"));
    EXPECT_TRUE(has(look_error(R"("picture": { "sun": [0, 0, 0] })"), "no direction"));
    EXPECT_TRUE(has(look_error(R"("picture": { "camera": { "from": [0, 1, 0], "to": [0, 1, 0] } })"),
                    "looks at where it stands"));
    EXPECT_TRUE(has(look_error(R"("picture": { "camera": { "from": [0, 1, 0], "to": [0, 0, 0] } })"),
                    "along its up"));
    EXPECT_TRUE(has(look_error(R"("picture": { "tim": 1 })"), "time"));
}

TEST(Picture, it_cannot_be_animated) {
    const std::string picture = R"("picture": { "time": 1 }, "controls": [ { "kind": "animate", )";
    EXPECT_TRUE(
        has(look_error(picture + R"("path": "picture.time", "keys": [ [0, 1] ] } ])"), "about pictures"));
    EXPECT_TRUE(
        has(look_error(picture + R"("path": "picture.time", "keys": [ [0, 1] ] } ])"), "controls.0.path"));
}

}  // namespace souple
