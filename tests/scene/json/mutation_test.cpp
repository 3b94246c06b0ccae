// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json together: mutated scene files are accepted or refused with a place, never worse
#include <gtest/gtest.h>

#include <string>

#include "scene/json/sample_scene.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/resolve.h"

namespace souple {
namespace {

const std::string valid = R"({ // a scene with everything
    "souple": 1, "include": ["lib.json"], "gravity": [0, -9.81, 0], "window": [0, 1],
    "materials": {"cotton": {"stiffness": 5}, "stiff": {"based_on": "cotton", "rows": 30}},
    "templates": {"t": {"parts": [{"kind": "ball", "name": "b", "radius": 1, "position": [0, 1, 0]},
                                  {"kind": "ball", "name": "c", "radius": 2, "follows": "@b"}]}},
    "parts": [
        {"kind": "cloth", "name": "nappe", "material": "stiff", "pins": [{"corner": [0, 1], "target": [1, 2, 3]}]},
        {"kind": "instance", "template": "t", "name": "left", "position": [1, 0, 0], "rotation": [0, 90, 0],
         "set": {"b.radius": 3}}
    ] /* end */
})";

/// Loads and reads; true when accepted. Anything but a SceneError with a file name escapes and fails the
/// test.
bool is_accepted(const std::string& text) {
    LoadOptions options;
    options.settings = {"gravity.1=-1"};
    options.read_file = [](const std::string& path) {
        if (path != "lib.json") throw SceneError({path, 0, ""}, "no such file");
        return parse_json(R"({"weights": {"a": 1}, "materials": {"silk": {}}})", path);
    };
    try {
        sample_scene::Scene scene;
        read(load_document_text(text, "scene.json", options), scene);
        return true;
    } catch (const SceneError& error) {
        EXPECT_FALSE(error.location.file.empty()) << error.what();
        return false;
    }
}

TEST(MutatedScene, The_unchanged_one_is_accepted) {
    ASSERT_TRUE(is_accepted(valid));
    sample_scene::Scene scene;
    LoadOptions options;
    options.read_file = [](const std::string& path) { return parse_json("{}", path); };
    read(load_document_text(valid, "scene.json", options), scene);
    ASSERT_EQ(scene.parts.size(), 3u);
    EXPECT_EQ(std::get<sample_scene::Cloth>(scene.parts[0]).stiffness, 5);
    EXPECT_EQ(std::get<sample_scene::Cloth>(scene.parts[0]).rows, 30);
    EXPECT_EQ(std::get<sample_scene::Ball>(scene.parts[1]).radius, 3);
    EXPECT_LT((std::get<sample_scene::Ball>(scene.parts[1]).position - Vec3(1, 1, 0)).norm(), 1e-15);
    EXPECT_EQ(std::get<sample_scene::Ball>(scene.parts[2]).follows, "left.b");
}

TEST(MutatedScene, Changed_bytes_and_moved_pieces_never_crash) {
    std::uint32_t state = 99;
    const auto draw = [&state](std::size_t n) {
        state = state * 1664525u + 1013904223u;
        return static_cast<std::size_t>(state >> 12) % n;
    };
    int accepted = 0, refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string text = valid;
        for (std::size_t k = 1 + draw(3); k > 0; --k) {
            const std::size_t from = draw(text.size()), length = draw(40);
            switch (draw(4)) {
                case 0:
                    text[from] = static_cast<char>(draw(256));
                    break;
                case 1:
                    text.erase(from, length);
                    break;
                case 2:
                    text.insert(draw(text.size()), text.substr(from, length));
                    break;
                default:
                    text[from] = "0123456789-.eE\"{}[],:"[draw(21)];
            }
            if (text.empty()) text = " ";
        }
        (is_accepted(text) ? accepted : refused) += 1;
    }
    EXPECT_GT(accepted, 50);
    EXPECT_GT(refused, 1000);
}

TEST(MutatedScene, Every_beginning_of_a_file_is_refused) {
    for (std::size_t length = 0; length < valid.size() - 1; ++length)
        ASSERT_FALSE(is_accepted(valid.substr(0, length))) << length;
}

}  // namespace
}  // namespace souple
