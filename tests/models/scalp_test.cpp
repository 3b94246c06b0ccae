// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/models/scalp.h
#include "souple/models/scalp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"

namespace souple {

namespace {

bool is_in_face(const ScalpDef& def, const Vec3& d) {
    constexpr Real degree = std::numbers::pi / 180;
    return d.y() < std::cos(def.brow * degree) &&
           d.z() > std::hypot(d.x(), d.z()) * std::cos(def.face * degree) + 1e-12;
}

/// The shortest spiral that has as many directions beside the face, made one longer after the other.
int shortest_spiral(const ScalpDef& def) {
    constexpr Real degree = std::numbers::pi / 180;
    const Real golden = std::numbers::pi * (3 - std::sqrt(5.0));
    for (int total = def.count;; ++total) {
        int kept = 0;
        for (int k = 0; k < total && kept < def.count; ++k) {
            const Real y = 1 - (1 - std::cos(def.angle * degree)) * (k + 0.5) / total;
            const Real across = std::sqrt(std::max<Real>(0, 1 - y * y)), turn = golden * k;
            const Vec3 d(across * std::cos(turn), y, across * std::sin(turn));
            kept += !(y < std::cos(def.brow * degree) && d.z() > across * std::cos(def.face * degree));
        }
        if (kept == def.count) return total;
    }
}

/// Of the spiral that was taken: its first direction says how long it is.
int length_of_spiral(const ScalpDef& def, const Vec3& first) {
    const Real depth = 1 - std::cos(def.angle * std::numbers::pi / 180);
    return static_cast<int>(std::lround(depth * 0.5 / (1 - first.y())));
}

}  // namespace

TEST(Scalp, the_spiral_is_the_shortest_that_has_room_beside_the_face) {
    for (const int count : {1, 7, 40, 100, 333, 1200})
        for (const Real face : {0.0, 30.0, 50.0, 90.0})
            for (const Real angle : {60.0, 100.0, 140.0}) {
                const ScalpDef def{.count = count, .angle = angle, .face = face};
                const std::vector<Vec3> directions = scalp_directions(def);
                ASSERT_EQ(static_cast<int>(directions.size()), count);
                EXPECT_EQ(length_of_spiral(def, directions.front()), shortest_spiral(def))
                    << count << " " << face;
                EXPECT_TRUE(std::none_of(directions.begin(), directions.end(),
                                         [&](const Vec3& d) { return is_in_face(def, d); }));
            }
}

TEST(Scalp, nothing_but_face_is_refused) {
    EXPECT_THROW(scalp_directions({.count = 3, .angle = 100, .face = 180, .brow = 0}), InputError);
}

}  // namespace souple
