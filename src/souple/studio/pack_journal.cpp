// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The journal of a session as bytes, for another process.
#include <utility>

#include "souple/scene/byte_stream.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"
#include "souple/studio/journal.h"

namespace souple {

namespace {

/// Calls fn for every place of a tree, always in the same order.
template <class AnyNode, class Fn>
void for_each_place(AnyNode& node, const Fn& fn) {
    fn(node.place);
    for (auto& item : node.items) for_each_place(item, fn);
    for (auto& member : node.members) {
        fn(member.key_place);
        for_each_place(member.value, fn);
    }
}

std::uint64_t get_word(ByteReader& in) {
    std::uint64_t word = 0;
    in.get(word);
    return word;
}

std::string get_text(ByteReader& in) {
    std::string text;
    in.get(text);
    return text;
}

/// Three numbers of 21 bits; places beyond two million lines are as good as none.
std::uint64_t pack_place(const Place& place) {
    const auto bits = [](int number) { return static_cast<std::uint64_t>(number + 1) & 0x1fffff; };
    return bits(place.file) << 42 | bits(place.line) << 21 | bits(place.column);
}

Place unpack_place(std::uint64_t packed) {
    const auto number = [&](int shift) { return static_cast<int>(packed >> shift & 0x1fffff) - 1; };
    return {number(42), number(21), number(0)};
}

void put(ByteWriter& out, const SessionStanding& standing) {
    out.put(static_cast<std::uint64_t>(standing.revision));
    out.put(static_cast<std::uint64_t>(standing.unsaved));
    out.put(static_cast<std::uint64_t>(standing.playing));
    out.put(standing.speed);
    out.put(standing.time);
    out.put(static_cast<std::uint64_t>(standing.step));
}

SessionStanding get_standing(ByteReader& in) {
    SessionStanding standing;
    standing.revision = static_cast<std::int64_t>(get_word(in));
    standing.unsaved = static_cast<int>(get_word(in));
    standing.playing = get_word(in) != 0;
    in.get(standing.speed);
    in.get(standing.time);
    standing.step = static_cast<std::int64_t>(get_word(in));
    const bool possible = standing.revision >= 0 && standing.unsaved >= 0 && standing.speed > 0;
    if (!possible) throw InputError("a journal stands where no session can");
    return standing;
}

void check_end(const ByteReader& in) {
    if (!in.at_end()) throw InputError("there is something behind its end");
}

}  // namespace

std::string pack_document(const Document& document) {
    ByteWriter out;
    out.put(static_cast<std::uint64_t>(document.files.size()));
    for (const std::string& file : document.files) out.put(std::string_view(file));
    out.put(std::string_view(to_text(document.root)));
    std::vector<std::uint64_t> places;
    for_each_place(document.root, [&](const Place& place) { places.push_back(pack_place(place)); });
    out.put(places);
    return out.take();
}

Document unpack_document(std::string_view packed) {
    ByteReader in(packed);
    std::vector<std::string> files;
    for (std::uint64_t left = get_word(in); left > 0; --left) files.push_back(get_text(in));
    Document document = parse_json(get_text(in), "the kept scene");
    document.files = std::move(files);
    std::vector<std::uint64_t> places;
    in.get(places);
    check_end(in);
    std::size_t next = 0;
    for_each_place(document.root, [&](Place& place) {
        if (next < places.size()) place = unpack_place(places[next]);
        ++next;
    });
    if (next != places.size()) throw InputError("a kept scene has another number of places than of values");
    return document;
}

std::string to_bytes(const JournalEntry& entry) {
    ByteWriter out;
    out.put(static_cast<std::uint64_t>(entry.edit));
    out.put(std::string_view(entry.file));
    out.put(std::string_view(entry.document));
    put(out, entry.standing);
    out.put(std::string_view(entry.held));
    out.put(static_cast<std::uint64_t>(entry.state.has_value()));
    if (entry.state) out.put(std::string_view(*entry.state));
    return out.take();
}

JournalEntry entry_from_bytes(std::string_view bytes) {
    ByteReader in(bytes);
    JournalEntry entry;
    const std::uint64_t edit = get_word(in);
    if (edit > static_cast<std::uint64_t>(EditStep::Redone)) throw InputError("no edit is of this kind");
    entry.edit = static_cast<EditStep>(edit);
    entry.file = get_text(in);
    entry.document = get_text(in);
    entry.standing = get_standing(in);
    entry.held = get_text(in);
    if (get_word(in) != 0) entry.state = get_text(in);
    check_end(in);
    return entry;
}

std::string to_bytes(const Journal& journal) {
    ByteWriter out;
    out.put(std::string_view(journal.file));
    out.put(static_cast<std::uint64_t>(journal.documents.size()));
    for (const std::string& document : journal.documents) out.put(std::string_view(document));
    out.put(journal.now);
    put(out, journal.standing);
    out.put(std::string_view(journal.held));
    out.put(std::string_view(journal.state));
    return out.take();
}

Journal journal_from_bytes(std::string_view bytes) {
    ByteReader in(bytes);
    Journal journal;
    journal.file = get_text(in);
    for (std::uint64_t left = get_word(in); left > 0; --left) journal.documents.push_back(get_text(in));
    journal.now = get_word(in);
    journal.standing = get_standing(in);
    journal.held = get_text(in);
    journal.state = get_text(in);
    check_end(in);
    return journal;
}

}  // namespace souple
