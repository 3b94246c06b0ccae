// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/oriented.h
#include "souple/models/oriented.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/models/rigid.h"
#include "support/oriented_world.h"

namespace souple {
namespace {

std::vector<PlacedParticle> placed(const OrientedShapeDef& shape) {
    Rng rng{1};
    return place_particles(shape, rng);
}

Real nearest_distance(const std::vector<PlacedParticle>& particles, std::size_t i) {
    Real nearest = 1e30;
    for (std::size_t j = 0; j < particles.size(); ++j)
        if (j != i)
            nearest = std::min(nearest, (particles[j].pose.position - particles[i].pose.position).norm());
    return nearest;
}

TEST(OrientedShapes, rows_sheets_bundles_and_blocks_keep_their_spacing) {
    for (const OrientedShapeDef& shape :
         {OrientedShapeDef(RowShape{7, 0.5}), OrientedShapeDef(SheetShape{5, 6, 0.5, true}),
          OrientedShapeDef(SheetShape{5, 6, 0.5, false}), OrientedShapeDef(BundleShape{2, 4, 0.5, 0.5}),
          OrientedShapeDef(BlockShape{{3, 3, 3}, 0.5, 0})}) {
        const auto particles = placed(shape);
        for (std::size_t i = 0; i < particles.size(); ++i)
            EXPECT_NEAR(nearest_distance(particles, i), 0.5, 1e-12);
    }
    EXPECT_EQ(placed(BundleShape{2, 4, 0.5, 0.5}).size(), 19u * 4);
}

TEST(OrientedShapes, cylinders_rings_and_spheres_stand_on_their_surface_at_their_spacing) {
    const auto ring = placed(RingShape{12, 2});
    for (std::size_t i = 0; i < ring.size(); ++i)
        EXPECT_NEAR(nearest_distance(ring, i), 4 * std::sin(std::numbers::pi / 12), 1e-12);
    const auto cylinder = placed(CylinderShape{8, 5, 2, 360, 0.7});
    EXPECT_EQ(cylinder.size(), 40u);
    for (std::size_t i = 0; i < cylinder.size(); ++i) {
        const Vec3& x = cylinder[i].pose.position;
        EXPECT_NEAR(std::hypot(x.x(), x.z()), 2, 1e-12);
        EXPECT_NEAR(nearest_distance(cylinder, i), 0.7, 1e-12) << "along the axis they are nearer";
    }
    const auto sphere = placed(SphereShape{200, 3});
    const Real even = std::sqrt(4 * std::numbers::pi * 9 / 200);  // of squares that cover it
    for (std::size_t i = 0; i < sphere.size(); ++i) {
        EXPECT_NEAR(sphere[i].pose.position.norm(), 3, 1e-12);
        EXPECT_GT(nearest_distance(sphere, i), 0.7 * even);
        EXPECT_LT(nearest_distance(sphere, i), 1.2 * even);
    }
}

TEST(OrientedShapes, normals_point_outwards_and_axes_are_right_handed) {
    for (const PlacedParticle& p : placed(RingShape{9, 2})) {
        EXPECT_NEAR((p.pose.rotation * Vec3::UnitY()).dot(p.pose.position) / 2, 1, 1e-12);
        EXPECT_NEAR(p.curvature[0], 0.5, 1e-12);
    }
    for (const PlacedParticle& p : placed(SphereShape{50, 2}))
        EXPECT_NEAR((p.pose.rotation * Vec3::UnitZ()).dot(p.pose.position) / 2, 1, 1e-12);
    for (const PlacedParticle& p : placed(CylinderShape{6, 3, 2, 150, 1})) {
        const Vec3 out = p.pose.rotation * Vec3::UnitZ();
        EXPECT_NEAR(out.dot(p.pose.position) / 2, 1, 1e-12);
        EXPECT_NEAR(std::abs((p.pose.rotation * Vec3::UnitX()).y()), 0, 1e-12);
    }
}

TEST(OrientedShapes, a_spiral_curves_most_inside_and_its_particles_stand_along_it) {
    const auto particles = placed(SpiralShape{30, 1, 1.5, 0, 0.1});
    for (std::size_t i = 1; i < particles.size(); ++i) {
        const Vec3 way = particles[i].pose.position - particles[i - 1].pose.position;
        EXPECT_NEAR(way.norm(), 0.1, 2e-3);
        EXPECT_GT((particles[i].pose.rotation * Vec3::UnitX()).dot(way) / way.norm(), 0.995);
        EXPECT_LT(particles[i].curvature[0], particles[i - 1].curvature[0]);
    }
}

TEST(Oriented, F0_18_a_law_is_a_list_and_particles_that_differ_in_nothing_share_it) {
    OrientedDef def = oriented_def(
        CylinderShape{}, {interaction(LawKind::Cohesion, 0.5), interaction(LawKind::PrincipalShape, 10)});
    const World world = oriented_world(def);
    EXPECT_EQ(world.model.oriented[0].kinds.size(), 1u);
    EXPECT_EQ(world.model.oriented[0].laws.size(), 2u);
    EXPECT_EQ(world.model.oriented[0].laws[1].curvature[0], 0.5);
    EXPECT_EQ(world.model.oriented[0].kind_of.size(), 20u);
    def.objects[0].shape = SpiralShape{};
    EXPECT_EQ(oriented_world(def).model.oriented[0].kinds.size(), 20u);
}

TEST(Oriented, F0_44_the_volume_rule_keeps_the_product_of_rest_distances) {
    for (const Real stretch : {0.5, 1.5}) {
        InteractionDef def = interaction(LawKind::Cohesion, 1);
        def.stretch = stretch;
        def.law.alpha = 2;
        const OrientedLaw law = law_of(def, {0, 0});
        EXPECT_NEAR(law.rest.prod(), 1, 1e-14);
        EXPECT_NEAR(law.rest.x(), stretch == 0.5 ? 1.4142135623731 : 0.81649658092773, 1e-12);
        EXPECT_EQ(fault_of(law), nullptr);
    }
}

TEST(Oriented, bad_input_is_refused_and_a_single_particle_is_not) {
    OrientedDef def = oriented_def(RowShape{1, 1}, {interaction(LawKind::Cohesion, 0.5)});
    World world = oriented_world(def);
    EXPECT_FALSE(world.step({}).failure);
    const auto refused = [&def](auto change) {
        OrientedDef bad = def;
        change(bad);
        EXPECT_THROW(oriented_world(bad), InputError);
    };
    refused([](OrientedDef& d) { d.laws[0].interactions[0].range = -1; });
    refused([](OrientedDef& d) { d.laws[0].interactions[0].range = 0.5; });
    refused([](OrientedDef& d) { d.laws[0].interactions[0].law.alpha = 6; });
    refused([](OrientedDef& d) { d.objects[0].law = "lawn"; });
    refused([](OrientedDef& d) { d.objects[0].others = {{"law", {1}}}; });
    refused([](OrientedDef& d) { d.objects.clear(); });
    refused([](OrientedDef& d) { d.objects[0].mass = 0; });
}

TEST(Oriented, F0_21_particles_and_a_rigid_body_exchange_equal_and_opposite_impulses) {
    OrientedDef def = oriented_def(RowShape{5, 1}, {interaction(LawKind::Cohesion, 0.5, 1.6)});
    def.body_radius = 0.4;
    World world = oriented_world(def);
    RigidDef rigid;
    rigid.part.velocity = Vec3(0.5, -3, 0.2);
    rigid.bodies.resize(1);
    rigid.bodies[0].solid.pieces = {{Sphere{0.5}, {}}};
    rigid.bodies[0].position = Vec3(0.2, 1.2, 0.1);
    rigid.bodies[0].density = 4;
    rigid.bodies[0].material.friction = 0.4;
    add_rigid(world, rigid);
    const auto sums = [&world] {
        std::array<Vec3, 2> sum{Vec3::Zero(), Vec3::Zero()};
        for (const Part& part : world.model.parts) {
            sum[0] += momentum(world.model, world.state, part);
            sum[1] += angular_momentum(world.model, world.state, part);
        }
        return sum;
    };
    const std::array<Vec3, 2> before = sums();
    for (int k = 0; k < 100; ++k) world.step({.h = 5e-3});
    EXPECT_LT((sums()[0] - before[0]).norm(), 1e-12 * 100);
    EXPECT_LT((sums()[1] - before[1]).norm(), 1e-2) << "places move between impulses";
    EXPECT_LT(momentum(world.model, world.state, world.model.parts[0]).y(), -1) << "the row was pushed down";
}

TEST(Oriented, F0_41_a_force_on_one_particle_ends_when_it_is_told_to) {
    OrientedDef def = oriented_def(RowShape{5, 1}, {interaction(LawKind::Cohesion, 0.5, 1.6)});
    def.forces = {{.frame = 2, .force = Vec3(0, 3, 0), .start = 0.1, .stop = 0.3}};
    World world = oriented_world(def);
    const auto pushed = [&] { return momentum(world.model, world.state, world.model.parts[0]); };
    for (int k = 1; k <= 100; ++k) {
        world.step({.h = 0.005});
        const Real held = std::clamp(0.005 * k - 0.1, 0.0, 0.2);  // [s]
        EXPECT_NEAR(pushed().y(), 3 * held, 3 * 0.005 + 1e-12) << k;
    }
    const Real last = pushed().y();
    for (int k = 0; k < 20; ++k) world.step({.h = 0.005});
    EXPECT_NEAR(pushed().y(), last, 1e-12);
    EXPECT_LT(std::abs(pushed().x()) + std::abs(pushed().z()), 1e-12);
}

TEST(Oriented, F0_25_a_straight_row_takes_the_curvature_that_its_laws_ask_for) {
    InteractionDef shape = interaction(LawKind::PrincipalShape, 20, 1.6);
    shape.law.axis = Vec3::UnitY();
    shape.curvature = {1 / 3.0, 0};
    OrientedDef def = oriented_def(RowShape{7, 1}, {interaction(LawKind::Cohesion, 0.5, 1.6), shape});
    def.settings.drag = 4;
    def.settings.spin_drag = 1;
    def.part.substeps = 4;
    World world = oriented_world(def);
    for (int k = 0; k < 600; ++k) world.step({.h = 5e-3});
    const Real angle = 1, height = 3 * (1 - std::cos(angle));
    EXPECT_NEAR(extent(world.state, world.model.parts[0]).y(), height, 0.1 * height);
    EXPECT_NEAR(extent(world.state, world.model.parts[0]).x(), 6 * std::sin(angle), 0.5);
}

}  // namespace
}  // namespace souple
