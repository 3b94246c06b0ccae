// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/find_folds.cpp: looking only where something has moved.
#include "souple/dynamics/adapt/find_folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/core/rng.h"

namespace souple {
namespace {

/// Every point goes up to this far from where it is.
void shake(Real by, Rng& rng, std::vector<Vec3>& x) {
    for (Vec3& p : x)
        for (int k = 0; k < 3; ++k) p[k] += rng.uniform(-by, by);
}

/// Leaves at any fold whose chord is beyond this part of what they bear, ascending.
std::vector<int> faces_beyond(Real part, const AdaptiveCloth& cloth, const std::vector<Vec3>& x) {
    std::set<int> faces;
    for (const Fold& fold : cloth.folds)
        for (const int face : {fold.face, fold.other}) {
            const Real limit = face < 0 ? -2 : cloth.cosine_limit[face];
            if (limit > -1 && fold_cosine(cloth, fold, x) < 1 - part * part * (1 - limit)) faces.insert(face);
        }
    return {faces.begin(), faces.end()};
}

TEST(FindFolds, F4_25_T16_looking_where_points_moved_finds_all_that_looking_everywhere_finds) {
    for (const ClothDef& def : {adaptive_grid(6, 6), adaptive_mesh()}) {
        World world = world_of(def);
        divide_some(world, 2);
        const std::vector<Vec3> flat = world.state.x;
        Rng rng{7};
        FoldWatch watch;
        std::size_t found = 0, silent = 0;
        for (int look = 0; look < 400; ++look) {
            if (look % 50 == 0) world.state.x = flat;
            shake(look % 3 == 0 ? 8e-3 : 2e-4, rng, world.state.x);
            std::vector<int> all, moved;
            watch.is_lively = look % 7 < 2;  // then nobody asks how far points went, and later they do
            find_bent_faces(world.model.adaptive[0], world.state.x, all);
            find_bent_faces(world.model, world.model.adaptive[0], world.state.x, watch, moved);
            ASSERT_EQ(moved, all) << "look " << look;
            found += all.size();
            find_nearly_bent_faces(world.model.adaptive[0], world.state.x, watch, 0.8, moved);
            ASSERT_EQ(moved, faces_beyond(0.8, world.model.adaptive[0], world.state.x)) << look;
            for (const Real due : watch.due) silent += watch.knows_ways && due > watch.travelled ? 1 : 0;
        }
        EXPECT_GT(found, 100u);
        EXPECT_GT(silent, 0u);
    }
}

TEST(FindFolds, what_bends_ahead_is_found_whatever_was_looked_at_before) {
    for (const ClothDef& def : {adaptive_grid(6, 6), adaptive_mesh()}) {
        World world = world_of(def);
        divide_some(world, 2);
        const AdaptiveCloth& cloth = world.model.adaptive[0];
        const std::vector<Vec3> flat = world.state.x;
        Rng rng{11};
        FoldWatch watch;
        std::size_t found = 0;
        for (int look = 0; look < 300; ++look) {
            if (look % 30 == 0) world.state.x = flat;
            shake(look % 3 == 0 ? 8e-3 : 2e-4, rng, world.state.x);
            const Real h = 0.004;
            std::vector<Vec3> ahead = world.state.x;
            shake(1e-3, rng, ahead);
            for (std::size_t p = 0; p < ahead.size(); ++p) {
                world.state.v[p] = (ahead[p] - world.state.x[p]) / h;
                ahead[p] = world.state.x[p] + h * world.state.v[p];
            }
            std::vector<int> anew, again, all;
            FoldWatch fresh;
            // one that remembers, has just seen the points or others, and one that knows nothing
            if (look % 2 == 0) find_bent_faces(world.model, cloth, world.state.x, watch, again);
            find_bending_faces(world.model, cloth, world.state, h, watch, again);
            find_bending_faces(world.model, cloth, world.state, h, fresh, anew);
            ASSERT_EQ(again, anew) << "look " << look;
            find_bent_faces(cloth, ahead, all);
            EXPECT_TRUE(std::includes(all.begin(), all.end(), anew.begin(), anew.end()));
            found += anew.size();
        }
        EXPECT_GT(found, 100u);
    }
}

TEST(FindFolds, F4_25_a_sheet_that_flies_without_bending_is_looked_at_once) {
    World world = world_of(adaptive_grid(6, 6));
    FoldWatch watch;
    std::vector<int> faces;
    find_bent_faces(world.model, world.model.adaptive[0], world.state.x, watch, faces);
    const std::vector<Real> due = watch.due;
    for (int step = 0; step < 20; ++step) {
        for (Vec3& x : world.state.x) x += Vec3(0.1, -0.3, 0.05);
        find_bent_faces(world.model, world.model.adaptive[0], world.state.x, watch, faces);
    }
    EXPECT_EQ(watch.due, due);
    EXPECT_LT(watch.travelled, 1e-12);
}

}  // namespace
}  // namespace souple
