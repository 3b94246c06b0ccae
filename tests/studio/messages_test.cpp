// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/messages.h and studio_files.h
#include "souple/studio/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "souple/core/rng.h"
#include "souple/scene/json/write.h"
#include "souple/studio/studio_files.h"
#include "studio/open_session.h"
#include "support/test_scene.h"

namespace souple {

namespace {

const std::string orders[] = {
    R"({"do":"step"})",
    R"({"do":"set","path":"gravity.1","value":-5})",
    R"({"do":"seek","step":0})",
    R"({"do":"grab","structure":"stone","node":0,"at":[0,10,0]})",
    R"({"do":"drag","to":[1,2,3]})",
    R"({"do":"save","file":"out/kept.json"})",
    R"({"do":"speed","value":2})",
    R"({"do":"open","scene":"scenes/test.json"})",
    R"({"do":"push","at":[0,10,0],"radius":0.5})",
    R"({"do":"add_force","structure":"stone","node":0,"at":[0,10,0],"force":[0,1,0]})",
    R"({"do":"remove_force","number":1})",
    R"({"do":"checkpoint","file":"out/kept.checkpoint"})",
    R"({"do":"return","file":"out/kept.checkpoint"})",
    R"({"do":"export","file":"out/kept.rec"})",
    R"({"do":"open","scene":"out/kept.rec","drop_edits":true})",
    R"({"do":"show","quantity":"speed","see":["forces","zones"]})",
    R"({"do":"set","changes":[{"path":"gravity.1","value":-5},{"path":"step","value":0.02}]})",
};

}  // namespace

TEST(Messages, every_order_is_answered_with_its_id) {
    OpenSession opened(falling_stone());
    const std::string reply = answer(opened.session, 1, R"({"do":"step","count":3,"id":7})");
    EXPECT_TRUE(is_ok(reply)) << reply;
    EXPECT_TRUE(has(reply, "\"id\":7")) << reply;
    EXPECT_EQ(opened.session.simulation.world.state.step, 3);
    for (const char* order : {"play", "pause", "status", "scene", "scenes", "probes", "reset", "release"})
        EXPECT_TRUE(is_ok(answer(opened.session, 1, std::string(R"({"do":")") + order + "\"}"))) << order;
}

TEST(Messages, a_malformed_message_is_answered_with_an_error_and_changes_nothing) {
    OpenSession opened(falling_stone());
    const std::string before = to_text(status_of(opened.session));
    for (const char* message :
         {"", "{", "[]", "7", "null", R"({"do":7})", R"({"do":"stepp"})", R"({"do":"step","count":-1})",
          R"({"do":"step","count":1e9})", R"({"do":"seek","step":"x"})", R"({"do":"speed","value":0})",
          R"({"do":"set","path":"gravity"})", R"({"do":"grab"})", R"({"do":"drag","to":[1,2,3]})",
          R"({"do":"drag","to":[1,2,1e99]})", R"({"do":"unpin","part":"stone","at":[0,0,0]})",
          R"({"do":"open","scene":"scenes/none.json"})", "\xff\xfe", R"({"do":"undo"})"}) {
        const std::string reply = answer(opened.session, 1, message);
        EXPECT_TRUE(has(reply, "\"ok\":false")) << message << " gave " << reply;
        EXPECT_EQ(to_text(status_of(opened.session)), before) << message;
    }
    const std::string reply = answer(opened.session, 1, std::string(most_message_bytes + 1, ' '));
    EXPECT_TRUE(has(reply, "too long"));
}

TEST(Messages, orders_with_random_bytes_changed_are_always_answered) {
    OpenSession opened(falling_stone());
    Rng rng = stream_of(7, "messages");
    for (int i = 0; i < 400; ++i) {
        std::string message = orders[rng.next() % std::size(orders)];
        for (std::uint64_t k = rng.next() % 4; k > 0; --k)
            message[rng.next() % message.size()] = static_cast<char>(rng.next());
        const std::string reply = answer(opened.session, 1, message);
        EXPECT_TRUE(has(reply, "\"ok\":")) << message;
    }
    EXPECT_TRUE(is_ok(answer(opened.session, 1, orders[0])));
}

TEST(Messages, nothing_outside_the_folder_is_read_or_written) {
    OpenSession opened(falling_stone());
    for (const char* file : {"../x.json", "/etc/passwd", "scenes/../../x.json", "/tmp/x.json"}) {
        const std::string text(file);
        EXPECT_TRUE(has(answer(opened.session, 1, R"({"do":"open","scene":")" + text + "\"}"), "outside"));
        EXPECT_TRUE(has(answer(opened.session, 1, R"({"do":"save","file":")" + text + "\"}"), "outside"));
    }
    std::ofstream(opened.folder / "scenes/robot.json")
        << scene_text(R"("parts": [ { "kind": "articulated", "name": "robot", "urdf": "/etc/passwd" } ])");
    EXPECT_TRUE(has(answer(opened.session, 1, R"({"do":"open","scene":"scenes/robot.json"})"), "outside"));
    std::ofstream(opened.folder / "scenes/thief.gltf")
        << R"({"buffers":[{"byteLength":9,"uri":"../../x.bin"}]})";
    std::ofstream(opened.folder / "scenes/ball.json") << scene_text(
        R"("parts": [ { "kind": "obstacle", "name": "o", "shape": { "kind": "mesh", "file": "thief.gltf" } } ])");
    EXPECT_TRUE(has(answer(opened.session, 1, R"({"do":"open","scene":"scenes/ball.json"})"), "beside"));
    std::filesystem::create_symlink("/etc", opened.folder / "way_out");
    EXPECT_THROW(path_inside(opened.folder, "way_out/passwd"), InputError);
    EXPECT_TRUE(has(answer(opened.session, 1, R"({"do":"save","file":"kept.txt"})"), ".json"));
    std::ofstream(opened.folder / "scenes/thief.json")
        << scene_text(R"("include": ["../../../../../../etc/passwd"])");
    EXPECT_TRUE(has(answer(opened.session, 1, R"({"do":"open","scene":"scenes/thief.json"})"), "outside"));
}

TEST(Messages, an_edited_scene_saved_and_opened_again_gives_the_same_hash) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"set","path":"gravity","value":[0,-3,0.25]})");
    answer(session, 1, R"({"do":"reset"})");
    answer(session, 1, R"({"do":"step","count":50})");
    const std::uint64_t edited = hash_of(session.simulation.world.state);
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"save","file":"out/kept.json"})")));
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"open","scene":"out/kept.json"})")));
    answer(session, 1, R"({"do":"step","count":50})");
    EXPECT_EQ(hash_of(session.simulation.world.state), edited);
}

TEST(Messages, a_page_that_goes_lets_go_of_what_it_held) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    const std::string name = current_frame(session).frame.points[0].head.name;
    EXPECT_TRUE(
        is_ok(answer(session, 3, R"({"do":"grab","structure":")" + name + R"(","node":0,"at":[0,10,0]})")));
    EXPECT_EQ(session.simulation.world.control.hands.grabs.size(), 1u);
    forget_page(session, 2);
    EXPECT_EQ(session.simulation.world.control.hands.grabs.size(), 1u);
    forget_page(session, 3);
    EXPECT_TRUE(session.simulation.world.control.hands.grabs.empty());
}

TEST(Messages, scenes_are_found_anywhere_below_the_folder_with_their_titles) {
    OpenSession opened(falling_stone());
    const std::string scene = R"({ "souple": 1, "title": "found", "parts": [] })";
    const auto write = [&](const char* name, const std::string& text) {
        std::filesystem::create_directories((opened.folder / name).parent_path());
        std::ofstream(opened.folder / name) << text;
    };
    write("top.json", scene);
    write("my work/deep/down/here.json", scene);
    write("untitled/stone.json", R"({ "souple": 1, "parts": [] })");
    for (const char* hidden : {".git/a.json", "build/b.json", "x/node_modules/c.json", ".d.json/d.json"})
        write(hidden, scene);
    write("data/numbers.json", "[1, 2, 3]");
    write("data/report.json", R"({ "hash": "parts" })");
    write("data/broken.json", R"({ "souple": 1, "parts": [)");
    write("1/2/3/4/5/6/7/8/deepest.json", scene);
    write("1/2/3/4/5/6/7/8/9/too_deep.json", scene);
    std::filesystem::create_directory_symlink(opened.folder, opened.folder / "my work/loop");
    const SceneList list = list_scenes(opened.folder);
    std::vector<std::string> found;
    for (const SceneEntry& entry : list.scenes) found.push_back(entry.file + ": " + entry.title);
    EXPECT_THAT(found, testing::ElementsAre("1/2/3/4/5/6/7/8/deepest.json: found",
                                            "my work/deep/down/here.json: found", "scenes/test.json: stone",
                                            "top.json: found", "untitled/stone.json: stone"));
    EXPECT_TRUE(has(list.left_out, "8 deep")) << list.left_out;
    EXPECT_TRUE(has(answer(opened.session, 1, R"({"do":"scenes"})"), "\"title\":\"stone\""));
}

}  // namespace souple
