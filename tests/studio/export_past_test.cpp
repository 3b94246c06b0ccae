// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/export_past.h, and of recordings and checkpoints in a session
#include "souple/studio/export_past.h"

#include <gtest/gtest.h>

#include "souple/io/recording.h"
#include "souple/studio/messages.h"
#include "studio/open_session.h"
#include "support/test_scene.h"

namespace souple {

namespace {

Real stone_height(const LiveFrame& live) { return live.frame.points.at(0).positions.at(0).y(); }

}  // namespace

TEST(ExportPast, the_past_becomes_a_recording_that_can_be_played) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"step","count":60})");
    const Real fallen = stone_height(current_frame(session));
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"export","file":"out/past.rec"})"), "\"frames\":19"));
    EXPECT_EQ(session.simulation.world.state.step, 60);
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"open","scene":"out/past.rec"})")));
    EXPECT_NEAR(stone_height(current_frame(session)), 10, 1e-5);
    answer(session, 1, R"({"do":"seek","step":18})");
    EXPECT_NEAR(stone_height(current_frame(session)), fallen, 1e-5);
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"status"})"), "\"recording\":true"));
}

TEST(ExportPast, a_recording_plays_by_the_clock_and_stops_at_its_end) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"step","count":60})");
    answer(session, 1, R"({"do":"export","file":"out/past.rec"})");
    answer(session, 1, R"({"do":"open","scene":"out/past.rec"})");
    session.playing = true;
    EXPECT_EQ(run_for(session, 0.1001, 10), 3);
    for (int i = 0; i < 10; ++i) run_for(session, 0.2, 10);
    EXPECT_FALSE(session.playing);
    EXPECT_EQ(session.screening->frame, 18);
}

TEST(ExportPast, a_recording_refuses_what_would_change_it) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"export","file":"out/past.rec"})");
    answer(session, 1, R"({"do":"open","scene":"out/past.rec"})");
    for (const char* order :
         {R"({"do":"set","path":"gravity","value":[0,0,0]})", R"({"do":"save","file":"x.json"})",
          R"({"do":"grab","structure":"stone","node":0,"at":[0,0,0]})", R"({"do":"scene"})"})
        EXPECT_TRUE(has(answer(session, 1, order), "a recording is played")) << order;
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"open","scene":"scenes/test.json"})")));
    EXPECT_FALSE(session.screening.has_value());
}

TEST(ExportPast, a_checkpoint_is_returned_to_and_goes_on_with_the_same_bits) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"step","count":20})");
    const std::uint64_t then = hash_of(session.simulation.world.state);
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"checkpoint","file":"out/then.checkpoint"})")));
    answer(session, 1, R"({"do":"step","count":20})");
    const std::uint64_t later = hash_of(session.simulation.world.state);
    const std::string reply = answer(session, 1, R"({"do":"return","file":"out/then.checkpoint"})");
    EXPECT_TRUE(has(reply, "\"step\":20") && has(reply, "\"same_settings\":true")) << reply;
    EXPECT_EQ(hash_of(session.simulation.world.state), then);
    answer(session, 1, R"({"do":"step","count":20})");
    EXPECT_EQ(hash_of(session.simulation.world.state), later);
}

TEST(ExportPast, only_files_of_the_right_kind_inside_the_folder_are_written) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"checkpoint","file":"out/x.json"})"), ".checkpoint"));
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"checkpoint","file":"../x.checkpoint"})"), "outside"));
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"return","file":"/etc/passwd"})"), "outside"));
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"return","file":"none.checkpoint"})"), "\"ok\":false"));
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"export","file":"out/x.exe"})"), "\"ok\":false"));
    EXPECT_FALSE(std::filesystem::exists(opened.folder / "out"));
}

TEST(ExportPast, a_damaged_frame_of_a_recording_is_named_and_the_others_are_shown) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"step","count":60})");
    answer(session, 1, R"({"do":"export","file":"out/past.rec"})");
    const std::filesystem::path file = opened.folder / "out/past.rec";
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file));
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(size / 2).write("damage", 6);
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"open","scene":"out/past.rec"})")));
    int damaged = 0, shown = 0;
    for (int k = 0; k < session.screening->film.frame_count; ++k) {
        seek(session, k);
        EXPECT_EQ(session.trouble, "");
        try {
            current_frame(session);
            ++shown;
        } catch (const InputError& error) {
            EXPECT_TRUE(has(error.what(), "damaged")) << error.what();
            session.trouble = error.what();
            ++damaged;
        }
    }
    EXPECT_GE(damaged, 1);
    EXPECT_GE(shown, 1);
}

TEST(ExportPast, a_recording_that_is_cut_off_is_refused_and_changes_nothing) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"export","file":"out/past.rec"})");
    std::filesystem::resize_file(opened.folder / "out/past.rec", 40);
    const std::int64_t revision = session.revision;
    EXPECT_TRUE(has(answer(session, 1, R"({"do":"open","scene":"out/past.rec"})"), "past.rec"));
    EXPECT_EQ(session.revision, revision);
    EXPECT_FALSE(session.screening.has_value());
}

TEST(ExportPast, opening_another_scene_drops_edits_only_when_told_so) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"set","path":"gravity","value":[0,-3,0]})");
    EXPECT_TRUE(
        has(answer(session, 1, R"({"do":"open","scene":"scenes/test.json"})"), "an edit is not saved"));
    EXPECT_EQ(session.simulation.world.model.gravity.y(), -3);
    EXPECT_TRUE(is_ok(answer(session, 1, R"({"do":"open","scene":"scenes/test.json","drop_edits":true})")));
    EXPECT_EQ(session.simulation.world.model.gravity.y(), -9.81);
    EXPECT_EQ(session.unsaved, 0);
}

TEST(ExportPast, what_was_not_saved_is_counted) {
    OpenSession opened(falling_stone());
    Session& session = opened.session;
    answer(session, 1, R"({"do":"set","path":"gravity","value":[0,-3,0]})");
    answer(session, 1, R"({"do":"undo"})");
    EXPECT_EQ(session.unsaved, 2);
    answer(session, 1, R"({"do":"save","file":"out/kept.json"})");
    EXPECT_EQ(session.unsaved, 0);
}

}  // namespace souple
