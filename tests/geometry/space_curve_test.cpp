// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/space_curve.h
#include "souple/geometry/space_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/errors.h"

namespace souple {
namespace {

std::vector<Vec3> on_circle(Real radius, int count) {
    std::vector<Vec3> points;
    for (int k = 0; k < count; ++k)
        points.push_back(
            {radius * std::cos(2 * M_PI * k / count), radius * std::sin(2 * M_PI * k / count), 0});
    return points;
}

const std::vector<Vec3> bent{{0, 0, 0}, {1, 0.5, 0}, {1.5, 2, 1}, {0.5, 2.5, 2}};

TEST(SpaceCurve, it_goes_through_its_points_and_derivatives_are_those_of_differences) {
    const SpaceCurve curve = make_curve(bent, false, "test");
    for (std::size_t k = 0; k < bent.size(); ++k)
        EXPECT_LT((evaluate(curve, curve.knots[k]).position - bent[k]).norm(), 1e-14);
    constexpr Real h = 1e-4;
    for (const Real u : {-0.4, 0.3, 1.0, 1.7, 3.3, 4.9}) {
        const CurvePlace at = evaluate(curve, u), left = evaluate(curve, u - h),
                         right = evaluate(curve, u + h);
        EXPECT_LT((at.first - (right.position - left.position) / (2 * h)).norm(), 1e-7) << u;
        EXPECT_LT((at.second - (right.first - left.first) / (2 * h)).norm(), 1e-6) << u;
    }
}

TEST(SpaceCurve, its_curvature_is_continuous_at_its_points_and_where_it_goes_on_straight) {
    const SpaceCurve curve = make_curve(bent, false, "test");
    for (const Real knot : curve.knots) {
        const CurvePlace before = evaluate(curve, knot - 1e-9), after = evaluate(curve, knot + 1e-9);
        EXPECT_LT((before.first - after.first).norm(), 1e-7);
        EXPECT_LT((before.second - after.second).norm(), 1e-7);
    }
    EXPECT_LT(evaluate(curve, 0).second.norm(), 1e-14);
}

TEST(SpaceCurve, a_circle_through_points_has_the_length_and_the_curvature_of_one) {
    const SpaceCurve curve = make_curve(on_circle(2, 32), true, "test");
    EXPECT_NEAR(curve.arc.back(), 4 * M_PI, 1e-4);
    const CurvePlace place = evaluate(curve, 1.234);
    EXPECT_NEAR(place.position.norm(), 2, 1e-5);
    EXPECT_NEAR(place.second.norm() / place.first.squaredNorm(), 0.5, 2e-3);
    // round again
    EXPECT_LT((evaluate(curve, 1.234 + curve.knots.back()).position - place.position).norm(), 1e-12);
}

TEST(SpaceCurve, the_nearest_place_is_straight_across) {
    const SpaceCurve circle = make_curve(on_circle(2, 32), true, "test");
    for (const Vec3& p : {Vec3(3, 1, 0.5), Vec3(-0.4, 1.3, 0), Vec3(2, -1e-3, 0)}) {
        const CurvePlace place = nearest_place(circle, p);
        EXPECT_NEAR(place.first.dot(p - place.position), 0, 1e-9);
        EXPECT_LT((place.position - 2 * Vec3(p.x(), p.y(), 0).normalized()).norm(), 1e-3);
    }
    const SpaceCurve open = make_curve({{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, false, "test");
    EXPECT_LT((nearest_place(open, {-2, 1, 0}).position - Vec3(-2, 0, 0)).norm(), 1e-12);
    EXPECT_LT((nearest_place(open, {5, 1, 0}).position - Vec3(5, 0, 0)).norm(), 1e-12);
    EXPECT_NEAR(arc_length(open, nearest_place(open, {5, 1, 0}).parameter), 5, 1e-12);
    EXPECT_NEAR(arc_length(open, nearest_place(open, {-2, 1, 0}).parameter), -2, 1e-12);
    EXPECT_NEAR(arc_length(open, nearest_place(open, {2, 1, 0}).parameter), 2, 1e-12);
}

TEST(SpaceCurve, points_that_make_no_curve_are_refused) {
    EXPECT_THROW(make_curve({{0, 0, 0}}, false, "test"), InputError);
    EXPECT_THROW(make_curve({{0, 0, 0}, {1, 0, 0}}, true, "test"), InputError);
    EXPECT_THROW(make_curve({{0, 0, 0}, {0, 0, 0}}, false, "test"), InputError);
    EXPECT_THROW(make_curve({{0, 0, 0}, {NAN, 0, 0}}, false, "test"), InputError);
}

}  // namespace
}  // namespace souple
