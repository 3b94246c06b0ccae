// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/view/endless.h
#include "souple/view/endless.h"

#include <gtest/gtest.h>

namespace souple {
namespace {

SurfaceView small_square() {
    SurfaceView square;
    square.positions = {{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    return square;
}

Vec3 normal_of(const SurfaceView& mesh, std::size_t t) {
    const auto& [a, b, c] = mesh.triangles[t];
    return (mesh.positions[b] - mesh.positions[a]).cross(mesh.positions[c] - mesh.positions[a]).normalized();
}

TEST(Endless, a_plane_goes_as_far_as_asked_around_any_place_and_stays_in_itself) {
    const Pose tilted{{3, 2, 1}, Quat(Eigen::AngleAxis<Real>(0.4, Vec3(1, 0, 2).normalized()))};
    const Vec3 up = tilted.rotation * Vec3::UnitY();
    for (const Real reach : {1e-3, 5.0, 1e4}) {
        const Vec3 about(700, -20, 40);
        const SurfaceView wide = spread_out(small_square(), tilted, about, reach);
        const Vec3 foot = about - up.dot(about - tilted.position) * up;
        for (const Vec3& x : wide.positions) {
            EXPECT_NEAR(up.dot(x - tilted.position), 0, 1e-12 * (1000 + reach));
            EXPECT_NEAR((x - foot).norm(), std::sqrt(2) * reach, 1e-9 * (1000 + reach));
        }
        for (std::size_t t = 0; t < 2; ++t)
            EXPECT_GT(normal_of(wide, t).dot(up), 0.999) << "the same side up";
    }
}

TEST(Endless, what_is_not_flat_stays_as_it_is) {
    SurfaceView bent = small_square();
    bent.positions[3].y() = 0.1;
    const Pose moved{{0, 5, 0}, Quat::Identity()};
    const SurfaceView same = spread_out(bent, moved, Vec3::Zero(), 100);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(same.positions[i], bent.positions[i] + Vec3(0, 5, 0));
}

}  // namespace
}  // namespace souple
