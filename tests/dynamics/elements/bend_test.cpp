// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/elements/bend.h
#include "souple/dynamics/elements/bend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/finite_differences.h"

namespace souple {
namespace {

const BendMaterial plate{.rigidity = 0.02, .poisson = 0.3, .damping_time = 0.05};
const Nodes<6> all_nodes{0, 1, 2, 3, 4, 5};

/// A triangle and its three neighbours, flat.
Stencil<6> flat_stencil() {
    return {Vec3(0, 0, 0),   Vec3(1, 0, 0),      Vec3(0.3, 0.9, 0),
            Vec3(1.2, 1, 0), Vec3(-0.7, 0.6, 0), Vec3(0.4, -0.8, 0)};
}

Stencil<6> crumpled(Rng& rng, Real amount = 0.3) {
    Stencil<6> x = flat_stencil();
    for (Vec3& p : x) p += amount * random_vector(rng);
    return x;
}

TEST(Bend, angle_is_positive_when_the_neighbour_folds_away_from_the_normal) {
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    Stencil<6> x = flat_stencil();
    const Real h = 0.8;  // height of node 5 over the edge 0-1
    x[5] = Vec3(0.4, -h * std::cos(0.6), -h * std::sin(0.6));
    EXPECT_LT((edge_angles(bend, x) - Vec3(0, 0, 0.6)).norm(), 1e-15);
    x[5].z() *= -1;
    EXPECT_LT((edge_angles(bend, x) - Vec3(0, 0, -0.6)).norm(), 1e-15);
}

TEST(Bend, angles_are_exact_to_rounding_from_gentle_to_sharp_folds) {
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    Stencil<6> x = flat_stencil();
    for (Real angle = -3.1; angle < 3.1; angle += 0.01) {
        x[5] = Vec3(0.4, -std::cos(angle), -std::sin(angle));
        EXPECT_NEAR(edge_angles(bend, x)[2], angle, 4e-16 * (1 + std::abs(angle)));
    }
}

TEST(Bend, the_shape_it_was_made_from_has_no_energy_even_when_curved) {
    Rng rng{5};
    const Stencil<6> rest = crumpled(rng);
    const Bend bend = make_bend(all_nodes, rest, plate);
    EXPECT_GT(bend.rest_angle.norm(), 0.1);
    EXPECT_EQ(energy(bend, rest), 0);
    EXPECT_GT(energy(bend, flat_stencil()), 1e-4);
}

// A flat sheet of cells with spacing h, every diagonal from (i, j) to (i+1, j+1), rolled to a cylinder.
struct RolledSheet {
    int cells;
    Real spacing, curvature, direction;  ///< direction of the bend in the sheet [rad]

    Vec3 flat(int i, int j) const { return spacing * Vec3(i, j, 0); }
    Vec3 rolled(int i, int j) const {
        const Vec3 along(std::cos(direction), std::sin(direction), 0), across(-along.y(), along.x(), 0);
        const Real s = flat(i, j).dot(along), t = flat(i, j).dot(across), angle = s * curvature;
        return t * across + (std::sin(angle) * along + (std::cos(angle) - 1) * Vec3::UnitZ()) / curvature;
    }
    /// Mean energy over area of the triangles that have all their neighbours.
    Real energy_density(const BendMaterial& material) const {
        Real total = 0, area = 0;
        for (int j = 1; j + 2 < cells; ++j)
            for (int i = 1; i + 2 < cells; ++i) {
                const int lower[6][2] = {{i, j},         {i + 1, j}, {i + 1, j + 1},
                                         {i + 2, j + 1}, {i, j + 1}, {i, j - 1}};
                const int upper[6][2] = {{i, j},         {i + 1, j + 1}, {i, j + 1},
                                         {i + 1, j + 2}, {i - 1, j},     {i + 1, j}};
                total += triangle_energy(material, lower) + triangle_energy(material, upper);
                area += spacing * spacing;
            }
        return total / area;
    }
    Real triangle_energy(const BendMaterial& material, const int (&nodes)[6][2]) const {
        Stencil<6> rest, x;
        for (int k = 0; k < 6; ++k) {
            rest[k] = flat(nodes[k][0], nodes[k][1]);
            x[k] = rolled(nodes[k][0], nodes[k][1]);
        }
        return energy(make_bend(all_nodes, rest, material), x);
    }
};

TEST(Bend, a_cylinder_has_the_energy_of_a_plate_whatever_its_direction_and_resolution) {
    const Real curvature = 2.0, exact = plate.rigidity * curvature * curvature / 2;
    const Real eighth = std::numbers::pi / 4;
    for (const int cells : {10, 20, 40}) {
        const Real spacing = 0.4 / cells, step = curvature * spacing;
        // bends across edges: the angles are exact; bends skew to them: exact to the square of the step
        for (const Real direction : {0 * eighth, 2 * eighth, -eighth}) {
            const RolledSheet sheet{cells, spacing, curvature, direction};
            EXPECT_NEAR(sheet.energy_density(plate) / exact, 1, 1e-10) << cells << " cells, " << direction;
        }
        const RolledSheet skew{cells, spacing, curvature, eighth};
        EXPECT_NEAR(skew.energy_density(plate) / exact, 1, step * step) << cells << " cells";
    }
}

TEST(Bend, energy_of_a_cylinder_grows_with_the_square_of_curvature) {
    const RolledSheet gentle{10, 0.01, 1.0, 0}, sharp{10, 0.01, 3.0, 0};
    EXPECT_NEAR(sharp.energy_density(plate) / gentle.energy_density(plate), 9, 1e-8);
}

TEST(Bend, gradient_is_the_derivative_of_the_energy) {
    Rng rng{1};
    const Bend bend = make_bend(all_nodes, flat_stencil(), {.rigidity = 1, .poisson = 0.3});
    for (int trial = 0; trial < 30; ++trial) {
        const Stencil<6> x = crumpled(rng);
        const auto e = [&](const Stencil<6>& y) { return energy(bend, y); };
        const Real scale = 1 + sum_of(gradient(bend, x)).norm() + gradient(bend, x)[0].norm();
        EXPECT_LT(largest_difference(central_gradient<6>(e, x), gradient(bend, x)), 1e-7 * scale);
    }
}

TEST(Bend, hessian_is_the_derivative_of_the_gradient_and_symmetric) {
    Rng rng{2};
    const Bend bend = make_bend(all_nodes, flat_stencil(), {.rigidity = 1, .poisson = 0.3});
    for (int trial = 0; trial < 20; ++trial) {
        const Stencil<6> x = crumpled(rng);
        const auto g = [&](const Stencil<6>& y) { return gradient(bend, y); };
        const Block<6> exact = hessian(bend, x);
        const Real scale = 1 + exact.cwiseAbs().maxCoeff();
        EXPECT_LT((central_jacobian<6>(g, x) - exact).cwiseAbs().maxCoeff(), 1e-6 * scale);
        EXPECT_LT((exact - exact.transpose()).cwiseAbs().maxCoeff(), 1e-12 * scale);
    }
}

TEST(Bend, its_energy_does_not_see_rigid_motion) {
    Rng rng{3};
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    for (int trial = 0; trial < 20; ++trial) {
        const Stencil<6> x = crumpled(rng);
        const Pose pose{3 * random_vector(rng), random_rotation(rng)};
        EXPECT_NEAR(energy(bend, moved(x, pose)), energy(bend, x), 1e-12 * (1 + energy(bend, x)));
        const Stencil<6> turned = gradient(bend, moved(x, pose)), g = gradient(bend, x);
        for (int k = 0; k < 6; ++k) EXPECT_LT((turned[k] - pose.rotation * g[k]).norm(), 1e-12);
    }
}

TEST(Bend, forces_and_torques_sum_to_zero) {
    Rng rng{4};
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    for (int trial = 0; trial < 20; ++trial) {
        const Stencil<6> x = crumpled(rng), v = random_stencil<6>(rng);
        for (const Stencil<6>& f : {gradient(bend, x), damping_force(bend, x, v), force(bend, x, v)}) {
            EXPECT_LT(sum_of(f).norm(), 1e-13);
            EXPECT_LT(torque_of(x, f).norm(), 1e-13);
        }
    }
}

TEST(Bend, damping_takes_energy_from_folding_and_none_from_rigid_motion) {
    Rng rng{6};
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    const Stencil<6> x = crumpled(rng), v = random_stencil<6>(rng);
    const Stencil<6> f = damping_force(bend, x, v);
    Real power = 0;
    for (int k = 0; k < 6; ++k) power += f[k].dot(v[k]);
    EXPECT_LT(power, -1e-6);
    const Vec3 spin = random_vector(rng), drift = random_vector(rng);
    Stencil<6> rigid;
    for (int k = 0; k < 6; ++k) rigid[k] = drift + spin.cross(x[k]);
    for (const Vec3& g : damping_force(bend, x, rigid)) EXPECT_LT(g.norm(), 1e-15);
}

TEST(Bend, damping_moment_is_damping_time_times_rigidity_times_the_angle_rate) {
    Rng rng{7};
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    const Stencil<6> x = crumpled(rng), v = random_stencil<6>(rng);
    Stencil<6> ahead = x, behind = x;
    for (int k = 0; k < 6; ++k) ahead[k] += 1e-6 * v[k], behind[k] -= 1e-6 * v[k];
    const Vec3 rates = (edge_angles(bend, ahead) - edge_angles(bend, behind)) / 2e-6;
    Bend elastic = bend;  // an elastic bend whose moment is the viscous one
    elastic.rest_angle = edge_angles(bend, x) - plate.damping_time * rates;
    const Stencil<6> f = damping_force(bend, x, v), g = gradient(elastic, x);
    for (int k = 0; k < 6; ++k) EXPECT_LT((f[k] + g[k]).norm(), 1e-8);
    const auto viscous = [&](const Stencil<6>& w) { return damping_force(bend, x, w); };
    EXPECT_LT((central_jacobian<6>(viscous, v) - damping_matrix(bend, x)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Bend, its_force_in_one_go_is_elastic_plus_viscous) {
    Rng rng{8};
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    const Stencil<6> x = crumpled(rng), v = random_stencil<6>(rng);
    const Stencil<6> all = force(bend, x, v), g = gradient(bend, x), viscous = damping_force(bend, x, v);
    for (int k = 0; k < 6; ++k) EXPECT_LT((all[k] - viscous[k] + g[k]).norm(), 1e-14);
}

TEST(Bend, projected_hessian_is_exact_at_rest_and_positive_when_folded) {
    Rng rng{9};
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    EXPECT_EQ(psd_hessian(bend, flat_stencil()), hessian(bend, flat_stencil()));
    const Stencil<6> x = crumpled(rng);
    EXPECT_TRUE(is_positive_semidefinite<18>(psd_hessian(bend, x), 1e-12));
    EXPECT_GT((psd_hessian(bend, x) - hessian(bend, x)).norm(), 1e-4);
}

TEST(Bend, a_border_bears_no_moment_and_its_missing_node_is_never_read) {
    Rng rng{10};
    const Nodes<6> border{0, 1, 2, 3, -1, 5};
    const Bend bend = make_bend(border, flat_stencil(), plate);
    EXPECT_EQ(bend.rigidity.row(1).norm() + bend.rigidity.col(1).norm(), 0);
    Stencil<6> x = crumpled(rng);
    const Stencil<6> v = random_stencil<6>(rng);
    const Stencil<6> f = force(bend, x, v);
    x[4] += Vec3(1, 2, 3);
    EXPECT_EQ(largest_difference(force(bend, x, v), f), 0);
    EXPECT_EQ(f[4].norm(), 0);
    EXPECT_GT(f[5].norm(), 1e-6);
}

TEST(Bend, degenerate_stencils_give_finite_numbers) {
    const Bend bend = make_bend(all_nodes, flat_stencil(), plate);
    std::vector<Stencil<6>> stencils(5, flat_stencil());
    stencils[0].fill(Vec3(1, 1, 1));   // one place
    stencils[1][2] = Vec3(0.5, 0, 0);  // a triangle without area
    stencils[2][5] = Vec3(0.5, 0, 0);  // a neighbour without area
    stencils[3][1] = stencils[3][0];   // an edge without length
    stencils[4][5] = stencils[4][2];   // folded onto itself
    Rng rng{11};
    const Stencil<6> v = random_stencil<6>(rng);
    for (const Stencil<6>& x : stencils) {
        for (const Vec3& f : force(bend, x, v)) EXPECT_TRUE(is_finite(f));
        EXPECT_TRUE(std::isfinite(energy(bend, x)));
        EXPECT_TRUE(hessian(bend, x).allFinite());
        EXPECT_TRUE(psd_hessian(bend, x).allFinite());
        EXPECT_TRUE(make_bend(all_nodes, x, plate).rigidity.allFinite());
    }
}

}  // namespace
}  // namespace souple
