// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json/resolve.h: includes, materials and the order of settings
#include "souple/scene/json/resolve.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "scene/json/expect_error.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/write.h"

namespace souple {
namespace {

/// Files in memory instead of on disk.
struct Files {
    std::map<std::string, std::string> texts;

    LoadOptions options(std::vector<std::string> settings = {}) const {
        return {std::move(settings), [*this](const std::string& path) {
                    const auto found = texts.find(path);
                    if (found == texts.end()) throw SceneError({path, 0, ""}, "no such file");
                    return parse_json(found->second, path);
                }};
    }
    Document load(const std::string& path) const { return load_document(path, options()); }
};

std::string load_text(const std::string& text) {
    return to_text(load_document_text(text, "scene.json").root);
}

TEST(Include, The_includer_wins_key_by_key_and_lists_are_joined) {
    const Files files{{{"s/main.json", R"({"include": ["lib/base.json"], "step": 2, "solver": {"rate": 5},
                                          "parts": [{"name": "b"}], "tags": [3]})"},
                       {"s/lib/base.json", R"({"step": 1, "seed": 9, "solver": {"rate": 1, "tolerance": 0.1},
                                              "parts": [{"name": "a"}], "tags": [1, 2]})"}}};
    EXPECT_EQ(
        to_text(files.load("s/main.json").root),
        R"({"step":2,"seed":9,"solver":{"rate":5,"tolerance":0.1},"parts":[{"name":"a"},{"name":"b"}],"tags":[3]})");
}

TEST(Include, Paths_are_relative_to_the_including_file_and_later_includes_win) {
    const Files files{{{"main.json", R"({"include": ["a/one.json", "two.json"]})"},
                       {"a/one.json", R"({"include": ["deep.json"], "x": 1})"},
                       {"a/deep.json", R"({"y": 1, "x": 0})"},
                       {"two.json", R"({"x": 2})"}}};
    EXPECT_EQ(to_text(files.load("main.json").root), R"({"y":1,"x":2})");
}

TEST(Include, A_file_reached_by_two_routes_counts_once) {
    const Files files{{{"main.json", R"({"include": ["a.json", "b.json", "./a.json"]})"},
                       {"a.json", R"({"include": ["c.json"]})"},
                       {"b.json", R"({"include": ["x/../c.json"]})"},
                       {"c.json", R"({"parts": [{"name": "once"}]})"}}};
    EXPECT_EQ(to_text(files.load("main.json").root), R"({"parts":[{"name":"once"}]})");
}

TEST(Include, A_cycle_names_the_chain) {
    const Files files{{{"main.json", R"({"include": ["a.json"]})"},
                       {"a.json", "{\n\"include\": [\"b.json\"]}"},
                       {"b.json", "{\n\n\"include\": [\"a.json\"]}"}}};
    expect_error([&] { files.load("main.json"); },
                 {.line = 3,
                  .path = "include.0",
                  .words = "include cycle: main.json -> a.json -> b.json -> a.json",
                  .file = "b.json"});
    const Files self{{{"main.json", R"({"include": ["main.json"]})"}}};
    expect_error([&] { self.load("main.json"); },
                 {.line = 1, .path = "include.0", .words = "main.json -> main.json", .file = "main.json"});
}

TEST(Include, Every_error_stands_in_the_file_that_caused_it) {
    const Files files{{{"main.json", "{\n\"include\": [\n\"bad.json\"]}"},
                       {"gone.json", "{\n\"include\": [\n\"none.json\"]}"},
                       {"type.json", "{\n\"include\": \"bad.json\"}"},
                       {"entry.json", "{\"include\": [\n4]}"},
                       {"list.json", "{\"include\": [\"array.json\"]}"},
                       {"array.json", "\n[]"},
                       {"bad.json", "{\n\n\n\"x\": ?}"}}};
    expect_error([&] { files.load("main.json"); },
                 {.line = 4, .path = "x", .words = "found '?'", .file = "bad.json"});
    expect_error([&] { files.load("gone.json"); }, {.line = 3,
                                                    .path = "include.0",
                                                    .words = "cannot include: none.json: no such file",
                                                    .file = "gone.json"});
    expect_error(
        [&] { files.load("type.json"); },
        {.line = 2, .path = "include", .words = "expected an array of file names", .file = "type.json"});
    expect_error([&] { files.load("entry.json"); }, {.line = 2,
                                                     .path = "include.0",
                                                     .words = "expected a file name, found the number 4",
                                                     .file = "entry.json"});
    expect_error([&] { files.load("list.json"); }, {.line = 2,
                                                    .path = "",
                                                    .words = "a scene must be an object, found an array of 0",
                                                    .file = "array.json"});
}

TEST(Include, Nodes_remember_their_own_file_and_line) {
    const Files files{{{"main.json", "{\"include\": [\"a.json\"],\n\"x\": {\"own\": 1}}"},
                       {"a.json", "{\n\n\"x\": {\"own\": 0,\n\"theirs\": 2}}"}}};
    const Document document = files.load("main.json");
    const SceneError theirs = error_at_path(document, "x.theirs", "bad");
    EXPECT_EQ(theirs.location.file, "a.json");
    EXPECT_EQ(theirs.location.line, 4);
    const SceneError own = error_at_path(document, "x.own", "bad");
    EXPECT_EQ(own.location.file, "main.json");
    EXPECT_EQ(own.location.line, 2);
}

TEST(Include, Files_on_disk_are_found_beside_the_scene) {
    const auto folder = std::filesystem::path(::testing::TempDir()) / "souple_include_on_disk";
    std::filesystem::create_directories(folder / "sub");
    std::ofstream(folder / "main.json") << R"({"include": ["sub/m.json"]})";
    std::ofstream(folder / "sub" / "m.json") << R"({"include": ["../n.json"], "a": 1})";
    std::ofstream(folder / "n.json") << R"({"b": 2})";
    EXPECT_EQ(to_text(load_document((folder / "main.json").string()).root), R"({"b":2,"a":1})");
    std::filesystem::remove_all(folder);
}

TEST(Material, Its_keys_are_defaults_and_own_keys_win) {
    EXPECT_EQ(load_text(R"({"materials": {"cotton": {"stiffness": 100, "air": {"drag": 1, "lift": 2}}},
                            "parts": [{"name": "a", "material": "cotton", "air": {"drag": 5}}, {"name": "b"}]})"),
              R"({"parts":[{"name":"a","air":{"drag":5,"lift":2},"stiffness":100},{"name":"b"}]})");
}

TEST(Material, A_material_may_be_based_on_another) {
    EXPECT_EQ(load_text(R"({"materials": {"c": {"based_on": "b", "z": 3}, "a": {"x": 1, "y": 1},
                                          "b": {"based_on": "a", "y": 2}},
                            "parts": [{"name": "p", "material": "c"}]})"),
              R"({"parts":[{"name":"p","z":3,"y":2,"x":1}]})");
}

TEST(Material, Errors_name_near_words_and_places) {
    const auto load = [](const std::string& text) {
        return [text] { load_document_text(text, "scene.json"); };
    };
    expect_error(load("{\"materials\": {\"cotton\": {}, \"silk\": {}},\n\"parts\": [{\"name\": "
                      "\"a\",\n\"material\": \"coton\"}]}"),
                 {.line = 3,
                  .path = "parts.a.material",
                  .words = "unknown material \"coton\"; did you mean \"cotton\"?"});
    expect_error(load("{\"parts\": [{\n\"material\": \"silk\"}]}"),
                 {.line = 2, .path = "parts.0.material", .words = "the scene defines no materials"});
    expect_error(load("{\"parts\": [{\n\"material\": 3}]}"),
                 {.line = 2,
                  .path = "parts.0.material",
                  .words = "expected the name of a material, found the number 3"});
    expect_error(load("{\"materials\": {\"a\": {\"based_on\": \"b\"},\n\"b\": {\"based_on\": \"a\"}}}"),
                 {.line = 2, .path = "materials.b.based_on", .words = "material \"a\" is based on itself"});
    expect_error(load("{\"materials\": {\n\"a\": 3}}"),
                 {.line = 2, .path = "materials.a", .words = "a material must be an object"});
    expect_error(load("{\"materials\": {\"a\": {\n\"name\": \"x\"}}}"),
                 {.line = 2, .path = "materials.a.name", .words = "must not set \"name\""});
    expect_error(load("{\n\"materials\": []}"),
                 {.line = 2, .path = "materials", .words = "expected an object"});
}

TEST(Names, Two_entries_of_a_list_must_not_share_one) {
    expect_error(
        [] { load_document_text("{\"parts\": [{\"name\": \"a\"},\n{\"name\": \"a\"}]}", "scene.json"); },
        {.line = 2, .path = "parts.a.name", .words = "taken already at scene.json:1"});
    EXPECT_NO_THROW(load_text(R"({"parts": [{"name": "a"}], "fields": [{"name": "a"}]})"));
}

TEST(Settings, Materials_change_before_they_are_used_and_parts_afterwards) {
    LoadOptions options;
    options.settings = {"parts.b.x=7", "materials.m.x=5", "templates.t.parts.q.x=9", "parts.i.q.y=2"};
    const Document document = load_document_text(
        R"({"materials": {"m": {"x": 1}}, "templates": {"t": {"parts": [{"name": "q", "x": 0}]}},
            "parts": [{"name": "a", "material": "m"}, {"name": "b", "material": "m"},
                      {"kind": "instance", "template": "t", "name": "i"}]})",
        "scene.json", options);
    EXPECT_EQ(to_text(document.root),
              R"({"parts":[{"name":"a","x":5},{"name":"b","x":7},{"name":"i.q","x":9,"y":2}]})");
}

TEST(Settings, Many_keys_and_many_files_load_in_good_time) {
    std::string text = "{\"include\": [\"b.json\"]";
    std::string below = "{\"z\": 0";
    for (int i = 0; i < 20000; ++i) {
        text += ",\"key" + std::to_string(i) + "\": 1";
        below += ",\"key" + std::to_string(i) + "\": 2";
    }
    const Files files{{{"a.json", text + "}"}, {"b.json", below + "}"}}};
    const Document document = files.load("a.json");
    EXPECT_EQ(document.root.members.size(), 20001u);
    EXPECT_EQ(find_member(document.root, "key77")->number, 1);
}

}  // namespace
}  // namespace souple
