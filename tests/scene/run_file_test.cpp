// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests scene/run_file.cpp
#include "souple/scene/run_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"

namespace souple {

namespace {

namespace fs = std::filesystem;

const char* good_file = R"({ "souple_run": 1, "run": "00c0ffee00c0ffee", "folder": "/work_of_mine",
    "command": ["run", "scene.json", "--set", "title=it's \"so\"", "-o", "out"],
    "sources": [ { "name": "scene.json", "fingerprint": "0123456789abcdef" } ] })";

std::string complaint(std::string text) {
    try {
        read_run_file(std::move(text), "run.json");
    } catch (const SceneError& error) {
        return error.what();
    }
    return "none";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST(RunFile, what_is_written_is_read_again) {
    const RunFile file = read_run_file(good_file, "run.json");
    EXPECT_EQ(run_of(file.run), 0x00c0ffee00c0ffeeull);
    EXPECT_EQ(file.command[3], "title=it's \"so\"");
    const RunFile again = read_run_file(to_text(file), "run.json");
    EXPECT_EQ(again.command, file.command);
    EXPECT_EQ(again.folder, file.folder);
    EXPECT_EQ(again.sources.at(0).fingerprint, file.sources.at(0).fingerprint);
}

TEST(RunFile, what_is_wrong_is_said_with_its_place) {
    const std::string good = good_file;
    EXPECT_EQ(complaint(good), "none");
    EXPECT_NE(
        complaint(replaced(good, "\"souple_run\": 1", "\"souple_run\": 2")).find("run.json:1: souple_run:"),
        std::string::npos);
    EXPECT_NE(complaint(replaced(good, "\"command\": [\"run\",", "\"command\": [\"rm\",")).find("command"),
              std::string::npos);
    EXPECT_NE(complaint(replaced(good, "\"scene.json\",", "7,")).find("run.json:2: command.1:"),
              std::string::npos);
    EXPECT_NE(complaint(replaced(good, "00c0ffee00c0ffee", "coffee")).find("16 hexadecimal digits"),
              std::string::npos);
    EXPECT_NE(complaint(replaced(good, "\"folder\"", "\"foldr\"")).find("did you mean \"folder\""),
              std::string::npos);
    EXPECT_NE(complaint(good.substr(0, 80)).find("run.json:2:"), std::string::npos);
    EXPECT_NE(complaint(""), "none");
}

TEST(RunFile, a_source_that_changed_or_went_is_named) {
    const fs::path folder = fs::path(testing::TempDir()) / "souple_run_sources";
    fs::create_directories(folder);
    const auto write = [&](const char* name, const std::string& text) {
        std::ofstream(folder / name) << text;
    };
    write("cloth.json", R"({ "materials": { "silk": { "stiffness": 20 } } })");
    write("ball.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write("scene.json", R"({ "souple": 1, "duration": 1, "include": ["cloth.json"], "parts": [
        { "kind": "obstacle", "name": "ball", "shape": { "kind": "mesh", "file": "ball.obj" } } ] })");
    const Scene scene = load_scene((folder / "scene.json").string());
    const std::vector<RunSource> sources = sources_of(scene);
    ASSERT_EQ(sources.size(), 3u);
    EXPECT_TRUE(changed_sources(sources).empty());
    write("ball.obj", "v 0 0 0\n");
    fs::remove(folder / "cloth.json");
    const std::vector<std::string> changed = changed_sources(sources);
    ASSERT_EQ(changed.size(), 2u);
    EXPECT_TRUE(changed[0].ends_with("cloth.json is gone"));
    EXPECT_TRUE(changed[1].ends_with("ball.obj has changed"));
    fs::remove_all(folder);
}

}  // namespace souple
