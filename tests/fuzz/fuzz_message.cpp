// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzes what pages say to a studio: each line is a message. Every one is answered; a refused one changes
// nothing, and no file appears outside the studio's folder.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "souple/scene/json/write.h"
#include "souple/studio/frame_stream.h"
#include "souple/studio/journal.h"
#include "souple/studio/messages.h"
#include "souple/studio/wire.h"

namespace {

using namespace souple;

/// A folder with one small scene, which lives as long as the program.
struct FuzzFolder {
    std::filesystem::path outer, inner;

    FuzzFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "souple_fuzz_XXXXXX").string();
        outer = mkdtemp(name.data());
        inner = outer / "inner";
        std::filesystem::create_directories(inner / "scenes");
        std::ofstream(inner / "scenes/scene.json") << R"({ "souple": 1, "duration": 1, "step": 0.01,
            "parts": [ { "kind": "particles", "name": "rope", "position": [0, 1, 0],
                         "chains": [ { "segments": 4, "pinned_start": 1 } ] },
                       { "kind": "obstacle", "name": "ground", "shape": { "kind": "plane" } } ],
            "probes": [ { "name": "lowest", "measure": "min_height" } ] })";
    }
    ~FuzzFolder() { std::filesystem::remove_all(outer); }
};

const FuzzFolder& folder() {
    static const FuzzFolder made;
    return made;
}

/// Scenes that ask for more than a fuzzer has time for are let be.
bool is_small(const Session& session) {
    const auto& world = session.simulation.world;
    return world.state.x.size() + world.state.frames.x.size() < 200 && session.simulation.settings.h > 1e-4;
}

/// Everything that a refused message must leave alone.
std::string state_of(const Session& session) { return to_text(status_of(session)); }

/// As the server hears them, whatever the simulation said before it died.
void hear_wire(std::string_view bytes) {
    WireReader reader;
    reader.add(bytes);
    Journal journal;
    try {
        while (std::optional<WireMessage> message = reader.next())
            if (message->kind == WireKind::Entry) keep(entry_from_bytes(message->bytes), journal);
    } catch (const InputError&) {
    }
    if (!journal.documents.empty() && journal.now >= journal.documents.size()) std::abort();
}

/// As the simulation hears a journal: what cannot be opened again is refused.
void hear_journal(std::string_view bytes) {
    try {
        const Journal journal = journal_from_bytes(bytes);
        for (const std::string& document : journal.documents) unpack_document(document);
    } catch (const InputError&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view left(reinterpret_cast<const char*>(data), size);
    hear_wire(left);
    hear_journal(left);
    Session session;
    session.folder = folder().inner.string();
    open_file(session, "scenes/scene.json");
    PageStream page;
    for (int lines = 0; !left.empty() && lines < 40; ++lines) {
        const std::size_t end = left.find('\n');
        const std::string_view line = left.substr(0, end);
        left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
        const std::string before = state_of(session);
        const std::string reply = answer(session, 1, line);
        if (reply.find("\"ok\":true") == std::string::npos) {
            if (reply.find("\"ok\":false") == std::string::npos) std::abort();
            // (a step that goes bad is refused after the steps before it were taken)
            if (session.trouble.empty() && state_of(session) != before) std::abort();
        }
        to_stream_bytes(current_frame(session), page);
        if (!session.screening && !is_small(session)) break;
    }
    if (std::distance(std::filesystem::directory_iterator(folder().outer), {}) != 1) std::abort();
    return 0;
}
