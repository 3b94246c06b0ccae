// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/find_pairs.h and touchables.h
#include "souple/dynamics/contact/find_pairs.h"
#include "souple/dynamics/scratch.h"

#include <gtest/gtest.h>

#include "support/rigid_world.h"

namespace souple {
namespace {

bool is_matter(const Touchable& t) {
    return t.kind == TouchableKind::Point || t.kind == TouchableKind::Triangle;
}

/// All pairs with a body whose boxes overlap and that may touch, by looking at every two.
std::vector<IndexPair> brute_force(const Model& model, const InteractionScratch& scratch) {
    std::vector<IndexPair> pairs;
    const int count = static_cast<int>(scratch.touchables.size());
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b)
            if (!(is_matter(scratch.touchables[a]) && is_matter(scratch.touchables[b])) &&
                scratch.boxes[a].overlaps(scratch.boxes[b]) &&
                may_touch(model, scratch.touchables[a], scratch.touchables[b]))
                pairs.push_back({a, b});
    return pairs;
}

World crowded_world() {
    World world = rigid_world(mixed_bodies(40, 4, 0.35, 3, {0, 0.5}));
    add_room(world, 0.8, {});
    ClothDef cloth = small_cloth(6);
    add_cloth(world, cloth);
    ParticlesDef dust;
    dust.part.name = "dust";
    for (int k = 0; k < 30; ++k) dust.points.push_back({.position = {0.05 * k - 0.7, 0.01 * k, 0.2}});
    add_particles(world, dust);
    return world;
}

/// Three sheets in a pile and dust on them: one touches bodies only, two each other.
World matter_world() {
    World world;
    for (int k = 0; k < 3; ++k) {
        ClothDef cloth = small_cloth(6);
        cloth.part.name = "cloth" + std::to_string(k);
        cloth.part.position = {0.45 * k, 0.006 * k, 0};
        cloth.part.touches = k == 1 ? Touches::Bodies : Touches::Everything;
        cloth.part.thickness = 0.005;
        cloth.holds = {};
        add_cloth(world, cloth);
    }
    ParticlesDef dust;
    dust.part.name = "dust";
    dust.part.touches = Touches::Everything;
    dust.part.self_contact = true;
    dust.part.thickness = 0.01;
    for (int k = 0; k < 30; ++k) dust.points.push_back({.position = {0.015 * k, 0.03, 0.002 * k}});
    add_particles(world, dust);
    return world;
}

std::vector<IndexPair> brute_force_matter(const World& world) {
    const InteractionScratch& scratch = world.scratch->interaction;
    const ContactView view{world.model, world.control, world.state, 0, scratch.edges};
    std::vector<IndexPair> pairs;
    const int count = static_cast<int>(scratch.touchables.size());
    const auto add_all = [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            for (int j = i + 1; j < end; ++j) {
                const Touchable &a = scratch.touchables[i], &b = scratch.touchables[j];
                if (scratch.boxes[i].overlaps(scratch.boxes[j]) && is_matter_pair(view, a, b) &&
                    may_touch(world.model, a, b))
                    pairs.push_back({i, j});
            }
    };
    add_all(scratch.body_count, scratch.edge_begin);
    add_all(scratch.edge_begin, count);
    return pairs;
}

/// Two spheres in one place, each a part of its own.
World two_parts(const PartDef& a, const PartDef& b) {
    World world;
    world.model.gravity.setZero();
    RigidDef left = rigid_of({body_of(Sphere{0.2}, {-0.5, 0, 0})}), right = left;
    left.part = a;
    left.part.name = "left";
    left.bodies[0].velocity = {1, 0, 0};
    right.part = b;
    right.part.name = "right";
    right.bodies[0].position = {0.5, 0, 0};
    add_rigid(world, left);
    add_rigid(world, right);
    return world;
}

bool met(World world) {
    run(world, 90);
    return world.state.frames.v[0].x() < 0.9;
}

}  // namespace

TEST(FindPairs, F3_61_the_search_finds_what_looking_at_all_pairs_finds) {
    World world = crowded_world();
    for (int k = 0; k < 5; ++k) {
        world.step({.h = 1.0 / 60});
        const InteractionScratch& scratch = world.scratch->interaction;
        std::vector<IndexPair> found = scratch.pairs, wanted = brute_force(world.model, scratch);
        std::sort(found.begin(), found.end());
        std::sort(wanted.begin(), wanted.end());
        EXPECT_TRUE(found == wanted) << found.size() << " against " << wanted.size();
        EXPECT_GT(wanted.size(), 100u);
    }
}

TEST(FindPairs, F3_61_matter_that_the_search_passes_over_meets_no_other_matter) {
    World world = matter_world();
    const InteractionScratch& scratch = world.scratch->interaction;
    int most = 0;
    for (int k = 0; k < 6; ++k) {
        world.step({.h = 1.0 / 60});
        const std::vector<IndexPair> wanted = brute_force_matter(world);
        EXPECT_TRUE(scratch.pairs == wanted) << scratch.pairs.size() << " against " << wanted.size();
        most = std::max(most, static_cast<int>(wanted.size()));
    }
    EXPECT_GT(most, 50);
    const auto is_passed_over = [](const Aabb& box) { return box.empty(); };
    const auto& boxes = scratch.matter_boxes;
    EXPECT_GT(std::count_if(boxes.begin(), boxes.end(), is_passed_over), 100);
}

TEST(FindPairs, F3_61_strangers_pass_through_each_other) {
    World world = two_parts({}, {});
    EXPECT_TRUE(met(world));
    world.model.strangers.push_back({1, 0});
    EXPECT_FALSE(met(world));
}

TEST(FindPairs, F3_61_a_part_that_touches_nothing_is_passed_through) {
    EXPECT_FALSE(met(two_parts({.touches = Touches::Nothing}, {})));
    EXPECT_FALSE(met(two_parts({}, {.touches = Touches::Nothing})));
    EXPECT_TRUE(met(two_parts({.touches = Touches::Everything}, {})));
}

TEST(FindPairs, F3_61_bodies_of_a_part_meet_each_other_only_when_it_wants) {
    for (const bool wanted : {true, false}) {
        BodyDef left = body_of(Sphere{0.2}, {-0.5, 0, 0}), right = body_of(Sphere{0.2}, {0.5, 0, 0});
        left.velocity = {1, 0, 0};
        RigidDef def = rigid_of({left, right});
        def.part.self_contact = wanted;
        World world;
        world.model.gravity.setZero();
        add_rigid(world, def);
        EXPECT_EQ(met(world), wanted);
    }
}

TEST(FindPairs, F3_61_a_part_that_does_not_collide_falls_through_the_floor_but_meets_bodies) {
    for (const bool collides : {true, false}) {
        RigidDef def = rigid_of({body_of(Sphere{0.2}, {0, 0.3, 0})});
        def.part.collides = collides;
        World world;
        add_rigid(world, def);
        add_floor(world);
        run(world, 60);
        EXPECT_EQ(world.state.frames.x[0].y() > 0, collides);
    }
    EXPECT_TRUE(met(two_parts({.collides = false}, {.collides = false})));
}

TEST(FindPairs, F3_61_pieces_of_one_body_do_not_touch_each_other) {
    BodyDef body;
    body.solid.pieces = {{Sphere{0.2}, {}}, {Sphere{0.2}, {Vec3(0.1, 0, 0), Quat::Identity()}}};
    body.velocity = {1, 2, 3};
    World world = rigid_world({body});
    run(world, 10);
    EXPECT_EQ(world.scratch->interaction.pairs.size(), 0u);
    EXPECT_EQ(world.state.frames.v[0], Vec3(1, 2, 3));
}

TEST(FindPairs, particles_and_cloth_touch_bodies_unless_they_touch_nothing) {
    for (const Touches touches : {Touches::Bodies, Touches::Nothing}) {
        World world = rigid_world({body_of(Sphere{0.2}, Vec3::Zero())});
        ParticlesDef stone;
        stone.part.name = "stone";
        stone.part.touches = touches;
        stone.points = {{.position = {-0.5, 0, 0}, .velocity = {1, 0, 0}, .mass = 5}};
        add_particles(world, stone);
        run(world, 60);
        EXPECT_EQ(world.state.frames.v[0].x() > 0.01, touches == Touches::Bodies);
        EXPECT_EQ(world.state.v[0].x() < 0.99, touches == Touches::Bodies);
    }
}

}  // namespace souple
