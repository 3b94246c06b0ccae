// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/spot_finder.h"

#include "souple/geometry/distance.h"

namespace souple {

namespace {

constexpr int asked_by_scanning = 8;  // more than these are worth a tree
constexpr Real anywhere = 1e150;      // [m]

/// A box that holds the rounding errors of distances to what is in it too.
Aabb roomy(Aabb box) {
    const Vec3 room = 1e-9 * (box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()));
    box.low -= room;
    box.high += room;
    return box;
}

}  // namespace

void SpotFinder::plant() {
    points_ = points_so_far(model_, part_);
    triangles_ = triangles_so_far(model_, part_);
    std::vector<Aabb> boxes;
    for (int t = triangles_.begin; t < triangles_.end(); ++t) {
        Aabb box;
        for (const int node : model_.triangles[t]) box.extend(model_.point_rest[node]);
        boxes.push_back(roomy(box));
    }
    for (int i = points_.begin; triangles_.empty() && i < points_.end(); ++i) {
        Aabb box;
        box.extend(model_.point_rest[i]);
        boxes.push_back(roomy(box));
    }
    build(tree_.emplace(), boxes);
}

MaterialPoint SpotFinder::find(const Grip& grip) {
    if (grip.point >= 0 || ++asked_ <= asked_by_scanning) return find_spot(model_, part_, grip);
    if (!tree_) plant();
    const auto corner = [&](int triangle, int k) -> const Vec3& {
        return model_.point_rest[model_.triangles[triangles_.begin + triangle][k]];
    };
    if (triangles_.empty()) {
        const int found = nearest(*tree_, grip.rest, anywhere, [&](int i) {
                              return (model_.point_rest[points_.begin + i] - grip.rest).squaredNorm();
                          }).item;
        return found < 0 ? find_spot(model_, part_, grip)
                         : MaterialPoint{.nodes = {points_.begin + found, -1, -1}, .weights = Vec3::UnitX()};
    }
    const auto closest_on = [&](int t) {
        return closest_on_triangle(grip.rest, corner(t, 0), corner(t, 1), corner(t, 2));
    };
    const int found = nearest(*tree_, grip.rest, anywhere, [&](int t) {
                          return (closest_on(t).point - grip.rest).squaredNorm();
                      }).item;
    if (found < 0) return find_spot(model_, part_, grip);
    return {.nodes = model_.triangles[triangles_.begin + found], .weights = closest_on(found).weights};
}

}  // namespace souple
