// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json/binding.h: reading
#include "souple/scene/json/binding.h"

#include <gtest/gtest.h>

#include "scene/json/expect_error.h"
#include "scene/json/sample_scene.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/write.h"

namespace souple {
namespace {

sample_scene::Scene read_scene(const std::string& text) {
    sample_scene::Scene scene;
    read(parse_json(text, "scene.json"), scene);
    return scene;
}

void expect_bad(const std::string& text, const ExpectedError& expected) {
    SCOPED_TRACE(text);
    expect_error([&] { read_scene(text); }, expected);
}

/// A scene with one cloth that has these keys on its third line.
std::string with_cloth(const std::string& keys) {
    return "{\"souple\": 1, \"parts\": [\n{\"kind\": \"cloth\", \"name\": \"nappe\",\n" + keys + "}]}";
}

TEST(Read, Every_type_of_field_arrives) {
    const sample_scene::Scene scene = read_scene(R"({
        "souple": 1, "seed": 42, "gravity": [1, 2, 3], "window": [0.5, 2], "weights": {"b": 2, "a": 1}, "extra": [1, {}],
        "parts": [
            {"kind": "ball", "radius": 0.5, "fixed": true},
            {"name": "n", "stiffness": 5, "rows": 3, "method": "explicit", "position": [0, 1, 0], "rotation": [0, 90, 0],
             "pins": [{"corner": [1, 2]}, {"corner": [0, 0], "target": [7, 8, 9]}], "damping": 0, "kind": "cloth"}]})");
    EXPECT_EQ(scene.seed, 42u);
    EXPECT_EQ(scene.gravity, Vec3(1, 2, 3));
    EXPECT_EQ(scene.window, (std::array<Real, 2>{0.5, 2}));
    EXPECT_EQ(scene.weights, (std::map<std::string, Real>{{"a", 1}, {"b", 2}}));
    EXPECT_EQ(to_text(scene.extra), "[1,{}]");
    ASSERT_EQ(scene.parts.size(), 2u);
    EXPECT_TRUE(std::get<sample_scene::Ball>(scene.parts[0]).fixed);
    const auto& cloth = std::get<sample_scene::Cloth>(scene.parts[1]);
    EXPECT_EQ(cloth.stiffness, 5);
    EXPECT_EQ(cloth.rows, 3);
    EXPECT_EQ(cloth.method, sample_scene::Method::Explicit);
    EXPECT_LT((cloth.rotation * Vec3(0, 0, 1) - Vec3(1, 0, 0)).norm(), 1e-15);
    ASSERT_EQ(cloth.pins.size(), 2u);
    EXPECT_EQ(cloth.pins[0].corner, (std::array<int, 2>{1, 2}));
    EXPECT_FALSE(cloth.pins[0].target.has_value());
    EXPECT_EQ(*cloth.pins[1].target, Vec3(7, 8, 9));
    EXPECT_EQ(cloth.damping, 0.0);
}

TEST(Read, What_is_not_written_keeps_its_default) {
    const sample_scene::Scene scene = read_scene(with_cloth("\"rows\": 4"));
    const auto& cloth = std::get<sample_scene::Cloth>(scene.parts[0]);
    EXPECT_EQ(cloth.stiffness, 100);
    EXPECT_EQ(cloth.method, sample_scene::Method::Implicit);
    EXPECT_FALSE(cloth.damping.has_value());
    EXPECT_EQ(scene.gravity, Vec3(0, -9.81, 0));
}

TEST(Read, An_unknown_key_is_named_before_a_missing_one) {
    expect_bad(with_cloth("\"stifness\": 3"),
               {.line = 3,
                .path = "parts.nappe.stifness",
                .words = "unknown key \"stifness\"; did you mean \"stiffness\"?"});
    expect_bad("{\"souple\": 1, \"parts\": [{\"kind\": \"ball\",\n\"radus\": 1}]}",
               {.line = 2, .path = "parts.0.radus", .words = "did you mean \"radius\"?"});
    expect_bad("{\"souple\": 1,\n\"_note\": 1}",
               {.line = 2, .path = "_note", .words = "unknown key \"_note\"; known keys: souple, "});
    expect_bad("{\"souple\": 1,\n\"comment\": 1}", {.line = 2, .path = "comment", .words = "unknown key"});
}

TEST(Read, A_wrong_type_says_what_was_expected_and_what_was_found) {
    expect_bad(with_cloth("\"stiffness\": \"high\""),
               {.line = 3,
                .path = "parts.nappe.stiffness",
                .words = "expected a number [N/m], found the string \"high\""});
    expect_bad(with_cloth("\"stiffness\": null"),
               {.line = 3, .path = "parts.nappe.stiffness", .words = "expected a number [N/m], found null"});
    expect_bad(
        with_cloth("\"rows\": 2.5"),
        {.line = 3, .path = "parts.nappe.rows", .words = "expected a whole number, found the number 2.5"});
    expect_bad(with_cloth("\"texture\": 4"),
               {.line = 3, .path = "parts.nappe.texture", .words = "expected a string, found the number 4"});
    expect_bad(with_cloth("\"pins\": {}"),
               {.line = 3, .path = "parts.nappe.pins", .words = "expected an array, found an object"});
    expect_bad(with_cloth("\"pins\": [{\"corner\": [0, 0]},\n7]"),
               {.line = 4, .path = "parts.nappe.pins.1", .words = "expected an object, found the number 7"});
    expect_bad(
        with_cloth("\"position\": [1, 2]"),
        {.line = 3, .path = "parts.nappe.position", .words = "expected an array of 3, found an array of 2"});
    expect_bad(with_cloth("\"position\": [1,\ntrue, 2]"),
               {.line = 4, .path = "parts.nappe.position.1", .words = "expected a number [m], found true"});
    expect_bad("{\"souple\": 1, \"parts\": [{\"kind\": \"ball\", \"radius\": 1,\n\"fixed\": 0}]}",
               {.line = 2, .path = "parts.0.fixed", .words = "expected true or false, found the number 0"});
    expect_bad("{\"souple\": 1,\n\"seed\": -1}", {.line = 2, .path = "seed", .words = "must be from 0 to"});
    expect_bad("{\"souple\": 1,\n\"weights\": {\"a\": 1,\n\"b\": []}}",
               {.line = 3, .path = "weights.b", .words = "expected a number"});
    expect_bad("\n[]", {.line = 2, .path = "", .words = "expected an object, found an array of 0"});
}

TEST(Read, A_number_out_of_range_names_the_bound_and_its_unit) {
    expect_bad(with_cloth("\"stiffness\": 0"),
               {.line = 3, .path = "parts.nappe.stiffness", .words = "must be above 0 N/m, found 0"});
    expect_bad(with_cloth("\"rows\": 1"),
               {.line = 3, .path = "parts.nappe.rows", .words = "must be at least 2, found 1"});
    expect_bad(with_cloth("\"rows\": 501"),
               {.line = 3, .path = "parts.nappe.rows", .words = "must be at most 500, found 501"});
    expect_bad(with_cloth("\"damping\": 10"),
               {.line = 3, .path = "parts.nappe.damping", .words = "must be below 10 1/s, found 10"});
    expect_bad(with_cloth("\"pins\": [{\"corner\": [0, -1]}]"),
               {.line = 3, .path = "parts.nappe.pins.0.corner.1", .words = "must be at least 0, found -1"});
    expect_bad("{\"souple\": 1e10}",
               {.line = 1, .path = "souple", .words = "must be at most 1, found 10000000000"});
}

TEST(Read, A_rotation_whose_angle_overflows_is_refused) {
    expect_bad(with_cloth("\"rotation\": [1e308, 1e308, 1e308]"),
               {.line = 3, .path = "parts.nappe.rotation", .words = "not finite"});
}

TEST(Read, Sizes_and_missing_keys_are_checked) {
    expect_bad(
        with_cloth(
            "\"pins\": [{\"corner\": [0,0]}, {\"corner\": [0,0]}, {\"corner\": [0,0]}, {\"corner\": [0,0]}]"),
        {.line = 3, .path = "parts.nappe.pins", .words = "takes at most 3 entries, found 4"});
    expect_bad("{\"souple\": 1,\n\"parts\": []}",
               {.line = 2, .path = "parts", .words = "needs at least 1 entries, found 0"});
    expect_bad("{\"souple\": 1, \"parts\": [\n{\"kind\": \"cloth\",\n\"name\": \"\"}]}",
               {.line = 3, .path = "parts.0.name", .words = "needs at least 1 characters"});
    expect_bad("{\"souple\": 1, \"parts\": [\n{\"kind\": \"cloth\"}]}",
               {.line = 2, .path = "parts.0", .words = "missing key \"name\""});
    expect_bad(with_cloth("\"pins\": [\n{}]"),
               {.line = 4, .path = "parts.nappe.pins.0", .words = "missing key \"corner\""});
    expect_bad("{}", {.line = 1, .path = "", .words = "missing key \"souple\""});
}

TEST(Read, Choices_and_kinds_list_what_exists) {
    expect_bad(with_cloth("\"method\": \"implict\""),
               {.line = 3,
                .path = "parts.nappe.method",
                .words = "expected one of \"explicit\", \"implicit\", found the string \"implict\"; did you "
                         "mean \"implicit\"?"});
    expect_bad(with_cloth("\"method\": 1"),
               {.line = 3,
                .path = "parts.nappe.method",
                .words = "expected one of \"explicit\", \"implicit\", found the number 1"});
    expect_bad("{\"souple\": 1, \"parts\": [{\n\"kind\": \"bal\"}]}",
               {.line = 2, .path = "parts.0.kind", .words = "did you mean \"ball\"?"});
    expect_bad("{\"souple\": 1, \"parts\": [\n{\"name\": \"x\"}]}",
               {.line = 2, .path = "parts.x", .words = "missing key \"kind\""});
    expect_bad("{\"souple\": 1, \"parts\": [\n3]}",
               {.line = 2, .path = "parts.0", .words = "expected an object"});
}

TEST(Read, A_condition_between_fields_is_checked_last) {
    expect_bad("\n{\"souple\": 1, \"lowest\": 2}",
               {.line = 2, .path = "", .words = "lowest must be below highest"});
    EXPECT_NO_THROW(read_scene("{\"souple\": 1, \"lowest\": 2, \"highest\": 3}"));
}

TEST(Read, File_names_are_relative_to_the_file_they_are_written_in) {
    const auto texture = [](const std::string& name, const std::string& scene_file) {
        const Document document = parse_json(with_cloth("\"texture\": \"" + name + "\""), scene_file);
        sample_scene::Scene scene;
        read(document, scene);
        return std::get<sample_scene::Cloth>(scene.parts[0]).texture;
    };
    EXPECT_EQ(texture("a.png", "scenes/x/scene.json"), "scenes/x/a.png");
    EXPECT_EQ(texture("../a.png", "scenes/x/scene.json"), "scenes/a.png");
    EXPECT_EQ(texture("/abs/a.png", "scenes/x/scene.json"), "/abs/a.png");
    EXPECT_EQ(texture("", "scenes/x/scene.json"), "");
}

TEST(Read, A_part_of_a_document_is_read_with_its_path) {
    const Document document = parse_json(with_cloth("\"rows\": 1"), "scene.json");
    sample_scene::Cloth cloth;
    const Node& node = *find_node(document.root, "parts.nappe");
    expect_error([&] { read(document, node, "parts.nappe", cloth); },
                 {.line = 3, .path = "parts.nappe.rows", .words = "must be at least 2, found 1"});
}

TEST(Write, A_written_def_reads_back_to_the_same) {
    const sample_scene::Scene scene = read_scene(R"({"souple": 1, "extra": {"a": 1}, "parts": [
        {"kind": "cloth", "name": "n", "rotation": [0, 0, 30], "pins": [{"corner": [1, 2], "target": [0, 0, 1]}]},
        {"kind": "ball", "radius": 2}]})");
    const Node node = to_node(scene);
    const sample_scene::Scene back = read_scene(to_text(node, TextLayout::Pretty));
    EXPECT_EQ(find_node(node, "parts.n.kind")->text, "cloth");
    EXPECT_EQ(find_node(node, "parts.n.method")->text, "implicit");
    EXPECT_EQ(find_node(node, "parts.n.damping"), nullptr);
    EXPECT_EQ(to_text(to_node(back)), to_text(node));
}

}  // namespace
}  // namespace souple
