// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/contact_rows.h and fill_rows.h
#include "souple/dynamics/contact/contact_rows.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "souple/dynamics/contact/fill_rows.h"
#include "support/finite_differences.h"

namespace souple {
namespace {

constexpr Real rest = 0.01;  // [s] the interval

/// Where the two bodies are [m].
struct Centres {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
};

/// Two movers of random inertia with a patch of four places between them, and a triangle of three points.
struct TwoBodies {
    static constexpr int lane = 2;  // any: the others stay empty
    Movers movers;
    Centres centres;
    Manifold manifold;
    RowPacket rows;

    explicit TwoBodies(std::uint64_t seed, Real friction = 0.4) {
        Rng rng{seed};
        movers.velocity.resize(5);
        movers.answer.resize(5);
        for (int m = 0; m < 5; ++m) {
            movers.velocity[m].v = random_vector(rng);
            movers.answer[m].inverse_mass = rng.uniform(0.5, 2);
        }
        for (int m = 0; m < 2; ++m) {
            movers.velocity[m].w = random_vector(rng);
            const Mat3 axes = random_rotation(rng).toRotationMatrix();
            movers.answer[m].inverse_inertia = Mat3(axes * Vec3(3, 4, 5).asDiagonal() * axes.transpose());
        }
        movers.spreads.push_back({{2, 3, 4, -1, -1, -1}, {0.5, 0.2, 0.3}});
        centres = {{0, -0.5, 0}, {0.1, 0.5, 0}};
        manifold.a.mover = 0;
        manifold.b.mover = 1;
        manifold.normal = Vec3(0.1, 1, -0.2).normalized();
        manifold.friction = friction;
        manifold.count = 4;
        for (int k = 0; k < 4; ++k)
            manifold.points[k].place = Vec3(k % 2 ? 0.3 : -0.3, 0.02 * k, k / 2 ? 0.25 : -0.25);
    }

    void fill() {
        CarriedPlaces places;
        LanePoses a, b;
        a.set(lane, {centres.a, Quat::Identity()});
        b.set(lane, {centres.b, Quat::Identity()});
        for (ManifoldPoint& point : manifold.points) {
            const Vec3 half = 0.5 * point.gap * manifold.normal;
            point.local_a = point.place - half - centres.a;
            point.local_b = point.place + half - centres.b;
        }
        rows = {};
        enter_manifold(manifold, lane, movers, rows, places);
        place_rows(follow_places(a, b, places, rows.normal), b.position - a.position, places, rows);
        weigh_rows(places, movers, rows);
    }
    void sweep(int times) {
        for (int k = 0; k < times; ++k) solve_rows({rest}, rows, movers);
    }
    Real load(int k) const { return rows.impulse[k][lane]; }
    Vec3 friction() const {
        const Vec3 normal = rows.normal.at(lane), tangent = rows.tangent.at(lane);
        return rows.impulse_1[lane] * tangent + rows.impulse_2[lane] * normal.cross(tangent);
    }

    Real mass(int m) const { return 1 / movers.answer[m].inverse_mass; }
    Vec3 momentum() const {
        Vec3 sum = Vec3::Zero();
        for (int m = 0; m < 5; ++m) sum += mass(m) * movers.velocity[m].v;
        return sum;
    }
    /// About the origin, of the two bodies.
    Vec3 angular_momentum() const {
        Vec3 sum = Vec3::Zero();
        for (int m = 0; m < 2; ++m)
            sum += mass(m) * (m == 0 ? centres.a : centres.b).cross(movers.velocity[m].v) +
                   movers.answer[m].inverse_inertia.full().inverse() * movers.velocity[m].w;
        return sum;
    }
    Vec3 velocity_at(int k) const {
        const Vec3& place = manifold.points[k].place;
        return movers.velocity[1].v + movers.velocity[1].w.cross(place - centres.b) - movers.velocity[0].v -
               movers.velocity[0].w.cross(place - centres.a);
    }
};

constexpr PushGoal apart{rest, 0.2, 3, 1e-4};

}  // namespace

TEST(ContactRows, F3_62_normal_velocities_are_those_of_the_bodies_where_they_touch) {
    TwoBodies two(1);
    two.fill();
    const Vec4 velocities = normal_velocities(two.rows, two.lane, two.movers);
    for (int k = 0; k < 4; ++k)
        EXPECT_NEAR(velocities[k], two.manifold.normal.dot(two.velocity_at(k)), 1e-14);
}

TEST(ContactRows, F3_62_the_answer_is_what_an_impulse_changes) {
    TwoBodies two(2, 0);
    two.manifold.normal_impulse = {0, 0, 0.7, 0};
    two.fill();
    const Vec4 before = normal_velocities(two.rows, two.lane, two.movers);
    warm_start(two.rows, two.movers);
    const Vec4 change = normal_velocities(two.rows, two.lane, two.movers) - before;
    const Real own = 0.7 / two.rows.inverse_diagonal[2][two.lane];
    EXPECT_NEAR(change[2], own, 1e-13);
    for (int k = 0; k < 4; ++k) {
        const Vec3 row(1, two.rows.lever_1[k][two.lane], two.rows.lever_2[k][two.lane]);
        const Vec3 pushed(1, two.rows.lever_1[2][two.lane], two.rows.lever_2[2][two.lane]);
        const LaneSymmetric& k3 = two.rows.answer;
        Mat3 answer;
        answer << k3.xx[2], k3.xy[2], k3.xz[2], k3.xy[2], k3.yy[2], k3.yz[2], k3.xz[2], k3.yz[2], k3.zz[2];
        EXPECT_NEAR(change[k], 0.7 * row.dot(answer * pushed), 1e-13);
    }
}

TEST(ContactRows, F3_9_sweeps_keep_linear_and_angular_momentum) {
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        TwoBodies two(seed);
        two.fill();
        const Vec3 p = two.momentum(), l = two.angular_momentum();
        two.sweep(10);
        EXPECT_LT((two.momentum() - p).norm(), 1e-13) << seed;
        EXPECT_LT((two.angular_momentum() - l).norm(), 1e-13) << seed;
    }
}

TEST(ContactRows, F3_67_sweeps_end_where_nothing_approaches_and_nothing_pulls) {
    int loaded = 0;
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        TwoBodies two(seed);
        two.fill();
        two.sweep(3000);
        EXPECT_LT(residual_of(rest, two.rows, two.movers), 1e-9) << seed;
        for (int k = 0; k < 4; ++k) {
            EXPECT_GE(two.load(k), 0);
            EXPECT_GT(two.manifold.normal.dot(two.velocity_at(k)), -1e-9) << seed;
            loaded += two.load(k) > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(loaded, 10);
}

TEST(ContactRows, F3_62_friction_stays_in_coulombs_cone_and_stops_what_it_can) {
    int sliding = 0, sticking = 0;
    for (std::uint64_t seed = 1; seed < 40; ++seed) {
        TwoBodies two(seed, seed % 2 ? 0.1 : 3);
        two.manifold.count = 1;
        two.fill();
        two.sweep(500);
        const Real load = two.load(0), limit = two.manifold.friction * load;
        const Real pushed = two.friction().norm();
        if (load == 0) continue;
        EXPECT_LE(pushed, limit * (1 + 1e-12));
        const Vec3 u = two.velocity_at(0);
        if (pushed < 0.999 * limit) {
            EXPECT_LT(u.norm(), 1e-9) << seed;
            ++sticking;
        } else {
            EXPECT_LT(two.friction().dot(u), 0) << seed;  // against the sliding
            ++sliding;
        }
    }
    EXPECT_GT(sliding, 3);
    EXPECT_GT(sticking, 3);
}

TEST(ContactRows, F3_67_a_solution_found_again_is_not_changed) {
    TwoBodies two(4);
    const Movers start = two.movers;
    two.fill();
    two.sweep(3000);
    const Movers solved = two.movers;
    const RowPacket kept = two.rows;
    two.movers = start;
    warm_start(kept, two.movers);
    for (int m = 0; m < 2; ++m) {
        EXPECT_LT((two.movers.velocity[m].v - solved.velocity[m].v).norm(), 1e-12);
        EXPECT_LT((two.movers.velocity[m].w - solved.velocity[m].w).norm(), 1e-12);
    }
}

TEST(ContactRows, a_push_on_a_spot_of_a_triangle_is_shared_out_and_keeps_momentum) {
    TwoBodies two(5);
    two.manifold.count = 1;
    two.manifold.b.mover = -1;
    two.manifold.b.spread = 0;
    two.movers.velocity[0].v = {0, 3, 0};  // towards the triangle
    two.fill();
    const Vec3 p = two.momentum();
    const Movers before = two.movers;
    two.sweep(50);
    EXPECT_LT((two.momentum() - p).norm(), 1e-13);
    EXPECT_GT(two.load(0), 0.1);
    // each corner by its weight
    for (int m = 2; m < 5; ++m) {
        const Vec3 share = two.mass(m) * (two.movers.velocity[m].v - before.velocity[m].v);
        const Vec3 whole = two.mass(0) * (before.velocity[0].v - two.movers.velocity[0].v);
        EXPECT_LT((share - two.movers.spreads[0].weights[m - 2] * whole).norm(), 1e-12);
    }
}

TEST(ContactRows, F3_66_an_open_gap_may_close_but_no_more) {
    TwoBodies two(6, 0);
    two.manifold.count = 1;
    two.movers.velocity[0] = {};
    two.movers.velocity[1] = {};
    two.movers.velocity[1].v = -5 * two.manifold.normal;
    two.manifold.points[0].gap = 0.02;
    two.fill();
    two.sweep(20);
    EXPECT_NEAR(normal_velocities(two.rows, two.lane, two.movers)[0], -0.02 / rest, 1e-12);
}

TEST(ContactRows, F3_67_an_overlap_is_pushed_apart_by_its_share_and_no_faster_than_allowed) {
    for (const auto& [overlap, speed] : {std::pair(0.0101, 0.2 * 0.01 / 0.01), std::pair(1.0, 3.0)}) {
        TwoBodies two(7, 0);
        two.manifold.count = 1;
        two.movers.velocity[0] = {};
        two.movers.velocity[1] = {};
        two.manifold.points[0].gap = -overlap;
        two.fill();
        for (int k = 0; k < 20; ++k) solve_push(apart, two.rows, two.movers);
        EXPECT_NEAR(normal_velocities(two.rows, two.lane, two.movers)[0], speed, 1e-12);
        EXPECT_EQ(two.load(0), 0) << "pushing is no load";
    }
}

TEST(ContactRows, what_a_lane_computes_does_not_depend_on_its_neighbours) {
    TwoBodies two(8);
    two.fill();
    TwoBodies beside = two;
    // a stranger in the next lane, between two of the single points
    Manifold stranger = two.manifold;
    stranger.a.mover = 2;
    stranger.b.mover = 3;
    CarriedPlaces places;
    enter_manifold(stranger, 0, beside.movers, beside.rows, places);
    beside.rows.inverse_diagonal[0][0] = 0.3;
    two.sweep(5);
    beside.sweep(5);
    EXPECT_GT(beside.rows.impulse[0][0], 0);
    for (int m = 0; m < 2; ++m) {
        EXPECT_EQ(two.movers.velocity[m].v, beside.movers.velocity[m].v);
        EXPECT_EQ(two.movers.velocity[m].w, beside.movers.velocity[m].w);
    }
}

TEST(ContactRows, an_obstacle_pushes_and_is_not_pushed) {
    TwoBodies two(9, 0);
    two.movers.first_driven = 5;
    two.movers.velocity.push_back({2 * two.manifold.normal, Vec3(0, 0, 0)});
    two.movers.answer.push_back({});
    two.manifold.a.mover = -1;
    two.manifold.a.obstacle = 0;
    two.movers.velocity[1] = {};
    two.fill();
    two.sweep(200);
    EXPECT_EQ(two.movers.velocity[5].v, Vec3(2 * two.manifold.normal));
    for (int k = 0; k < 4; ++k) EXPECT_GT(normal_velocities(two.rows, two.lane, two.movers)[k], -1e-9);
    EXPECT_GT(two.movers.velocity[1].v.dot(two.manifold.normal), 0.5);
}

}  // namespace souple
