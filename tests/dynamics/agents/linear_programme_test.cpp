// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/linear_programme.cpp.
#include "souple/dynamics/agents/linear_programme.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "souple/core/rng.h"

namespace souple {
namespace {

HalfPlane random_line(Rng& rng, Real reach) {
    const Real angle = rng.uniform(0, 2 * std::numbers::pi);
    return {{rng.uniform(-reach, reach), rng.uniform(-reach, reach)}, {std::cos(angle), std::sin(angle)}};
}

Real worst_violation(const HalfPlanes& planes, const Vec2& v) {
    Real worst = 0;
    for (int k = 0; k < planes.count; ++k) worst = std::max(worst, -planes.lines[k].height(v));
    return worst;
}

/// Every velocity that can be the best: the wanted one, its nearest on lines and circle, and all crossings.
std::vector<Vec2> candidates(const HalfPlanes& planes, const Vec2& wanted, Real speed) {
    std::vector<Vec2> found{wanted};
    if (wanted.norm() > 0) found.push_back(speed * wanted.normalized());
    for (int i = 0; i < planes.count; ++i) {
        const auto& [p, d] = planes.lines[i];
        found.push_back(p + d.dot(wanted - p) * d);
        const Real along = p.dot(d), room = along * along + speed * speed - p.squaredNorm();
        if (room >= 0)
            for (const Real sign : {-1, 1}) found.push_back(p + (-along + sign * std::sqrt(room)) * d);
        for (int j = 0; j < i; ++j) {
            const auto& [q, e] = planes.lines[j];
            const Real sine = d.x() * e.y() - d.y() * e.x();
            if (std::abs(sine) > 1e-9)
                found.push_back(p + (e.x() * (p - q).y() - e.y() * (p - q).x()) / sine * d);
        }
    }
    return found;
}

TEST(LinearProgramme, F2_47_the_chosen_velocity_is_that_of_brute_force) {
    Rng rng{21};
    int solvable = 0;
    for (int i = 0; i < 4000; ++i) {
        HalfPlanes planes;
        for (int k = static_cast<int>(rng.next() % 11); k > 0; --k) planes.add(random_line(rng, 1));
        const Vec2 wanted{rng.uniform(-3, 3), rng.uniform(-3, 3)};
        const Real speed = 2;
        Real best = 1e300;
        Vec2 nearest = Vec2::Zero();
        for (const Vec2& v : candidates(planes, wanted, speed)) {
            if (v.norm() > speed + 1e-10 || worst_violation(planes, v) > 1e-10) continue;
            if ((v - wanted).norm() < best) {
                best = (v - wanted).norm();
                nearest = v;
            }
        }
        if (best == 1e300) continue;
        ++solvable;
        const Vec2 chosen = choose_velocity(planes, wanted, speed);
        ASSERT_LT((chosen - nearest).norm(), 1e-9) << i << " with " << planes.count << " lines";
    }
    EXPECT_GT(solvable, 1000);
}

TEST(LinearProgramme, F2_47_when_nothing_is_allowed_the_worst_violation_is_the_least_possible) {
    Rng rng{22};
    int blocked = 0;
    for (int i = 0; i < 600; ++i) {
        HalfPlanes planes;
        for (int k = 0; k < 8; ++k) planes.add(random_line(rng, 1));
        const Real speed = 2;
        const Vec2 chosen = choose_velocity(planes, {1, 0}, speed);
        EXPECT_LT(chosen.norm(), speed + 1e-9);
        const Real worst = worst_violation(planes, chosen);
        if (worst < 1e-6) continue;
        ++blocked;
        // the violation is convex, so a velocity that no small step improves is the best; steps within the
        // circle
        for (Real step : {1e-2, 1e-4})
            for (int k = 0; k < 64; ++k) {
                const Real angle = k * std::numbers::pi / 32;
                Vec2 other = chosen + step * Vec2(std::cos(angle), std::sin(angle));
                if (other.norm() > speed) other *= speed / other.norm();
                ASSERT_GT(worst_violation(planes, other), worst - 1e-9) << i;
            }
    }
    EXPECT_GT(blocked, 100);
}

TEST(LinearProgramme, F2_47_walls_are_kept_to_when_neighbours_leave_nothing) {
    HalfPlanes planes;
    planes.add({{0, 0}, {1, 0}});  // a wall: only upwards
    planes.fixed = 1;
    planes.add({{0, 1}, {-1, 0}});   // below 1
    planes.add({{0, 1.5}, {1, 0}});  // above 1.5
    planes.add({{0, -3}, {-1, 0}});  // below -3, which the wall forbids
    const Vec2 v = choose_velocity(planes, {0.5, 0.5}, 2);
    EXPECT_GE(v.y(), -1e-12);
    EXPECT_NEAR(v.y(), 0, 1e-9);  // as near to -3 as the wall allows
}

TEST(LinearProgramme, without_lines_the_wanted_velocity_is_only_cut_to_the_speed) {
    HalfPlanes planes;
    EXPECT_EQ(choose_velocity(planes, {0.3, 0.4}, 2), Vec2(0.3, 0.4));
    EXPECT_LT((choose_velocity(planes, {30, 40}, 2) - Vec2(1.2, 1.6)).norm(), 1e-12);
}

}  // namespace
}  // namespace souple
