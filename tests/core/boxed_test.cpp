// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests core/boxed.h.
#include "souple/core/boxed.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>

namespace souple {
namespace {

TEST(Boxed, a_copy_is_another_value) {
    Boxed<std::string> first;
    *first = "one";
    Boxed<std::string> second = first;
    *second += " more";
    EXPECT_EQ(*first, "one");
    EXPECT_EQ(*second, "one more");
    first = second;
    second->clear();
    EXPECT_EQ(*first, "one more");
}

TEST(Boxed, a_copy_onto_itself_changes_nothing) {
    Boxed<std::string> box;
    *box = "kept";
    const Boxed<std::string>& same = box;
    box = same;
    EXPECT_EQ(*box, "kept");
}

TEST(Boxed, a_moved_value_stays_where_it_is_and_its_old_box_takes_a_new_one) {
    Boxed<std::string> first;
    *first = "value";
    const std::string* place = &*first;
    Boxed<std::string> second = std::move(first);
    EXPECT_EQ(&*second, place);
    first = second;
    EXPECT_EQ(*first, "value");
}

TEST(Boxed, who_may_not_change_the_box_may_not_change_the_value) {
    using Box = Boxed<std::string>;
    EXPECT_TRUE((std::is_same_v<decltype(*std::declval<const Box&>()), const std::string&>));
    EXPECT_TRUE((std::is_same_v<decltype(std::declval<const Box&>().operator->()), const std::string*>));
}

}  // namespace
}  // namespace souple
