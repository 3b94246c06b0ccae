// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/sights.h and pack_wisps.h
#include "souple/studio/sights.h"

#include <gtest/gtest.h>

#include <cstring>

#include "souple/scene/json/paths.h"
#include "souple/studio/pack_wisps.h"
#include "souple/studio/session.h"
#include "studio/open_session.h"
#include "support/test_scene.h"

namespace souple {

namespace {

const char* two_wisps = R"("duration": 1, "step": 0.01,
    "parts": [ { "kind": "hair", "name": "hair", "substeps": 20, "radius": 0.02, "wisp": { "sample_stiffness": 0.07 },
                 "roots": [ { "direction": [0, -1, 0] }, { "position": [0.1, 0, 0], "direction": [1, -1, 0] } ] } ])";

const ArrowsView* find_arrows(const LiveFrame& live, const std::string& name) {
    for (const ArrowsView& arrows : live.arrows)
        if (arrows.name == name) return &arrows;
    return nullptr;
}

template <class T>
T number_at(const StreamNumbers& numbers, const Node& node, const char* key, std::size_t index) {
    T value{};
    const auto offset = static_cast<std::size_t>(find_member(node, key)->number);
    std::memcpy(&value, numbers.bytes().data() + 4 * offset + sizeof(T) * index, sizeof(T));
    return value;
}

}  // namespace

TEST(Sights, the_weight_of_a_stone_is_an_arrow_that_points_down) {
    OpenSession opened(falling_stone());
    wish(opened.session, 1, {{.forces = true}, ""});
    const LiveFrame live = current_frame(opened.session);
    const ArrowsView* forces = find_arrows(live, "forces");
    ASSERT_NE(forces, nullptr);
    ASSERT_EQ(forces->along.size(), 1u);
    const Real mass = opened.session.simulation.world.model.point_mass[0];
    EXPECT_NEAR((forces->along[0] - Vec3(0, -9.81 * mass, 0)).norm(), 0, 1e-12);
    EXPECT_EQ(forces->from[0], Vec3(0, 10, 0));
}

TEST(Sights, nobody_who_asks_for_nothing_is_shown_arrows) {
    OpenSession opened(falling_stone());
    EXPECT_TRUE(current_frame(opened.session).arrows.empty());
    wish(opened.session, 1, {{.forces = true}, ""});
    wish(opened.session, 2, {{.contacts = true}, ""});
    EXPECT_EQ(current_frame(opened.session).arrows.size(), 2u);
    forget_page(opened.session, 1);
    EXPECT_EQ(current_frame(opened.session).arrows.size(), 1u);
}

TEST(Sights, looking_at_forces_does_not_change_the_run) {
    OpenSession watched(scene_text(two_wisps)), alone(scene_text(two_wisps));
    wish(watched.session, 1, {{true, true, true, true, true}, ""});
    for (int i = 0; i < 5; ++i) {
        current_frame(watched.session);
        advance(watched.session);
        advance(alone.session);
    }
    EXPECT_EQ(hash_of(watched.session.simulation.world.state), hash_of(alone.session.simulation.world.state));
}

TEST(Sights, contacts_of_a_resting_stone_carry_its_weight) {
    OpenSession opened(scene_text(R"("duration": 1, "step": 0.005,
        "parts": [ { "kind": "particles", "name": "stone", "points": [ { "position": [0, 0.01, 0] } ] },
                   { "kind": "obstacle", "name": "ground", "shape": { "kind": "plane" } } ])"));
    for (int i = 0; i < 200; ++i) advance(opened.session);
    wish(opened.session, 1, {{.contacts = true}, ""});
    const LiveFrame live = current_frame(opened.session);
    const ArrowsView* contacts = find_arrows(live, "contacts");
    ASSERT_NE(contacts, nullptr);
    ASSERT_EQ(contacts->along.size(), 1u);
    const Real weight = 9.81 * opened.session.simulation.world.model.point_mass[0];
    EXPECT_NEAR(contacts->along[0].y(), weight, 0.02 * weight);
}

TEST(Sights, contacts_of_a_past_moment_are_those_that_were_there_then) {
    OpenSession opened(scene_text(R"("duration": 2, "step": 0.005,
        "parts": [ { "kind": "particles", "name": "stone", "points": [ { "position": [0, 0.5, 0] } ] },
                   { "kind": "rigid", "name": "box", "bodies": [ { "shape": { "kind": "box", "size": [0.2, 0.2, 0.2] },
                                                               "position": [1, 0.15, 0] } ] },
                   { "kind": "obstacle", "name": "ground", "shape": { "kind": "plane" } } ])"));
    Session& session = opened.session;
    wish(session, 1, {{.contacts = true}, "contact"});
    std::vector<ArrowsView> seen;
    for (int i = 0; i < 120; ++i) {
        const LiveFrame live = current_frame(session);
        seen.push_back(*find_arrows(live, "contacts"));
        advance(session);
    }
    EXPECT_TRUE(seen[2].from.empty());
    EXPECT_GT(seen[60].from.size(), 1u);  // the box lies, the stone falls
    EXPECT_GT(seen[119].from.size(), seen[60].from.size());
    for (const int step : {2, 60, 119, 60}) {
        seek(session, step);
        const LiveFrame live = current_frame(session);
        EXPECT_EQ(find_arrows(live, "contacts")->from, seen[step].from) << step;
        EXPECT_EQ(find_arrows(live, "contacts")->along, seen[step].along) << step;
        const Quantity& touching = live.frame.points.at(0).head.quantities.at(1);
        EXPECT_EQ(touching.values.at(0), step == 119 ? 1.0f : 0.0f) << touching.name << step;
    }
}

TEST(Sights, only_quantities_that_somebody_colours_by_have_values) {
    OpenSession opened(falling_stone());
    const auto speeds = [&] {
        const Quantity quantity = current_frame(opened.session).frame.points.at(0).head.quantities.at(0);
        EXPECT_EQ(quantity.name, "speed");
        return quantity.values.size();
    };
    EXPECT_EQ(speeds(), 0u);
    wish(opened.session, 1, {{}, "speed"});
    wish(opened.session, 2, {{}, "strain"});
    EXPECT_EQ(speeds(), 1u);
    forget_page(opened.session, 1);
    EXPECT_EQ(speeds(), 0u);
}

TEST(Sights, zones_have_the_half_axes_of_the_law) {
    OpenSession opened(scene_text(R"("duration": 1, "step": 0.01,
        "parts": [ { "kind": "oriented", "name": "blob",
                     "laws": [ { "name": "hold", "interactions": [ { "law": "cohesion", "range": 2, "rest": 0.5 } ] } ],
                     "objects": [ { "shape": { "kind": "row", "count": 3 } } ] } ])"));
    wish(opened.session, 1, {{.zones = true, .rest = true}, ""});
    const LiveFrame live = current_frame(opened.session);
    ASSERT_EQ(live.ellipsoids.size(), 2u);
    EXPECT_EQ(live.ellipsoids[0].radii.at(0), Vec3::Constant(2));
    EXPECT_EQ(live.ellipsoids[1].radii.at(0), Vec3::Constant(0.5));
    EXPECT_EQ(live.ellipsoids[0].poses.size(), opened.session.simulation.world.state.frames.x.size());
}

TEST(PackWisps, W2_particles_are_read_back_to_a_thousandth_of_a_millimetre) {
    OpenSession opened(scene_text(two_wisps));
    for (int i = 0; i < 10; ++i) advance(opened.session);
    const WispsView view = current_frame(opened.session).wisps.at(0);
    StreamNumbers numbers;
    Node node = make_object();
    put_wisp_places(view, numbers, node);
    const Real unit = find_member(node, "step_unit")->number;
    std::size_t step = 0;
    for (std::size_t w = 0; w < view.wisps.size(); ++w) {
        Vec3 place;
        for (int k = 0; k < 3; ++k) place[k] = number_at<float>(numbers, node, "roots", 3 * w + k);
        for (int i = 1; i < view.particles; ++i) {
            for (int k = 0; k < 3; ++k)
                place[k] += unit * number_at<std::int16_t>(numbers, node, "steps", step++);
            EXPECT_LT((place - view.places[w * view.particles + i]).norm(), 1e-6);
        }
    }
    const Real radius_unit = find_member(node, "radius_unit")->number;
    for (std::size_t i = 0; i < view.radii.size(); ++i)
        EXPECT_NEAR(radius_unit * number_at<std::uint16_t>(numbers, node, "radii", i), view.radii[i], 1e-6);
}

TEST(PackWisps, a_head_of_10000_hairs_stays_under_a_megabyte_a_second) {
    WispsView head{{"hair", "hair", {}}, {}, 10, 4, {}, {}, {}, {}, {}};
    head.look.hairs = 100;
    for (int w = 0; w < 100; ++w) {
        head.wisps.push_back({w, 0, 0, 0.3f});
        head.sides.push_back(Vec3::UnitX());
        for (int i = 0; i < 10; ++i) {
            head.places.emplace_back(0.01 * w, -0.03 * i, 0);
            for (int k = 0; k < 4; ++k) head.radii.push_back(0.02f);
        }
    }
    StreamNumbers numbers;
    Node node = make_object();
    put_wisp_places(head, numbers, node);
    EXPECT_LT(60 * numbers.bytes().size(), 950000u);  // at 60 frames a second
}

}  // namespace souple
