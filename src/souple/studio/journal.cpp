// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/journal.h"

#include <utility>

#include "souple/scene/checkpoint.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"
#include "souple/studio/messages.h"

namespace souple {

JournalEntry tell(const Session& session, EditStep edit, bool with_state) {
    JournalEntry entry;
    entry.edit = edit;
    entry.standing = {session.revision, session.unsaved, session.playing, session.speed, 0, 0};
    if (!session.is_open) return entry;
    const bool screens = session.screening.has_value();
    if (edit == EditStep::Opened) entry.file = screens ? session.screening->file : session.scene.file;
    if (!screens && (edit == EditStep::Opened || edit == EditStep::Edited))
        entry.document = pack_document(session.scene.document);
    if (!screens) entry.held = to_text(held_controls(session.simulation));
    if (screens) {
        entry.standing.step = session.screening->frame;
        entry.standing.time = session.screening->frame * interval_of(session);
    } else if (with_state) {
        entry.standing.step = session.simulation.world.state.step;
        entry.standing.time = session.simulation.world.state.time;
        entry.state = to_plain_bytes(session.simulation);
    }
    return entry;
}

namespace {

void check_possible(const JournalEntry& entry, const Journal& journal) {
    const bool opens = entry.edit == EditStep::Opened;
    const bool has_document = !entry.document.empty();
    bool possible = opens == !entry.file.empty();
    if (entry.edit == EditStep::Edited) possible = has_document && !journal.documents.empty();
    if (entry.edit == EditStep::Undone) possible = journal.now > 0;
    if (entry.edit == EditStep::Redone) possible = journal.now + 1 < journal.documents.size();
    if (!opens && entry.edit != EditStep::Edited) possible = possible && !has_document;
    if (!possible) throw InputError("the simulation told of an edit that cannot be");
}

void add_document(std::string document, Journal& journal) {
    journal.documents.resize(journal.now + 1);
    journal.documents.push_back(std::move(document));
    ++journal.now;
    if (journal.now <= most_undo) return;
    journal.documents.erase(journal.documents.begin());
    --journal.now;
}

Scene scene_of(const Journal& journal) {
    if (journal.documents.empty() || journal.now >= journal.documents.size())
        throw InputError("no scene was kept");
    return {journal.file, unpack_document(journal.documents[journal.now]), {}};
}

Node held_of(const Journal& journal) {
    Node held = journal.held.empty() ? make_array() : parse_json(journal.held, "what is held").root;
    if (!held.is(NodeKind::Array)) throw InputError("what is held is no list");
    return held;
}

}  // namespace

void keep(JournalEntry entry, Journal& journal) {
    check_possible(entry, journal);
    const SessionStanding before = journal.standing;
    journal.standing = entry.standing;
    if (entry.edit == EditStep::Opened) {
        journal.file = std::move(entry.file);
        journal.documents.clear();
        if (!entry.document.empty()) journal.documents.push_back(std::move(entry.document));
        journal.now = 0;
        journal.state.clear();
    } else if (!entry.state && !journal.documents.empty()) {
        journal.standing.time = before.time;  // those of the state that is kept
        journal.standing.step = before.step;
    }
    if (entry.edit == EditStep::Edited) add_document(std::move(entry.document), journal);
    if (entry.edit == EditStep::Undone) --journal.now;
    if (entry.edit == EditStep::Redone) ++journal.now;
    journal.held = std::move(entry.held);
    if (entry.state) journal.state = std::move(*entry.state);
}

void open_again(Session& session, const Journal& journal) {
    if (journal.file.empty()) return;
    if (journal.documents.empty()) {
        open_recording(session, journal.file);
        seek(session, journal.standing.step);
    } else {
        std::vector<Document> documents;
        for (const std::string& packed : journal.documents) documents.push_back(unpack_document(packed));
        const Node held = held_of(journal);
        open_scene_again(session, scene_of(journal), journal.state, &held);
        const auto now = static_cast<std::ptrdiff_t>(journal.now);
        for (auto past = documents.begin(); past != documents.begin() + now; ++past)
            session.undo.push_back(std::move(past->root));
        for (auto next = documents.end(); next != documents.begin() + now + 1;)
            session.redo.push_back(std::move((--next)->root));
        // places of what can be made again point into files that the scene may not have named yet
        for (const Document& document : documents)
            if (document.files.size() > session.scene.document.files.size())
                session.scene.document.files = document.files;
    }
    session.revision = journal.standing.revision + 1;
    session.unsaved = journal.standing.unsaved;
    session.speed = journal.standing.speed;
}

std::string save_kept(const std::string& folder, std::string_view message, Journal& journal) {
    Session session;
    session.folder = folder;
    session.scene = scene_of(journal);
    session.kept_held = held_of(journal);
    session.is_open = true;
    session.unsaved = journal.standing.unsaved;
    const std::string reply = answer(session, 0, message);
    journal.standing.unsaved = session.unsaved;
    return reply;
}

}  // namespace souple
