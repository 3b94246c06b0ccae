// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/body_shape.cpp
#include "souple/dynamics/agents/body_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/rng.h"

namespace souple {
namespace {

std::vector<Vec2> slug() { return corners_of_shape({.length = 3, .width = 1, .corners = 12}); }

std::vector<Vec2> moved(const std::vector<Vec2>& corners, Real angle, const Vec2& shift) {
    std::vector<Vec2> places;
    for (const Vec2& p : corners)
        places.emplace_back(shift + Vec2(std::cos(angle) * p.x() - std::sin(angle) * p.y(),
                                         std::sin(angle) * p.x() + std::cos(angle) * p.y()));
    return places;
}

Real distance_from_shape(const std::vector<Vec2>& rest, const std::vector<Vec2>& places, Real plasticity) {
    const PlaneFit fit = fit_shape(rest, places);
    Real sum = 0;
    for (std::size_t k = 0; k < rest.size(); ++k)
        sum += (places[k] - shape_goal(fit, plasticity, rest[k])).squaredNorm();
    return std::sqrt(sum);
}

TEST(BodyShape, F2_44_a_rigid_motion_leaves_nothing_to_bring_back) {
    const std::vector<Vec2> rest = slug();
    for (const Real angle : {0.0, 0.7, 3.1, -2.4}) {
        const std::vector<Vec2> places = moved(rest, angle, {5, -2});
        const PlaneFit fit = fit_shape(rest, places);
        EXPECT_NEAR(fit.rotation.determinant(), 1, 1e-12);
        EXPECT_NEAR(fit.ahead().x(), std::cos(angle), 1e-12);
        EXPECT_NEAR(fit.ahead().y(), std::sin(angle), 1e-12);
        EXPECT_LT(distance_from_shape(rest, places, 0), 1e-9);
        EXPECT_LT(distance_from_shape(rest, places, 0.5), 1e-9);
    }
}

TEST(BodyShape, F2_44_a_deformed_shape_comes_back_step_by_step) {
    const std::vector<Vec2> rest = slug();
    std::vector<Vec2> places = moved(rest, 1, {2, 3});
    Rng rng{7};
    for (Vec2& p : places) p += Vec2(rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2));
    Real before = distance_from_shape(rest, places, 0);
    EXPECT_GT(before, 0.2);
    for (int step = 0; step < 30; ++step) {
        const PlaneFit fit = fit_shape(rest, places);
        for (std::size_t k = 0; k < rest.size(); ++k)
            places[k] += 0.3 * (shape_goal(fit, 0, rest[k]) - places[k]);
        const Real after = distance_from_shape(rest, places, 0);
        EXPECT_LT(after, 0.75 * before) << step;  // (1 - alpha is left of it)
        before = after;
    }
}

TEST(BodyShape, F2_44_a_stretch_is_given_in_to_by_the_share_of_plasticity) {
    const std::vector<Vec2> rest = slug();
    std::vector<Vec2> places = rest;
    for (Vec2& p : places) p = Vec2(1.5 * p.x(), p.y() / 1.5);  // keeps the area
    EXPECT_LT(distance_from_shape(rest, places, 1), 1e-12);
    EXPECT_NEAR(distance_from_shape(rest, places, 0.5), distance_from_shape(rest, places, 0) / 2, 1e-12);
    EXPECT_NEAR(fit_shape(rest, places).deformation.determinant(), 1, 1e-12);
}

TEST(BodyShape, F2_40_sides_have_the_outside_on_their_left_whichever_way_the_outline_goes) {
    for (const bool turned : {false, true}) {
        AgentShape shape;
        shape.outline = {{2, 1}, {-2, 1}, {-1, 0}, {-2, -1}, {2, -1}};
        if (turned) std::reverse(shape.outline.begin(), shape.outline.end());
        const std::vector<Vec2> corners = corners_of_shape(shape);
        Real area = 0;
        Vec2 middle = Vec2::Zero();
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const Vec2 &a = corners[k], &b = corners[(k + 1) % corners.size()];
            area += (a.x() * b.y() - a.y() * b.x()) / 2;
            middle += a;
        }
        EXPECT_NEAR(area, -7, 1e-12);
        EXPECT_LT(middle.norm(), 1e-12);
    }
    AgentShape closed;
    closed.outline = {{2, 1}, {-2, 1}, {-2, -1}, {2, -1}, {2, 1}};
    EXPECT_EQ(corners_of_shape(closed).size(), 4u) << "the first corner may be named again at the end";
    AgentShape flat;
    flat.outline = {{0, 0}, {1, 0}, {2, 0}};
    EXPECT_THROW(corners_of_shape(flat), InputError);
}

TEST(BodyShape, F2_40_a_disc_is_pushed_out_of_a_body_by_the_shortest_way) {
    const std::vector<Vec2> car = corners_of_shape({.length = 4, .width = 2});
    EXPECT_LT((push_out_of(car, {0.5, 0.8}, 0.25) - Vec2(0, 0.45)).norm(), 1e-12);   // from inside
    EXPECT_LT((push_out_of(car, {1.9, -0.3}, 0.25) - Vec2(0.35, 0)).norm(), 1e-12);  // through the front
    EXPECT_LT((push_out_of(car, {0, -1.1}, 0.25) - Vec2(0, -0.15)).norm(), 1e-12);   // from outside
    EXPECT_EQ(push_out_of(car, {0, 1.3}, 0.25), Vec2(0, 0));
    const Vec2 corner = push_out_of(car, {2.06, 1.08}, 0.25);  // 0.1 m from the corner (2, 1)
    EXPECT_LT((corner - 0.15 * Vec2(0.6, 0.8)).norm(), 1e-12);
}

}  // namespace
}  // namespace souple
