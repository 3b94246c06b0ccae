// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/trails.h"

#include <algorithm>

#include "souple/geometry/aabb.h"

namespace souple {

namespace {

constexpr std::size_t most_paths = 200;  // more would be a tangle
constexpr float ball_to_curve = 7;

void extend(std::vector<std::vector<Vec3>>& paths, std::size_t node, const Vec3& place, Real radius) {
    if (node >= most_paths || !is_finite(place)) return;
    if (paths.size() <= node) paths.resize(node + 1);
    std::vector<Vec3>& path = paths[node];
    if (path.empty() || (path.back() - place).norm() > radius) path.push_back(place);
}

/// A path that has stayed where it began shows nothing.
bool leads_somewhere(const std::vector<Vec3>& path, Real radius) {
    Aabb box;
    for (const Vec3& place : path) box.extend(place);
    return path.size() > 1 && box.size().norm() > 2 * ball_to_curve * radius;
}

/// Adds the paths of one structure, each to where its node is now.
template <class PlaceOf>
void add_paths(const StructureHead& head, std::size_t count, const PlaceOf& place_of, const Trails& trails,
               Frame& frame) {
    const auto found = trails.paths.find(head.name);
    if (found == trails.paths.end()) return;
    CurvesView curves{{head.name + "_trail", head.part, {}}, {}, {0}, {static_cast<float>(trails.radius)}};
    for (std::size_t node = 0; node < std::min(count, found->second.size()); ++node) {
        const std::vector<Vec3>& path = found->second[node];
        if (!leads_somewhere(path, trails.radius)) continue;
        curves.positions.insert(curves.positions.end(), path.begin(), path.end());
        if (path.back() != place_of(node)) curves.positions.push_back(place_of(node));
        curves.first.push_back(static_cast<int>(curves.positions.size()));
    }
    if (!curves.positions.empty()) frame.curves.push_back(std::move(curves));
}

}  // namespace

void follow(const Frame& frame, Trails& trails) {
    for (const PointsView& view : frame.points)
        for (std::size_t i = 0; i < view.positions.size(); ++i)
            extend(trails.paths[view.head.name], i, view.positions[i], trails.radius);
    for (const InstancesView& view : frame.instances) {
        if (view.endless) continue;
        for (std::size_t i = 0; i < view.poses.size(); ++i)
            extend(trails.paths[view.head.name], i, view.poses[i].position, trails.radius);
    }
}

Frame with_trails(Frame frame, const Trails& trails) {
    for (const PointsView& view : frame.points)
        add_paths(
            view.head, view.positions.size(), [&](std::size_t i) { return view.positions[i]; }, trails,
            frame);
    for (const InstancesView& view : frame.instances)
        add_paths(
            view.head, view.poses.size(), [&](std::size_t i) { return view.poses[i].position; }, trails,
            frame);
    const float seen = ball_to_curve * static_cast<float>(trails.radius);
    for (PointsView& view : frame.points)
        for (float& radius : view.radii) radius = std::max(radius, seen);
    return frame;
}

}  // namespace souple
