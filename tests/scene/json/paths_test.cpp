// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json/paths.h
#include "souple/scene/json/paths.h"

#include <gtest/gtest.h>

#include "scene/json/expect_error.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"

namespace souple {
namespace {

Document sample() {
    return parse_json(R"({
        "gravity": [0, -9.81, 0],
        "parts": [
            { "name": "nappe", "stiffness": 100, "position": [1, 2, 3] },
            { "name": "left", "stiffness": 1 },
            { "name": "left.cloth", "stiffness": 2 },
            { "radius": 4 }
        ],
        "fields": [ { "name": "breeze", "velocity": [1, 0, 0] } ]
    })",
                      "scene.json");
}

double number_at(const Document& document, std::string_view path) {
    const Node* node = find_node(document.root, path);
    return node ? node->number : -1e9;
}

void expect_refused(const std::string& path, const std::string& value, const std::string& words) {
    SCOPED_TRACE(path + "=" + value);
    Document document = sample();
    expect_error([&] { set_value(document, path, value); },
                 {.line = 0, .path = path, .words = words, .file = "--set"});
    EXPECT_TRUE(same_value(document.root, sample().root));
}

TEST(Paths, Entries_are_found_by_name_by_index_and_by_component) {
    const Document document = sample();
    EXPECT_EQ(number_at(document, "parts.nappe.stiffness"), 100);
    EXPECT_EQ(number_at(document, "parts.0.stiffness"), 100);
    EXPECT_EQ(number_at(document, "parts.3.radius"), 4);
    EXPECT_EQ(number_at(document, "gravity.1"), -9.81);
    EXPECT_EQ(number_at(document, "parts.nappe.position.2"), 3);
    EXPECT_EQ(find_node(document.root, "fields.breeze.velocity")->items.size(), 3u);
    EXPECT_EQ(find_node(document.root, ""), &document.root);
}

TEST(Paths, A_name_with_a_dot_wins_over_the_shorter_one) {
    const Document document = sample();
    EXPECT_EQ(number_at(document, "parts.left.stiffness"), 1);
    EXPECT_EQ(number_at(document, "parts.left.cloth.stiffness"), 2);
}

TEST(Paths, What_does_not_exist_is_not_found) {
    const Document document = sample();
    for (const char* path : {"part", "parts.", ".", "..", "parts..0", "parts.4", "parts.-1", "parts.1x",
                             "gravity.3", "gravity.1.x", "parts.nappe.stiffness.value"})
        EXPECT_EQ(find_node(document.root, path), nullptr) << path;
}

TEST(Paths, A_compiled_path_writes_numbers_where_the_path_points) {
    Document document = sample();
    const auto path = compile_path(document.root, "parts.nappe.position.1");
    ASSERT_TRUE(path.has_value());
    set_number(document.root, *path, 7.5);
    EXPECT_EQ(number_at(document, "parts.nappe.position.1"), 7.5);
    EXPECT_EQ(number_at(document, "parts.nappe.position.0"), 1);
    EXPECT_FALSE(compile_path(document.root, "parts.nap.position").has_value());
}

TEST(SetValue, Text_is_json_or_else_a_plain_string) {
    Document document = sample();
    apply_setting(document, "parts.nappe.stiffness=2.5e3");
    apply_setting(document, "gravity=[0, 0, -1]");
    apply_setting(document, "parts.nappe.method=implicit");
    apply_setting(document, "parts.nappe.label=\"a=b\"");
    apply_setting(document, "parts.nappe.note=a=b");
    EXPECT_EQ(number_at(document, "parts.nappe.stiffness"), 2500);
    EXPECT_EQ(number_at(document, "gravity.2"), -1);
    EXPECT_EQ(find_node(document.root, "parts.nappe.method")->text, "implicit");
    EXPECT_EQ(find_node(document.root, "parts.nappe.label")->text, "a=b");
    EXPECT_EQ(find_node(document.root, "parts.nappe.note")->text, "a=b");
}

TEST(SetValue, A_new_key_is_created_on_an_existing_object_and_remembers_its_origin) {
    Document document = sample();
    set_value(document, "duration", "4");
    set_value(document, "parts.3.mass", "1");
    EXPECT_EQ(number_at(document, "duration"), 4);
    EXPECT_EQ(number_at(document, "parts.3.mass"), 1);
    const SceneError error = error_at_path(document, "parts.3.mass", "bad");
    EXPECT_EQ(error.location.file, "--set");
    EXPECT_EQ(error_at_path(document, "parts.nappe.stiffness", "bad").location.line, 4);
}

TEST(SetValue, A_wrong_path_names_the_nearest_known_word) {
    expect_refused("parts.nape.stiffness", "1",
                   "there is no \"nape\" in \"parts\", a list of 4; did you mean \"nappe\"?");
    expect_refused("party.nappe.stiffness", "1",
                   "there is no \"party\" in the scene; did you mean \"parts\"?");
    expect_refused("gravity.3", "1", "there is no \"3\" in \"gravity\", a list of 3");
    expect_refused("gravity.1.x", "1", "\"gravity.1\" is the number -9.81 and has nothing inside");
    expect_refused("fields.qqqqqqqq.x", "1", "known names: breeze");
    expect_refused("", "1", "the path is empty");
    expect_refused("parts.", "1", "there is no");
    expect_refused("gravity", "[1, 2", "is not JSON");
    expect_refused("gravity", "{\"a\":}", "is not JSON");
}

TEST(SetValue, A_setting_without_an_equals_sign_is_refused) {
    for (const char* bad : {"gravity", "=3", ""})
        expect_error([&] { parse_setting(bad); },
                     {.line = 0, .path = "", .words = "expected PATH=VALUE", .file = "--set"});
}

TEST(ErrorAtPath, The_nearest_existing_value_lends_its_line) {
    const Document document = sample();
    EXPECT_EQ(error_at_path(document, "parts.left.missing", "x").location.line, 5);
    EXPECT_EQ(error_at_path(document, "parts.left.missing", "x").location.json_path, "parts.left.missing");
    EXPECT_EQ(error_at_path(document, "gravity.0", "x").location.line, 2);
}

TEST(PathIndex, It_leads_where_walking_leads) {
    const Document document = sample();
    PathIndex index(document.root);
    for (const char* path :
         {"gravity.1", "parts.nappe.stiffness", "parts.0.stiffness", "parts.3", "parts", "parts.9",
          "parts.nappe.", "parts.nappe.none", "none", "", "parts.nappe.stiffness.more"}) {
        const auto walked = compile_path(document.root, path), indexed = index.compile(path);
        ASSERT_EQ(walked.has_value(), indexed.has_value()) << path;
        EXPECT_EQ(walked.value_or(CompiledPath{}).steps, indexed.value_or(CompiledPath{}).steps) << path;
    }
    // the longest name that fits is meant, and of equal names the first
    const Document dotted =
        parse_json(R"([ { "name": "a", "b": 1 }, { "name": "a.b" }, { "name": "a" } ])", "x");
    PathIndex names(dotted.root);
    EXPECT_EQ(names.compile("a.b")->steps, std::vector<int>{1});
    EXPECT_EQ(names.compile("a")->steps, std::vector<int>{0});
    EXPECT_EQ(names.compile("2")->steps, std::vector<int>{2});
}

TEST(SetValue, Groups_that_are_not_there_are_made) {
    Document document = sample();
    set_value(document, "contact.iterations", "20");
    set_value(document, "picture.camera.from", "[0, 1, 2]");
    EXPECT_EQ(number_at(document, "contact.iterations"), 20);
    EXPECT_EQ(number_at(document, "picture.camera.from.2"), 2);
    expect_error([&] { set_value(document, "wind.1", "3"); },
                 {.line = 0,
                  .path = "wind.1",
                  .words = "there is no \"wind\" in the scene; known names: gravity, parts, fields, contact, "
                           "picture; if it is a "
                           "list, set all of it: --set 'wind=[...]'",
                  .file = "--set"});
}

}  // namespace
}  // namespace souple
