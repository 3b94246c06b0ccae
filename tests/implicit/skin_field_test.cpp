// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests src/souple/implicit/field_law.h, skin_primitive.h, lane_field.h, primitive_cells.h and skin_field.h.
#include "souple/implicit/skin_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/errors.h"
#include "souple/implicit/lane_field.h"
#include "support/finite_differences.h"

namespace souple {
namespace {

constexpr FieldLaw steep_law{.thickness = 0.4, .range = 1.1, .slope = 3.5};

/// Points, segments, squares and cubes, turned and stretched, on carriers of their own.
struct Heap {
    std::vector<SkinPrimitive> primitives;
    std::vector<Pose> carriers;
    SkinField field;
};

Heap random_heap(int count, Real half_size) {
    Rng rng{7};
    Heap heap;
    for (int i = 0; i < count; ++i) {
        SkinPrimitive primitive{
            i, {random_vector(rng), random_rotation(rng)}, Vec3::Zero(), Vec3::Ones(), steep_law};
        for (int side = 0; side < i % 4; ++side) primitive.half_size[side] = rng.uniform(0.1, 0.8);
        if (i % 3 == 0) primitive.stretch = Vec3(0.7, 1.3, 1.0);
        heap.primitives.push_back(primitive);
        heap.carriers.push_back({half_size * random_vector(rng), random_rotation(rng)});
    }
    pose_field(heap.field, heap.primitives, heap.carriers);
    return heap;
}

TEST(FieldLaw, F0_26_is_one_with_the_chosen_slope_at_the_thickness_and_nothing_at_the_range) {
    const FieldCurve curve = curve_of(steep_law);
    EXPECT_NEAR(curve.value(0.4), 1, 1e-14);
    EXPECT_NEAR(curve.derivative(0.4), -3.5, 1e-13);
    EXPECT_NEAR(curve.derivative(0.4 - 1e-9), -3.5, 1e-13);
    EXPECT_DOUBLE_EQ(curve.value(0), 1 + 3.5 * 0.4);
    EXPECT_EQ(curve.value(1.1), 0);
    EXPECT_NEAR(curve.derivative(1.1 - 1e-9), 0, 1e-7);
    EXPECT_EQ(curve.value(5), 0);
}

TEST(FieldLaw, F0_26_falls_all_the_way_and_its_derivative_is_that_of_its_value) {
    for (const Real slope : {0.1, 1.0, 2.0, 4.2}) {
        const FieldCurve curve = curve_of({0.4, 1.1, slope});
        for (Real x = 0.01; x < 1.2; x += 0.0137) {
            EXPECT_LE(curve.derivative(x), 0);
            EXPECT_GE(curve.value(x), 0);
            EXPECT_NEAR(curve.derivative(x), (curve.value(x + 1e-6) - curve.value(x - 1e-6)) / 2e-6, 1e-6);
        }
    }
}

TEST(FieldLaw, refuses_numbers_that_give_no_skin) {
    EXPECT_THROW(check(FieldLaw{0, 1, 1}, "skin"), InputError);
    EXPECT_THROW(check(FieldLaw{1, 1, 1}, "skin"), InputError);
    EXPECT_THROW(check(FieldLaw{0.5, 1, 6}, "skin"), InputError);
    EXPECT_THROW(check(FieldLaw{0.5, 1, 0}, "skin"), InputError);
    EXPECT_NO_THROW(check(FieldLaw{0.5, 1, 5.9}, "skin"));
}

TEST(SkinPrimitive, F0_26_points_segments_squares_and_cubes_have_their_skin_one_thickness_away) {
    const Pose turned{Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 2).normalized()))};
    const auto at = [&](const SkinPrimitive& primitive, const Vec3& local) {
        return value(pose_primitive(primitive, turned), turned.to_world(local));
    };
    EXPECT_NEAR(at(point_skeleton(Vec3(0, 1, 0), steep_law), Vec3(0, 1, 0.4)), 1, 1e-12);
    const SkinPrimitive segment = segment_skeleton(Vec3(-1, 0, 0), Vec3(0, 0, 1), steep_law);
    EXPECT_NEAR(at(segment, Vec3(-0.5, 0.4, 0.5)), 1, 1e-12);
    EXPECT_NEAR(at(segment, Vec3(-1, 0, 0) - 0.4 * Vec3(1, 0, 1).normalized()), 1, 1e-12);
    const SkinPrimitive square = square_skeleton({}, 1, 2, steep_law);
    EXPECT_NEAR(at(square, Vec3(0.9, -1.9, -0.4)), 1, 1e-12);
    EXPECT_NEAR(at(square, Vec3(1.4, 0, 0)), 1, 1e-12);
    const SkinPrimitive cube = cube_skeleton({}, Vec3(1, 2, 3), steep_law);
    EXPECT_NEAR(at(cube, Vec3(0, 2.4, 0)), 1, 1e-12);
    EXPECT_NEAR(at(cube, Vec3(1, 2, 3) + 0.4 * Vec3(1, 1, 1).normalized()), 1, 1e-12);
    EXPECT_NEAR(at(cube, Vec3(0.5, 0.5, 0.5)), 1 + 3.5 * 0.4, 1e-12);
}

TEST(SkinPrimitive, F0_26_a_stretched_field_has_an_ellipsoid_for_a_skin) {
    SkinPrimitive point = point_skeleton(Vec3::Zero(), steep_law);
    point.stretch = Vec3(2, 1, 0.5);
    const PosedPrimitive posed = pose_primitive(point, {});
    for (const Vec3& u : {Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0.6, 0, 0.8), Vec3(0.48, 0.6, 0.64)})
        EXPECT_NEAR(value(posed, 0.4 * u.cwiseProduct(point.stretch)), 1, 1e-12);
}

TEST(SkinPrimitive, acts_nowhere_outside_its_box) {
    Rng rng{3};
    const Heap heap = random_heap(40, 0);
    for (const PosedPrimitive& primitive : heap.field.primitives)
        for (int i = 0; i < 200; ++i) {
            const Vec3 p = 4 * random_vector(rng);
            EXPECT_TRUE(primitive.box().contains(p) || value(primitive, p) == 0);
        }
}

/// Four places.
LaneVec3 random_places(Rng& rng, Real size) {
    LaneVec3 places;
    for (int lane = 0; lane < lane_count; ++lane) places.set(lane, size * random_vector(rng));
    return places;
}

TEST(LaneField, F0_26_four_places_at_once_have_the_field_of_each) {
    Rng rng{19};
    Heap heap = random_heap(24, 0);
    const std::vector<Real> offsets(24, 0.07);
    pose_field(heap.field, heap.primitives, heap.carriers, offsets);
    for (const PosedPrimitive& primitive : heap.field.primitives)
        for (int i = 0; i < 50; ++i) {
            const LaneVec3 places = random_places(rng, 1.5);
            const Lanes distances = field_distance(primitive, places);
            const Lanes values = value(primitive.curve, distances - primitive.offset);
            for (int lane = 0; lane < lane_count; ++lane) {
                EXPECT_NEAR(distances[lane], field_distance(primitive, places.at(lane)), 1e-14);
                EXPECT_NEAR(values[lane], value(primitive, places.at(lane)), 1e-13);
            }
        }
}

TEST(LaneField, bounds_in_balls_hold_everywhere_in_them) {
    Rng rng{5};
    const Heap heap = random_heap(24, 0);
    for (const PosedPrimitive& primitive : heap.field.primitives)
        for (int i = 0; i < 20; ++i) {
            const LaneVec3 centres = random_places(rng, 1.5);
            const LaneBounds bounds = bounds_in_balls(primitive, centres, 0.3);
            for (int k = 0; k < 40; ++k) {
                const Vec3 way = 0.3 * rng.uniform() * random_vector(rng).normalized();
                const Real there = value(primitive, centres.at(k % lane_count) + way);
                EXPECT_GE(there, bounds.low[k % lane_count]);
                EXPECT_LE(there, bounds.high[k % lane_count]);
            }
        }
}

/// Whether the box of a primitive comes into the cell, borders included on one side only as cells have them.
bool comes_into(const PosedPrimitive& primitive, const CellPlace& cell, Real size) {
    for (int axis = 0; axis < 3; ++axis)
        if (std::floor(primitive.box().high[axis] / size) < cell[axis] ||
            std::floor(primitive.box().low[axis] / size) > cell[axis])
            return false;
    return true;
}

TEST(SkinField, few_primitives_are_summed_as_if_they_were_in_cells) {
    for (const int count : {1, 5, 8, 9}) {
        Heap heap = random_heap(count, 1);
        if (count > 1) heap.carriers[1].position.x() = std::numeric_limits<Real>::quiet_NaN();
        pose_field(heap.field, heap.primitives, heap.carriers);
        EXPECT_EQ(heap.field.nearby.empty(), count > 8);
        PrimitiveCells cells;
        build(cells, heap.field.primitives, good_cell_size(heap.field.primitives));
        Rng rng{11};
        for (int i = 0; i < 500; ++i) {
            const Vec3 p = 2 * random_vector(rng);
            Real sum = 0;
            for (const int k : primitives_at(cells, p)) sum += value(heap.field.primitives[k], p);
            EXPECT_EQ(value(heap.field, p), sum);
        }
        EXPECT_EQ(value(heap.field, Vec3::Constant(std::numeric_limits<Real>::infinity())), 0);
    }
}

TEST(SkinField, the_slope_along_a_ray_is_the_gradient_across_it) {
    const Heap heap = random_heap(12, 1);
    Rng rng{12};
    for (int i = 0; i < 500; ++i) {
        const Vec3 p = 2 * random_vector(rng), direction = random_vector(rng).normalized();
        const RaySample along = sample_along(heap.field, p, direction);
        EXPECT_EQ(along.value, value(heap.field, p));
        EXPECT_NEAR(along.slope, sample(heap.field, p).gradient.dot(direction), 1e-9);
    }
}

TEST(PrimitiveCells, list_in_order_all_that_reach_into_them_however_far_apart) {
    Heap heap = random_heap(40, 3);
    heap.carriers[5].position = Vec3(900, -2, 1);  // more than one digit of cells away along each axis
    heap.carriers[6].position = Vec3(-2, 70000, 1);
    heap.carriers[7].position = Vec3(1, 2, -900);
    pose_field(heap.field, heap.primitives, heap.carriers);
    PrimitiveCells cells;
    for (const Real size : {0.9, 0.31}) {
        build(cells, heap.field.primitives, size);
        ASSERT_GT(cells.keys.size(), 100u);
        std::size_t listed = 0, entered = 0;
        for (std::size_t c = 0; c < cells.keys.size(); ++c) {
            EXPECT_TRUE(c == 0 || cells.keys[c - 1] < cells.keys[c]);
            std::vector<int> expected;
            for (int i = 0; i < 40; ++i)
                if (comes_into(heap.field.primitives[i], place_of(cells.keys[c]), size))
                    expected.push_back(i);
            const auto members = members_of(cells, static_cast<int>(c));
            EXPECT_TRUE(std::equal(members.begin(), members.end(), expected.begin(), expected.end()));
            listed += members.size();
        }
        for (const PosedPrimitive& primitive : heap.field.primitives) {
            const Vec3 low = (primitive.box().low / size).array().floor();
            const Vec3 high = (primitive.box().high / size).array().floor();
            entered += static_cast<std::size_t>((high - low + Vec3::Ones()).prod());
        }
        EXPECT_EQ(listed, entered);
    }
}

TEST(SkinField, F0_26_the_gradient_is_that_of_the_sum) {
    const Heap heap = random_heap(60, 1.5);
    Rng rng{11};
    for (int i = 0; i < 1000; ++i) {
        const Vec3 p = 2.5 * random_vector(rng);
        const auto along = [&](const Stencil<1>& x) { return value(heap.field, x[0]); };
        const Vec3 difference = central_gradient<1>(along, {p}, 1e-7)[0];
        const FieldSample here = sample(heap.field, p);
        EXPECT_NEAR(here.value, value(heap.field, p), 1e-12);
        EXPECT_LT((here.gradient - difference).norm(), 2e-6 * (1 + difference.norm())) << "at point " << i;
    }
}

TEST(SkinField, the_lookup_gives_the_bits_of_the_sum_over_all) {
    const Heap heap = random_heap(300, 6);
    Rng rng{13};
    for (int i = 0; i < 1000; ++i) {
        const Vec3 p = 8 * random_vector(rng);
        Real sum = 0;
        for (const PosedPrimitive& primitive : heap.field.primitives) sum += value(primitive, p);
        EXPECT_EQ(value(heap.field, p), sum);
    }
}

TEST(SkinField, a_carrier_that_is_nowhere_has_no_field) {
    std::vector<SkinPrimitive> primitives(3, point_skeleton(Vec3::Zero(), steep_law));
    for (int i = 0; i < 3; ++i) primitives[i].carrier = i;
    const Real nan = std::nan("");
    const std::vector<Pose> carriers{{Vec3(0, 0, 0)}, {Vec3(nan, 0, 0)}, {Vec3(1e30, 0, 0)}};
    SkinField field;
    pose_field(field, primitives, carriers);
    EXPECT_DOUBLE_EQ(value(field, Vec3::Zero()), 2.4);
    EXPECT_EQ(value(field, Vec3(nan, 0, 0)), 0);
    EXPECT_EQ(value(field, Vec3(1e30, 0, 0)), 0);
}

TEST(SkinField, shares_of_carriers_sum_to_the_value) {
    Heap heap = random_heap(40, 0.8);
    for (int i = 0; i < 40; ++i) heap.primitives[i].carrier = i / 2;
    pose_field(heap.field, heap.primitives, heap.carriers);
    Rng rng{17};
    for (int i = 0; i < 100; ++i) {
        const Vec3 p = 1.5 * random_vector(rng);
        const FieldShares shares = shares_at(heap.field, p, 3);
        EXPECT_NEAR(shares.total, value(heap.field, p), 1e-12);
        const Real own = value(heap.field.primitives[6], p) + value(heap.field.primitives[7], p);
        EXPECT_NEAR(shares.own, own, 1e-14);
        const auto of = [&](int c) {
            return value(heap.field.primitives[2 * c], p) + value(heap.field.primitives[2 * c + 1], p);
        };
        for (int c = 0; c < 20; ++c) EXPECT_TRUE(c == 3 || of(c) <= shares.strongest + 1e-14);
        EXPECT_NEAR(shares.rival < 0 ? 0 : of(shares.rival), shares.strongest, 1e-14);
    }
}

}  // namespace
}  // namespace souple
