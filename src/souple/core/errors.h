// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The four exceptions of the authoring boundary, and assertions for a caller's bug.
// Numbers going bad inside a step are never exceptions: they are lines in the StepReport.
#pragma once

#include <stdexcept>
#include <string>

namespace souple {

/// Bad input that has no place in a scene file: a mesh file, a Def, a checkpoint.
struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Where in a scene file something stands.
struct FileLocation {
    std::string file;
    int line = 0;  ///< 1-based, 0 when unknown
    std::string json_path;
};

/// Bad input inside a scene file: the message starts with `file:line: path:`.
struct SceneError : InputError {
    SceneError(FileLocation where, const std::string& message);
    FileLocation location;
};

/// A mesh or map whose connectivity is not what the operation needs.
struct TopologyError : InputError {
    using InputError::InputError;
};

/// A linear or nonlinear solve that was asked for something it cannot give.
struct SolverError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

[[noreturn]] void fail_assertion(const char* condition, const char* file, int line,
                                 const std::string& values);

}  // namespace souple

/// A caller's bug: prints the condition and its place, then aborts. On in release builds too.
#define SOUPLE_ASSERT(condition) \
    ((condition) ? static_cast<void>(0) : ::souple::fail_assertion(#condition, __FILE__, __LINE__, ""))

/// Like SOUPLE_ASSERT(a == b), and prints both values.
#define SOUPLE_ASSERT_EQ(a, b)                                                 \
    (((a) == (b)) ? static_cast<void>(0)                                       \
                  : ::souple::fail_assertion(#a " == " #b, __FILE__, __LINE__, \
                                             std::to_string(a) + " against " + std::to_string(b)))
