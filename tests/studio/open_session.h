// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A session in a folder of its own, for tests.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "souple/studio/session.h"
#include "support/test_scene.h"

namespace souple {

/// Whether an order was carried out.
inline bool is_ok(const std::string& reply) { return has(reply, "\"ok\":true"); }

/// Writes the scene into a folder that lives as long as this, and opens it.
struct OpenSession {
    Session session;
    std::filesystem::path folder;

    explicit OpenSession(const std::string& text) {
        std::string name = (std::filesystem::temp_directory_path() / "souple_studio_XXXXXX").string();
        folder = mkdtemp(name.data());
        std::filesystem::create_directories(folder / "scenes");
        std::ofstream(folder / "scenes/test.json") << text;
        session.folder = folder.string();
        open_scene(session, "scenes/test.json");
    }
    ~OpenSession() { std::filesystem::remove_all(folder); }
    OpenSession(const OpenSession&) = delete;
    OpenSession& operator=(const OpenSession&) = delete;
};

}  // namespace souple
