// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/journal.h and pack_journal.cpp
#include "souple/studio/journal.h"

#include <gtest/gtest.h>

#include "souple/core/rng.h"
#include "souple/scene/json/write.h"
#include "souple/scene/report.h"
#include "souple/studio/messages.h"
#include "studio/open_session.h"
#include "support/test_scene.h"

namespace souple {

namespace {

/// Says an order and keeps what comes of it, by way of bytes as between two processes.
std::string say(Session& session, const std::string& order, Journal& journal) {
    const std::int64_t before = session.revision;
    std::string reply = answer(session, 1, order);
    const bool edited = session.revision != before;
    const JournalEntry entry = tell(session, edited ? session.edit_step : EditStep::None, edited);
    keep(entry_from_bytes(to_bytes(entry)), journal);
    return reply;
}

Journal begin_journal(const Session& session) {
    Journal journal;
    keep(tell(session, EditStep::Opened, true), journal);
    return journal;
}

std::string hash_now(const Session& session) { return hash_text(session.simulation.world.state); }

}  // namespace

TEST(Journal, a_session_is_opened_again_with_its_edits_and_its_state) {
    OpenSession opened(falling_stone());
    Journal journal = begin_journal(opened.session);
    for (const char* order : {R"({"do":"set","path":"gravity","value":[0,-5,0]})",
                              R"({"do":"set","path":"gravity","value":[0,-6,0]})",
                              R"({"do":"set","path":"gravity","value":[0,-7,0]})", R"({"do":"undo"})",
                              R"({"do":"speed","value":2})", R"({"do":"step","count":5})"})
        EXPECT_TRUE(is_ok(say(opened.session, order, journal))) << order;
    keep(tell(opened.session, EditStep::None, true), journal);

    Session again;
    again.folder = opened.folder.string();
    open_again(again, journal_from_bytes(to_bytes(journal)));
    EXPECT_EQ(hash_now(again), hash_now(opened.session));
    EXPECT_TRUE(same_value(again.scene.document.root, opened.session.scene.document.root));
    EXPECT_EQ(again.undo.size(), 2u);
    EXPECT_EQ(again.redo.size(), 1u);
    EXPECT_EQ(again.unsaved, 4);
    EXPECT_EQ(again.speed, 2);
    EXPECT_FALSE(again.playing);
    EXPECT_GT(again.revision, opened.session.revision);
    for (Session* session : {&again, &opened.session}) {
        EXPECT_TRUE(is_ok(answer(*session, 1, R"({"do":"step","count":20})")));
        EXPECT_TRUE(is_ok(answer(*session, 1, R"({"do":"redo"})")));
        EXPECT_TRUE(is_ok(answer(*session, 1, R"({"do":"step","count":20})")));
    }
    EXPECT_EQ(hash_now(again), hash_now(opened.session));
}

TEST(Journal, errors_in_a_scene_that_was_opened_again_name_the_line_of_its_file) {
    OpenSession opened(falling_stone());
    const Journal journal = begin_journal(opened.session);
    Session again;
    again.folder = opened.folder.string();
    open_again(again, journal);
    const char* wrong = R"({"do":"set","path":"step","value":-1})";
    EXPECT_EQ(answer(again, 1, wrong), answer(opened.session, 1, wrong));
    const Document &a = again.scene.document, &b = opened.session.scene.document;
    EXPECT_EQ(a.files, b.files);
    EXPECT_EQ(a.root.members.back().value.place.line, b.root.members.back().value.place.line);
    EXPECT_EQ(a.root.members.back().key_place.column, b.root.members.back().key_place.column);
}

TEST(Journal, no_more_edits_are_kept_than_can_be_taken_back) {
    OpenSession opened(falling_stone());
    Journal journal = begin_journal(opened.session);
    for (std::size_t k = 0; k < most_undo + 5; ++k)
        say(opened.session, R"({"do":"set","path":"gravity","value":[0,-)" + std::to_string(k + 1) + ",0]}",
            journal);
    EXPECT_EQ(journal.documents.size(), most_undo + 1);
    Session again;
    again.folder = opened.folder.string();
    open_again(again, journal);
    EXPECT_EQ(again.undo.size(), opened.session.undo.size());
    EXPECT_TRUE(same_value(again.undo.front(), opened.session.undo.front()));
}

TEST(Journal, what_cannot_have_been_told_is_refused_and_changes_nothing) {
    OpenSession opened(falling_stone());
    Journal journal = begin_journal(opened.session);
    const std::string before = to_bytes(journal);
    JournalEntry entry;
    for (const EditStep edit : {EditStep::Undone, EditStep::Redone, EditStep::Edited, EditStep::Opened}) {
        entry.edit = edit;
        EXPECT_THROW(keep(entry, journal), InputError) << static_cast<int>(edit);
    }
    EXPECT_EQ(to_bytes(journal), before);
}

TEST(Journal, damaged_bytes_are_refused_and_never_crash) {
    OpenSession opened(falling_stone());
    const Journal journal = begin_journal(opened.session);
    const std::string entry = to_bytes(tell(opened.session, EditStep::Opened, true)),
                      whole = to_bytes(journal);
    Rng chance = stream_of(7, "journal");
    for (int k = 0; k < 300; ++k) {
        std::string bytes = k % 2 ? entry : whole;
        const auto at = static_cast<std::size_t>(chance.next() % bytes.size());
        if (k % 3 == 0)
            bytes.resize(at);
        else
            bytes[at] = static_cast<char>(chance.next());
        Session again;
        again.folder = opened.folder.string();
        try {
            if (k % 2)
                entry_from_bytes(bytes);
            else
                open_again(again, journal_from_bytes(bytes));
        } catch (const InputError&) {
        }
    }
}

TEST(Journal, a_scene_is_saved_without_its_simulation) {
    OpenSession opened(falling_stone());
    Journal journal = begin_journal(opened.session);
    say(opened.session, R"({"do":"set","path":"gravity","value":[0,-5,0]})", journal);
    const char* save = R"({"do":"save","file":"out/kept.json"})";
    EXPECT_TRUE(is_ok(save_kept(opened.folder.string(), save, journal)));
    EXPECT_EQ(journal.standing.unsaved, 0);
    EXPECT_EQ(load_scene((opened.folder / "out/kept.json").string()).def.gravity.y(), -5);
}

}  // namespace souple
