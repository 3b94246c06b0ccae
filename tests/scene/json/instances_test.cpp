// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json/resolve.h: templates and instances; and of math/degrees.h
#include <gtest/gtest.h>

#include <cmath>

#include "scene/json/expect_error.h"
#include "souple/math/degrees.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/resolve.h"
#include "souple/scene/json/write.h"

namespace souple {
namespace {

Document load(const std::string& text) { return load_document_text(text, "scene.json"); }

Vec3 vector_at(const Document& document, const std::string& path) {
    const Node* node = find_node(document.root, path);
    if (!node || node->items.size() != 3) return Vec3::Constant(std::nan(""));
    return {node->items[0].number, node->items[1].number, node->items[2].number};
}

void expect_bad_instances(const std::string& text, const ExpectedError& expected) {
    SCOPED_TRACE(text);
    expect_error([&] { load(text); }, expected);
}

TEST(RotationVector, A_quarter_turn_about_y_takes_z_to_x) {
    const Quat q = rotation_from_degrees({0, 90, 0});
    EXPECT_LT((q * Vec3(0, 0, 1) - Vec3(1, 0, 0)).norm(), 1e-15);
    EXPECT_LT((rotation_to_degrees(q) - Vec3(0, 90, 0)).norm(), 1e-12);
}

TEST(RotationVector, Vectors_up_to_half_a_turn_come_back) {
    for (const Vec3& v : {Vec3(10, -20, 30), Vec3(0, 0, -179), Vec3(1e-9, 0, 0), Vec3(0, 0, 0)})
        EXPECT_LT((rotation_to_degrees(rotation_from_degrees(v)) - v).norm(), 1e-12);
    EXPECT_LT((rotation_to_degrees(rotation_from_degrees({0, 0, 270})) - Vec3(0, 0, -90)).norm(), 1e-12);
}

TEST(Instance, Parts_get_the_name_of_the_instance_in_front) {
    const Document document = load(R"({
        "templates": {"curtain": {"parts": [{"kind": "cloth", "name": "cloth", "stiffness": 1},
                                            {"kind": "rod", "name": "rod"}]}},
        "parts": [{"kind": "instance", "template": "curtain", "name": "left"}, {"kind": "ball", "name": "ball"},
                  {"kind": "instance", "template": "curtain", "name": "right", "set": {"cloth.stiffness": 5, "rod.mass": 2}}]})");
    EXPECT_EQ(
        to_text(document.root),
        R"({"parts":[{"kind":"cloth","name":"left.cloth","stiffness":1},{"kind":"rod","name":"left.rod"},)"
        R"({"kind":"ball","name":"ball"},)"
        R"({"kind":"cloth","name":"right.cloth","stiffness":5},{"kind":"rod","name":"right.rod","mass":2}]})");
}

TEST(Instance, Placements_compose_rotation_first) {
    const Document document = load(R"({
        "templates": {"t": {"parts": [{"name": "p", "position": [0, 0, 2], "rotation": [0, 45, 0]}, {"name": "q"}]}},
        "parts": [{"kind": "instance", "template": "t", "name": "i", "position": [10, 0, 0], "rotation": [0, 90, 0]},
                  {"kind": "instance", "template": "t", "name": "moved", "position": [0, 1, 0]}]})");
    EXPECT_LT((vector_at(document, "parts.i.p.position") - Vec3(12, 0, 0)).norm(), 1e-12);
    EXPECT_LT((vector_at(document, "parts.i.p.rotation") - Vec3(0, 135, 0)).norm(), 1e-12);
    EXPECT_LT((vector_at(document, "parts.i.q.position") - Vec3(10, 0, 0)).norm(), 1e-12);
    EXPECT_LT((vector_at(document, "parts.i.q.rotation") - Vec3(0, 90, 0)).norm(), 1e-12);
    EXPECT_EQ(vector_at(document, "parts.moved.p.position"), Vec3(0, 1, 2));
    EXPECT_EQ(vector_at(document, "parts.moved.p.rotation"), Vec3(0, 45, 0));
    EXPECT_EQ(find_node(document.root, "parts.moved.q.rotation"), nullptr);
}

TEST(Instance, Nested_instances_compose_names_places_and_settings) {
    const Document document = load(R"({
        "templates": {"pane": {"parts": [{"name": "glass", "position": [1, 0, 0], "holder": "@frame", "outside": "wall"},
                                         {"name": "frame"}]},
                      "window": {"parts": [{"kind": "instance", "template": "pane", "name": "top", "rotation": [0, 0, 90]},
                                           {"name": "sill", "carries": ["@top.glass"]}]}},
        "parts": [{"kind": "instance", "template": "window", "name": "w", "rotation": [0, 0, 90], "set": {"top.glass.mass": 3}}]})");
    EXPECT_LT((vector_at(document, "parts.w.top.glass.position") - Vec3(-1, 0, 0)).norm(), 1e-12);
    EXPECT_NEAR(std::abs(vector_at(document, "parts.w.top.glass.rotation").z()), 180, 1e-9);
    EXPECT_EQ(find_node(document.root, "parts.w.top.glass.mass")->number, 3);
    EXPECT_EQ(find_node(document.root, "parts.w.top.glass.holder")->text, "w.top.frame");
    EXPECT_EQ(find_node(document.root, "parts.w.top.glass.outside")->text, "wall");
    EXPECT_EQ(find_node(document.root, "parts.w.sill.carries.0")->text, "w.top.glass");
}

TEST(Instance, A_material_may_be_chosen_through_set) {
    const Document document = load(R"({"materials": {"silk": {"x": 1}, "wool": {"x": 2}},
        "templates": {"t": {"parts": [{"name": "p", "material": "silk"}]}},
        "parts": [{"kind": "instance", "template": "t", "name": "a"},
                  {"kind": "instance", "template": "t", "name": "b", "set": {"p.material": "wool"}}]})");
    EXPECT_EQ(find_node(document.root, "parts.a.p.x")->number, 1);
    EXPECT_EQ(find_node(document.root, "parts.b.p.x")->number, 2);
}

TEST(Instance, Every_error_has_its_line_and_path) {
    const std::string head =
        "{\"templates\": {\"curtain\": {\"parts\": [{\"name\": \"cloth\"}]}},\n\"parts\": [{\"kind\": "
        "\"instance\",\n";
    expect_bad_instances(head + "\"name\": \"a\", \"template\": \"curtan\"}]}",
                         {.line = 3,
                          .path = "parts.a.template",
                          .words = "unknown template \"curtan\"; did you mean \"curtain\"?"});
    expect_bad_instances(head + "\"template\": \"curtain\"}]}",
                         {.line = 2, .path = "parts.0", .words = "missing key \"name\""});
    expect_bad_instances(head + "\"name\": \"a\"}]}",
                         {.line = 2, .path = "parts.a", .words = "missing key \"template\""});
    expect_bad_instances(head + "\"name\": \"a\", \"template\": \"curtain\",\n\"postion\": 1}]}",
                         {.line = 4, .path = "parts.a.postion", .words = "did you mean \"position\"?"});
    expect_bad_instances(
        head + "\"name\": \"a\", \"template\": \"curtain\",\n\"position\": [1, 2]}]}",
        {.line = 4, .path = "parts.a.position", .words = "expected an array of 3, found an array of 2"});
    expect_bad_instances(head + "\"name\": \"a\", \"template\": \"curtain\",\n\"set\": {\n\"clth.x\": 1}}]}",
                         {.line = 5, .path = "parts.a.set.clth.x", .words = "there is no \"clth\""});
    expect_bad_instances(head + "\"name\": \"a\", \"template\": \"curtain\",\n\"set\": 1}]}",
                         {.line = 4, .path = "parts.a.set", .words = "expected an object"});
}

TEST(Instance, Bad_templates_are_refused) {
    const std::string use =
        "\"parts\": [{\"kind\": \"instance\", \"name\": \"i\", \"template\": \"t\", \"position\": [1e308, 0, "
        "0]}]}";
    expect_bad_instances("{\"templates\": {\n\"t\": {}}," + use,
                         {.line = 2, .path = "templates.t", .words = "the one key \"parts\""});
    expect_bad_instances("{\"templates\": {\n\"t\": 3}," + use,
                         {.line = 2, .path = "templates.t", .words = "the one key \"parts\""});
    expect_bad_instances("{\n\"templates\": 3," + use,
                         {.line = 2, .path = "templates", .words = "expected an object"});
    expect_bad_instances("{\"templates\": {\"t\": {\"parts\": [\n{}]}}," + use,
                         {.line = 2, .path = "templates.t.parts", .words = "needs a \"name\""});
    expect_bad_instances(
        "{\"templates\": {\"t\": {\"parts\": [{\"name\": \"p\",\n\"position\": [1e308, 0, 0]}]}},\n" + use,
        {.line = 3, .path = "parts.i.p", .words = "not finite"});
    expect_bad_instances("{" + use,
                         {.line = 1, .path = "parts.i.template", .words = "the scene defines no templates"});
}

TEST(Instance, Recursion_and_explosion_are_refused) {
    expect_bad_instances(
        R"({"templates": {"a": {"parts": [{"kind": "instance", "template": "b", "name": "x"}]},
"b": {"parts": [{"kind": "instance", "template": "a", "name": "y"}]}},
"parts": [{"kind": "instance", "template": "a", "name": "z"}]})",
        {.line = 2,
         .path = "templates.b.parts.y.template",
         .words = "a template contains itself: a -> b -> a"});
    // each level doubles the one below
    std::string text = "{\"templates\": {\"t0\": {\"parts\": [{\"name\": \"p\"}]}";
    for (int i = 1; i <= 15; ++i) {
        const std::string inner =
            "{\"kind\": \"instance\", \"template\": \"t" + std::to_string(i - 1) + "\", \"name\": ";
        text += ",\"t" + std::to_string(i) + "\": {\"parts\": [";
        for (int k = 0; k < 4; ++k) text += (k ? "," : "") + inner + "\"n" + std::to_string(k) + "\"}";
        text += "]}";
    }
    text += "}, \"parts\": [{\"kind\": \"instance\", \"template\": \"t15\", \"name\": \"top\"}]}";
    try {
        load(text);
        FAIL() << "4^15 parts were made";
    } catch (const SceneError& error) {
        EXPECT_NE(std::string(error.what()).find("more than"), std::string::npos) << error.what();
    }
}

TEST(Instance, Nesting_has_a_limit) {
    std::string text = "{\"templates\": {\"t0\": {\"parts\": [{\"name\": \"p\"}]}";
    for (int i = 1; i <= 20; ++i)
        text += ",\"t" + std::to_string(i) +
                "\": {\"parts\": [{\"kind\": \"instance\", \"name\": \"n\", \"template\": \"t" +
                std::to_string(i - 1) + "\"}]}";
    const auto use = [&](int i) {
        return text + "}, \"parts\": [{\"kind\": \"instance\", \"name\": \"top\", \"template\": \"t" +
               std::to_string(i) + "\"}]}";
    };
    EXPECT_NO_THROW(load(use(15)));
    expect_bad_instances(
        use(16), {.line = 1, .path = "templates.t1.parts.n.template", .words = "nested deeper than 16"});
}

}  // namespace
}  // namespace souple
