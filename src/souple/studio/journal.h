// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a session tells of its edits and its state while it runs, so that somebody else can keep them; and how
// it is opened again from what was kept. The process that simulates tells, the one that serves pages keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "souple/scene/json/node.h"
#include "souple/studio/session.h"

namespace souple {

/// How a session stands, without the numbers of its state.
struct SessionStanding {
    std::int64_t revision = 0;
    int unsaved = 0;
    bool playing = false;
    Real speed = 1;
    Real time = 0;          ///< [s] of the last state that was told
    std::int64_t step = 0;  ///< of it; of a recording its frame

    bool operator==(const SessionStanding&) const = default;
};

/// One thing that a session tells.
struct JournalEntry {
    EditStep edit = EditStep::None;
    std::string file;      ///< opened: the scene or recording
    std::string document;  ///< opened, edited: the scene as it is now, packed; empty: a recording
    SessionStanding standing;
    std::string held;                  ///< controls that hold and load, as JSON
    std::optional<std::string> state;  ///< bytes of it
};

/// What was told so far: enough to open the session again.
struct Journal {
    std::string file;                    ///< empty: nothing is open
    std::vector<std::string> documents;  ///< of the scene after each edit, packed
    std::uint64_t now = 0;               ///< which of them holds; those after it can be made again
    SessionStanding standing;
    std::string held;   ///< controls that hold and load, as JSON
    std::string state;  ///< empty: the start of the scene
};

/// What there is to tell; the state only when it is asked for.
JournalEntry tell(const Session& session, EditStep edit, bool with_state);

/// Adds what was told. Throws InputError, and changes nothing, for what cannot be: another process said it.
void keep(JournalEntry entry, Journal& journal);

/// Puts the session where the journal stands, paused. Files that the scene names are read again. Throws
/// InputError when they, or the state, are not what they were.
void open_again(Session& session, const Journal& journal);

/// Carries out the order `save` without a session, and answers it.
std::string save_kept(const std::string& folder, std::string_view message, Journal& journal);

/// A document with the places that its values were written at, which say what names of files mean.
std::string pack_document(const Document& document);
Document unpack_document(std::string_view packed);

std::string to_bytes(const JournalEntry& entry);
JournalEntry entry_from_bytes(std::string_view bytes);
std::string to_bytes(const Journal& journal);
Journal journal_from_bytes(std::string_view bytes);

}  // namespace souple
