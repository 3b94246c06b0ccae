// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/realm_search.h"

#include <algorithm>
#include <utility>

namespace souple {

namespace {

constexpr Real all_of_it = 1e150;  // [m]

/// Rounding must not put a place outside the box of its own cell.
Aabb with_room(Aabb box) {
    const Vec3 room = 1e-9 * box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs());
    box.low -= room;
    box.high += room;
    return box;
}

}  // namespace

RealmSearch<CurvedGround>::RealmSearch(const CurvedGround& of) : ground(of) {
    std::vector<Aabb> boxes;
    for (const RootTriangle& root : of.roots) {
        const auto& [a, b, c] = root.corners;
        Aabb box;
        for (const Vec3& corner : root.corners) box.extend(corner);
        boxes.push_back(with_room(box));
        area.push_back((b - a).cross(c - a).norm());
        largest = std::max(largest, area.back());
    }
    build(tree, boxes);
}

RealmSearch<Space>::RealmSearch(const Space& of) : ground(of) {
    std::vector<Aabb> boxes;
    for_each_volume(of.map, [&](VolumeCell c) {
        cells.push_back(c.index);
        boxes.push_back(with_room(of.box[c]));
        box.extend(of.box[c]);
    });
    build(tree, boxes);
}

RealmSpot<CurvedGround> spot_near(const RealmSearch<CurvedGround>& search, const Vec3& p) {
    const CurvedGround& ground = search.ground;
    const int root = nearest(search.tree, p, all_of_it, [&](int r) {
                         return (point_of(ground, place_in(ground, r, p)) - p).squaredNorm();
                     }).item;
    // (of a place that is no number the search by looking at all says what it always said)
    const SurfacePlace found = root < 0 ? locate_by_search(ground, p) : place_in(ground, root, p);
    if (found.root < 0) return {};
    const Vec3 point = point_of(ground, found);
    return {found.root, place_in(ground, found.root, point), point};
}

RealmSpot<Space> spot_near(const RealmSearch<Space>& search, const Vec3& p) {
    const Space& space = search.ground;
    Aabb place;
    place.extend(p);
    std::vector<int> near;
    visit_overlapping(search.tree, place, [&](int item) { near.push_back(search.cells[item]); });
    std::sort(near.begin(), near.end());
    for (const int c : near) {
        if (space.has_boxes && !space.box[VolumeCell{c}].contains(p)) continue;
        find_volume_darts(space.map, dart_of(space.map, VolumeCell{c}), search.room);
        const bool holds = std::any_of(search.room.darts.begin(), search.room.darts.end(),
                                       [&](int d) { return fan_holds(space, {d}, p); });
        if (holds) return {c, p, p};
    }
    return {-1, p, p};
}

Vec3 random_point(const RealmSearch<CurvedGround>& search, Rng& rng) {
    const auto& roots = search.ground.roots;
    std::size_t root = 0;
    do root = rng.next() % roots.size();
    while (rng.uniform(0, search.largest) > search.area[root]);
    Real s = rng.uniform(), t = rng.uniform();
    if (s + t > 1) {
        s = 1 - s;
        t = 1 - t;
    }
    const auto& [a, b, c] = roots[root].corners;
    return a + s * (b - a) + t * (c - a);
}

Vec3 random_point(const RealmSearch<Space>& search, Rng& rng) {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = rng.uniform(search.box.low[axis], search.box.high[axis]);
    return p;
}

}  // namespace souple
