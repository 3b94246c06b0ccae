// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/core/suggest.h
#include "souple/core/suggest.h"

#include <gtest/gtest.h>

namespace souple {

TEST(Suggest, Distances_count_edits_and_swaps) {
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("stiffness", "stiffness"), 0);
    EXPECT_EQ(edit_distance("stifness", "stiffness"), 1);
    EXPECT_EQ(edit_distance("siftness", "stiffness"), 2);
    EXPECT_EQ(edit_distance("ab", "ba"), 1);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggest, Only_near_words_are_suggested) {
    EXPECT_EQ(nearest_word("Stifness", {"mass", "stiffness"}), "stiffness");
    EXPECT_EQ(nearest_word("colour", {"mass", "stiffness"}), "");
    EXPECT_EQ(suggestion("colour", {"mass", "rows"}, "keys"), "known keys: mass, rows");
    EXPECT_EQ(suggestion("colour", {}, "keys"), "");
}

}  // namespace souple
