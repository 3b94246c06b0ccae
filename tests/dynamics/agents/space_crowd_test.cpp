// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/space_crowd.h.
#include "souple/dynamics/agents/space_crowd.h"

#include <gtest/gtest.h>

namespace souple {
namespace {

/// Agents on a ball of 10 m, each bound for the other side.
SpaceCrowd crowd_around_ball(int count, Real slowest = 0.8) {
    Aabb box;
    box.extend(Vec3::Constant(-12));
    box.extend(Vec3::Constant(12));
    Rng rng{2};
    std::vector<Vec3> places = spread_on_sphere(count, rng, 60), goals;
    std::vector<Real> speeds;
    for (Vec3& p : places) {
        p *= 10;
        goals.push_back(-p);
        speeds.push_back(rng.uniform(slowest, 1.6));
    }
    return make_space_crowd(make_space(make_hexahedron_grid(box, {6, 6, 6}), 3), {}, places, goals, speeds);
}

TEST(SpaceCrowd, F2_49_charges_on_a_sphere_spread_until_they_are_nearly_a_lattice_of_triangles) {
    Rng rng{1};
    const int count = 300;
    const std::vector<Vec3> points = spread_on_sphere(count, rng, 120);
    Real nearest = 4;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < i; ++k) nearest = std::min(nearest, (points[i] - points[k]).norm());
    EXPECT_GT(nearest, 0.8 * std::sqrt(8 * std::numbers::pi / (std::sqrt(3.0) * count)));
}

TEST(SpaceCrowd, F2_42_F2_49_forces_from_the_ring_are_those_of_everybody_within_reach) {
    SpaceCrowd crowd = crowd_around_ball(200);
    for (int i = 0; i < 400; ++i) step(crowd, 0.02);
    for (int i = 0; i < 200; ++i) {
        Vec3 expected = pull_and_push(crowd, i);
        SpaceCrowd alone = crowd;
        for (auto& list : alone.cells.present) list.clear();
        expected -= pull_and_push(alone, i);
        Vec3 sum = Vec3::Zero();
        for (int k = 0; k < 200; ++k) {
            const Vec3 apart = crowd.places[i] - crowd.places[k];
            const Real d = apart.norm();
            if (k == i || d >= crowd.law.influence) continue;
            const Real rate = apart.dot(crowd.velocities[i] - crowd.velocities[k]) / d;
            sum += (crowd.law.stiffness * std::pow(crowd.law.influence - d, 2) - crowd.law.damping * rate) *
                   apart / d;
        }
        ASSERT_LT((sum - expected).norm(), 1e-9 * (1 + sum.norm())) << i;
    }
}

TEST(SpaceCrowd, F2_49_agents_cross_the_ball_cells_refine_at_its_centre_and_merge_again_and_all_arrive) {
    SpaceCrowd crowd = crowd_around_ball(250);
    const auto leaves = [&] {
        int count = 0;
        for_each_volume(crowd.cells.ground.map, [&](VolumeCell) { ++count; });
        return count;
    };
    int most = 0, steps = 0;
    Real sum_of_radii = 0;
    long long finest = 0;
    std::vector<int> left_centre(250, -1);
    for (; steps < 3000 && crowd.arrived < 250; ++steps) {
        step(crowd, 0.02);
        most = std::max(most, leaves());
        const Space& space = crowd.cells.ground;
        for_each_volume(space.map, [&](VolumeCell c) {
            if (level_of_cell(space, c.index) < 2) return;
            sum_of_radii += space.centre[c].norm();
            ++finest;
        });
        for (int i = 0; i < 250; ++i)
            if (left_centre[i] < 0 && crowd.places[i].dot(crowd.goals[i]) > 0) left_centre[i] = steps;
    }
    EXPECT_EQ(crowd.arrived, 250);
    EXPECT_GT(most, 216 + 21);  // split where they meet
    ASSERT_GT(finest, 0);
    EXPECT_LT(sum_of_radii / static_cast<Real>(finest),
              5);                   // which is near the centre: all over the ball it would be 7.5
    EXPECT_LT(leaves(), 216 + 14);  // and merged when they are apart again
    EXPECT_EQ(crowd.cells.searches, 0);
    EXPECT_EQ(find_fault<Space>(crowd.cells, crowd.places), "");
    // the fastest are the first to leave the centre: ranks by speed and by time go against each other
    long long against = 0, together = 0;
    for (int i = 0; i < 250; ++i)
        for (int k = 0; k < i; ++k)
            ((crowd.speeds[i] > crowd.speeds[k]) == (left_centre[i] < left_centre[k]) ? against : together) +=
                1;
    EXPECT_GT(against, 3 * together);
}

TEST(SpaceCrowd, F2_49_a_crowd_in_space_takes_the_same_way_on_any_number_of_threads) {
    std::vector<std::vector<Vec3>> ends;
    for (const int threads : {1, 2, 8}) {
        ThreadLimit limit(threads);
        limit.run([&] {
            SpaceCrowd crowd = crowd_around_ball(150);
            for (int i = 0; i < 300; ++i) step(crowd, 0.02);
            ends.push_back(crowd.places);
        });
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], ends[2]);
}

TEST(SpaceCrowd, F2_49_an_agent_outside_is_named) {
    Aabb box;
    box.extend(Vec3::Zero());
    box.extend(Vec3::Ones());
    EXPECT_THROW(make_space_crowd(make_space(make_hexahedron_grid(box, {1, 1, 1}), 0), {}, {Vec3(2, 0, 0)},
                                  {Vec3::Zero()}, {1.0}),
                 InputError);
}

}  // namespace
}  // namespace souple
