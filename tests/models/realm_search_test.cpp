// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/models/realm_search.h, places_apart.h and souple/topology/environment/cell_search.h
#include "souple/models/realm_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "souple/models/crowd.h"
#include "souple/models/places_apart.h"
#include "souple/topology/environment/cell_search.h"

namespace souple {

namespace {

/// In a box around everything; every other one on a lattice, where sides and corners of cells are.
Vec3 some_place(Rng& rng, int k, Real size) {
    Vec3 p(rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size));
    if (k % 2 == 0) p = p.array().round().matrix();
    return p;
}

}  // namespace

TEST(RealmSearch, a_surface_is_found_where_looking_at_all_of_it_finds_it) {
    const Realm realm =
        make_realm(SphereRealmDef{.radius = 4, .hills = 0.5, .subdivisions = 2, .buildings = {}}, 0, "hills");
    const auto& ground = std::get<CurvedGround>(realm.ground);
    const RealmSearch<CurvedGround> search(ground);
    Rng rng{3};
    for (int k = 0; k < 500; ++k) {
        const Vec3 p = some_place(rng, k, 6);
        EXPECT_EQ(spot_near(search, p).cell, locate_by_search(ground, p).root) << p.transpose();
    }
}

TEST(RealmSearch, a_cell_of_space_is_found_where_looking_at_all_of_them_finds_it) {
    for (const Real bend : {0.0, 0.2}) {
        const SpaceRealmDef def{.low = Vec3::Zero(),
                                .high = Vec3::Constant(4),
                                .cells = {4, 4, 4},
                                .bend = bend,
                                .obstacles = {}};
        const Realm realm = make_realm(def, 0, "block");
        const auto& space = std::get<Space>(realm.ground);
        const RealmSearch<Space> search(space);
        Rng rng{5};
        for (int k = 0; k < 500; ++k) {
            const Vec3 p = some_place(rng, k, 5);
            const Dart d = locate_by_search(space, p);
            EXPECT_EQ(spot_near(search, p).cell, d ? volume_of(space.map, d).index : -1) << p.transpose();
        }
    }
}

TEST(CellSearch, a_cell_is_found_where_looking_at_all_of_them_finds_it) {
    const RectangleGroundDef def{
        .low = {-4, -4}, .high = {4, 4}, .cell = 1, .obstacles = {{{-1, -1}, {2, 0}}}};
    const Environment ground = make_ground(def, 0, "ground");
    const CellSearch search = make_cell_search(ground);
    Rng rng{9};
    for (int k = 0; k < 500; ++k) {
        const Vec3 p = some_place(rng, k, 5);
        const Vec2 flat(p.x(), p.z());
        EXPECT_EQ(find_cell(search, flat), locate_by_search(ground, flat)) << flat.transpose();
    }
}

TEST(PlacesApart, whoever_is_within_reach_is_asked_about) {
    Rng rng{11};
    PlacesApart places(0.5);
    std::vector<Vec3> all;
    for (int k = 0; k < 300; ++k) {
        all.push_back(some_place(rng, k, 3));
        places.add(all.back());
    }
    for (int k = 0; k < 500; ++k) {
        const Vec3 p = some_place(rng, k, 3);
        const auto is_near = [&](const Vec3& other) { return (other - p).norm() < 0.5; };
        EXPECT_EQ(places.any_near(p, is_near), std::any_of(all.begin(), all.end(), is_near));
    }
    EXPECT_FALSE(places.any_near(Vec3::Constant(NAN), [](const Vec3&) { return true; }));
}

}  // namespace souple
