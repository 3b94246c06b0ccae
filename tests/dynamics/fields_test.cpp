// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/fields.h
#include "souple/dynamics/fields.h"

#include <gtest/gtest.h>

#include "souple/dynamics/forces.h"
#include "support/finite_differences.h"

namespace souple {
namespace {

Wind vertical(WindKind kind) {
    Wind wind;
    wind.kind = kind;
    wind.centre = Vec3(1, 5, 0);
    wind.axis = Vec3::UnitY();
    wind.speed = 3;
    wind.core = 0.5;
    return wind;
}

TEST(Wind, F0_45_W4_3_uniform_wind_is_the_same_everywhere_and_swells_with_its_gusts) {
    Wind wind;
    wind.velocity = Vec3(4, 0, 1);
    EXPECT_EQ(wind_velocity(wind, Vec3(9, 9, 9), 0.3), Vec3(4, 0, 1));
    wind.gust = 0.5;
    wind.gust_period = 2;
    EXPECT_LT((wind_velocity(wind, Vec3(1, 2, 3), 0.5) - 1.5 * wind.velocity).norm(), 1e-14);  // crest
    EXPECT_LT((wind_velocity(wind, Vec3(7, 2, 3), 1.5) - 0.5 * wind.velocity).norm(), 1e-14);  // trough
    EXPECT_LT((wind_velocity(wind, Vec3::Zero(), 2.0) - wind.velocity).norm(), 1e-13);
}

TEST(Wind, F0_45_source_blows_away_from_its_axis_and_sink_towards_it) {
    const Vec3 place(3, 100, 0);  // two metres from the axis; the height does not matter
    const Vec3 outwards = wind_velocity(vertical(WindKind::Source), place, 0);
    EXPECT_LT((outwards - Vec3(3 * 0.5 / 2, 0, 0)).norm(), 1e-14);
    EXPECT_EQ(wind_velocity(vertical(WindKind::Sink), place, 0), -outwards);
}

TEST(Wind, F0_45_source_without_axis_blows_from_its_centre) {
    Wind wind = vertical(WindKind::Source);
    wind.axis = Vec3::Zero();
    EXPECT_LT((wind_velocity(wind, Vec3(1, 8, 0), 0) - Vec3(0, 3 * 0.5 / 3, 0)).norm(), 1e-14);
}

TEST(Wind, F0_45_flux_leaves_a_source_and_enters_a_sink) {
    for (const auto& [kind, sign] : {std::pair{WindKind::Source, 1.0}, std::pair{WindKind::Sink, -1.0}}) {
        const Wind wind = vertical(kind);
        const auto v = [&](const Stencil<1>& x) -> Stencil<1> { return {wind_velocity(wind, x[0], 0)}; };
        // inside the core the air is spread evenly; outside a line source has no divergence
        const Stencil<1> inside{wind.centre + Vec3(0.1, 0, 0.2)}, outside{wind.centre + Vec3(0.7, 0.3, -0.9)};
        EXPECT_NEAR(central_jacobian<1>(v, inside).trace(), sign * 2 * 3 / 0.5, 1e-7);
        EXPECT_NEAR(central_jacobian<1>(v, outside).trace(), 0, 1e-7);
    }
}

TEST(Wind, F0_45_vortex_turns_right_handed_about_its_axis) {
    const Wind wind = vertical(WindKind::Vortex);
    // seen from above (+y) anticlockwise: at +x the air goes towards -z
    EXPECT_LT((wind_velocity(wind, Vec3(3, 0, 0), 0) - Vec3(0, 0, -3 * 0.5 / 2)).norm(), 1e-14);
    const Vec3 core = wind_velocity(wind, wind.centre + Vec3(0, 0, 0.25), 0);
    EXPECT_LT((core - Vec3(1.5, 0, 0)).norm(), 1e-14);  // half way into the core: half the speed
    EXPECT_EQ(wind_velocity(wind, wind.centre, 0), Vec3::Zero());
}

TEST(Wind, F0_45_is_silent_before_it_starts_and_after_it_stops) {
    Wind wind;
    wind.velocity = Vec3(1, 0, 0);
    wind.start = 1;
    wind.stop = 2;
    EXPECT_EQ(wind_velocity(wind, Vec3::Zero(), 0.99), Vec3::Zero());
    EXPECT_EQ(wind_velocity(wind, Vec3::Zero(), 1.0), Vec3(1, 0, 0));
    EXPECT_EQ(wind_velocity(wind, Vec3::Zero(), 2.0), Vec3::Zero());
}

TEST(Wind, F0_45_a_tornado_is_the_sum_of_updraught_source_and_vortex) {
    Model model;
    Wind updraught;
    updraught.velocity = Vec3(0, 2, 0);
    model.winds = {updraught, vertical(WindKind::Source), vertical(WindKind::Vortex)};
    EXPECT_LT((air_velocity(model, Vec3(3, 0, 0), 0) - Vec3(0.75, 2, -0.75)).norm(), 1e-14);
}

TEST(Drag, W4_2_opposes_motion_linearly_and_with_the_square_of_speed) {
    const Drag drag{.linear = 0.5, .quadratic = 0.25};
    EXPECT_LT((drag_force(drag, 1, Vec3(4, 0, 0)) - Vec3(-(0.5 * 4 + 0.25 * 16), 0, 0)).norm(), 1e-14);
}

TEST(Drag, W4_2_its_matrix_is_the_derivative_by_velocity) {
    Rng rng{2};
    const Drag drag{.linear = 0.5, .quadratic = 0.25};
    const auto f = [&](const Stencil<1>& u) -> Stencil<1> { return {drag_force(drag, 1, u[0])}; };
    for (int trial = 0; trial < 10; ++trial) {
        const Stencil<1> u = random_stencil<1>(rng);
        EXPECT_LT((central_jacobian<1>(f, u) - drag_matrix(drag, 1, u[0])).norm(), 1e-8);
    }
    EXPECT_EQ(drag_matrix(drag, 1, Vec3::Zero()), Mat3(-0.5 * Mat3::Identity()));
}

TEST(Pressure, pushes_a_plate_along_its_normal_with_the_dynamic_pressure) {
    const Pressure pressure{.density = 1.2, .coefficient = 1.5};
    const Stencil<3> x{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 3, 0)};  // 3 m^2, normal z
    EXPECT_LT((pressure_force(pressure, x, Vec3(7, 0, -2)) - Vec3(0, 0, -0.5 * 1.2 * 1.5 * 3 * 4)).norm(),
              1e-13);
    const Stencil<3> turned{x[0], x[2], x[1]};  // which side is called the front does not matter
    const Vec3 difference =
        pressure_force(pressure, x, Vec3(1, 2, 3)) - pressure_force(pressure, turned, Vec3(1, 2, 3));
    EXPECT_LT(difference.norm(), 1e-14);
    EXPECT_EQ(pressure_force(pressure, {x[0], x[0], x[1]}, Vec3(1, 2, 3)), Vec3::Zero());
}

TEST(Pressure, its_matrix_is_the_derivative_by_the_velocity_of_the_air) {
    Rng rng{3};
    const Pressure pressure{.density = 1.2, .coefficient = 1.5};
    const Stencil<3> x = random_stencil<3>(rng);
    const auto f = [&](const Stencil<1>& u) -> Stencil<1> { return {pressure_force(pressure, x, u[0])}; };
    const Stencil<1> u = random_stencil<1>(rng);
    EXPECT_LT((central_jacobian<1>(f, u) - pressure_matrix(pressure, x, u[0])).norm(), 1e-8);
}

TEST(Centripetal, keeps_uniform_circular_motion_and_has_exact_derivatives) {
    const Centripetal field{.centre = Vec3(0.1, 0.2, 0)};
    const Vec3 x = field.centre + Vec3(0.9, 0, 0);
    EXPECT_LT((centripetal_force(field, 2, x, Vec3(0, -0.2, 0)) - Vec3(-2 * 0.04 / 0.9, 0, 0)).norm(), 1e-15);

    Rng rng{4};
    const Stencil<1> place = random_stencil<1>(rng), speed = random_stencil<1>(rng);
    const auto by_place = [&](const Stencil<1>& y) -> Stencil<1> {
        return {centripetal_force(field, 2, y[0], speed[0])};
    };
    const auto by_speed = [&](const Stencil<1>& y) -> Stencil<1> {
        return {centripetal_force(field, 2, place[0], y[0])};
    };
    const CentripetalMatrices matrices = centripetal_matrices(field, 2, place[0], speed[0]);
    EXPECT_LT((central_jacobian<1>(by_place, place) - matrices.position).norm(), 1e-7);
    EXPECT_LT((central_jacobian<1>(by_speed, speed) - matrices.velocity).norm(), 1e-7);
}

}  // namespace
}  // namespace souple
