// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/view/show_skins.h
#include "souple/view/show_skins.h"

#include <gtest/gtest.h>

#include "souple/geometry/triangle_mesh.h"
#include "souple/models/oriented.h"
#include "souple/view/check_frame.h"
#include "souple/view/describe_world.h"
#include "support/oriented_world.h"

namespace souple {
namespace {

World moving_row(bool skinned) {
    OrientedDef def = oriented_def(RowShape{3, 1}, {interaction(LawKind::Cohesion, 0.5, 1.6)});
    def.part.name = "row";
    def.part.velocity = Vec3(2, 0, 0);
    if (skinned) def.skin = SkinDef{.thickness = 0.6};
    return oriented_world(def);
}

TEST(ShowSkins, F0_43_a_skin_is_a_closed_surface_that_hides_its_particles) {
    const World world = moving_row(true);
    const Frame frame = describe_world(world.model, world.state, world.control);
    check(frame);
    EXPECT_TRUE(frame.discs.empty());
    ASSERT_EQ(frame.surfaces.size(), 1u);
    const SurfaceView& surface = frame.surfaces[0];
    EXPECT_EQ(surface.head.name, "row_object");
    EXPECT_EQ(surface.head.part, "row");
    EXPECT_TRUE(is_closed({surface.positions, surface.triangles}));
    EXPECT_GT(signed_volume({surface.positions, surface.triangles}), 3 * 0.9);
    for (const float speed : surface.head.quantities.at(0).values) EXPECT_NEAR(speed, 2, 1e-5);
}

TEST(ShowSkins, without_a_skin_particles_are_discs) {
    const World world = moving_row(false);
    const Frame frame = describe_world(world.model, world.state, world.control);
    EXPECT_TRUE(frame.surfaces.empty());
    EXPECT_EQ(frame.discs.size(), 1u);
}

}  // namespace
}  // namespace souple
