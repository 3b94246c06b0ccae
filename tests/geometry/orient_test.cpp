// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/geometry/orient.cpp.
#include "souple/geometry/orient.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "souple/core/rng.h"

namespace souple {
namespace {

__extension__ using Wide = __int128;

/// The sign from whole numbers, which do not round.
int orient_of_whole(const std::array<std::array<long long, 2>, 3>& p) {
    const Wide left = Wide(p[1][0] - p[0][0]) * (p[2][1] - p[0][1]);
    const Wide right = Wide(p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    return left > right ? 1 : left < right ? -1 : 0;
}

TEST(Orient, a_point_to_the_left_is_positive_and_one_on_the_line_is_zero) {
    EXPECT_EQ(orient({0, 0}, {1, 0}, {0, 1}), 1);
    EXPECT_EQ(orient({0, 0}, {1, 0}, {0, -1}), -1);
    EXPECT_EQ(orient({0, 0}, {1, 0}, {7, 0}), 0);
    EXPECT_EQ(orient({0.1, 0.1}, {0.3, 0.3}, {0.7, 0.7}), 0);
}

TEST(Orient, almost_straight_points_have_the_sign_that_whole_numbers_give) {
    Rng rng{3};
    int zeros = 0;
    for (int i = 0; i < 20000; ++i) {
        std::array<std::array<long long, 2>, 3> whole;
        const long long x = static_cast<long long>(rng.next() >> 24),
                        y = static_cast<long long>(rng.next() >> 24);
        const long long dx = static_cast<long long>(rng.next() >> 40),
                        dy = static_cast<long long>(rng.next() >> 40);
        whole[0] = {x, y};
        whole[1] = {x + 3 * dx, y + 3 * dy};
        whole[2] = {x + 7 * dx + static_cast<long long>(rng.next() % 3) - 1,
                    y + 7 * dy + static_cast<long long>(rng.next() % 3) - 1};
        std::array<Vec2, 3> p;
        for (int k = 0; k < 3; ++k)
            p[k] = {std::ldexp(static_cast<Real>(whole[k][0]), -20),
                    std::ldexp(static_cast<Real>(whole[k][1]), -20)};
        const int expected = orient_of_whole(whole);
        zeros += expected == 0;
        ASSERT_EQ(orient(p[0], p[1], p[2]), expected) << i;
        ASSERT_EQ(orient_exactly(p[0], p[1], p[2]), expected) << i;
        ASSERT_EQ(orient(p[1], p[0], p[2]), -expected) << i;
    }
    EXPECT_GT(zeros, 500);  // the degenerate case was met
}

TEST(Orient, steps_of_one_bit_across_a_line_change_the_sign_once) {
    const Vec2 a{12, 12}, b{24, 24};
    for (int i = -64; i <= 64; ++i)
        for (int j = -64; j <= 64; ++j) {
            const Vec2 c{0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53};
            const Real difference = c.y() - c.x();
            ASSERT_EQ(orient(a, b, c), difference > 0 ? 1 : difference < 0 ? -1 : 0) << i << " " << j;
        }
}

TEST(Orient, a_segment_meets_the_inside_of_a_square_only_when_it_enters) {
    const std::array<Vec2, 5> square{Vec2{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}};  // one corner on a side
    const auto meets = [&](Vec2 p, Vec2 q) {
        return meets_inside(p, q, 5, [&](int i) { return square[i]; });
    };
    EXPECT_TRUE(meets({-1, 1}, {3, 1}));
    EXPECT_TRUE(meets({1, 1}, {1, 1}));
    EXPECT_TRUE(meets({0, 0}, {2, 2}));
    EXPECT_FALSE(meets({-1, 0}, {3, 0}));   // along a side
    EXPECT_FALSE(meets({-1, 1}, {1, -1}));  // through a corner
    EXPECT_FALSE(meets({-1, 1}, {0, 1}));   // ends on a side
    EXPECT_FALSE(meets({3, 3}, {4, 4}));
    EXPECT_FALSE(meets({1, 0}, {1, 0}));
}

}  // namespace
}  // namespace souple
