// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/aabb.h and souple/geometry/bvh.h
#include "souple/geometry/bvh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "geometry/random_geometry.h"

using namespace souple;

namespace {

std::vector<Aabb> random_boxes(Rng& rng, int count) {
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        const Vec3 p = random_point(rng, 10);
        box.extend(p);
        box.extend(Vec3(p + random_point(rng, 1)));
    }
    return boxes;
}

void expect_all_overlaps(const Bvh& bvh, const std::vector<Aabb>& boxes, const Aabb& question) {
    std::set<int> found;
    visit_overlapping(bvh, question,
                      [&](int item) { EXPECT_TRUE(found.insert(item).second) << "visited twice"; });
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
        if (boxes[i].overlaps(question)) {
            EXPECT_TRUE(found.contains(i));
        }
    EXPECT_LT(found.size(), boxes.size() / 2 + 8) << "the tree prunes nothing";
}

}  // namespace

TEST(Aabb, grows_and_overlaps) {
    Aabb box;
    EXPECT_TRUE(box.empty());
    box.extend({1, 2, 3});
    EXPECT_FALSE(box.empty());
    box.extend({-1, 2, 5});
    EXPECT_EQ(box.center(), Vec3(0, 2, 4));
    Aabb other{{1, 2, 5}, {2, 3, 6}};
    EXPECT_TRUE(box.overlaps(other));  // they touch
    other.low.x() = 1.1;
    EXPECT_FALSE(box.overlaps(other));
    box.inflate(0.1);
    EXPECT_TRUE(box.overlaps(other));
    EXPECT_NEAR(squared_distance(box, {0, 3.1, 6.1}), 2, 1e-12);
    EXPECT_EQ(squared_distance(box, {0, 2, 4}), 0);
}

TEST(Aabb, a_segment_meets_the_box_exactly_when_a_dense_sample_does) {
    Rng rng{3};
    const Aabb box{{-1, -0.5, -2}, {1, 0.5, 2}};
    int met = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 from = random_point(rng, 4), motion = random_point(rng, 6);
        Aabb larger = box;
        larger.inflate(0.01);
        bool sampled = false;
        for (int k = 0; k <= 2000; ++k) sampled |= box.contains(from + k / 2000.0 * motion);
        if (sampled) {
            EXPECT_TRUE(overlaps_segment(box, from, motion, 1));
        } else if (!overlaps_segment(larger, from, motion, 1)) {
            EXPECT_FALSE(overlaps_segment(box, from, motion, 1));
        }
        met += sampled;
    }
    EXPECT_GT(met, 20);
    EXPECT_FALSE(overlaps_segment(box, {-3, 0, 0}, {4, 0, 0}, 0.4));
    EXPECT_TRUE(overlaps_segment(box, {-3, 0, 0}, {4, 0, 0}, 0.6));
    EXPECT_FALSE(overlaps_segment(box, {0, 1, 0}, {1, 0, 0}, 1));
}

TEST(Bvh, finds_every_box_that_brute_force_finds_before_and_after_refit) {
    Rng rng{1};
    for (const int count : {0, 1, 4, 5, 37, 1000}) {
        std::vector<Aabb> boxes = random_boxes(rng, count);
        Bvh bvh;
        build(bvh, boxes);
        for (int round = 0; round < 2; ++round) {
            for (int trial = 0; trial < 50; ++trial) {
                Aabb question{random_point(rng, 10), {}};
                question.high = question.low + Vec3(2, 2, 2);
                expect_all_overlaps(bvh, boxes, question);
            }
            for (Aabb& box : boxes) {
                const Vec3 shift = random_point(rng, 2);
                box.low += shift;
                box.high += shift;
            }
            refit(bvh, boxes);
        }
    }
}

TEST(Bvh, nearest_is_that_of_brute_force) {
    Rng rng{2};
    const std::vector<Aabb> boxes = random_boxes(rng, 700);
    Bvh bvh;
    build(bvh, boxes);
    int none = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 p = random_point(rng, 12);
        const Real limit = trial % 2 ? 0.7 : 100;
        int best = -1;
        Real best_distance = limit * limit;
        for (int i = 0; i < 700; ++i)
            if (squared_distance(boxes[i], p) < best_distance) {
                best = i;
                best_distance = squared_distance(boxes[i], p);
            }
        int asked = 0;
        const BvhNearest found = nearest(bvh, p, limit, [&](int i) {
            ++asked;
            return squared_distance(boxes[i], p);
        });
        EXPECT_EQ(found.item, best);
        EXPECT_EQ(found.squared_distance, best_distance);
        EXPECT_LT(asked, 200);
        none += best < 0;
    }
    EXPECT_GT(none, 10);
}

TEST(Bvh, boxes_that_are_empty_or_infinite_do_no_harm) {
    Rng rng{5};
    std::vector<Aabb> boxes = random_boxes(rng, 20);
    boxes[3] = Aabb{};
    boxes[7] = {-Aabb{}.low, Aabb{}.low};
    Bvh bvh;
    build(bvh, boxes);
    std::set<int> found;
    visit_overlapping(bvh, {{500, 500, 500}, {501, 501, 501}}, [&](int item) { found.insert(item); });
    EXPECT_TRUE(found.contains(7));
}
