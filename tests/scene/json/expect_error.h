// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the tests of scene/json share: expecting a SceneError at a place.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "souple/core/errors.h"

namespace souple {

/// The place of an error and a piece of its message.
struct ExpectedError {
    int line = 0;
    std::string path;
    std::string words;
    std::string file = "scene.json";
};

template <class Function>
void expect_error(const Function& function, const ExpectedError& expected) {
    try {
        function();
        ADD_FAILURE() << "no error; expected: " << expected.words;
    } catch (const SceneError& error) {
        EXPECT_EQ(error.location.file, expected.file) << error.what();
        EXPECT_EQ(error.location.line, expected.line) << error.what();
        EXPECT_EQ(error.location.json_path, expected.path) << error.what();
        EXPECT_NE(std::string(error.what()).find(expected.words), std::string::npos)
            << "message: " << error.what() << "\nexpected: " << expected.words;
    }
}

}  // namespace souple
