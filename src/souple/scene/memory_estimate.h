// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a scene will take of memory, from what its file says and before anything of it is built.
//
// The bytes of each kind of thing were measured: two runs of different size, the difference of their peaks
// over the difference of their counts (tests/cli/memory_test.py repeats it for one scene of each kind).
#pragma once

#include <new>
#include <string>
#include <vector>

#include "souple/scene/scene.h"

namespace souple {

/// What one part of a scene takes.
struct MemoryShare {
    std::string name;      ///< of the part, or "probes"
    std::string path;      ///< in the document, for errors
    std::string contents;  ///< "40401 points"
    double count = 0;      ///< of the largest array
    double bytes = 0;
    double recording = 0;  ///< [B] more when frames of it are made: recordings, films, the studio
};

/// By part, then links, probes and the scene file itself.
std::vector<MemoryShare> estimate_memory(const Scene& scene);

/// [B] with frames made of it or without, the program itself included.
double total_memory(const std::vector<MemoryShare>& shares, bool with_recording);

/// SceneError at the part that takes most, when the scene would take more than `scene.most_memory`, or than
/// default_memory_limit() when that is 0; also when a part has more elements than can be numbered. Whoever
/// makes frames of it says so.
void refuse_large_scene(const Scene& scene, bool with_recording = false);

/// Memory ran out all the same: says where, and which part takes most. No InputError, since the state that is
/// left in the middle of a step must not be saved.
struct OutOfMemory : std::bad_alloc {
    OutOfMemory(const Scene& scene, const std::string& when);
    const char* what() const noexcept override { return text.c_str(); }
    std::string text;
};

}  // namespace souple
