// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/tissue.cpp and of dynamics/tissue: a tip that goes through cells.
#include "souple/models/tissue.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/tissue/measure_tissue.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// A cube of one metre whose tip goes from place to place, a second each.
struct TissueScene {
    TissueDef def;
    std::vector<Vec3> tip{Vec3(0.15, 0.5, 0.5), Vec3(0.85, 0.5, 0.5)};
    std::vector<Vec3> breath{Vec3(0, 0, 0)};  ///< the motion that things may follow, in the same times

    TissueScene() {
        def.space = SpaceRealmDef{Vec3::Zero(), Vec3::Ones(), {4, 4, 4}, 0, {}};
        def.levels = 2;
        def.follow = "tip";
        def.segment = 0.05;
        def.segments = 60;
        def.refine_within = 0.06;
        def.sight = 0.15;
    }
    World world() const {
        World world;
        Track lead{"tip", {}}, carry{"breath", {}};
        for (std::size_t k = 0; k < tip.size(); ++k) lead.keys.push_back({Real(k), {tip[k]}});
        for (std::size_t k = 0; k < breath.size(); ++k) carry.keys.push_back({Real(k), {breath[k]}});
        add_track(world, lead);
        add_track(world, carry);
        add_tissue(world, def);
        return world;
    }
};

Vec3 random_inside(Rng& rng) {
    const Real x = rng.uniform(0.1, 0.9), y = rng.uniform(0.1, 0.9);
    return {x, y, rng.uniform(0.1, 0.9)};
}

/// Many fibres and membranes at random, some of which move, and a tip that wanders.
TissueScene crowded_tissue(Real bend) {
    TissueScene scene;
    Rng rng{5};
    scene.def.space.bend = bend;
    for (int k = 0; k < 12; ++k) {
        FibreDef fibre{{random_inside(rng), random_inside(rng), random_inside(rng)},
                       k % 3 == 0 ? "breath" : ""};
        scene.def.fibres.push_back(fibre);
    }
    for (int k = 0; k < 3; ++k) {
        MembraneDef membrane;
        membrane.corner = Vec3(0.1, 0.2 + 0.25 * k, 0.1);  // on faces of cells in between
        membrane.a = Vec3(0.8, 0.05 * k, 0);
        membrane.b = Vec3(0, 0, 0.8);
        membrane.columns = 3;
        membrane.rows = 2;
        membrane.follow = k == 1 ? "breath" : "";
        scene.def.membranes.push_back(membrane);
    }
    scene.tip.clear();
    scene.breath.clear();
    for (int k = 0; k < 5; ++k) {
        scene.tip.push_back(random_inside(rng));
        scene.breath.push_back(Vec3(0, 0.05 * (k % 2), 0.03 * (k % 3)));
    }
    return scene;
}

void lead(World& world, int steps, Real h = 0.05) {
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step({.h = h}).failure) << i;
}

TEST(Tissue, A38_segments_are_complete_at_one_length_and_together_as_long_as_the_way) {
    TissueScene scene;
    scene.tip = {Vec3(0.15, 0.5, 0.5), Vec3(0.85, 0.5, 0.5), Vec3(0.85, 0.9, 0.5)};
    World world = scene.world();
    lead(world, 40);
    const TissueView view = view_of_tissue(world.model, world.state, 0);
    EXPECT_EQ(view.tip(), Vec3(0.85, 0.9, 0.5));
    // the corner falls on a joint, or a joint comes just behind it: by the root of a rounding error
    EXPECT_NEAR(trail_length(world, 0), 1.1, 1e-7);
    for (int k = 0; k + 1 < view.segment_count(); ++k)
        EXPECT_NEAR((view.segment(k)[1] - view.segment(k)[0]).norm(), 0.05, 1e-14);
    const SpaceRegister& reg = world.scratch->tissues->of[0].reg;
    for (int k = 0; k < view.segment_count(); ++k)
        EXPECT_TRUE(contains(reg.points.ground, VolumeCell{reg.points.cell[k]}, view.x[k])) << k;
}

TEST(Tissue, A38_on_a_curved_way_joints_lie_on_it_and_segments_are_its_chords) {
    TissueScene scene;
    scene.tip.clear();
    constexpr Real radius = 0.3;
    for (int k = 0; k <= 200; ++k) {
        const Real angle = 0.02 * k;
        scene.tip.push_back({0.5 + radius * std::cos(angle), 0.5, 0.5 + radius * std::sin(angle)});
    }
    scene.def.segment = 0.1;
    World world = scene.world();
    lead(world, 200, 1);
    const TissueView view = view_of_tissue(world.model, world.state, 0);
    EXPECT_GT(view.segment_count(), 10);
    // chords of steps of 0.02 rad: joints are nearer to the middle by less than the depth of such a chord
    for (int k = 0; k < view.segment_count(); ++k)
        EXPECT_NEAR((view.x[k] - Vec3(0.5, 0.5, 0.5)).norm(), radius, radius * 0.02 * 0.02 / 8 + 1e-12);
    const Real chord = 2 * radius * std::asin(0.1 / (2 * radius));  // the arc of a whole segment
    EXPECT_NEAR(
        (view.segment_count() - 1) * chord +
            (view.segment(view.segment_count() - 1)[1] - view.segment(view.segment_count() - 1)[0]).norm(),
        radius * 4, 2e-3);
}

TEST(Tissue, A39_cells_are_finest_near_the_tip_and_nowhere_else_at_any_time) {
    TissueScene scene = crowded_tissue(0);
    World world = scene.world();
    int splits = 0, merges = 0;
    for (int i = 0; i < 80; ++i) {
        EXPECT_EQ(cells_astray(world, 0), 0) << i;
        const StepReport report = world.step({.h = 0.05});
        ASSERT_FALSE(report.failure);
        splits += report.split_cells;
        merges += report.merged_cells;
    }
    EXPECT_GT(splits, 50);
    EXPECT_GT(merges, 50);
}

TEST(Tissue, F2_29_F2_30_everything_is_in_the_cells_that_brute_force_finds_while_it_moves_and_they_split) {
    for (const Real bend : {0.0, 0.02}) {
        World world = crowded_tissue(bend).world();
        for (int i = 0; i < (bend > 0 ? 20 : 80); ++i) {  // (bent cells are many tetrahedra)
            ASSERT_EQ(tissue_fault(world, 0), 0) << i << " bend " << bend;
            ASSERT_FALSE(world.step({.h = 0.05}).failure);
        }
        EXPECT_EQ(world.scratch->tissues->of[0].reg.shape_searches, 0) << bend;
    }
}

TEST(Tissue, A40_what_is_nearest_is_what_looking_at_everything_finds) {
    for (const Real bend : {0.0, 0.02}) {
        World world = crowded_tissue(bend).world();
        int seen = 0;
        for (int i = 0; i < 80; ++i) {
            ASSERT_EQ(near_fault(world, 0), 0) << i << " bend " << bend;
            for (const Real distance : nearest_in_tissue(world, 0).distance) seen += distance < 0.15;
            ASSERT_FALSE(world.step({.h = 0.05}).failure);
        }
        EXPECT_GT(seen, 40);
    }
}

TEST(Tissue, A40_a_straight_trail_is_not_near_itself_and_one_that_comes_back_is) {
    TissueScene scene;
    scene.tip = {Vec3(0.2, 0.5, 0.5), Vec3(0.8, 0.5, 0.5), Vec3(0.8, 0.5, 0.7), Vec3(0.5, 0.5, 0.6)};
    World world = scene.world();
    lead(world, 20);
    EXPECT_NEAR(nearest_in_tissue(world, 0).distance[2], 0.15, 1e-12);
    lead(world, 40);
    EXPECT_NEAR(nearest_in_tissue(world, 0).distance[2], 0.1, 1e-12);
}

TEST(Tissue, the_number_of_things_looked_at_does_not_grow_with_the_trail) {
    TissueScene scene;
    scene.def.segment = 0.005;
    scene.def.segments = 2000;
    scene.def.refine_within = scene.def.sight = 0.02;
    scene.tip.clear();
    for (int k = 0; k <= 12; ++k)  // to and fro, far from where it was
        scene.tip.push_back(Vec3(k % 4 < 2 ? 0.1 : 0.9, 0.5, 0.1 + 0.12 * ((k + 1) / 2)));
    World world = scene.world();
    int most = 0;
    for (int i = 0; i < 240; ++i) {
        ASSERT_FALSE(world.step({.h = 0.05}).failure);
        most = std::max(most, nearest_in_tissue(world, 0).looked_at);
    }
    EXPECT_GT(view_of_tissue(world.model, world.state, 0).segment_count(), 800);
    EXPECT_TRUE(world.scratch->tissues->of[0].reg.points.touched.empty());
    // the finest cells within the sight are at most three in a row, 1/16 m wide each, and 12 segments long
    EXPECT_LE(most, 3 * 13);
}

TEST(Tissue, a_run_that_is_taken_up_again_gives_the_same_bits_and_probes_follow_the_state_back) {
    World world = crowded_tissue(0.02).world();
    lead(world, 30);
    const State kept = world.state;
    const Real fibre = nearest_in_tissue(world, 0).distance[0];
    const int cells = tissue_cell_count(world, 0);
    lead(world, 30);
    const std::uint64_t first = hash_of(world.state);
    EXPECT_NE(world.state.tissues[0].divided, kept.tissues[0].divided);  // other cells are fine by now
    EXPECT_NE(world.state.tissues[0].joints, kept.tissues[0].joints);
    world.state = kept;  // Scratch is ahead of it now
    EXPECT_EQ(nearest_in_tissue(world, 0).distance[0], fibre);
    EXPECT_EQ(tissue_cell_count(world, 0), cells);
    EXPECT_EQ(cells_astray(world, 0), 0);
    EXPECT_EQ(tissue_fault(world, 0), 0);
    lead(world, 30);
    EXPECT_EQ(hash_of(world.state), first);
    World fresh = crowded_tissue(0.02).world();
    fresh.state = kept;
    lead(fresh, 30);
    EXPECT_EQ(hash_of(fresh.state), first);
}

TEST(Tissue, states_that_differ_only_in_what_carries_a_membrane_are_told_apart) {
    World world = crowded_tissue(0).world();
    lead(world, 20);
    const State kept = world.state;
    const std::vector<PoseKey> keys = world.model.tracks[1].keys;
    lead(world, 1);
    const State first = world.state;
    const std::array<Real, 3> near = nearest_in_tissue(world, 0).distance;
    // the same tip, and everything that is carried 4 cm aside
    world.state = kept;
    for (PoseKey& key : world.model.tracks[1].keys) key.pose.position.x() += 0.04;
    lead(world, 1);
    EXPECT_EQ(near_fault(world, 0), 0);
    EXPECT_EQ(tissue_fault(world, 0), 0);
    EXPECT_NE(world.state.tissues[0].history, first.tissues[0].history);
    world.state = first;  // Scratch has the other now
    world.model.tracks[1].keys = keys;
    EXPECT_EQ(near_fault(world, 0), 0);
    EXPECT_EQ(nearest_in_tissue(world, 0).distance, near);
}

TEST(Tissue, a_list_that_is_not_what_the_state_tells_of_is_told) {
    World world = crowded_tissue(0).world();
    lead(world, 10);
    ASSERT_EQ(tissue_fault(world, 0), 0);
    SpaceRegister& reg = world.scratch->tissues->of[0].reg;
    const std::array<Vec3, 2> elsewhere{Vec3(0.2, 0.2, 0.2), Vec3(0.3, 0.2, 0.2)};
    ASSERT_TRUE(move_shape(reg, 0, elsewhere));  // (all lists of it are right)
    EXPECT_EQ(find_fault(reg, world.state.x), "");
    EXPECT_EQ(tissue_fault(world, 0), 1);
}

TEST(Tissue, any_number_of_threads_gives_the_same_bits) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 8}) {
        ThreadLimit limit(threads);
        limit.run([&] {
            World world = crowded_tissue(0).world();
            lead(world, 60);
            hashes.push_back(hash_of(world.state));
        });
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Tissue, a_tip_that_would_leave_waits_inside_and_what_is_carried_out_fails_the_step_by_name) {
    TissueScene scene;
    scene.tip = {Vec3(0.5, 0.5, 0.5), Vec3(1.5, 0.5, 0.5)};
    World world = scene.world();
    lead(world, 20);
    EXPECT_GT(world.state.x.back().x(), 0.9);
    EXPECT_LE(world.state.x.back().x(), 1);
    EXPECT_EQ(tissue_fault(world, 0), 0);

    scene.breath = {Vec3(0, 0, 0), Vec3(0, 1, 0)};
    scene.def.fibres = {{{Vec3(0.2, 0.2, 0.2), Vec3(0.4, 0.2, 0.2)}, ""},
                        {{Vec3(0.2, 0.5, 0.2), Vec3(0.4, 0.5, 0.2)}, "breath"}};
    World leaving = scene.world();
    StepReport report;
    for (int i = 0; i < 20 && !report.failure; ++i) report = leaving.step({.h = 0.05});
    ASSERT_TRUE(report.failure);
    EXPECT_NE(to_text(*report.failure).find("segment 0 of fibre 1 leaves the space"), std::string::npos)
        << to_text(*report.failure);
    EXPECT_EQ(tissue_fault(leaving, 0), 0);  // of the last good state
}

TEST(Tissue, things_outside_the_block_are_refused_by_name) {
    const auto fault_of = [](const TissueScene& scene) -> std::string {
        try {
            scene.world();
        } catch (const InputError& error) {
            return error.what();
        }
        return "none";
    };
    TissueScene scene;
    scene.def.fibres = {{{Vec3(0.5, 0.5, 0.5), Vec3(0.5, 0.5, 0.7), Vec3(0.5, 1.5, 0.5)}, ""}};
    EXPECT_EQ(fault_of(scene), "segment 1 of fibre 0 is outside the space at (0.5, 1.5, 0.5)");
    scene.def.fibres.pop_back();
    scene.def.membranes.resize(2);
    scene.def.membranes[0].corner = Vec3(0.2, 0.2, 0.2);
    scene.def.membranes[0].a = Vec3(0.2, 0, 0);
    scene.def.membranes[0].b = Vec3(0, 0, 0.2);
    scene.def.membranes[1] = scene.def.membranes[0];
    scene.def.membranes[1].corner.y() = 2;
    EXPECT_EQ(fault_of(scene), "triangle 0 of membrane 1 is outside the space at (0.2, 2, 0.2)");
    scene.def.membranes.clear();
    scene.tip = {Vec3(0.5, -0.5, 0.5)};
    EXPECT_EQ(fault_of(scene), "segment 0 of the trail is outside the space at (0.5, -0.5, 0.5)");
    scene.def.follow = "nobody";
    EXPECT_EQ(fault_of(scene),
              "nothing that moves is named 'nobody'; known motions and obstacles: tip, breath");
}

TEST(Tissue, numbers_that_cannot_be_are_refused_by_name_before_anything_is_built) {
    TissueDef def = TissueScene().def;
    EXPECT_EQ(reason_against(def), "");
    def.segment = 0;
    EXPECT_EQ(reason_against(def), "segment and sight must be above 0 m");
    def = TissueScene().def;
    def.segments = 0;
    EXPECT_EQ(reason_against(def), "a trail needs at least one segment");
    def = TissueScene().def;
    def.membranes.resize(1);
    def.membranes[0].columns = 0;
    EXPECT_EQ(reason_against(def), "a patch needs at least one column and one row");
    // at level 8 cells are 1 mm wide: a ball of 6 cm has a million of them
    TissueScene scene;
    scene.def.levels = 8;
    try {
        scene.world();
        ADD_FAILURE() << "it was built";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("cells of level 8 are within refine_within, 0.06 m"),
                  std::string::npos)
            << error.what();
    }
}

/// A ball that flies along the way of the tip, with and without a held point on it.
World with_ball(World world, bool is_barred) {
    world.model.gravity.setZero();
    BodyDef ball = body_of(Sphere{0.05}, {0.05, 0.5, 0.5});
    ball.velocity = {1.5, 0, 0};
    add_rigid(world, rigid_of({ball}, "ball"));
    if (!is_barred) return world;
    ParticlesDef bar;
    bar.part.name = "bar";
    bar.points = {{.position = {0.5, 0.5, 0.5}, .mass = 1, .pinned = true}};
    add_particles(world, bar);
    return world;
}

TEST(Tissue, a_body_passes_through_it_and_neither_notices) {
    const TissueScene scene;
    World alone = scene.world(), met = with_ball(scene.world(), false),
          barred = with_ball(scene.world(), true);
    for (World* world : {&alone, &met, &barred})
        for (int k = 0; k < 120; ++k) ASSERT_FALSE(world->step({.h = 1.0 / 240}).failure);
    const Part& tip = alone.model.parts[0];
    for (int i = tip.points.begin; i < tip.points.end(); ++i) EXPECT_EQ(met.state.x[i], alone.state.x[i]);
    EXPECT_EQ(met.state.tissues[0].joints, alone.state.tissues[0].joints);
    EXPECT_LT((met.state.frames.x[0] - Vec3(0.05 + 1.5 * 0.5, 0.5, 0.5)).norm(), 1e-12);
    EXPECT_EQ(met.state.frames.v[0], Vec3(1.5, 0, 0));
    EXPECT_LT(barred.state.frames.x[0].x(), 0.5) << "a point of its way would have stopped it";
}

}  // namespace
}  // namespace souple
