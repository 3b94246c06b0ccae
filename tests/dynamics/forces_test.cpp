// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/forces.h
#include "souple/dynamics/forces.h"

#include <gtest/gtest.h>

#include <numbers>
#include <utility>

#include "dynamics/elements/whole_part.h"

namespace souple {
namespace {

struct ForcedPoints {
    Model model;
    State state;
    Control control;
};

/// Points and no law at all, without weight.
ForcedPoints bare(int points) {
    ForcedPoints scene;
    Rng rng{11};
    scene.model.gravity.setZero();
    add_points(scene.model, scene.state, points, rng);
    return scene;
}

Vec3 force_on(const ForcedPoints& scene, int point) {
    return forces_on(scene.model, scene.control, scene.state).point[point];
}

TEST(Forces, W4_1_weight_is_mass_times_gravity_on_points_and_frames) {
    ForcedPoints scene = bare(2);
    scene.model.gravity = Vec3(0, -9.8, 0);
    scene.model.frame_inertia.push_back({.mass = 3});
    scene.state.frames = {{Vec3::Zero()}, {Quat::Identity()}, {Vec3::Zero()}, {Vec3::Zero()}};
    add_whole_part(scene.model);
    const Forces forces = forces_on(scene.model, scene.control, scene.state);
    EXPECT_EQ(forces.point[1], Vec3(0, -9.8 * scene.model.point_mass[1], 0));
    EXPECT_EQ(forces.frame[0], Vec3(0, -9.8 * 3, 0));
    EXPECT_EQ(forces.torque[0], Vec3::Zero());
}

TEST(Forces, W4_2_drag_acts_on_the_velocity_relative_to_the_wind) {
    ForcedPoints scene = bare(1);
    scene.model.drags.push_back({.linear = 0.5});
    add_whole_part(scene.model);
    const Vec3 v = scene.state.v[0];
    EXPECT_LT((force_on(scene, 0) + 0.5 * v).norm(), 1e-15);
    Wind wind;
    wind.velocity = Vec3(3, 0, 0);
    scene.model.winds.push_back(wind);
    EXPECT_LT((force_on(scene, 0) + 0.5 * (v - Vec3(3, 0, 0))).norm(), 1e-15);
    scene.state.v[0] = Vec3(3, 0, 0);  // carried along
    EXPECT_EQ(force_on(scene, 0).norm(), 0);
}

TEST(Forces, W4_3_a_uniform_wind_pushes_every_point_at_rest_equally) {
    ForcedPoints scene = bare(5);
    scene.model.drags.push_back({.linear = 0.2});
    Wind wind;
    wind.velocity = Vec3(0, 0, 4);
    scene.model.winds.push_back(wind);
    for (Vec3& v : scene.state.v) v.setZero();
    add_whole_part(scene.model);
    for (int p = 0; p < 5; ++p) EXPECT_LT((force_on(scene, p) - Vec3(0, 0, 0.8)).norm(), 1e-15);
}

TEST(Forces, a_law_with_a_part_acts_on_that_part_only) {
    ForcedPoints scene = bare(2);
    add_whole_part(scene.model);
    scene.model.drags.push_back({.part = 1, .linear = 0.5});
    scene.model.centripetals.push_back({.part = 1});
    EXPECT_EQ(force_on(scene, 0).norm(), 0);
    scene.model.drags[0].part = 0;
    EXPECT_GT(force_on(scene, 0).norm(), 0.01);
}

TEST(Forces, pressure_is_shared_by_the_three_corners) {
    ForcedPoints scene = bare(3);
    scene.state.x = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    scene.state.v.assign(3, Vec3(0, 0, 1));
    scene.model.triangles.push_back({0, 1, 2});
    scene.model.pressures.push_back({.density = 1.2, .coefficient = 1});
    add_whole_part(scene.model);
    const Vec3 still_air(0, 0, -0.5 * 1.2 * 0.5 * 1 / 3);
    for (int p = 0; p < 3; ++p) EXPECT_LT((force_on(scene, p) - still_air).norm(), 1e-15);
}

TEST(Forces, loads_and_torques_are_held_between_their_times) {
    ForcedPoints scene = bare(2);
    scene.model.frame_inertia.push_back({});
    scene.state.frames = {{Vec3::Zero()}, {Quat::Identity()}, {Vec3::Zero()}, {Vec3::Zero()}};
    scene.model.loads = {{.node = 1, .force = Vec3(1, 0, 0), .start = 1, .stop = 2},
                         {.node = 0, .force = Vec3(0, 5, 0), .start = 1, .stop = 2, .on_frame = true}};
    scene.model.torques = {{.frame = 0, .torque = Vec3(0, 0, 7), .start = 1, .stop = 2}};
    add_whole_part(scene.model);
    for (const auto& [time, held] : {std::pair{0.99, 0.0}, {1.0, 1.0}, {1.99, 1.0}, {2.0, 0.0}}) {
        scene.state.time = time;
        const Forces forces = forces_on(scene.model, scene.control, scene.state);
        EXPECT_EQ(forces.point[1], held * Vec3(1, 0, 0)) << time;
        EXPECT_EQ(forces.point[0], Vec3::Zero());
        EXPECT_EQ(forces.frame[0], held * Vec3(0, 5, 0)) << time;
        EXPECT_EQ(forces.torque[0], held * Vec3(0, 0, 7)) << time;
    }
}

TEST(Forces, hands_pull_on_points_and_turn_frames) {
    ForcedPoints scene = bare(2);
    scene.model.frame_inertia.push_back({});
    scene.state.frames = {{Vec3::Zero()}, {Quat::Identity()}, {Vec3::Zero()}, {Vec3::Zero()}};
    add_whole_part(scene.model);
    scene.control.by_hand = {{Vec3::Zero(), Vec3(0, 3, 0)}, {Vec3(1, 0, 0)}, {Vec3(0, 0, 2)}};
    const Forces forces = forces_on(scene.model, scene.control, scene.state);
    EXPECT_EQ(forces.point[0], Vec3::Zero());
    EXPECT_EQ(forces.point[1], Vec3(0, 3, 0));
    EXPECT_EQ(forces.frame[0], Vec3(1, 0, 0));
    EXPECT_EQ(forces.torque[0], Vec3(0, 0, 2));
}

TEST(Forces, an_anchor_goes_straight_between_the_ends_of_the_interval) {
    ForcedPoints scene = bare(1);
    Control& control = scene.control;
    control.time_t0 = 2, control.time_t1 = 2.5;
    control.track_t0 = {Pose{Vec3(0, 0, 0), Quat::Identity()}};
    control.track_t1 = {Pose{Vec3(1, 0, 0), Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()))}};
    Tie tie;
    tie.nodes[0] = 0, tie.weights[0] = 1, tie.anchored = true, tie.track = 0;
    tie.local = Vec3(1, 0, 0);  // from (1,0,0) to (1,1,0)
    tie.stiffness = 10, tie.damping = 3;
    const AnchorMotion motion = anchor_motion(control, tie, 2.125);
    EXPECT_LT((motion.position - Vec3(1, 0.25, 0)).norm(), 1e-15);
    EXPECT_LT((motion.velocity - Vec3(0, 2, 0)).norm(), 1e-14);
    scene.model.ties.push_back(tie);
    scene.state.time = 2.125;
    add_whole_part(scene.model);
    const Vec3 expected = 10 * (Vec3(1, 0.25, 0) - scene.state.x[0]) + 3 * (Vec3(0, 2, 0) - scene.state.v[0]);
    EXPECT_LT((force_on(scene, 0) - expected).norm(), 1e-13);
}

TEST(Forces, a_part_gets_its_own_forces_and_leaves_those_of_others_alone) {
    ForcedPoints scene = bare(4);
    add_whole_part(scene.model);
    scene.model.parts[0].points = {0, 2};
    scene.model.gravity = Vec3(0, -10, 0);
    Assembly assembly;
    Forces forces;
    forces.point.assign(4, Vec3(7, 7, 7));
    evaluate_forces(scene.model, {}, scene.model.parts[0], moment_of(scene.state), assembly, forces);
    EXPECT_EQ(forces.point[1].y(), -10 * scene.model.point_mass[1]);
    EXPECT_EQ(forces.point[2], Vec3(7, 7, 7));
}

/// Six points in a bent stencil with one of every element, stretched so that no projection applies.
ForcedPoints everything() {
    ForcedPoints scene = bare(6);
    Model& model = scene.model;
    scene.state.x = {Vec3(0, 0, 0),     Vec3(1, 0, 0),        Vec3(0.3, 0.9, 0.1),
                     Vec3(1.2, 1, 0.2), Vec3(-0.7, 0.6, 0.1), Vec3(0.4, -0.8, 0.1)};
    model.springs.push_back({.nodes = {0, 1}, .rest_length = 0.8, .stiffness = 20, .damping = 0.7});
    model.springs.push_back({.nodes = {2, 5}, .rest_length = 0.5, .stiffness = 10, .damping = 0.2});
    Tie tie;
    tie.nodes = {0, 3, 4, -1, -1, -1}, tie.weights = {0.5, 0.5, -1, 0, 0, 0};
    tie.stiffness = 4, tie.damping = 0.3;
    model.ties.push_back(tie);
    model.drags.push_back({.linear = 0.1, .quadratic = 0.2});
    model.centripetals.push_back({.centre = Vec3(3, 1, 2)});
    model.gravity = Vec3(0, -9.81, 0);
    return scene;
}

/// Stretched elements at rest angle have exact derivatives; these add angles at their rest.
void add_bends_at_rest(ForcedPoints& scene) {
    Stencil<6> rest;
    std::copy(scene.state.x.begin(), scene.state.x.end(), rest.begin());
    const BendMaterial material{.rigidity = 0.5, .poisson = 0.3, .damping_time = 0.2};
    scene.model.bends.push_back(make_bend({0, 1, 2, 3, 4, 5}, rest, material));
    const Real angle = angle_at({rest[3], rest[1], rest[5]});
    scene.model.hinges.push_back({.nodes = {3, 1, 5}, .rest_angle = angle, .stiffness = 2, .damping = 0.4});
}

Block<6> dense_jacobian(const ForcedPoints& scene, JacobianScales scales) {
    const Part& part = scene.model.parts[0];
    BlockMatrix matrix = make_block_matrix(6, coupled_pairs(scene.model, part));
    add_jacobians(scene.model, scene.control, part, moment_of(scene.state), scales, matrix);
    Block<6> dense = Block<6>::Zero();
    for (int row = 0; row < 6; ++row)
        for (int k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k)
            dense.block<3, 3>(3 * row, 3 * matrix.column[k]) = matrix.blocks[k];
    return dense;
}

/// Forces as a function of all places (or velocities) of a scene of six points.
Stencil<6> forces_at(ForcedPoints scene, std::vector<Vec3> State::*what, const Stencil<6>& values) {
    (scene.state.*what).assign(values.begin(), values.end());
    const Forces forces = forces_on(scene.model, scene.control, scene.state);
    Stencil<6> result;
    std::copy(forces.point.begin(), forces.point.end(), result.begin());
    return result;
}

Block<6> difference_jacobian(const ForcedPoints& scene, std::vector<Vec3> State::*what) {
    Stencil<6> at;
    std::copy((scene.state.*what).begin(), (scene.state.*what).end(), at.begin());
    return central_jacobian<6>([&](const Stencil<6>& y) { return forces_at(scene, what, y); }, at);
}

TEST(Forces, jacobian_by_position_is_the_derivative_of_the_force_of_all_elastic_laws) {
    ForcedPoints scene = everything();
    add_bends_at_rest(scene);
    for (Spring& spring : scene.model.springs) spring.damping = 0;  // its turning is left out on purpose
    add_whole_part(scene.model);
    scene.model.hinges[0].damping = 0;
    scene.model.bends[0].damping_time = 0;
    const Block<6> exact = difference_jacobian(scene, &State::x);
    EXPECT_LT((dense_jacobian(scene, {1, 0}) - exact).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((dense_jacobian(scene, {-2, 0}) + 2 * exact).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Forces, jacobian_by_velocity_is_the_derivative_of_the_force_of_all_laws) {
    ForcedPoints scene = everything();
    add_bends_at_rest(scene);
    scene.model.triangles.push_back({1, 2, 4});
    scene.model.pressures.push_back({});
    Wind wind;
    wind.velocity = Vec3(2, 1, -3);
    scene.model.winds.push_back(wind);
    add_whole_part(scene.model);
    const Block<6> exact = difference_jacobian(scene, &State::v);
    EXPECT_LT((dense_jacobian(scene, {0, 1}) - exact).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_GT(exact.cwiseAbs().maxCoeff(), 0.1);
}

TEST(Forces, without_centripetal_force_the_jacobian_is_symmetric_and_takes_energy) {
    ForcedPoints scene = everything();
    add_bends_at_rest(scene);
    add_whole_part(scene.model);
    EXPECT_FALSE(has_symmetric_jacobian(scene.model, scene.model.parts[0]));
    scene.model.centripetals.clear();
    EXPECT_TRUE(has_symmetric_jacobian(scene.model, scene.model.parts[0]));
    Rng rng{3};
    for (Vec3& x : scene.state.x) x += 0.4 * random_vector(rng);  // folded and pressed together
    const Block<6> matrix = dense_jacobian(scene, {1, 1});
    EXPECT_LT((matrix - matrix.transpose()).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_TRUE(is_positive_semidefinite<18>(-matrix, 1e-10));
}

TEST(Forces, conservative_forces_are_minus_the_slope_of_the_energies) {
    ForcedPoints scene = everything();
    add_bends_at_rest(scene);
    scene.model.centripetals.clear();
    scene.model.drags.clear();
    add_whole_part(scene.model);
    for (Vec3& v : scene.state.v) v.setZero();
    scene.state.x[3].z() += 0.3;  // away from rest
    Stencil<6> at;
    std::copy(scene.state.x.begin(), scene.state.x.end(), at.begin());
    const auto total = [&](const Stencil<6>& y) {
        State moved = scene.state;
        std::copy(y.begin(), y.end(), moved.x.begin());
        const Part& part = scene.model.parts[0];
        return elastic_energy(scene.model, scene.control, part, moment_of(moved)) +
               weight_energy(scene.model, part, moment_of(moved));
    };
    const Stencil<6> slope = central_gradient<6>(total, at);
    for (int p = 0; p < 6; ++p) EXPECT_LT((force_on(scene, p) + slope[p]).norm(), 1e-7);
}

TEST(Forces, ties_to_points_of_another_part_pull_on_this_part_alone) {
    ForcedPoints scene = everything();
    add_whole_part(scene.model);
    Part& part = scene.model.parts[0];
    part.points = {0, 4};  // point 4 and 5 belong to somebody else
    part.springs = {};
    Assembly assembly;
    Forces forces;
    forces.point.assign(6, Vec3::Zero());
    evaluate_forces(scene.model, {}, part, moment_of(scene.state), assembly, forces);
    EXPECT_EQ(forces.point[4].norm(), 0);
    for (const auto& [a, b] : coupled_pairs(scene.model, part)) EXPECT_TRUE(a < 4 && b < 4);
}

}  // namespace
}  // namespace souple
