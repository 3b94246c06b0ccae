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

constexpr int in_block = 64;  ///< triangles; those of one leaf and of its neighbours stand side by side

Aabb box_of(const std::vector<Vec3>& x, const Nodes<3>& triangle) {
    Aabb box;
    for (const int i : triangle) box.extend(x[i]);
    return box;
}

void measure_blocks(const Model& model, const std::vector<Vec3>& x, std::vector<Aabb>& blocks) {
    const int count = static_cast<int>(model.triangles.size());
    blocks.assign((count + in_block - 1) / in_block, {});
    for (int t = 0; t < count; ++t) blocks[t / in_block].extend(box_of(x, model.triangles[t]));
}

/// Whether fn(t) says so for any triangle of a part in the blocks that overlap a box.
template <class Fn>
bool any_near(const std::vector<Aabb>& blocks, Range triangles, const Aabb& box, const Fn& fn) {
    for (int t = triangles.begin; t < triangles.end();) {
        const int block = t / in_block, end = std::min(triangles.end(), (block + 1) * in_block);
        if (blocks[block].overlaps(box))
            for (int own = t; own < end; ++own)
                if (fn(own)) return true;
        t = end;
    }
    return false;
}

/// Lists the points that go, with those that lie between them and others, and the triangles at them. Returns
/// the box around those.
Aabb find_going(const Model& model, const std::vector<Vec3>& x, const Part& part, std::span<const int> points,
                RoomScratch& scratch) {
    const int first = part.points.begin;
    std::vector<char>& goes = scratch.goes;
    if (static_cast<int>(goes.size()) < part.points.count) goes.resize(part.points.count, false);
    scratch.moved.assign(points.begin(), points.end());
    for (const int point : points) goes[point - first] = true;
    for (int i = part.interpolated.begin; i < part.interpolated.end(); ++i) {
        const Interpolated& between = model.interpolated[i];
        if (goes[between.node - first] || !(goes[between.a - first] || goes[between.b - first])) continue;
        goes[between.node - first] = true;
        scratch.moved.push_back(between.node);
    }
    Aabb reached, around;
    for (const int point : scratch.moved) reached.extend(x[point]);
    scratch.going.clear();
    any_near(scratch.blocks, part.triangles, reached, [&](int t) {
        const Nodes<3>& nodes = model.triangles[t];
        if (std::none_of(nodes.begin(), nodes.end(), [&](int i) { return goes[i - first]; })) return false;
        scratch.going.push_back(t);
        around.extend(box_of(x, nodes));
        return false;
    });
    for (const int point : scratch.moved) goes[point - first] = false;
    return around;
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
              Real reach, RoomScratch& scratch) {
    const Part& sheet = model.parts[part];
    const SurfaceFeel& feel = sheet.surface;
    if (!feel.self_contact && feel.touches != Touches::Everything) return true;
    if (scratch.blocks.empty()) measure_blocks(model, x, scratch.blocks);
    Aabb around = find_going(model, x, sheet, points, scratch);
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
    around.inflate(2 * reach);  // two of them may go towards each other
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p) {
        const auto is_near_any = [&](int t) {
            Aabb box = box_of(x, model.triangles[t]);
            if (!box.overlaps(around)) return false;
            box.inflate(2 * reach);
            return std::any_of(scratch.going.begin(), scratch.going.end(), [&](int own) {
                return own != t && box.overlaps(box_of(x, model.triangles[own])) &&
                       is_in_the_way(own, {TouchableKind::Triangle, t, p});
            });
        };
        if (any_near(scratch.blocks, model.parts[p].triangles, around, is_near_any)) return false;
    }
    return true;
}

}  // namespace souple
