// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/solid/touch_boxes.h and flat_polygon.h: separating axes and the points where boxes
// touch
#include "souple/geometry/solid/touch_boxes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "geometry/solid/random_solids.h"
#include "souple/geometry/solid/flat_polygon.h"
#include "souple/geometry/solid/gjk.h"

using namespace souple;

namespace {

const Box cube{{1, 1, 1}};

Quat about(const Vec3& axis, Real angle) { return Quat(Eigen::AngleAxis<Real>(angle, axis.normalized())); }

Touch touch_of(const Box& a, const Pose& pose_a, const Box& b, const Pose& pose_b, Real margin = 0.05) {
    Touch found;
    touch(a, pose_a, b, pose_b, margin, found);
    return found;
}

/// The points on a, sorted.
std::vector<std::array<Real, 3>> places(const Touch& found) {
    std::vector<std::array<Real, 3>> list;
    for (int i = 0; i < found.count; ++i) {
        std::array<Real, 3> p;
        for (int k = 0; k < 3; ++k) p[k] = std::round(found.points[i].on_a[k] * 1e6) / 1e6 + 0.0;
        list.push_back(p);
    }
    std::sort(list.begin(), list.end());
    return list;
}

std::vector<std::uint32_t> features(const Touch& found) {
    std::vector<std::uint32_t> list;
    for (int i = 0; i < found.count; ++i) list.push_back(found.points[i].feature);
    std::sort(list.begin(), list.end());
    return list;
}

using Places = std::vector<std::array<Real, 3>>;

}  // namespace

TEST(TouchBoxes, a_box_lying_on_a_box_touches_at_four_corners) {
    const Touch found = touch_of(cube, {{0, 0, 0}, no_turn}, cube, {{0, 1.99, 0}, no_turn});
    ASSERT_EQ(found.count, 4);
    EXPECT_NEAR((found.normal - Vec3(0, 1, 0)).norm(), 0, 1e-15);
    EXPECT_EQ(places(found), (Places{{-1, 1, -1}, {-1, 1, 1}, {1, 1, -1}, {1, 1, 1}}));
    for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(found.points[i].gap, -0.01, 1e-14);
        EXPECT_NEAR(found.points[i].on_b.y(), 0.99, 1e-14);
    }
}

TEST(TouchBoxes, a_quarter_overlap_touches_at_the_corners_of_the_quarter) {
    const Touch found = touch_of(cube, {{0, 0, 0}, no_turn}, cube, {{1, 2.02, 1}, no_turn});
    EXPECT_EQ(places(found), (Places{{0, 1, 0}, {0, 1, 1}, {1, 1, 0}, {1, 1, 1}}));
    for (int i = 0; i < found.count; ++i) EXPECT_NEAR(found.points[i].gap, 0.02, 1e-14);
}

TEST(TouchBoxes, a_turned_box_keeps_four_of_eight_points_that_span_the_overlap) {
    const Touch found = touch_of(Box{{1, 1, 1}}, {{0, 0, 0}, no_turn}, cube,
                                 {{0, 1.99, 0}, about({0, 1, 0}, std::numbers::pi / 4)});
    ASSERT_EQ(found.count, 4);
    Aabb box;
    for (int i = 0; i < 4; ++i) box.extend(found.points[i].on_a);
    // the octagon reaches 1 in every direction
    EXPECT_NEAR(box.size().x(), 2, 0.61);
    EXPECT_NEAR(box.size().z(), 2, 0.61);
    EXPECT_TRUE(box.contains({0, 1, 0}));
}

TEST(TouchBoxes, crossing_edges_touch_at_one_point_between_them) {
    const Pose a{{0, 0, 0}, about({1, 0, 0}, std::numbers::pi / 4)};
    const Pose b{{0, 2 * std::sqrt(2.0) - 0.01, 0}, about({0, 0, 1}, std::numbers::pi / 4)};
    const Touch found = touch_of(cube, a, cube, b);
    ASSERT_EQ(found.count, 1);
    EXPECT_NEAR((found.normal - Vec3(0, 1, 0)).norm(), 0, 1e-12);
    EXPECT_NEAR(found.points[0].gap, -0.01, 1e-12);
    EXPECT_NEAR((found.points[0].on_a - Vec3(0, std::sqrt(2.0), 0)).norm(), 0, 1e-12);
}

TEST(TouchBoxes, a_corner_on_a_face_is_the_only_point) {
    const Vec3 diagonal = Vec3(1, 1, 1).normalized();
    const Pose b{{0.1, 1 + std::sqrt(3.0) - 0.01, -0.2}, Quat::FromTwoVectors(-diagonal, Vec3(0, -1, 0))};
    const Touch found = touch_of(cube, {{0, 0, 0}, no_turn}, cube, b);
    ASSERT_EQ(found.count, 1);
    EXPECT_NEAR(found.points[0].gap, -0.01, 1e-12);
    EXPECT_NEAR((found.points[0].on_a - Vec3(0.1, 1, -0.2)).norm(), 0, 1e-12);
}

TEST(TouchBoxes, F2_56_fifteen_axes_agree_with_the_depth_of_the_expanding_polytope) {
    Rng rng{1};
    int overlaps = 0;
    for (int trial = 0; trial < 10000; ++trial) {
        const Box a{random_size(rng, 0.3, 1.2)}, b{random_size(rng, 0.3, 1.2)};
        const Pose pose_a = random_pose(rng, 0.8), pose_b = random_pose(rng, 0.8);
        const ClosestPoints near = closest(a, pose_a, b, pose_b);
        BoxAxis best;
        const bool may_touch = find_box_axis(placed(a, pose_a), placed(b, pose_b), 0, best);
        ASSERT_EQ(may_touch, near.distance < 0) << trial << " " << near.distance;
        if (!may_touch) continue;
        ++overlaps;
        // the choice is biased by a hundredth and a thousandth of the smallest half size
        ASSERT_LE(best.separation, near.distance + 1e-9) << trial;
        ASSERT_GE(best.separation, 1.03 * near.distance - 2e-3 * 1.2) << trial;
    }
    EXPECT_GT(overlaps, 2000);
}

TEST(TouchBoxes, moving_a_box_out_along_the_normal_by_the_depth_separates_them) {
    Rng rng{2};
    for (int trial = 0; trial < 2000; ++trial) {
        const Box a{random_size(rng, 0.3, 1.2)}, b{random_size(rng, 0.3, 1.2)};
        const Pose pose_a = random_pose(rng, 0.5);
        Pose pose_b = random_pose(rng, 0.5);
        const Touch found = touch_of(a, pose_a, b, pose_b, 0);
        Real deepest = 0;
        for (int i = 0; i < found.count; ++i) deepest = std::min(deepest, found.points[i].gap);
        pose_b.position -= (deepest - 1e-9) * found.normal;
        Touch after;
        EXPECT_FALSE(touch(a, pose_a, b, pose_b, 0, after)) << trial;
    }
}

TEST(TouchBoxes, points_lie_on_both_boxes_and_gaps_are_measured_along_the_normal) {
    Rng rng{3};
    for (int trial = 0; trial < 3000; ++trial) {
        const Box a{random_size(rng, 0.3, 1.2)}, b{random_size(rng, 0.3, 1.2)};
        const Pose pose_a = random_pose(rng, 0.9), pose_b = random_pose(rng, 0.9);
        const Touch found = touch_of(a, pose_a, b, pose_b, 0.1);
        for (int i = 0; i < found.count; ++i) {
            const TouchPoint& p = found.points[i];
            EXPECT_NEAR((p.on_b - p.on_a - p.gap * found.normal).norm(), 0, 1e-9) << trial;
            EXPECT_LT(p.gap, 0.1);
            EXPECT_LT(nearest_surface(Shape(a), pose_a.to_local(p.on_a), 10).distance, 2e-3) << trial;
            EXPECT_LT(nearest_surface(Shape(b), pose_b.to_local(p.on_b), 10).distance, 2e-3) << trial;
        }
    }
}

TEST(TouchBoxes, swapping_the_boxes_turns_the_normal_round) {
    Rng rng{4};
    int compared = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const Box a{random_size(rng, 0.3, 1.2)}, b{random_size(rng, 0.3, 1.2)};
        const Pose pose_a = random_pose(rng, 0.9), pose_b = random_pose(rng, 0.9);
        BoxAxis ab, ba;
        const PlacedBox placed_a = placed(a, pose_a), placed_b = placed(b, pose_b);
        if (!find_box_axis(placed_a, placed_b, 0.1, ab) || !find_box_axis(placed_b, placed_a, 0.1, ba))
            continue;
        EXPECT_NEAR(ab.separation, ba.separation, 0.03 * std::abs(ab.separation) + 3e-3);
        if (std::abs(ab.separation - ba.separation) > 1e-12) continue;  // the bias for faces of a decided
        ++compared;
        const Touch one = touch_of(a, pose_a, b, pose_b, 0.1);
        Touch other = touch_of(b, pose_b, a, pose_a, 0.1);
        flip(other);
        EXPECT_NEAR((one.normal - other.normal).norm(), 0, 1e-9) << trial;
        EXPECT_EQ(one.count, other.count);
    }
    EXPECT_GT(compared, 500);
}

TEST(TouchBoxes, a_common_motion_moves_the_touch_along) {
    Rng rng{5};
    for (int trial = 0; trial < 1000; ++trial) {
        const Box a{random_size(rng, 0.3, 1.2)}, b{random_size(rng, 0.3, 1.2)};
        const Pose pose_a = random_pose(rng, 0.7), pose_b = random_pose(rng, 0.7),
                   motion = random_pose(rng, 5);
        const Touch still = touch_of(a, pose_a, b, pose_b),
                    moved = touch_of(a, motion * pose_a, b, motion * pose_b);
        ASSERT_EQ(still.count, moved.count) << trial;
        if (still.count == 0) continue;
        EXPECT_NEAR((motion.rotation * still.normal - moved.normal).norm(), 0, 1e-9) << trial;
        EXPECT_EQ(features(still), features(moved)) << trial;
        for (int i = 0; i < still.count; ++i)
            EXPECT_NEAR((motion.to_world(still.points[i].on_a) - moved.points[i].on_a).norm(), 0, 1e-8);
    }
}

TEST(TouchBoxes, names_of_points_last_while_a_stacked_box_trembles) {
    Rng rng{6};
    const Touch first = touch_of(cube, {{0, 0, 0}, no_turn}, cube, {{0, 2, 0}, no_turn});
    ASSERT_EQ(first.count, 4);
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 shift = random_point(rng, 3e-4), turn = random_point(rng, 1e-4);
        const Touch found =
            touch_of(cube, {{0, 0, 0}, no_turn}, cube, {Vec3(0, 2, 0) + shift, about(turn, turn.norm())});
        EXPECT_EQ(features(first), features(found)) << trial;
        EXPECT_GT(found.normal.y(), 1 - 1e-7);
    }
}

TEST(TouchBoxes, boxes_side_by_side_along_two_axes_graze_and_do_not_touch) {
    Touch found;
    EXPECT_FALSE(touch(cube, {{0, 0, 0}, no_turn}, cube, {{2, 0, 2}, no_turn}, 0.05, found));
    EXPECT_FALSE(touch(cube, {{0, 0, 0}, no_turn}, cube, {{1.9995, 0.3, 2.0005}, no_turn}, 0.05, found));
    // a face that covers some of the other's carries it
    EXPECT_TRUE(touch(cube, {{0, 0, 0}, no_turn}, cube, {{1.995, 0, 2}, no_turn}, 0.05, found));
    EXPECT_TRUE(touch(cube, {{0, 0, 0}, no_turn}, cube, {{1, 0, 2}, no_turn}, 0.05, found));
}

TEST(TouchBoxes, boxes_near_only_across_their_corners_touch_along_the_diagonal) {
    const Touch found = touch_of(cube, {{0, 0, 0}, no_turn}, cube, {{2.01, 2.01, 2.01}, no_turn}, 0.05);
    ASSERT_EQ(found.count, 1);
    EXPECT_NEAR((found.normal - Vec3(1, 1, 1).normalized()).norm(), 0, 1e-9);
    EXPECT_NEAR(found.points[0].gap, 0.01 * std::sqrt(3.0), 1e-9);
    Touch none;
    EXPECT_FALSE(touch(cube, {{0, 0, 0}, no_turn}, cube, {{2.04, 2.04, 2.04}, no_turn}, 0.05, none));
}

namespace {

/// The same polygon cut by copying, corner by corner.
std::vector<FlatCorner> cut_copy(const FlatPolygon& polygon, const FlatSide& side) {
    std::vector<FlatCorner> left;
    for (int i = 0; i < polygon.count; ++i) {
        const FlatCorner &from = polygon.corners[i], &to = polygon.corners[(i + 1) % polygon.count];
        const Real d_from = side.a * from.u + side.b * from.v - side.c,
                   d_to = side.a * to.u + side.b * to.v - side.c;
        if (d_from <= 0) left.push_back(from);
        if ((d_from < 0) == (d_to < 0)) continue;
        const Real s = d_from / (d_from - d_to);
        FlatCorner cut{from.u + s * (to.u - from.u), from.v + s * (to.v - from.v), 0, 0, 0};
        cut.before = d_from < 0 ? from.after : side.label;
        cut.after = d_from < 0 ? side.label : from.after;
        left.push_back(cut);
    }
    return left;
}

}  // namespace

TEST(FlatPolygon, cutting_keeps_what_lies_inside_with_its_labels) {
    Rng rng{7};
    int many_sides = 0;
    for (int trial = 0; trial < 500; ++trial) {
        FlatPolygon polygon;
        polygon.count = 3 + trial % 6;
        for (int i = 0; i < polygon.count; ++i) {
            const Real angle = 2 * std::numbers::pi * (i + 0.8 * rng.uniform()) / polygon.count;
            const int before = (i + polygon.count - 1) % polygon.count;
            polygon.corners[i] = {std::cos(angle), std::sin(angle), 0, before, i};
        }
        for (int k = 0; k < 6; ++k) {
            const Real angle = 2 * std::numbers::pi * rng.uniform();
            const FlatSide side{std::cos(angle), std::sin(angle), 0.9 * rng.uniform(), 10 + k};
            const std::vector<FlatCorner> wanted = cut_copy(polygon, side);
            clip(polygon, side, 0);
            ASSERT_EQ(polygon.count, static_cast<int>(wanted.size())) << trial << " " << k;
            for (int i = 0; i < polygon.count; ++i) {
                EXPECT_NEAR(polygon.corners[i].u, wanted[i].u, 1e-12);
                EXPECT_NEAR(polygon.corners[i].v, wanted[i].v, 1e-12);
                EXPECT_EQ(polygon.corners[i].before, wanted[i].before);
                EXPECT_EQ(polygon.corners[i].after, wanted[i].after);
            }
        }
        many_sides += polygon.count > 5 ? 1 : 0;
    }
    EXPECT_GT(many_sides, 50);
}
