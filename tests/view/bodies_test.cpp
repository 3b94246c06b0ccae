// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests view/tessellate_body.cpp and how plan_view groups bodies.
#include <gtest/gtest.h>

#include "souple/geometry/solid/mass_properties.h"
#include "souple/view/plan_view.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// The volume inside a closed mesh, negative when it is inside out.
Real volume_of(const TriangleMesh& mesh) {
    Real six = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        six += mesh.points[a].dot(mesh.points[b].cross(mesh.points[c]));
    return six / 6;
}

TriangleMesh shown(const Convex& convex) {
    const World world = rigid_world({body_of(convex, Vec3::Zero())});
    return tessellate_body(world.model, world.model.parts[0], 0);
}

TEST(BodyView, every_solid_is_shown_with_its_own_volume_and_right_side_out) {
    const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {1, 1, 1}};
    const Convex hull = Hull{std::make_shared<const ConvexHull>(make_hull(corners, "hull"))};
    for (const Convex& convex : {Convex(Sphere{0.5}), Convex(Box{{1, 2, 3}}), Convex(Capsule{0.3, 0.4}),
                                 Convex(Ellipsoid{{1, 0.5, 0.2}}), Convex(Cylinder{0.5, 1}), hull}) {
        const Real volume = mass_properties(convex, 1).mass;
        EXPECT_NEAR(volume_of(shown(convex)) / volume, 1, 0.005) << convex.index();
    }
}

TEST(BodyView, bodies_alike_share_a_mesh_and_others_do_not) {
    BodyDef row = body_of(Box{{0.1, 0.1, 0.1}}, Vec3::Zero());
    row.repeat = {4, 1, 1};
    row.pitch = {1, 1, 1};
    const World world = rigid_world({row, body_of(Sphere{0.1}, {0, 5, 0})});
    const ViewPlan plan = plan_view(world.model);
    ASSERT_EQ(plan.parts[0].bodies.size(), 2u);
    EXPECT_EQ(plan.parts[0].bodies[0].frames.size(), 4u);
    EXPECT_EQ(plan.parts[0].bodies[1].frames.size(), 1u);
}

TEST(BodyView, bodies_keep_their_names_and_nobody_else_s) {
    BodyDef lid = body_of(Box{{0.1, 0.1, 0.1}}, Vec3::Zero()), row = lid,
            ball = body_of(Sphere{0.1}, {0, 5, 0});
    lid.name = "lid";
    row.name = "brick";
    row.repeat = {2, 1, 1};
    row.pitch = {1, 1, 1};
    World world = rigid_world({lid, row, ball});
    ViewPlan plan = plan_view(world.model);
    EXPECT_EQ(plan.parts[0].bodies[0].names, (std::vector<std::string>{"lid", "brick_0", "brick_1"}));
    EXPECT_TRUE(plan.parts[0].bodies[1].names.empty());
    // another part with a lid of its own: its name goes before it
    RigidDef second;
    second.part.name = "chest";
    second.bodies = {lid};
    add_rigid(world, second);
    plan = plan_view(world.model);
    EXPECT_EQ(plan.parts[1].bodies[0].names, std::vector<std::string>{"chest_lid"});
}

TEST(BodyView, pieces_of_a_compound_stay_where_the_body_has_them) {
    BodyDef dumbbell;
    dumbbell.solid.pieces = {{Sphere{0.2}, {{-1, 0, 0}, Quat::Identity()}},
                             {Sphere{0.2}, {{1, 0, 0}, Quat::Identity()}}};
    const World world = rigid_world({dumbbell});
    const TriangleMesh mesh = tessellate_body(world.model, world.model.parts[0], 0);
    Aabb box;
    const Pose pose{world.state.frames.x[0], world.state.frames.q[0]};
    for (const Vec3& p : mesh.points) box.extend(pose.to_world(p));
    EXPECT_NEAR(box.low.x(), -1.2, 0.005);
    EXPECT_NEAR(box.high.x(), 1.2, 0.005);
    EXPECT_NEAR(box.high.y(), 0.2, 0.005);
}

}  // namespace
}  // namespace souple
