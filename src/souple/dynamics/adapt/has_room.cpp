// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/has_room.h"

#include <algorithm>
#include <limits>

#include "souple/dynamics/contact/touchables.h"
#include "souple/geometry/aabb.h"
#include "souple/geometry/crossing.h"
#include "souple/geometry/distance.h"

namespace souple {

namespace {

/// By point of the part: whether it goes, with those that lie between it and another.
std::vector<char> find_going(const Model& model, const Part& part, std::span<const int> points) {
    std::vector<char> goes(part.points.count, false);
    for (const int point : points) goes[point - part.points.begin] = true;
    for (int i = part.interpolated.begin; i < part.interpolated.end(); ++i) {
        const Interpolated& between = model.interpolated[i];
        if (goes[between.a - part.points.begin] || goes[between.b - part.points.begin])
            goes[between.node - part.points.begin] = true;
    }
    return goes;
}

Aabb box_of(const std::vector<Vec3>& x, const Nodes<3>& triangle) {
    Aabb box;
    for (const int i : triangle) box.extend(x[i]);
    return box;
}

/// [m] between two triangles that do not pass through each other.
Real distance_between(const std::vector<Vec3>& x, const Nodes<3>& a, const Nodes<3>& b) {
    Real least = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < 3; ++i) {
        const auto to_corner = [&](const Nodes<3>& of, const Vec3& p) {
            return (closest_on_triangle(p, x[of[0]], x[of[1]], x[of[2]]).point - p).norm();
        };
        least = std::min({least, to_corner(a, x[b[i]]), to_corner(b, x[a[i]])});
        for (int k = 0; k < 3; ++k)
            least = std::min(
                least, nearest_on_edges(x[a[i]], x[a[(i + 1) % 3]], x[b[k]], x[b[(k + 1) % 3]]).distance);
    }
    return least;
}

}  // namespace

bool has_room(const Model& model, const std::vector<Vec3>& x, int part, std::span<const int> points,
              Real reach) {
    const Part& sheet = model.parts[part];
    const SurfaceFeel& feel = sheet.surface;
    if (!feel.self_contact && feel.touches != Touches::Everything) return true;
    const std::vector<char> goes = find_going(model, sheet, points);
    std::vector<int> going;
    Aabb around;
    for (int t = sheet.triangles.begin; t < sheet.triangles.end(); ++t) {
        const Nodes<3>& nodes = model.triangles[t];
        if (std::none_of(nodes.begin(), nodes.end(), [&](int i) { return goes[i - sheet.points.begin]; }))
            continue;
        going.push_back(t);
        around.extend(box_of(x, nodes));
    }
    const auto is_in_the_way = [&](int t, const Touchable& other) {
        const Nodes<3>&own = model.triangles[t], &near = model.triangles[other.index];
        if (distance_between(x, own, near) > 2 * reach) return false;
        if (other.part != part) return may_touch(model, {TouchableKind::Triangle, t, part}, other);
        if (!feel.self_contact) return false;
        // what is as near along the sheet is its neighbour; points between others lie on their sides only
        // as well as numbers can say
        const std::vector<Vec3>& rest = model.point_rest;
        const Real rounding = 1e-9 * (rest[own[1]] - rest[own[0]]).norm();
        return distance_between(rest, own, near) > 2 * reach + rounding;
    };
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p)
        for (int t = model.parts[p].triangles.begin; t < model.parts[p].triangles.end(); ++t) {
            Aabb box = box_of(x, model.triangles[t]);
            box.inflate(2 * reach);  // two of them may go towards each other
            if (!box.overlaps(around)) continue;
            for (const int own : going)
                if (own != t && box.overlaps(box_of(x, model.triangles[own])) &&
                    is_in_the_way(own, {TouchableKind::Triangle, t, p}))
                    return false;
        }
    return true;
}

}  // namespace souple
