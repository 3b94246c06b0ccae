// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of hair as it is drawn and measured against looking at everything:
// src/souple/dynamics/hair/draw_hairs.cpp, press_hairs.cpp and measure_hair.cpp
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/hair/near_obstacles.h"
#include "souple/dynamics/hair/press_hairs.h"
#include "souple/geometry/crossing.h"
#include "souple/geometry/distance.h"
#include "souple/scene/checkpoint.h"
#include "souple/scene/simulation.h"

namespace souple {
namespace {

/// The scarf starts inside the hair: some of it is pressed, and some is through.
Simulation scarf_in_hair() {
    LoadOptions options;
    options.settings = {"parts.scarf.position=[0, 1.95, 0]", "parts.hair.hairs.hairs=12"};
    return make_simulation(
        load_scene(std::string(SOUPLE_SOURCE_DIR) + "/scenes/together/scarf_on_hair.json", options));
}

const Hair& hair_in(const World& world) { return world.model.hair[0]; }

std::vector<SheetOnHair> sheets_in(const World& world) {
    return find_sheets(world.model, hair_in(world), world.state);
}

/// Every point against every triangle.
void press_plainly(const World& world, HairLines& lines) {
    const Hair& hair = hair_in(world);
    const int each = hair.look.points;
    for (int slot = 0; slot < hair.slots; ++slot)
        for (int h = lines.by_slot[slot]; h < lines.by_slot[slot + 1]; ++h)
            for (int p = lines.first[h] + each; p < lines.first[h + 1]; ++p) {
                const int k = p - lines.first[h], i = (k - 1) / each;
                const Vec3* axis =
                    &world.state.x[world.model.parts[hair.part].points.begin + slot * hair.particles + i];
                const Real t = Real(k - i * each) / each;
                const Vec3 middle = (1 - t) * axis[0] + t * axis[1], way = lines.points[p] - middle;
                if (!(way.norm() > 0)) continue;
                std::vector<SheetOnHair> one(1);
                Real left = 1;
                for (const SheetOnHair& sheet : sheets_in(world))
                    for (const auto& triangle : sheet.triangles) {
                        one[0] = {sheet.thickness, {triangle}, {}};
                        Aabb box;
                        for (const Vec3& corner : triangle) box.extend(corner);
                        build(one[0].tree, {box});
                        left = std::min(left, way_to_sheet(one, middle, lines.points[p]));
                    }
                if (left < 1) lines.points[p] = middle + left * way;
            }
}

/// Every point against every solid.
void lift_plainly(const World& world, HairLines& lines) {
    const Hair& hair = hair_in(world);
    for (int slot = 0; slot < hair.slots; ++slot) {
        WispMotion wisp;
        NearSolids<OneLane> near;
        load_wisp_and_obstacles(world.model, world.control, hair, slot, world.state, wisp, near);
        for (int h = lines.by_slot[slot]; h < lines.by_slot[slot + 1]; ++h)
            for (int p = lines.first[h] + hair.look.points + 1; p < lines.first[h + 1]; ++p)
                for (int o = 0; o < near[0].count; ++o) {
                    const Nearest found = nearest_obstacle(near[0].list[o], lines.points[p], 1, 0.05);
                    if (found.distance < 0) lines.points[p] += (1e-5 - found.distance) * found.normal;
                }
    }
}

Real plain_penetration(const World& world, const HairLines& lines) {
    Real deepest = 0;
    for (std::size_t h = 0; h + 1 < lines.first.size(); ++h)
        for (int p = lines.first[h] + hair_in(world).look.points + 1; p < lines.first[h + 1]; ++p)
            for (std::size_t o = 0; o < world.model.obstacles.size(); ++o) {
                const Vec3 local = world.control.obstacles[o].pose_t1.to_local(lines.points[p]);
                if (is_inside(world.model.obstacles[o].shape, local))
                    deepest = std::max(deepest,
                                       -nearest_surface(world.model.obstacles[o].shape, local, 0.1).distance);
            }
    return deepest;
}

Real plain_way_through(const World& world, const HairLines& lines) {
    Real farthest = 0;
    for (const SheetOnHair& sheet : sheets_in(world))
        for (std::size_t h = 0; h + 1 < lines.first.size(); ++h) {
            int passed = 0;
            for (int p = lines.first[h] + hair_in(world).look.points + 1; p < lines.first[h + 1]; ++p) {
                Real nearest = INFINITY;
                for (const auto& t : sheet.triangles) {
                    passed += pierces(lines.points[p - 1], lines.points[p], t) ? 1 : 0;
                    nearest = std::min(
                        nearest,
                        (closest_on_triangle(lines.points[p], t[0], t[1], t[2]).point - lines.points[p])
                            .squaredNorm());
                }
                if (passed % 2 == 1) farthest = std::max(farthest, std::sqrt(nearest));
            }
        }
    return farthest;
}

void step(Simulation& simulation, int count) {
    for (int k = 0; k < count; ++k) advance(simulation);
}

}  // namespace

TEST(DrawnHair, hairs_are_pressed_and_lifted_as_if_everything_had_been_looked_at) {
    Simulation simulation = scarf_in_hair();
    bool any_lifted = false;
    for (int k = 0; k < 2; ++k, step(simulation, 60)) {
        const World& world = simulation.world;
        HairLines plain = draw_hairs(world.model, world.control, hair_in(world), world.state);
        const HairLines drawn = plain;
        press_plainly(world, plain);
        const HairLines pressed = plain;
        lift_plainly(world, plain);
        const HairLines shown = shown_hairs(world.model, world.control, hair_in(world), world.state);
        EXPECT_EQ(shown.points, plain.points);
        EXPECT_NE(drawn.points, pressed.points);
        any_lifted |= pressed.points != plain.points;
    }
    EXPECT_TRUE(any_lifted);
}

TEST(DrawnHair, probes_say_what_looking_at_everything_says) {
    Simulation simulation = scarf_in_hair();
    Real deepest = 0, farthest = 0;
    for (int k = 0; k < 4; ++k, step(simulation, 20)) {
        const World& world = simulation.world;
        const HairLines lines = draw_hairs(world.model, world.control, hair_in(world), world.state);
        HairGallery gallery;  // (hairs that nothing has lifted yet, so that there is something to find)
        gallery.hair.resize(1);
        gallery.hair[0].lines = lines;
        gallery.is_drawn = {true};
        EXPECT_EQ(hair_penetration(world, hair_in(world).part, gallery), plain_penetration(world, lines));
        EXPECT_EQ(hair_through_cloth(world, hair_in(world).part, gallery), plain_way_through(world, lines));
        deepest = std::max(deepest, plain_penetration(world, lines));
        farthest = std::max(farthest, plain_way_through(world, lines));
    }
    EXPECT_GT(deepest, 0);
    EXPECT_GT(farthest, 1e-3);
}

TEST(DrawnHair, what_is_drawn_again_into_used_buffers_is_the_same) {
    Simulation simulation = scarf_in_hair();
    const World& world = simulation.world;
    HairGallery gallery;
    for (int k = 0; k < 3; ++k, step(simulation, 3), forget(gallery)) {
        const HairLines& lines = lines_of(world.model, world.control, hair_in(world), world.state, gallery);
        const HairLines fresh = shown_hairs(world.model, world.control, hair_in(world), world.state);
        EXPECT_EQ(lines.points, fresh.points);
        EXPECT_EQ(lines.first, fresh.first);
        EXPECT_EQ(lines.wanted, fresh.wanted);
        EXPECT_EQ(lines.by_slot, fresh.by_slot);
    }
}

TEST(DrawnHair, a_restored_state_is_not_shown_as_what_was_there_before) {
    Simulation simulation = scarf_in_hair();
    const std::string start = to_bytes(simulation);
    const World& world = simulation.world;
    const HairLines before =
        lines_of(world.model, world.control, hair_in(world), world.state, simulation.shown);
    step(simulation, 5);
    lines_of(world.model, world.control, hair_in(world), world.state, simulation.shown);
    from_bytes(start, "start", simulation);
    EXPECT_EQ(lines_of(world.model, world.control, hair_in(world), world.state, simulation.shown).points,
              before.points);
}

}  // namespace souple
