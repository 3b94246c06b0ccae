// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Scenes in one line, for tests.
#pragma once

#include <string>

namespace souple {

inline bool has(const std::string& text, const std::string& piece) {
    return text.find(piece) != std::string::npos;
}

/// A scene with the given body.
inline std::string scene_text(const std::string& body) { return "{ \"souple\": 1, " + body + " }"; }

/// A stone that falls for a second from ten metres, with two probes.
inline std::string falling_stone() {
    return scene_text(R"("title": "stone", "duration": 1, "step": 0.01,
        "parts": [ { "kind": "particles", "name": "stone", "points": [ { "position": [0, 10, 0] } ] } ],
        "probes": [ { "name": "height", "measure": "position", "part": "stone", "point": 0, "component": "y" },
                    { "name": "fallen", "measure": "position", "part": "stone", "point": 0, "component": "y", "relative_to_start": true } ],
        "expect": [ { "probe": "height", "at": "end", "below": 6 } ])");
}

}  // namespace souple
