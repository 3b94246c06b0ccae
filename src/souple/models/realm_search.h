// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What building a crowd in a realm asks again and again of the realm: which cell is at a place, and any
// place.
#pragma once

#include "souple/core/rng.h"
#include "souple/geometry/bvh.h"
#include "souple/topology/curved/curved_ground.h"
#include "souple/topology/space/space.h"

namespace souple {

/// Where somebody is, in a realm that has not been split.
template <class Ground>
struct RealmSpot {
    int cell = -1;  ///< -1: outside
    typename Ground::Place place{};
    Vec3 point = Vec3::Zero();  ///< [m]
};

/// Trees of the cells of a realm, valid while none is split.
template <class Ground>
struct RealmSearch;

template <>
struct RealmSearch<CurvedGround> {
    explicit RealmSearch(const CurvedGround& ground);

    const CurvedGround& ground;
    Bvh tree;                ///< of the roots
    std::vector<Real> area;  ///< [m^2] twice that of each root
    Real largest = 0;        ///< of them
};

template <>
struct RealmSearch<Space> {
    explicit RealmSearch(const Space& space);

    const Space& ground;
    Bvh tree;
    std::vector<int> cells;  ///< leaves, as the tree numbers them
    Aabb box;                ///< around all
    mutable OrbitRoom room;  ///< as large as the map, and used again for every place
};

/// The spot that is nearest to p, or in space the one that holds it: what locate_by_search finds.
RealmSpot<CurvedGround> spot_near(const RealmSearch<CurvedGround>& search, const Vec3& p);
RealmSpot<Space> spot_near(const RealmSearch<Space>& search, const Vec3& p);

/// Any place, each as likely as every other.
Vec3 random_point(const RealmSearch<CurvedGround>& search, Rng& rng);
Vec3 random_point(const RealmSearch<Space>& search, Rng& rng);

}  // namespace souple
