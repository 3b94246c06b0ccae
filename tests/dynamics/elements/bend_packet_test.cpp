// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/elements/bend_packet.h and spring_packet.h.
#include "souple/dynamics/elements/bend_packet.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "souple/dynamics/elements/bend_energy.h"
#include "souple/dynamics/elements/spring_packet.h"

namespace souple {
namespace {

/// Three bends over twelve points, folded by anything from nothing to nearly flat on itself.
struct Crumpled {
    std::vector<Vec3> x, v;
    std::vector<Bend> bends;

    explicit Crumpled(Real height, Real damping_time) {
        std::vector<Vec3> rest;
        for (int i = 0; i < 12; ++i) {
            rest.push_back({0.1 * (i % 4), 0, 0.1 * (i / 4) + 0.01 * (i % 3)});
            x.push_back(rest.back() + height * Vec3(0.02 * std::sin(2.0 * i), std::cos(3.0 * i), 0));
            v.push_back({std::sin(5.0 * i), std::cos(7.0 * i), 0.3});
        }
        const BendMaterial material{1e-3, 0.2, damping_time};
        for (const Nodes<6>& nodes :
             {Nodes<6>{0, 1, 5, 6, 4, -1}, Nodes<6>{5, 6, 10, 11, 9, 1}, Nodes<6>{1, 2, 6, -1, 5, -1}}) {
            Stencil<6> places;
            for (int k = 0; k < 6; ++k) places[k] = nodes[k] < 0 ? Vec3(Vec3::Zero()) : rest[nodes[k]];
            bends.push_back(make_bend(nodes, places, material));
        }
    }
};

template <std::size_t n>
Stencil<n> at(const Nodes<n>& nodes, const std::vector<Vec3>& values) {
    Stencil<n> stencil;
    for (std::size_t k = 0; k < n; ++k) stencil[k] = nodes[k] < 0 ? Vec3(Vec3::Zero()) : values[nodes[k]];
    return stencil;
}

std::vector<Lanes> in_lanes(const std::vector<Vec3>& values) {
    std::vector<Lanes> lanes;
    for (const Vec3& v : values) lanes.push_back(Lanes{v.x(), v.y(), v.z(), 0});
    return lanes;
}

/// Of the bends one by one, by node.
std::vector<Vec3> single_forces(const Crumpled& sheet) {
    std::vector<Vec3> sums(sheet.x.size(), Vec3::Zero());
    for (const Bend& bend : sheet.bends) {
        const Stencil<6> single = force(bend, at<6>(bend.nodes, sheet.x), at<6>(bend.nodes, sheet.v));
        for (int k = 0; k < 6; ++k)
            if (bend.nodes[k] >= 0) sums[bend.nodes[k]] += single[k];
    }
    return sums;
}

// three bends in four lanes, some without a neighbour: neither the lane left over nor a missing node gets any
TEST(BendPacket, four_bends_at_once_push_as_each_alone) {
    for (const Real height : {0.0, 0.005, 0.03, 0.3})
        for (const Real damping_time : {0.0, 0.01}) {
            const Crumpled sheet(height, damping_time);
            std::vector<Lanes> sums(sheet.x.size(), Lanes{});
            add_forces(pack(sheet.bends), in_lanes(sheet.x).data(), in_lanes(sheet.v).data(), 2.5,
                       sums.data());
            const std::vector<Vec3> singles = single_forces(sheet);
            Real size = 1e-12;
            for (const Vec3& f : singles) size = std::max(size, f.norm());
            for (std::size_t p = 0; p < singles.size(); ++p)
                EXPECT_LT((Vec3(sums[p][0], sums[p][1], sums[p][2]) - 2.5 * singles[p]).norm(), 1e-12 * size);
        }
}

TEST(BendPacket, four_bends_at_once_store_what_each_stores_alone) {
    for (const Real height : {0.0, 0.005, 0.03, 0.3}) {
        const Crumpled sheet(height, 0);
        const Lanes stored = energies_of(pack(sheet.bends), sheet.x.data());
        for (int k = 0; k < 3; ++k) {
            const Real alone = energy(sheet.bends[k], at<6>(sheet.bends[k].nodes, sheet.x));
            EXPECT_NEAR(stored[k], alone, 1e-14 * alone) << height << ' ' << k;
        }
        EXPECT_EQ(stored[3], 0) << height;
    }
}

TEST(BendPacket, a_fold_by_any_angle_pushes_as_a_single_one) {
    // two triangles over one side, nothing beyond the others; four angles in the lanes of a packet
    const std::array<Vec3, 3> near{Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0.04, 0, 0.08)};
    const Real flat[3] = {0.06, 0, -0.07};
    for (Real degrees = -179.5; degrees < 180; degrees += 0.25) {
        std::vector<Vec3> x;
        std::vector<Bend> bends;
        for (int lane = 0; lane < lane_count; ++lane) {
            const Real angle = (degrees + 0.0601 * lane) * std::numbers::pi / 180;
            for (const Vec3& corner : near) x.push_back(corner);
            x.push_back({flat[0], -flat[2] * std::sin(angle), flat[2] * std::cos(angle)});
            const int first = 4 * lane;
            bends.push_back(make_bend(
                {first, first + 1, first + 2, -1, -1, first + 3},
                {near[0], near[1], near[2], Vec3::Zero(), Vec3::Zero(), Vec3(flat[0], flat[1], flat[2])},
                {1e-3, 0.2, 0}));
        }
        const std::vector<Vec3> v(x.size(), Vec3::Zero());
        std::vector<Lanes> sums(x.size(), Lanes{});
        add_forces(pack(bends), in_lanes(x).data(), in_lanes(v).data(), 1, sums.data());
        for (int lane = 0; lane < lane_count; ++lane) {
            const Stencil<6> single =
                force(bends[lane], at<6>(bends[lane].nodes, x), at<6>(bends[lane].nodes, v));
            const Lanes& sum = sums[4 * lane + 3];
            EXPECT_LT((Vec3(sum[0], sum[1], sum[2]) - single[5]).norm(), 1e-14 + 4e-15 * single[5].norm())
                << degrees << " degrees, lane " << lane;
        }
    }
}

TEST(SpringPacket, springs_pull_both_ends_as_each_alone_and_add_up) {
    const std::vector<Vec3> x{{0, 0, 0}, {1, 0.5, 0}, {0, 0, 0}}, v{{0, 1, 0}, {0.2, 0, 3}, {0, 0, 0}};
    const std::vector<Spring> springs{{{0, 1}, 0.9, 20, 0.5},
                                      {{0, 2}, 0.9, 20, 0.5}};  // the second has no length
    const std::vector<Lanes> places = in_lanes(x), speeds = in_lanes(v);
    for (const bool is_damped : {true, false}) {
        std::vector<Lanes> sums(3, Lanes{});
        add_forces(pack(springs), places.data(), is_damped ? speeds.data() : nullptr, 3, sums.data());
        Spring alone = springs[0];
        if (!is_damped) alone.damping = 0;
        const Vec3 single = pull(alone, x[0], x[1], v[0], v[1]);
        EXPECT_LT((Vec3(sums[0][0], sums[0][1], sums[0][2]) - 3 * single).norm(), 1e-13);
        EXPECT_LT((Vec3(sums[1][0], sums[1][1], sums[1][2]) + 3 * single).norm(), 1e-13);
    }
}

}  // namespace
}  // namespace souple
