// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests dynamics/contact/link_groups.cpp: links that share nothing do not feel each other.
#include "souple/dynamics/contact/link_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numbers>

#include "souple/dynamics/scratch.h"
#include "souple/models/articulated.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

MaterialPoint spot_of(int frame, const Vec3& local) { return {.frame = frame, .local = local}; }

RigidDef passes_through(std::vector<BodyDef> bodies, const std::string& name) {
    RigidDef def = rigid_of(std::move(bodies), name);
    def.part.touches = Touches::Nothing;
    def.part.self_contact = false;
    return def;
}

Range frames_named(const World& world, const std::string& name) {
    return world.model.parts[find_part(world.model, name)].frames;
}

/// Ten rods of 10 cm that swing on a nail. Each link tears at the given strength.
void add_chain(World& world, const std::string& name, Real strength) {
    ParticlesDef nail;
    nail.part.name = name + " nail";
    nail.part.touches = Touches::Nothing;
    nail.points = {{.position = {0, 0, 0}, .pinned = true}};
    add_particles(world, nail);
    std::vector<BodyDef> rods;
    for (int k = 0; k < 10; ++k) rods.push_back(body_of(Box{{0.05, 0.01, 0.01}}, {0.05 + 0.1 * k, 0, 0}));
    add_rigid(world, passes_through(rods, name));
    const Part& held = world.model.parts[find_part(world.model, nail.part.name)];
    MaterialPoint before = find_spot(world.model, held, {.point = 0});
    for (int k = 0; k < 10; ++k) {
        const int frame = frames_named(world, name).begin + k;
        Link link{.a = before, .b = spot_of(frame, {-0.05, 0, 0})};
        link.when.strength = strength;
        world.model.links.push_back(link);
        before = spot_of(frame, {0.05, 0, 0});
    }
}

/// Far away, two boxes of much more mass on one link that turn about each other fast.
void add_turning_pair(World& world) {
    BodyDef one = body_of(Box{{0.2, 0.3, 0.2}}, {200, 0, 0}), other = one;
    other.position.x() += 0.6;
    one.spin = {1, 2, 3};
    other.velocity = {1, 7, -4};
    add_rigid(world, passes_through({one, other}, "pair"));
    const int first = frames_named(world, "pair").begin;
    world.model.links.push_back({.a = spot_of(first, {0.3, 0, 0}), .b = spot_of(first + 1, {-0.3, 0, 0})});
}

enum class Pair { None, Before, After };

World chain_with(Pair pair, Real strength) {
    World world;
    world.model.gravity = down;
    if (pair == Pair::Before) add_turning_pair(world);
    add_chain(world, "chain", strength);
    if (pair == Pair::After) add_turning_pair(world);
    return world;
}

struct ChainMotion {
    std::vector<Vec3> x, v;
    std::vector<LinkGrip> grips;
    bool operator==(const ChainMotion&) const = default;
};

ChainMotion motion_of_chain(World& world, Pair pair) {
    ChainMotion motion;
    for (int k = 0; k < 60; ++k) {
        EXPECT_FALSE(world.step({.h = 1.0 / 120, .intervals = 2}).failure);
        const Range frames = frames_named(world, "chain");
        for (int f = frames.begin; f < frames.end(); ++f) {
            motion.x.push_back(world.state.frames.x[f]);
            motion.v.push_back(world.state.frames.v[f]);
        }
        if (world.state.links.empty()) continue;
        const auto first = world.state.links.begin() + (pair == Pair::Before ? 1 : 0);
        motion.grips.insert(motion.grips.end(), first, first + 10);
    }
    return motion;
}

constexpr Real never_tears = std::numeric_limits<Real>::infinity();

TEST(LinkGroups, a_swinging_chain_is_not_changed_by_one_bit_by_a_far_pair_on_a_link) {
    World alone = chain_with(Pair::None, never_tears);
    const ChainMotion expected = motion_of_chain(alone, Pair::None);
    EXPECT_LT(expected.x.back().y(), -0.2) << "it has fallen";
    for (const Pair pair : {Pair::Before, Pair::After}) {
        World world = chain_with(pair, never_tears);
        EXPECT_TRUE(motion_of_chain(world, pair) == expected);
    }
}

TEST(LinkGroups, a_chain_that_tears_is_not_changed_by_one_bit_by_a_far_pair_on_a_link) {
    World alone = chain_with(Pair::None, 12);
    const ChainMotion expected = motion_of_chain(alone, Pair::None);
    const auto torn = std::count(alone.state.links.begin(), alone.state.links.end(), LinkGrip::Broken);
    EXPECT_GT(torn, 0);
    EXPECT_LT(torn, 10);
    for (const Pair pair : {Pair::Before, Pair::After}) {
        World world = chain_with(pair, 12);
        EXPECT_TRUE(motion_of_chain(world, pair) == expected);
    }
}

/// Balls in a row along x, each 0.5 m from the next and linked to it, the last of which flies off.
void add_pulled_row(World& world, const std::string& name, const Vec3& place, std::vector<Real> masses,
                    Real speed) {
    std::vector<BodyDef> balls;
    for (const Real mass : masses) {
        balls.push_back(body_of(Sphere{0.1}, place + Vec3(0.5 * static_cast<Real>(balls.size()), 0, 0)));
        balls.back().density = mass / (4.0 / 3 * std::numbers::pi * 1e-3);
    }
    balls.back().velocity = {speed, 0, 0};
    add_rigid(world, passes_through(balls, name));
    const Range frames = frames_named(world, name);
    for (int f = frames.begin; f + 1 < frames.end(); ++f) {
        Link link{.a = spot_of(f, {0.25, 0, 0}), .b = spot_of(f + 1, {-0.25, 0, 0})};
        link.when.strength = 1000;
        world.model.links.push_back(link);
    }
}

// (those that take at least half of what the worst one takes tear with it: a pair far away was the worst)
TEST(LinkGroups, F3_72_what_tears_in_a_row_does_not_depend_on_a_far_pair_that_is_torn_harder) {
    // the second link takes 1.93 times its strength and the first one 0.556 of that; of the pair it is 2.9
    for (const bool with_pair : {false, true}) {
        World world;
        world.model.gravity.setZero();
        add_pulled_row(world, "row", {0, 0, 0}, {1, 0.8, 1}, 3);
        if (with_pair) add_pulled_row(world, "pair", {200, 0, 0}, {1, 1}, 5.8);
        ASSERT_FALSE(world.step({.h = 1e-3}).failure);
        EXPECT_EQ(world.state.links[1], LinkGrip::Broken);
        EXPECT_EQ(world.state.links[0], LinkGrip::Broken) << (with_pair ? "with the pair" : "alone");
        EXPECT_NEAR(world.state.frames.v[0].x(), 1, 1e-9) << "1 N s on 1 kg";
    }
}

TEST(LinkGroups, chains_on_one_nail_do_not_feel_each_other_through_it) {
    World alone = chain_with(Pair::None, never_tears);
    World both = chain_with(Pair::None, never_tears);
    add_chain(both, "other", never_tears);
    const MaterialPoint nail = both.model.links[0].a;
    both.model.links[10].a = nail;
    both.state.frames.v[frames_named(both, "other").begin + 9] = {0, 0, 5};
    EXPECT_TRUE(motion_of_chain(alone, Pair::None) == motion_of_chain(both, Pair::None));
    EXPECT_EQ(both.scratch->links.groups.size(), 2u);
}

/// Two hinged limbs on a base that is fixed or floats, and a ball on a link at the end of each.
World ball_in_each_hand(bool floating) {
    World world;
    ArticulatedDef figure;
    figure.part.touches = Touches::Nothing;
    figure.floating = floating;
    for (const std::string name : {"trunk", "left", "right"}) {
        LimbDef limb;
        limb.name = name;
        limb.body.solid = solid_of(Box{{0.1, 0.1, 0.1}});
        limb.body.position = {name == "left" ? -0.3 : name == "right" ? 0.3 : 0, 0, 0};
        if (name != "trunk") limb.parent = "trunk";
        limb.joint.kind = JointKind::Hinge;
        limb.joint.at = limb.body.position / 2;
        figure.links.push_back(limb);
    }
    add_articulated(world, figure);
    add_rigid(world, passes_through({body_of(Sphere{0.1}, {-0.5, 0, 0}), body_of(Sphere{0.1}, {0.5, 0, 0})},
                                    "balls"));
    for (const int side : {0, 1})
        world.model.links.push_back(
            {.a = spot_of(3 + side, Vec3::Zero()), .b = spot_of(1 + side, {side == 0 ? -0.2 : 0.2, 0, 0})});
    return world;
}

TEST(LinkGroups, a_tree_joins_the_links_at_all_of_its_limbs) {
    for (const bool floating : {false, true}) {
        World world = ball_in_each_hand(floating);
        ASSERT_FALSE(world.step({.h = 1e-3}).failure);
        ASSERT_EQ(world.scratch->links.groups.size(), 1u);
        EXPECT_EQ(world.scratch->links.groups[0].rows, 2);
    }
}

}  // namespace
}  // namespace souple
