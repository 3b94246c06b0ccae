// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests src/souple/implicit/skin_contact.h and skin_volume.h.
#include "souple/implicit/skin_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "souple/core/parallel.h"
#include "souple/implicit/skin_volume.h"
#include "support/count_allocations.h"
#include "support/skin_objects.h"

namespace souple {
namespace {

using std::numbers::pi;

void press(SkinObject& a, SkinObject& b, const SkinFeel& feel = {}) {
    std::vector<SkinTouch> of_a, of_b;
    a.loads.reset(a.x.size());
    b.loads.reset(b.x.size());
    find_touches(a.touching(), b.touching(), of_a);
    find_touches(b.touching(), a.touching(), of_b);
    add_press(a.touching(), b.touching(), of_a, feel, 0.5, a.loads, b.loads);
    add_press(b.touching(), a.touching(), of_b, feel, 0.5, b.loads, a.loads);
    add_friction(a.touching(), b.touching(), of_a, feel, 0.5, a.loads, b.loads);
    add_friction(b.touching(), a.touching(), of_b, feel, 0.5, b.loads, a.loads);
}

/// Of a ball pressed flat on a plane at this distance from its centre.
Real flat_force(Real c) {
    const Real e = ball_law.thickness, a2 = e * e - c * c;
    return 2 * pi * pressure * ball_law.slope * (e * a2 / 2 - (e * e * e - c * c * c) / 3);
}

TEST(SkinContact, F0_28_fields_are_equal_on_the_common_surface_of_two_spheres) {
    const SkinObject a = balls({{0, 0, 0}}, 0.05), b = balls({{0.8, 0, 0}}, 0.05);
    std::vector<SkinTouch> touches;
    find_touches(a.touching(), b.touching(), touches);
    EXPECT_GT(touches.size(), 20u);
    for (const SkinTouch& touch : touches) {
        EXPECT_NEAR(value(a.field, touch.place), value(b.field, touch.place), 1e-6);
        EXPECT_NEAR(touch.place.x(), 0.4, 1e-8);
        EXPECT_NEAR(touch.normal.x(), 1, 1e-8);
        EXPECT_GE(touch.pressure, 0);
    }
}

TEST(SkinContact, F0_28_every_valid_seed_inside_the_other_object_touches_and_no_other) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const SkinObject a = lumps(Vec3::Zero(), seed), b = lumps(Vec3(1.1, 0.2, 0.1), seed + 10);
        std::vector<int> inside, touching;
        for (std::size_t i = 0; i < a.seeds.size(); ++i)
            if (a.places[i].is_valid() && value(b.field, a.places[i].place) > 1)
                inside.push_back(static_cast<int>(i));
        std::vector<SkinTouch> touches;
        find_touches(a.touching(), b.touching(), touches);
        for (const SkinTouch& touch : touches) touching.push_back(touch.seed);
        EXPECT_GT(inside.size(), 5u);
        EXPECT_EQ(touching, inside);
    }
}

TEST(SkinContact, seeds_outside_the_box_of_a_solid_are_not_asked_about) {
    const SkinObject ball = balls({{0, 0, 0}}, 0.05);
    int asked = 0;
    HardSolid ball_shaped{[&asked](const Vec3& p) {
                              ++asked;
                              return (p - Vec3(0.7, 0, 0)).norm() - 0.3;
                          },
                          [](const Vec3& p) { return Vec3((p - Vec3(0.7, 0, 0)).normalized()); },
                          [](const Vec3&) { return Vec3(0, 0, 0); }};
    std::vector<SkinTouch> all, near;
    const ThreadLimit limit(1);
    find_touches(ball.touching(), ball_shaped, all);
    const int asked_everywhere = std::exchange(asked, 0);
    ball_shaped.box = {Vec3(0.4, -0.3, -0.3), Vec3(1, 0.3, 0.3)};
    find_touches(ball.touching(), ball_shaped, near);
    ASSERT_GT(near.size(), 10u);
    ASSERT_EQ(near.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(near[i].seed, all[i].seed);
        EXPECT_TRUE(near[i].place == all[i].place);
    }
    EXPECT_LT(asked + 1000, asked_everywhere);
}

TEST(SkinContact, F0_27_a_ball_on_a_flat_solid_is_pushed_as_its_closed_form_says) {
    SkinObject ball = balls({{0, 0.4, 0}}, 0.02);
    const HardSolid ground{[](const Vec3& p) { return p.y(); }, [](const Vec3&) { return Vec3(0, 1, 0); },
                           [](const Vec3&) { return Vec3(0, 0, 0); }};
    for (const Real height : {0.47, 0.4, 0.3}) {
        ball.carriers[0].position.y() = height;
        ball.settle(0.02);
        std::vector<SkinTouch> touches;
        find_touches(ball.touching(), ground, touches);
        add_press(ball.touching(), ground, touches, {}, ball.loads);
        EXPECT_NEAR(ball.loads.force[0].y() / flat_force(height), 1, 0.01) << height;
        EXPECT_LT(std::hypot(ball.loads.force[0].x(), ball.loads.force[0].z()), 0.01 * flat_force(height));
        EXPECT_LT(ball.loads.torque[0].norm(), 0.01 * flat_force(height) * 0.5);
    }
}

// What friction changes in an interval must not be more than there is to stop: it is asked once and held.
TEST(SkinContact, F0_30_friction_is_coulombs_and_stops_slow_sliding_without_turning_it_round) {
    SkinObject ball = balls({{0, 0.4, 0}}, 0.02);
    const HardSolid ground{[](const Vec3& p) { return p.y(); }, [](const Vec3&) { return Vec3(0, 1, 0); },
                           [](const Vec3&) { return Vec3(0, 0, 0); }};
    const Real mass = 2, moment = 0.2, h = 0.0025;
    const std::vector<CarrierYield> yield{{1 / mass, Mat3::Identity() / moment}};
    const SkinFeel feel{.friction = 0.5};
    std::vector<SkinTouch> touches;
    const auto slip_after = [&](const Vec3& v, const Vec3& drift) {
        ball.v = {v};
        ball.settle(0.02);
        ball.loads.reset(1);
        std::vector<CarrierYield> ways = yield;
        ways[0].drift = drift;
        TouchingSkin skin = ball.touching();
        skin.yield = ways;
        skin.duration = h;
        find_touches(skin, ground, touches);
        add_press(skin, ground, touches, feel, ball.loads);
        add_friction(skin, ground, touches, feel, ball.loads);
        const Vec3 w = h / moment * ball.loads.torque[0];
        return Vec3(v + drift + h / mass * ball.loads.force[0] + w.cross(Vec3(0, -0.4, 0)));
    };
    const Vec3 fast = slip_after({5, 0, 0}, Vec3::Zero());
    const Real push = flat_force(0.4);
    EXPECT_NEAR(ball.loads.force[0].x() / (-0.5 * push), 1, 0.02);
    EXPECT_GT(fast.x(), 4);
    const Real most = h * 0.5 * push * (1 / mass + 0.16 / moment);  // [m/s] what it could change
    for (const Real part : {0.01, 0.3, 0.9}) {
        const Real speed = part * most, left = slip_after({speed, 0, 0}, Vec3::Zero()).x();
        EXPECT_GT(left, -0.01 * speed) << part;
        EXPECT_LT(left, 0.45 * speed) << part;  // (it may turn too: most of what it may do is allowed for)
        // what its own laws will do on the average counts as if it slid
        EXPECT_NEAR(slip_after({0, 0, 0}, {speed, 0, 0}).x(), left, 0.02 * speed) << part;
    }
}

TEST(SkinContact, the_push_of_a_thin_post_that_slides_past_begins_and_ends_from_nothing) {
    // few seeds, 0.25 m apart: what is thinner than that comes upon each of them from aside
    SkinObject ball = balls({{0, 0, 0}}, 0.25);
    Vec3 post(0, 0, 0);
    Real radius = 0;
    const auto across = [&post](const Vec3& p) { return Vec3(p.x() - post.x(), 0, p.z() - post.z()); };
    const HardSolid solid{[&](const Vec3& p) { return across(p).norm() - radius; },
                          [&](const Vec3& p) { return Vec3(across(p).normalized()); },
                          [](const Vec3&) { return Vec3(0, 0, 0); }};
    std::vector<SkinTouch> touches;
    const auto largest_jump = [&](Real depth) {
        Vec3 before = Vec3::Zero();
        Real largest = 0;
        const Real step = radius / 200;  // [m] 1 mm of the thick one
        const int steps = static_cast<int>(std::lround(0.8 / step));
        for (int i = -steps; i <= steps; ++i) {
            post = {step * i, 0, 0.5 + radius - depth};
            ball.loads.reset(1);
            find_touches(ball.touching(), solid, touches);
            add_press(ball.touching(), solid, touches, {}, ball.loads);
            largest = std::max(largest, (ball.loads.force[0] - before).norm());
            before = ball.loads.force[0];
        }
        return largest;
    };
    for (const Real r : {0.2, 0.08})
        for (const Real depth : {0.02, 0.05, 0.1, 0.2, 0.3}) {
            radius = r;
            EXPECT_LT(largest_jump(depth), 0.05 * flat_force(0.5 - depth)) << radius << ", " << depth;
        }
}

TEST(SkinContact, F0_28_the_push_between_two_spheres_is_the_closed_form_and_grows_with_depth) {
    SkinObject a = balls({{0, 0, 0}}, 0.02), b = balls({{0.9, 0, 0}}, 0.02);
    Real before = 0;
    for (const Real apart : {0.95, 0.9, 0.8, 0.7}) {
        b.carriers[0].position.x() = apart;
        b.settle(0.02);
        press(a, b);
        EXPECT_NEAR(-a.loads.force[0].x() / flat_force(apart / 2), 1, 0.01) << apart;
        EXPECT_GT(-a.loads.force[0].x(), before);
        before = -a.loads.force[0].x();
    }
}

TEST(SkinContact, F0_28_skins_at_rest_under_a_load_overlap_by_less_than_a_hundredth_of_their_thickness) {
    // spheres of unlike hardness, pressed with 60 N until they rest
    SkinObject a = balls({{0, 0, 0}}, 0.05), b = balls({{0.95, 0, 0}}, 0.05);
    const Real load = 60;
    std::vector<SkinTouch> touches;
    const auto push = [&](Real apart) {
        b.carriers[0].position.x() = apart;
        b.settle(0.05);
        a.loads.reset(1);
        find_touches(a.touching(), b.touching(3 * pressure), touches);
        add_press(a.touching(), b.touching(3 * pressure), touches, {}, 0.5, a.loads, b.loads);
        find_touches(b.touching(3 * pressure), a.touching(), touches);
        add_press(b.touching(3 * pressure), a.touching(), touches, {}, 0.5, b.loads, a.loads);
        return -a.loads.force[0].x();
    };
    Real near = 0.6, far = 1.0;
    for (int i = 0; i < 40; ++i) (push(0.5 * (near + far)) > load ? near : far) = 0.5 * (near + far);
    EXPECT_NEAR(push(near), load, 0.05 * load);
    const std::array<PressedSkin, 2> skins{{{&a.field, pressure}, {&b.field, 3 * pressure}}};
    SkinMesher mesher;
    TriangleMesh mesh;
    Real overlap = 0;
    for (const int own : {0, 1}) {
        polygonise_skin(mesher, skins, own, 0.05, mesh);
        for (const Vec3& p : mesh.points) {  // how deep a point of one drawn skin is inside the other skin
            const FieldSample in = sample(*skins[own].field, p), out = sample(*skins[1 - own].field, p);
            const Real mine = skins[own].pressure * (in.value - 1);
            const Real theirs = skins[1 - own].pressure * (out.value - 1);
            const Vec3 rise = skins[1 - own].pressure * out.gradient - skins[own].pressure * in.gradient;
            if (theirs > 0) overlap = std::max(overlap, (theirs - std::max(Real(0), mine)) / rise.norm());
        }
    }
    EXPECT_LT(overlap, 0.01 * ball_law.thickness);
    RecordProperty("overlap_in_thicknesses", std::to_string(overlap / ball_law.thickness));
}

TEST(SkinContact, F0_30_forces_and_moments_on_two_objects_cancel_to_rounding) {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        SkinObject a = lumps(Vec3::Zero(), seed), b = lumps(Vec3(1.1, 0.2, 0.1), seed + 10);
        press(a, b, {.friction = 0.4, .damping = 0.1});
        Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
        Real size = 0;
        for (const SkinObject* object : {&a, &b})
            for (std::size_t i = 0; i < object->x.size(); ++i) {
                force += object->loads.force[i];
                moment += object->loads.torque[i] + object->x[i].cross(object->loads.force[i]);
                size += object->loads.force[i].norm();
            }
        EXPECT_GT(size, 1);
        EXPECT_LT(force.norm(), 1e-13 * size);
        EXPECT_LT(moment.norm(), 1e-12 * size);
    }
}

TEST(SkinContact, F0_30_sums_over_carriers_are_those_over_seeds) {
    SkinObject a = lumps(Vec3::Zero(), 5), b = balls({{0.9, 0.1, 0.2}}, 0.1);
    std::vector<SkinTouch> touches;
    find_touches(a.touching(), b.touching(), touches);
    add_press(a.touching(), b.touching(), touches, {}, 1, a.loads, b.loads);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (const SkinTouch& touch : touches) {
        force -= touch.pressure * touch.area * touch.normal;
        moment -= touch.pressure * touch.area * touch.place.cross(touch.normal);
    }
    ASSERT_GT(force.norm(), 0);
    for (std::size_t i = 0; i < a.x.size(); ++i) {
        force -= a.loads.force[i];
        moment -= a.loads.torque[i] + a.x[i].cross(a.loads.force[i]);
    }
    EXPECT_LT(force.norm(), 1e-10);
    EXPECT_LT(moment.norm(), 1e-10);
}

TEST(SkinContact, friction_opposes_sliding_and_is_coulombs_when_it_is_fast) {
    SkinObject a = balls({{0, 0, 0}}, 0.05), b = balls({{0.85, 0, 0}}, 0.05);
    a.v[0] = Vec3(0, 2, 0);
    press(a, b, {.friction = 0.3, .slip_speed = 1e-4});
    EXPECT_NEAR(a.loads.force[0].y() / a.loads.force[0].x(), 0.3, 0.003);
    EXPECT_LT(a.loads.force[0].y(), 0);
    EXPECT_LT(a.loads.force[0].x(), 0);
}

TEST(SkinContact, damping_takes_energy_from_an_impact_and_never_pulls) {
    SkinObject a = balls({{0, 0, 0}}, 0.05), b = balls({{0.85, 0, 0}}, 0.05);
    const auto pushed = [&](Real speed) {
        a.v[0] = Vec3(speed, 0, 0);
        press(a, b, {.damping = 0.5});
        return -a.loads.force[0].x();
    };
    const Real still = pushed(0);
    EXPECT_NEAR(pushed(1), 1.5 * still, 1e-6 * still);
    EXPECT_NEAR(pushed(-1), 0.5 * still, 1e-6 * still);
    EXPECT_EQ(pushed(-5), 0);
}

Real drawn_volume(const SkinField& field) { return signed_volume(polygonise_skin(field, 0.04)); }

TEST(SkinVolume, F0_31_two_lumps_that_merge_and_part_keep_their_volume) {
    SkinObject pair = balls({{-1, 0, 0}, {1, 0, 0}}, 0.04);
    VolumeKeeper keeper;
    note_volume(keeper, pair.primitives, pair.seeds, pair.carriers);
    const Real volume = drawn_volume(pair.field);
    EXPECT_NEAR(keeper.rest[0] + keeper.rest[1], 2 * 4 * pi / 3 * 0.125, 1e-6);
    Real loose = 0, kept = 0;
    for (const Real apart : {1.8, 1.2, 0.9, 0.6, 0.4, 0.8, 2.0}) {
        pair.carriers[0].position.x() = -apart / 2;
        pair.carriers[1].position.x() = apart / 2;
        pose_field(pair.field, pair.primitives, pair.carriers);
        loose = std::max(loose, std::abs(drawn_volume(pair.field) / volume - 1));
        keep_volume(keeper, pair.primitives, pair.seeds, pair.carriers, 6, pair.field, pair.places);
        kept = std::max(kept, std::abs(drawn_volume(pair.field) / volume - 1));
    }
    EXPECT_GT(loose, 0.05);
    EXPECT_LT(kept, 0.01);
}

TEST(SkinVolume, F0_31_a_lump_pulled_in_two_leaves_two_pieces_with_the_volume_of_their_carriers) {
    SkinObject lump = balls({{0, 0, 0}, {0.4, 0.1, 0}, {0.8, 0, 0}, {0.4, 0.5, 0}}, 0.06);
    VolumeKeeper keeper;
    note_volume(keeper, lump.primitives, lump.seeds, lump.carriers);
    const Real volume = drawn_volume(lump.field);
    lump.carriers[0].position.x() -= 3;
    lump.carriers[1].position.x() -= 3;
    keep_volume(keeper, lump.primitives, lump.seeds, lump.carriers, 12, lump.field, lump.places);
    EXPECT_EQ(keeper.piece, (std::vector<int>{0, 0, 2, 2}));
    EXPECT_NEAR(drawn_volume(lump.field) / volume, 1, 0.01);
}

TEST(SkinVolume, territories_of_boxes_have_the_volume_of_rounded_boxes) {
    SkinObject box;
    box.primitives.push_back(cube_skeleton({}, Vec3(0.4, 0.3, 0.5), ball_law));
    box.carriers.push_back({});
    box.settle(0.06);
    VolumeKeeper keeper;
    note_volume(keeper, box.primitives, box.seeds, box.carriers);
    const Real e = ball_law.thickness, a = 0.8, b = 0.6, c = 1.0;
    const Real exact =
        a * b * c + 2 * e * (a * b + b * c + c * a) + pi * e * e * (a + b + c) + 4 * pi / 3 * e * e * e;
    EXPECT_NEAR(keeper.rest[0] / exact, 1, 0.02);
}

TEST(SkinContact, nothing_allocates_when_skins_have_been_pressed_and_drawn_before) {
    const ThreadLimit limit(1);
    SkinObject a = lumps(Vec3::Zero(), 1), b = lumps(Vec3(1.1, 0.2, 0.1), 2);
    VolumeKeeper keeper;
    note_volume(keeper, a.primitives, a.seeds, a.carriers);
    std::vector<SkinTouch> touches;
    SkinMesher mesher;
    TriangleMesh mesh;
    const auto use_all = [&] {
        keep_volume(keeper, a.primitives, a.seeds, a.carriers, 2, a.field, a.places);
        a.settle(0.15);
        find_touches(b.touching(), a.touching(), touches);
        find_touches(a.touching(), b.touching(), touches);
        add_press(a.touching(), b.touching(), touches, {}, 0.5, a.loads, b.loads);
        const std::array<PressedSkin, 2> skins{{{&a.field, 1}, {&b.field, 1}}};
        polygonise_skin(mesher, skins, 0, 0.1, mesh);
    };
    use_all();
    use_all();
    const long before = allocations;
    use_all();
    EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace souple
