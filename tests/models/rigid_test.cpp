// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/rigid.h
#include "souple/models/rigid.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

std::shared_ptr<const SurfaceTree> tree_of(TriangleMesh mesh) {
    return std::make_shared<const SurfaceTree>(make_surface_tree(std::move(mesh), "mesh"));
}

BodyDef mesh_body(TriangleMesh mesh) {
    BodyDef body;
    body.solid.mesh = tree_of(std::move(mesh));
    return body;
}

/// What adding a part with one good body and then this one complains of.
std::string error_of(const BodyDef& body) {
    try {
        World world;
        add_rigid(world, rigid_of({body_of(Sphere{1}, Vec3::Zero()), body}, "things"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

bool has(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

/// A dumb-bell along x, its centre of mass away from its origin.
Solid dumb_bell() {
    Solid solid;
    solid.pieces = {{Sphere{0.2}, {Vec3(1, 0, 0), Quat::Identity()}},
                    {Sphere{0.2}, {Vec3(0, 0, 0), Quat::Identity()}},
                    {Box{{0.5, 0.05, 0.05}}, {Vec3(0.5, 0, 0), Quat::Identity()}}};
    return solid;
}

/// A disc on a thin stem that ends in a round foot: the foot's centre is at the origin.
Solid spinning_top() {
    Solid solid;
    solid.pieces = {{Sphere{0.01}, {}},
                    {Cylinder{0.1, 0.02}, {Vec3(0, 0.1, 0), Quat::Identity()}},
                    {Cylinder{0.005, 0.04}, {Vec3(0, 0.04, 0), Quat::Identity()}}};
    return solid;
}

}  // namespace

TEST(Rigid, F3_2_mass_and_inertia_follow_from_shape_and_density) {
    BodyDef body = body_of(Box{{0.5, 1, 1.5}}, Vec3::Zero());
    body.density = 2;
    const World world = rigid_world({body});
    const FrameInertia inertia = world.model.frame_inertia[0];
    EXPECT_NEAR(inertia.mass, 12, 1e-12);
    Vec3 moments = inertia.moments;
    std::sort(moments.data(), moments.data() + 3);
    EXPECT_LT((moments - Vec3(5, 10, 13)).norm(), 1e-10);
}

TEST(Rigid, F3_2_a_body_stands_where_its_origin_is_put_whatever_its_centre_of_mass) {
    BodyDef body;
    body.solid = dumb_bell();
    body.position = {3, 2, 1};
    body.rotation = {0, 90, 0};
    const World world = rigid_world({body});
    EXPECT_LT((world.state.frames.x[0] - Vec3(3, 2, 0.5)).norm(), 1e-9);  // x turns to -z
    const BodyPiece& piece = world.model.pieces[0];
    const Pose frame{world.state.frames.x[0], world.state.frames.q[0]};
    EXPECT_LT(((frame * piece.pose).position - Vec3(3, 2, 0)).norm(), 1e-9);
}

TEST(Rigid, F3_2_copies_stand_at_their_pitch) {
    BodyDef body = body_of(Sphere{0.1}, {1, 0, 0});
    body.repeat = {2, 3, 1};
    body.pitch = {0.5, 0.25, 0};
    const World world = rigid_world({body});
    ASSERT_EQ(world.state.frames.count(), 6);
    EXPECT_LT((world.state.frames.x[5] - Vec3(1.5, 0.5, 0)).norm(), 1e-12);
}

TEST(Rigid, F3_2_T5_a_body_that_touches_nothing_turns_as_a_free_frame_to_the_bit) {
    BodyDef body = body_of(Box{{0.1, 0.2, 0.3}}, {0, 5, 0});
    body.velocity = {0.1, 0.2, 0.3};
    body.spin = {3, 0.01, 2};
    World rigid = rigid_world({body});
    add_floor(rigid);
    World frames;
    frames.model.gravity.setZero();
    FramesDef def;
    const FrameInertia inertia = rigid.model.frame_inertia[0];
    def.frames = {{.position = {0, 5, 0}, .mass = inertia.mass, .moments = inertia.moments}};
    add_frames(frames, def);
    frames.state.frames = rigid.state.frames;
    run(rigid, 200);
    run(frames, 200);
    EXPECT_EQ(rigid.state.frames.x[0], frames.state.frames.x[0]);
    EXPECT_EQ(rigid.state.frames.q[0].coeffs(), frames.state.frames.q[0].coeffs());
    EXPECT_EQ(rigid.state.frames.w[0], frames.state.frames.w[0]);
}

TEST(Rigid, F3_2_T5_a_top_on_a_smooth_floor_precesses_with_its_steady_rate) {
    // without friction the floor pushes straight up under the foot's centre, l below the centre of mass:
    // I3 w3 W - I1 W^2 cos(tilt) = m g l, and the centre of mass stays where it is
    BodyDef body;
    body.solid = spinning_top();
    body.material = {0, 0};
    World world = rigid_world({body}, down);
    add_floor(world, {0, 0});
    Frames& frames = world.state.frames;
    const FrameInertia inertia = world.model.frame_inertia[0];
    const Real l = frames.x[0].y(), tilt = 20 * degree, rate = 4, cosine = std::cos(tilt);
    int third = 0;
    inertia.moments.maxCoeff(&third);
    const Real i3 = inertia.moments[third], i1 = inertia.moments[(third + 1) % 3];
    const Real w3 = (inertia.mass * g * l + i1 * rate * rate * cosine) / (i3 * rate);
    const Quat lean = rotation_from_degrees({0, 0, -tilt / degree});
    const Vec3 axis = lean * Vec3::UnitY();
    frames.q[0] = lean * frames.q[0];
    frames.x[0] = Vec3(0, 0.01 + l * cosine, 0);
    frames.w[0] = rate * Vec3::UnitY() + (w3 - rate * cosine) * axis;
    const Vec3 local = frames.q[0].conjugate() * axis;
    const Real h = 1.0 / 2000, time = 0.5;
    run(world, 1000, h);
    const Vec3 end = frames.q[0] * local;
    const Vec3 wanted(std::sin(tilt) * std::cos(rate * time), cosine,
                      -std::sin(tilt) * std::sin(rate * time));
    EXPECT_LT((end - wanted).norm(), 0.01 * std::sin(tilt));
    EXPECT_LT(std::hypot(frames.x[0].x(), frames.x[0].z()), 1e-9);
    EXPECT_NEAR(frames.x[0].y(), 0.01 + l * cosine, 3e-4);
}

TEST(Rigid, F3_61_every_solid_comes_to_rest_on_a_plane_at_its_height) {
    const std::vector<Vec3> corners = {
        {0.3, 0, 0.3}, {-0.3, 0, 0.3}, {-0.3, 0, -0.3}, {0.3, 0, -0.3}, {0, 0.4, 0}};
    const Hull pyramid{std::make_shared<const ConvexHull>(make_hull(corners, "pyramid"))};
    const Vec3 at = Vec3::Zero();
    BodyDef compound;
    compound.solid = dumb_bell();
    const Quat lying = rotation_from_degrees({0, 0, 90});
    BodyDef capsule;
    capsule.solid.pieces = {{Capsule{0.1, 0.3}, {Vec3::Zero(), lying}}};
    BodyDef barrel;
    barrel.solid.pieces = {{Cylinder{0.2, 0.3}, {Vec3::Zero(), lying}}};
    const std::vector<std::pair<BodyDef, Real>> bodies = {{body_of(Sphere{0.2}, at), 0.2},
                                                          {body_of(Box{{0.3, 0.15, 0.2}}, at), 0.15},
                                                          {capsule, 0.1},
                                                          {body_of(Ellipsoid{{0.3, 0.2, 0.25}}, at), 0.2},
                                                          {body_of(Cylinder{0.2, 0.3}, at), 0.3},
                                                          {barrel, 0.2},
                                                          {body_of(pyramid, at), 0},
                                                          {compound, 0.2},
                                                          {mesh_body(make_box_mesh({0.3, 0.15, 0.2})), 0.15},
                                                          {mesh_body(make_icosphere(0.2, 1)), 0.2}};
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        BodyDef body = bodies[k].first;
        body.position = {0, bodies[k].second + 0.05, 0};
        World world = rigid_world({body}, down);
        add_floor(world);
        const Pose start{world.state.frames.x[0], world.state.frames.q[0]};
        run(world, 240, 1.0 / 120);
        const Frames& frames = world.state.frames;
        const bool round_mesh = k == 9;  // it lands on a corner and rolls to a face
        EXPECT_NEAR(frames.x[0].y(), start.position.y() - 0.05, round_mesh ? 0.02 : 2e-4) << "solid " << k;
        EXPECT_LT(frames.v[0].norm(), round_mesh ? 0.1 : 1e-3) << "solid " << k;
        EXPECT_LT(frames.w[0].norm(), round_mesh ? 1 : 1e-2) << "solid " << k;
    }
}

TEST(Rigid, bad_bodies_are_refused_by_name) {
    BodyDef light = body_of(Sphere{1}, Vec3::Zero());
    light.density = 0;
    EXPECT_TRUE(has(error_of(light), "body 1 of part 'things' has density 0"));
    light.density = std::nan("");
    EXPECT_TRUE(has(error_of(light), "body 1 of part 'things' has density"));
    EXPECT_TRUE(has(error_of(body_of(Sphere{0}, Vec3::Zero())), "body 1 of part 'things'"));
    EXPECT_TRUE(has(error_of(BodyDef{}), "body 1 of part 'things'"));
    TriangleMesh open = make_box_mesh({1, 1, 1});
    open.triangles.pop_back();
    EXPECT_TRUE(has(error_of(mesh_body(open)), "body 1 of part 'things': an open mesh"));
    TriangleMesh inverted = make_box_mesh({1, 1, 1});
    for (auto& triangle : inverted.triangles) std::swap(triangle[0], triangle[1]);
    EXPECT_TRUE(has(error_of(mesh_body(inverted)), "body 1 of part 'things': the mesh is inverted"));
    EXPECT_EQ(error_of(mesh_body(make_box_mesh({1, 1, 1}))), "");
    World world;
    EXPECT_THROW(add_rigid(world, rigid_of({})), InputError);
}

TEST(Rigid, a_hull_of_points_in_a_plane_is_refused_by_name) {
    const std::vector<Vec3> flat = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}, {0.5, 0, 0.2}};
    try {
        make_hull(flat, "body 3 of part 'things'");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(has(error.what(), "body 3 of part 'things'"));
    }
}

}  // namespace souple
